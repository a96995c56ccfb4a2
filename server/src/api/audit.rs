//! `GET /audit`: the last entries of the audit log, for the extension's own pages.

use crate::audit::file;
use crate::state::App;
use axlens_protocol::agent::audit::{AuditAnswer, AuditEntry, AuditRequest};
use axlens_protocol::{Code, Fault};

/// How many entries are sent where nothing else is said.
const LAST: usize = 50;

/// Most entries that are sent.
const MAX: usize = 500;

/// The last entries, of one site where one is named.
///
/// # Errors
/// `internal` where the log can't be read.
pub async fn tail(app: &App, request: AuditRequest) -> Result<AuditAnswer, Fault> {
    let Some(audit) = app.audit.get() else {
        return Ok(AuditAnswer::default());
    };
    let dir = audit.dir().clone();
    let read = tokio::task::spawn_blocking(move || file::read(&dir)).await;
    let unreadable = |why: String| Fault::new(Code::Internal, format!("The audit log: {why}."));
    let read = read.map_err(|error| unreadable(error.to_string()))?;
    let mut entries = read.map_err(|error| unreadable(format!("{error:#}")))?;
    if let Some(origin) = &request.origin {
        entries.retain(|entry: &AuditEntry| entry.origin.as_ref() == Some(origin));
    }
    let last = request.last.unwrap_or(LAST).min(MAX);
    Ok(AuditAnswer {
        entries: entries.split_off(entries.len().saturating_sub(last)),
    })
}
