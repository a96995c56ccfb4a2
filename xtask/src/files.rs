//! Files: those of a folder, and how they are written, whole or not at all.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, Result};

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

/// A file, or all files under a folder.
fn files_at(path: &Path) -> Result<Vec<PathBuf>> {
    match path.is_dir() {
        true => files_under(path),
        false => Ok(vec![path.to_path_buf()]),
    }
}

/// A hash of these files and of all files in these folders, with their paths below `root`.
pub fn content_hash(root: &Path, paths: &[PathBuf]) -> Result<u64> {
    let mut hash = DefaultHasher::new();
    for path in paths {
        for file in files_at(path)? {
            let name = file.strip_prefix(root)?;
            let content =
                fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
            (name, content).hash(&mut hash);
        }
    }
    Ok(hash.finish())
}

/// When any of these files or folders changed last.
pub fn newest(paths: &[PathBuf]) -> Result<SystemTime> {
    let mut newest = SystemTime::UNIX_EPOCH;
    for path in paths {
        for file in files_at(path)? {
            newest = newest.max(fs::metadata(&file)?.modified()?);
        }
    }
    Ok(newest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_depends_on_names_and_contents_but_not_on_the_place() -> Result<()> {
        let hash = |name: &str, content: &str| {
            let root = tempfile::tempdir()?;
            fs::write(root.path().join(name), content)?;
            content_hash(root.path(), &[root.path().to_path_buf()])
        };
        let first = hash("a.rs", "one")?;
        assert_eq!(first, hash("a.rs", "one")?);
        assert_ne!(first, hash("a.rs", "two")?);
        assert_ne!(first, hash("b.rs", "one")?);
        Ok(())
    }
}
