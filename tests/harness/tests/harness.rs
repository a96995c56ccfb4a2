//! Tests of the harness: its functions wait for the documented conditions.

use axlens_harness::on_runtime;
use axlens_harness::process::Folder;
use axlens_harness::site::{Gate, Site};
use axlens_harness::wait::until;
use axlens_harness::{Browser, Page, shared};
use serde_json::json;

#[test]
fn the_browser_shows_what_the_site_serves() -> anyhow::Result<()> {
    on_runtime(async || {
        let folder = Folder::new()?;
        let extension = shared::build()?.join("extension");
        let browser = Browser::start(
            &folder.path().join("profile"),
            &extension,
            &folder.path().join("browser.log"),
        )
        .await?;
        let site = Site::start().await?;
        let made = browser
            .devtools
            .command("", "Target.createTarget", json!({"url": "about:blank"}))
            .await?;
        let attached = browser
            .devtools
            .command(
                "",
                "Target.attachToTarget",
                json!({"targetId": made["targetId"], "flatten": true}),
            )
            .await?;
        let session = attached["sessionId"].as_str().unwrap_or_default();
        let gate = Gate::default();
        let url = site.page(
            Page::html("<!doctype html><title>First</title><h1>First</h1>")
                .then(&gate, "<h2>Second</h2>"),
        );
        browser
            .devtools
            .command(session, "Page.navigate", json!({"url": url}))
            .await?;
        let look = async |expression: &str| {
            browser
                .devtools
                .command(
                    session,
                    "Runtime.evaluate",
                    json!({"expression": expression, "returnByValue": true}),
                )
                .await
        };
        let exists = async |selector: &str| {
            let there = look(&format!("!!document.querySelector('{selector}')")).await?;
            anyhow::Ok((there["result"]["value"] == true).then_some(()))
        };
        until("the first half", || exists("h1")).await?;
        assert_eq!(
            look("document.readyState").await?["result"]["value"],
            "loading"
        );
        gate.open();
        until("the second half", || exists("h2")).await
    })
}
