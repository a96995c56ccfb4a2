//! What the status and the audit log say, after requests that should not change it, and to an agent
//! that should not see it.

use crate::attack::named_agent::token;
use crate::attack::raw::send;
use crate::attack::report::Report;
use crate::attack::target::Target;
use anyhow::{Context, ensure};
use axlens_harness::{Agent, Page};
use serde_json::{Value, json};

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
pub async fn attacks(report: &mut Report, target: &Target<'_>) -> anyhow::Result<()> {
    for (name, tried, request) in UNPROVEN {
        report.attack(name, tried, unproven(target, request)).await;
    }
    let watched = watched(target).await?;
    for (name, tried, attempt) in [
        (
            "status_with_the_state_path",
            "the state directory in the status of an agent for one site",
            no_path as fn(&Watched) -> anyhow::Result<String>,
        ),
        (
            "status_with_counters",
            "numbers of all agents in the status of an agent",
            no_counters,
        ),
        (
            "status_with_activity",
            "when the browser was used for others",
            no_activity,
        ),
        (
            "status_with_other_agents",
            "names of other agents and their sessions",
            no_agents,
        ),
    ] {
        let attempt = std::future::ready(attempt(&watched));
        report.attack(name, tried, attempt).await;
    }
    for (name, method, kinds) in [
        ("head_as_an_action", "HEAD", &["tabs"][..]),
        ("wrong_method_as_an_action", "PUT", &[]),
        ("unknown_method_as_an_action", "QUERY", &[]),
    ] {
        let tried = format!("{method} /tabs, which is no action, in the audit log");
        report
            .attack(name, &tried, logged(target, method, kinds))
            .await;
    }
    Ok(())
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

/// The answers to an agent for one site, and to the user.
struct Watched {
    status: Value,
    browsers: Value,
    state: String,
}

async fn watched(target: &Target<'_>) -> anyhow::Result<Watched> {
    let chain = target.chain;
    chain.open(Page::html("<p>Other</p>")).await?.tree().await?;
    let agent: Agent = token(chain, &["one-site", "--site", "example.org"])?;
    let status = agent.status().await?;
    // The control: the user sees the numbers of all.
    let all = chain.agent.status().await?;
    ensure!(all["cache"]["budgetBytes"].is_u64(), "the control: {all}");
    Ok(Watched {
        status,
        browsers: agent.get("/browsers").await?.ok()?,
        state: chain.state_folder().display().to_string(),
    })
}

fn no_path(watched: &Watched) -> anyhow::Result<String> {
    let text = watched.status.to_string() + &watched.browsers.to_string();
    ensure!(!text.contains(&watched.state), "it has the path");
    Ok("it has no path".to_owned())
}

fn no_counters(watched: &Watched) -> anyhow::Result<String> {
    for field in ["audit", "cache", "queue", "shownBytes"] {
        let value = &watched.status[field];
        ensure!(value.is_null(), "{field}: {value}");
    }
    ensure!(watched.status["sessions"] == 0, "the sessions of others");
    Ok("null".to_owned())
}

fn no_activity(watched: &Watched) -> anyhow::Result<String> {
    let browsers = [
        &watched.status["browsers"][0],
        &watched.browsers["browsers"][0],
    ];
    for browser in browsers.into_iter().chain([&watched.status["extension"]]) {
        ensure!(browser["connected"] == true, "the control: {browser}");
        for field in ["instance", "lastSeenMs", "refusedWire"] {
            ensure!(browser[field].is_null(), "{field}: {browser}");
        }
    }
    Ok("null".to_owned())
}

fn no_agents(watched: &Watched) -> anyhow::Result<String> {
    let agents = watched.status["agents"].as_array().context("agents")?;
    ensure!(
        agents.len() == 1 && agents[0]["name"] == "one-site",
        "{agents:?}"
    );
    Ok("only itself".to_owned())
}

/// The kinds of the entries of a request by a new agent.
async fn logged(target: &Target<'_>, method: &str, kinds: &[&str]) -> anyhow::Result<String> {
    let name = format!("by-{}", method.to_lowercase());
    let agent = token(target.chain, &[&name])?;
    let head = format!(
        "{method} /tabs HTTP/1.1\nhost: {{host}}\nconnection: close\nauthorization: Bearer {}\n\n",
        agent.token()
    );
    send(target.port, target.fill(&head).as_bytes()).await?;
    // Entries are written in order: after a later request's, there is no other one.
    agent.tabs().await?;
    let entries = axlens_harness::wait::until("the entry of the last request", || async {
        let entries = target.chain.log()?.into_iter();
        let own: Vec<Value> = entries
            .filter(|entry| entry["agent"]["name"] == name)
            .collect();
        Ok((own.len() > kinds.len()).then_some(own))
    })
    .await?;
    let found: Vec<&Value> = entries.iter().map(|entry| &entry["kind"]).collect();
    let expected = [kinds, &["tabs"]].concat();
    ensure!(json!(found) == json!(expected), "{found:?}");
    Ok(format!("{found:?}"))
}
