//! The scripts that every page gets, without comments and spaces: they are read again for each
//! document. Their names stay, so that a profile of a page says where its time went.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::machine::{find_program, npm_package, output};
use crate::places::Places;
use crate::progress::remark;

const SCRIPTS: [&str; 4] = [
    "shared/text-diff.js",
    "shared/run-engine.js",
    "page/recorder.js",
    "page/page-engine.js",
];

/// The npm package of the minifier.
const ESBUILD: &str = "esbuild@0.28.2";

/// The scripts that ship in the place of others.
pub struct ContentScripts {
    /// Where they are; none where nothing could make them smaller.
    folder: Option<PathBuf>,
}

impl ContentScripts {
    /// Makes them; where there is no npm they ship as they are written, with a remark.
    pub fn make(places: &Places) -> Result<Self> {
        let Some(npm) = find_program(&["npm"]) else {
            remark(
                "no npm on this machine: the scripts put into pages ship with their comments (install Node.js to mend this)",
            );
            return Ok(Self { folder: None });
        };
        let esbuild = npm_package(places, &npm, ESBUILD)?;
        let folder = places.work().join("scripts");
        let source = places.root.join("extension");
        let mut command = Command::new(esbuild.join("node_modules/.bin/esbuild"));
        command.args(SCRIPTS.map(|script| source.join(script)));
        command.args(["--minify-whitespace", "--minify-syntax"]);
        command.args(["--legal-comments=none", "--log-level=warning"]);
        command.arg(format!("--outbase={}", source.display()));
        command.arg(format!("--outdir={}", folder.display()));
        output(&mut command)?;
        Ok(Self {
            folder: Some(folder),
        })
    }

    /// Where the file of the extension comes from that stands there in the source.
    pub fn origin(&self, source: &Path, relative: &Path) -> PathBuf {
        let made = SCRIPTS.iter().any(|script| relative == Path::new(script));
        match &self.folder {
            Some(folder) if made => folder.join(relative),
            _ => source.join(relative),
        }
    }
}
