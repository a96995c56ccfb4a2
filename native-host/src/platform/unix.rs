//! Linux and macOS.

use super::BECOME_SERVER;
use crate::settings::Settings;
use std::fs::File;
use std::io::Result;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The launcher names the settings, so an origin alone has none: `None`.
///
/// # Errors
/// None.
pub fn settings_of_launcher(_origin: &str) -> Result<Option<PathBuf>> {
    Ok(None)
}

/// Starts a server that outlives this process: starts the host's program again, which replaces
/// itself with the server.
///
/// # Errors
/// If the program can't be started.
pub fn start(
    _settings: &Settings,
    settings_file: &Path,
    program: &Path,
    log: File,
) -> Result<Child> {
    let mut command = Command::new(program);
    command.arg(BECOME_SERVER).arg(settings_file);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log);
    command.spawn()
}

/// Leaves the browser's session and working directory, and replaces this process with the server.
/// Returns only if that fails.
pub fn become_server(settings: &Settings) -> std::io::Error {
    // Fails only for a process group leader. A process that the host has just started is not one.
    let _ = rustix::process::setsid();
    let mut command = settings.server_command();
    command.current_dir("/").exec()
}
