//! Lints the scripts of the extension and of the dashboard with oxlint: import directions, import
//! cycles, restricted globals and DOM methods, unused code. The rules are in `.oxlintrc.json`. Then
//! finds unused files and exports of the extension with knip, whose entry points are in
//! `.knip.json`, and runs the scripts' unit tests. The container files in `deploy/containers/` are
//! checked, too.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::machine::{find_program, npm_package, run};
use crate::places::Places;

use super::types::SCRIPT_FOLDERS;

const OXLINT: &str = "oxlint@1.94.0";
const KNIP: &str = "knip@6.44.2";
const DCLINT: &str = "dclint@3.1.0";
const DOCKERFILE_UTILS: &str = "dockerfile-utils@0.16.3";

/// The folder of the container files, and what their names end with.
const CONTAINERS: &str = "deploy/containers";
const CONTAINERFILE: &str = ".Containerfile";

/// Fails if a rule is violated.
pub fn check(places: &Places) -> Result<()> {
    let npm =
        find_program(&["npm"]).context("npm is missing: install Node.js to lint the scripts")?;
    let oxlint = npm_package(&npm, OXLINT)?;
    let mut command = Command::new(oxlint.join("node_modules/.bin/oxlint"));
    command.current_dir(&places.root);
    command
        .args(["--config", ".oxlintrc.json"])
        .args(SCRIPT_FOLDERS);
    run(&mut command)?;
    find_unused(places, &npm)?;
    check_container_files(places, &npm)?;
    test_scripts(places)
}

/// Fails if the extension has a file that no entry point imports, or an export without an import.
fn find_unused(places: &Places, npm: &Path) -> Result<()> {
    let knip = npm_package(npm, KNIP)?;
    let mut command = Command::new(knip.join("node_modules/.bin/knip"));
    command.current_dir(&places.root);
    command.args(["--directory", "extension", "--config", "../.knip.json"]);
    run(&mut command)
}

/// Fails if a container file has an error of syntax, or the Compose file does not match the schema
/// of the Compose specification.
fn check_container_files(places: &Places, npm: &Path) -> Result<()> {
    let folder = places.root.join(CONTAINERS);
    let dclint = npm_package(npm, DCLINT)?.join("node_modules/.bin/dclint");
    run(Command::new(dclint)
        .current_dir(&folder)
        .args(["--quiet", "compose.yaml"]))?;
    let utils = npm_package(npm, DOCKERFILE_UTILS)?;
    let utils = utils.join("node_modules/.bin/dockerfile-utils");
    let mut checked = 0;
    for file in std::fs::read_dir(&folder)? {
        let path = file?.path();
        if path.to_string_lossy().ends_with(CONTAINERFILE) {
            run(Command::new(&utils).arg("lint").arg(path))?;
            checked += 1;
        }
    }
    ensure!(checked > 0, "{CONTAINERS} has no {CONTAINERFILE}");
    Ok(())
}

/// Runs the unit tests of scripts that need no browser.
fn test_scripts(places: &Places) -> Result<()> {
    let node = find_program(&["node"]).context("node is missing: install Node.js")?;
    let mut command = Command::new(node);
    run(command
        .current_dir(&places.root)
        .args(["--test", "tests/scripts/"]))
}
