//! How host and server are started, which differs between systems. Each system has one file. The
//! rest of this crate has no `cfg` for systems.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::{become_server, settings_of_launcher, start};
#[cfg(windows)]
pub use windows::{become_server, settings_of_launcher, start};

/// The argument with which the host's program replaces itself with the server ([`become_server`]).
pub const BECOME_SERVER: &str = "--become-server";
