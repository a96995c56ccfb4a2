//! The user of the program at the other end of a connection on this machine. The link to the
//! dashboard may be an argument of the program that opens it, which other users can read while it
//! starts. So the server accepts the link's code only from a program of its own user.

use crate::platform;
use axlens_protocol::{Code, Fault};
use std::net::SocketAddr;

/// Checks that a connection from this address to the server's port belongs to this user, on
/// systems on which another user could have read the link.
///
/// # Errors
/// `forbidden` if it belongs to another or an unknown user.
pub fn check(peer: SocketAddr, port: u16) -> Result<(), Fault> {
    if platform::is_user_of_link(peer, port) {
        return Ok(());
    }
    let message = "The link to this page was opened by another user of this machine.";
    Err(Fault::new(Code::Forbidden, message)
        .hint("Open the page in a browser of the user who runs the server."))
}
