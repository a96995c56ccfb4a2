//! The handlers of the agents' endpoints that are more than a request and an answer in JSON; the
//! others are rows of [`super::endpoints`] alone.

use super::error::{HandlerResult, body_bytes};
use super::json::{JSON, Json};
use crate::agents::Agent;
use crate::api::browsers::leases;
use crate::api::observe::pins;
use crate::api::observe::tab_list::{self, ListRequest};
use crate::api::request::{self, DEFAULT_LIMIT};
use crate::api::{browsers, observe, status, tab_snapshot, tabs};
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::browsers::{BrowsersAnswer, EndLeaseAnswer};
use axlens_protocol::agent::downloads::DownloadsRequest;
use axlens_protocol::agent::errors::ErrorsRequest;
use axlens_protocol::agent::network::NetworkRequest;
use axlens_protocol::agent::observe::ObserveAnswer;
use axlens_protocol::agent::page_tools::PageToolsRequest;
use axlens_protocol::agent::status::{HealthAnswer, StatusAnswer};
use axlens_protocol::agent::tab_snapshot::{TabSnapshotAnswer, TabSnapshotRequest};
use axlens_protocol::agent::tabs::{TabsAnswer, TabsRequest};
use axlens_protocol::agent::{SerializedJson, write_json};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// `GET /health`
pub async fn health() -> Json<HealthAnswer> {
    Json(status::health())
}

/// The OpenAPI document, which describes the table of endpoints.
#[derive(Clone, Copy)]
pub struct OpenApiDocument(pub &'static str);

/// `GET /openapi.json`
pub async fn open_api(
    Extension(OpenApiDocument(json)): Extension<OpenApiDocument>,
) -> impl IntoResponse {
    ([(CONTENT_TYPE, JSON)], json)
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

/// `DELETE /browsers/{id}`
pub async fn end_lease(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    Path(id): Path<String>,
) -> HandlerResult<Json<EndLeaseAnswer>> {
    Ok(Json(leases::end(&app, &agent, &id)?))
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
) -> HandlerResult<Response> {
    let body = body_bytes(body)?;
    let what = request::read::<What>(&body)
        .ok()
        .and_then(|What { what }| what);
    match what.as_deref() {
        Some(NetworkRequest::WHAT) => return list::<NetworkRequest>(&app, &agent, &body).await,
        Some(ErrorsRequest::WHAT) => return list::<ErrorsRequest>(&app, &agent, &body).await,
        Some(DownloadsRequest::WHAT) => return list::<DownloadsRequest>(&app, &agent, &body).await,
        Some(PageToolsRequest::WHAT) => return list::<PageToolsRequest>(&app, &agent, &body).await,
        Some(pins::WHAT) => {
            let request = request::read(&body)?;
            return Ok(Json(pins::pins(&app, &agent, request).await?).into_response());
        }
        Some(_) | None => {}
    }
    let request = request::read(&body)?;
    let answer = observe::observe(&app, &agent, request).await?;
    Ok(([(CONTENT_TYPE, JSON)], json_of(&answer)).into_response())
}

/// Answers a request for a list of a tab.
async fn list<R>(app: &Arc<App>, agent: &Arc<Agent>, body: &[u8]) -> HandlerResult<Response>
where
    R: ListRequest<Answer: Serialize> + DeserializeOwned,
{
    let request: R = request::read(body)?;
    let answer = tab_list::list(app, agent, request).await?;
    Ok(Json(answer).into_response())
}

/// What an agent observes.
#[derive(Deserialize)]
struct What {
    #[serde(default)]
    what: Option<String>,
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
///
/// # Errors
/// `bad_request` with the reason.
pub fn query_parameters<T>(parameters: Result<Query<T>, QueryRejection>) -> Result<T, Fault> {
    let Query(parameters) = parameters.map_err(|rejection| {
        Fault::bad_request(format!(
            "The parameters could not be understood: {rejection}."
        ))
    })?;
    Ok(parameters)
}
