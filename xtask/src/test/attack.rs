//! `cargo xtask attack`: attacks on the built product from outside, a line each. The program is in
//! tests/attack/src.

use anyhow::Result;

use crate::build::{BuildArguments, build};
use crate::chromium;
use crate::machine::cargo;
use crate::places::Places;

use super::cargo_tests::{Counts, cargo_test};

/// Builds the product and runs the attacks.
pub fn attack(places: &Places) -> Result<()> {
    build(places, &BuildArguments::default())?;
    run(places, &mut Counts::default())
}

/// Attacks the product of the last build. An error if an attack succeeds.
pub fn run(places: &Places, counts: &mut Counts) -> Result<()> {
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
        .env("AXLENS_BUILD", &places.built)
        .env(chromium::VARIABLE, chromium);
    cargo_test(&mut command, counts)
}
