//! Processes.

use super::security::keep_from_children;
use std::io::{Result, stderr, stdin, stdout};
use std::os::windows::process::CommandExt as _;
use std::process::{Child, Command};
use windows_sys::Win32::System::Threading::{
    CREATE_BREAKAWAY_FROM_JOB, CREATE_NEW_PROCESS_GROUP, DETACHED_PROCESS,
};

/// A process without a console, which does not get the signals of this one.
const DETACHED: u32 = DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP;

/// Starts a process that outlives this one, its console and the job of the browser. It does not
/// keep the current folder, which could not be removed meanwhile, or this process's pipes, whose
/// other ends would not notice the end of this process.
///
/// # Errors
/// If the program can't be started.
pub fn spawn_detached(command: &mut Command) -> Result<Child> {
    keep_from_children(&stdin());
    keep_from_children(&stdout());
    keep_from_children(&stderr());
    if let Some(root) = std::env::var_os("SystemRoot") {
        command.current_dir(root);
    }
    command.creation_flags(DETACHED | CREATE_BREAKAWAY_FROM_JOB);
    match command.spawn() {
        // A job may forbid that a process leaves it.
        Err(_) => command.creation_flags(DETACHED).spawn(),
        started => started,
    }
}
