//! Licences, sources and duplicates of the dependencies, and what is known to be vulnerable in
//! them: `deny.toml`, by cargo-deny, which is installed where it is missing.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::machine::{cargo, find_program, output, outside_cargo, run};
use crate::places::Places;
use crate::progress::step;

/// The version that is installed.
const VERSION: &str = "0.20.2";

/// The error is what cargo-deny has printed.
pub fn check(places: &Places) -> Result<()> {
    let program = find_or_install(places)?;
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
    // Another site than the crates': it may be out of reach where these are not.
    match output(&mut deny(&["fetch", "db"])) {
        Ok(_) => run(&mut deny(&["check", "--disable-fetch", "advisories"])),
        Err(_) => {
            println!("skipped: advisories: their database can't be fetched here");
            Ok(())
        }
    }
}

fn find_or_install(places: &Places) -> Result<PathBuf> {
    if let Some(found) = find_program(&["cargo-deny"]) {
        return Ok(found);
    }
    let folder = places.tools().join(format!("cargo-deny-{VERSION}"));
    let program = folder.join("bin/cargo-deny");
    if !program.exists() {
        step("cargo-deny: install", || {
            let mut command = cargo();
            command.args(["install", "--locked", "--quiet", "cargo-deny"]);
            command.args(["--version", VERSION, "--root"]).arg(&folder);
            run(&mut command)
        })?;
    }
    Ok(program)
}
