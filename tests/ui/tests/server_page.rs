//! The server's own page in a real browser: reached by its link, it shows what a running chain
//! does, and nothing of a page once the user has paused.

use anyhow::{Context, ensure};
use axlens_harness::on_runtime;
use axlens_harness::own_page::press_pause;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;

/// Notes what the page's policy forbids it, from before its own script runs.
const WATCH: &str = "globalThis.violations = []; addEventListener('securitypolicyviolation', \
    ({ violatedDirective, blockedURI }) => violations.push(`${violatedDirective} ${blockedURI}`)); \
    addEventListener('error', ({ message }) => violations.push(message)); \
    addEventListener('unhandledrejection', ({ reason }) => violations.push(String(reason)));";

/// A page whose title would be markup, and another line, where texts were taken for that.
const HOSTILE: &str = "<!doctype html><title>&lt;img src=x onerror=alert(1)&gt;Orders</title>\
    <h1>Orders</h1><button>&lt;script&gt;violations.push('run')&lt;/script&gt;</button>";

/// A link to the page of this chain's server.
fn link(chain: &Chain) -> anyhow::Result<String> {
    let printed = chain.command(&["open", "--print"])?;
    ensure!(printed.status.success(), "{printed:?}");
    let text = String::from_utf8(printed.stdout)?;
    ensure!(text.lines().count() == 1, "the link alone: {text}");
    Ok(text.trim().to_owned())
}

/// An empty tab in which what a policy forbids is noted.
async fn watched(chain: &Chain) -> anyhow::Result<Tab> {
    let tab = chain.tab().await?;
    let script = json!({"source": WATCH});
    tab.command("Page.addScriptToEvaluateOnNewDocument", script)
        .await?;
    Ok(tab)
}

async fn opened(chain: &Chain) -> anyhow::Result<Tab> {
    let tab = watched(chain).await?;
    tab.goto(&link(chain)?).await?;
    tab.wait_for("document.querySelector('#content').hidden === false")
        .await?;
    Ok(tab)
}

async fn text_of(page: &Tab, selector: &str) -> anyhow::Result<String> {
    let read = format!("document.querySelector({})?.innerText", json!(selector));
    let text = page.evaluate(&read).await?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

async fn until_says(page: &Tab, selector: &str, part: &str) -> anyhow::Result<()> {
    until("the page to say so", || async {
        let text = text_of(page, selector).await?;
        ensure!(text.contains(part), "{selector}, {part}: {text}");
        Ok(Some(()))
    })
    .await
}

/// Nothing was forbidden, nothing failed, and nobody else was asked for anything.
async fn is_clean(chain: &Chain, page: &Tab) -> anyhow::Result<()> {
    assert_eq!(page.evaluate("violations").await?, json!([]));
    let asked = "performance.getEntriesByType('resource').map(({ name }) => name)";
    let asked: Vec<String> = serde_json::from_value(page.evaluate(asked).await?)?;
    let own = format!("{}/", chain.agent.url());
    ensure!(asked.len() > 5, "{asked:?}");
    ensure!(asked.iter().all(|url| url.starts_with(&own)), "{asked:?}");
    Ok(())
}

/// The page says of the pause what the server knows.
async fn agrees(chain: &Chain, page: &Tab) -> anyhow::Result<()> {
    until("the page to say what the server says", || async {
        let paused = chain.agent.status().await?["extension"]["paused"] == true;
        let said = text_of(page, "#headline").await?.contains("paused");
        Ok((said == paused).then_some(()))
    })
    .await
}

async fn show_text(page: &Tab) -> anyhow::Result<()> {
    page.wait_for("document.querySelector('#seen button') !== null")
        .await?;
    page.evaluate("document.querySelector('#seen button').click()")
        .await?;
    Ok(())
}

#[test]
fn the_page_shows_what_the_chain_does_and_nothing_of_a_page_after_a_pause() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let shop = chain.open(Page::html(HOSTILE)).await?;
        let page = opened(&chain).await?;
        until_says(&page, "#requests", "No agent has asked")
            .await
            .ok();
        let answer = shop.observe(json!({"format": "lean"})).await?;

        // The code is in no address any more, and the key in this tab alone.
        let address = page.evaluate("location.href + history.length").await?;
        ensure!(!address.to_string().contains("code"), "{address}");
        assert_eq!(
            page.evaluate("document.cookie + localStorage.length")
                .await?,
            "0"
        );
        until_says(&page, "#headline", "Connected").await?;
        until_says(&page, "#unattended", "without asking a user").await?;
        until_says(&page, "#browsers .rows", "connected, unattended").await?;
        page.evaluate("document.querySelector('#list-tabs').click()")
            .await?;
        until_says(&page, "#tabs .rows", "<img src=x onerror=alert(1)>Orders").await?;
        until_says(&page, "#agents .rows", "your own programs").await?;
        until_says(&page, "#requests .rows", "observe").await?;
        let tokens = answer["tokenEstimate"]["thisResponse"].to_string();
        let row = "#requests tbody tr:first-child";
        until_says(&page, row, &tokens).await?;
        until_says(&page, row, "ok").await?;

        show_text(&page).await?;
        until_says(&page, "#text", "<script>").await?;
        let shown = text_of(&page, "#text").await?;
        assert_eq!(json!(shown), answer["tree"], "as the agent was shown it");
        // The next text takes its place by itself.
        shop.evaluate("document.querySelector('h1').textContent = 'Later'")
            .await?;
        shop.observe(json!({"format": "lean"})).await?;
        until_says(&page, "#text", "Later").await?;
        let markup = "document.querySelectorAll('td img, pre *, td script').length";
        assert_eq!(page.evaluate(markup).await?, 0);

        let options = chain.own_page("options").await?;
        press_pause(&options, true).await?;
        until("the text to go", || async {
            let html = page.evaluate("document.documentElement.outerHTML").await?;
            let html = html.as_str().context("the page")?;
            Ok((!html.contains("Later") && !html.contains("onerror")).then_some(()))
        })
        .await?;
        until_says(&page, "#seen-fault", "not kept any more").await?;
        agrees(&chain, &page).await?;
        press_pause(&options, false).await?;
        agrees(&chain, &page).await?;
        is_clean(&chain, &page).await
    })
}

