//! The extension's endpoints: it fetches queries and brings answers. Answers are handed on unread.

use super::error::{Answered, Failure, bytes};
use crate::state::App;
use axlens_protocol::wire::{Hello, PendingQueries, WakeAnswer};
use axlens_protocol::{Code, Fault, INSTANCE_HEADER};
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Path, Query as Parameters, State};
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

/// Largest answer of the extension, in bytes.
pub const RESULT_BODY: usize = 64 * 1024 * 1024;

/// Longest a request is held open, in seconds.
pub const LONGEST_WAIT: u64 = 25;

/// Longest instance id, in bytes.
pub const LONGEST_INSTANCE: usize = 100;

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
        Ok(Duration::from_secs(
            held.wait.unwrap_or(0).min(LONGEST_WAIT),
        ))
    }
}

/// `GET /pending-queries?wait=25`
pub async fn pending_queries(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    parameters: Result<Parameters<Held>, QueryRejection>,
) -> Answered<Json<PendingQueries>> {
    let wait = Held::wait(parameters)?;
    let instance = instance(&headers)?;
    let queries = app.dispatch.poll(instance, wait).await;
    Ok(Json(PendingQueries { queries }))
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
    read: Result<Bytes, BytesRejection>,
) -> Answered<StatusCode> {
    let answer = bytes(read).map_err(too_large);
    let refused = answer.as_ref().err().cloned();
    let waited_for = app.dispatch.deliver(&id, answer);
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

/// `POST /hello`
pub async fn hello(
    State(app): State<Arc<App>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<StatusCode> {
    let hello: Hello = serde_json::from_slice(&bytes(read)?)
        .map_err(|error| Fault::bad_request(format!("The greeting could not be read: {error}")))?;
    app.dispatch.greet(hello);
    Ok(StatusCode::NO_CONTENT)
}

fn instance(headers: &HeaderMap) -> Answered<&str> {
    let given = headers
        .get(INSTANCE_HEADER)
        .and_then(|value| value.to_str().ok());
    given
        .filter(|id| !id.is_empty() && id.len() <= LONGEST_INSTANCE)
        .ok_or_else(|| {
            Failure(Fault::bad_request(
                "The request carries no X-Axlens-Instance.",
            ))
        })
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
