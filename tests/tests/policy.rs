//! The user's policy in a real browser: what it blocks is not there for any agent, whatever way
//! leads to it.

use axlens_tests::chain::on_runtime;
use axlens_tests::wait::until;
use axlens_tests::{Chain, Page, Reply, Tab, shared};
use serde_json::{Value, json};

/// The options page, from which a test sets the policy as the user's own pages do.
async fn options(chain: &Chain) -> anyhow::Result<Tab> {
    let page = chain.tab().await?;
    let id = shared::extension_id()?;
    page.goto(&format!("chrome-extension://{id}/options/options.html"))
        .await?;
    Ok(page)
}

async fn set_policy(options: &Tab, policy: Value) -> anyhow::Result<()> {
    let script = format!("chrome.storage.local.set({{policy: {policy}}}).then(() => 0)");
    options.evaluate(&script).await.map(|_| ())
}

fn block(pattern: &str) -> Value {
    json!({"default": "ask", "sites": [{"pattern": pattern, "level": "block", "confirm": false}]})
}

/// The handle of the tab with this title, where it is listed.
async fn listed(chain: &Chain, title: &str) -> anyhow::Result<Option<u64>> {
    let tabs = chain.agent.tabs().await?;
    let tab = tabs.iter().find(|tab| tab["title"] == title);
    Ok(tab.and_then(|tab| tab["tab"].as_u64()))
}

async fn until_listed(chain: &Chain, title: &str, wanted: bool) -> anyhow::Result<()> {
    until("the policy to be followed", || async {
        Ok((listed(chain, title).await?.is_some() == wanted).then_some(()))
    })
    .await
}

async fn observe(chain: &Chain, params: Value) -> anyhow::Result<Reply> {
    chain.agent.observe(params).await
}

/// The whole of an answer, with the tab's handle taken out.
fn without_handle(reply: &Reply, handle: u64) -> String {
    let body = reply.body.to_string();
    format!(
        "{} {}",
        reply.status,
        body.replace(&handle.to_string(), "N")
    )
}

/// Pages of a site that is going to be blocked, and of one that is not.
struct Pages {
    hidden_url: String,
    hidden: Tab,
    open: Tab,
}

async fn pages(chain: &Chain) -> anyhow::Result<Pages> {
    let html = "<!doctype html><title>Private</title><h1>Inner matter</h1>".to_owned()
        + &"<p>Line <button>Pay</button>".repeat(40);
    let hidden_url = chain.site.alone("hidden", Page::html(html));
    let around = format!(
        "<!doctype html><title>Open</title><h1>Open page</h1><iframe src='{hidden_url}'></iframe><button>Here</button>"
    );
    Ok(Pages {
        hidden: chain.open_url(&hidden_url).await?,
        open: chain.open(Page::html(around)).await?,
        hidden_url,
    })
}

#[test]
fn a_blocked_site_is_as_if_it_were_not_open() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let pages = pages(&chain).await?;
        let hidden = pages.hidden.handle().await?;
        let whole = pages.hidden.observe(json!({})).await?;
        let window = pages.hidden.observe(json!({"max_chars": 300})).await?;
        let with_frame = pages.open.tree().await?;
        assert!(with_frame.contains("Inner matter"), "{with_frame}");
        let options = options(&chain).await?;
        set_policy(&options, block("hidden.localhost")).await?;
        until_listed(&chain, "Private", false).await?;

        let gone = chain.open(Page::html("<title>Short</title>")).await?;
        let closed = gone.handle().await?;
        gone.close().await?;
        until_listed(&chain, "Short", false).await?;
        for params in [
            json!({}),
            json!({"scope": "h1"}),
            json!({"compression": "delta"}),
        ] {
            let of = |tab: u64| {
                let mut params = params.clone();
                params["tab"] = json!(tab);
                observe(&chain, params)
            };
            let (one, other) = (of(hidden).await?, of(closed).await?);
            assert_eq!(one.code()?, "tab_not_found");
            assert_eq!(without_handle(&one, hidden), without_handle(&other, closed));
        }
        // Nor by anything that was said of it before.
        let cursor = pages
            .hidden
            .ask(json!({"cursor": window["cursor"]}))
            .await?;
        assert!(cursor.status >= 400, "{cursor:?}");
        let explained = chain
            .agent
            .post("/explain", json!({"tab": hidden, "selector": "h1"}))
            .await?;
        assert_eq!(explained.code()?, "tab_not_found");
        let pinged = chain.agent.post("/ping", json!({"tab": hidden})).await?;
        assert_eq!(pinged.code()?, "tab_not_found");
        let pictured = format!("/tabs/{hidden}/snapshot?userId=a&includeScreenshot=true");
        assert_eq!(chain.agent.get(&pictured).await?.code()?, "tab_not_found");

        set_policy(&options, json!({"default": "ask", "sites": []})).await?;
        until_listed(&chain, "Private", true).await?;
        let back = listed(&chain, "Private").await?;
        let read = observe(&chain, json!({"tab": back})).await?.ok()?;
        assert_eq!(read["tree"], whole["tree"], "its uids are the same");
        Ok(())
    })
}

