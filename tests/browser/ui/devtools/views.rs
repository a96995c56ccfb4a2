//! Panel, sidebar and console in a real DevTools window.

use crate::ui::devtools::framed;
use anyhow::Context;
use axlens_harness::inspector::InspectorPage;
use axlens_harness::own_page::press_pause;
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Inspector, Kind, Page, Tab, on_runtime};
use axlens_page_facts::errors;
use axlens_protocol::agent::errors::ErrorsAnswer;
use serde_json::json;

/// The name of the JavaScript world of the extension's scripts.
const OWN_WORLD: &str = "Axlens";

/// The text of the element with this id.
async fn text_of(page: &InspectorPage, id: &str) -> anyhow::Result<String> {
    let read = format!("document.getElementById('{id}').innerText");
    let text = page.evaluate(&read).await?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

/// Waits until the element with this id contains a text.
async fn wait_for_text(page: &InspectorPage, id: &str, part: &str) -> anyhow::Result<()> {
    until(part, async || {
        let text = text_of(page, id).await?;
        anyhow::ensure!(text.contains(part), "{text}");
        Ok(Some(()))
    })
    .await
}

/// Asserts that the panel has the server's lines and number of tokens.
async fn assert_panel_lines(panel: &InspectorPage, tree: &str) -> anyhow::Result<()> {
    wait_for_text(panel, "page", "Widgets").await?;
    panel
        .wait_for("document.querySelectorAll('#lines .line:not([hidden])').length > 5")
        .await?;
    let lines = panel
        .evaluate(
            "[...document.querySelectorAll('#lines .line:not([hidden])')]
            .sort((one, other) => one.dataset.row - other.dataset.row)
            .map((line) => line.textContent.trim())",
        )
        .await?;
    let lines = lines.as_array().context("lines")?;
    let expected: Vec<&str> = tree.lines().map(str::trim).collect();
    assert!(lines.len() > 5 && expected.len() >= lines.len());
    assert_eq!(lines[..], expected[..lines.len()]);
    // The number is the server's, not an estimate.
    panel
        .wait_for("/^[0-9,.]+ tokens/.test(document.getElementById('tokens').innerText)")
        .await
}

/// Asserts that a line of the panel highlights its element, is explained, and selects its element
/// in Elements.
async fn assert_line_actions(
    inspector: &Inspector,
    panel: &InspectorPage,
    tab: &Tab,
) -> anyhow::Result<()> {
    let line = "[...document.querySelectorAll('#lines .line')]
        .find((line) => line.textContent.includes('Mute'))";
    let over = "dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))";
    panel.evaluate(&format!("{line}.{over}")).await?;
    tab.wait_for("document.querySelector('#toggle').getAnimations().length === 1")
        .await?;
    panel
        .evaluate("document.querySelector('#lines').dispatchEvent(new MouseEvent('mouseleave'))")
        .await?;
    tab.wait_for("document.getAnimations().length === 0")
        .await?;
    panel.evaluate(&format!("{line}.click()")).await?;
    wait_for_text(panel, "explanation", "can be acted on by its role").await?;
    panel
        .evaluate("document.querySelector('#reveal').click()")
        .await?;
    until("the element in Elements", async || {
        Ok((inspector.selected().await? == "toggle").then_some(()))
    })
    .await
}

#[test]
fn panel_and_sidebar_show_what_agents_see() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = chain.open_fixture("widgets.html").await?;
        let tree = tab.observe(json!({"format": "lean"})).await?;
        let tree = tree["tree"].as_str().unwrap_or_default();
        let inspector = Inspector::open(&chain.browser, &tab).await?;
        let panel = inspector.show_panel().await?;
        assert_panel_lines(&panel, tree).await?;
        assert_line_actions(&inspector, &panel, &tab).await?;
        // The sidebar shows the line of the element that is selected in Elements.
        let sidebar = inspector.select("#toggle").await?;
        let uid = uid_of(&tab.tree().await?, "Mute")?;
        wait_for_text(&sidebar, "line", &format!("{uid} button \"Mute\"")).await?;
        wait_for_text(&sidebar, "facts", "can be acted on by its role").await?;
        inspector.select("#more").await?;
        wait_for_text(&sidebar, "note", "no line of its own").await
    })
}

