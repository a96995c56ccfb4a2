//! `cargo xtask test`: everything that must hold, in parts from quick to slow. A part that fails
//! does not keep the others from being run; the last line says how many tests passed and failed.

mod api_checkers;
pub mod attack;
mod cargo_tests;
mod client_libraries;
pub mod components;
mod deny;
mod engine_in_browser;
mod lint;
mod mcp_clients;
mod nextest;
mod platforms;
mod shared_chain;
mod types;

use std::num::NonZero;
use std::path::Path;
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow, bail};
use clap::{Args, ValueEnum};

use crate::build::{BuildArguments, build, weigh};
use crate::chromium;
use crate::format;
use crate::fuzz::{FuzzArguments, fuzz};
use crate::machine::{cargo, find_program, install_packages, run};
use crate::places::Places;
use crate::progress::step;
use crate::tidy;
use attack::AttackArguments;
use cargo_tests::Counts;
use shared_chain::SharedChain;

/// What `cargo xtask test` can be asked.
#[derive(Args)]
pub struct TestArguments {
    /// Only these parts [default: all, in this order]
    #[arg(value_enum)]
    parts: Vec<Part>,
}

/// A part of the tests. The order is the order of running.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Rust and JavaScript are formatted
    Format,
    /// House rules and invariants that can be read off the source
    Tidy,
    /// Every dependency is used
    Dependencies,
    /// Licences, sources and duplicates of dependencies; advisories where they can be fetched
    Deny,
    /// Lints, with warnings as errors
    Clippy,
    /// What ships compiles for Windows and macOS
    Platforms,
    /// Tests without a browser
    Rust,
    /// A minute of looking for pages that the engine can't bear
    Fuzz,
    /// The build of what ships
    Build,
    /// Types of the extension's scripts
    Types,
    /// Import directions, restricted APIs and unused code of the scripts
    Lint,
    /// The engine's exports, in headless Chromium
    Engine,
    /// The whole chain, in Chromium: headless, and with windows on a screen of its own
    Chain,
    /// Attacks on the built product, from outside
    Attack,
}

/// The outcome of one part.
struct Outcome {
    part: Part,
    seconds: f64,
    counts: Counts,
    error: Option<String>,
}

/// Runs the parts asked for and sums up.
pub fn test(places: &Places, arguments: &TestArguments) -> Result<()> {
    let began = Instant::now();
    let parts = if arguments.parts.is_empty() {
        Part::value_variants()
    } else {
        &arguments.parts
    };
    let outcomes: Vec<Outcome> = parts.iter().map(|part| run_part(places, *part)).collect();
    println!();
    for outcome in &outcomes {
        let sign = if outcome.error.is_some() {
            '✗'
        } else {
            '✓'
        };
        let tests = outcome.counts.describe();
        println!(
            "{sign} {:12} {:6.1} s  {tests}",
            outcome.part.name(),
            outcome.seconds
        );
    }
    println!("{:14} {:6.1} s", "all", began.elapsed().as_secs_f64());
    // A part without tests of its own is one check.
    let passed: u64 = outcomes
        .iter()
        .map(|outcome| {
            outcome
                .counts
                .passed
                .max(u64::from(outcome.error.is_none()))
        })
        .sum();
    let failed: u64 = outcomes
        .iter()
        .map(|outcome| {
            outcome
                .counts
                .failed
                .max(u64::from(outcome.error.is_some()))
        })
        .sum();
    let skipped: u64 = outcomes.iter().map(|outcome| outcome.counts.skipped).sum();
    match skipped {
        0 => println!("{passed} passed, {failed} failed"),
        _ => println!("{passed} passed, {failed} failed, {skipped} skipped"),
    }
    match outcomes
        .iter()
        .filter_map(|outcome| outcome.error.as_ref().map(|_| outcome.part.name()))
        .collect::<Vec<_>>()
    {
        failed if failed.is_empty() => Ok(()),
        failed => bail!("failed: {}", failed.join(", ")),
    }
}

fn run_part(places: &Places, part: Part) -> Outcome {
    let began = Instant::now();
    let mut counts = Counts::default();
    let outcome = step(&part.name(), || work(places, part, &mut counts));
    Outcome {
        part,
        seconds: began.elapsed().as_secs_f64(),
        counts,
        error: outcome.err().map(|error| format!("{error:#}")),
    }
}

fn work(places: &Places, part: Part, counts: &mut Counts) -> Result<()> {
    match part {
        Part::Format => format::check(places),
        Part::Tidy => tidy::tidy(places),
        Part::Dependencies => deny::all_used(places),
        Part::Deny => deny::check(places),
        Part::Clippy => run(cargo().current_dir(&places.root).args(CLIPPY)),
        Part::Platforms => platforms::check(places),
        Part::Rust => test_rust(places, counts),
        Part::Fuzz => fuzz(places, &FuzzArguments::default()),
        Part::Build => {
            build(places, &BuildArguments::default())?;
            weigh(places)
        }
        Part::Types => types::check(places),
        Part::Lint => lint::check(places),
        Part::Engine => engine_in_browser::test(places, counts),
        Part::Chain => test_chain(places, counts),
        Part::Attack => attack::run(places, &AttackArguments::default(), counts),
    }
}

const CLIPPY: [&str; 7] = [
    "clippy",
    "--workspace",
    "--all-targets",
    "--quiet",
    "--",
    "-D",
    "warnings",
];
/// A filterset of the tests that need the build, most of them a browser.
const OF_BUILD: &str = "package(/^axlens-(tests-.*|harness|bench)$/)";

/// The server that connects several gateways, and its Debian package.
const NATS: &str = "nats-server";

