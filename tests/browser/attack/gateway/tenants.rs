//! An agent of another tenant, and an agent that may use only another edge.

use super::Fleet;
use super::client::{Client, refused};
use super::edges::{FakeEdge, answer_text};
use crate::attack::report::Report;
use anyhow::ensure;
use serde_json::{Value, json};

const NOTHING_THERE: &[&str] = &["browser_not_found", "extension_disconnected"];

/// Runs them all.
pub async fn attacks(report: &mut Report, fleet: &Fleet<'_>) -> anyhow::Result<()> {
    names(report, fleet).await?;
    let tried = "a tenant in a header";
    report
        .attack("tenant_in_a_header", tried, in_header(fleet))
        .await;
    let tried = "the list of browsers";
    report
        .attack("tenant_browsers", tried, browsers(fleet))
        .await;
    let tried = "the same request as an agent of the other tenant, to an edge with the same name";
    report
        .attack("tenant_shared_answer", tried, same_name(fleet))
        .await;
    let tried = "an edge that the token does not name";
    report
        .attack("edge_not_in_the_token", tried, other_edge(fleet))
        .await;
    let tried = "a uid of another agent of the tenant";
    report
        .attack("uid_of_another_remote_agent", tried, uid_of_another(fleet))
        .await;
    Ok(())
}

/// Names that lead to the edge of `acme` if one of them is not checked.
async fn names(report: &mut Report, fleet: &Fleet<'_>) -> anyhow::Result<()> {
    let handle = fleet.tab.handle().await?;
    for (name, tried, browser) in [
        ("tenant_edge", "the name of its edge", "laptop/Chrome"),
        ("tenant_path", "tenant and edge", "acme/laptop"),
        ("tenant_subject", "a subject of NATS", "acme.laptop/Chrome"),
        ("tenant_wildcard", "a wildcard", "*/Chrome"),
        (
            "tenant_all",
            "the wildcard for the rest of a subject",
            ">/Chrome",
        ),
        ("tenant_parent", "a relative path", "../acme/laptop"),
        (
            "tenant_line_break",
            "a command of NATS",
            "laptop\r\nPUB ax.acme.laptop 0\r\n\r\n/Chrome",
        ),
        ("tenant_nul", "a NUL", "laptop\u{0}/Chrome"),
    ] {
        let attempt = async {
            let body = json!({"what": "a11y_tree", "tab": handle, "browser": browser});
            let answer = fleet.other.post("/observe", &body.to_string()).await?;
            refused(&answer, NOTHING_THERE)
        };
        report.attack(name, tried, attempt).await;
    }
    Ok(())
}

async fn in_header(fleet: &Fleet<'_>) -> anyhow::Result<String> {
    let headers = "x-axlens-tenant: acme\r\ntenant: acme\r\nx-forwarded-user: acme\r\n";
    let body = fleet.snapshot().await?;
    let answer = fleet.other.send("POST /observe", headers, &body).await?;
    refused(&answer, NOTHING_THERE)
}

async fn browsers(fleet: &Fleet<'_>) -> anyhow::Result<String> {
    let list = |text: &str| -> anyhow::Result<usize> {
        let answer: Value = serde_json::from_str(text)?;
        Ok(answer["browsers"].as_array().map_or(0, Vec::len))
    };
    let own = fleet.agent.send("GET /browsers", "", "").await?;
    // The browsers of earlier attacks stay in the list of the chain's server.
    ensure!(list(own.body())? > 0, "the control: {}", own.text());
    let other = fleet.other.send("GET /browsers", "", "").await?;
    ensure!(list(other.body())? == 0, "{}", other.text());
    Ok("the list is empty".into())
}

/// Both tenants have an edge `laptop`, and both agents send the same request at the same time.
async fn same_name(fleet: &Fleet<'_>) -> anyhow::Result<String> {
    let token = fleet.gateway.add_edge("laptop", "other")?;
    let mut edge = FakeEdge::connect(fleet.gateway.port, &token, 1).await?;
    let joined = "\"tenant\":\"other\",\"edge\":\"laptop\"";
    fleet.gateway.wait_for_log(joined).await?;
    let body = fleet.snapshot().await?;
    for _ in 0..20 {
        let answered = answer_text(&mut edge, "of the other tenant");
        let (own, other, answered) = tokio::join!(
            fleet.agent.post("/observe", &body),
            fleet.other.post("/observe", &body),
            answered
        );
        answered?;
        let (own, other) = (own?, other?);
        ensure!(
            other.body().contains("of the other tenant"),
            "{}",
            other.text()
        );
        ensure!(!other.text().contains(super::SECRET), "{}", other.text());
        ensure!(own.text().contains(super::SECRET), "{}", own.text());
    }
    Ok("each agent receives only the answer of its own edge".into())
}

async fn other_edge(fleet: &Fleet<'_>) -> anyhow::Result<String> {
    fleet.gateway.add_edge("desk", "acme")?;
    let token = fleet
        .gateway
        .add_agent("desk-only", "acme", &["--edge", "desk"])?;
    let body = fleet.snapshot().await?;
    let answer = Client::of(&fleet.gateway, &token)
        .post("/observe", &body)
        .await?;
    refused(&answer, NOTHING_THERE)
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
