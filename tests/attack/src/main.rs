//! `cargo xtask attack`: attacks on the built product from outside, a real Chromium included, with
//! a line for each: whether it was repelled, what was tried, and the outcome. A successful attack
//! ends the program with an error. Each attack is a function or a row of a table, in the file of
//! its attacker. docs/security.md lists them. With the name of a group, which is that of its
//! module, only this group runs, with `first` or `second` one half of the groups; with a second
//! argument, only the attacks whose names contain it.

#![allow(
    clippy::print_stdout,
    reason = "the outcomes are this program's output"
)]

mod agent;
mod blocked_site;
mod browser_requests;
mod consent;
mod effects;
mod exchange;
mod gateway;
mod impostor;
mod injection;
mod local_program;
mod named_agent;
mod other_browser;
mod page_text;
mod page_time;
mod pause;
mod raw;
mod refusal;
mod report;
mod screenshots;
mod secrets;
mod server_page;
mod state_directory;
mod target;
mod web_page;

use anyhow::{Context, bail, ensure};
use axlens_harness::Chain;
use report::Report;
use std::process::ExitCode;
use target::Target;

/// Name and heading of a group.
type Group = (&'static str, &'static str);

/// The groups that attack a chain, in two halves that can run at the same time.
const ON_A_CHAIN: [&[Group]; 2] = [
    &[
        ("local_program", "A program on this machine, over TCP"),
        ("exchange", "A program that imitates the extension"),
        ("browser_requests", "A web page, as the server sees it"),
        ("web_page", "A web page, in Chromium"),
        ("server_page", "A client of the server's dashboard"),
        ("remote", "A program on the forwarded port of a tunnel"),
        ("page_text", "The text of a page"),
        ("pdf", "A PDF file"),
        ("secrets", "An agent that looks for secrets"),
        ("agent", "An agent that follows the instructions of a page"),
        ("named_agent", "An agent with a token of its own"),
        ("pause", "An agent, after the user has paused reading"),
        (
            "blocked_site",
            "An agent, on a site that the user has blocked",
        ),
        (
            "effects",
            "An agent whose action leads to a site where it may not act",
        ),
        ("other_browser", "Another browser on the same server"),
        ("gateway", "A client of a gateway, and an edge"),
        // Last, because it measures times, and its large pages remove the snapshots of other
        // sessions.
        ("page_time", "A page that makes reading it expensive"),
    ],
    &[
        ("injection", "A page that addresses the agent"),
        ("dialogs", "A page that forges reports of dialogs"),
        ("screenshots", "An agent that takes screenshots of secrets"),
    ],
];

/// The groups that start what they attack. They belong to the second half, which ends long before
/// the last group of the first one.
const ALONE: &[Group] = &[
    (
        "consent",
        "An agent that wants more consent than the user intends",
    ),
    (
        "state_directory",
        "Another user's files, in the state directory",
    ),
    ("downloads", "A page that downloads files"),
    ("impostor", "An impostor"),
];

#[tokio::main]
async fn main() -> ExitCode {
    let mut report = Report::only(std::env::args().nth(2).unwrap_or_default());
    if let Err(error) = run(&mut report).await {
        eprintln!("error: {error:#}");
        return ExitCode::FAILURE;
    }
    report.finish()
}

/// Runs all groups, or the half or the group that the first argument names.
async fn run(report: &mut Report) -> anyhow::Result<()> {
    let only = std::env::args().nth(1);
    let only = only.as_deref();
    let [first, second] = ON_A_CHAIN;
    let mut ran = 0;
    for (half, on_a_chain, alone) in [("first", first, &[][..]), ("second", second, ALONE)] {
        let is_wanted = |group: &&Group| only.is_none_or(|only| only == group.0 || only == half);
        let on_a_chain: Vec<&Group> = on_a_chain.iter().filter(is_wanted).collect();
        let alone: Vec<&Group> = alone.iter().filter(is_wanted).collect();
        ran += on_a_chain.len() + alone.len();
        run_half(report, &on_a_chain, &alone).await?;
    }
    ensure!(ran > 0, "there is no group of attacks with this name");
    Ok(())
}

/// Runs the groups that attack a chain, then those that start what they attack.
async fn run_half(
    report: &mut Report,
    on_a_chain: &[&Group],
    alone: &[&Group],
) -> anyhow::Result<()> {
    if !on_a_chain.is_empty() {
        let chain = Chain::start().await.context("the chain must work first")?;
        let target = Target::new(&chain)?;
        for (name, attacker) in on_a_chain {
            report.heading(attacker);
            attack_chain(name, report, &target).await?;
        }
    }
    for (name, attacker) in alone {
        report.heading(attacker);
        attack_alone(name, report).await?;
    }
    Ok(())
}

async fn attack_chain(group: &str, report: &mut Report, target: &Target<'_>) -> anyhow::Result<()> {
    let chain = target.chain;
    match group {
        "local_program" => {
            local_program::attacks(report, target).await;
            local_program::request_target::attacks(report, target).await;
            local_program::status::attacks(report, target).await?;
        }
        "exchange" => exchange::attacks(report, target).await,
        "browser_requests" => browser_requests::attacks(report, target).await,
        "web_page" => web_page::attacks(report, target).await?,
        "server_page" => server_page::attacks(report, target).await?,
        "remote" => local_program::remote::attacks(report, target).await?,
        "page_text" => page_text::attacks(report, chain).await?,
        "pdf" => page_text::pdf::attacks(report, chain).await?,
        "injection" => injection::attacks(report, chain).await?,
        "dialogs" => page_text::dialogs::attacks(report, chain).await?,
        "page_time" => page_time::attacks(report, chain).await?,
        "secrets" => {
            secrets::attacks(report, chain).await?;
            secrets::addresses::attacks(report, chain).await?;
        }
        "screenshots" => screenshots::attacks(report, chain).await?,
        "agent" => {
            agent::attacks(report, target).await;
            agent::repeated_keys::attacks(report, chain).await?;
        }
        "named_agent" => {
            named_agent::attacks(report, chain).await?;
            named_agent::mcp_sessions::attacks(report, target).await?;
            named_agent::client_agents::attacks(report, target).await?;
            named_agent::uploads::attacks(report, chain).await?;
        }
        "pause" => pause::attacks(report, chain).await?,
        "blocked_site" => {
            blocked_site::attacks(report, chain).await?;
            blocked_site::other_schemes::attacks(report, target).await?;
        }
        "effects" => effects::attacks(report, chain).await?,
        "other_browser" => other_browser::attacks(report, target).await,
        "gateway" => gateway::attacks(report, chain).await?,
        other => bail!("no group {other}"),
    }
    Ok(())
}

async fn attack_alone(group: &str, report: &mut Report) -> anyhow::Result<()> {
    match group {
        "consent" => {
            consent::attacks(report).await?;
            named_agent::client_agents::consent(report).await;
        }
        "state_directory" => state_directory::attacks(report).await?,
        "downloads" => page_text::downloads::attacks(report).await?,
        "impostor" => impostor::attacks(report).await,
        other => bail!("no group {other}"),
    }
    Ok(())
}
