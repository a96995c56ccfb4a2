//! The scripts that run in documents: modules of `extension/page/` and `extension/shared/`, bundled
//! into one classic script each, without comments and spaces and with short names, since they are
//! read again for each document.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::cache::link;
use crate::machine::{find_program, npm_package, output};
use crate::places::Places;

/// The folder of the modules that run in documents; of these, only the bundles ship.
const FOLDER: &str = "page";

/// The entries of the bundles, which ship under the same names.
const ENTRIES: [&str; 10] = [
    "page/recorder/recorder.js",
    "page/page-engine.js",
    "page/act/actor.js",
    "page/devtools/helper.js",
    "page/inspect/inspector.js",
    "page/network/network.js",
    "page/errors/errors.js",
    "page/errors/connect.js",
    "page/errors/page-world.js",
    "page/pdf/pdf.js",
];

/// The npm package of the bundler.
const ESBUILD: &str = "esbuild@0.28.2";

/// The bundles.
pub struct ContentScripts {
    folder: PathBuf,
}

impl ContentScripts {
    /// Makes them.
    ///
    /// # Errors
    /// Where there is no npm on this machine, or a module is wrong.
    pub fn make(places: &Places) -> Result<Self> {
        let npm = find_program(&["npm"])
            .context("npm is missing: install Node.js to bundle the scripts that run in pages")?;
        let esbuild = npm_package(&npm, ESBUILD)?;
        // For tests that bundle modules of the extension.
        link(&esbuild, &places.built.join("esbuild"))?;
        let folder = places.work().join("scripts");
        let source = places.root.join("extension");
        let mut command = Command::new(esbuild.join("node_modules/.bin/esbuild"));
        command.args(ENTRIES.map(|entry| source.join(entry)));
        command.args(["--bundle", "--format=iife"]);
        command.args(["--minify"]);
        command.args(["--legal-comments=none", "--log-level=warning"]);
        command.arg(format!("--outbase={}", source.display()));
        command.arg(format!("--outdir={}", folder.display()));
        output(&mut command)?;
        Ok(Self { folder })
    }

    /// The source of a file of the built extension; `None` if the file is part of a bundle.
    pub fn origin(&self, source: &Path, relative: &Path) -> Option<PathBuf> {
        if ENTRIES.iter().any(|entry| relative == Path::new(entry)) {
            return Some(self.folder.join(relative));
        }
        (!relative.starts_with(FOLDER)).then(|| source.join(relative))
    }
}
