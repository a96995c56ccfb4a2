//! The dashboard in a real browser: it opens by its link, shows the activity of the server, and
//! deletes all page content when the user pauses.

use anyhow::{Context, ensure};
use axlens_harness::on_runtime;
use axlens_harness::own_page::press_pause;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Kind, Page, Tab};
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;

/// Records errors and violations of the page's policy. It must run before the page's own scripts.
const RECORD_VIOLATIONS: &str = "globalThis.violations = []; addEventListener('securitypolicyviolation', \
    ({ violatedDirective, blockedURI }) => violations.push(`${violatedDirective} ${blockedURI}`)); \
    addEventListener('error', ({ message }) => violations.push(message)); \
    addEventListener('unhandledrejection', ({ reason }) => violations.push(String(reason)));";

/// A page whose title and text would be markup if they were not escaped.
const HOSTILE: &str = "<!doctype html><title>&lt;img src=x onerror=alert(1)&gt;Orders</title>\
    <h1>Orders</h1><button>&lt;script&gt;violations.push('run')&lt;/script&gt;</button>";

/// A link to the dashboard.
fn link(chain: &Chain) -> anyhow::Result<String> {
    let printed = chain.run(&["open", "--print"])?;
    ensure!(printed.status.success(), "{printed:?}");
    let text = String::from_utf8(printed.stdout)?;
    ensure!(text.lines().count() == 1, "not only the link: {text}");
    Ok(text.trim().to_owned())
}

/// Opens an empty tab that records violations.
async fn open_recording_tab(chain: &Chain) -> anyhow::Result<Tab> {
    let tab = chain.tab().await?;
    let script = json!({"source": RECORD_VIOLATIONS});
    tab.command("Page.addScriptToEvaluateOnNewDocument", script)
        .await?;
    Ok(tab)
}

/// Opens the dashboard.
async fn open_dashboard(chain: &Chain) -> anyhow::Result<Tab> {
    let tab = open_recording_tab(chain).await?;
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

async fn wait_for_text(page: &Tab, selector: &str, part: &str) -> anyhow::Result<()> {
    until("the text on the page", || async {
        let text = text_of(page, selector).await?;
        ensure!(text.contains(part), "{selector}, {part}: {text}");
        Ok(Some(()))
    })
    .await
}

/// Asserts that the page has no errors and violations, and has loaded nothing from other servers.
async fn assert_no_violations(chain: &Chain, page: &Tab) -> anyhow::Result<()> {
    assert_eq!(page.evaluate("violations").await?, json!([]));
    let loaded = "performance.getEntriesByType('resource').map(({ name }) => name)";
    let loaded: Vec<String> = serde_json::from_value(page.evaluate(loaded).await?)?;
    let own = format!("{}/", chain.agent.url());
    ensure!(loaded.len() > 5, "{loaded:?}");
    ensure!(loaded.iter().all(|url| url.starts_with(&own)), "{loaded:?}");
    Ok(())
}

/// Waits until the page shows the same state of the pause as the server.
async fn wait_for_pause_state(chain: &Chain, page: &Tab) -> anyhow::Result<()> {
    until("the state of the server on the page", || async {
        let paused = chain.agent.status().await?["extension"]["paused"] == true;
        let displayed = text_of(page, "#headline").await?.contains("paused");
        Ok((displayed == paused).then_some(()))
    })
    .await
}

/// Shows the text of the last response.
/// Clicks the button that shows the text of a session. Others are of tests before.
pub(super) async fn show_text(page: &Tab, session: &str) -> anyhow::Result<()> {
    let button = format!(
        "[...document.querySelectorAll('#seen tr')]
            .find((row) => [...row.cells].some((cell) => cell.textContent === {session:?}))?.querySelector('button')"
    );
    page.wait_for(&format!("!!{button}")).await?;
    page.evaluate(&format!("{button}.click()")).await.map(drop)
}

#[test]
fn the_dashboard_shows_the_activity_and_no_page_content_after_a_pause() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let shop = chain.open(Page::html(HOSTILE)).await?;
        let page = open_dashboard(&chain).await?;
        let answer = shop.observe(json!({"format": "lean"})).await?;

        // The code is no longer in the URL, and only this tab has the key.
        let address = page.evaluate("location.href + history.length").await?;
        ensure!(!address.to_string().contains("code"), "{address}");
        assert_eq!(
            page.evaluate("document.cookie + localStorage.length")
                .await?,
            "0"
        );
        wait_for_text(&page, "#headline", "Connected").await?;
        wait_for_text(&page, "#unattended", "without the consent of a user").await?;
        wait_for_text(&page, "#browsers .rows", "connected, unattended").await?;
        page.evaluate("document.querySelector('#list-tabs').click()")
            .await?;
        wait_for_text(&page, "#tabs .rows", "<img src=x onerror=alert(1)>Orders").await?;
        wait_for_text(&page, "#agents .rows", "your own programs").await?;
        wait_for_text(&page, "#requests .rows", "observe").await?;
        let tokens = answer["tokenEstimate"]["thisResponse"].to_string();
        let row = "#requests tbody tr:first-child";
        wait_for_text(&page, row, &tokens).await?;
        wait_for_text(&page, row, "ok").await?;

        show_text(&page, &shop.name).await?;
        wait_for_text(&page, "#text", "<script>").await?;
        let displayed = text_of(&page, "#text").await?;
        assert_eq!(json!(displayed), answer["tree"], "not the agent's text");
        // The next text replaces it automatically.
        shop.evaluate("document.querySelector('h1').textContent = 'Later'")
            .await?;
        shop.observe(json!({"format": "lean"})).await?;
        wait_for_text(&page, "#text", "Later").await?;
        let markup = "document.querySelectorAll('td img, pre *, td script').length";
        assert_eq!(page.evaluate(markup).await?, 0);

        let options = chain.own_page("options").await?;
        press_pause(&options, true).await?;
        until("the text to be deleted", || async {
            let html = page.evaluate("document.documentElement.outerHTML").await?;
            let html = html.as_str().context("the page")?;
            Ok((!html.contains("Later") && !html.contains("onerror")).then_some(()))
        })
        .await?;
        wait_for_text(&page, "#seen-fault", "not kept any more").await?;
        wait_for_pause_state(&chain, &page).await?;
        press_pause(&options, false).await?;
        wait_for_pause_state(&chain, &page).await?;
        assert_no_violations(&chain, &page).await
    })
}

