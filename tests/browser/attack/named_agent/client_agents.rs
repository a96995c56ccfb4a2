//! Clients that start `axlens mcp`: one acts with the consent for another, or takes its name.

use super::mcp_process::McpProcess;
use crate::attack::raw::send;
use crate::attack::refusal::refusal;
use crate::attack::report::Report;
use crate::attack::target::Target;
use anyhow::{Context, ensure};
use axlens_harness::consent::{ConsentWindow, none_open, open_windows};
use axlens_harness::wait::until;
use axlens_harness::{Chain, Kind, Page};
use serde_json::{Value, json};
use tokio::task::block_in_place;

/// Two clients whose entries are JSON.
const CLIENTS: [&str; 2] = ["cursor", "zed"];

/// Runs them all.
pub async fn attacks(report: &mut Report, target: &Target<'_>) -> anyhow::Result<()> {
    let chain = target.chain;
    let tried = "the entry of a client, printed twice";
    report
        .attack("entry_twice", tried, async { entry_twice(chain) })
        .await;
    let tried = "a token, looked for in the entries of all clients";
    report
        .attack("secret_in_an_entry", tried, async { no_secret(chain) })
        .await;
    chain.add_token(&["with-token"])?;
    let names = [
        ("name_of_an_agent_with_a_token", "with-token"),
        ("name_of_nobody", "nobody"),
        ("name_of_the_user", "user"),
        ("name_in_upper_case", "CURSOR"),
        ("name_with_a_line_break", "cursor\nuser"),
        ("name_with_a_parameter", "nobody&agent=cursor"),
        ("name_with_an_escape_sequence", "\u{1b}[31mcursor"),
        ("name_that_is_empty", ""),
    ];
    for (name, agent) in names {
        let tried = format!("a process that names {agent:?}");
        let attempt = async { named(chain, agent) };
        report.attack(name, &tried, attempt).await;
    }
    for (name, arguments) in [
        (
            "client_takes_a_tokens_name",
            ["mcp-config", "cursor", "--agent", "with-token"],
        ),
        (
            "client_takes_the_users_name",
            ["mcp-config", "cursor", "--agent", "user"],
        ),
        (
            "client_with_a_control_character",
            ["mcp-config", "cursor", "--agent", "a\u{7}b"],
        ),
    ] {
        let tried = format!("{arguments:?}");
        let attempt = async { command_refused(chain, &arguments) };
        report.attack(name, &tried, attempt).await;
    }
    let tried = "a stream over TCP that names an agent, with another agent's token";
    let attempt = over_tcp(target);
    report
        .attack("name_with_anothers_token", tried, attempt)
        .await;
    Ok(())
}

/// Runs the attack on consent, on a chain of its own.
pub async fn consent(report: &mut Report) {
    let tried = "an action of one client, after the user has allowed the site for another";
    report
        .attack("consent_for_another_client", tried, with_consent())
        .await;
}

/// The arguments in the entry of a client.
fn entry(chain: &Chain, client: &str) -> anyhow::Result<Vec<String>> {
    let output = chain.run(&["mcp-config", client])?;
    ensure!(output.status.success(), "{output:?}");
    let config: Value = serde_json::from_slice(&output.stdout)?;
    let mut servers = config.as_object().context("an object")?.values();
    let args = servers.next().context("servers")?["axlens"]["args"].clone();
    Ok(serde_json::from_value(args)?)
}

fn entry_twice(chain: &Chain) -> anyhow::Result<String> {
    let agents = || -> anyhow::Result<Value> {
        let output = chain.run(&["token", "list", "--json"])?;
        let listed: Value = serde_json::from_slice(&output.stdout)?;
        let listed = listed.as_array().context("agents")?.iter();
        let own = listed.filter(|agent| agent["name"] == CLIENTS[0]);
        Ok(own.cloned().collect())
    };
    let first = entry(chain, CLIENTS[0])?;
    let before = agents()?;
    ensure!(before[0]["name"] == CLIENTS[0], "the client has no agent");
    ensure!(entry(chain, CLIENTS[0])? == first, "another entry");
    ensure!(agents()? == before, "another agent");
    Ok("the same agent".to_owned())
}

