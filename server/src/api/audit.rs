//! `GET /audit`: the last entries of the audit log, for the extension's pages.

use crate::audit::file;
use crate::state::App;
use axlens_protocol::agent::audit::{AuditAnswer, AuditEntry, AuditRequest};
use axlens_protocol::{Code, Fault};

/// Default number of entries in an answer.
const DEFAULT_ENTRIES: usize = 50;

/// Maximum number of entries in an answer.
const MAX_ENTRIES: usize = 500;

/// The last entries, of one site if the request names one.
///
/// # Errors
/// `internal` if the log can't be read.
pub async fn tail(app: &App, request: AuditRequest) -> Result<AuditAnswer, Fault> {
    let Some(audit) = app.audit.get() else {
        return Ok(AuditAnswer::default());
    };
    let dir = audit.dir().clone();
    let read = tokio::task::spawn_blocking(move || file::read(&dir)).await;
    let unreadable =
        |reason: String| Fault::new(Code::Internal, format!("The audit log: {reason}."));
    let read = read.map_err(|error| unreadable(error.to_string()))?;
    let mut entries = read.map_err(|error| unreadable(format!("{error:#}")))?;
    if let Some(origin) = &request.origin {
        entries.retain(|entry: &AuditEntry| entry.origin.as_ref() == Some(origin));
    }
    let last = request.last.unwrap_or(DEFAULT_ENTRIES).min(MAX_ENTRIES);
    Ok(AuditAnswer {
        entries: entries.split_off(entries.len().saturating_sub(last)),
    })
}
