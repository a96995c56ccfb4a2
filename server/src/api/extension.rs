//! Sends queries to the extension and parses its responses.

use crate::agents::Agent;
use crate::audit::subject;
use crate::queue::browser_queue::QueryRequest;
use crate::queue::browsers::BrowserKey;
use crate::queue::dispatch::RawAnswer;
use crate::sessions::handles::{BrowserTab, TabHandle};
use crate::state::App;
use axlens_protocol::wire::{AuditNote, Method, Reply};
use axlens_protocol::{Code, Fault};
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::Duration;

/// The destination of a query: a browser, and a tab of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Destination {
    /// The browser.
    pub browser: BrowserKey,
    /// Chrome's id of the tab; `None` for the active tab.
    pub tab_id: Option<i64>,
}

impl Destination {
    /// The tab of this browser with this id.
    pub fn tab(&self, tab_id: i64) -> BrowserTab {
        BrowserTab {
            browser: self.browser,
            tab_id,
        }
    }
}

impl From<BrowserTab> for Destination {
    fn from(tab: BrowserTab) -> Destination {
        Destination {
            browser: tab.browser,
            tab_id: Some(tab.tab_id),
        }
    }
}

/// Sends a query of an agent, waits for the response until the timeout, and parses it.
///
/// # Errors
/// The extension's own fault, those of [`crate::queue::dispatch::Dispatch::ask`], or `internal` for
/// a response that is not valid.
pub async fn ask<T: DeserializeOwned + Send + 'static>(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    method: Method,
    destination: Destination,
    timeout: Duration,
) -> Result<T, Fault> {
    ask_held(app, agent, method, destination, timeout).await.0
}

/// As [`ask`]. Returns the time too in which the query waited for the user, which is not part of
/// the timeout.
pub async fn ask_held<T: DeserializeOwned + Send + 'static>(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    method: Method,
    destination: Destination,
    timeout: Duration,
) -> (Result<T, Fault>, Duration) {
    let Destination { browser, tab_id } = destination;
    subject::note_browser(browser);
    let query = QueryRequest {
        agent: Arc::clone(&agent.query_agent),
        method,
        tab: tab_id,
    };
    let (answer, held) = app.dispatch.ask_held(browser, query, timeout).await;
    (parsed(app, agent, destination, answer).await, held)
}

async fn parsed<T: DeserializeOwned + Send + 'static>(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    destination: Destination,
    answer: Result<RawAnswer, Fault>,
) -> Result<T, Fault> {
    let bytes = answer?;
    let (state, size) = (Arc::clone(app), bytes.len());
    let parse = move || parse(&state, destination, &bytes);
    let response = app.threads.run(agent.id(), size, parse).await??;
    response.into_result()
}

/// A parsed response of the extension.
pub struct ParsedResponse<T> {
    result: Result<T, Fault>,
    audit: AuditNote,
}

impl<T> ParsedResponse<T> {
    /// The result of the query. Adds the response's facts to the audit log's entry, which belongs
    /// to the calling task.
    ///
    /// # Errors
    /// The extension's own fault.
    pub fn into_result(self) -> Result<T, Fault> {
        subject::note_answer(self.audit);
        self.result
    }
}

/// Parses a response.
///
/// # Errors
/// `internal` for a response that is not valid.
pub fn parse<T: DeserializeOwned>(
    app: &App,
    destination: Destination,
    bytes: &[u8],
) -> Result<ParsedResponse<T>, Fault> {
    // One UTF-8 check for the whole response is faster than one for each string.
    let text = str::from_utf8(bytes).map_err(|error| invalid_response(&error))?;
    let mut reply: Reply<T> =
        serde_json::from_str(text).map_err(|error| invalid_response(&error))?;
    let audit = std::mem::take(&mut reply.audit);
    let result = reply.into_result();
    Ok(ParsedResponse {
        result: result.map_err(|fault| with_tab_handle(app, destination, fault)),
        audit,
    })
}

/// The fault of a response that is not valid.
pub fn invalid_response(error: &dyn std::error::Error) -> Fault {
    let message = format!("The extension's response is not valid: {error}.");
    Fault::new(Code::Internal, message)
        .hint("Extension and server may be of different versions: update both.")
}

/// The fault of a handle without a tab. It does not reveal whether the tab is closed, never
/// existed, or is one that this agent may not see.
pub fn no_such_tab(handle: TabHandle) -> Fault {
    Fault::new(Code::TabNotFound, format!("There is no tab {handle}.")).hint(
        "List the tabs (`GET /tabs`, `axlens tabs`) and use one of them. A `browser` in the request must be the browser of the tab.",
    )
}

/// Replaces Chrome's tab id in the extension's fault, which agents do not know, by the handle.
fn with_tab_handle(app: &App, destination: Destination, fault: Fault) -> Fault {
    let (Some(tab_id), Code::TabNotFound) = (destination.tab_id, fault.code) else {
        return fault;
    };
    match app.sessions().handles.get(destination.tab(tab_id)) {
        Some(handle) => no_such_tab(handle),
        None => Fault::new(Code::TabNotFound, "There is no such tab."),
    }
}
