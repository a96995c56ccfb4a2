//! `axlens pool`: the local server, and a number of Chromiums that it starts for agents. Each has a
//! fresh profile and one lease in its life. When the lease ends, the process is ended, the profile
//! is deleted, and another Chromium is started.
//!
//! | module | what it does |
//! |---|---|
//! | [`arguments`] | the options of the command, checked |
//! | [`chromium`] | one Chromium: profile, native host, process |
//! | [`slots`] | keeps the Chromiums running and follows their leases |
//! | [`leftovers`] | removes what a pool that was killed has left |
//!
//! [`crate::queue::pool_leases`] has the leases, [`crate::api::browsers`] the endpoints.

pub mod arguments;
pub mod chromium;
pub mod leftovers;
pub mod slots;

use crate::queue::pool_leases::LeaseLimits;
use axlens_local::StateDir;
use std::path::{Path, PathBuf};

/// A pool that can be started.
#[derive(Debug, Clone)]
pub struct Pool {
    /// The number of Chromiums.
    pub size: usize,
    /// The limits of leases.
    pub limits: LeaseLimits,
    /// The program of Chromium.
    pub chromium: PathBuf,
    /// The folder of the extension.
    pub extension: PathBuf,
    /// Whether the Chromiums have no windows.
    pub is_headless: bool,
}

/// The folder with the profiles of all Chromiums of a pool.
fn folder(dir: &StateDir) -> PathBuf {
    dir.pool_folder()
}

/// The profile in the folder of a Chromium.
fn profile(folder: &Path) -> PathBuf {
    folder.join("profile")
}
