//! What the client libraries for Python and TypeScript are checked and tested with, and the agent
//! frameworks of the examples, at the versions that their folders pin; installed once for each
//! state of these pins.

use std::fs;
use std::path::Path;

use anyhow::Result;

use super::components::{InstallScripts, npm_ci};
use super::mcp_clients::{install_python, python_from};
use crate::cache::{Cache, link};
use crate::machine::{output, python_version};
use crate::places::Places;

/// Leaves the tools for Python in `client-libraries/python` next to the build.
pub fn install_for_python(places: &Places) -> Result<()> {
    let requirements = "clients/python/requirements.txt";
    install_requirements(places, requirements, "client-libraries", |folder| {
        // It installs the type checker itself.
        output(python_from(folder).args(["-m", "pyright", "--version"])).map(|_| ())
    })
}

/// Leaves the tools for TypeScript in `clients/typescript/node_modules`, where its compiler looks
/// for them.
pub fn install_for_typescript(places: &Places) -> Result<()> {
    install_node_modules(places, "clients/typescript")
}

/// Leaves the frameworks for Python in `agent-frameworks` and `browser-use` next to the build, and
/// those for TypeScript in `examples/agents/node_modules`.
pub fn install_frameworks(places: &Places) -> Result<()> {
    for (file, name) in [
        ("requirements.txt", "agent-frameworks"),
        ("requirements-browser-use.txt", "browser-use"),
    ] {
        let file = format!("examples/agents/{file}");
        install_requirements(places, &file, name, |_| Ok(()))?;
    }
    install_node_modules(places, "examples/agents")
}

/// Installs the packages of a file into the subfolder `python` of a folder next to the build.
fn install_requirements(
    places: &Places,
    file: &str,
    name: &str,
    then: impl FnOnce(&Path) -> Result<()>,
) -> Result<()> {
    let pins = fs::read_to_string(places.root.join(file))?;
    let state = python_version()? + &pins;
    let entry = Cache::of_user().entry(name, &state, |folder| {
        fs::write(folder.join("requirements.txt"), &pins)?;
        install_python(folder)?;
        then(folder)?;
        Ok(fs::write(folder.join("stamp"), &state)?)
    })?;
    link(&entry, &places.built.join(name))
}

/// Installs the packages that a lock file pins, and makes `node_modules` next to it a link to them.
fn install_node_modules(places: &Places, source: &str) -> Result<()> {
    let source = places.root.join(source);
    let files = ["package.json", "package-lock.json"];
    let texts = files.map(|file| fs::read_to_string(source.join(file)));
    let [package, lock] = texts;
    let texts = [package?, lock?];
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    let name = format!("modules-of-{name}");
    let entry = Cache::of_user().entry(&name, &texts.concat(), |folder| {
        for (file, text) in files.iter().zip(&texts) {
            fs::write(folder.join(file), text)?;
        }
        // The package's own script would compile it.
        npm_ci(folder, InstallScripts::Ignore)
    })?;
    link(&entry.join("node_modules"), &source.join("node_modules"))
}
