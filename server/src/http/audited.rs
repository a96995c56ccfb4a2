//! The middleware that writes each request of an agent to the audit log: exactly once, whether it
//! succeeds, fails, or the agent disconnects.

use super::credentials::bearer;
use super::endpoints::{Audit, Endpoint};
use crate::agents::{Agent, ProvenAgent};
use crate::api::audit_record::{AuditRecord, audited_agent};
use crate::audit::subject::follow;
use crate::state::App;
use axlens_protocol::Code;
use axlens_protocol::agent::audit::{AuditOutcome, AuditedAgent, RequestOutcome};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::Body as _;
use std::sync::Arc;

/// Writes an entry of the endpoint's kind when a request ends. The layer of an endpoint also
/// receives requests with other methods, which have no access to a page.
pub async fn audited(
    State((app, endpoint)): State<(Arc<App>, &'static Endpoint)>,
    request: Request,
    next: Next,
) -> Response {
    let Audit::As(kind) = endpoint.audit else {
        return next.run(request).await;
    };
    if !endpoint.takes(request.method()) {
        return next.run(request).await;
    }
    // The guard rejects requests without an agent before they get here.
    let agent = request.extensions().get::<Arc<Agent>>();
    let agent = agent.map(|agent| audited_agent(agent)).unwrap_or_default();
    let Some(mut record) = AuditRecord::begin(&app, agent, kind) else {
        return next.run(request).await;
    };
    let response = follow(record.subject(), next.run(request)).await;
    record.end(outcome(&response));
    record.set_answer_size(response.body().size_hint().exact());
    response
}

/// Writes an entry for a request whose token the guard rejects, if the token's agent is known. Runs
/// in front of the guard.
pub async fn refused(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let audit = Endpoint::of(&request).map(|endpoint| endpoint.audit);
    let token = bearer(request.headers()).map(str::to_owned);
    let proven = request.extensions().get::<ProvenAgent>().cloned();
    let response = next.run(request).await;
    if response.extensions().get::<Code>() != Some(&Code::Unauthorized) {
        return response;
    }
    let agent = match proven {
        Some(ProvenAgent(agent)) => Some(audited_agent(&agent)),
        None => token
            .and_then(|token| app.agents.whose(&token))
            .map(|(id, name)| AuditedAgent { id, name }),
    };
    if let (Some(Audit::As(kind)), Some(agent)) = (audit, agent)
        && let Some(mut record) = AuditRecord::begin(&app, agent, kind)
    {
        record.end(AuditOutcome::Fault(Code::Unauthorized));
    }
    response
}

fn outcome(response: &Response) -> AuditOutcome {
    match response.extensions().get::<Code>() {
        Some(code) => AuditOutcome::Fault(*code),
        None => AuditOutcome::Request(RequestOutcome::Ok),
    }
}
