//! The middleware that writes each request of an agent to the audit log: once, whether it was
//! answered, failed, or the agent went away.

use super::middleware::bearer;
use crate::agents::Agent;
use crate::audit::Audit;
use crate::audit::file::now;
use crate::audit::subject::{Subject, follow};
use crate::state::App;
use axlens_protocol::Code;
use axlens_protocol::agent::audit::{AuditEntry, AuditedAgent};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::{Arc, Mutex, PoisonError};

/// What an endpoint is called in the log; none for those that have nothing to do with pages.
fn kind(path: &str) -> Option<&'static str> {
    match path {
        "/observe" => Some("observe"),
        "/locate" => Some("locate"),
        "/explain" => Some("explain"),
        "/interact" => Some("interact"),
        "/tabs" => Some("tabs"),
        "/ping" => Some("ping"),
        _ if path.starts_with("/tabs/") => Some("tab_snapshot"),
        _ => None,
    }
}

/// Writes a request to the log when it has ended.
pub async fn audited(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let (Some(audit), Some(kind)) = (app.audit.get(), kind(request.uri().path())) else {
        return next.run(request).await;
    };
    let mut record = Record {
        app: Arc::clone(&app),
        audit: Arc::clone(audit),
        agent: agent(&request),
        kind,
        subject: Arc::default(),
        outcome: "cancelled",
    };
    let response = follow(Arc::clone(&record.subject), next.run(request)).await;
    record.outcome = outcome(&response);
    response
}

/// Writes a request to the log that was refused for its token, where it is known whose that was: in
/// front of the guard.
pub async fn refused(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let kind = kind(request.uri().path());
    let token = bearer(request.headers()).map(str::to_owned);
    let response = next.run(request).await;
    if response.extensions().get::<Code>() != Some(&Code::Unauthorized) {
        return response;
    }
    let whose = token.and_then(|token| app.agents.whose(&token));
    if let (Some(audit), Some(kind), Some((id, name))) = (app.audit.get(), kind, whose) {
        drop(Record {
            app: Arc::clone(&app),
            audit: Arc::clone(audit),
            agent: AuditedAgent { id, name },
            kind,
            subject: Arc::default(),
            outcome: Code::Unauthorized.word(),
        });
    }
    response
}

/// Nobody is the one whose agent is not known: the guard in front lets no such request in.
fn agent(request: &Request) -> AuditedAgent {
    let agent = request.extensions().get::<Arc<Agent>>();
    agent.map_or_else(AuditedAgent::default, |agent| named(agent))
}

fn named(agent: &Agent) -> AuditedAgent {
    AuditedAgent {
        id: agent.id().to_owned(),
        name: agent.name().to_owned(),
    }
}

fn outcome(response: &Response) -> &'static str {
    let fault = response.extensions().get::<Code>();
    fault.map_or("ok", |code| code.word())
}

/// A request that is being answered. It is written when it is dropped: its agent may go away.
struct Record {
    app: Arc<App>,
    audit: Arc<Audit>,
    agent: AuditedAgent,
    kind: &'static str,
    subject: Arc<Mutex<Subject>>,
    outcome: &'static str,
}

impl Drop for Record {
    fn drop(&mut self) {
        let subject = self.subject.lock().unwrap_or_else(PoisonError::into_inner);
        let subject = subject.clone();
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