/// The tests without a browser. Without [`NATS`], those of several gateways are skipped.
fn test_rust(places: &Places, counts: &mut Counts) -> Result<()> {
    let mut command = nextest::command(places)?;
    command.args(["--filterset", &nextest::all_except(&[OF_BUILD])]);
    let installed = match find_program(&[NATS]) {
        Some(_) => Ok(()),
        None => install_packages(&[NATS], &format!("{NATS} is missing: install it")),
    };
    match installed {
        Ok(()) => {
            command.env("AXLENS_NEEDS_NATS", "1");
        }
        Err(error) => println!("skipped: tests of several gateways: {error:#}"),
    }
    nextest::run(&mut command, counts)
}

fn test_chain(places: &Places, counts: &mut Counts) -> Result<()> {
    let chromium = chromium::find_or_install()?;
    install_programs()?;
    let mut skipped = install_tools(places);
    match install_screen() {
        Ok(()) => {}
        Err(error) if is_ci() => return Err(error),
        Err(error) => {
            println!("skipped: {error:#}");
            skipped.push(ON_SCREEN);
        }
    }
    let chain = SharedChain::start(places, &chromium)?;
    let mut command = nextest::command(places)?;
    let tests = format!("{OF_BUILD} & ({})", nextest::all_except(&skipped));
    command.args(["--filterset", &tests]);
    command.args(["--test-threads", &threads().to_string()]);
    command
        .env("AXLENS_BUILD", &places.built)
        .env(chromium::VARIABLE, chromium)
        .env(shared_chain::VARIABLE, chain.folder());
    nextest::run(&mut command, counts)
}

/// How many tests of a browser run at the same time: one more than the processors can run, because
/// some tests wait for most of their time.
fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get) + 1
}

/// What some tests need, how it is installed, and a filterset of these tests.
type Installed = (&'static str, fn(&Places) -> Result<()>, &'static str);
const INSTALLED: [Installed; 7] = [
    (
        "component libraries",
        components::install,
        "binary(reading) & test(components::) | test(/^public_libraries::(material|shoelace|spectrum)$/)",
    ),
    (
        "libraries and editors",
        components::install_libraries,
        "test(public_libraries::)",
    ),
    ("an ssh server", install_ssh, "binary(remote)"),
    ("clients of MCP", mcp_clients::install, "test(clients::)"),
    (
        "checkers of the API",
        api_checkers::install,
        "test(openapi::)",
    ),
    (
        "tools of the client libraries",
        client_libraries::install,
        "binary(client_libraries)",
    ),
    (
        "frameworks for agents",
        client_libraries::install_frameworks,
        "test(agent_examples::)",
    ),
];

/// Installs everything of [`INSTALLED`] at the same time, because an installation mostly waits for
/// the network. The filtersets of the tests that can't run.
fn install_tools(places: &Places) -> Vec<&'static str> {
    thread::scope(|scope| {
        let running = INSTALLED.map(|(what, install, tests)| {
            let installation = scope.spawn(move || step(what, || install(places)));
            (what, tests, installation)
        });
        let mut skipped = Vec::new();
        for (what, tests, installation) in running {
            let outcome = installation
                .join()
                .unwrap_or_else(|_| Err(anyhow!("it panicked")));
            if let Err(error) = outcome {
                println!("skipped: {what}: {error:#}");
                skipped.push(tests);
            }
        }
        skipped
    })
}

/// The programs that the examples in `examples/` and the tests of the installers need, and their
/// Debian packages.
const PROGRAMS: [(&str, &str); 7] = [
    ("curl", "curl"),
    ("jq", "jq"),
    ("openssl", "openssl"),
    ("python3", "python3"),
    ("shasum", "perl"),
    ("shellcheck", "shellcheck"),
    ("wget", "wget"),
];

/// Installs the programs of [`PROGRAMS`].
fn install_programs() -> Result<()> {
    for (program, package) in PROGRAMS {
        if find_program(&[program]).is_none() {
            install_packages(&[package], &format!("{program} is missing: install it"))?;
        }
    }
    Ok(())
}

/// Installs an ssh server and its client. The tests of tunnels start them on the loopback address.
fn install_ssh(_: &Places) -> Result<()> {
    // Only root has the server's folder on its path.
    let has_server = find_program(&["sshd"]).is_some() || Path::new("/usr/sbin/sshd").is_file();
    if has_server && find_program(&["ssh"]).is_some() {
        return Ok(());
    }
    install_packages(
        &["openssh-client", "openssh-server"],
        "ssh or sshd is missing (Debian: apt-get install openssh-client openssh-server)",
    )
}

/// The programs for a Chromium with real windows, and their Debian packages.
const SCREEN: [(&str, &str); 5] = [
    ("Xvfb", "xvfb"),
    ("openbox", "openbox"),
    ("xdotool", "xdotool"),
    ("xprop", "x11-utils"),
    ("xwininfo", "x11-utils"),
];

/// A filterset of the tests that need it.
const ON_SCREEN: &str = "test(on_screen::)";

/// Whether this is a CI run (`CI` is set).
fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty())
}

/// Installs the programs of [`SCREEN`]. The tests on a screen need them.
fn install_screen() -> Result<()> {
    let missing = || {
        SCREEN
            .iter()
            .filter(|(name, _)| find_program(&[name]).is_none())
    };
    let mut packages: Vec<&str> = missing().map(|(_, package)| *package).collect();
    packages.dedup();
    if packages.is_empty() {
        return Ok(());
    }
    let programs: Vec<&str> = missing().map(|(program, _)| *program).collect();
    let otherwise = format!(
        "{} missing: install by your system's package manager (Debian: apt-get install {})",
        programs.join(", "),
        packages.join(" ")
    );
    install_packages(&packages, &otherwise).context("tests with real windows")
}

impl Part {
    fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }
}
