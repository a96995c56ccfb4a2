//! `axlens stop`: stops the server of the state directory, and prevents the extension from starting
//! it again.

use super::{OK, print};
use axlens_local::{StateDir, StopCause, server};
use serde::Serialize;
use std::path::Path;

/// The output of `axlens stop --json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StopOutcome<'a> {
    state_dir: &'a Path,
    /// Whether a server ran; null if none has ever run in this state directory.
    stopped: Option<bool>,
}

/// `axlens stop`
///
/// # Errors
/// If the server does not end, or the state directory can't be trusted.
pub fn stop(dir: &StateDir, as_json: bool) -> anyhow::Result<u8> {
    let stopped = StopOutcome {
        state_dir: dir.path(),
        stopped: stop_permanently(dir)?,
    };
    match as_json {
        true => print::json(&stopped)?,
        false => print::text(&stopped.as_text()),
    }
    Ok(OK)
}

fn stop_permanently(dir: &StateDir) -> anyhow::Result<Option<bool>> {
    if !dir.path().exists() {
        return Ok(None);
    }
    // First, because the native host starts the server again as soon as it has ended.
    dir.set_stopped(StopCause::Stopped)?;
    Ok(Some(server::stop(dir)?))
}

impl StopOutcome<'_> {
    fn as_text(&self) -> String {
        let path = self.state_dir.display();
        let outcome = match self.stopped {
            None => return format!("no server has run with the state directory {path}"),
            Some(true) => "stopped",
            Some(false) => "no server ran",
        };
        format!(
            "{outcome}: {path}\nIt stays stopped until `axlens serve`, or \"Try again now\" in the extension's options."
        )
    }
}
