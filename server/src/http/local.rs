//! The endpoints for programs of this user, on the local socket only: identity, stop, join, and
//! whether a request waits for the user.

use super::error::HandlerResult;
use super::proof::parse;
use super::proofs::Proofs;
use crate::state::App;
use axlens_local::server::Identity;
use axlens_protocol::agent::status::GatewayStatus;
use axlens_protocol::wire::{ProofRequest, USER};
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::{Extension, Json};
use std::sync::Arc;

/// `POST /identity`
pub async fn identity(
    Extension(proofs): Extension<Arc<Proofs>>,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<Json<Identity>> {
    let request: ProofRequest = parse(body)?;
    Ok(Json(proofs.identity(&request.nonce)?))
}

/// `POST /gateway`
pub async fn join(State(app): State<Arc<App>>) -> Json<Option<GatewayStatus>> {
    Json(app.join.reload().await)
}

/// `POST /stop`
pub async fn stop(State(app): State<Arc<App>>) -> StatusCode {
    app.stop.notify_one();
    StatusCode::NO_CONTENT
}

/// `GET /waits-for-user`
pub async fn waits_for_user(State(app): State<Arc<App>>) -> Json<bool> {
    Json(app.dispatch.waits_for_user(USER))
}
