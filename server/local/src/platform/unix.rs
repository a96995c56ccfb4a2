//! Linux and macOS.

mod files;
mod folder_owner;
mod local_socket;

pub use files::{
    FileStamp, check_private, create_private_folder, open_own, restrict_folder, restrict_hint,
};
pub use folder_owner::check_folder;
pub use local_socket::{
    AcceptedStream, LocalListener, LocalStream, SOCKET_FILE, check_socket_path, connect,
};

use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command};

/// Starts a process that outlives this one and its terminal.
///
/// # Errors
/// If the program can't be started.
pub fn spawn_detached(command: &mut Command) -> std::io::Result<Child> {
    command.current_dir("/").process_group(0).spawn()
}
