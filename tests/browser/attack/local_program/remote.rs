//! A program on the port that a tunnel forwards to an agent's machine, and a client of that port.

mod relay;

use crate::attack::raw::{Answer, send};
use crate::attack::refusal::refusal;
use crate::attack::report::Report;
use crate::attack::target::Target;
use anyhow::{Context, ensure};
use axlens_harness::LocalServer;
use axlens_local::token_proof::{CONNECTION, PROOF, PROTOCOL, SCHEME, TokenExchange, id};
use axlens_local::{secret, tokens};
use relay::{Impostor, Relay};
use serde_json::{Value, json};
use std::process::{Command, Output, Stdio};

/// A named agent.
struct RemoteAgent {
    token: String,
    sha256: String,
}

/// Runs them all.
pub async fn attacks(report: &mut Report, target: &Target<'_, LocalServer>) -> anyhow::Result<()> {
    let added = target.chain.run(&["token", "add", "remote"])?;
    ensure!(added.status.success(), "{added:?}");
    let token = String::from_utf8(added.stdout)?.trim().to_owned();
    let agent = RemoteAgent {
        sha256: tokens::hash(&token),
        token,
    };
    let tried = "a program on the forwarded port answers all that commands send there";
    let attempt = impostor(target, &agent);
    report
        .attack("impostor_on_the_forwarded_port", tried, attempt)
        .await;
    let tried = "it forwards everything to the server, and records it";
    let attempt = recorded(target, &agent);
    report.attack("relay_of_a_token", tried, attempt).await;
    let tried = "commands with wrong addresses, wrong tokens and a closed tunnel";
    let attempt = errors(target, &agent);
    report.attack("token_in_an_error", tried, attempt).await;
    let attempt = hash_instead_of_token(target, &agent);
    let tried = "a client that has read the token's hash in a copy of the file of tokens";
    report
        .attack("hash_instead_of_the_token", tried, attempt)
        .await;
    Ok(())
}

/// The `axlens` command of a machine without a state directory.
fn command(
    target: &Target<'_, LocalServer>,
    port: u16,
    token: &str,
    arguments: &[&str],
) -> Command {
    let mut command = target.chain.command(arguments);
    command
        .env("AXLENS_STATE_DIR", target.chain.folder.path().join("none"))
        .env("AXLENS_URL", format!("http://127.0.0.1:{port}"))
        .env("AXLENS_TOKEN", token)
        .env_remove("AXLENS_TOKEN_FILE")
        .stdin(Stdio::null());
    command
}

/// Runs a command on a thread of its own, so that this program can answer it.
async fn run(mut command: Command) -> anyhow::Result<Output> {
    Ok(tokio::task::spawn_blocking(move || command.output()).await??)
}

/// Checks that a text has neither the token nor its hash.
fn contains_no_token(agent: &RemoteAgent, text: &str) -> anyhow::Result<()> {
    for part in [&agent.token[4..], &agent.sha256] {
        ensure!(!text.contains(part), "it has the token: {text}");
    }
    Ok(())
}

fn printed(output: &Output) -> String {
    let (out, errors) = (&output.stdout, &output.stderr);
    format!(
        "{}{}",
        String::from_utf8_lossy(out),
        String::from_utf8_lossy(errors)
    )
}

async fn impostor(target: &Target<'_, LocalServer>, agent: &RemoteAgent) -> anyhow::Result<String> {
    let proof = json!({"nonce": "1".repeat(64), "proof": "2".repeat(64)}).to_string();
    let impostor = Impostor::start(proof).await?;
    for arguments in [
        &["status"][..],
        &["snapshot"],
        &["mcp"],
        &["fill", "1", "Private"],
    ] {
        let output = run(command(target, impostor.port, &agent.token, arguments)).await?;
        ensure!(!output.status.success(), "{arguments:?} trusts it");
        contains_no_token(agent, &printed(&output))?;
    }
    let received = impostor.received();
    contains_no_token(agent, &received)?;
    for part in ["Private", "uthorization", CONNECTION, "/interact"] {
        ensure!(!received.contains(part), "it receives {part}: {received}");
    }
    let challenges = received.matches(&format!("POST {PROOF} ")).count();
    ensure!(challenges == 4, "the control: {received}");
    Ok("it receives four nonces, and the id of the token".into())
}

