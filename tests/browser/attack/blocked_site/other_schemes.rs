//! A tab that shows a page in another way than by its address, such as its source: who must not
//! know the page must not know the tab.

use crate::attack::report::Report;
use crate::attack::target::Target;
use anyhow::{Context, ensure};
use axlens_harness::own_page::set_policy;
use axlens_harness::wait::until;
use axlens_harness::{Page, shared};
use serde_json::{Value, json};

/// The title of the blocked page.
const TITLE: &str = "Wrapped title";

/// The host of the blocked page.
const HOST: &str = "wrapped.localhost";

/// Runs them all.
pub async fn attacks(report: &mut Report, target: &Target<'_>) -> anyhow::Result<()> {
    let chain = target.chain;
    let html = format!("<!doctype html><title>{TITLE}</title><h1>Blocked matter</h1>");
    let address = chain.site.alone("wrapped", Page::html(html));
    let tab = chain.open_url(&address).await?;
    let sources = [
        ("source_of_a_blocked_page", format!("view-source:{address}")),
        (
            "source_of_a_source",
            format!("view-source:view-source:{address}"),
        ),
        ("source_in_upper_case", format!("VIEW-SOURCE:{address}?a=b")),
        (
            "source_with_a_user",
            format!(
                "view-source:{}",
                address.replacen("://", "://name:word@", 1)
            ),
        ),
        (
            "source_with_a_fragment",
            format!("view-source:{address}#https://allowed.example/"),
        ),
    ];
    let mut opened = Vec::new();
    for (name, url) in &sources {
        opened.push((*name, open(target, url).await?));
    }
    let options = chain.own_page("options").await?;
    let sites = json!([{"pattern": HOST, "level": "block", "confirm": false}]);
    let policy = json!({"default": "ask", "sites": sites});
    set_policy(&options, &policy).await?;
    for (name, handle) in &opened {
        let tried = "the tab with the source of a blocked page";
        report.attack(name, tried, hidden(target, handle)).await;
    }
    let tried = "the host and the title of a blocked page, anywhere in the list";
    let attempt = async {
        let listed = chain.agent.get("/tabs").await?.ok()?.to_string();
        for part in [HOST, TITLE] {
            ensure!(!listed.contains(part), "it has {part:?}");
        }
        Ok("neither".to_owned())
    };
    report.attack("sources_in_tabs", tried, attempt).await;
    let tried = "the source of a page outside the sites of a token";
    let attempt = outside_a_token(target);
    report
        .attack("source_outside_its_sites", tried, attempt)
        .await;
    let policy = json!({"default": "ask", "sites": []});
    set_policy(&options, &policy).await?;
    tab.close().await?;
    own_pages(report, target).await
}

/// The source of the server's page and of a page of the extension.
async fn own_pages(report: &mut Report, target: &Target<'_>) -> anyhow::Result<()> {
    let pages = [
        (
            "source_of_the_dashboard",
            format!("view-source:{}/", target.chain.agent.url()),
        ),
        (
            "source_of_the_extension",
            format!(
                "view-source:chrome-extension://{}/ui/options/options.html",
                shared::extension_id()?
            ),
        ),
    ];
    for (name, url) in pages {
        let attempt = async {
            let made = target_of(target, &url).await?;
            // Tabs are listed in the order of their windows: a later tab is listed after this one.
            target
                .chain
                .open(Page::html("<title>Later</title>"))
                .await?
                .handle()
                .await?;
            let listed = target.chain.agent.get("/tabs").await?.ok()?.to_string();
            close(target, &made).await?;
            ensure!(!listed.contains(url.as_str()), "it is listed");
            Ok("not listed".to_owned())
        };
        report.attack(name, &url, attempt).await;
    }
    Ok(())
}

/// Opens a tab and returns its handle, which is listed before its site is blocked.
async fn open(target: &Target<'_>, url: &str) -> anyhow::Result<Value> {
    let agent = &target.chain.agent;
    let before = handles(&agent.tabs().await?);
    target_of(target, url).await?;
    let handle = until("the tab to be listed", || async {
        let tabs = agent.tabs().await?;
        let mut new = tabs.iter().filter(|tab| {
            let url = tab["url"].as_str().unwrap_or_default();
            !before.contains(&tab["tab"]) && url.contains(HOST) && tab["status"] == "complete"
        });
        Ok(new.next().map(|tab| tab["tab"].clone()))
    })
    .await;
    handle.with_context(|| format!("the control: {url}"))
}

fn handles(tabs: &[Value]) -> Vec<Value> {
    tabs.iter().map(|tab| tab["tab"].clone()).collect()
}

/// Opens a tab and returns its id for DevTools.
async fn target_of(target: &Target<'_>, url: &str) -> anyhow::Result<Value> {
    let devtools = &target.chain.browser.devtools;
    let made = devtools.command("", "Target.createTarget", json!({"url": url}));
    Ok(made.await?["targetId"].clone())
}

async fn close(target: &Target<'_>, id: &Value) -> anyhow::Result<()> {
    let devtools = &target.chain.browser.devtools;
    let closed = devtools.command("", "Target.closeTarget", json!({"targetId": id}));
    closed.await.map(|_| ())
}

/// The tab is not listed, and a request with its handle fails as for a closed tab.
async fn hidden(target: &Target<'_>, handle: &Value) -> anyhow::Result<String> {
    let agent = &target.chain.agent;
    let listed = handles(&agent.tabs().await?);
    ensure!(!listed.contains(handle), "it is listed");
    let reply = agent.observe(json!({"tab": handle})).await?;
    ensure!(reply.code()? == "tab_not_found", "{}", reply.body);
    Ok("not listed, and tab_not_found".to_owned())
}

/// Held before: for such an agent, a tab without a site does not exist.
async fn outside_a_token(target: &Target<'_>) -> anyhow::Result<String> {
    let agent = target
        .chain
        .add_agent(&["one-host", "--site", "example.org"])?;
    let tabs = agent.tabs().await?;
    ensure!(tabs.is_empty(), "{tabs:?}");
    Ok("no tab is listed".to_owned())
}
