//! For tests of the installers: a download location on the loopback address with archives of a
//! program that is a shell script, and a user with a home directory and a limited `PATH`.

mod archive;
mod install_sh;
mod location;
mod sources;
mod user;

pub use archive::{archive, sha256};
pub use location::{Location, Reply};
pub use user::{Outcome, User, script};

/// The archive for the platform that [`User`]'s `uname` reports.
pub const PLATFORM: &str = "x86_64-unknown-linux-musl";

/// The name of the archive of a version.
pub fn archive_name(version: &str) -> String {
    format!("axlens-{version}-{PLATFORM}.tar.gz")
}
