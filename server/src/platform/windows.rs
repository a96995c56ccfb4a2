//! Windows.

mod guarded;

use super::System;
use axlens_local::platform::final_path;
use std::fs::File;
use std::io::{Error, ErrorKind};
use std::net::SocketAddr;
use std::path::{Component, Path, PathBuf, Prefix};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};
use windows_registry::CURRENT_USER;

pub use guarded::{CHROMIUM_PATHS, GuardedProcess, check_pools, is_administrator, kill_with_group};

/// The system of this program.
pub const SYSTEM: System = System::Windows;

/// The program that opens a URL in the user's browser.
pub const OPENER: &str = "rundll32";

/// The end of a launcher's file name.
pub const LAUNCHER_SUFFIX: &str = ".exe";

/// The beginning of the names of launchers that were replaced while they ran.
const REPLACED: &str = ".axlens-old-";

/// A folder, by its canonical path.
#[derive(Debug)]
pub struct FolderHandle(PathBuf);

impl FolderHandle {
    /// The folder with this canonical path.
    ///
    /// # Errors
    /// If there is none.
    pub fn open(path: &Path) -> std::io::Result<FolderHandle> {
        match std::fs::metadata(path)?.is_dir() {
            true => Ok(FolderHandle(path.to_owned())),
            false => Err(Error::from(ErrorKind::NotADirectory)),
        }
    }

    /// Opens a file for reading. A link that leads out of the folder is not followed.
    ///
    /// # Errors
    /// If it can't be opened, or is not in the folder.
    pub fn open_below(&self, path: &Path) -> std::io::Result<File> {
        let file = File::open(self.0.join(path))?;
        match final_path(&file)?.starts_with(&self.0) {
            true => Ok(file),
            false => Err(Error::other("a link leads out of the folder")),
        }
    }
}

/// Limits nothing: Windows has such limits for jobs only, which need unsafe code. The deadline of
/// the request ends the process.
///
/// # Errors
/// None.
pub fn limit_process(_memory: u64) -> std::io::Result<()> {
    Ok(())
}

/// Whether a path names a file on a disk of this machine. Others would be opened over the network,
/// with the user's credentials, or are devices.
pub fn is_local(path: &Path) -> bool {
    match path.components().next() {
        Some(Component::Prefix(prefix)) => {
            matches!(prefix.kind(), Prefix::Disk(_) | Prefix::VerbatimDisk(_))
        }
        _ => false,
    }
}

/// Opens a URL in the user's browser. No other user can read the arguments of a program.
///
/// # Errors
/// If the opener can't be started.
pub fn open_url(url: &str) -> std::io::Result<Child> {
    let mut command = Command::new(OPENER);
    command
        .args(["url.dll,FileProtocolHandler", url])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn()
}

/// The processes of a pool: none.
pub fn processes_with_profile_in(_folder: &Path) -> Vec<u32> {
    Vec::new()
}

/// Whether programs can open windows: always.
pub fn has_display() -> bool {
    true
}

/// Whether this is Linux in Windows: never.
pub fn is_wsl() -> bool {
    false
}

/// Whether the program at the other end of a connection may use the link. Always, because no other
/// user can have read it ([`open_url`]).
pub fn is_user_of_link(_peer: SocketAddr, _port: u16) -> bool {
    true
}

/// Waits for a signal to end, and returns its name.
pub async fn stop_signal() -> &'static str {
    let signals = (|| {
        Ok::<_, Error>((
            ctrl_c()?,
            ctrl_break()?,
            ctrl_close()?,
            ctrl_logoff()?,
            ctrl_shutdown()?,
        ))
    })();
    let Ok((mut interrupt, mut stop, mut close, mut logoff, mut shutdown)) = signals else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => "interrupt",
        _ = stop.recv() => "break",
        _ = close.recv() => "close",
        _ = logoff.recv() => "log-off",
        _ = shutdown.recv() => "shutdown",
    }
}

/// Waits. Windows does not tell when the other end of a pipe is closed: the next write fails.
pub fn wait_while_open(time: Duration) -> bool {
    std::thread::sleep(time);
    true
}

/// Writes the program that the browser starts: a copy of the host, which reads the settings that
/// have its own name. A script would need the path in the code page of the console.
///
/// # Errors
/// If the copy can't be written.
pub fn write_launcher(launcher: &Path, host: &Path, _settings: &Path) -> std::io::Result<()> {
    let folder = launcher.parent().unwrap_or(Path::new("."));
    remove_replaced(folder)?;
    let copy = tempfile::Builder::new()
        .prefix(".axlens-")
        .tempfile_in(folder)?
        .into_temp_path();
    std::fs::copy(host, &copy)?;
    move_away(launcher)?;
    copy.persist(launcher)?;
    remove_replaced(folder)
}

/// Removes a launcher. A running one is removed by a later installation or removal. A missing one
/// is not an error.
///
/// # Errors
/// If it can't be moved away.
pub fn remove_launcher(launcher: &Path) -> std::io::Result<()> {
    let folder = launcher.parent().unwrap_or(Path::new("."));
    move_away(launcher)?;
    remove_replaced(folder)
}

/// Renames a launcher: a running program can be renamed, but not replaced or deleted.
fn move_away(launcher: &Path) -> std::io::Result<()> {
    if !launcher.exists() {
        return Ok(());
    }
    let folder = launcher.parent().unwrap_or(Path::new("."));
    let old = tempfile::Builder::new()
        .prefix(REPLACED)
        .tempfile_in(folder)?
        .into_temp_path()
        .to_path_buf();
    std::fs::rename(launcher, old)
}

/// Removes the launchers that were replaced and have ended since.
fn remove_replaced(folder: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(REPLACED) {
            // A running one is removed by the next installation.
            let _ = std::fs::remove_file(entry.path());
        }
    }
    Ok(())
}

/// Writes the path of a manifest to a key of the registry, where browsers look for it.
///
/// # Errors
/// If the key can't be written.
pub fn announce(key: &str, manifest: &Path) -> std::io::Result<()> {
    let path = manifest
        .to_str()
        .ok_or_else(|| Error::other(format!("{} is not valid Unicode", manifest.display())))?;
    let key = CURRENT_USER.create(key).map_err(Error::from)?;
    key.set_string("", path).map_err(Error::from)
}

/// The path of the manifest in a key of the registry.
pub fn announced(key: &str) -> Option<PathBuf> {
    let path = CURRENT_USER.open(key).ok()?.get_string("").ok()?;
    Some(PathBuf::from(path))
}

/// Removes a key of the registry. A missing one is not an error.
///
/// # Errors
/// If it can't be removed.
pub fn withdraw(key: &str) -> std::io::Result<()> {
    match CURRENT_USER.open(key) {
        Ok(_) => CURRENT_USER.remove_tree(key).map_err(Error::from),
        Err(_) => Ok(()),
    }
}
