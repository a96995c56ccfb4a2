//! The middleware that writes each request of an agent to the audit log: once, whether it was
//! answered, failed, or the agent went away.

use super::middleware::bearer;
use crate::agents::Agent;
use crate::api::audit_record::{AuditRecord, audited_agent};
use crate::audit::subject::follow;
use crate::state::App;
use axlens_protocol::Code;
use axlens_protocol::agent::audit::AuditedAgent;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::Body as _;
use std::sync::Arc;

/// What an endpoint is called in the log; none for those that have nothing to do with pages.
fn kind(request: &Request) -> Option<&'static str> {
    let (method, path) = (request.method(), request.uri().path());
    match path {
        "/observe" => Some("observe"),
        "/locate" => Some("locate"),
        "/explain" => Some("explain"),
        "/find" => Some("find"),
        "/get" => Some("get"),
        "/wait" => Some("wait"),
        "/screenshot" => Some("screenshot"),
        "/interact" => Some("interact"),
        "/tabs" if method == Method::GET => Some("tabs"),
        "/ping" => Some("ping"),
        _ if path.starts_with("/tabs/") && method == Method::GET => Some("tab_snapshot"),
        _ if path == "/tabs" || path.starts_with("/tabs/") => Some("interact"),
        _ => None,
    }
}

/// Writes a request to the log when it has ended.
pub async fn audited(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    // Nobody is the one whose agent is not known: the guard in front lets no such request in.
    let agent = request.extensions().get::<Arc<Agent>>();
    let agent = agent.map(|agent| audited_agent(agent)).unwrap_or_default();
    let record = kind(&request).and_then(|kind| AuditRecord::begin(&app, agent, kind));
    let Some(mut record) = record else {
        return next.run(request).await;
    };
    let response = follow(record.subject(), next.run(request)).await;
    record.end(outcome(&response));
    record.answered(response.body().size_hint().exact());
    response
}

/// Writes a request to the log that was refused for its token, where it is known whose that was: in
/// front of the guard.
pub async fn refused(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let kind = kind(&request);
    let token = bearer(request.headers()).map(str::to_owned);
    let response = next.run(request).await;
    if response.extensions().get::<Code>() != Some(&Code::Unauthorized) {
        return response;
    }
    let whose = token.and_then(|token| app.agents.whose(&token));
    if let (Some(kind), Some((id, name))) = (kind, whose)
        && let Some(mut record) = AuditRecord::begin(&app, AuditedAgent { id, name }, kind)
    {
        record.end(Code::Unauthorized.as_str());
    }
    response
}

fn outcome(response: &Response) -> &'static str {
    let fault = response.extensions().get::<Code>();
    fault.map_or("ok", |code| code.as_str())
}
