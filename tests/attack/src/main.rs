//! `cargo xtask attack`: attacks on the built product from outside, a real Chromium included, with
//! a line for each: whether it was repelled, what was tried, and the outcome. A successful attack
//! ends the program with an error. Each attack is a function or a row of a table, in the file of
//! its attacker. docs/security.md lists them.

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
mod impostor;
mod local_program;
mod named_agent;
mod other_browser;
mod other_schemes;
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

use anyhow::Context;
use axlens_harness::Chain;
use report::Report;
use std::process::ExitCode;
use target::Target;

#[tokio::main]
async fn main() -> ExitCode {
    let mut report = Report::default();
    if let Err(error) = run(&mut report).await {
        eprintln!("error: {error:#}");
        return ExitCode::FAILURE;
    }
    report.finish()
}

async fn run(report: &mut Report) -> anyhow::Result<()> {
    let chain = Chain::start().await.context("the chain must work first")?;
    let target = Target::new(&chain)?;
    report.heading("A program on this machine, over TCP");
    local_program::attacks(report, &target).await;
    exchange::attacks(report, &target).await;
    local_program::request_target::attacks(report, &target).await;
    local_program::status::attacks(report, &target).await?;
    report.heading("A web page, as the server sees it");
    browser_requests::attacks(report, &target).await;
    report.heading("A web page, in Chromium");
    web_page::attacks(report, &target).await?;
    report.heading("A client of the server's dashboard");
    server_page::attacks(report, &target).await?;
    report.heading("The text of a page");
    page_text::attacks(report, &chain).await?;
    report.heading("An agent that looks for secrets");
    secrets::attacks(report, &chain).await?;
    report.heading("An agent that takes screenshots of secrets");
    screenshots::attacks(report, &chain).await?;
    report.heading("A page that makes reading it expensive");
    page_time::attacks(report, &chain).await?;
    report.heading("An agent that follows the instructions of a page");
    agent::attacks(report, &target).await;
    report.heading("An agent with a token of its own");
    named_agent::attacks(report, &chain).await?;
    named_agent::mcp_sessions::attacks(report, &target).await?;
    named_agent::client_agents::attacks(report, &target).await?;
    named_agent::client_agents::consent(report).await;
    report.heading("An agent that uploads files");
    named_agent::uploads::attacks(report, &chain).await?;
    report.heading("An agent, after the user has paused reading");
    pause::attacks(report, &chain).await?;
    report.heading("An agent, on a site that the user has blocked");
    blocked_site::attacks(report, &chain).await?;
    other_schemes::attacks(report, &target).await?;
    report.heading("An agent whose action leads to a site where it may not act");
    effects::attacks(report, &chain).await?;
    report.heading("Another browser on the same server");
    other_browser::attacks(report, &target).await;
    drop(chain);
    report.heading("An agent that wants more consent than the user intends");
    consent::attacks(report).await?;
    report.heading("Another user's files, in the state directory");
    state_directory::attacks(report).await?;
    report.heading("An impostor");
    impostor::attacks(report).await;
    Ok(())
}
