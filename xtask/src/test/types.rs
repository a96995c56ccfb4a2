//! The scripts of the extension and of the dashboard against their JSDoc types, by the
//! TypeScript compiler and the types of Chrome's APIs.

use std::process::Command;

use anyhow::{Context as _, Result};

use crate::machine::{find_program, npm_package, run};
use crate::places::Places;

const TYPESCRIPT: &str = "typescript@5.9.3";
const CHROME_TYPES: &str = "chrome-types@0.1.457";

/// The folders of the scripts that ship, each with a tsconfig.json.
pub const SCRIPT_FOLDERS: [&str; 2] = ["extension", "server/dashboard"];

/// Checks each folder as its tsconfig.json says.
pub fn check(places: &Places) -> Result<()> {
    let npm = find_program(&["npm"])
        .context("npm is missing: install Node.js to check the scripts' types")?;
    let typescript = npm_package(&npm, TYPESCRIPT)?;
    let chrome_types = npm_package(&npm, CHROME_TYPES)?;
    for folder in SCRIPT_FOLDERS {
        let mut command = Command::new(typescript.join("node_modules/.bin/tsc"));
        command.arg("--project").arg(places.root.join(folder));
        command
            .arg("--typeRoots")
            .arg(chrome_types.join("node_modules"));
        run(&mut command)?;
    }
    Ok(())
}
