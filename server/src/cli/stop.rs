//! `axlens stop`: stops the server of the state directory, and prevents the extension from starting
//! it again.

use super::{OK, print};
use axlens_local::{StateDir, server};

/// `axlens stop`
///
/// # Errors
/// If the server does not end, or the state directory can't be trusted.
pub fn stop(dir: &StateDir) -> anyhow::Result<u8> {
    print::text(&stop_permanently(dir)?);
    Ok(OK)
}

fn stop_permanently(dir: &StateDir) -> anyhow::Result<String> {
    let path = dir.path().display();
    if !dir.path().exists() {
        return Ok(format!("no server has run with the state directory {path}"));
    }
    // First, because the native host starts the server again as soon as it has ended.
    dir.set_stopped()?;
    let outcome = match server::stop(dir)? {
        true => "stopped",
        false => "no server ran",
    };
    Ok(format!(
        "{outcome}: {path}\nIt stays stopped until `axlens serve`, or \"Try again\" in the extension's options."
    ))
}
