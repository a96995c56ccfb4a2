//! Checks of the dependencies: `deny.toml` by cargo-deny, unused ones by cargo-machete.

use std::process::Command;

use anyhow::Result;

use crate::machine::{cargo_program, output, outside_cargo, run};
use crate::places::Places;

const CARGO_DENY: &str = "0.20.2";
const CARGO_MACHETE: &str = "0.9.2";

/// Checks licences, sources, duplicates and known vulnerabilities.
pub fn check(places: &Places) -> Result<()> {
    let program = cargo_program(places, "cargo-deny", CARGO_DENY)?;
    let deny = |arguments: &[&str]| -> Command {
        let mut command = outside_cargo(&program);
        command.current_dir(&places.root).args(arguments);
        command
    };
    run(&mut deny(&[
        "check",
        "--hide-inclusion-graph",
        "bans",
        "licenses",
        "sources",
    ]))?;
    // The database is on another site than the crates, which may be unreachable.
    match output(&mut deny(&["fetch", "db"])) {
        Ok(_) => run(&mut deny(&["check", "--disable-fetch", "advisories"])),
        Err(_) => {
            println!("skipped: advisories: their database can't be fetched here");
            Ok(())
        }
    }
}

/// Fails if a crate has a dependency that it does not use.
pub fn all_used(places: &Places) -> Result<()> {
    let program = cargo_program(places, "cargo-machete", CARGO_MACHETE)?;
    run(outside_cargo(program).current_dir(&places.root))
}
