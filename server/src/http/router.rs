//! Every endpoint of the server, as one router that needs no socket. Knows which path leads to
//! which handler and how large a body may be.

use super::audited::{audited, refused};
use super::connections::BODY;
use super::error::{Failure, panicked};
use super::middleware::{Gate, Trust, guard};
use super::page_keys::PageKeys;
use super::proofs::Proofs;
use super::{agent, dashboard, extension, local, mcp, proof, tab_acts, websocket};
use crate::api::interact::uploads;
use crate::state::App;
use axlens_local::server::{IDENTITY, PAGE_LINK, PAGE_LINK_REVOKE, PAGE_LINK_USED, STOP};
use axlens_protocol::agent::tab_acts::{
    ClickInTabRequest, NavigateTabRequest, PressInTabRequest, ScrollTabRequest, TypeInTabRequest,
};
use axlens_protocol::{Code, Fault};
use axum::extract::DefaultBodyLimit;
use axum::http::{Method, Uri};
use axum::middleware::{from_fn_with_state, map_response};
use axum::routing::{delete, get, post};
use axum::{Extension, Router};
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

/// Largest body of an agent's request, in bytes.
pub const AGENT_BODY: usize = 64 * 1024;

/// Largest body of one of the extension's own pages, in bytes.
const OWN_PAGE_BODY: usize = 1024 * 1024;

/// Largest text whose tokens are counted for the panel, in bytes of the body. Of a longer one the
/// panel shows its own estimate.
const TOKENS_BODY: usize = 8 * 1024 * 1024;

/// What lets in whoever has no agent's token.
#[derive(Clone)]
pub struct Secrets {
    /// The extension.
    pub proofs: Arc<Proofs>,
    /// The server's own page.
    pub pages: Arc<PageKeys>,
}

/// The router, for the TCP port or the Unix socket: `trust` says which.
pub fn router(state: Arc<App>, secrets: Secrets, trust: Trust) -> Router {
    let gate = Arc::new(Gate::new(
        trust,
        Arc::clone(&state.dispatch),
        Arc::clone(&state.agents),
    ));
    Router::new()
        .merge(agent_endpoints(&state).layer(from_fn_with_state(Arc::clone(&state), audited)))
        .merge(extension_endpoints())
        .merge(proof_endpoints())
        .merge(page_endpoints())
        .fallback(no_such_endpoint)
        .method_not_allowed_fallback(wrong_method)
        .layer(Extension(secrets.proofs))
        .layer(Extension(secrets.pages))
        .layer(RequestBodyTimeoutLayer::new(BODY))
        .layer(from_fn_with_state(gate, guard))
        .layer(from_fn_with_state(Arc::clone(&state), refused))
        .layer(CatchPanicLayer::custom(panicked))
        .with_state(state)
}

fn agent_endpoints(state: &Arc<App>) -> Router<Arc<App>> {
    Router::new()
        .route("/health", get(agent::health))
        .route("/status", get(agent::status))
        .route("/browsers", get(agent::browsers))
        .route("/tabs", get(agent::tabs))
        .route("/ping", post(agent::ping))
        .route("/observe", post(agent::observe))
        .route("/locate", post(agent::locate))
        .route(
            "/interact",
            // It may carry files.
            post(agent::interact).layer(DefaultBodyLimit::max(AGENT_BODY + uploads::MAX_SIZE)),
        )
        .route("/explain", post(agent::explain))
        .route("/find", post(agent::find))
        .route("/get", post(agent::get))
        .route("/wait", post(agent::wait))
        .route("/screenshot", post(agent::screenshot))
        .route("/mcp/stream", get(mcp::stream))
        .route_service("/mcp", mcp::service(state, AGENT_BODY))
        .merge(tab_endpoints())
        .layer(DefaultBodyLimit::max(AGENT_BODY))
}

/// A tab that the path names, by a user's refs.
fn tab_endpoints() -> Router<Arc<App>> {
    Router::new()
        .route("/tabs", post(tab_acts::open))
        .route("/tabs/{tab}", delete(tab_acts::close))
        .route("/tabs/{tab}/snapshot", get(agent::tab_snapshot))
        .route(
            "/tabs/{tab}/click",
            post(tab_acts::act::<ClickInTabRequest>),
        )
        .route("/tabs/{tab}/type", post(tab_acts::act::<TypeInTabRequest>))
        .route(
            "/tabs/{tab}/navigate",
            post(tab_acts::act::<NavigateTabRequest>),
        )
        .route(
            "/tabs/{tab}/press",
            post(tab_acts::act::<PressInTabRequest>),
        )
        .route(
            "/tabs/{tab}/scroll",
            post(tab_acts::act::<ScrollTabRequest>),
        )
        .route("/tabs/{tab}/back", post(tab_acts::back))
        .route("/tabs/{tab}/forward", post(tab_acts::forward))
        .route("/tabs/{tab}/refresh", post(tab_acts::refresh))
}

fn extension_endpoints() -> Router<Arc<App>> {
    Router::new()
        .route("/pending-queries", get(extension::pending_queries))
        .route("/websocket", get(websocket::open))
        .route("/wake", get(extension::wake))
        .route("/audit", get(extension::audit))
        .route("/hello", post(extension::hello))
        .route("/waiting", post(extension::waiting))
        .route("/agents", get(extension::agents))
        .route("/agents/revoke", post(extension::revoke))
        .route(
            "/own-page",
            post(extension::own_page).layer(DefaultBodyLimit::max(OWN_PAGE_BODY)),
        )
        .route(
            "/tokens",
            post(extension::tokens).layer(DefaultBodyLimit::max(TOKENS_BODY)),
        )
        .layer(DefaultBodyLimit::max(AGENT_BODY))
        .route(
            "/results/{id}",
            post(extension::results).layer(DefaultBodyLimit::max(extension::RESULT_BODY)),
        )
}

fn proof_endpoints() -> Router<Arc<App>> {
    Router::new()
        .route(IDENTITY, post(local::identity))
        .route(STOP, post(local::stop))
        .route("/proof", post(proof::begin))
        .route("/token", post(proof::token))
        .layer(DefaultBodyLimit::max(proof::BODY))
}

/// The server's own page, and on the Unix socket the links to it.
fn page_endpoints() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(dashboard::page))
        .route("/dashboard/files/{name}", get(dashboard::file))
        .route("/dashboard/key", post(dashboard::key))
        .route("/dashboard/state", post(dashboard::state))
        .route("/dashboard/tabs", post(dashboard::tabs))
        .route("/dashboard/text", post(dashboard::text))
        .route(PAGE_LINK, post(dashboard::link))
        .route(PAGE_LINK_USED, post(dashboard::used))
        .route(PAGE_LINK_REVOKE, post(dashboard::revoke))
        .layer(DefaultBodyLimit::max(dashboard::BODY))
        .layer(map_response(dashboard::guarded))
}

async fn no_such_endpoint(uri: Uri) -> Failure {
    let message = format!("No such endpoint: {}.", uri.path());
    Failure(Fault::new(Code::NotFound, message))
}

async fn wrong_method(method: Method, uri: Uri) -> Failure {
    let message = format!("{} does not take {method}.", uri.path());
    Failure(Fault::new(Code::MethodNotAllowed, message))
}
