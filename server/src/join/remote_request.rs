//! A request of a gateway's agent: it passes the same router, guard, limits and audit log as the
//! request of a local agent, as the agent "NAME via GATEWAY", whose scope and sites are at most
//! those that the user allows the gateway.

use super::settings::JoinSettings;
use crate::http::error::FaultResponse;
use crate::state::App;
use anyhow::Context;
use axlens_local::tokens;
use axlens_protocol::gateway::{AnswerHead, MAX_ANSWER, RemoteAgent, RequestHead, UNKNOWN_OUTCOME};
use axlens_protocol::wire::QueryAgent;
use axlens_protocol::{Code, Fault};
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::response::{IntoResponse, Response};
use std::time::Duration;
use tower::ServiceExt;

/// Host of the requests: they are for this machine.
const OWN_HOST: &str = "127.0.0.1";

/// Answers a request. `router`: the one with [`crate::http::gate::Trust::Gateway`].
pub async fn answer(
    app: &App,
    router: Router,
    settings: &JoinSettings,
    head: &RequestHead,
    body: Vec<u8>,
) -> (AnswerHead, Bytes) {
    let response = match request(app, settings, head, body) {
        Ok(request) => router.oneshot(request).await.into_response(),
        Err(fault) => FaultResponse(fault).into_response(),
    };
    let answer = whole(head.id, response).await;
    match answer {
        Some(answer) => answer,
        None => fault_answer(
            head.id,
            &Fault::new(Code::ResultTooLarge, "The answer is too large."),
        ),
    }
}

/// The answer to a request that was not finished in time.
pub fn late(id: u64, limit: Duration) -> (AnswerHead, Bytes) {
    let message = format!("There was no answer within {} ms.", limit.as_millis());
    let mut late = Fault::new(Code::Timeout, message).hint(UNKNOWN_OUTCOME);
    late.retryable = false;
    fault_answer(id, &late)
}

/// The answer to a request that this server does not begin.
pub fn refused(id: u64, message: &str) -> (AnswerHead, Bytes) {
    fault_answer(id, &Fault::new(Code::QueueFull, message))
}

fn fault_answer(id: u64, fault: &Fault) -> (AnswerHead, Bytes) {
    let body = serde_json::to_vec(fault).unwrap_or_default();
    let head = AnswerHead {
        id,
        status: fault.code.status(),
        content_type: crate::http::json::JSON.to_owned(),
        length: body.len(),
    };
    (head, body.into())
}

fn request(
    app: &App,
    settings: &JoinSettings,
    head: &RequestHead,
    body: Vec<u8>,
) -> Result<Request, Fault> {
    let agent = app.agents.remote(identity(settings, &head.agent)?)?;
    app.join.note_request();
    let mut request = Request::builder()
        .method(head.method.as_str())
        .uri(&head.path)
        .header(HOST, OWN_HOST)
        .extension(agent);
    for (name, value) in &head.headers {
        request = request.header(name, value);
    }
    let request = request.body(Body::from(body));
    request.map_err(|_| Fault::bad_request("The request's path or headers are invalid."))
}

/// The agent as the extension and the user see it.
fn identity(settings: &JoinSettings, agent: &RemoteAgent) -> Result<QueryAgent, Fault> {
    tokens::check_name(&agent.name)
        .map_err(|_| Fault::bad_request("The name of the gateway's agent is invalid."))?;
    let gateway = settings.address.name();
    Ok(QueryAgent {
        // No local agent has such an id.
        id: format!("{} via {gateway}", agent.id),
        name: format!("{} via {gateway}", agent.name),
        scope: settings.scope.narrower(agent.scope),
        sites: settings.sites.clone(),
    })
}

/// The whole response; `None` if it is too large.
async fn whole(id: u64, response: Response) -> Option<(AnswerHead, Bytes)> {
    let (parts, body) = response.into_parts();
    let content_type = parts.headers.get(CONTENT_TYPE);
    let content_type = content_type.and_then(|value| value.to_str().ok());
    let content_type = content_type.unwrap_or_default().to_owned();
    let body = to_bytes(body, MAX_ANSWER).await.context("too large").ok()?;
    let head = AnswerHead {
        id,
        status: parts.status.as_u16(),
        content_type,
        length: body.len(),
    };
    Some((head, body))
}
