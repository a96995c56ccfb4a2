//! Whose a folder is and who can write on the way to it. What another user can write, another user
//! can replace by something of his own.

use anyhow::{Context, bail};
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

const ROOT: u32 = 0;
const GROUP_WRITES: u32 = 0o020;
const OTHERS_WRITE: u32 = 0o002;
/// In such a folder everybody makes files, and removes his own alone.
const STICKY: u32 = 0o1000;

/// Refuses a folder that is not this user's alone to write, is a link, or has such a folder above
/// it.
///
/// # Errors
/// Says which folder, why, and what to do.
pub fn check(path: &Path) -> anyhow::Result<()> {
    let user = User::this();
    let about = look(path)?;
    if about.is_symlink() {
        bail!(
            "the state directory {} is a symbolic link: name the folder it leads to with --state-dir",
            path.display()
        );
    }
    if !about.is_dir() {
        bail!("the state directory {} is not a folder", path.display());
    }
    if about.uid() != user.id {
        bail!(
            "the state directory {} belongs to another user: choose another one with --state-dir",
            path.display()
        );
    }
    if about.mode() & (GROUP_WRITES | OTHERS_WRITE) != 0 {
        bail!(
            "others can write in the state directory {}: look at what is in it, then run `chmod 700 {}`",
            path.display(),
            path.display()
        );
    }
    path.ancestors()
        .skip(1)
        .try_for_each(|above| user.check_above(path, above))
}

/// Who runs this program.
struct User {
    id: u32,
}

impl User {
    fn this() -> User {
        User {
            id: rustix::process::geteuid().as_raw(),
        }
    }

    /// Many systems give each user a group of his own, with the user's number, and let it write by
    /// default: it is no one else. Other groups are, but for that of the system's own users.
    fn lets_others_write(&self, about: &Metadata) -> bool {
        let mode = about.mode();
        let group = mode & GROUP_WRITES != 0 && about.gid() != self.id && about.gid() != ROOT;
        mode & OTHERS_WRITE != 0 || group
    }

    fn check_above(&self, path: &Path, above: &Path) -> anyhow::Result<()> {
        let about = look(above)?;
        let refused = |why: &str| {
            let (path, above) = (path.display(), above.display());
            Err(anyhow::anyhow!(
                "the state directory {path} is not safe, because {above} {why}: choose another one with --state-dir"
            ))
        };
        // A system's own link, such as /tmp on macOS, can be changed by the system alone.
        if about.is_symlink() {
            return match about.uid() == ROOT {
                true => Ok(()),
                false => refused("is a symbolic link"),
            };
        }
        if about.uid() != self.id && about.uid() != ROOT {
            return refused("belongs to another user");
        }
        if self.lets_others_write(&about) && about.mode() & STICKY == 0 {
            return refused("can be written by others");
        }
        Ok(())
    }
}

fn look(path: &Path) -> anyhow::Result<Metadata> {
    let path: PathBuf = if path.as_os_str().is_empty() {
        PathBuf::from("/")
    } else {
        path.to_owned()
    };
    std::fs::symlink_metadata(&path).with_context(|| format!("{} can't be read", path.display()))
}
