//! A client without the right token.

use super::Fleet;
use super::client::{Client, refused, send_raw};
use crate::attack::report::Report;
use anyhow::ensure;

const UNAUTHORIZED: &[&str] = &["unauthorized"];

/// Runs them all. `laptop`: the token of the edge.
pub async fn attacks(report: &mut Report, fleet: &Fleet<'_>, laptop: &str) -> anyhow::Result<()> {
    headers(report, fleet, laptop).await?;
    lines(report, fleet, laptop).await;
    let tried = "a token that was revoked";
    report
        .attack("gateway_revoked_agent", tried, revoked_agent(fleet))
        .await;
    // Last, because its wrong tokens have a back-off.
    let tried = "many wrong tokens, then the valid one of another client";
    report
        .attack("gateway_token_guessing", tried, guessing(fleet))
        .await;
    Ok(())
}

/// Name, description, first line and headers of a request for the page, and the expected codes.
type WrongHeaders = (
    &'static str,
    &'static str,
    String,
    String,
    &'static [&'static str],
);

/// Requests for the page with wrong headers.
async fn headers(report: &mut Report, fleet: &Fleet<'_>, laptop: &str) -> anyhow::Result<()> {
    let body = fleet.snapshot().await?;
    for (name, tried, first, headers, codes) in wrong_headers(fleet, laptop) {
        let attempt = async {
            let answer = send_raw(fleet.gateway.port, &first, &headers, &body).await?;
            refused(&answer, codes)
        };
        report.attack(name, tried, attempt).await;
    }
    Ok(())
}

fn wrong_headers(fleet: &Fleet<'_>, laptop: &str) -> Vec<WrongHeaders> {
    let token = &fleet.agent.token;
    let bearer = |token: &str| format!("authorization: Bearer {token}\r\n");
    let in_address = format!("POST /observe?token={token}&access_token={token}");
    let page = bearer(token) + "origin: https://page.test\r\n";
    let two = bearer(token) + &bearer("axl_wrong");
    let local = bearer(&fleet.chain.agent.token());
    let row = |name, tried, headers| {
        let first = "POST /observe".to_owned();
        (name, tried, first, headers, UNAUTHORIZED)
    };
    vec![
        row("gateway_no_token", "no token", String::new()),
        row("gateway_wrong_token", "a wrong token", bearer("axl_wrong")),
        row(
            "gateway_token_prefix",
            "half of a token",
            bearer(&token[..36]),
        ),
        row("gateway_two_tokens", "two tokens", two),
        row(
            "gateway_edge_as_agent",
            "the token of an edge",
            bearer(laptop),
        ),
        row(
            "gateway_local_token",
            "the token of the local server",
            local,
        ),
        (
            "gateway_token_in_address",
            "the token in the address",
            in_address,
            String::new(),
            UNAUTHORIZED,
        ),
        (
            "gateway_web_page",
            "a web page with a stolen token",
            "POST /observe".to_owned(),
            page,
            &["forbidden"],
        ),
    ]
}

/// Requests for a line with wrong headers.
async fn lines(report: &mut Report, fleet: &Fleet<'_>, laptop: &str) {
    const UPGRADE: &str = "upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let protocol = "sec-websocket-protocol: axlens-edge.1\r\n";
    let bearer = |token: &str| format!("authorization: Bearer {token}\r\n");
    for (name, tried, first, headers, codes) in [
        (
            "gateway_agent_as_edge",
            "a line with the token of an agent",
            "GET /edge",
            bearer(&fleet.agent.token) + protocol,
            UNAUTHORIZED,
        ),
        (
            "gateway_line_without_token",
            "a line without a token",
            "GET /edge",
            protocol.to_owned(),
            UNAUTHORIZED,
        ),
        (
            "gateway_line_by_a_page",
            "a line of a web page with a stolen token",
            "GET /edge",
            bearer(laptop) + protocol + "origin: https://page.test\r\n",
            &["forbidden"],
        ),
        (
            "gateway_other_protocol",
            "a line of another version",
            "GET /edge",
            bearer(laptop) + "sec-websocket-protocol: axlens-edge.0\r\n",
            &["version_mismatch"],
        ),
    ] {
        let attempt = async {
            let headers = headers + UPGRADE;
            let answer = send_raw(fleet.gateway.port, first, &headers, "").await?;
            refused(&answer, codes)
        };
        report.attack(name, tried, attempt).await;
    }
}

async fn revoked_agent(fleet: &Fleet<'_>) -> anyhow::Result<String> {
    let token = fleet.gateway.add_agent("late", "acme", &[])?;
    let late = Client::of(&fleet.gateway, &token);
    let body = fleet.snapshot().await?;
    let control = late.post("/observe", &body).await?;
    ensure!(
        control.statuses() == [200],
        "the control: {}",
        control.text()
    );
    fleet.gateway.revoke("acme", "late")?;
    refused(&late.post("/observe", &body).await?, UNAUTHORIZED)
}

async fn guessing(fleet: &Fleet<'_>) -> anyhow::Result<String> {
    let mut last = String::new();
    for number in 0..40 {
        let wrong = Client::of(&fleet.gateway, &format!("axl_{number:064x}"));
        let answer = wrong.post("/observe", "{}").await?;
        last = refused(&answer, &["unauthorized", "queue_full"])?;
    }
    ensure!(last.starts_with("queue_full"), "no back-off: {last}");
    let body = fleet.snapshot().await?;
    let valid = fleet.agent.post("/observe", &body).await?;
    ensure!(
        valid.statuses() == [200],
        "a valid token is locked out: {}",
        valid.text()
    );
    Ok(last)
}