async fn recorded(target: &Target<'_, LocalServer>, agent: &RemoteAgent) -> anyhow::Result<String> {
    let relay = Relay::start(target.port).await?;
    let output = run(command(target, relay.port, &agent.token, &["status"])).await?;
    ensure!(output.status.success(), "the control: {}", printed(&output));
    let recorded = relay.recorded();
    ensure!(recorded.contains("GET /status "), "the control: {recorded}");
    contains_no_token(agent, &recorded)?;
    Ok(
        "it records proofs and the answer, as any program that holds both ends, and no token"
            .into(),
    )
}

async fn errors(target: &Target<'_, LocalServer>, agent: &RemoteAgent) -> anyhow::Result<String> {
    let (token, port) = (&agent.token, target.port);
    let mut texts = String::new();
    let longer = format!("{token}0");
    for (port, token) in [(1, token), (port, &longer), (port, &agent.sha256)] {
        let output = run(command(target, port, token, &["status", "--json"])).await?;
        ensure!(!output.status.success(), "{}", printed(&output));
        texts += &printed(&output);
    }
    for url in [
        "http://example.com:1",
        "https://127.0.0.1:1",
        "http://a:b@127.0.0.1:1",
    ] {
        let mut command = command(target, port, token, &["mcp"]);
        texts += &printed(
            &run({
                command.env("AXLENS_URL", url);
                command
            })
            .await?,
        );
    }
    let bearer = format!(
        "GET /status?token={token} HTTP/1.1\nhost: {{host}}\nauthorization: Bearer {longer}\nconnection: close\n\n"
    );
    texts += send(port, target.fill(&bearer).as_bytes()).await?.text();
    texts += &std::fs::read_to_string(target.chain.folder.path().join("server.log"))?;
    contains_no_token(agent, &texts)?;
    ensure!(texts.contains("AXLENS_URL"), "the control: {texts}");
    Ok(format!("{} characters without it", texts.len()))
}

async fn hash_instead_of_token(
    target: &Target<'_, LocalServer>,
    agent: &RemoteAgent,
) -> anyhow::Result<String> {
    let client = secret::new()?;
    let begun = begin(target, &agent.sha256, &client).await?;
    let server = begun["nonce"].as_str().context("a nonce")?;
    let exchange = TokenExchange {
        sha256: &agent.sha256,
        client: &client,
        server,
    };
    // All that can be computed without the token.
    let proof = exchange.agent_proof(&format!("axl_{}", agent.sha256));
    let credentials = format!("{SCHEME} {server}.{}", proof.context("its form")?);
    refusal(target, &switch(target, &credentials).await?, &[401])
}

/// Begins an exchange: the server's nonce and proof.
async fn begin(
    target: &Target<'_, LocalServer>,
    sha256: &str,
    client: &str,
) -> anyhow::Result<Value> {
    let answer = post(target, &json!({"token": id(sha256), "nonce": client})).await?;
    ensure!(answer.statuses() == [200], "{}", answer.text());
    Ok(serde_json::from_str(answer.body())?)
}

async fn post(target: &Target<'_, LocalServer>, body: &Value) -> anyhow::Result<Answer> {
    let body = body.to_string();
    let length = body.len();
    let head = format!(
        "POST {PROOF} HTTP/1.1\nhost: {{host}}\nconnection: close\ncontent-length: {length}\n\n"
    );
    send(target.port, (target.fill(&head) + &body).as_bytes()).await
}

/// Ends an exchange.
async fn switch(target: &Target<'_, LocalServer>, credentials: &str) -> anyhow::Result<Answer> {
    let head = format!(
        "GET {CONNECTION} HTTP/1.1\nhost: {{host}}\nconnection: upgrade\nupgrade: {PROTOCOL}\nauthorization: {credentials}\n\n"
    );
    send(target.port, target.fill(&head).as_bytes()).await
}
