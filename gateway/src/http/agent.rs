//! A request of an agent, step by step: its admission, its edge, the edge's answer.

use super::admission::{AdmittedRequest, admit, peer, remote_agent};
use super::{BROWSERS, Gateway, browsers};
use crate::access::quota::QuotaUse;
use crate::access::{Agent, CHECK_INTERVAL};
use crate::exchange::{Answer, EdgeAddress, Forwarded};
use crate::line::request_head;
use crate::target::{AddressedRequest, BodyKind, BrowserName};
use axlens_protocol::gateway::{FORWARDED_HEADERS, GatewayMessage};
use axlens_protocol::{Code, Fault};
use axlens_server::http::endpoints::{Audit, Endpoint};
use axlens_server::http::error::FaultResponse;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::time::{interval, timeout};

/// Size of the parts in which an answer is written, in bytes.
const WRITE_SIZE: usize = 64 * 1024;

/// Maximum number of edges that a fault names.
const MAX_NAMED: usize = 20;

/// How long a client may take to receive a part.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

/// Handles a request. It is counted and logged when it is answered.
pub async fn handle(
    gateway: Arc<Gateway>,
    endpoint: &'static Endpoint,
    request: Request,
) -> Response {
    let start = Instant::now();
    let admitted = admit(&gateway, &request);
    let response = match admitted {
        Ok(admitted) => {
            let mut entry = LogEntry::new(&admitted.agent, endpoint, &request);
            let response = answer(&gateway, endpoint, admitted, request, &mut entry).await;
            entry.log(response.status(), start.elapsed());
            response
        }
        Err(fault) => {
            note_refusal(&gateway, peer(&request), &fault);
            FaultResponse(fault).into_response()
        }
    };
    let status = response.status().as_u16();
    gateway
        .metrics
        .note_request(endpoint.path, status, start.elapsed());
    response
}

/// What the log has about a request: nothing that it contains.
struct LogEntry {
    agent: Agent,
    method: Method,
    endpoint: &'static str,
    /// The edge to which it is sent.
    edge: Option<String>,
    /// The gateway's own fault. That of an edge is in the body of its answer.
    fault: Option<Code>,
}

impl LogEntry {
    fn new(agent: &Agent, endpoint: &'static Endpoint, request: &Request) -> LogEntry {
        LogEntry {
            agent: agent.clone(),
            method: request.method().clone(),
            endpoint: endpoint.path,
            edge: None,
            fault: None,
        }
    }

    fn log(&self, status: StatusCode, time: Duration) {
        let (tenant, agent) = (&self.agent.token.tenant, &self.agent.token.name);
        let (method, endpoint) = (self.method.as_str(), self.endpoint);
        let (edge, fault) = (self.edge.as_deref(), self.fault.map(Code::as_str));
        let status = status.as_u16();
        let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        tracing::info!(
            tenant, agent, method, endpoint, edge, status, fault, ms, "request"
        );
    }
}

/// Counts and logs a refused request. Those beyond a limit are only counted: they could fill the
/// log.
fn note_refusal(gateway: &Gateway, address: IpAddr, fault: &Fault) {
    let code = fault.code.as_str();
    gateway.metrics.note_refusal(code);
    if fault.code != Code::QueueFull {
        tracing::warn!(%address, fault = code, "refused");
    }
}

/// Answers an admitted request. If its token is revoked in the meantime, the request ends, also at
/// the edge.
async fn answer(
    gateway: &Gateway,
    endpoint: &'static Endpoint,
    admitted: AdmittedRequest,
    request: Request,
    entry: &mut LogEntry,
) -> Response {
    let is_list = endpoint.path == BROWSERS && request.method() == Method::GET;
    let answered = async {
        match is_list {
            true => browsers::browsers(gateway, &admitted).await,
            false => forward(gateway, endpoint, &admitted, request, &mut entry.edge).await,
        }
    };
    let answered = tokio::select! {
        answered = answered => answered,
        () = revocation(gateway, &admitted.agent) => Err(revoked()),
    };
    let answered = answered.and_then(|answer| {
        let is_valid = gateway.access.is_valid(&admitted.agent.token);
        is_valid.then_some(answer).ok_or_else(revoked)
    });
    match answered {
        Ok(answer) => written(answer, admitted.quota),
        Err(fault) => {
            entry.fault = Some(fault.code);
            FaultResponse(fault).into_response()
        }
    }
}

