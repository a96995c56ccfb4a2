//! A request of an agent, step by step: its admission, its edge, the edge's answer.

use super::admission::{AdmittedRequest, admit, connected_edges, remote_agent};
use super::{BROWSERS, Gateway, browsers};
use crate::access::Agent;
use crate::access::quota::QuotaUse;
use crate::exchange::{Answer, EdgeAddress, Forwarded};
use crate::target::{AddressedRequest, BodyKind, BrowserName};
use axlens_protocol::gateway::FORWARDED_HEADERS;
use axlens_protocol::{Code, Fault};
use axlens_server::http::endpoints::{Audit, Endpoint};
use axlens_server::http::error::FaultResponse;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// Size of the parts in which an answer is written, in bytes.
const WRITE_SIZE: usize = 64 * 1024;

/// Handles a request. Every request is counted and logged, without anything that it contains.
pub async fn handle(
    gateway: Arc<Gateway>,
    endpoint: &'static Endpoint,
    request: Request,
) -> Response {
    let start = Instant::now();
    let admitted = admit(&gateway, &request);
    let (response, agent) = match admitted {
        Ok(admitted) => {
            let agent = admitted.agent.clone();
            (
                answer(&gateway, endpoint, admitted, request).await,
                Some(agent),
            )
        }
        Err(fault) => {
            gateway.metrics.note_refusal(fault.code.as_str());
            (FaultResponse(fault).into_response(), None)
        }
    };
    let status = response.status().as_u16();
    gateway
        .metrics
        .note_request(endpoint.path, status, start.elapsed());
    if let Some(Agent { token, .. }) = agent {
        let ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        let (tenant, agent, endpoint) = (&token.tenant, &token.name, endpoint.path);
        tracing::info!(tenant, agent, endpoint, status, ms, "request");
    }
    response
}

/// Answers an admitted request, unless its token was revoked in the meantime.
async fn answer(
    gateway: &Gateway,
    endpoint: &'static Endpoint,
    admitted: AdmittedRequest,
    request: Request,
) -> Response {
    let answered = match endpoint.path == BROWSERS {
        true => browsers::browsers(gateway, &admitted).await,
        false => forward(gateway, endpoint, &admitted, request).await,
    };
    let answered = answered.and_then(|answer| {
        let is_valid = gateway.access.is_valid(&admitted.agent.token);
        is_valid.then_some(answer).ok_or_else(revoked)
    });
    match answered {
        Ok(answer) => written(answer, admitted.quota),
        Err(fault) => FaultResponse(fault).into_response(),
    }
}

fn revoked() -> Fault {
    Fault::new(Code::Unauthorized, "The token was revoked, or has expired.")
        .hint("Ask the administrator of the gateway for a new token.")
}

/// Sends a request to its edge.
async fn forward(
    gateway: &Gateway,
    endpoint: &'static Endpoint,
    admitted: &AdmittedRequest,
    request: Request,
) -> Result<Answer, Fault> {
    if request.method() == Method::HEAD {
        let message = "The gateway does not take HEAD.";
        return Err(Fault::new(Code::MethodNotAllowed, message));
    }
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, endpoint.body_limit).await;
    let body = body.map_err(|_| body_too_large(endpoint))?;
    let is_mcp = endpoint.audit == Audit::ByHandler;
    let kind = if is_mcp {
        BodyKind::Mcp
    } else {
        BodyKind::Arguments
    };
    let addressed = AddressedRequest::read(&parts.uri, body.into(), kind)?;
    let (to, browser) = edge(gateway, &admitted.agent, addressed.browser.as_deref()).await?;
    let (path, body) = addressed.for_edge(browser.as_deref())?;
    let is_read = is_read(endpoint);
    let forwarded = Forwarded {
        agent: remote_agent(&admitted.agent),
        deadline: admitted.deadline,
        method: parts.method.as_str().to_owned(),
        path,
        headers: forwarded_headers(&parts.headers),
        body: body.into(),
        is_read,
    };
    let answer = gateway.route.send(&to, forwarded).await;
    answer.map_err(|error| error.fault(to.edge(), is_read))
}

