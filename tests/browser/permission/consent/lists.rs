//! A list of fields: the user is asked for each field as if it were alone, and each has its own
//! entry in the audit log.

use crate::permission::consent::target::wait_for_log_of;
use anyhow::ensure;
use axlens_harness::consent::none_open;
use axlens_harness::tab::uid_of;
use axlens_harness::{Chain, ConsentWindow, Kind, Page, Tab, on_runtime};
use serde_json::{Value, json};

const PAGE: &str = "<!doctype html><title>Order</title><label>One <input id=one></label>
<label>Two <input id=two></label><label>Three <input id=three></label>";
const FIELDS: [&str; 3] = ["One", "Two", "Three"];

/// Fills the fields with a text in one request, and gives these answers to the prompts.
async fn fill(chain: &Chain, tab: &Tab, text: &str, answers: &[&str]) -> anyhow::Result<Value> {
    let tree = tab.tree().await?;
    let actions = FIELDS.map(|name| {
        let uid = uid_of(&tree, &format!("\"{name}\"")).unwrap_or_default();
        json!({"action": "fill", "uid": uid, "value": text})
    });
    let body = json!({"actions": actions, "session": tab.name, "timeoutMs": 30_000});
    let agent = chain.agent.clone();
    let request = tokio::spawn(async move { agent.post("/interact", body).await });
    for answer in answers {
        let window = ConsentWindow::armed(&chain.browser).await?;
        window.answer(&chain.browser, answer).await?;
    }
    let reply = request.await??;
    none_open(&chain.browser).await?;
    Ok(reply.body)
}

async fn values(tab: &Tab) -> anyhow::Result<Value> {
    tab.evaluate("[one, two, three].map((field) => field.value)")
        .await
}

#[test]
fn each_field_of_a_list_is_permitted_and_logged() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let tab = chain.open(Page::html(PAGE)).await?;
        let once = fill(&chain, &tab, "a", &["once", "once", "deny"]).await?;
        ensure!(once["error"] == "permission_denied", "{once:#}");
        ensure!(values(&tab).await? == json!(["a", "a", ""]), "{once:#}");
        let site = fill(&chain, &tab, "b", &["site"]).await?;
        ensure!(site["error"].is_null(), "{site:#}");
        ensure!(values(&tab).await? == json!(["b", "b", "b"]), "{site:#}");
        let expected = [
            ("changed", "allowed_once"),
            ("changed", "allowed_once"),
            ("permission_denied", "denied"),
            ("changed", "allowed_site"),
            ("changed", "granted"),
            ("changed", "granted"),
        ];
        wait_for_log_of(&chain, "interact:fill", &expected).await
    })
}