/// Waits until an agent's token is no longer valid.
async fn revocation(gateway: &Gateway, agent: &Agent) {
    let mut checks = interval(CHECK_INTERVAL);
    while gateway.access.is_valid(&agent.token) {
        checks.tick().await;
    }
}

fn revoked() -> Fault {
    Fault::new(Code::Unauthorized, "The token was revoked, or has expired.")
        .hint("Ask the administrator of the gateway for a new token.")
}

/// Sends a request to its edge, whose name becomes `sent_to`.
async fn forward(
    gateway: &Gateway,
    endpoint: &'static Endpoint,
    admitted: &AdmittedRequest,
    request: Request,
    sent_to: &mut Option<String>,
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
    if browser.is_some() && addressed.names_in_query() && parts.method == Method::POST {
        return Err(browser_in_query());
    }
    let (path, body) = addressed.for_edge(browser.as_deref())?;
    let is_read = endpoint.is_read();
    let forwarded = Forwarded {
        agent: remote_agent(&admitted.agent),
        deadline: admitted.deadline,
        method: parts.method.as_str().to_owned(),
        path,
        headers: forwarded_headers(&parts.headers),
        body: body.into(),
        is_read,
    };
    check_sendable(&forwarded)?;
    *sent_to = Some(to.edge().to_owned());
    let answer = gateway.route.send(&to, forwarded).await;
    let answer = answer.map_err(|error| error.fault(to.edge(), is_read))?;
    Ok(browsers::addressed_answer(endpoint.path, to.edge(), answer))
}

/// The endpoint would not read the browser there, and use another one.
fn browser_in_query() -> Fault {
    Fault::bad_request("In the query string, `browser` can name only the edge of this request.")
        .hint("Name the browser in the body, or in the arguments of the tool.")
}

/// Rejects a request that the edge would take as a breach of the protocol.
fn check_sendable(request: &Forwarded) -> Result<(), Fault> {
    let head = request_head(u64::MAX, request);
    GatewayMessage::Request(head).check().map_err(|breach| {
        Fault::bad_request(format!("The request can't be sent to an edge: {breach}."))
            .hint("Shorten its path, its query string or its headers.")
    })
}

fn body_too_large(endpoint: &Endpoint) -> Fault {
    let message = format!(
        "The request's body could not be read to its end, or has more than {} bytes.",
        endpoint.body_limit
    );
    Fault::new(Code::BodyTooLarge, message)
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
        None => only_edge(gateway, agent)?,
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

/// The only edge that an agent can use, connected or not: otherwise its next request would go to
/// another edge when one disconnects.
fn only_edge(gateway: &Gateway, agent: &Agent) -> Result<String, Fault> {
    let mut edges = gateway.access.edges_of(agent);
    match edges.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(Fault::new(
            Code::ExtensionDisconnected,
            "There is no edge that this token can use.",
        )
        .hint("Ask the gateway's administrator to add one: `axlens-gateway token add-edge`.")),
        several => {
            let count = several.len();
            edges.truncate(MAX_NAMED);
            let more = if count > edges.len() { ", …" } else { "" };
            let message = format!(
                "This token can use {count} edges: {}{more}.",
                edges.join(", ")
            );
            Err(Fault::new(Code::AmbiguousBrowser, message).hint(
                "Name one in `browser`, as `EDGE/BROWSER` or `EDGE`; `GET /browsers` lists the browsers.",
            ))
        }
    }
}

/// The response with an answer. The quota and the memory of the answer are used until the client
/// has received all but its last parts.
fn written(answer: Answer, quota: QuotaUse) -> Response {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::BAD_GATEWAY);
    let length = answer.body.len();
    let content_type = HeaderValue::from_str(&answer.content_type).ok();
    let mut response = (status, Body::from_stream(parts(answer, quota))).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
    if let Some(content_type) = content_type.filter(|value| !value.is_empty()) {
        headers.insert(CONTENT_TYPE, content_type);
    }
    response
}

/// The parts of an answer. If the client takes none for a time, the response ends before its end,
/// which closes the connection.
fn parts(mut answer: Answer, quota: QuotaUse) -> impl Stream<Item = Result<Bytes, Infallible>> {
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(async move {
        while !answer.body.is_empty() {
            let part = answer.body.split_to(WRITE_SIZE.min(answer.body.len()));
            match timeout(WRITE_TIMEOUT, sender.send(part)).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) | Err(_) => break,
            }
        }
        drop(quota);
    });
    stream::unfold(receiver, async |mut receiver| {
        Some((Ok(receiver.recv().await?), receiver))
    })
}
