//! Records a request, or one of its actions, for the audit log. The entry is written when the
//! record is dropped, because an agent can disconnect in the middle of a request. A request is also
//! added to the dashboard's list of ended requests, even if only its actions have entries.

use crate::agents::Agent;
use crate::audit::AuditLog;
use crate::audit::file::now;
use crate::audit::subject::AuditSubject;
use crate::sessions::handles::{BrowserTab, TabHandle};
use crate::state::App;
use axlens_protocol::agent::audit::{AuditEntry, AuditOutcome, AuditedAgent, RequestOutcome};
use axlens_protocol::agent::dashboard::EndedRequest;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The entry of a request or action in progress.
pub struct AuditRecord {
    app: Arc<App>,
    audit: Arc<AuditLog>,
    agent: AuditedAgent,
    kind: &'static str,
    record_kind: RecordKind,
    start: Instant,
    subject: Arc<Mutex<AuditSubject>>,
    outcome: AuditOutcome,
    bytes: Option<u64>,
    is_discarded: bool,
}

/// The subject of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RecordKind {
    Request,
    Action,
}

/// The agent as it is named in the log.
pub fn audited_agent(agent: &Agent) -> AuditedAgent {
    AuditedAgent {
        id: agent.id().to_owned(),
        name: agent.name().to_owned(),
    }
}

impl AuditRecord {
    /// Begins the record of a request. `None` without an audit log. Until [`AuditRecord::end`], the
    /// outcome is `cancelled`.
    pub fn begin(app: &Arc<App>, agent: AuditedAgent, kind: &'static str) -> Option<AuditRecord> {
        AuditRecord::new(app, agent, kind, RecordKind::Request)
    }

    /// Begins the record of an action of a request.
    pub fn of_action(
        app: &Arc<App>,
        agent: AuditedAgent,
        kind: &'static str,
    ) -> Option<AuditRecord> {
        AuditRecord::new(app, agent, kind, RecordKind::Action)
    }

    fn new(
        app: &Arc<App>,
        agent: AuditedAgent,
        kind: &'static str,
        record_kind: RecordKind,
    ) -> Option<AuditRecord> {
        let audit = Arc::clone(app.audit.get()?);
        Some(AuditRecord {
            app: Arc::clone(app),
            audit,
            agent,
            kind,
            record_kind,
            start: Instant::now(),
            subject: Arc::default(),
            outcome: AuditOutcome::Request(RequestOutcome::Cancelled),
            bytes: None,
            is_discarded: false,
        })
    }

    /// The facts that the handling of the request adds.
    pub fn subject(&self) -> Arc<Mutex<AuditSubject>> {
        Arc::clone(&self.subject)
    }

    /// Sets the outcome.
    pub fn end(&mut self, outcome: AuditOutcome) {
        self.outcome = outcome;
    }

    /// Ends the record without an entry: the action has not begun.
    pub fn discard(mut self) {
        self.is_discarded = true;
    }

    /// Sets the size of the answer.
    pub fn set_answer_size(&mut self, bytes: Option<u64>) {
        self.bytes = bytes;
    }

    fn entry(&self, subject: &AuditSubject) -> AuditEntry {
        let browsers = self.app.dispatch.browsers().into_iter();
        let mut browsers = browsers.filter(|browser| subject.browser == Some(browser.key));
        AuditEntry {
            time: now(),
            agent: self.agent.clone(),
            browser: browsers.next().map(|browser| browser.name),
            origin: subject.origin.clone(),
            kind: subject.kind.unwrap_or(self.kind).to_owned(),
            element: subject.element.clone(),
            consent: subject.consent,
            outcome: self.outcome.clone(),
        }
    }

    fn tab(&self, subject: &AuditSubject) -> Option<TabHandle> {
        let (browser, tab_id) = (subject.browser?, subject.tab?);
        let tab = BrowserTab { browser, tab_id };
        self.app.sessions().handles.get(tab)
    }

    fn note_ended(&self, subject: &AuditSubject, mut entry: AuditEntry) {
        if let Some(actions) = summarize(&subject.actions) {
            entry.kind = actions;
        }
        self.audit.recent.add(EndedRequest {
            bytes: self.bytes,
            entry,
            tab: self.tab(subject),
            tokens: subject.tokens,
            took_ms: u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX),
        });
        self.app.dispatch.changes.note();
    }
}

/// A short text for the actions of a request. `None` without actions.
fn summarize(actions: &[&'static str]) -> Option<String> {
    match actions {
        [] => None,
        [one] => Some((*one).to_owned()),
        [first, more @ ..] => Some(format!("{first} and {} more", more.len())),
    }
}

impl Drop for AuditRecord {
    fn drop(&mut self) {
        let subject = self.subject.lock().unwrap_or_else(PoisonError::into_inner);
        let subject = subject.clone();
        let entry = self.entry(&subject);
        if subject.actions.is_empty() && !self.is_discarded {
            self.audit.record(entry.clone());
        }
        if self.record_kind == RecordKind::Request {
            self.note_ended(&subject, entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_actions_are_summarized() {
        assert_eq!(summarize(&[]), None);
        assert_eq!(
            summarize(&["interact:click"]).as_deref(),
            Some("interact:click")
        );
        let two = summarize(&["interact:fill", "interact:press"]);
        assert_eq!(two.as_deref(), Some("interact:fill and 1 more"));
    }
}
