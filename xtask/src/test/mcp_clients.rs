//! Other people's clients of the Model Context Protocol, which the whole-chain tests run: the
//! official conformance suite, SDKs and the inspector, at the versions that tests/mcp pins;
//! installed once for each state of that folder.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use super::components::files;
use crate::machine::{find_program, install_packages, output};
use crate::places::Places;

/// Leaves them in `mcp-clients` beside the build: `node_modules` and `python`.
pub fn install(places: &Places) -> Result<()> {
    let files = files(&places.root.join("tests/mcp"))?;
    let folder = places.built.join("mcp-clients");
    let (stamp, state) = (folder.join("stamp"), format!("{files:?}"));
    if fs::read_to_string(&stamp).is_ok_and(|known| known == state) {
        return Ok(());
    }
    fs::create_dir_all(&folder)?;
    for (name, text) in &files {
        fs::write(folder.join(name), text)?;
    }
    let npm = find_program(&["npm"])
        .context("npm is missing: install Node.js to test with clients of MCP")?;
    let mut install = Command::new(npm);
    install.args(["ci", "--no-audit", "--no-fund", "--silent"]);
    install.args(["--fetch-retries=1", "--fetch-timeout=60000"]);
    output(install.current_dir(&folder))?;
    install_python(&folder)?;
    fs::write(stamp, state)?;
    Ok(())
}

fn install_python(folder: &Path) -> Result<()> {
    let pip = |arguments: &[&str]| {
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip"]).args(arguments).current_dir(folder);
        output(&mut pip)
    };
    if pip(&["--version"]).is_err() {
        install_packages(&["python3-pip"], "pip is missing: install it")?;
    }
    let install = ["install", "--quiet", "--disable-pip-version-check"];
    let what = ["--target", "python", "--requirement", "requirements.txt"];
    pip(&[&install[..], &what].concat())?;
    Ok(())
}
