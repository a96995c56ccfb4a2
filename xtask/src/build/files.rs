//! Files from here to there: only what changed, whole or not at all, and nothing left over from
//! earlier.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, Result};

use super::scripts::ContentScripts;
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

/// Writes a file unless it has this content already. A reader sees the old file or the new one,
/// never half of it.
pub fn write_if_changed(path: &Path, content: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    let folder = path.parent().context("a file needs a folder")?;
    fs::create_dir_all(folder)?;
    let new = path.with_extension("new");
    fs::write(&new, content).with_context(|| format!("cannot write {}", new.display()))?;
    fs::rename(&new, path).with_context(|| format!("cannot write {}", path.display()))
}

/// Lets everyone start a program.
#[cfg(unix)]
pub fn make_executable(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(fs::set_permissions(
        path,
        fs::Permissions::from_mode(0o755),
    )?)
}

/// Lets everyone start a program: it needs nothing here.
#[cfg(not(unix))]
pub fn make_executable(_path: &Path) -> Result<()> {
    Ok(())
}

/// All files under a folder, sorted; none when there is no such folder.
pub fn files_under(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                waiting.push(entry.path());
            } else {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// When any of these files or folders changed last.
pub fn newest(paths: &[PathBuf]) -> Result<SystemTime> {
    let mut newest = SystemTime::UNIX_EPOCH;
    for path in paths {
        let files = if path.is_dir() {
            files_under(path)?
        } else {
            vec![path.clone()]
        };
        for file in files {
            newest = newest.max(fs::metadata(&file)?.modified()?);
        }
    }
    Ok(newest)
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
