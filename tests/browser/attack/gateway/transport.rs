//! Malformed requests, and the log.

use super::{Fleet, SECRET};
use crate::attack::raw::send;
use crate::attack::report::Report;
use anyhow::{Context, ensure};
use serde_json::{Value, json};

/// Runs them all.
pub async fn attacks(report: &mut Report, fleet: &Fleet<'_>) {
    let tried = "two lengths, to hide a second request";
    report
        .attack("gateway_smuggled_request", tried, smuggled(fleet))
        .await;
    let tried = "line breaks in names, paths and headers, to forge a line of the log";
    report
        .attack("gateway_log_injection", tried, log(fleet))
        .await;
}

async fn smuggled(fleet: &Fleet<'_>) -> anyhow::Result<String> {
    let token = &fleet.agent.token;
    let text = format!(
        "POST /observe HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {token}\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nPOST /stop HTTP/1.1\r\nhost: a\r\n\r\n"
    );
    let answer = send(fleet.gateway.port, text.as_bytes()).await?;
    ensure!(
        answer.statuses().iter().all(|status| *status >= 400),
        "{}",
        answer.text()
    );
    Ok(format!("{:?}", answer.statuses()))
}

async fn log(fleet: &Fleet<'_>) -> anyhow::Result<String> {
    let forged = "\n{\"forged\":true}\n";
    let body = json!({"browser": forged}).to_string();
    fleet.agent.post("/observe", &body).await?;
    let path = "POST /observe%0a%7b%22forged%22:true%7d%0a?browser=%0aforged%0a";
    fleet
        .agent
        .send(path, "user-agent: forged\r\nx-forged: forged\r\n", "")
        .await?;
    let log = fleet.gateway.log()?;
    for line in log.lines() {
        let line: Value = serde_json::from_str(line).context("a line of the log is no JSON")?;
        ensure!(
            line["fields"].is_object() && line.get("forged").is_none(),
            "{line}"
        );
    }
    for text in ["forged", "axl_", SECRET, "Pay", &fleet.agent.token[4..20]] {
        ensure!(!log.contains(text), "the log contains {text}");
    }
    Ok(format!(
        "{} lines, each of them one of the gateway's",
        log.lines().count()
    ))
}
