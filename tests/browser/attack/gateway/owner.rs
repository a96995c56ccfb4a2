//! An agent whose token allows more than the owner of the edge.

use super::Fleet;
use super::client::refused;
use crate::attack::report::Report;
use anyhow::{Context, ensure};
use axlens_harness::tab::uid_of;
use serde_json::json;

/// Runs them all. `laptop`: the token of the edge.
pub async fn attacks(report: &mut Report, fleet: &Fleet<'_>, laptop: &str) -> anyhow::Result<()> {
    let tried = "an action with a token that allows acting, where the owner allows reading";
    report
        .attack("owner_allows_reading", tried, acts(fleet))
        .await;
    let tried = "an action by MCP";
    report
        .attack("owner_and_mcp", tried, acts_by_mcp(fleet))
        .await;
    let tried = "a page outside the owner's sites";
    report
        .attack("outside_the_owners_sites", tried, other_site(fleet, laptop))
        .await;
    let tried = "the name in the audit log of the edge";
    report
        .attack("remote_agent_in_the_log", tried, is_named(fleet))
        .await;
    let tried = "a request after the owner has left the gateway";
    report
        .attack("after_leaving", tried, left(fleet, laptop))
        .await;
    Ok(())
}

async fn acts(fleet: &Fleet<'_>) -> anyhow::Result<String> {
    let uid = uid_of(&fleet.tab.tree().await?, "Pay")?;
    let handle = fleet.tab.handle().await?;
    let body = json!({"action": "click", "uid": uid, "tab": handle, "browser": "laptop"});
    let answer = fleet.agent.post("/interact", &body.to_string()).await?;
    refused(&answer, &["permission_denied"])
}

async fn acts_by_mcp(fleet: &Fleet<'_>) -> anyhow::Result<String> {
    let arguments = json!({"to": "https://example.org/", "browser": "laptop"});
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "navigate", "arguments": arguments}});
    let headers =
        "content-type: application/json\r\naccept: application/json, text/event-stream\r\n";
    let answer = fleet
        .agent
        .send("POST /mcp", headers, &call.to_string())
        .await?;
    ensure!(
        answer.text().contains("permission_denied"),
        "{}",
        answer.text()
    );
    Ok("permission_denied".into())
}

async fn other_site(fleet: &Fleet<'_>, laptop: &str) -> anyhow::Result<String> {
    let limits = ["--scope", "read", "--site", "example.org"];
    fleet.gateway.join(fleet.chain, laptop, &limits)?;
    let answer = fleet.agent.post("/observe", &fleet.snapshot().await?).await;
    fleet
        .gateway
        .join(fleet.chain, laptop, &["--scope", "read"])?;
    let answer = answer?;
    refused(
        &answer,
        &["tab_not_found", "permission_denied", "unknown_uid"],
    )
}

async fn is_named(fleet: &Fleet<'_>) -> anyhow::Result<String> {
    let entries = fleet.chain.log()?;
    let names = entries
        .iter()
        .filter_map(|entry| entry["agent"]["name"].as_str());
    let expected = format!("ci via 127.0.0.1:{}", fleet.gateway.port);
    let name = names.into_iter().find(|name| **name == expected);
    Ok(name.context("the log does not name the agent")?.to_owned())
}

async fn left(fleet: &Fleet<'_>, laptop: &str) -> anyhow::Result<String> {
    let body = fleet.snapshot().await?;
    fleet.chain.run(&["join", "--off"])?;
    let answer = fleet.agent.post("/observe", &body).await;
    fleet
        .gateway
        .join(fleet.chain, laptop, &["--scope", "read"])?;
    refused(&answer?, &["extension_disconnected"])
}
