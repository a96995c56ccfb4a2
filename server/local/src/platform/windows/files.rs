//! Files and folders with access control lists.

use super::security::{self, Descriptor};
use crate::platform::access_list::{Access, Owner, READ, REPLACE, WRITE};
use anyhow::{Context, bail};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{Error, Result};
use std::os::windows::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;
use windows_sys::Win32::Storage::FileSystem::{
    FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_OPEN_REPARSE_POINT, READ_CONTROL,
};

/// Identifies a version of a file, to detect changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileStamp {
    /// In units of 100 ns.
    modified: u64,
    len: u64,
}

impl FileStamp {
    /// The version that has this metadata.
    pub fn of(metadata: &Metadata) -> FileStamp {
        FileStamp {
            modified: metadata.last_write_time(),
            len: metadata.file_size(),
        }
    }
}

/// Creates a folder and its parents, accessible only to this user, administrators and Windows.
///
/// # Errors
/// If one can't be created.
pub fn create_private_folder(path: &Path) -> Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        create_private_folder(parent)?;
    }
    private()?.create_folder(path)
}

/// Removes all permissions of other users from a folder.
///
/// # Errors
/// If they can't be changed.
pub fn restrict_folder(path: &Path) -> anyhow::Result<()> {
    if access_of(path)?.others == 0 {
        return Ok(());
    }
    let restricted = private().and_then(|private| private.apply_to(path));
    restricted.with_context(|| format!("{} can't be restricted to this user", path.display()))
}

/// The commands that remove all permissions of other users from a file or folder.
pub fn restrict_hint(file: &Path) -> String {
    let user = security::user().unwrap_or("YOUR_SID");
    let file = file.display();
    format!(
        "icacls \"{file}\" /reset` and `icacls \"{file}\" /inheritance:r /grant:r \"*{user}:F\""
    )
}

/// Checks that only this user could have read a file.
///
/// # Errors
/// If others can, or its permissions can't be read.
pub fn check_private(file: &Path) -> anyhow::Result<()> {
    if access_of(file)?.others & (READ | WRITE) != 0 {
        bail!("others can read {}", file.display());
    }
    Ok(())
}

/// Opens a file of this user. A new file has the permissions of its folder.
///
/// # Errors
/// If it can't be opened, or is a link, not a file, or another user's.
pub fn open_own(file: &Path, options: &mut OpenOptions) -> anyhow::Result<File> {
    options.custom_flags(FILE_FLAG_OPEN_REPARSE_POINT);
    let opened = options
        .open(file)
        .with_context(|| format!("{} can't be opened", file.display()))?;
    let metadata = opened.metadata()?;
    if metadata.is_symlink() {
        bail!("{} is a symbolic link: remove it", file.display());
    }
    let access = Access::of(&security::of_file(&opened)?, security::user()?);
    if access.owner != Owner::User || !metadata.is_file() {
        bail!("{} is not a file of this user: remove it", file.display());
    }
    Ok(opened)
}

/// Checks that only this user can write to a folder and that it is not a link, and checks its
/// parents.
///
/// # Errors
/// If a check fails.
pub fn check_folder(path: &Path) -> anyhow::Result<()> {
    let folder = path.display();
    let metadata = metadata_of(path)?;
    if metadata.is_symlink() {
        bail!("the state directory {folder} is a symbolic link: use its target with --state-dir");
    }
    if !metadata.is_dir() {
        bail!("the state directory {folder} is not a folder");
    }
    let access = access_of(path)?;
    if access.owner != Owner::User {
        bail!(
            "the state directory {folder} belongs to another user: choose another one with --state-dir"
        );
    }
    if access.others & WRITE != 0 {
        bail!(
            "others can write to the state directory {folder}: check its contents, then run `{}`",
            restrict_hint(path)
        );
    }
    path.ancestors()
        .skip(1)
        .try_for_each(|parent| check_parent(path, parent))
}

fn check_parent(path: &Path, parent: &Path) -> anyhow::Result<()> {
    let refused = |reason: &str| {
        let (path, parent) = (path.display(), parent.display());
        Err(anyhow::anyhow!(
            "the state directory {path} is not safe, because {parent} {reason}: choose another one with --state-dir"
        ))
    };
    let access = access_of(parent)?;
    // Only Windows can change its own links.
    if metadata_of(parent)?.is_symlink() && access.owner != Owner::System {
        return refused("is a link");
    }
    if access.owner == Owner::Other {
        return refused("belongs to another user");
    }
    if access.others & REPLACE != 0 {
        return refused("can be changed by others");
    }
    Ok(())
}

/// The permissions of a new private folder. Its files inherit them.
fn private() -> Result<Descriptor> {
    let user = security::user()?;
    Descriptor::new(&format!(
        "O:{user}D:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;{user})"
    ))
}

/// The permissions of a file or folder itself, not of a link's target.
fn access_of(path: &Path) -> anyhow::Result<Access> {
    let read = || {
        let flags = FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT;
        let mut options = OpenOptions::new();
        let opened = options
            .access_mode(READ_CONTROL)
            .custom_flags(flags)
            .open(path)?;
        Ok::<Access, Error>(Access::of(&security::of_file(&opened)?, security::user()?))
    };
    read().with_context(|| format!("the permissions of {} can't be read", path.display()))
}

fn metadata_of(path: &Path) -> anyhow::Result<Metadata> {
    std::fs::symlink_metadata(path).with_context(|| format!("{} can't be read", path.display()))
}
