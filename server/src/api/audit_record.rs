//! One line of the audit log in the making: of a request, or of one action of it. It is written
//! when it is dropped, since an agent may go away in the middle.

use crate::agents::Agent;
use crate::audit::Audit;
use crate::audit::file::now;
use crate::audit::subject::Subject;
use crate::state::App;
use axlens_protocol::agent::audit::{AuditEntry, AuditedAgent};
use std::sync::{Arc, Mutex, PoisonError};

/// What is being done, as the log will say it.
pub struct AuditRecord {
    app: Arc<App>,
    audit: Arc<Audit>,
    agent: AuditedAgent,
    kind: &'static str,
    subject: Arc<Mutex<Subject>>,
    outcome: &'static str,
}

/// The agent, as the log says who it is.
pub fn audited_agent(agent: &Agent) -> AuditedAgent {
    AuditedAgent {
        id: agent.id().to_owned(),
        name: agent.name().to_owned(),
    }
}

impl AuditRecord {
    /// Begins a line; none where no log is kept. Until it has ended it counts as cancelled.
    pub fn begin(app: &Arc<App>, agent: AuditedAgent, kind: &'static str) -> Option<AuditRecord> {
        let audit = Arc::clone(app.audit.get()?);
        Some(AuditRecord {
            app: Arc::clone(app),
            audit,
            agent,
            kind,
            subject: Arc::default(),
            outcome: "cancelled",
        })
    }

    /// What it turns out to be about.
    pub fn subject(&self) -> Arc<Mutex<Subject>> {
        Arc::clone(&self.subject)
    }

    /// It has ended with this.
    pub fn end(&mut self, outcome: &'static str) {
        self.outcome = outcome;
    }
}

impl Drop for AuditRecord {
    fn drop(&mut self) {
        let subject = self.subject.lock().unwrap_or_else(PoisonError::into_inner);
        let subject = subject.clone();
        if subject.has_own_lines {
            return;
        }
        let browsers = self.app.dispatch.browsers().into_iter();
        let mut browsers = browsers.filter(|browser| subject.browser == Some(browser.key));
        self.audit.record(AuditEntry {
            time: now(),
            agent: std::mem::take(&mut self.agent),
            browser: browsers.next().map(|browser| browser.name),
            origin: subject.origin,
            kind: subject.kind.unwrap_or(self.kind).to_owned(),
            element: subject.element,
            consent: subject.consent,
            outcome: self.outcome.to_owned(),
        });
    }
}
