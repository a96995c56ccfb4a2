//! The web component libraries whose pages the whole-chain tests read: installed at the versions
//! that tests/packages/components pins, and bundled; once for each state of that folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::cache::{Cache, link};
use crate::machine::{find_program, output, python_version, run};
use crate::places::Places;

/// Leaves a bundle for each library in `components/dist` next to the build.
pub fn install(places: &Places) -> Result<()> {
    installed(
        places,
        ("tests/packages/components", "components"),
        |folder| {
            let mut bundle = Command::new(folder.join("node_modules/.bin/esbuild"));
            bundle.args(["shoelace.js", "material.js", "spectrum.js"]);
            bundle.args([
                "--bundle",
                "--format=esm",
                "--minify",
                "--outdir=dist",
                "--log-level=warning",
            ]);
            run(bundle.current_dir(folder))
        },
    )
}

/// Leaves a bundle for each page of tests/packages/libraries in `libraries/dist` next to the build.
pub fn install_libraries(places: &Places) -> Result<()> {
    installed(
        places,
        ("tests/packages/libraries", "libraries"),
        |folder| {
            let node = find_program(&["node"]).context("node is missing: install Node.js")?;
            run(Command::new(node).arg("bundle.mjs").current_dir(folder))
        },
    )
}

/// Installs the npm packages that a folder of the project pins, and does with them what else is to
/// be done: once for each state of that folder. `name` is its name next to the build.
pub fn installed(
    places: &Places,
    (source, name): (&str, &str),
    then: impl FnOnce(&Path) -> Result<()>,
) -> Result<()> {
    let files = files(&places.root.join(source))?;
    let mut state = format!("{files:?} {:?}", InstallScripts::Run);
    if files.contains_key(Path::new("requirements.txt")) {
        state += &python_version()?;
    }
    let entry = Cache::of_user().entry(name, &state, |folder| {
        for (path, text) in &files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            fs::write(path, text)?;
        }
        // Node.js of the version that clients of MCP need comes with an install script.
        npm_ci(folder, InstallScripts::Run).with_context(|| format!("for {source}"))?;
        then(folder)?;
        Ok(fs::write(folder.join("stamp"), &state)?)
    })?;
    link(&entry, &places.built.join(name))
}

/// Whether the install scripts of packages run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstallScripts {
    /// They run.
    Run,
    /// They do not.
    Ignore,
}

/// Installs the npm packages that a lock file pins next to it.
pub fn npm_ci(folder: &Path, scripts: InstallScripts) -> Result<()> {
    let npm = find_program(&["npm"]).context("npm is missing: install Node.js")?;
    let mut install = Command::new(npm);
    install.args(["ci", "--no-audit", "--no-fund", "--silent"]);
    if scripts == InstallScripts::Ignore {
        install.arg("--ignore-scripts");
    }
    // Where the registry can't be reached that is soon known.
    install.args(["--fetch-retries=1", "--fetch-timeout=60000"]);
    output(install.current_dir(folder))?;
    Ok(())
}

/// The files of a folder and its subfolders by path, except HTML pages, which are not bundled.
fn files(folder: &Path) -> Result<BTreeMap<PathBuf, String>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = PathBuf::from(path.file_name().unwrap_or_default());
        if path.is_dir() {
            let inner = self::files(&path)?.into_iter();
            files.extend(inner.map(|(inner, text)| (name.join(inner), text)));
        } else if path.extension().is_none_or(|extension| extension != "html") {
            files.insert(name, fs::read_to_string(&path)?);
        }
    }
    Ok(files)
}
