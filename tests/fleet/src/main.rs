//! `axlens-fleet`: measures gateways with many edges, or kills their parts while agents send
//! requests. `cargo xtask bench fleet` builds what it needs and runs it.

#![allow(
    clippy::print_stdout,
    reason = "the results of a measurement belong on its stdout"
)]

use anyhow::{Context, ensure};
use axlens_fleet::bench::{Bench, STEPS};
use axlens_fleet::document::{self, CHAOS, COSTS, Costs, LATENCY, SNAPSHOTS};
use axlens_fleet::fleet::Fleet;
use axlens_fleet::{chaos, nats, unit_costs};
use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Requests whose processor time is measured.
const COST_REQUESTS: usize = 2000;

/// Measures gateways with many edges.
#[derive(Debug, Parser)]
struct Cli {
    /// The folder with the programs `axlens` and `axlens-gateway`
    #[arg(long)]
    programs: PathBuf,
    /// The document whose tables are replaced
    #[arg(long)]
    document: PathBuf,
    /// Requests of each kind, for each number of edges
    #[arg(long, default_value_t = 2000)]
    rounds: usize,
    /// Kill parts for so many seconds while agents send requests, instead of measuring
    #[arg(long, value_name = "SECONDS")]
    chaos: Option<u64>,
    /// Determines the random numbers of --chaos
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn run(cli: &Cli) -> anyhow::Result<()> {
    ensure!(nats::is_installed(), nats::MISSING);
    match cli.chaos {
        Some(seconds) => {
            println!("seed {}", cli.seed);
            let time = Duration::from_secs(seconds);
            let summary = chaos::run(&cli.programs, time, cli.seed).await?;
            write(&cli.document, CHAOS, &summary)
        }
        None => bench(cli).await,
    }
}

async fn bench(cli: &Cli) -> anyhow::Result<()> {
    let before = load()?;
    let mut bench = Bench::start(Fleet::start(&cli.programs).await?).await?;
    let mut steps = Vec::new();
    for edges in STEPS {
        steps.push(bench.step(edges, cli.rounds).await?);
    }
    let table = document::latency(&steps, [before, load()?]);
    write(&cli.document, LATENCY, &table)?;
    write(&cli.document, SNAPSHOTS, &document::snapshots(&steps))?;
    let requests = bench.request_costs(COST_REQUESTS).await?;
    let folder = bench.fleet().folder();
    let (programs, tokens) = (&cli.programs, bench.tokens());
    let token_file = std::fs::metadata(folder.join("gateway/gateway-tokens.json"))?;
    let costs = Costs {
        requests,
        line: unit_costs::line(programs, &folder.join("gateway"), folder, tokens).await?,
        subscription: unit_costs::subscription(folder).await?,
        token: token_file.len() / tokens.len() as u64,
    };
    write(&cli.document, COSTS, &document::costs(&steps, &costs))
}

fn write(path: &Path, marks: [&str; 2], table: &str) -> anyhow::Result<()> {
    println!("{table}");
    document::write(path, marks, table)
}

/// The load average of the last minute. Linux.
fn load() -> anyhow::Result<f64> {
    let text = std::fs::read_to_string("/proc/loadavg")?;
    let first = text.split_whitespace().next();
    Ok(first.context("no load average")?.parse()?)
}
