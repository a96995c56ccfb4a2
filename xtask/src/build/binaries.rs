//! The native programs: the server with its command line, the native messaging host, and the
//! gateway.

use std::fs;

use anyhow::{Context as _, Result};

use super::files::{make_executable, write_if_changed};
use crate::machine::{cargo, run};
use crate::places::Places;

/// Compiles them and puts them into `bin/`. A program that runs keeps its old file: the new one
/// takes its name.
pub fn build(places: &Places) -> Result<()> {
    let target = places.root.join("target");
    let mut command = cargo();
    command
        .current_dir(&places.root)
        .args(["build", "--profile", "product", "--bins"]);
    command.args([
        "--package",
        "axlens-server",
        "--package",
        "axlens-native-host",
        "--package",
        "axlens-gateway",
    ]);
    command.arg("--target-dir").arg(&target);
    run(&mut command)?;
    for name in ["axlens", "axlens-native-host", "axlens-gateway"] {
        let file = target.join("product").join(name);
        let program = places.program(name);
        let content = fs::read(&file).with_context(|| format!("no program {name} was built"))?;
        write_if_changed(&program, &content)?;
        make_executable(&program)?;
    }
    Ok(())
}
