//! The agents' endpoints: each handler reads its request strictly, has the work done, and answers
//! in JSON.

use super::error::{Answered, acted, bytes};
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
pub async fn browsers(State(app): State<Arc<App>>) -> Json<BrowsersAnswer> {
    Json(browsers::list(&app))
}

/// `GET /tabs`
pub async fn tabs(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    parameters: Result<Query<TabsRequest>, QueryRejection>,
) -> Answered<Json<TabsAnswer>> {
    let request = in_address(parameters)?;
    Ok(Json(
        tabs::tabs(&app, &agent, request, DEFAULT_LIMIT).await?,
    ))
}

/// `POST /observe`
pub async fn observe(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<impl IntoResponse> {
    let request = request::read(&bytes(read)?)?;
    let answer = observe::observe(&app, &agent, request).await?;
    Ok(([(CONTENT_TYPE, JSON)], json_of(&answer)))
}

/// The answer as it is sent, written to memory that is long enough from the start.
fn json_of(answer: &ObserveAnswer) -> Vec<u8> {
    const HEAD: usize = 4096;
    let maps = [&answer.id_map, &Some(answer.uid_map.clone())];
    let maps: usize = maps.into_iter().flatten().map(SerializedJson::bytes).sum();
    let refs = answer.refs.as_ref().map_or(0, SerializedJson::bytes);
    let mut json = Vec::with_capacity(HEAD + answer.tree.bytes() + maps + refs);
    // Nothing in an answer is beyond JSON.
    let _ = write_json(answer, &mut json);
    json
}

/// `POST /locate`
pub async fn locate(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<Json<LocateAnswer>> {
    let request = request::read(&bytes(read)?)?;
    Ok(Json(locate::locate(&app, &agent, request).await?))
}

/// `POST /interact`
pub async fn interact(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<Response> {
    let request = request::read(&bytes(read)?)?;
    acted(interact::interact(&app, &agent, request).await)
}

/// `POST /ping`
pub async fn ping(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<Json<PingAnswer>> {
    let request = request::read(&bytes(read)?)?;
    Ok(Json(ping::ping(&app, &agent, request).await?))
}

/// `POST /explain`
pub async fn explain(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<Json<ExplainAnswer>> {
    let request = request::read(&bytes(read)?)?;
    Ok(Json(explain::explain(&app, &agent, request).await?))
}

/// `POST /find`
pub async fn find(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<Json<FindAnswer>> {
    let request = request::read(&bytes(read)?)?;
    Ok(Json(find::find(&app, &agent, request).await?))
}

/// `POST /get`
pub async fn get(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<Json<GetAnswer>> {
    let request = request::read(&bytes(read)?)?;
    Ok(Json(get::get(&app, &agent, request).await?))
}

/// `POST /wait`
pub async fn wait(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<Json<WaitAnswer>> {
    let request = request::read(&bytes(read)?)?;
    Ok(Json(wait::wait(&app, &agent, request).await?))
}

/// `POST /screenshot`
pub async fn screenshot(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    read: Result<Bytes, BytesRejection>,
) -> Answered<Json<ScreenshotAnswer>> {
    let request = request::read(&bytes(read)?)?;
    Ok(Json(screenshot::screenshot(&app, &agent, request).await?))
}

/// `GET /tabs/{tab}/snapshot`
pub async fn tab_snapshot(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    Path(tab): Path<String>,
    parameters: Result<Query<TabSnapshotRequest>, QueryRejection>,
) -> Answered<Json<TabSnapshotAnswer>> {
    let parameters = in_address(parameters)?;
    Ok(Json(
        tab_snapshot::snapshot(&app, &agent, &tab, parameters).await?,
    ))
}

/// The parameters of an address.
pub fn in_address<T>(parameters: Result<Query<T>, QueryRejection>) -> Answered<T> {
    let Query(parameters) = parameters.map_err(|rejection| {
        Fault::bad_request(format!(
            "The parameters could not be understood: {rejection}."
        ))
    })?;
    Ok(parameters)
}
