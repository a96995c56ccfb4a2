//! The endpoints that execute actions in the tab of their path.

use super::agent::query_parameters;
use super::error::body_bytes;
use super::json::Json;
use crate::agents::Agent;
use crate::api::request;
use crate::api::tab_acts::{self, TabRequest, UserAction};
use crate::interact_error::InteractError;
use crate::state::App;
use axlens_protocol::agent::tab_actions::{CloseTabRequest, TabActionAnswer};
use axlens_protocol::model::action::Action;
use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use serde::de::DeserializeOwned;
use std::sync::Arc;

type Body = Result<Bytes, BytesRejection>;
type ActionResult = Result<Json<TabActionAnswer>, InteractError>;

/// `POST /tabs/{tab}/click`, `/type`, `/navigate`, `/press`, `/scroll`
pub async fn act<R: TabRequest + DeserializeOwned>(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    Path(tab): Path<String>,
    body: Body,
) -> ActionResult {
    let request: R = request::read(&body_bytes(body)?)?;
    Ok(Json(tab_acts::act(&app, &agent, &tab, request).await?))
}

/// `POST /tabs/{tab}/back`
pub async fn back(
    app: State<Arc<App>>,
    agent: Extension<Arc<Agent>>,
    tab: Path<String>,
    body: Body,
) -> ActionResult {
    user_action(app, agent, tab, (body, Action::Back)).await
}

/// `POST /tabs/{tab}/forward`
pub async fn forward(
    app: State<Arc<App>>,
    agent: Extension<Arc<Agent>>,
    tab: Path<String>,
    body: Body,
) -> ActionResult {
    user_action(app, agent, tab, (body, Action::Forward)).await
}

/// `POST /tabs/{tab}/refresh`
pub async fn refresh(
    app: State<Arc<App>>,
    agent: Extension<Arc<Agent>>,
    tab: Path<String>,
    body: Body,
) -> ActionResult {
    user_action(app, agent, tab, (body, Action::Reload)).await
}

/// `DELETE /tabs/{tab}`
pub async fn close(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    Path(tab): Path<String>,
    parameters: Result<Query<CloseTabRequest>, QueryRejection>,
) -> ActionResult {
    let request = query_parameters(parameters)?;
    Ok(Json(tab_acts::act(&app, &agent, &tab, request).await?))
}

async fn user_action(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    Path(tab): Path<String>,
    (body, action): (Body, Action),
) -> ActionResult {
    let request = request::read(&body_bytes(body)?)?;
    let request = UserAction { request, action };
    Ok(Json(tab_acts::act(&app, &agent, &tab, request).await?))
}
