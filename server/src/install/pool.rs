//! Registrations of the native host with the browsers of a pool, which exist as long as the
//! browser.

use super::browsers::{ManifestPlace, manifest_place_in};
use super::registration::{Installation, Programs, register, registrations, unregister};
use axlens_local::{AssignedBrowser, StateDir};
use std::path::Path;

/// Registers the native host with a browser of a pool, which is unattended and has this identity.
///
/// # Errors
/// If the host's program is missing, or a file can't be written.
pub fn register_pool_browser(
    profile: &Path,
    dir: &StateDir,
    browser: &AssignedBrowser,
) -> anyhow::Result<()> {
    let installation = Installation {
        state_dir: dir.path(),
        programs: &Programs::locate()?,
        unattended: true,
        browser: Some(browser),
    };
    register(&manifest_place_in(profile), &installation)?;
    Ok(())
}

/// Removes the registration with a browser of a pool, also if its profile does not exist any more.
///
/// # Errors
/// If a file can't be removed.
pub fn unregister_pool_browser(profile: &Path, dir: &StateDir) -> anyhow::Result<()> {
    unregister(&manifest_place_in(profile), dir.path())?;
    Ok(())
}

/// Removes the registrations with all browsers whose profiles are or were in a folder.
///
/// # Errors
/// If a file can't be removed.
pub fn unregister_below(folder: &Path, dir: &StateDir) -> anyhow::Result<()> {
    let all = registrations(dir.path()).into_iter();
    for registration in all.filter(|each| each.manifest.starts_with(folder)) {
        let Some(folder) = registration.manifest.parent() else {
            continue;
        };
        let place = ManifestPlace {
            folder: folder.to_owned(),
            key: registration.registry,
        };
        unregister(&place, dir.path())?;
    }
    Ok(())
}
