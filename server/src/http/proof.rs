//! The endpoints for the mutual proof of identity of a worker and this server. [`super::proofs`]
//! has the state, [`token`] the same for an agent on another machine.

pub mod token;

use super::error::{HandlerResult, body_bytes};
use super::proofs::Proofs;
use super::wire_version::check_worker;
use crate::state::App;
use axlens_protocol::wire::{ProofAnswer, ProofRequest, TokenAnswer, TokenRequest};
use axlens_protocol::{Code, Fault};
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::HeaderMap;
use axum::{Extension, Json};
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::Instant;

/// Maximum body of these requests, which every local program can send, in bytes.
pub const BODY: usize = 1024;

/// `POST /proof`
pub async fn begin(
    Extension(proofs): Extension<Arc<Proofs>>,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<Json<ProofAnswer>> {
    let request: ProofRequest = parse(body)?;
    Ok(Json(proofs.begin(&request.nonce, Instant::now())?))
}

/// `POST /token`
pub async fn token(
    State(app): State<Arc<App>>,
    Extension(proofs): Extension<Arc<Proofs>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<Json<TokenAnswer>> {
    let now = Instant::now();
    let proven = parse(body).and_then(|request| finish(&proofs, &request, now));
    check_worker(&app.dispatch, &headers, proven)?;
    Ok(Json(proofs.token(now)?))
}

/// Ends an exchange.
///
/// # Errors
/// `unauthorized` if the worker has not proven that it has the key.
fn finish(proofs: &Proofs, request: &TokenRequest, now: Instant) -> Result<(), Fault> {
    if proofs.finish(&request.exchange, &request.proof, now) {
        return Ok(());
    }
    let message =
        "The proof is not valid: it does not show that the worker has the extension's key.";
    Err(Fault::new(Code::Unauthorized, message).hint(
        "Compare the key in the extension's options with `extension_key` of endpoint.json, then start a new exchange with `POST /proof`.",
    ))
}

/// Parses the JSON of a body.
///
/// # Errors
/// `bad_request` for an invalid body.
pub fn parse<T: DeserializeOwned>(body: Result<Bytes, BytesRejection>) -> Result<T, Fault> {
    serde_json::from_slice(&body_bytes(body)?)
        .map_err(|error| Fault::bad_request(format!("The request could not be read: {error}.")))
}