#[test]
fn no_way_leads_to_a_blocked_site() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let pages = pages(&chain).await?;
        let options = options(&chain).await?;
        set_policy(&options, block("*.hidden.localhost")).await?;
        until_listed(&chain, "Private", false).await?;

        // In a frame: the page around it is read, of the frame nothing is said.
        let framed = pages.open.observe(json!({})).await?;
        let text = framed.to_string();
        assert!(
            text.contains("Open page") && text.contains("not read"),
            "{text}"
        );
        assert!(
            !text.contains("Inner matter") && !text.contains("hidden.localhost"),
            "{text}"
        );
        // By a redirect, in a tab that was read before.
        let tab = chain
            .open(Page::html("<title>First</title><h1>First</h1>"))
            .await?;
        let handle = tab.handle().await?;
        tab.observe(json!({})).await?;
        let moved = Page::html("")
            .status(302)
            .header("location", &pages.hidden_url);
        tab.goto(&chain.site.page(moved)).await?;
        let redirected = observe(&chain, json!({"tab": handle})).await?;
        assert_eq!(redirected.code()?, "tab_not_found", "{redirected:?}");
        assert_eq!(listed(&chain, "Private").await?, None);
        // As the tab in front.
        pages.hidden.activate().await?;
        let in_front = observe(&chain, json!({})).await?;
        assert_eq!(in_front.code()?, "tab_not_found");
        assert_eq!(in_front.body["message"], "No tab is open.");
        // Nor are the extension's own pages ever meant.
        options.activate().await?;
        assert_eq!(observe(&chain, json!({})).await?.code()?, "tab_not_found");
        let listed = Value::from(chain.agent.tabs().await?).to_string();
        assert!(!listed.contains("chrome-extension:"), "{listed}");
        Ok(())
    })
}

#[test]
fn a_policy_that_makes_no_sense_opens_nothing() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let _tab = chain.open(Page::html("<title>Somewhere</title>")).await?;
        let options = options(&chain).await?;
        let strange = [
            json!({"default": "everything", "sites": []}),
            json!({"default": "ask", "sites": [{"pattern": "127.0.0.1", "level": "maybe"}]}),
            json!({"default": "ask", "sites": [{"pattern": "no pattern/", "level": "block"}]}),
            json!({"default": "block", "sites": "none"}),
        ];
        for policy in strange {
            set_policy(&options, policy).await?;
            until_listed(&chain, "Somewhere", false).await?;
            set_policy(&options, json!({"default": "read"})).await?;
            until_listed(&chain, "Somewhere", true).await?;
        }
        // The more specific pattern counts.
        let port = chain.site.origin().rsplit(':').next().unwrap_or_default();
        let sites = json!([
            {"pattern": "*", "level": "block"},
            {"pattern": format!("http://127.0.0.1:{port}"), "level": "read"},
        ]);
        set_policy(&options, json!({"default": "block", "sites": sites})).await?;
        until_listed(&chain, "Somewhere", true).await
    })
}
