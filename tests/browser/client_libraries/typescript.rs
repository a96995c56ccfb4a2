//! The package for TypeScript.

use crate::client_libraries::remote::status_from_elsewhere;
use crate::client_libraries::{file_in, run};
use anyhow::Context as _;
use axlens_harness::{Chain, Kind, on_runtime, shared};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Prints the names of the agents that the server shows.
const SCRIPT: &str = "import { connect } from 'axlens';\
    const browser = await connect();\
    console.log((await browser.status()).agents.map(({ name }) => name).join(' '));\
    await browser.close();";

fn package() -> PathBuf {
    shared::workspace().join("clients/typescript")
}

fn npm(arguments: &[&str]) -> anyhow::Result<Command> {
    // They are in the package's folder.
    shared::client_libraries()?;
    let mut npm = Command::new("npm");
    npm.current_dir(package()).args(arguments);
    Ok(npm)
}

// One test, because the scripts write into the same folders.
#[test]
#[ignore = "full: client libraries"]
fn it_is_accepted_by_the_checkers_and_passes_its_tests() -> anyhow::Result<()> {
    on_runtime(async || {
        for script in ["lint", "types", "examples", "test"] {
            run(&mut npm(&["run", "--silent", script])?)?;
        }
        let folder = tempfile::tempdir()?;
        install(folder.path())?;
        let chain = Chain::lease(Kind::Unattended).await?;
        let mut tests = npm(&["run", "--silent", "test:chain"])?;
        tests.env("AXLENS_STATE_DIR", chain.state_folder());
        tokio::task::spawn_blocking(move || run(&mut tests)).await??;
        let script = || {
            let mut script = Command::new("node");
            script.args(["--input-type=module", "-e", SCRIPT]);
            script.current_dir(folder.path());
            Ok(script)
        };
        status_from_elsewhere(&chain, script).await
    })
}

/// As a user does it who has cloned the project: without a build before.
#[test]
#[ignore = "full: client libraries"]
fn the_folder_of_a_clone_is_installed() -> anyhow::Result<()> {
    let clone = tempfile::tempdir()?;
    let mut list = Command::new("git");
    list.args(["ls-files", "clients/typescript", "LICENSE"]);
    for file in run(list.current_dir(shared::workspace()))?.lines() {
        let copy = clone.path().join(file);
        std::fs::create_dir_all(copy.parent().context("a folder")?)?;
        std::fs::copy(shared::workspace().join(file), copy)?;
    }
    let project = tempfile::tempdir()?;
    let mut install = Command::new("npm");
    install.args(["install", "--no-audit", "--no-fund"]);
    let install = install.arg(clone.path().join("clients/typescript"));
    run(install.current_dir(project.path()))?;
    let mut script = Command::new("node");
    script.args([
        "--input-type=module",
        "-e",
        "import { connect } from 'axlens';",
    ]);
    run(script.current_dir(project.path()))?;
    Ok(())
}

/// Packs the package and installs the result into a folder.
pub fn install(folder: &Path) -> anyhow::Result<()> {
    let mut pack = npm(&["pack", "--silent", "--pack-destination"])?;
    run(pack.arg(folder))?;
    let mut install = Command::new("npm");
    install.args([
        "install",
        "--silent",
        "--no-audit",
        "--no-fund",
        "--offline",
    ]);
    run(install.arg(file_in(folder, ".tgz")?).current_dir(folder))?;
    Ok(())
}
