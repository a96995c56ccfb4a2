//! The engine's exports as the browser sees them, and what the panel does in a document:
//! `wasm-bindgen-test` in headless Chromium.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::cargo_tests::{Counts, cargo_test};
use crate::build::wasm_toolchain::WasmToolchain;
use crate::cargo::cargo_install;
use crate::chromium;
use crate::machine::{find_program, install_packages, is_root, run};
use crate::places::Places;
use crate::times::{Kind, span};

/// The same as the crate's in the workspace's table: they speak to each other.
const RUNNER_VERSION: &str = "0.2.130";
const RUNNER: &str = "wasm-bindgen-test-runner";
const SWITCHES: [&str; 4] = [
    "--headless=new",
    "--disable-gpu",
    "--no-first-run",
    "--disable-dev-shm-usage",
];

/// The crates whose `tests/web.rs` is compiled to WASM and run.
const PACKAGES: [&str; 2] = ["axlens-wasm-core", "axlens-panel"];

/// Runs these tests.
pub fn test(places: &Places, counts: &mut Counts) -> Result<()> {
    for package in PACKAGES {
        test_package(places, package, counts)?;
    }
    Ok(())
}

fn test_package(places: &Places, package: &str, counts: &mut Counts) -> Result<()> {
    let before = counts.passed;
    // Its lock file requires a version that the registry does not have.
    let runner = cargo_install("wasm-bindgen-cli", RUNNER_VERSION, RUNNER, &[])?;
    let driver = driver()?;
    let settings = places.work().join("webdriver.json");
    let chromium = chromium::counted(places)?;
    std::fs::write(&settings, capabilities(&chromium).to_string())?;
    let command = || -> Result<Command> {
        let mut command = WasmToolchain::find_or_install()?.cargo("test");
        command.current_dir(&places.root).arg("--target-dir");
        command.arg(places.root.join("target").join("wasm"));
        command.args(["--package", package, "--test", "web"]);
        Ok(command)
    };
    span(Kind::Compile, || run(command()?.arg("--no-run")))?;
    let mut command = command()?;
    command
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner)
        .env("CHROMEDRIVER", driver)
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", settings);
    span(Kind::Run, || cargo_test(&mut command, counts))?;
    if counts.passed == before {
        bail!("no test of {package} ran");
    }
    Ok(())
}

fn capabilities(chromium: &Path) -> serde_json::Value {
    let mut switches = SWITCHES.to_vec();
    if is_root() {
        switches.push("--no-sandbox");
    }
    serde_json::json!({"goog:chromeOptions": {"args": switches, "binary": chromium}})
}

fn driver() -> Result<PathBuf> {
    if let Some(found) = find_program(&["chromedriver"]) {
        return Ok(found);
    }
    install_packages(
        &["chromium-driver"],
        "chromedriver is missing: install it (Debian: apt-get install chromium-driver)",
    )?;
    find_program(&["chromedriver"]).context("chromedriver was installed but is not on the PATH")
}
