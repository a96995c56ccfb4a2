//! The tests, and the programs of the tests. All parts compile them for the whole workspace: for
//! other packages, Cargo enables other features of the dependencies and compiles these again.

use std::env::consts::EXE_SUFFIX;
use std::path::PathBuf;

use anyhow::Result;

use crate::cargo::cargo;
use crate::machine::run;
use crate::places::Places;
use crate::times::{Kind, span};

/// Selects the packages.
pub const PACKAGES: &str = "--workspace";

/// Compiles everything and returns the path of a program.
pub fn program(places: &Places, name: &str) -> Result<PathBuf> {
    Ok(compile(places)?.join(format!("{name}{EXE_SUFFIX}")))
}

/// Compiles everything and returns the folder of the programs.
pub fn compile(places: &Places) -> Result<PathBuf> {
    let mut command = cargo();
    command.current_dir(&places.root);
    // With the tests, because the features that only these need belong to the same selection.
    command.args(["build", "--quiet", PACKAGES, "--bins", "--tests"]);
    let target = places.root.join("target");
    span(Kind::Compile, || {
        run(command.arg("--target-dir").arg(&target))
    })?;
    Ok(target.join("debug"))
}
