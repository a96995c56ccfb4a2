//! Checks that what ships compiles for the systems on which no test runs. Nothing is linked, so no
//! system library is needed; a C compiler is, for the parts of a crate that are in C.

use std::process::Command;

use anyhow::{Result, bail};

use crate::machine::run;
use crate::places::Places;
use crate::progress::step;
use crate::targets::Target;
use crate::times::{Kind, span};
use crate::toolchain::Toolchain;

const WINDOWS: &str = "x86_64-pc-windows-gnu";
const TARGETS: [&str; 2] = [WINDOWS, "aarch64-apple-darwin"];
const PACKAGES: [&str; 3] = ["axlens-server", "axlens-native-host", "axlens-client"];

/// Checks every target, also after one that fails.
pub fn check(places: &Places) -> Result<()> {
    let outcomes = TARGETS.map(|target| step(target, || check_target(places, target)));
    let pairs = TARGETS.iter().zip(&outcomes);
    let failed: Vec<&str> = pairs
        .filter(|(_, outcome)| outcome.is_err())
        .map(|(target, _)| *target)
        .collect();
    if !failed.is_empty() {
        bail!("what ships does not compile for {}", failed.join(", "));
    }
    Ok(())
}

/// Checks the native messaging host for Windows. Most code for one system is in its crates, and
/// none of them has a part in C.
pub fn check_windows(places: &Places) -> Result<()> {
    let mut command = command(places, WINDOWS)?;
    command.args(["--package", "axlens-native-host"]);
    span(Kind::Compile, || run(&mut command))
}

fn check_target(places: &Places, target: &str) -> Result<()> {
    let mut command = command(places, target)?;
    command.args(PACKAGES.iter().flat_map(|package| ["--package", package]));
    let folder = places.root.join("target").join("platforms");
    Target::by_name(target)?.use_c_compiler(&mut command, &folder)?;
    span(Kind::Compile, || run(&mut command))
}

/// A check of this target, without packages. One folder for all: programs of the build itself are
/// made once.
fn command(places: &Places, target: &str) -> Result<Command> {
    let toolchain = span(Kind::Install, || Toolchain::find_or_install(target))?;
    let mut command = toolchain.cargo("check", target);
    command.current_dir(&places.root).arg("--quiet");
    command.arg("--target-dir");
    command.arg(places.root.join("target").join("platforms"));
    Ok(command)
}
