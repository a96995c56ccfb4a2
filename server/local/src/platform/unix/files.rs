//! Files and folders with permission bits.

use anyhow::{Context, bail};
use rustix::fs::OFlags;
use std::fs::{DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// The permission bits of a private folder.
const PRIVATE_FOLDER: u32 = 0o700;
/// The permission bits of a private file.
const PRIVATE_FILE: u32 = 0o600;
/// The permission bits of all other users.
const OTHERS: u32 = 0o077;

/// Identifies a version of a file, to detect changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileStamp {
    modified: (i64, i64),
    changed: (i64, i64),
    file: (u64, u64),
    len: u64,
}

impl FileStamp {
    /// The version that has this metadata.
    pub fn of(metadata: &Metadata) -> FileStamp {
        FileStamp {
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
            file: (metadata.dev(), metadata.ino()),
            len: metadata.len(),
        }
    }
}

/// Creates a folder and its parents, accessible only to this user.
///
/// # Errors
/// If one can't be created.
pub fn create_private_folder(path: &Path) -> std::io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(PRIVATE_FOLDER).create(path)
}

/// Removes all permissions of other users from a folder.
///
/// # Errors
/// If they can't be changed.
pub fn restrict_folder(path: &Path) -> anyhow::Result<()> {
    let mode = std::fs::metadata(path)?.mode();
    if mode & OTHERS == 0 {
        return Ok(());
    }
    std::fs::set_permissions(path, Permissions::from_mode(mode & PRIVATE_FOLDER))
        .with_context(|| format!("{} can't be restricted to this user", path.display()))
}

/// The command that removes all permissions of other users from a file.
pub fn restrict_hint(file: &Path) -> String {
    format!("chmod 600 {}", file.display())
}

/// Checks that only this user could have read a file.
///
/// # Errors
/// If others can, or its permissions can't be read.
pub fn check_private(file: &Path) -> anyhow::Result<()> {
    let metadata = std::fs::symlink_metadata(file)?;
    if metadata.mode() & OTHERS != 0 {
        bail!("others can read {}", file.display());
    }
    Ok(())
}

/// Opens a file of this user. A new file is accessible only to this user.
///
/// # Errors
/// If it can't be opened, or is a link, not a file, or another user's.
pub fn open_own(file: &Path, options: &mut OpenOptions) -> anyhow::Result<File> {
    let no_follow = i32::try_from(OFlags::NOFOLLOW.bits())?;
    let opened = options
        .mode(PRIVATE_FILE)
        .custom_flags(no_follow)
        .open(file);
    let is_link = || std::fs::symlink_metadata(file).is_ok_and(|metadata| metadata.is_symlink());
    if opened.is_err() && is_link() {
        bail!("{} is a symbolic link: remove it", file.display());
    }
    let opened = opened.with_context(|| format!("{} can't be opened", file.display()))?;
    let metadata = opened.metadata()?;
    if metadata.uid() != rustix::process::geteuid().as_raw() || !metadata.is_file() {
        bail!("{} is not a file of this user: remove it", file.display());
    }
    Ok(opened)
}
