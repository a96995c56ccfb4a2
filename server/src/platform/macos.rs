//! macOS.

use super::System;
use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The system of this program.
pub const SYSTEM: System = System::MacOs;

/// The program that opens a URL in the user's browser.
pub const OPENER: &str = "osascript";

/// Opens a URL in the user's browser. The opener reads it from its input and sends it to the
/// browser as an event, so that it is never an argument, which other users could read.
///
/// # Errors
/// If the opener can't be started.
pub fn open_url(url: &str) -> std::io::Result<Child> {
    let mut command = Command::new(OPENER);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut opener = command.spawn()?;
    if let Some(mut script) = opener.stdin.take() {
        // URLs of the server have no quotation marks.
        writeln!(script, "open location \"{url}\"")?;
    }
    Ok(opener)
}

/// Whether programs can open windows: always.
pub fn has_display() -> bool {
    true
}

/// The processes whose arguments name a browser's profile in this folder.
pub fn processes_with_profile_in(folder: &Path) -> Vec<u32> {
    let list = Command::new("ps")
        .args(["-axww", "-o", "pid=,command="])
        .output();
    let list = list.map(|output| output.stdout).unwrap_or_default();
    let switch = format!("--user-data-dir={}/", folder.display());
    let list = String::from_utf8_lossy(&list).into_owned();
    let lines = list.lines().filter(|line| line.contains(&switch));
    lines
        .filter_map(|line| line.split_whitespace().next()?.parse().ok())
        .collect()
}

/// Whether this is Linux in Windows: never.
pub fn is_wsl() -> bool {
    false
}

/// Whether the program at the other end of a connection may use the link. Always, because no other
/// user can have read it ([`open_url`]); macOS has no table of connections with their users.
pub fn is_user_of_link(_peer: SocketAddr, _port: u16) -> bool {
    true
}
