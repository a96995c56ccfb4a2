//! `axlens stop`: ends the server of the state directory, and keeps the extension from starting it
//! again.

use super::{OK, print};
use axlens_local::{StateDir, server};

/// `axlens stop`
///
/// # Errors
/// When the server does not end, or the state directory can't be trusted.
pub fn stop(dir: &StateDir) -> anyhow::Result<u8> {
    print::text(&stop_for_good(dir)?);
    Ok(OK)
}

fn stop_for_good(dir: &StateDir) -> anyhow::Result<String> {
    let shown = dir.path().display();
    if !dir.path().exists() {
        return Ok(format!(
            "no server has run with the state directory {shown}"
        ));
    }
    // First: the native host starts a server again the moment it has gone.
    dir.set_stopped()?;
    let was = match server::stop(dir)? {
        true => "stopped",
        false => "no server ran",
    };
    Ok(format!(
        "{was}: {shown}\nIt stays so until `axlens serve`, or \"Try again\" in the extension's options."
    ))
}
