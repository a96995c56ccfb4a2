//! Other people's clients of the Model Context Protocol, which the whole-chain tests run: the
//! official conformance suite, SDKs and the inspector, at the versions that tests/chain/mcp pins;
//! installed once for each state of that folder.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::components::installed;
use crate::machine::{install_packages, output};
use crate::places::Places;

/// Leaves them in `mcp-clients` next to the build: `node_modules` and `python`.
pub fn install(places: &Places) -> Result<()> {
    installed(places, ("tests/chain/mcp", "mcp-clients"), install_python)
}

/// Installs the packages of `requirements.txt` in a folder into its subfolder `python`.
pub fn install_python(folder: &Path) -> Result<()> {
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

/// Python with the packages that [`install_python`] has left in a folder.
pub fn python_from(folder: &Path) -> Command {
    let mut python = Command::new("python3");
    python.env("PYTHONPATH", folder.join("python"));
    python
}
