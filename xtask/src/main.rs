//! Build, run and test the project: `cargo xtask help`.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use xtask::{
    build, cargo, compiler_cache, format, fuzz, machine, measure, places, run, test, tidy,
};

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
    Dist(DistArguments),
    /// Start server, native host and a browser with the extension; print a page's snapshot and how
    /// to connect
    Run(run::RunArguments),
    /// Run everything that must hold, a real browser included
    Test(test::TestArguments),
    /// Format Rust and JavaScript
    Fmt,
    /// Check the house rules alone
    Tidy,
    /// Write every generated file that is committed
    Generate(test::generate::GenerateArguments),
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

/// The arguments of the program `axlens-dist`, whose dependencies are compiled only for it.
#[derive(Args)]
#[command(disable_help_flag = true)]
struct DistArguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

fn dist(places: &places::Places, arguments: &DistArguments) -> anyhow::Result<()> {
    let mut command = cargo::cargo();
    command.current_dir(&places.root);
    command.args(["run", "--quiet", "--package", "axlens-dist", "--"]);
    machine::run(command.args(&arguments.arguments))
}

fn main() -> ExitCode {
    if let Some(error) = compiler_cache::run_as_wrapper() {
        eprintln!("error: {error:#}");
        return ExitCode::FAILURE;
    }
    let places = places::Places::of_workspace();
    let outcome = match Arguments::parse().task {
        Task::Build(arguments) => build::build(&places, &arguments),
        Task::Dist(arguments) => dist(&places, &arguments),
        Task::Run(arguments) => run::run(&places, &arguments),
        Task::Test(arguments) => test::test(&places, &arguments),
        Task::Fmt => format::write(&places),
        Task::Tidy => tidy::tidy(&places),
        Task::Generate(arguments) => test::generate::generate(&places, &arguments),
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
