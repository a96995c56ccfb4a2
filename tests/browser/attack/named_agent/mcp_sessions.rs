//! An agent that knows the id of a session that another agent has opened with the Model Context
//! Protocol.

use super::token;
use crate::attack::raw::{Answer, send};
use crate::attack::report::Report;
use crate::attack::target::Target;
use anyhow::{Context, ensure};
use serde_json::json;

/// A version of the protocol with sessions.
const VERSION: &str = "2025-11-25";

/// Name, description of the attack, the method, the headers with the session `{id}`.
const ATTEMPTS: &[(&str, &str, &str, &str)] = &[
    (
        "mcp_session_of_another_deleted",
        "the end of another agent's session",
        "DELETE",
        "mcp-session-id: {id}\n",
    ),
    (
        "mcp_session_of_another_used",
        "a call in another agent's session",
        "POST",
        "mcp-session-id: {id}\n",
    ),
    (
        "mcp_session_of_another_read",
        "the messages of another agent's session",
        "GET",
        "mcp-session-id: {id}\n",
    ),
    (
        "mcp_session_of_another_resumed",
        "another agent's earlier messages",
        "GET",
        "mcp-session-id: {id}\nlast-event-id: 0/0\n",
    ),
    (
        "mcp_session_behind_an_unknown_one",
        "an unknown session and another agent's",
        "DELETE",
        "mcp-session-id: 0\nmcp-session-id: {id}\n",
    ),
    (
        "mcp_session_before_an_unknown_one",
        "another agent's session and an unknown one",
        "DELETE",
        "mcp-session-id: {id}\nmcp-session-id: 0\n",
    ),
    (
        "mcp_session_by_method_override",
        "the end of another agent's session by an override",
        "POST",
        "mcp-session-id: {id}\nx-http-method-override: DELETE\n",
    ),
    (
        "mcp_session_unknown_deleted",
        "the end of a session that does not exist, to compare",
        "DELETE",
        "mcp-session-id: 00000000-0000-4000-8000-000000000000\n",
    ),
];

/// Runs them all.
pub async fn attacks(report: &mut Report, target: &Target<'_>) -> anyhow::Result<()> {
    let reader = token(target.chain, &["session-thief"])?.token();
    for (name, tried, method, headers) in ATTEMPTS {
        let attempt = by_id(target, &reader, method, headers);
        report.attack(name, tried, attempt).await;
    }
    let tried = "150 sessions of one agent, while another has one";
    report
        .attack("mcp_session_flood", tried, flood(target, &reader))
        .await;
    Ok(())
}

/// The user's session must work before and after the attempt of the reader.
async fn by_id(
    target: &Target<'_>,
    reader: &str,
    method: &str,
    headers: &str,
) -> anyhow::Result<String> {
    let id = open(target, &target.token).await?;
    let own = format!("mcp-session-id: {id}\n");
    let list = call(target, &target.token, "POST", &own).await?;
    ensure!(list.statuses() == [200], "the control: {}", list.text());
    let headers = headers.replace("{id}", &id);
    let refused = call(target, reader, method, &headers).await?;
    let statuses = refused.statuses();
    ensure!(
        matches!(statuses[..], [400 | 404]),
        "{statuses:?}: {:.300}",
        refused.text()
    );
    let list = call(target, &target.token, "POST", &own).await?;
    ensure!(list.statuses() == [200], "the session has ended");
    Ok(format!("{statuses:?}, and the session still works"))
}

async fn flood(target: &Target<'_>, reader: &str) -> anyhow::Result<String> {
    let id = open(target, &target.token).await?;
    for count in 0..150 {
        let opened = open(target, reader).await;
        opened.with_context(|| format!("session {count} of the flood"))?;
    }
    // A new session and the old one both work.
    open(target, &target.token).await?;
    let list = call(
        target,
        &target.token,
        "POST",
        &format!("mcp-session-id: {id}\n"),
    )
    .await?;
    ensure!(list.statuses() == [200], "the session has ended");
    Ok("the other agent keeps its session, and opens another".to_owned())
}

/// Opens a session and returns its id.
async fn open(target: &Target<'_>, token: &str) -> anyhow::Result<String> {
    let params = json!({"protocolVersion": VERSION, "capabilities": {},
        "clientInfo": {"name": "attacker", "version": "1"}});
    let body = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
    let answer = request(target, token, "POST", "", &body.to_string()).await?;
    let head = answer.text().to_lowercase();
    let id = head.split("mcp-session-id: ").nth(1);
    let id = id.and_then(|rest| rest.split("\r\n").next());
    Ok(id
        .with_context(|| format!("a session: {head:.300}"))?
        .to_owned())
}

async fn call(
    target: &Target<'_>,
    token: &str,
    method: &str,
    headers: &str,
) -> anyhow::Result<Answer> {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}});
    let headers = format!("mcp-protocol-version: {VERSION}\n{headers}");
    let body = match method {
        "POST" => body.to_string(),
        _ => String::new(),
    };
    request(target, token, method, &headers, &body).await
}

async fn request(
    target: &Target<'_>,
    token: &str,
    method: &str,
    headers: &str,
    body: &str,
) -> anyhow::Result<Answer> {
    let head = format!(
        "{method} /mcp HTTP/1.1\nhost: {{host}}\nconnection: close\nauthorization: Bearer {token}\naccept: application/json, text/event-stream\ncontent-type: application/json\ncontent-length: {}\n{headers}\n",
        body.len()
    );
    send(target.port, (target.fill(&head) + body).as_bytes()).await
}
