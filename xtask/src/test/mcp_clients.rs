//! Other people's clients of the Model Context Protocol, which the whole-chain tests run: the
//! official conformance suite, SDKs and the inspector, at the versions that
//! tests/packages/mcp-clients pins; installed once for each state of that folder.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::components::installed;
use crate::machine::pip_install;
use crate::places::Places;

/// Leaves them in `mcp-clients` next to the build: `node_modules` and `python`.
pub fn install(places: &Places) -> Result<()> {
    installed(
        places,
        ("tests/packages/mcp-clients", "mcp-clients"),
        install_python,
    )
}

/// Installs the packages of `requirements.txt` in a folder into its subfolder `python`.
pub fn install_python(folder: &Path) -> Result<()> {
    pip_install(
        folder,
        &["--target", "python", "--requirement", "requirements.txt"],
    )
}

/// Python with the packages that [`install_python`] has left in a folder.
pub fn python_from(folder: &Path) -> Command {
    let mut python = Command::new("python3");
    python.env("PYTHONPATH", folder.join("python"));
    python
}
