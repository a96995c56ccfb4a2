//! macOS.

use super::System;
use std::io::Write;
use std::net::SocketAddr;
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

/// Whether this is Linux in Windows: never.
pub fn is_wsl() -> bool {
    false
}

/// Whether the program at the other end of a connection may use the link. Always, because no other
/// user can have read it ([`open_url`]); macOS has no table of connections with their users.
pub fn is_user_of_link(_peer: SocketAddr, _port: u16) -> bool {
    true
}
