//! The agents' doors: each reads its request strictly, has the work done, and answers in JSON.

use crate::app::App;
use crate::body::{self, DEFAULT_LIMIT};
use crate::explain;
use crate::failure::{Answered, bytes};
use crate::locate;
use crate::observe;
use crate::paged;
use crate::ping;
use crate::serve::VERSION;
use crate::tabs;
use axlens_protocol::{Fault, WIRE_VERSION};
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
    let extension = app.dispatch.extension();
    let counts = app.dispatch.counts();
    let sessions = app.sessions().count();
    let hello = extension.hello.as_ref();
    let last_seen = extension.last_seen.map(|ago| ago.as_millis());
    Json(json!({
        "version": VERSION,
        "wire": WIRE_VERSION,
        "uptimeSeconds": app.started.elapsed().as_secs(),
        "extension": {
            "connected": extension.connected,
            "version": hello.map(|hello| hello.version.as_str()),
            "instance": extension.instance,
            "paused": hello.is_some_and(|hello| hello.paused),
            "lastSeenMs": last_seen,
            "refusedWire": extension.turned_away,
        },
        "queue": { "pending": counts.pending, "leased": counts.leased },
        "sessions": sessions,
    }))
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
    let request = body::read(&bytes(read)?)?;
    Ok(Json(locate::locate(&app, request).await?))
}

/// `POST /ping`
pub async fn ping(
    State(app): State<Arc<App>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<Json<Value>> {
    let request = body::read(&bytes(read)?)?;
    Ok(Json(ping::ping(&app, request).await?))
}

/// `POST /explain`
pub async fn explain(
    State(app): State<Arc<App>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<Json<Value>> {
    let request = body::read(&bytes(read)?)?;
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
