//! Asks the extension and reads its answer.

use crate::agents::Agent;
use crate::audit::subject;
use crate::queue::browser_queue::QueryRequest;
use crate::queue::browsers::BrowserKey;
use crate::sessions::handles::{BrowserTab, TabHandle};
use crate::state::App;
use axlens_protocol::wire::{AuditNote, Method, Reply};
use axlens_protocol::{Code, Fault};
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::Duration;

/// What is asked: a browser, and a tab of it where one is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// The browser.
    pub browser: BrowserKey,
    /// Chrome's id of the tab; none: the one in front of the user.
    pub chrome: Option<i64>,
}

impl Target {
    /// The tab of this browser that has this id.
    pub fn tab(&self, chrome: i64) -> BrowserTab {
        BrowserTab {
            browser: self.browser,
            chrome,
        }
    }
}

impl From<BrowserTab> for Target {
    fn from(tab: BrowserTab) -> Target {
        Target {
            browser: tab.browser,
            chrome: Some(tab.chrome),
        }
    }
}

/// Asks for an agent, waits at most `limit`, and reads the answer.
///
/// # Errors
/// The extension's own fault, those of [`crate::queue::dispatch::Dispatch::ask`], or `internal` for
/// an answer that makes no sense.
pub async fn ask<T: DeserializeOwned + Send + 'static>(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    method: Method,
    target: Target,
    limit: Duration,
) -> Result<T, Fault> {
    let Target { browser, chrome } = target;
    subject::note_browser(browser);
    let asked = QueryRequest {
        agent: Arc::clone(&agent.query_agent),
        method,
        tab: chrome,
    };
    let bytes = app.dispatch.ask(browser, asked, limit).await?;
    let (state, size) = (Arc::clone(app), bytes.len());
    let reading = move || read(&state, target, &bytes);
    app.threads.run(agent.id(), size, reading).await??.noted()
}

/// An answer of the extension that was read.
pub struct Heard<T> {
    answer: Result<T, Fault>,
    audit: AuditNote,
}

impl<T> Heard<T> {
    /// The answer, once what it says for the audit log is noted: by the task that the request
    /// belongs to.
    ///
    /// # Errors
    /// The extension's own fault.
    pub fn noted(self) -> Result<T, Fault> {
        subject::note_answer(self.audit);
        self.answer
    }
}

/// Reads the answer of what was asked.
///
/// # Errors
/// `internal` for an answer that makes no sense.
pub fn read<T: DeserializeOwned>(
    app: &App,
    target: Target,
    bytes: &[u8],
) -> Result<Heard<T>, Fault> {
    // Looked over once: strings need not be, one by one.
    let text = str::from_utf8(bytes).map_err(|error| unreadable(&error))?;
    let mut reply: Reply<T> = serde_json::from_str(text).map_err(|error| unreadable(&error))?;
    let audit = std::mem::take(&mut reply.audit);
    let answer = reply.into_result();
    Ok(Heard {
        answer: answer.map_err(|fault| in_handles(app, target, fault)),
        audit,
    })
}

/// The fault of an answer that makes no sense.
pub fn unreadable(error: &dyn std::error::Error) -> Fault {
    let message = format!("The extension's answer could not be read: {error}.");
    Fault::new(Code::Internal, message)
        .hint("Extension and server may be of different versions: update both.")
}

/// The fault of a handle that names no tab: of one that is closed, never was, or is none that this
/// agent may see. Which of these, it does not say.
pub fn no_such_tab(handle: TabHandle) -> Fault {
    Fault::new(Code::TabNotFound, format!("There is no tab {handle}.")).hint(
        "List the tabs (`GET /tabs`, `axlens tabs`) and name one of them; a `browser` beside it must be the one that it is in.",
    )
}

/// The extension knows tabs by Chrome's ids alone, which mean nothing to an agent.
fn in_handles(app: &App, target: Target, fault: Fault) -> Fault {
    let (Some(chrome), Code::TabNotFound) = (target.chrome, fault.code) else {
        return fault;
    };
    match app.sessions().handles.known(target.tab(chrome)) {
        Some(handle) => no_such_tab(handle),
        None => Fault::new(Code::TabNotFound, "There is no such tab."),
    }
}