#[test]
fn a_link_opens_one_dashboard_and_the_user_can_revoke_it() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let other = open_recording_tab(&chain).await?;
        other.goto(&format!("{}/", chain.agent.url())).await?;
        wait_for_text(&other, "#headline", "axlens open").await?;

        let page = open_dashboard(&chain).await?;
        page.evaluate("location.reload()").await?;
        wait_for_text(&page, "#headline", "Connected").await?;
        // The tab is not listed for agents.
        let tabs = chain.agent.tabs().await?;
        let server = chain.agent.url();
        let listed = |tab: &Value| {
            tab["url"]
                .as_str()
                .is_some_and(|url| url.starts_with(&server))
        };
        ensure!(!tabs.iter().any(listed), "{tabs:?}");

        let revoked = chain.run(&["open", "--revoke"])?;
        ensure!(revoked.status.success(), "{revoked:?}");
        wait_for_text(&page, "#headline", "has ended").await?;
        let remaining = "[document.querySelector('#content').hidden, document.querySelectorAll('table').length, document.querySelector('#about').textContent]";
        assert_eq!(page.evaluate(remaining).await?, json!([true, 0, ""]));
        assert_eq!(page.evaluate("sessionStorage.length").await?, 0);

        // Using a link a second time revokes the page that it opened.
        let twice = link(&chain)?;
        page.goto("about:blank").await?;
        page.goto(&twice).await?;
        wait_for_text(&page, "#headline", "Connected").await?;
        other.goto("about:blank").await?;
        other.goto(&twice).await?;
        wait_for_text(&other, "#headline", "a second time").await?;
        wait_for_text(&page, "#headline", "has ended").await
    })
}

#[test]
fn the_command_opens_the_browser_and_reports_failures() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
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
        let opened = tools.join("opened");
        opener(&format!(
            "echo \"$1\" >'{0}.new'; mv '{0}.new' '{0}'",
            opened.display()
        ))?;
        let path = format!("{}:/usr/bin:/bin", tools.display());
        let mut command = chain.command(&["open"]);
        let running = command.env("PATH", &path);
        let running = running.stdout(std::process::Stdio::piped()).spawn()?;
        let url = until("the opener to be called", || async {
            Ok(std::fs::read_to_string(&opened).ok())
        });
        let page = open_recording_tab(&chain).await?;
        page.goto(url.await?.trim()).await?;
        let output = tokio::task::spawn_blocking(|| running.wait_with_output()).await??;
        let printed = String::from_utf8(output.stdout)?;
        ensure!(
            output.status.success() && printed.contains("open in your browser"),
            "{printed}"
        );
        ensure!(!printed.contains("code="), "{printed}");

        opener("exit 3")?;
        let failed = chain.command(&["open"]).env("PATH", &path).output()?;
        let printed = String::from_utf8(failed.stderr)?;
        ensure!(
            failed.status.code() == Some(1) && printed.contains("--print"),
            "{printed}"
        );
        Ok(())
    })
}
