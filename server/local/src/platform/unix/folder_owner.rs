//! Checks the owner and the permissions of a folder and of its parents. Another user who can write
//! to one of them can replace its contents.

use anyhow::{Context, bail};
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

const ROOT: u32 = 0;
const GROUP_WRITES: u32 = 0o020;
const OTHERS_WRITE: u32 = 0o002;
/// In a folder with this bit, every user may create files but remove only their own.
const STICKY: u32 = 0o1000;

/// Checks that only this user can write to a folder and that it is not a link, and checks its
/// parents.
///
/// # Errors
/// If a check fails.
pub fn check_folder(path: &Path) -> anyhow::Result<()> {
    let user = User::this();
    let metadata = metadata_of(path)?;
    if metadata.is_symlink() {
        bail!(
            "the state directory {} is a symbolic link: use its target with --state-dir",
            path.display()
        );
    }
    if !metadata.is_dir() {
        bail!("the state directory {} is not a folder", path.display());
    }
    if metadata.uid() != user.id {
        bail!(
            "the state directory {} belongs to another user: choose another one with --state-dir",
            path.display()
        );
    }
    if metadata.mode() & (GROUP_WRITES | OTHERS_WRITE) != 0 {
        bail!(
            "others can write to the state directory {}: check its contents, then run `chmod 700 {}`",
            path.display(),
            path.display()
        );
    }
    path.ancestors()
        .skip(1)
        .try_for_each(|parent| user.check_parent(path, parent))
}

/// The user who runs this program.
struct User {
    id: u32,
}

impl User {
    fn this() -> User {
        User {
            id: rustix::process::geteuid().as_raw(),
        }
    }

    /// Many systems create a group for each user, with the user's id and write permission by
    /// default. This group and the root group count as the user; other groups have other users.
    fn lets_others_write(&self, metadata: &Metadata) -> bool {
        let mode = metadata.mode();
        let group = mode & GROUP_WRITES != 0 && metadata.gid() != self.id && metadata.gid() != ROOT;
        mode & OTHERS_WRITE != 0 || group
    }

    fn check_parent(&self, path: &Path, parent: &Path) -> anyhow::Result<()> {
        let metadata = metadata_of(parent)?;
        let refused = |reason: &str| {
            let (path, parent) = (path.display(), parent.display());
            Err(anyhow::anyhow!(
                "the state directory {path} is not safe, because {parent} {reason}: choose another one with --state-dir"
            ))
        };
        // Only the system can change its own links, such as /tmp on macOS.
        if metadata.is_symlink() {
            return match metadata.uid() == ROOT {
                true => Ok(()),
                false => refused("is a symbolic link"),
            };
        }
        if metadata.uid() != self.id && metadata.uid() != ROOT {
            return refused("belongs to another user");
        }
        if self.lets_others_write(&metadata) && metadata.mode() & STICKY == 0 {
            return refused("can be written by others");
        }
        Ok(())
    }
}

fn metadata_of(path: &Path) -> anyhow::Result<Metadata> {
    let path: PathBuf = if path.as_os_str().is_empty() {
        PathBuf::from("/")
    } else {
        path.to_owned()
    };
    std::fs::symlink_metadata(&path).with_context(|| format!("{} can't be read", path.display()))
}