fn body_too_large(endpoint: &Endpoint) -> Fault {
    let message = format!(
        "The request's body could not be read to its end, or has more than {} bytes.",
        endpoint.body_limit
    );
    Fault::new(Code::BodyTooLarge, message)
}

/// Whether a request only reads, so that it can be sent again. A call of MCP can be an action.
fn is_read(endpoint: &Endpoint) -> bool {
    match endpoint.audit {
        Audit::As(kind) => kind != "interact",
        Audit::NoPageAccess => true,
        Audit::ByHandler => false,
    }
}

fn forwarded_headers(headers: &HeaderMap) -> BTreeMap<String, String> {
    let value = |name: &str| headers.get(name)?.to_str().ok().map(str::to_owned);
    let headers = FORWARDED_HEADERS.iter();
    headers
        .filter_map(|name| Some(((*name).to_owned(), value(name)?)))
        .collect()
}

/// The edge that a request names, or the only one that its agent can use; and the browser there.
async fn edge(
    gateway: &Gateway,
    agent: &Agent,
    named: Option<&str>,
) -> Result<(EdgeAddress, Option<String>), Fault> {
    let is_edge = |name: &str| agent.can_use(name) && has_edge(gateway, agent, name);
    let name = named.map(|text| BrowserName::parse(text, is_edge));
    let (edge, browser) = name.map_or((None, None), |name| (name.edge, name.browser));
    let edge = match edge {
        Some(edge) if is_edge(&edge) => edge,
        Some(_) => return Err(no_such_edge()),
        None => only_edge(gateway, agent).await?,
    };
    let address = EdgeAddress::in_tenant_of(&agent.token, &edge).ok_or_else(no_such_edge)?;
    Ok((address, browser))
}

fn has_edge(gateway: &Gateway, agent: &Agent, name: &str) -> bool {
    gateway.access.has_edge(&agent.token.tenant, name)
}

/// An edge of another tenant, and one that the agent may not use, do not exist for it.
fn no_such_edge() -> Fault {
    Fault::new(
        Code::BrowserNotFound,
        "This token can use no edge with the name in `browser`.",
    )
    .hint("`GET /browsers` lists the browsers that it can use, as `EDGE/BROWSER`.")
}

async fn only_edge(gateway: &Gateway, agent: &Agent) -> Result<String, Fault> {
    if let [only] = agent.rights.edges.as_slice() {
        return Ok(only.clone());
    }
    let connected = connected_edges(gateway, agent).await;
    match connected.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(Fault::new(
            Code::ExtensionDisconnected,
            "No edge that this token can use is connected to the gateway.",
        )
        .hint("Ask a user to run `axlens join` there.")),
        several => {
            let message = format!("{} edges are connected.", several.len());
            Err(Fault::new(Code::AmbiguousBrowser, message).hint(
                "Name one in `browser`, as `EDGE/BROWSER` or `EDGE`; `GET /browsers` lists them.",
            ))
        }
    }
}

/// The response with an answer. The quota and the memory of the answer are used until the client
/// has received it.
fn written(answer: Answer, quota: QuotaUse) -> Response {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::BAD_GATEWAY);
    let length = answer.body.len();
    let content_type = HeaderValue::from_str(&answer.content_type).ok();
    let parts = stream::unfold((answer, quota), async |(mut answer, quota)| {
        let part = answer.body.split_to(WRITE_SIZE.min(answer.body.len()));
        let part = (!part.is_empty()).then_some(Ok::<Bytes, std::convert::Infallible>(part))?;
        Some((part, (answer, quota)))
    });
    let mut response = (status, Body::from_stream(parts)).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
    if let Some(content_type) = content_type.filter(|value| !value.is_empty()) {
        headers.insert(CONTENT_TYPE, content_type);
    }
    response
}
