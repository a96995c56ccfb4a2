//! Checks that what ships compiles for the systems on which no test runs. Nothing is linked, so no
//! system library is needed; a C compiler is, for the parts of a crate that are in C.

use anyhow::{Result, bail};

use crate::dist::targets::Target;
use crate::machine::run;
use crate::places::Places;
use crate::progress::step;
use crate::toolchain::Toolchain;

const TARGETS: [&str; 2] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];
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

fn check_target(places: &Places, target: &str) -> Result<()> {
    let mut command = Toolchain::find_or_install(target)?.cargo("check", target);
    command.current_dir(&places.root);
    command.args(PACKAGES.iter().flat_map(|package| ["--package", package]));
    // One folder for both: programs of the build itself are made once.
    let folder = places.root.join("target").join("platforms");
    Target::by_name(target)?.use_c_compiler(&mut command, places, &folder)?;
    command.arg("--target-dir").arg(folder);
    run(command.arg("--quiet"))
}
