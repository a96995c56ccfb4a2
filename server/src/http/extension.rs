//! The extension's endpoints for long polling and for its own pages. Responses to queries are
//! passed on unparsed.

use super::agent::query_parameters;
use super::error::{FaultResponse, HandlerResult, body_bytes};
use super::json::{JSON, Json as JsonAnswer};
use crate::api::{agents, audit, own_page, request};
use crate::queue::browsers::Worker;
use crate::queue::dispatch::Connection;
use crate::state::App;
use crate::text::tokens;
use axlens_protocol::agent::audit::{AuditAnswer, AuditRequest};
use axlens_protocol::wire::{
    AgentsAnswer, ConsentPending, Hello, PageTextAnswer, RevokeRequest, TokensAnswer,
    TokensRequest, WakeAnswer,
};
use axlens_protocol::{BROWSER_HEADER, Code, Fault, INSTANCE_HEADER};
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use http_body_util::{BodyExt, Full};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::spawn_blocking;

/// Maximum size of a response, in bytes.
pub const RESULT_BODY: usize = 64 * 1024 * 1024;

/// Maximum duration of a long poll, in seconds.
pub const MAX_WAIT_SECONDS: u64 = 25;

/// Maximum length of the id of a browser or of a worker's instance, in bytes.
const MAX_ID_LEN: usize = 100;

/// The parameters of a long poll.
#[derive(Debug, Deserialize)]
pub struct PollParameters {
    wait: Option<u64>,
}

impl PollParameters {
    fn wait(parameters: Result<Query<PollParameters>, QueryRejection>) -> HandlerResult<Duration> {
        let Query(parameters) = parameters.map_err(|rejection| {
            Fault::bad_request(format!("`wait` is a whole number of seconds: {rejection}"))
        })?;
        Ok(Duration::from_secs(
            parameters.wait.unwrap_or(0).min(MAX_WAIT_SECONDS),
        ))
    }
}

/// `GET /pending-queries?wait=25`
pub async fn pending_queries(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    parameters: Result<Query<PollParameters>, QueryRejection>,
) -> HandlerResult<impl IntoResponse> {
    let wait = PollParameters::wait(parameters)?;
    let connection = app.dispatch.connect(worker(&headers)?);
    let pending = connection.poll(wait).await?;
    let json = serde_json::to_vec(&pending).map_err(|error| {
        let message = format!("The queries could not be written: {error}.");
        FaultResponse(Fault::new(Code::Internal, message))
    })?;
    Ok(([(CONTENT_TYPE, JSON)], until_received(connection, json)))
}

/// A body that marks the queries as received when it is sent. A connection that ends before that
/// has received nothing.
fn until_received(mut connection: Connection, json: Vec<u8>) -> Body {
    let body = Full::new(Bytes::from(json));
    Body::new(body.map_frame(move |frame| {
        connection.received();
        frame
    }))
}

/// `GET /audit?last=50&origin=https://example.org`
pub async fn audit(
    State(app): State<Arc<App>>,
    parameters: Result<Query<AuditRequest>, QueryRejection>,
) -> HandlerResult<Json<AuditAnswer>> {
    let request = query_parameters(parameters)?;
    Ok(Json(audit::tail(&app, request).await?))
}

/// `GET /wake?wait=25`
pub async fn wake(
    State(app): State<Arc<App>>,
    parameters: Result<Query<PollParameters>, QueryRejection>,
) -> HandlerResult<Json<WakeAnswer>> {
    let wait = PollParameters::wait(parameters)?;
    let wake = app.dispatch.wake(wait).await;
    Ok(Json(WakeAnswer { wake }))
}

