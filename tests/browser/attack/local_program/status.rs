//! What the status says after requests that should not change it, and to an agent for one site.

use crate::attack::raw::send;
use crate::attack::report::Report;
use crate::attack::target::Target;
use anyhow::{Context, ensure};

/// Name, description of the attack, the request of a program that has no token and no key.
const UNPROVEN: &[(&str, &str, &str)] = &[
    (
        "version_by_a_stranger",
        "another wire version, claimed in a request for a proof",
        "POST /proof HTTP/1.1\nhost: {host}\nx-axlens-wire: 4711\nx-axlens-instance: a\nx-axlens-browser: {browser}\ncontent-length: 2\n\n{}",
    ),
    (
        "version_with_a_wrong_proof",
        "another wire version, claimed with a proof of zeros",
        "POST /token HTTP/1.1\nhost: {host}\nx-axlens-wire: 4711\nx-axlens-instance: a\nx-axlens-browser: {browser}\ncontent-length: 30\n\n{\"exchange\":\"00\",\"proof\":\"00\"}",
    ),
    (
        "version_in_a_poll",
        "another wire version, claimed in a poll without a token",
        "GET /pending-queries HTTP/1.1\nhost: {host}\nx-axlens-wire: 4711\nx-axlens-instance: a\nx-axlens-browser: {browser}\n",
    ),
    (
        "version_in_a_websocket",
        "another wire version, claimed in a WebSocket without a proof",
        "GET /websocket HTTP/1.1\nhost: {host}\nconnection: upgrade, close\nupgrade: websocket\nsec-websocket-version: 13\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\nsec-websocket-protocol: axlens.4711, instance.a, browser.{browser}\n",
    ),
    (
        "version_with_the_origin",
        "another wire version, claimed with the extension's origin",
        "POST /hello HTTP/1.1\nhost: {host}\norigin: chrome-extension://{extension}\nx-axlens-wire: 4711\nx-axlens-instance: a\nx-axlens-browser: {browser}\ncontent-length: 2\n\n{}",
    ),
];

/// Runs them all.
pub async fn attacks(report: &mut Report, target: &Target<'_>) {
    for (name, tried, request) in UNPROVEN {
        report.attack(name, tried, unproven(target, request)).await;
    }
    let tried = "the state directory in the status of an agent for one site";
    report
        .attack("status_with_the_state_path", tried, no_path(target))
        .await;
}

/// Sends a request whose sender has proven nothing: no status may change.
async fn unproven(target: &Target<'_>, request: &str) -> anyhow::Result<String> {
    let status = target.chain.agent.status().await?;
    let browser = status["browsers"][0]["id"].as_str().context("an id")?;
    let (head, body) = request.split_once("\n\n").unwrap_or((request, ""));
    let request = format!("{}\nconnection: close\n\n", head.trim_end());
    let request = target.fill(&request.replace("{browser}", browser)) + body;
    let answer = send(target.port, request.as_bytes()).await?;
    ensure!(answer.statuses() != [200], "{}", answer.text());
    let after = target.chain.agent.status().await?.to_string();
    ensure!(!after.contains("4711"), "the status has it: {after:.500}");
    Ok(format!(
        "{:?}, and the status is unchanged",
        answer.statuses()
    ))
}

/// The status and the browsers, as an agent for one site receives them, have no path.
async fn no_path(target: &Target<'_>) -> anyhow::Result<String> {
    let agent = target
        .chain
        .add_agent(&["one-site", "--site", "example.org"])?;
    let status = agent.status().await?;
    ensure!(
        status["extension"]["connected"] == true,
        "the control: {status}"
    );
    let text = status.to_string() + &agent.get("/browsers").await?.ok()?.to_string();
    let state = target.chain.state_folder().display().to_string();
    ensure!(!text.contains(&state), "it has the path");
    Ok("it has no path".to_owned())
}
