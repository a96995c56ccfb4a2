//! The libraries over a real `ssh` tunnel and over a gateway with TLS, as on a machine without a
//! state directory.

use crate::client_libraries::run;
use anyhow::{Context as _, ensure};
use axlens_harness::Chain;
use axlens_harness::remote::gateway::GatewayProgram;
use axlens_harness::remote::tunnel::{Direction, Tunnel, missing};
use std::process::Command;

/// Runs a program that prints the names of the agents in `status()`, with the address and the token
/// of an agent in its environment: over a tunnel, and over a gateway.
pub async fn status_from_elsewhere(
    chain: &Chain,
    program: impl Fn() -> anyhow::Result<Command>,
) -> anyhow::Result<()> {
    status_over_a_tunnel(chain, program()?).await?;
    let gateway = GatewayProgram::start_with_tls(chain, "gateway").await?;
    gateway.join(chain, &gateway.add_edge("laptop", "acme")?, &[])?;
    let token = gateway.add_agent("ci", "acme", &[])?;
    let certificate = gateway.certificate.clone().context("a certificate")?;
    let mut remote = program()?;
    set_place(&mut remote, chain, &gateway.url(), &token);
    remote.env("AXLENS_CA_FILE", &certificate);
    let printed = tokio::task::spawn_blocking(move || run(&mut remote)).await??;
    ensure!(printed.contains("ci"), "{printed}");
    // The certificate is of none of the system's authorities.
    let mut untrusting = program()?;
    set_place(&mut untrusting, chain, &gateway.url(), &token);
    untrusting.env("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    let refused = tokio::task::spawn_blocking(move || run(&mut untrusting)).await?;
    let refused = format!(
        "{:#}",
        refused.err().context("it trusts every certificate")?
    );
    ensure!(refused.contains("UntrustedServer"), "{refused}");
    // The first line is the command, with its environment.
    let printed = refused.split_once('\n').map_or("", |(_, printed)| printed);
    ensure!(!printed.contains(&token), "the token is in its error");
    chain.run(&["join", "--off"])?;
    Ok(())
}

/// Names the server of another machine in the environment of a program.
fn set_place(program: &mut Command, chain: &Chain, url: &str, token: &str) {
    let none = chain.folder.path().join("none");
    program
        .env("AXLENS_STATE_DIR", none)
        .env("AXLENS_URL", url)
        .env("AXLENS_TOKEN", token);
}

async fn status_over_a_tunnel(chain: &Chain, mut program: Command) -> anyhow::Result<()> {
    if let Some(line) = missing() {
        eprintln!("{line}");
        return Ok(());
    }
    let name = chain.session();
    let tunnel = Tunnel::open(Direction::FromBrowser, chain.agent.port()?).await?;
    let token = chain.add_token(&[&name])?;
    set_place(&mut program, chain, &tunnel.url(), &token);
    let printed = tokio::task::spawn_blocking(move || run(&mut program)).await??;
    assert_eq!(printed.trim(), name);
    Ok(())
}
