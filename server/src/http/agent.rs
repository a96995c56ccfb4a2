//! The agents' endpoints: each handler parses its request, calls a function of [`crate::api`], and
//! answers in JSON.

use super::error::{HandlerResult, action_response, body_bytes};
use super::json::{JSON, Json};
use crate::agents::Agent;
use crate::api::request::{self, DEFAULT_LIMIT};
use crate::api::{
    browsers, explain, find, get, interact, locate, observe, ping, screenshot, status,
    tab_snapshot, tabs, wait,
};
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::browsers::BrowsersAnswer;
use axlens_protocol::agent::explain::ExplainAnswer;
use axlens_protocol::agent::find::FindAnswer;
use axlens_protocol::agent::get::GetAnswer;
use axlens_protocol::agent::locate::LocateAnswer;
use axlens_protocol::agent::observe::ObserveAnswer;
use axlens_protocol::agent::ping::PingAnswer;
use axlens_protocol::agent::screenshot::ScreenshotAnswer;
use axlens_protocol::agent::status::{HealthAnswer, StatusAnswer};
use axlens_protocol::agent::tab_snapshot::{TabSnapshotAnswer, TabSnapshotRequest};
use axlens_protocol::agent::tabs::{TabsAnswer, TabsRequest};
use axlens_protocol::agent::wait::WaitAnswer;
use axlens_protocol::agent::{SerializedJson, write_json};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// `GET /health`
pub async fn health() -> Json<HealthAnswer> {
    Json(status::health())
}

/// `GET /status`
pub async fn status(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
) -> Json<StatusAnswer> {
    Json(status::status(&app, &agent))
}

/// `GET /browsers`
pub async fn browsers(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
) -> Json<BrowsersAnswer> {
    Json(browsers::visible_to(&app, &agent))
}

/// `GET /tabs`
pub async fn tabs(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    parameters: Result<Query<TabsRequest>, QueryRejection>,
) -> HandlerResult<Json<TabsAnswer>> {
    let request = query_parameters(parameters)?;
    Ok(Json(
        tabs::tabs(&app, &agent, request, DEFAULT_LIMIT).await?,
    ))
}

/// `POST /observe`
pub async fn observe(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<impl IntoResponse> {
    let request = request::read(&body_bytes(body)?)?;
    let answer = observe::observe(&app, &agent, request).await?;
    Ok(([(CONTENT_TYPE, JSON)], json_of(&answer)))
}

/// The JSON of an answer, which can be long, in one allocation.
fn json_of(answer: &ObserveAnswer) -> Vec<u8> {
    const HEAD_BYTES: usize = 4096;
    let maps = [&answer.id_map, &Some(answer.uid_map.clone())];
    let maps: usize = maps.into_iter().flatten().map(SerializedJson::bytes).sum();
    let refs = answer.refs.as_ref().map_or(0, SerializedJson::bytes);
    let mut json = Vec::with_capacity(HEAD_BYTES + answer.tree.bytes() + maps + refs);
    // Every answer can be represented in JSON.
    let _ = write_json(answer, &mut json);
    json
}

/// `POST /locate`
pub async fn locate(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<Json<LocateAnswer>> {
    let request = request::read(&body_bytes(body)?)?;
    Ok(Json(locate::locate(&app, &agent, request).await?))
}

/// `POST /interact`
pub async fn interact(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<Response> {
    let request = request::read(&body_bytes(body)?)?;
    action_response(interact::interact(&app, &agent, request).await)
}

/// `POST /ping`
pub async fn ping(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<Json<PingAnswer>> {
    let request = request::read(&body_bytes(body)?)?;
    Ok(Json(ping::ping(&app, &agent, request).await?))
}

/// `POST /explain`
pub async fn explain(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<Json<ExplainAnswer>> {
    let request = request::read(&body_bytes(body)?)?;
    Ok(Json(explain::explain(&app, &agent, request).await?))
}

/// `POST /find`
pub async fn find(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<Json<FindAnswer>> {
    let request = request::read(&body_bytes(body)?)?;
    Ok(Json(find::find(&app, &agent, request).await?))
}

/// `POST /get`
pub async fn get(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<Json<GetAnswer>> {
    let request = request::read(&body_bytes(body)?)?;
    Ok(Json(get::get(&app, &agent, request).await?))
}

/// `POST /wait`
pub async fn wait(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<Json<WaitAnswer>> {
    let request = request::read(&body_bytes(body)?)?;
    Ok(Json(wait::wait(&app, &agent, request).await?))
}

/// `POST /screenshot`
pub async fn screenshot(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<Json<ScreenshotAnswer>> {
    let request = request::read(&body_bytes(body)?)?;
    Ok(Json(screenshot::screenshot(&app, &agent, request).await?))
}

/// `GET /tabs/{tab}/snapshot`
pub async fn tab_snapshot(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    Path(tab): Path<String>,
    parameters: Result<Query<TabSnapshotRequest>, QueryRejection>,
) -> HandlerResult<Json<TabSnapshotAnswer>> {
    let parameters = query_parameters(parameters)?;
    Ok(Json(
        tab_snapshot::snapshot(&app, &agent, &tab, parameters).await?,
    ))
}

/// The query parameters of a URL.
pub fn query_parameters<T>(parameters: Result<Query<T>, QueryRejection>) -> HandlerResult<T> {
    let Query(parameters) = parameters.map_err(|rejection| {
        Fault::bad_request(format!(
            "The parameters could not be understood: {rejection}."
        ))
    })?;
    Ok(parameters)
}
