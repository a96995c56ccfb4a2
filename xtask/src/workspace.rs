//! The tests, and the programs of the tests. All parts compile them for the whole workspace: for
//! other packages, Cargo enables other features of the dependencies and compiles these again.
//!
//! Clippy compiles the crates of the workspace: it is the compiler with more lints, and a check of
//! its own would analyse every crate a second time.

use std::env::consts::EXE_SUFFIX;
use std::io::{self, BufRead as _, BufReader, IsTerminal as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::cargo::cargo;
use crate::machine::{find_program, run};
use crate::places::Places;
use crate::times::{Kind, span};

/// Selects the packages.
pub const PACKAGES: &str = "--workspace";
/// The packages of what `cargo xtask run` starts, and of what makes the modules.
const FOR_RUN: [&str; 4] = [
    "axlens-server",
    "axlens-native-host",
    "axlens-harness",
    "axlens-bind",
];
/// Compiles, and lints what it compiles.
const CLIPPY: &str = "clippy-driver";
/// Cargo starts this program instead of the compiler, for the crates of the workspace.
const WRAPPER: &str = "RUSTC_WORKSPACE_WRAPPER";

/// Compiles everything and returns the path of a program.
pub fn program(places: &Places, name: &str) -> Result<PathBuf> {
    Ok(compile(places)?.join(format!("{name}{EXE_SUFFIX}")))
}

/// Compiles everything and returns the folder of the programs.
pub fn compile(places: &Places) -> Result<PathBuf> {
    let mut command = build(places);
    // With the tests, because the features that only these need belong to the same selection.
    command.args(["--bins", "--tests"]);
    span(Kind::Compile, || run(&mut command))?;
    Ok(places.root.join("target").join("debug"))
}

/// Compiles what `cargo xtask run` starts and what makes the modules, and returns the folder of the
/// programs.
pub fn compile_for_run(places: &Places) -> Result<PathBuf> {
    let target = places.root.join("target");
    let mut command = cargo();
    command.current_dir(&places.root);
    command.args(["build", "--quiet", "--bins"]);
    for package in FOR_RUN {
        command.args(["--package", package]);
    }
    command.arg("--target-dir").arg(&target);
    span(Kind::Compile, || run(&mut command))?;
    Ok(target.join("debug"))
}

/// Compiles everything, and fails if the compiler or clippy warns of something.
pub fn lint(places: &Places) -> Result<()> {
    ensure!(
        find_program(&[CLIPPY]).is_some(),
        "clippy is not installed: `rustup component add clippy`"
    );
    let mut command = build(places);
    let format = match io::stderr().is_terminal() {
        true => "json-diagnostic-rendered-ansi",
        false => "json",
    };
    command.args(["--all-targets", "--message-format", format]);
    match span(Kind::Compile, || print_diagnostics(&mut command))? {
        0 => Ok(()),
        count => bail!("{count} warnings and errors"),
    }
}

/// Lets a cargo command compile the crates of the workspace like the other functions here. Without
/// clippy, it is the compiler alone.
pub fn lint_in(command: &mut Command) {
    if let Some(clippy) = find_program(&[CLIPPY]) {
        command.env(WRAPPER, clippy);
    }
}

fn build(places: &Places) -> Command {
    let mut command = cargo();
    command.current_dir(&places.root);
    command.args(["build", "--quiet", PACKAGES]);
    command.arg("--target-dir").arg(places.root.join("target"));
    lint_in(&mut command);
    command
}

/// Runs a build that prints JSON, and prints its diagnostics. Returns their number.
fn print_diagnostics(command: &mut Command) -> Result<usize> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let output = child.stdout.take().context("a piped output")?;
    let mut count = 0;
    for line in BufReader::new(output).lines() {
        if let Some(diagnostic) = diagnostic(&line?) {
            eprint!("{diagnostic}");
            count += 1;
        }
    }
    let status = child.wait()?;
    ensure!(status.success() || count > 0, "{status}");
    Ok(count)
}

/// The text of a message of cargo, if that is a diagnostic of the compiler.
fn diagnostic(line: &str) -> Option<String> {
    let message: Value = serde_json::from_str(line).ok()?;
    let is_diagnostic = message["reason"] == "compiler-message";
    let text = message["message"]["rendered"].as_str();
    text.filter(|_| is_diagnostic).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_diagnostics_have_a_text() {
        let warning = r#"{"reason": "compiler-message", "message": {"rendered": "warning: x\n"}}"#;
        assert_eq!(diagnostic(warning).as_deref(), Some("warning: x\n"));
        let artifact = r#"{"reason": "compiler-artifact", "message": {"rendered": "no\n"}}"#;
        assert_eq!(diagnostic(artifact), None);
        assert_eq!(diagnostic("Compiling axlens"), None);
    }
}
