//! `cargo xtask bench`, `tokens`, `soak` and `conformance`: numbers, printed and kept in docs/.
//! Nothing here passes or fails a build.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};
use clap::{Args, Subcommand};

use crate::build::{BuildArguments, build};
use crate::cache::Cache;
use crate::cargo::cargo;
use crate::chromium;
use crate::machine::{find_program, run};
use crate::places::Places;
use crate::test::components;

/// What `cargo xtask bench` without a part and `cargo xtask tokens` can be asked.
#[derive(Args)]
pub struct MeasureArguments {
    /// How often each thing is measured
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Folder of pages [default: the real pages next to the checkout]
    #[arg(long)]
    pages: Option<PathBuf>,
    /// Only pages whose name holds this; with --acts, only tools, and it writes nothing
    #[arg(long)]
    only: Option<String>,
    /// Only Axlens, stage by stage, in a browser without other tools; writes nothing
    #[arg(long)]
    alone: bool,
    /// Actions instead of snapshots: "act and see", on a page of 60 rows
    #[arg(long)]
    acts: bool,
    /// First and later looks instead of snapshots, next to Chromium's own tree of the same frames
    #[arg(long, conflicts_with = "acts")]
    looks: bool,
    /// A task by MCP instead of snapshots, with all tools
    #[arg(long, conflicts_with_all = ["acts", "looks"])]
    task: bool,
    /// Pages as Markdown instead of snapshots: tokens and words, next to other readers
    #[arg(long, conflicts_with_all = ["acts", "looks", "task"])]
    markdown: bool,
    /// With --acts: compare only with an earlier build, another checkout's `target/axlens`; writes
    /// nothing
    #[arg(long, requires = "acts")]
    before: Option<PathBuf>,
}

/// What `cargo xtask bench` can be asked.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct BenchArguments {
    #[command(subcommand)]
    part: Option<BenchPart>,
    #[command(flatten)]
    reads: MeasureArguments,
}

/// What is measured without a browser.
#[derive(Subcommand)]
enum BenchPart {
    /// Gateways with up to 1,000 simulated edges, five Chromiums and a cluster of NATS, on the
    /// loopback address; writes the tables in docs/fleet.md
    Fleet(FleetArguments),
}

/// What `cargo xtask bench fleet` can be asked.
#[derive(Args)]
struct FleetArguments {
    /// Requests of each kind, for each number of edges
    #[arg(long, default_value_t = 2000)]
    rounds: usize,
    /// Kill gateways, servers of NATS, edges and Chromiums for so many seconds while agents send
    /// requests, instead of measuring
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "600")]
    chaos: Option<u64>,
    /// Determines the random numbers of --chaos
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What `cargo xtask compare` can be asked.
#[derive(Args)]
pub struct CompareArguments {
    /// The earlier build: another checkout's `target/axlens`
    #[arg(long)]
    before: PathBuf,
    /// Time both in so many interleaved rounds, instead of comparing their answers
    #[arg(long, value_name = "ROUNDS")]
    time: Option<usize>,
    /// Folder of pages [default: the real pages next to the checkout]
    #[arg(long)]
    pages: Option<PathBuf>,
    /// Only pages whose name holds this
    #[arg(long)]
    only: Option<String>,
}

