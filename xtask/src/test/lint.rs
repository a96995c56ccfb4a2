//! Lints the scripts of the extension and of the dashboard with oxlint: import directions, import
//! cycles, restricted globals and DOM methods, unused code. The rules are in `.oxlintrc.json`. Then
//! finds unused files and exports of the extension with knip, whose entry points are in
//! `.knip.json`, and runs the scripts' unit tests.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::machine::{find_program, npm_package, run};
use crate::places::Places;

use super::types::SCRIPT_FOLDERS;

const OXLINT: &str = "oxlint@1.94.0";
const KNIP: &str = "knip@6.44.2";

/// Fails if a rule is violated.
pub fn check(places: &Places) -> Result<()> {
    let npm =
        find_program(&["npm"]).context("npm is missing: install Node.js to lint the scripts")?;
    let oxlint = npm_package(places, &npm, OXLINT)?;
    let mut command = Command::new(oxlint.join("node_modules/.bin/oxlint"));
    command.current_dir(&places.root);
    command
        .args(["--config", ".oxlintrc.json"])
        .args(SCRIPT_FOLDERS);
    run(&mut command)?;
    find_unused(places, &npm)?;
    test_scripts(places)
}

/// Fails if the extension has a file that no entry point imports, or an export without an import.
fn find_unused(places: &Places, npm: &Path) -> Result<()> {
    let knip = npm_package(places, npm, KNIP)?;
    let mut command = Command::new(knip.join("node_modules/.bin/knip"));
    command.current_dir(&places.root);
    command.args(["--directory", "extension", "--config", "../.knip.json"]);
    run(&mut command)
}

/// Runs the unit tests of scripts that need no browser.
fn test_scripts(places: &Places) -> Result<()> {
    let node = find_program(&["node"]).context("node is missing: install Node.js")?;
    let mut command = Command::new(node);
    run(command
        .current_dir(&places.root)
        .args(["--test", "tests/scripts/"]))
}
