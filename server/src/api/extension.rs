//! Asks the extension and reads its answer.

use crate::blocking;
use crate::state::App;
use axlens_protocol::wire::{Method, Reply};
use axlens_protocol::{Code, Fault};
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::Duration;

/// Asks, waits at most `limit`, and reads the answer.
///
/// # Errors
/// The extension's own fault, those of [`crate::dispatch::Dispatch::ask`], or `internal` for an
/// answer that makes no sense.
pub async fn ask<T: DeserializeOwned + Send + 'static>(
    app: &Arc<App>,
    method: Method,
    tab: Option<i64>,
    limit: Duration,
) -> Result<T, Fault> {
    let bytes = app.dispatch.ask(method, tab, limit).await?;
    let app = Arc::clone(app);
    blocking::run(bytes.len(), move || read(&app, tab, &bytes)).await?
}

/// Reads an answer about `tab`.
///
/// # Errors
/// The extension's own fault, or `internal` for an answer that makes no sense.
pub fn read<T: DeserializeOwned>(app: &App, tab: Option<i64>, bytes: &[u8]) -> Result<T, Fault> {
    // Looked over once: strings need not be, one by one.
    let text = str::from_utf8(bytes).map_err(|error| unreadable(&error))?;
    let reply: Reply<T> = serde_json::from_str(text).map_err(|error| unreadable(&error))?;
    reply
        .into_result()
        .map_err(|fault| in_handles(app, tab, fault))
}

/// The fault of an answer that makes no sense.
pub fn unreadable(error: &dyn std::error::Error) -> Fault {
    let message = format!("The extension's answer could not be read: {error}.");
    Fault::new(Code::Internal, message)
        .hint("Extension and server may be of different versions: update both.")
}

/// The extension knows tabs by Chrome's ids alone, which mean nothing to an agent.
fn in_handles(app: &App, tab: Option<i64>, fault: Fault) -> Fault {
    let (Some(chrome), Code::TabNotFound) = (tab, fault.code) else {
        return fault;
    };
    match app.sessions().handles.known(chrome) {
        Some(handle) => Fault::new(Code::TabNotFound, format!("Tab {handle} is closed.")),
        None => Fault::new(Code::TabNotFound, "The tab is closed."),
    }
}
