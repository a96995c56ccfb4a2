//! What Linux and macOS have in common.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::fs::{Permissions, set_permissions};
use std::io::{Error, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};

/// The end of a launcher's file name.
pub const LAUNCHER_SUFFIX: &str = "";

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
