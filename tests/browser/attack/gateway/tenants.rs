//! An agent of another tenant, and another agent of the same tenant.

use super::Fleet;
use super::client::{Client, refused};
use crate::attack::report::Report;
use anyhow::ensure;
use serde_json::json;

/// Runs them all.
pub async fn attacks(report: &mut Report, fleet: &Fleet<'_>) {
    let tried = "a tenant in a header";
    report
        .attack("tenant_in_a_header", tried, in_header(fleet))
        .await;
    let tried = "a uid of another agent of the tenant";
    report
        .attack("uid_of_another_remote_agent", tried, uid_of_another(fleet))
        .await;
}

async fn in_header(fleet: &Fleet<'_>) -> anyhow::Result<String> {
    let headers = "x-axlens-tenant: acme\r\ntenant: acme\r\nx-forwarded-user: acme\r\n";
    let body = fleet.snapshot().await?;
    let answer = fleet.other.send("POST /observe", headers, &body).await?;
    refused(&answer, &["browser_not_found", "extension_disconnected"])
}

async fn uid_of_another(fleet: &Fleet<'_>) -> anyhow::Result<String> {
    let body = fleet.snapshot().await?;
    let seen = fleet.agent.post("/observe", &body).await?;
    ensure!(seen.statuses() == [200], "the control: {}", seen.text());
    let another = fleet.gateway.add_agent("another", "acme", &[])?;
    let locate = json!({"uid": 1, "browser": "laptop"}).to_string();
    let answer = Client::of(&fleet.gateway, &another)
        .post("/locate", &locate)
        .await?;
    refused(&answer, &["unknown_uid", "stale_uid"])
}
