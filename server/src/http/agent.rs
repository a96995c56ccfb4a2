//! The agents' endpoints: each handler reads its request strictly, has the work done, and answers
//! in JSON.

use super::error::{Answered, bytes};
use crate::api::request::{self, DEFAULT_LIMIT};
use crate::api::{explain, locate, observe, paged, ping, status, tabs};
use crate::state::{App, VERSION};
use axlens_protocol::Fault;
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde_json::{Value, json};
use std::sync::Arc;

/// What answers are written in.
const JSON: &str = "application/json";

/// `GET /health`
pub async fn health() -> Json<Value> {
    Json(json!({ "ok": true, "version": VERSION }))
}

/// `GET /status`
pub async fn status(State(app): State<Arc<App>>) -> Json<Value> {
    Json(status::status(&app))
}

/// `GET /tabs`
pub async fn tabs(State(app): State<Arc<App>>) -> Answered<Json<Value>> {
    let tabs = tabs::list(&app, DEFAULT_LIMIT).await?;
    Ok(Json(json!({ "tabs": tabs })))
}

/// `POST /observe`
pub async fn observe(
    State(app): State<Arc<App>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<impl IntoResponse> {
    let request = observe::Request::read(&bytes(read)?)?;
    let fields = observe::observe(&app, request).await?;
    Ok(([(CONTENT_TYPE, JSON)], observe::body(&fields)))
}

/// `POST /locate`
pub async fn locate(
    State(app): State<Arc<App>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<Json<Value>> {
    let request = request::read(&bytes(read)?)?;
    Ok(Json(locate::locate(&app, request).await?))
}

/// `POST /ping`
pub async fn ping(
    State(app): State<Arc<App>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<Json<Value>> {
    let request = request::read(&bytes(read)?)?;
    Ok(Json(ping::ping(&app, request).await?))
}

/// `POST /explain`
pub async fn explain(
    State(app): State<Arc<App>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<Json<Value>> {
    let request = request::read(&bytes(read)?)?;
    Ok(Json(explain::explain(&app, request).await?))
}

/// `GET /tabs/{tab}/snapshot`
pub async fn tab_snapshot(
    State(app): State<Arc<App>>,
    Path(tab): Path<String>,
    parameters: Result<Query<paged::Parameters>, QueryRejection>,
) -> Answered<Json<Value>> {
    let Query(parameters) = parameters.map_err(|rejection| {
        Fault::bad_request(format!(
            "The parameters could not be understood: {rejection}."
        ))
    })?;
    Ok(Json(paged::snapshot(&app, &tab, parameters).await?))
}
