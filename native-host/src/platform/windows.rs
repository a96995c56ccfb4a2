//! Windows.

use crate::settings::Settings;
use axlens_local::platform::spawn_detached;
use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;
use std::process::{Child, Stdio};

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
