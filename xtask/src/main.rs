//! Build, run and test the project: `cargo xtask help`.
//!
//! Knows the folders of the workspace and the tools of the machine; knows nothing of what the
//! product does.

#![allow(
    clippy::print_stdout,
    reason = "a command's progress and results belong on its stdout"
)]

mod build;
mod cache;
mod cargo;
mod chromium;
mod compiler_cache;
mod diagram;
mod dist;
mod files;
mod format;
mod fuzz;
mod imports;
mod machine;
mod manifest;
mod measure;
mod places;
mod progress;
mod run;
mod sources;
mod test;
mod tidy;
mod times;
mod toolchain;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Everything there is to do with the source of Axlens.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the extension, the server and the native host into target/axlens/
    Build(build::BuildArguments),
    /// Make the files of a release in target/dist/: archives for each system, Debian packages, the
    /// extension for the stores, bill of materials, checksums
    Dist(dist::DistArguments),
    /// Start server, native host and a browser with the extension; print a page's snapshot and how
    /// to connect
    Run(run::RunArguments),
    /// Run everything that must hold, a real browser included
    Test(test::TestArguments),
    /// Format Rust and JavaScript
    Fmt,
    /// Check the house rules alone
    Tidy,
    /// Generate the diagrams of crates, modules and scripts in docs/modules.md
    Diagram,
    /// Look for pages that the engine can't bear, from recorded ones on
    Fuzz(fuzz::FuzzArguments),
    /// Attack the built product from outside, a real browser included; a line for each attack
    Attack(test::attack::AttackArguments),
    /// Time Axlens and other tools on the same pages; writes docs/benchmarks.md. `bench fleet`:
    /// gateways with many edges
    Bench(measure::BenchArguments),
    /// Compare another build's answers, or times, with this one's
    Compare(measure::CompareArguments),
    /// What every text costs in tokens, and what it keeps of the page
    Tokens(measure::MeasureArguments),
    /// End and replace parts in a random order while agents send requests; writes the table in
    /// docs/connection.md
    Soak(measure::SoakArguments),
    /// Run the public conformance cases in a real browser; writes docs/conformance.md
    Conformance,
    /// Compare role and name of every element with the browser's own tree; writes docs/agreement.md
    Agreement,
}

fn main() -> ExitCode {
    if let Some(error) = compiler_cache::run_as_wrapper() {
        eprintln!("error: {error:#}");
        return ExitCode::FAILURE;
    }
    let places = places::Places::of_workspace();
    let outcome = match Arguments::parse().task {
        Task::Build(arguments) => build::build(&places, &arguments),
        Task::Dist(arguments) => dist::dist(&places, &arguments),
        Task::Run(arguments) => run::run(&places, &arguments),
        Task::Test(arguments) => test::test(&places, &arguments),
        Task::Fmt => format::write(&places),
        Task::Tidy => tidy::tidy(&places),
        Task::Diagram => diagram::diagram(&places),
        Task::Fuzz(arguments) => fuzz::fuzz(&places, &arguments),
        Task::Attack(arguments) => test::attack::attack(&places, &arguments),
        Task::Bench(arguments) => measure::bench(&places, &arguments),
        Task::Compare(arguments) => measure::compare(&places, &arguments),
        Task::Tokens(arguments) => measure::tokens(&places, &arguments),
        Task::Soak(arguments) => measure::soak(&places, &arguments),
        Task::Conformance => measure::conformance(&places),
        Task::Agreement => measure::agreement(&places),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
