//! Checks of the dependencies: `deny.toml` by cargo-deny, unused ones by cargo-machete.

use std::process::Command;

use anyhow::Result;

use crate::cargo::{cargo_program, outside_cargo};
use crate::machine::{output, run};
use crate::places::Places;

const CARGO_DENY: &str = "0.20.2";
const CARGO_MACHETE: &str = "0.9.2";

/// Checks licences, sources and duplicates.
pub fn check(places: &Places) -> Result<()> {
    let subjects = ["bans", "licenses", "sources"];
    run(deny(places)?
        .args(["check", "--hide-inclusion-graph"])
        .args(subjects))
}

/// Checks known vulnerabilities. Their database is on another site than the crates, which may be
/// unreachable.
pub fn check_advisories(places: &Places) -> Result<()> {
    match output(deny(places)?.args(["fetch", "db"])) {
        Ok(_) => run(deny(places)?.args(["check", "--disable-fetch", "advisories"])),
        Err(_) => {
            println!("skipped: advisories: their database can't be fetched here");
            Ok(())
        }
    }
}

fn deny(places: &Places) -> Result<Command> {
    let program = cargo_program("cargo-deny", CARGO_DENY)?;
    let mut command = outside_cargo(program);
    command.current_dir(&places.root);
    Ok(command)
}

/// Fails if a crate has a dependency that it does not use.
pub fn all_used(places: &Places) -> Result<()> {
    let program = cargo_program("cargo-machete", CARGO_MACHETE)?;
    run(outside_cargo(program).current_dir(&places.root))
}
