//! An agent that requests more than its token allows.

pub mod client_agents;
mod mcp_process;
pub mod uploads;

use crate::attack::report::Report;
use anyhow::{Context, ensure};
use axlens_harness::tab::uid_of;
use axlens_harness::{Agent, Chain, Page, Reply};
use serde_json::{Value, json};

/// A text of the page, which no response may contain.
const SECRET: &str = "Private matter";

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let html = format!("<h1>{SECRET}</h1><button>Pay</button>");
    let tab = chain.open(Page::html(html)).await?;
    let uid = uid_of(&tab.tree().await?, "Pay")?;
    let snapshot = json!({"what": "a11y_tree", "tab": tab.handle().await?});
    let reader = chain.add_agent(&["reader"])?;
    // The control: it can read.
    let seen = reader.observe(snapshot.clone()).await?.ok()?;
    ensure!(seen.to_string().contains(SECRET), "the control: {seen}");
    let body = json!({"action": "highlight", "uid": uid});
    let tried = "an action with a token that allows reading";
    let attempt = refused(&reader, "/interact", body);
    report
        .attack("acts_with_a_token_to_read", tried, attempt)
        .await;
    let elsewhere = chain.add_agent(&["elsewhere", "--site", "example.org"])?;
    let tried = "a page outside the sites of its token";
    let attempt = refused(&elsewhere, "/observe", snapshot);
    report.attack("outside_its_sites", tried, attempt).await;
    Ok(())
}

async fn refused(agent: &Agent, path: &str, body: Value) -> anyhow::Result<String> {
    let reply: Reply = agent.post(path, body).await?;
    let text = reply.body.to_string();
    ensure!(
        !text.contains(SECRET),
        "the response contains it: {text:.300}"
    );
    ensure!(reply.status >= 400, "it is done: {text:.300}");
    let message = reply.body["message"].as_str().context("a message")?;
    Ok(format!("{} {}: {message}", reply.status, reply.code()?))
}
