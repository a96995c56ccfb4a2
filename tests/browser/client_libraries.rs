//! The client libraries: their linters and type checkers accept them, their own tests pass, and
//! what is built from them works in a real browser.

mod agent_examples;
mod python;
mod remote;
mod rust;
mod snippets;
mod typescript;

use anyhow::{Context, ensure};
use std::path::Path;
use std::process::Command;

/// Runs a program and returns what it prints. If it fails, the error contains that.
fn run(command: &mut Command) -> anyhow::Result<String> {
    let output = command
        .output()
        .with_context(|| format!("starting {command:?}"))?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "{command:?}: {}\n{printed}\n{errors}",
        output.status
    );
    Ok(printed)
}

/// The only file in a folder with this end of its name.
fn file_in(folder: &Path, end: &str) -> anyhow::Result<std::path::PathBuf> {
    let mut found = std::fs::read_dir(folder)?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.to_string_lossy().ends_with(end));
    let file = found.next().with_context(|| format!("no {end}"))?;
    ensure!(found.next().is_none(), "several {end}");
    Ok(file)
}
