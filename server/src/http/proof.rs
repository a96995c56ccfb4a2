//! The endpoints at which a worker and this server prove to each other who they are. Reads the
//! requests; what a proof is, [`super::proofs`] knows.

use super::error::{Answered, Failure, bytes};
use super::proofs::Proofs;
use axlens_protocol::wire::{ProofAnswer, ProofRequest, TokenAnswer, TokenRequest};
use axlens_protocol::{Code, Fault};
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::{Extension, Json};
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::Instant;

/// Largest body of these requests, which anybody on this machine may send, in bytes.
pub const BODY: usize = 1024;

/// `POST /proof`
pub async fn begin(
    Extension(proofs): Extension<Arc<Proofs>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<Json<ProofAnswer>> {
    let request: ProofRequest = parse(read)?;
    Ok(Json(proofs.begin(&request.nonce, Instant::now())?))
}

/// `POST /token`
pub async fn token(
    Extension(proofs): Extension<Arc<Proofs>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<Json<TokenAnswer>> {
    let request: TokenRequest = parse(read)?;
    let now = Instant::now();
    if !proofs.finish(&request.exchange, &request.proof, now) {
        let message = "This does not prove that the worker knows the extension's key.";
        let fault = Fault::new(Code::Unauthorized, message);
        return Err(Failure(fault.hint(
            "Compare the key in the extension's options with `extension_key` of endpoint.json, then begin again with `POST /proof`.",
        )));
    }
    Ok(Json(proofs.token(now)?))
}

/// The request in a body.
///
/// # Errors
/// `bad_request` for another shape.
pub fn parse<T: DeserializeOwned>(read: Result<Bytes, BytesRejection>) -> Result<T, Fault> {
    serde_json::from_slice(&bytes(read)?)
        .map_err(|error| Fault::bad_request(format!("The request could not be read: {error}.")))
}
