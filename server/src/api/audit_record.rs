//! One line of the audit log in the making: of a request, or of one action of it. It is written
//! when it is dropped, since an agent may go away in the middle. A request is also one of the last
//! that have ended, whether its line is its own or its actions have theirs.

use crate::agents::Agent;
use crate::audit::AuditLog;
use crate::audit::file::now;
use crate::audit::subject::AuditSubject;
use crate::sessions::handles::{BrowserTab, TabHandle};
use crate::state::App;
use axlens_protocol::agent::audit::{AuditEntry, AuditedAgent};
use axlens_protocol::agent::dashboard::EndedRequest;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// What is being done, as the log will say it.
pub struct AuditRecord {
    app: Arc<App>,
    audit: Arc<AuditLog>,
    agent: AuditedAgent,
    kind: &'static str,
    of: Of,
    began: Instant,
    subject: Arc<Mutex<AuditSubject>>,
    outcome: &'static str,
    bytes: Option<u64>,
}

/// What a line is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    Request,
    Action,
}

/// The agent, as the log says who it is.
pub fn audited_agent(agent: &Agent) -> AuditedAgent {
    AuditedAgent {
        id: agent.id().to_owned(),
        name: agent.name().to_owned(),
    }
}

impl AuditRecord {
    /// Begins the line of a request; none where no log is kept. Until it has ended it counts as
    /// cancelled.
    pub fn begin(app: &Arc<App>, agent: AuditedAgent, kind: &'static str) -> Option<AuditRecord> {
        AuditRecord::new(app, agent, kind, Of::Request)
    }

    /// Begins the line of one action of a request.
    pub fn of_action(
        app: &Arc<App>,
        agent: AuditedAgent,
        kind: &'static str,
    ) -> Option<AuditRecord> {
        AuditRecord::new(app, agent, kind, Of::Action)
    }

    fn new(app: &Arc<App>, agent: AuditedAgent, kind: &'static str, of: Of) -> Option<AuditRecord> {
        let audit = Arc::clone(app.audit.get()?);
        Some(AuditRecord {
            app: Arc::clone(app),
            audit,
            agent,
            kind,
            of,
            began: Instant::now(),
            subject: Arc::default(),
            outcome: "cancelled",
            bytes: None,
        })
    }

    /// What it turns out to be about.
    pub fn subject(&self) -> Arc<Mutex<AuditSubject>> {
        Arc::clone(&self.subject)
    }

    /// It has ended with this.
    pub fn end(&mut self, outcome: &'static str) {
        self.outcome = outcome;
    }

    /// Its answer has so many bytes.
    pub fn answered(&mut self, bytes: Option<u64>) {
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
            outcome: self.outcome.to_owned(),
        }
    }

    fn tab(&self, subject: &AuditSubject) -> Option<TabHandle> {
        let (browser, chrome) = (subject.browser?, subject.tab?);
        let tab = BrowserTab { browser, chrome };
        self.app.sessions().handles.known(tab)
    }

    fn note_ended(&self, subject: &AuditSubject, mut entry: AuditEntry) {
        if let Some(actions) = named(&subject.actions) {
            entry.kind = actions;
        }
        self.audit.recent.add(EndedRequest {
            bytes: self.bytes,
            entry,
            tab: self.tab(subject),
            tokens: subject.tokens,
            took_ms: u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX),
        });
        self.app.dispatch.changes.note();
    }
}

/// Actions in a few words; none where there are none.
fn named(actions: &[&'static str]) -> Option<String> {
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
        if subject.actions.is_empty() {
            self.audit.record(entry.clone());
        }
        if self.of == Of::Request {
            self.note_ended(&subject, entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_said_in_a_few_words() {
        assert_eq!(named(&[]), None);
        assert_eq!(
            named(&["interact:click"]).as_deref(),
            Some("interact:click")
        );
        let two = named(&["interact:fill", "interact:press"]);
        assert_eq!(two.as_deref(), Some("interact:fill and 1 more"));
    }
}
