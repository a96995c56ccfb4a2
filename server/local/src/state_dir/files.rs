//! Files that only their user can access: never links, never files of another user.

use crate::platform::{self, open_own};
use anyhow::Context;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The maximum size of a file that is read whole, in bytes.
pub const MAX_LEN: u64 = 64 * 1024;

/// The size from which on a log is rotated, in bytes.
const MAX_LOG_LEN: u64 = 1024 * 1024;

/// Creates a folder and its parents, accessible only to this user.
pub fn make_private_folder(path: &Path) -> anyhow::Result<()> {
    platform::create_private_folder(path)
        .with_context(|| format!("the folder {} can't be created", path.display()))
}

/// Opens or creates the lock file.
pub fn open_lock(file: &Path) -> anyhow::Result<File> {
    open_own(
        file,
        OpenOptions::new().create(true).truncate(false).write(true),
    )
}

/// See [`super::open_log`].
pub fn open_log(file: &Path) -> anyhow::Result<File> {
    let is_long =
        std::fs::symlink_metadata(file).is_ok_and(|metadata| metadata.len() > MAX_LOG_LEN);
    if is_long {
        std::fs::rename(file, file.with_extension("log.1"))?;
    }
    open_append(file)
}

/// See [`super::open_append`].
pub fn open_append(file: &Path) -> anyhow::Result<File> {
    open_own(file, OpenOptions::new().create(true).append(true))
}

/// See [`super::open_to_read`].
pub fn open_to_read(file: &Path) -> anyhow::Result<File> {
    open_own(file, OpenOptions::new().read(true))
}

/// The text of a file of this user.
pub fn read_own(file: &Path) -> anyhow::Result<String> {
    let opened = open_to_read(file)?;
    let mut text = String::new();
    opened
        .take(MAX_LEN)
        .read_to_string(&mut text)
        .with_context(|| format!("{} can't be read", file.display()))?;
    Ok(text)
}

/// The text of a file that only this user could have read.
pub fn read_private(file: &Path) -> anyhow::Result<String> {
    platform::check_private(file)?;
    read_own(file)
}

/// See [`super::read_private_up_to`].
pub fn read_private_up_to(file: &Path, max: u64) -> anyhow::Result<String> {
    platform::check_private(file)?;
    let mut text = String::new();
    let read = open_to_read(file)?.take(max + 1).read_to_string(&mut text);
    read.with_context(|| format!("{} can't be read", file.display()))?;
    anyhow::ensure!(text.len() as u64 <= max, "{} is too large", file.display());
    Ok(text)
}

/// Writes a file atomically, with a temporary file. Only this user can read it.
pub fn write_private(file: &Path, text: &str) -> anyhow::Result<()> {
    let folder = file.parent().context("the file has no folder")?;
    let mut new = tempfile::Builder::new()
        .prefix(".new-")
        .tempfile_in(folder)
        .with_context(|| format!("{} can't be written", folder.display()))?;
    new.write_all(text.as_bytes())?;
    new.persist(file)
        .with_context(|| format!("{} can't be replaced", file.display()))?;
    Ok(())
}

/// Removes the files of Axlens in a folder, without subfolders. Links are removed, their targets
/// are not.
pub fn remove_all(folder: &Path, is_ours: fn(&str) -> bool) -> anyhow::Result<Vec<PathBuf>> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(|| format!("{} can't be read", folder.display()))?,
    };
    let mut removed = Vec::new();
    for entry in entries {
        let entry = entry?;
        let is_named = entry.file_name().to_str().is_some_and(is_ours);
        if !is_named || entry.file_type()?.is_dir() {
            continue;
        }
        let path = entry.path();
        std::fs::remove_file(&path)
            .with_context(|| format!("{} can't be removed", path.display()))?;
        removed.push(path);
    }
    removed.sort();
    Ok(removed)
}

/// Removes a folder if it is empty.
pub fn remove_empty(folder: &Path, removed: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if std::fs::read_dir(folder)?.next().is_some() {
        return Ok(());
    }
    std::fs::remove_dir(folder)
        .with_context(|| format!("{} can't be removed", folder.display()))?;
    removed.push(folder.to_owned());
    Ok(())
}