#[test]
fn the_panel_lists_the_errors_that_agents_get() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let page = "<title>Order</title><p>Text<script nonce=own>
            new Image().src = 'https://ads.example/x.png';</script>";
        let policy = "script-src 'nonce-own'; img-src 'self'";
        let page = Page::html(page).header("content-security-policy", policy);
        let tab = chain.open(page).await?;
        let inspector = Inspector::open(&chain.browser, &tab).await?;
        let panel = inspector.show_panel().await?;
        panel
            .wait_for("document.body.dataset.ready !== undefined")
            .await?;
        panel
            .evaluate("document.querySelector('#view-errors').click()")
            .await?;
        wait_for_text(&panel, "unrecorded", "is not recorded yet").await?;
        // The request of an agent begins the record.
        let handle = tab.handle().await?;
        let request = json!({"tab": handle});
        let answer = tab.agent().post("/errors", request).await?.ok()?;
        let served = errors::text(&serde_json::from_value::<ErrorsAnswer>(answer)?);
        assert!(served.contains("csp \"blocked by img-src\""), "{served}");
        panel
            .evaluate("document.querySelector('#read').click()")
            .await?;
        let expected = served.replacen(&format!(" of tab {handle}"), "", 1);
        let lines = "[...document.querySelectorAll('#list-lines > li')]
            .map((line) => line.textContent).join('\\n')";
        panel
            .wait_for(&format!("{lines} === {}", json!(expected)))
            .await
    })
}

#[test]
fn the_console_api_returns_what_agents_see() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = chain.open(framed()).await?;
        let tree = tab.observe(json!({"format": "lean"})).await?;
        let tree = tree["tree"].as_str().unwrap_or_default();
        let _inspector = Inspector::open(&chain.browser, &tab).await?;
        until("the helpers", async || {
            let kind = tab.evaluate_in(OWN_WORLD, "typeof axlens").await;
            Ok((kind? == "object").then_some(()))
        })
        .await?;
        // Only this document: a compromised process must not get data of other frames.
        let text = tab.evaluate_in(OWN_WORLD, "axlens.observe()").await?;
        let uid = uid_of(&tab.tree().await?, "Save")?;
        assert!(tree.contains("Inner"), "{tree}");
        let text = text.as_str().unwrap_or_default();
        assert!(text.contains(&format!("{uid} button \"Save\"")), "{text}");
        assert!(!text.contains("Inner"), "{text}");
        let outline = tab.evaluate_in(OWN_WORLD, "axlens.observe({ format: 'outline' })");
        assert!(outline.await?.to_string().contains("uid="));
        let found = format!("axlens.find({uid}).then(({{ id }}) => id)");
        assert_eq!(tab.evaluate_in(OWN_WORLD, &found).await?, "save");
        let explain = "axlens.explain(document.querySelector('#save'))";
        let explained = tab.evaluate_in(OWN_WORLD, explain).await?;
        assert_eq!(explained["name"]["value"], "Save");
        for (wrong, part) in [
            ("axlens.find(99999)", "has the uid 99999"),
            ("axlens.explain(3)", "Give an element of this document"),
            ("axlens.observe({ format: 'knob' })", "unknown variant"),
        ] {
            let error = tab.evaluate_in(OWN_WORLD, wrong).await;
            let error = error.expect_err(wrong).to_string();
            assert!(error.contains(part), "{error}");
        }
        // The page's own scripts can't access it. It is available in the next page too.
        assert_eq!(tab.evaluate("typeof axlens").await?, "undefined");
        tab.goto(&chain.site.page(Page::html("<button>Next</button>")))
            .await?;
        until("the helpers in the next page", async || {
            let text = tab.evaluate_in(OWN_WORLD, "axlens.observe()").await;
            Ok(text?.to_string().contains("Next").then_some(()))
        })
        .await?;
        // The console has no access to what agents can't read.
        let options = chain.own_page("options").await?;
        press_pause(&options, true).await?;
        let paused = tab.evaluate_in(OWN_WORLD, "axlens.observe()").await;
        let paused = paused.expect_err("paused").to_string();
        assert!(paused.contains("paused all reading"), "{paused}");
        Ok(())
    })
}

/// The example of docs/devtools.md: an agent does not see a button that the user sees.
#[test]
fn the_example_of_the_missing_button() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = chain.open_fixture("left-hidden.html").await?;
        tab.evaluate("document.querySelector('#accept').click()")
            .await?;
        let tree = tab.observe(json!({"format": "lean"})).await?;
        let tree = tree["tree"].as_str().unwrap_or_default();
        assert!(!tree.contains("button \"Place order\""), "{tree}");

        let inspector = Inspector::open(&chain.browser, &tab).await?;
        let sidebar = inspector.select("#order").await?;
        wait_for_text(&sidebar, "note", "no line of its own").await?;
        wait_for_text(&sidebar, "facts", "aria-hidden on #page").await?;

        let panel = inspector.show_panel().await?;
        panel
            .wait_for("document.querySelector('#lines').textContent.includes('Place order')")
            .await?;
        wait_for_text(&panel, "counts", "0 actionable").await?;
        panel
            .evaluate("document.querySelector('#follow').click()")
            .await?;
        tab.evaluate("document.querySelector('#page').removeAttribute('aria-hidden')")
            .await?;
        until("the button", async || {
            inspector.screenshot().await?;
            let text = panel.evaluate("document.querySelector('#lines').textContent");
            Ok(text
                .await?
                .to_string()
                .contains("button \\\"Place order")
                .then_some(()))
        })
        .await
    })
}
