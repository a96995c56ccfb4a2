//! The extension's endpoints: it fetches queries and brings answers. Answers are handed on unread.

use super::error::{Answered, Failure, bytes};
use super::json::{JSON, Json as JsonAnswer};
use crate::api::{agents, audit, own_page, request};
use crate::queue::browsers::Worker;
use crate::queue::dispatch::Connection;
use crate::state::App;
use axlens_protocol::agent::audit::{AuditAnswer, AuditRequest};
use axlens_protocol::wire::{
    AgentsAnswer, ConsentPending, Hello, PageTextAnswer, RevokeRequest, TokensAnswer,
    TokensRequest, WakeAnswer,
};
use axlens_protocol::{BROWSER_HEADER, Code, Fault, INSTANCE_HEADER};
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Path, Query as Parameters, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use http_body_util::{BodyExt, Full};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::spawn_blocking;

/// Largest answer of the extension, in bytes.
pub const RESULT_BODY: usize = 64 * 1024 * 1024;

/// Longest a request is held open, in seconds.
pub const MAX_WAIT: u64 = 25;

/// Longest id of a browser or of a worker's instance, in bytes.
const MAX_ID_LEN: usize = 100;

/// Parameters of a request that is held open.
#[derive(Debug, Deserialize)]
pub struct Held {
    wait: Option<u64>,
}

impl Held {
    fn wait(parameters: Result<Parameters<Held>, QueryRejection>) -> Answered<Duration> {
        let Parameters(held) = parameters.map_err(|rejection| {
            Fault::bad_request(format!("`wait` is a whole number of seconds: {rejection}"))
        })?;
        Ok(Duration::from_secs(held.wait.unwrap_or(0).min(MAX_WAIT)))
    }
}

/// `GET /pending-queries?wait=25`
pub async fn pending_queries(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    parameters: Result<Parameters<Held>, QueryRejection>,
) -> Answered<impl IntoResponse> {
    let wait = Held::wait(parameters)?;
    let connection = app.dispatch.connect(worker(&headers)?);
    let pending = connection.poll(wait).await?;
    let json = serde_json::to_vec(&pending).map_err(|error| {
        let message = format!("The queries could not be written: {error}.");
        Failure(Fault::new(Code::Internal, message))
    })?;
    Ok(([(CONTENT_TYPE, JSON)], until_received(connection, json)))
}

/// A body: a connection that ends before it is asked for has received nothing.
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
    parameters: Result<Parameters<AuditRequest>, QueryRejection>,
) -> Answered<Json<AuditAnswer>> {
    let Parameters(request) = parameters.map_err(|rejection| {
        Fault::bad_request(format!(
            "The parameters could not be understood: {rejection}."
        ))
    })?;
    Ok(Json(audit::tail(&app, request).await?))
}

/// `GET /wake?wait=25`
pub async fn wake(
    State(app): State<Arc<App>>,
    parameters: Result<Parameters<Held>, QueryRejection>,
) -> Answered<Json<WakeAnswer>> {
    let wait = Held::wait(parameters)?;
    let wake = app.dispatch.wake(wait).await;
    Ok(Json(WakeAnswer { wake }))
}

/// `POST /results/{id}`
pub async fn results(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    read: Result<Bytes, BytesRejection>,
) -> Answered<StatusCode> {
    let worker = worker(&headers)?;
    let answer = bytes(read).map_err(too_large);
    let refused = answer.as_ref().err().cloned();
    let waited_for = app.dispatch.deliver(&worker, &id, answer);
    match refused {
        Some(fault) => Err(Failure(fault)),
        None if waited_for => Ok(StatusCode::NO_CONTENT),
        None => {
            let message = format!("Nobody waits for the answer of {id} any more.");
            Err(Failure(
                Fault::new(Code::NotFound, message).hint("Drop the answer."),
            ))
        }
    }
}

/// `POST /own-page`
pub async fn own_page(read: Result<Bytes, BytesRejection>) -> Answered<JsonAnswer<PageTextAnswer>> {
    let read = serde_json::from_slice(&bytes(read)?)
        .map_err(|error| Fault::bad_request(format!("The page could not be read: {error}.")))?;
    Ok(JsonAnswer(own_page::own_page(read)))
}

/// `POST /tokens`
pub async fn tokens(
    State(app): State<Arc<App>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<Json<TokensAnswer>> {
    let read: TokensRequest = serde_json::from_slice(&bytes(read)?)
        .map_err(|error| Fault::bad_request(format!("The text could not be read: {error}.")))?;
    let counter = app.counter;
    let counting = tokio::task::spawn_blocking(move || counter.count(&read.text));
    let tokens = counting
        .await
        .map_err(|error| Fault::new(Code::Internal, format!("Nothing was counted: {error}.")))?;
    Ok(Json(TokensAnswer { tokens }))
}

/// `POST /hello`
pub async fn hello(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    read: Result<Bytes, BytesRejection>,
) -> Answered<StatusCode> {
    let worker = worker(&headers)?;
    let hello: Hello = serde_json::from_slice(&bytes(read)?)
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
    read: Result<Bytes, BytesRejection>,
) -> Answered<StatusCode> {
    let request: RevokeRequest = request::read(&bytes(read)?)?;
    // Another program may have the file's lock for a moment.
    let revoking = spawn_blocking(move || app.agents.revoke(&request.name));
    revoking
        .await
        .map_err(|_| Fault::new(Code::ExtensionDisconnected, "The server is stopping."))??;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /waiting`
pub async fn waiting(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    read: Result<Bytes, BytesRejection>,
) -> Answered<StatusCode> {
    let worker = worker(&headers)?;
    let waiting: ConsentPending = serde_json::from_slice(&bytes(read)?)
        .map_err(|error| Fault::bad_request(format!("The word could not be read: {error}")))?;
    app.dispatch.hold(&worker, &waiting);
    Ok(StatusCode::NO_CONTENT)
}

/// The worker that a request comes from.
fn worker(headers: &HeaderMap) -> Answered<Worker> {
    Ok(Worker {
        browser: id(headers, BROWSER_HEADER, "X-Axlens-Browser")?,
        instance: id(headers, INSTANCE_HEADER, "X-Axlens-Instance")?,
    })
}

fn id(headers: &HeaderMap, header: &str, name: &str) -> Answered<String> {
    let given = headers.get(header).and_then(|value| value.to_str().ok());
    let id = given.filter(|id| fits(id));
    id.map(str::to_owned).ok_or_else(|| {
        let message = format!("The request carries no {name} of 1 to {MAX_ID_LEN} bytes.");
        Failure(Fault::bad_request(message))
    })
}

/// Whether a text may be an id of a browser or of a worker's instance.
pub fn fits(id: &str) -> bool {
    (1..=MAX_ID_LEN).contains(&id.len())
}

/// The agent whose page it was gets this fault too.
fn too_large(fault: Fault) -> Fault {
    match fault.code {
        Code::BodyTooLarge => Fault::new(
            Code::ResultTooLarge,
            "What was read of the page is larger than 64 MiB.",
        ),
        _ => fault,
    }
}
