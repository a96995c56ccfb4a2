//! An agent that follows the instructions of a page: with a valid token, it sends requests that
//! should break the server or mislead it.

pub mod repeated_keys;

use crate::attack::refusal::fault;
use crate::attack::report::Report;
use crate::attack::target::Target;
use anyhow::ensure;
use axlens_harness::Page;
use serde_json::{Value, json};

/// Name, description of the attack, the endpoint, the body, the fault.
type Attempt = (
    &'static str,
    &'static str,
    &'static str,
    fn() -> Value,
    &'static str,
);

const ATTEMPTS: &[Attempt] = &[
    (
        "deep_json",
        "a body of 1,000 nested lists",
        "/observe",
        || json!({"what": nested(1000)}),
        "bad_request",
    ),
    (
        "unknown_parameter",
        "an unknown parameter",
        "/observe",
        || json!({"what": "a11y_tree", "eval": "1"}),
        "bad_request",
    ),
    (
        "deep_selector",
        "a selector of 1,000 nested :is()",
        "/explain",
        || json!({"selector": ":is(".repeat(1000)}),
        "bad_request",
    ),
    (
        "unknown_tab",
        "a tab that does not exist",
        "/observe",
        || json!({"what": "a11y_tree", "tab": 999_999}),
        "tab_not_found",
    ),
    (
        "unknown_browser",
        "a browser that does not exist",
        "/observe",
        || json!({"what": "a11y_tree", "browser": "evil"}),
        "browser_not_found",
    ),
    (
        "negative_tab",
        "a negative number",
        "/observe",
        || json!({"what": "a11y_tree", "tab": -1}),
        "bad_request",
    ),
    (
        "forged_cursor",
        "a forged cursor",
        "/observe",
        || json!({"what": "a11y_tree", "cursor": "AAAA"}),
        "bad_request",
    ),
];

/// Runs them all.
pub async fn attacks(report: &mut Report, target: &Target<'_>) {
    for (name, tried, endpoint, body, code) in ATTEMPTS {
        let attempt = async {
            let reply = target.chain.agent.post(endpoint, body()).await?;
            fault(&reply, code)
        };
        report.attack(name, tried, attempt).await;
    }
    let tried = "a uid of another session";
    let attempt = someone_elses_session(target);
    report.attack("someone_elses_session", tried, attempt).await;
    let tried = "60 concurrent requests of one session, and one of another session";
    report.attack("request_flood", tried, flood(target)).await;
}

fn nested(depth: usize) -> Value {
    (0..depth).fold(Value::Null, |inner, _| json!([inner]))
}

/// The fault depends on whether the server has removed sessions to limit its memory.
async fn someone_elses_session(target: &Target<'_>) -> anyhow::Result<String> {
    let request = json!({"uid": "1", "session": "of-nobody"});
    let reply = target.chain.agent.post("/locate", request).await?;
    match reply.code()? {
        "stale_uid" => fault(&reply, "stale_uid"),
        _ => fault(&reply, "unknown_uid"),
    }
}

async fn flood(target: &Target<'_>) -> anyhow::Result<String> {
    let agent = &target.chain.agent;
    let page = Page::html("<!doctype html><button>Buy</button>");
    let page = target.chain.open(page).await?;
    let tab = page.handle().await?;
    let mut flood = tokio::task::JoinSet::new();
    for _ in 0..60 {
        let agent = agent.clone();
        flood.spawn(async move { agent.observe(json!({"tab": tab, "session": "flood"})).await });
    }
    let other = agent
        .observe(json!({"tab": tab, "session": "quiet"}))
        .await?;
    ensure!(other.status == 200, "{}: {}", other.status, other.body);
    let mut refused = 0;
    while let Some(reply) = flood.join_next().await {
        let reply = reply??;
        if reply.status != 200 {
            fault(&reply, "queue_full")?;
            refused += 1;
        }
    }
    Ok(format!(
        "the other session gets its response, and {refused} of the 60 are queue_full"
    ))
}