/// Each entry names its agent, and none has a secret.
fn no_secret(chain: &Chain) -> anyhow::Result<String> {
    for client in CLIENTS {
        let output = chain.run(&["mcp-config", client])?;
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        ensure!(!text.contains("axl_"), "{text}");
        ensure!(!text.contains(&chain.agent.token()), "{text}");
        let args = entry(chain, client)?;
        ensure!(
            args.windows(2).any(|pair| pair == ["--agent", client]),
            "{args:?}"
        );
    }
    Ok("names, and no token".to_owned())
}

/// A process that names this agent: it must end with an error, and not act as another agent.
fn named(chain: &Chain, agent: &str) -> anyhow::Result<String> {
    let before = chain.log()?.len();
    let output = chain.run(&["mcp", "--agent", agent])?;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure!(output.status.code() == Some(1), "{output:?}");
    ensure!(errors.contains("unauthorized"), "{errors}");
    ensure!(
        !errors.contains('\u{1b}'),
        "the error has the escape sequence"
    );
    ensure!(chain.log()?.len() == before, "the log has another line");
    Ok("unauthorized".to_owned())
}

fn command_refused(chain: &Chain, arguments: &[&str]) -> anyhow::Result<String> {
    let output = chain.run(arguments)?;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure!(output.status.code() == Some(1), "{output:?}");
    ensure!(output.stdout.is_empty(), "an entry is printed");
    ensure!(
        !errors.contains('\u{7}'),
        "the error has the control character"
    );
    Ok(errors.lines().next().unwrap_or_default().to_owned())
}

async fn over_tcp(target: &Target<'_>) -> anyhow::Result<String> {
    let reader = target.chain.add_token(&["name-taker"])?;
    let ask = async |token: &str| {
        let head = format!(
            "GET /mcp/stream?session=a&agent={} HTTP/1.1\nhost: {{host}}\nconnection: upgrade, close\nupgrade: axlens-mcp\nauthorization: Bearer {token}\n\n",
            CLIENTS[0]
        );
        send(target.port, target.fill(&head).as_bytes()).await
    };
    // The control: the user may.
    let own = ask(&target.token).await?;
    ensure!(own.statuses() == [101], "the control: {}", own.text());
    refusal(target, &ask(&reader).await?, &[403])
}

async fn with_consent() -> anyhow::Result<String> {
    let chain = Chain::lease(Kind::Attended).await?;
    let tab = chain.open(Page::html("<button>Save</button>")).await?;
    let handle = tab.handle().await?;
    let start = |client: &str| -> anyhow::Result<McpProcess> {
        let args = entry(&chain, client)?;
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        McpProcess::start(&chain, &args)
    };
    let act = json!({"tab": handle, "actions": [{"action": "highlight", "selector": "button"}]});
    let mut first = block_in_place(|| start(CLIENTS[0]))?;
    let call = block_in_place(|| first.send_call("interact", act.clone()))?;
    let window = ConsentWindow::armed(&chain.browser).await?;
    window.answer(&chain.browser, "site").await?;
    let allowed = block_in_place(|| first.receive_text(call))?;
    ensure!(allowed.contains("highlight"), "the control: {allowed}");
    none_open(&chain.browser).await?;
    // The control: it is not asked again.
    let again = block_in_place(|| first.call("interact", act.clone()))?;
    ensure!(again.contains("highlight"), "the control: {again}");
    let mut second = block_in_place(|| start(CLIENTS[1]))?;
    let call = block_in_place(|| second.send_call("interact", act))?;
    let answer = tokio::task::spawn_blocking(move || second.receive_text(call));
    until("a consent window, or the answer without one", || async {
        let is_open = !open_windows(&chain.browser).await?.is_empty();
        Ok((is_open || answer.is_finished()).then_some(()))
    })
    .await?;
    ensure!(!answer.is_finished(), "it acts without consent");
    let window = ConsentWindow::armed(&chain.browser).await?;
    let text = window
        .evaluate("document.body.innerText")
        .await?
        .to_string();
    ensure!(text.contains(CLIENTS[1]), "the window names it: {text}");
    window.answer(&chain.browser, "deny").await?;
    let denied = answer.await??;
    ensure!(denied.contains("permission_denied"), "{denied}");
    Ok("the user is asked for the other client".to_owned())
}
