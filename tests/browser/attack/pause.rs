//! An agent that requests content after the user has paused Axlens.

use crate::attack::refusal::fault;
use crate::attack::report::Report;
use anyhow::Context;
use axlens_harness::own_page::press_pause;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};

/// The pause button, which changes when the page knows the new state.
const BUTTON: &str = "document.querySelector('#pause').outerHTML";

/// Runs them all after the pause.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let page = "<!doctype html><title>Private</title>".to_owned() + &"<p>word</p>".repeat(3000);
    let tab = chain.open(Page::html(page)).await?;
    let (handle, session) = (tab.handle().await?, tab.name.clone());
    let window = json!({"format": "lean", "max_tokens": 100});
    let first = tab.observe(window).await?["cursor"].take();
    let next = json!({"cursor": first, "session": session});
    let next = chain.agent.observe(next).await?.ok();
    let cursor = next.context("the control: the next window")?["cursor"].take();
    let options = chain.own_page("options").await?;
    let unpaused = options.evaluate(BUTTON).await?;
    switch(chain, &options, true).await?;
    // A click toggles the state that the page knows.
    options
        .wait_for(&format!("{BUTTON} !== {unpaused}"))
        .await?;
    let attempts = requests(handle, &session);
    for (name, tried, endpoint, body) in attempts {
        let attempt = async {
            let reply = match body {
                Value::Null => chain.agent.get(endpoint).await?,
                body => chain.agent.post(endpoint, body).await?,
            };
            fault(&reply, "reading_paused")
        };
        report.attack(name, tried, attempt).await;
    }
    let tried = "the next window of a page read before";
    let attempt = async {
        let body = json!({"cursor": cursor, "session": session});
        fault(&chain.agent.observe(body).await?, "reading_paused")
    };
    report.attack("cursor_while_paused", tried, attempt).await;
    switch(chain, &options, false).await
}

/// Name, what is tried, path and body of the requests for a tab; null: the endpoint has no body.
fn requests(handle: u64, session: &str) -> [(&'static str, &'static str, &'static str, Value); 7] {
    [
        (
            "snapshot_while_paused",
            "a snapshot",
            "/observe",
            json!({"tab": handle, "what": "a11y_tree"}),
        ),
        (
            "delta_while_paused",
            "a delta to a page read before",
            "/observe",
            json!({"tab": handle, "what": "a11y_tree", "compression": "delta", "session": session}),
        ),
        (
            "explain_while_paused",
            "an explanation",
            "/explain",
            json!({"tab": handle, "selector": "p"}),
        ),
        (
            "requests_while_paused",
            "the requests of a page",
            "/network",
            json!({"tab": handle}),
        ),
        (
            "errors_while_paused",
            "the errors of a page",
            "/errors",
            json!({"tab": handle}),
        ),
        (
            "pdf_while_paused",
            "the PDF file of a tab",
            "/get",
            json!({"tab": handle, "what": "pdf"}),
        ),
        (
            "tabs_while_paused",
            "titles and addresses of tabs",
            "/tabs",
            Value::Null,
        ),
    ]
}

async fn switch(chain: &Chain, options: &Tab, paused: bool) -> anyhow::Result<()> {
    press_pause(options, paused).await?;
    until("the pause, or its end", || async {
        let status = chain.agent.status().await?;
        Ok((status["extension"]["paused"] == paused).then_some(()))
    })
    .await
}
