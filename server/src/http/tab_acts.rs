//! The endpoints that act in a tab that the path names. Each reads its request strictly and has it
//! done.

use super::agent::in_address;
use super::error::{Answered, acted, bytes};
use crate::agents::Agent;
use crate::api::request;
use crate::api::tab_acts::{self, TabRequest, UserAction};
use crate::state::App;
use axlens_protocol::agent::tab_actions::CloseTabRequest;
use axlens_protocol::model::action::Action;
use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde::de::DeserializeOwned;
use std::sync::Arc;

type Body = Result<Bytes, BytesRejection>;

/// `POST /tabs`
pub async fn open(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    read: Body,
) -> Answered<Response> {
    let request = request::read(&bytes(read)?)?;
    acted(tab_acts::open(&app, &agent, request).await)
}

/// `POST /tabs/{tab}/click`, `/type`, `/navigate`, `/press`, `/scroll`
pub async fn act<R: TabRequest + DeserializeOwned>(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    Path(tab): Path<String>,
    read: Body,
) -> Answered<Response> {
    let request: R = request::read(&bytes(read)?)?;
    acted(tab_acts::act(&app, &agent, &tab, request).await)
}

/// `POST /tabs/{tab}/back`
pub async fn back(
    app: State<Arc<App>>,
    agent: Extension<Arc<Agent>>,
    tab: Path<String>,
    read: Body,
) -> Answered<Response> {
    of_user(app, agent, tab, (read, Action::Back)).await
}

/// `POST /tabs/{tab}/forward`
pub async fn forward(
    app: State<Arc<App>>,
    agent: Extension<Arc<Agent>>,
    tab: Path<String>,
    read: Body,
) -> Answered<Response> {
    of_user(app, agent, tab, (read, Action::Forward)).await
}

/// `POST /tabs/{tab}/refresh`
pub async fn refresh(
    app: State<Arc<App>>,
    agent: Extension<Arc<Agent>>,
    tab: Path<String>,
    read: Body,
) -> Answered<Response> {
    of_user(app, agent, tab, (read, Action::Reload)).await
}

/// `DELETE /tabs/{tab}`
pub async fn close(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    Path(tab): Path<String>,
    parameters: Result<Query<CloseTabRequest>, QueryRejection>,
) -> Answered<Response> {
    let request = in_address(parameters)?;
    acted(tab_acts::act(&app, &agent, &tab, request).await)
}

async fn of_user(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    Path(tab): Path<String>,
    (read, action): (Body, Action),
) -> Answered<Response> {
    let request = request::read(&bytes(read)?)?;
    let request = UserAction { request, action };
    acted(tab_acts::act(&app, &agent, &tab, request).await)
}
