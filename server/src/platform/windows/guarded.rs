//! Processes that do not outlive this one: Windows has none.

use std::io::{Error, ErrorKind};
use std::path::Path;
use std::process::Command;

/// Where Chromium is installed: not used.
pub const CHROMIUM_PATHS: [&str; 0] = [];

/// A process that does not outlive this one. Windows has such processes by jobs only, which need
/// unsafe code: there is none.
#[derive(Debug)]
pub struct GuardedProcess;

impl GuardedProcess {
    /// Starts nothing.
    ///
    /// # Errors
    /// Always.
    pub fn start(_command: Command, _folder: &Path) -> std::io::Result<Self> {
        Err(no_pools())
    }

    /// Waits until the process ends by itself.
    pub async fn ended(&mut self) {}

    /// Ends the process.
    pub async fn end(self) {}
}

/// Kills nothing: there is no pool.
pub fn kill_with_group(_process: u32) {}

/// Whether this process runs as the administrator: not used.
pub fn is_administrator() -> bool {
    false
}

/// Whether this system has pools: never.
///
/// # Errors
/// Always, with the reason.
pub fn check_pools() -> std::io::Result<()> {
    Err(no_pools())
}

fn no_pools() -> Error {
    let message = "`axlens pool` is not available on Windows: run it on Linux, macOS or in WSL";
    Error::new(ErrorKind::Unsupported, message)
}
