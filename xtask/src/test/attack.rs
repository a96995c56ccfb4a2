//! `cargo xtask attack`: attacks on the built product from outside, a line each. The program is in
//! tests/attack/src.

use anyhow::Result;
use clap::Args;

use crate::build::{BuildArguments, build};
use crate::chromium;
use crate::machine::cargo;
use crate::places::Places;

use super::cargo_tests::{Counts, cargo_test};

/// Which attacks run.
#[derive(Args, Default)]
pub struct AttackArguments {
    /// Only this group, such as `injection`: a module of tests/attack/src [default: all]
    group: Option<String>,
    /// Only the attacks of the group whose names contain this
    #[arg(requires = "group")]
    name: Option<String>,
    /// Write the table of the group `injection` to docs/injection.md
    #[arg(long)]
    update: bool,
}

/// Builds the product and runs the attacks.
pub fn attack(places: &Places, arguments: &AttackArguments) -> Result<()> {
    build(places, &BuildArguments::default())?;
    run(places, arguments, &mut Counts::default())
}

/// Attacks the product of the last build. An error if an attack succeeds.
pub fn run(places: &Places, arguments: &AttackArguments, counts: &mut Counts) -> Result<()> {
    let chromium = chromium::find_or_install()?;
    let mut command = cargo();
    command.current_dir(&places.root);
    command.args([
        "run",
        "--quiet",
        "--package",
        "axlens-attack",
        "--bin",
        "attack",
    ]);
    command
        .arg("--")
        .args(&arguments.group)
        .args(&arguments.name);
    if arguments.update {
        command.env("AXLENS_UPDATE", "1");
    }
    command
        .env("AXLENS_BUILD", &places.built)
        .env(chromium::VARIABLE, chromium);
    cargo_test(&mut command, counts)
}
