//! The libraries over a real `ssh` tunnel, as on a machine without a state directory.

use crate::client_libraries::run;
use axlens_harness::Chain;
use axlens_harness::process::Folder;
use axlens_harness::remote::tunnel::{Direction, Tunnel, missing};
use std::process::Command;

/// Runs a program that prints the names of the agents in `status()`, with the address and the token
/// of an agent in its environment.
pub async fn status_over_a_tunnel(chain: &Chain, mut program: Command) -> anyhow::Result<()> {
    if let Some(line) = missing() {
        eprintln!("{line}");
        return Ok(());
    }
    let name = chain.session();
    let tunnel = Tunnel::open(Direction::FromBrowser, chain.agent.port()?).await?;
    let folder = Folder::new()?;
    program
        .env("AXLENS_STATE_DIR", folder.path().join("none"))
        .env("AXLENS_URL", tunnel.url())
        .env("AXLENS_TOKEN", chain.add_token(&[&name])?);
    let printed = tokio::task::spawn_blocking(move || run(&mut program)).await??;
    assert_eq!(printed.trim(), name);
    Ok(())
}
