//! Windows.

use crate::settings::Settings;
use axlens_local::platform::spawn_detached;
use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

/// The settings of the launcher, a copy of this program next to them, which the browser starts with
/// the extension's origin. `None` if it was not started so.
///
/// # Errors
/// If the path of this program is unknown.
pub fn settings_of_launcher(origin: &str) -> Result<Option<PathBuf>> {
    if !origin.starts_with("chrome-extension://") {
        return Ok(None);
    }
    let program = std::env::current_exe()?;
    Ok(Some(program.with_extension("json")))
}

/// Starts a server that outlives this process and the browser.
///
/// # Errors
/// If the program can't be started.
pub fn start(
    settings: &Settings,
    _settings_file: &Path,
    _program: &Path,
    log: File,
) -> Result<Child> {
    let mut command = settings.server_command();
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log);
    spawn_detached(&mut command)
}

/// No process can replace itself on Windows. [`start`] does not need it.
pub fn become_server(_settings: &Settings) -> Error {
    Error::from(ErrorKind::Unsupported)
}