/// What `cargo xtask soak` can be asked.
#[derive(Args)]
pub struct SoakArguments {
    /// The number of events
    #[arg(long, default_value_t = 200)]
    rounds: usize,
    /// Determines the order of the events and the times between them
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Asks another build and this one the same questions and prints where answers differ, or how long
/// both take.
pub fn compare(places: &Places, arguments: &CompareArguments) -> Result<()> {
    build(places, &BuildArguments::default())?;
    let mut command = tests(places)?;
    command.args(["run", "--profile", "product", "--quiet"]);
    command.args(["--package", "axlens-bench", "--bin", "compare", "--"]);
    command
        .arg("--before")
        .arg(arguments.before.canonicalize()?);
    if let Some(rounds) = arguments.time {
        command.args(["--time", &rounds.to_string()]);
    }
    if let Some(pages) = &arguments.pages {
        command.arg("--pages").arg(pages);
    }
    if let Some(only) = &arguments.only {
        command.args(["--only", only]);
    }
    run(&mut command)
}

/// Times Axlens and other tools and writes docs/benchmarks.md: the part about snapshots, or that
/// about actions.
pub fn bench(places: &Places, arguments: &BenchArguments) -> Result<()> {
    match &arguments.part {
        Some(BenchPart::Fleet(arguments)) => fleet(places, arguments),
        None => measure(places, &arguments.reads, &[]),
    }
}

/// Measures gateways with many edges, or kills their parts, and writes the tables in docs/fleet.md.
fn fleet(places: &Places, arguments: &FleetArguments) -> Result<()> {
    build(places, &BuildArguments::default())?;
    let mut command = cargo();
    command.current_dir(&places.root);
    command.args(["build", "--quiet", "--profile", "product"]);
    run(command.args(["--package", "axlens-fleet"]))?;
    let mut command = Command::new(places.root.join("target/product/axlens-fleet"));
    command.env(chromium::VARIABLE, chromium::find_or_install()?);
    command.arg("--programs").arg(places.built.join("bin"));
    command
        .arg("--document")
        .arg(places.root.join("docs/fleet.md"));
    command.args(["--rounds", &arguments.rounds.to_string()]);
    command.args(["--seed", &arguments.seed.to_string()]);
    if let Some(seconds) = arguments.chaos {
        command.args(["--chaos", &seconds.to_string()]);
    }
    run(&mut command)
}

/// Prints the tokens of every text and the part of the page that it contains.
pub fn tokens(places: &Places, arguments: &MeasureArguments) -> Result<()> {
    measure(places, arguments, &["--tokens"])
}

/// Runs the public conformance cases in a real browser and writes docs/conformance.md.
pub fn conformance(places: &Places) -> Result<()> {
    let file = "docs/conformance.md";
    report(
        places,
        "conformance::",
        ("AXLENS_CONFORMANCE_REPORT", file),
        &[],
    )
}

/// Ends, suspends and replaces parts in a random order while agents send requests, and writes the
/// table in docs/connection.md.
pub fn soak(places: &Places, arguments: &SoakArguments) -> Result<()> {
    let variables = [
        ("AXLENS_SOAK_ROUNDS", arguments.rounds.to_string()),
        ("AXLENS_SOAK_SEED", arguments.seed.to_string()),
    ];
    let file = "docs/connection.md";
    report(
        places,
        "connection::soak",
        ("AXLENS_SOAK_REPORT", file),
        &variables,
    )
}

/// Compares role and name of every element with Chromium's own tree and writes docs/agreement.md.
pub fn agreement(places: &Places) -> Result<()> {
    if let Err(error) = components::install(places) {
        println!("skipped: component libraries: {error:#}");
    }
    let file = "docs/agreement.md";
    report(
        places,
        "agreement::",
        ("AXLENS_AGREEMENT_REPORT", file),
        &[],
    )
}

/// Runs browser tests that write a report where a variable says, with further variables. `tests` is
/// a part of their names.
fn report(
    places: &Places,
    tests: &str,
    (variable, file): (&str, &str),
    more: &[(&str, String)],
) -> Result<()> {
    build(places, &BuildArguments::default())?;
    let mut command = self::tests(places)?;
    command.args(["test", "--package", "axlens-tests-browser", "--"]);
    command.args(["--nocapture", "--include-ignored", tests]);
    command.envs(more.iter().cloned());
    let outcome = run(command.env(variable, places.root.join(file)));
    println!("the report: {file}");
    outcome
}

fn measure(places: &Places, arguments: &MeasureArguments, more: &[&str]) -> Result<()> {
    build(places, &BuildArguments::default())?;
    let tools = install_other_tools(places)?;
    let mut command = tests(places)?;
    command.args([
        "run",
        // The client's own time is in every number.
        "--profile",
        "product",
        "--quiet",
        "--package",
        "axlens-bench",
        "--bin",
        "bench",
        "--",
    ]);
    command
        .args(["--rounds", &arguments.rounds.to_string(), "--other-tools"])
        .arg(tools);
    if let Some(pages) = &arguments.pages {
        command.arg("--pages").arg(pages);
    }
    if let Some(only) = &arguments.only {
        command.args(["--only", only]);
    }
    if arguments.alone {
        command.arg("--alone");
    }
    if arguments.acts {
        command.arg("--acts");
    }
    if arguments.looks {
        command.arg("--looks");
    }
    if arguments.task {
        command.arg("--task");
    }
    if arguments.markdown {
        command.arg("--markdown");
    }
    if let Some(before) = &arguments.before {
        command.arg("--before").arg(before.canonicalize()?);
    }
    run(command.args(more))
}

/// A cargo command with the environment of the whole-chain programs.
fn tests(places: &Places) -> Result<Command> {
    let chromium = chromium::find_or_install()?;
    let mut command = cargo();
    command
        .current_dir(&places.root)
        .env("AXLENS_BUILD", &places.built)
        .env(chromium::VARIABLE, chromium);
    Ok(command)
}

/// The other tools' packages, at the versions that tests/bench/scripts/package.json pins.
fn install_other_tools(places: &Places) -> Result<PathBuf> {
    let npm =
        find_program(&["npm"]).context("npm is missing: install Node.js to run the other tools")?;
    let pins = fs::read_to_string(places.root.join("tests/bench/scripts/package.json"))?;
    Cache::of_user().entry("other-tools", &pins, |folder| {
        fs::write(folder.join("package.json"), &pins)?;
        run(Command::new(npm)
            .args(["install", "--no-audit", "--no-fund", "--silent"])
            .current_dir(folder))
    })
}
