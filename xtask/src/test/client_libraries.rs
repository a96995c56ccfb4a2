//! What the client libraries for Python and TypeScript are checked and tested with: linters, type
//! checkers and test runners, at the versions that their folders pin; installed once for each state
//! of these pins.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use super::mcp_clients::{install_python, python_from};
use crate::machine::{find_program, output};
use crate::places::Places;

/// Leaves the packages for Python in `client-libraries/python` next to the build, and those for
/// TypeScript in `clients/typescript/node_modules`, where its compiler looks for them.
pub fn install(places: &Places) -> Result<()> {
    let (python, typescript) = (
        places.root.join("clients/python"),
        places.root.join("clients/typescript"),
    );
    let folder = places.built.join("client-libraries");
    let pins = [
        python.join("requirements.txt"),
        typescript.join("package-lock.json"),
    ]
    .map(fs::read_to_string)
    .into_iter()
    .collect::<std::io::Result<Vec<_>>>()?
    .join("\n");
    let stamp = folder.join("stamp");
    let node_modules = typescript.join("node_modules");
    if node_modules.exists() && fs::read_to_string(&stamp).is_ok_and(|known| known == pins) {
        return Ok(());
    }
    fs::create_dir_all(&folder)?;
    fs::copy(
        python.join("requirements.txt"),
        folder.join("requirements.txt"),
    )?;
    install_python(&folder)?;
    // It installs the type checker itself.
    output(python_from(&folder).args(["-m", "pyright", "--version"]))?;
    install_node_modules(&typescript)?;
    fs::write(stamp, pins)?;
    Ok(())
}

fn install_node_modules(folder: &Path) -> Result<()> {
    let npm = find_program(&["npm"]).context("npm is missing: install Node.js")?;
    let mut install = Command::new(npm);
    install.args(["ci", "--no-audit", "--no-fund", "--silent"]);
    output(install.current_dir(folder))?;
    Ok(())
}