/// `POST /results/{id}`
pub async fn results(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<StatusCode> {
    let worker = worker(&headers)?;
    let response = body_bytes(body).map_err(page_too_large);
    let fault = response.as_ref().err().cloned();
    let is_pending = app.dispatch.deliver(&worker, &id, response);
    match fault {
        Some(fault) => Err(FaultResponse(fault)),
        None if is_pending => Ok(StatusCode::NO_CONTENT),
        None => {
            let message = format!("The query {id} is not waiting for a response any more.");
            let fault = Fault::new(Code::NotFound, message);
            Err(FaultResponse(fault.hint("Drop the response.")))
        }
    }
}

/// `POST /own-page`
pub async fn own_page(
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<JsonAnswer<PageTextAnswer>> {
    let result = serde_json::from_slice(&body_bytes(body)?)
        .map_err(|error| Fault::bad_request(format!("The page could not be read: {error}.")))?;
    Ok(JsonAnswer(own_page::own_page(result)))
}

/// `POST /tokens`
pub async fn tokens(body: Result<Bytes, BytesRejection>) -> HandlerResult<Json<TokensAnswer>> {
    let request: TokensRequest = serde_json::from_slice(&body_bytes(body)?)
        .map_err(|error| Fault::bad_request(format!("The text could not be read: {error}.")))?;
    let counting = tokio::task::spawn_blocking(move || tokens::count(&request.text));
    let tokens = counting.await.map_err(|error| {
        Fault::new(
            Code::Internal,
            format!("The tokens could not be counted: {error}."),
        )
    })?;
    Ok(Json(TokensAnswer { tokens }))
}

/// `POST /hello`
pub async fn hello(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<StatusCode> {
    let worker = worker(&headers)?;
    let hello: Hello = serde_json::from_slice(&body_bytes(body)?)
        .map_err(|error| Fault::bad_request(format!("The greeting could not be read: {error}")))?;
    app.dispatch.greet(&worker, hello)?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /agents`
pub async fn agents(State(app): State<Arc<App>>) -> Json<AgentsAnswer> {
    Json(agents::list(&app))
}

/// `POST /agents/revoke`
pub async fn revoke(
    State(app): State<Arc<App>>,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<StatusCode> {
    let request: RevokeRequest = request::read(&body_bytes(body)?)?;
    // Another program can hold the lock of the file for a moment.
    let revoking = spawn_blocking(move || app.agents.revoke(&request.name));
    revoking
        .await
        .map_err(|_| Fault::new(Code::ExtensionDisconnected, "The server is stopping."))??;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /gateway/leave`
pub async fn leave_gateway(State(app): State<Arc<App>>) -> HandlerResult<StatusCode> {
    app.join.leave().await.map_err(|error| {
        let message = format!("The settings of the gateway could not be removed: {error}.");
        Fault::new(Code::Internal, message).hint("Run `axlens join --off`.")
    })?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /waiting`
pub async fn waiting(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<StatusCode> {
    let worker = worker(&headers)?;
    let waiting: ConsentPending = serde_json::from_slice(&body_bytes(body)?).map_err(|error| {
        Fault::bad_request(format!("The consent state could not be read: {error}"))
    })?;
    app.dispatch.hold(&worker, &waiting);
    Ok(StatusCode::NO_CONTENT)
}

/// The worker that sends a request.
fn worker(headers: &HeaderMap) -> HandlerResult<Worker> {
    Ok(Worker {
        browser: id(headers, BROWSER_HEADER, "X-Axlens-Browser")?,
        instance: id(headers, INSTANCE_HEADER, "X-Axlens-Instance")?,
    })
}

fn id(headers: &HeaderMap, header: &str, name: &str) -> HandlerResult<String> {
    let value = headers.get(header).and_then(|value| value.to_str().ok());
    let id = value.filter(|id| is_valid_id(id));
    id.map(str::to_owned).ok_or_else(|| {
        let message = format!("The request has no {name} of 1 to {MAX_ID_LEN} bytes.");
        FaultResponse(Fault::bad_request(message))
    })
}

/// Whether a text can be the id of a browser or of a worker's instance.
pub fn is_valid_id(id: &str) -> bool {
    (1..=MAX_ID_LEN).contains(&id.len())
}

/// The fault for the worker and for the agent.
fn page_too_large(fault: Fault) -> Fault {
    if fault.code != Code::BodyTooLarge {
        return fault;
    }
    let message = "The result of reading the page is larger than 64 MiB.";
    Fault::new(Code::ResultTooLarge, message)
}
