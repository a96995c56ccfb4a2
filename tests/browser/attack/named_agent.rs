//! An agent that requests more than its token allows.

pub mod client_agents;
mod mcp_process;
pub mod mcp_sessions;
pub mod uploads;

use crate::attack::report::Report;
use anyhow::{Context, ensure};
use axlens_harness::tab::uid_of;
use axlens_harness::{Agent, Chain, Page, Reply, Tab};
use serde_json::{Value, json};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;

/// A text of the page, which no response may contain.
const SECRET: &str = "Private matter";

/// A page that another agent has read, with a uid and a cursor of that agent.
struct PageOfAnother {
    tab: Tab,
    uid: String,
    cursor: Value,
}

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let page = read_by_another(chain).await?;
    let reader = token(chain, &["reader"])?;
    // The control: it can read.
    let seen = reader.observe(snapshot(&page).await?).await?.ok()?;
    ensure!(seen.to_string().contains(SECRET), "the control: {seen}");
    for (name, tried, path, body) in [
        (
            "acts_with_a_token_to_read",
            "an action with a token that allows reading",
            "/interact",
            json!({"action": "highlight", "uid": page.uid}),
        ),
        (
            "another_agents_session",
            "a uid of another agent's session of the same name",
            "/locate",
            json!({"uid": page.uid, "session": page.tab.name}),
        ),
        (
            "another_agents_cursor",
            "the next window of what another agent reads",
            "/observe",
            json!({"what": "a11y_tree", "cursor": page.cursor, "session": page.tab.name}),
        ),
    ] {
        report
            .attack(name, tried, refused(&reader, path, body))
            .await;
    }
    let elsewhere = token(chain, &["elsewhere", "--site", "example.org"])?;
    let body = snapshot(&page).await?;
    let tried = "a page outside the sites of its token";
    let attempt = refused(&elsewhere, "/observe", body.clone());
    report.attack("outside_its_sites", tried, attempt).await;
    revoked(report, chain, &reader, body.clone()).await?;
    file_for_all(report, chain, body).await
}

async fn read_by_another(chain: &Chain) -> anyhow::Result<PageOfAnother> {
    let html = format!(
        "<h1>{SECRET}</h1><button>Pay</button>{}",
        "<p>word</p>".repeat(2000)
    );
    let tab = chain.open(Page::html(html)).await?;
    let uid = uid_of(&tab.tree().await?, "Pay")?;
    let mut window = tab.observe(json!({"max_tokens": 100})).await?;
    let cursor = window["cursor"].take();
    ensure!(cursor.is_string(), "the control: there is a next window");
    Ok(PageOfAnother { tab, uid, cursor })
}

async fn snapshot(page: &PageOfAnother) -> anyhow::Result<Value> {
    Ok(json!({"what": "a11y_tree", "tab": page.tab.handle().await?}))
}

/// Makes an agent with a token.
pub fn token(chain: &Chain, arguments: &[&str]) -> anyhow::Result<Agent> {
    let made = chain.run(&[&["token", "add"], arguments].concat())?;
    ensure!(made.status.success(), "{made:?}");
    Ok(chain
        .agent
        .with_token(String::from_utf8(made.stdout)?.trim()))
}

async fn revoked(
    report: &mut Report,
    chain: &Chain,
    reader: &Agent,
    body: Value,
) -> anyhow::Result<()> {
    chain.run(&["token", "revoke", "reader"])?;
    let attempt = refused(reader, "/observe", body);
    report
        .attack("revoked_token", "a revoked token", attempt)
        .await;
    Ok(())
}

/// Another user could write a hash into such a file.
async fn file_for_all(report: &mut Report, chain: &Chain, body: Value) -> anyhow::Result<()> {
    let agent = token(chain, &["late"])?;
    agent
        .observe(body.clone())
        .await?
        .ok()
        .context("the control")?;
    let file = chain.state_folder().join("tokens.json");
    std::fs::set_permissions(&file, Permissions::from_mode(0o666))?;
    let attempt = refused(&agent, "/observe", body);
    report
        .attack(
            "tokens_for_all",
            "a file of tokens that others can write",
            attempt,
        )
        .await;
    std::fs::set_permissions(&file, Permissions::from_mode(0o600))?;
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
