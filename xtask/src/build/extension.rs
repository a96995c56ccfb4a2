//! The files of the extension: only what changed is copied, and nothing is left over from earlier.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Result;

use super::scripts::ContentScripts;
use crate::files::{files_under, write_if_changed};
use crate::places::Places;

/// Folders and files of `extension/` that only its developers need.
const DEVELOPERS_ONLY: [&str; 9] = [
    ".prettierrc.json",
    "types",
    "node_modules",
    "tools",
    "tsconfig.json",
    "package.json",
    "package-lock.json",
    "ID",
    "README.md",
];

/// What other steps write: the engine's folder, the panel's module and glue.
const BUILT: [&str; 3] = [
    "engine",
    "devtools/axlens_panel.js",
    "devtools/axlens_panel_bg.wasm",
];

/// Copies the extension's source, which is what ships but for the bundles of what runs in
/// documents, and takes away what is no longer in it.
pub fn copy_extension(places: &Places) -> Result<()> {
    let source = places.root.join("extension");
    let target = places.extension();
    let scripts = ContentScripts::make(places)?;
    let mut wanted = BTreeSet::new();
    for file in files_under(&source)? {
        let relative = file.strip_prefix(&source)?.to_path_buf();
        if is_for_developers(&relative) {
            continue;
        }
        if let Some(origin) = scripts.origin(&source, &relative) {
            write_if_changed(&target.join(&relative), &fs::read(origin)?)?;
            wanted.insert(relative);
        }
    }
    for file in files_under(&target)? {
        let relative = file.strip_prefix(&target)?.to_path_buf();
        let is_built = BUILT.iter().any(|built| relative.starts_with(built));
        if !wanted.contains(&relative) && !is_built {
            fs::remove_file(&file)?;
        }
    }
    Ok(())
}

fn is_for_developers(relative: &Path) -> bool {
    let first = relative
        .components()
        .next()
        .map(|part| part.as_os_str().to_string_lossy().into_owned());
    first.is_some_and(|first| DEVELOPERS_ONLY.contains(&first.as_str()))
        || relative.to_string_lossy().ends_with(".d.ts")
        || relative
            .extension()
            .is_some_and(|extension| extension == "py" || extension == "new")
}
