//! What Linux and macOS have in common.

mod guarded;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{CWD, Mode, OFlags, openat};
use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, setrlimit};
use std::fs::{File, Permissions, set_permissions};
use std::io::{Error, ErrorKind, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};

pub use guarded::{CHROMIUM_PATHS, GuardedProcess, check_pools, is_administrator, kill_with_group};

/// The end of a launcher's file name.
pub const LAUNCHER_SUFFIX: &str = "";

/// How a folder is opened.
const FOLDER: OFlags = OFlags::DIRECTORY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);

/// How a file is opened: without waiting for the other end of a pipe.
const FILE: OFlags = OFlags::NOFOLLOW
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

/// A folder, also if its path leads elsewhere later.
#[derive(Debug)]
pub struct FolderHandle(OwnedFd);

impl FolderHandle {
    /// The folder with this canonical path.
    ///
    /// # Errors
    /// If there is none.
    pub fn open(path: &Path) -> std::io::Result<FolderHandle> {
        Ok(FolderHandle(openat(CWD, path, FOLDER, Mode::empty())?))
    }

    /// Opens a file for reading. No link below the folder is followed.
    ///
    /// # Errors
    /// If it can't be opened, or there is a link in the path.
    pub fn open_below(&self, path: &Path) -> std::io::Result<File> {
        let (parents, name) = (path.parent(), path.file_name());
        let mut at = self.0.try_clone()?;
        for part in parents.into_iter().flat_map(Path::components) {
            at = openat(&at, part.as_os_str(), FOLDER, Mode::empty())?;
        }
        let name = name.ok_or_else(|| Error::other("no name"))?;
        Ok(File::from(openat(&at, name, FILE, Mode::empty())?))
    }
}

/// Limits the memory of this process, and lets it write no core dump. macOS does not enforce the
/// limit of the memory.
///
/// # Errors
/// If the system refuses a limit.
pub fn limit_process(memory: u64) -> std::io::Result<()> {
    let limit = |maximum: u64| Rlimit {
        current: Some(maximum),
        maximum: Some(maximum),
    };
    setrlimit(Resource::Core, limit(0))?;
    Ok(setrlimit(Resource::As, limit(memory))?)
}

/// Whether a path names a file of this machine. Always: mounted folders are the user's own choice.
pub fn is_local(_path: &Path) -> bool {
    true
}

/// Waits for a signal to end, and returns its name.
pub async fn stop_signal() -> &'static str {
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        let _ = tokio::signal::ctrl_c().await;
        return "interrupt";
    };
    tokio::select! {
        _ = terminate.recv() => "terminate",
        _ = tokio::signal::ctrl_c() => "interrupt",
    }
}

/// Waits. Returns false at once if the pipe of stdout is closed.
pub fn wait_while_open(time: Duration) -> bool {
    let stdout = std::io::stdout();
    let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
    let limit = Timespec::try_from(time).ok();
    match poll(&mut watched, limit.as_ref()) {
        Ok(ended) => ended == 0,
        Err(error) => error == Errno::INTR,
    }
}

/// Writes the program that the browser starts: a script that starts the host with its settings.
///
/// # Errors
/// If a path is not valid UTF-8, or the file can't be written.
pub fn write_launcher(launcher: &Path, host: &Path, settings: &Path) -> std::io::Result<()> {
    let script = format!(
        "#!/bin/sh\nexec {} --settings {} \"$@\"\n",
        quoted(host)?,
        quoted(settings)?
    );
    let folder = launcher.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".axlens-")
        .tempfile_in(folder)?;
    file.write_all(script.as_bytes())?;
    set_permissions(file.path(), Permissions::from_mode(0o700))?;
    file.persist(launcher)?;
    Ok(())
}

/// Removes a launcher. A missing one is not an error.
///
/// # Errors
/// If it can't be removed.
pub fn remove_launcher(launcher: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(launcher) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Browsers find a manifest by its folder.
///
/// # Errors
/// None.
pub fn announce(_key: &str, _manifest: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Nothing but the manifest's folder leads browsers to it: `None`.
pub fn announced(_key: &str) -> Option<PathBuf> {
    None
}

/// Browsers find a manifest by its folder.
///
/// # Errors
/// None.
pub fn withdraw(_key: &str) -> std::io::Result<()> {
    Ok(())
}

/// A path as one quoted word for the shell.
fn quoted(path: &Path) -> std::io::Result<String> {
    let text = path
        .to_str()
        .ok_or_else(|| Error::other(format!("{} is not valid UTF-8", path.display())))?;
    Ok(format!("'{}'", text.replace('\'', r"'\''")))
}
