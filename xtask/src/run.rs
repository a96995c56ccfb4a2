//! `cargo xtask run`: builds, and then hands over to the harness's program `axlens-run`, which
//! starts the whole chain on a fresh profile and opens a page in it.

use std::os::unix::process::CommandExt as _;
use std::process::Command;

use anyhow::{Context as _, Result};
use clap::Args;

use crate::build::{BuildArguments, Profile, build};
use crate::chromium;
use crate::places::Places;
use crate::workspace;

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
    let arguments_of_build = BuildArguments {
        profile: Profile::Run,
        ..BuildArguments::default()
    };
    build(places, &arguments_of_build)?;
    let mut program = Command::new(workspace::compile_for_run(places)?.join(PROGRAM));
    program
        .env("AXLENS_BUILD", &places.built)
        .env(chromium::VARIABLE, chromium)
        .args(arguments.once.then_some("--once"))
        .args(&arguments.page);
    Err(program.exec()).context("cannot start the harness")
}
