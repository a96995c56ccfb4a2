//! `cargo xtask run`: builds, and then hands over to the harness's program `axlens-run`, which
//! starts the whole chain on a fresh profile and opens a page in it.

use std::os::unix::process::CommandExt as _;
use std::process::Command;

use anyhow::{Context as _, Result};
use clap::Args;

use crate::build::{BuildArguments, build};
use crate::cargo::cargo;
use crate::chromium;
use crate::machine::run as run_command;
use crate::places::Places;
use crate::progress::step;

const PROGRAM: &str = "axlens-run";

/// What `cargo xtask run` can be asked.
#[derive(Args)]
pub struct RunArguments {
    /// The page to open: an address or a file [default: a dashboard of the fixtures]
    page: Option<String>,
    /// End after the snapshot is printed, as without a terminal
    #[arg(long)]
    once: bool,
}

/// Builds, starts everything, opens the page, prints its snapshot and how to connect; then stays
/// until Ctrl-C. The program takes this one's place, so that signals reach it alone.
pub fn run(places: &Places, arguments: &RunArguments) -> Result<()> {
    let chromium = chromium::find_or_install()?;
    build(places, &BuildArguments::default())?;
    step("harness", || build_program(places))?;
    let mut program = Command::new(places.root.join("target/product").join(PROGRAM));
    program
        .env("AXLENS_BUILD", &places.built)
        .env(chromium::VARIABLE, chromium)
        .args(arguments.once.then_some("--once"))
        .args(&arguments.page);
    Err(program.exec()).context("cannot start the harness")
}

/// In the profile of what ships: most of the libraries are compiled for it already.
fn build_program(places: &Places) -> Result<()> {
    let mut command = cargo();
    command.current_dir(&places.root);
    command.args(["build", "--quiet", "--profile", "product"]);
    command.args(["--package", "axlens-harness", "--bin", PROGRAM]);
    let target = places.root.join("target");
    run_command(command.arg("--target-dir").arg(target))
}