#[test]
fn a_link_opens_one_page_and_the_user_can_end_it() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let none = watched(&chain).await?;
        none.goto(&format!("{}/", chain.agent.url())).await?;
        until_says(&none, "#headline", "axlens open").await?;

        let page = opened(&chain).await?;
        page.evaluate("location.reload()").await?;
        until_says(&page, "#headline", "Connected").await?;
        // No agent is told of the tab.
        let tabs = chain.agent.tabs().await?;
        let server = chain.agent.url();
        let listed = |tab: &Value| {
            tab["url"]
                .as_str()
                .is_some_and(|url| url.starts_with(&server))
        };
        ensure!(!tabs.iter().any(listed), "{tabs:?}");

        let revoked = chain.command(&["open", "--revoke"])?;
        ensure!(revoked.status.success(), "{revoked:?}");
        until_says(&page, "#headline", "has ended").await?;
        let left = "[document.querySelector('#content').hidden, document.querySelectorAll('table').length, document.querySelector('#about').textContent]";
        assert_eq!(page.evaluate(left).await?, json!([true, 0, ""]));
        assert_eq!(page.evaluate("sessionStorage.length").await?, 0);

        // Who uses a link a second time ends the page that it opened.
        let twice = link(&chain)?;
        page.goto("about:blank").await?;
        page.goto(&twice).await?;
        until_says(&page, "#headline", "Connected").await?;
        none.goto("about:blank").await?;
        none.goto(&twice).await?;
        until_says(&none, "#headline", "a second time").await?;
        until_says(&page, "#headline", "has ended").await
    })
}

#[test]
fn the_command_opens_the_browser_and_says_whether_it_did() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tools = chain.folder.path().join("tools");
        std::fs::create_dir(&tools)?;
        let opener = |script: &str| -> anyhow::Result<()> {
            let file = tools.join("xdg-open");
            std::fs::write(&file, format!("#!/bin/sh\n{script}\n"))?;
            Ok(std::fs::set_permissions(
                &file,
                PermissionsExt::from_mode(0o755),
            )?)
        };
        let asked = tools.join("asked");
        opener(&format!(
            "echo \"$1\" >'{0}.new'; mv '{0}.new' '{0}'",
            asked.display()
        ))?;
        let path = format!("{}:/usr/bin:/bin", tools.display());
        let mut command = chain.program(&["open"]);
        let running = command.env("PATH", &path);
        let running = running.stdout(std::process::Stdio::piped()).spawn()?;
        let url = until("the opener to be called", || async {
            Ok(std::fs::read_to_string(&asked).ok())
        });
        let page = watched(&chain).await?;
        page.goto(url.await?.trim()).await?;
        let output = tokio::task::spawn_blocking(|| running.wait_with_output()).await??;
        let said = String::from_utf8(output.stdout)?;
        ensure!(
            output.status.success() && said.contains("open in your browser"),
            "{said}"
        );
        ensure!(!said.contains("code="), "{said}");

        opener("exit 3")?;
        let failed = chain.program(&["open"]).env("PATH", &path).output()?;
        let said = String::from_utf8(failed.stderr)?;
        ensure!(
            failed.status.code() == Some(1) && said.contains("--print"),
            "{said}"
        );
        Ok(())
    })
}
