//! The router: every row of the table of endpoints with its handler and layers, behind the guard.

use super::audited::{audited, refused};
use super::connections::BODY;
use super::dashboard::with_strict_headers;
use super::endpoints::{Audit, ENDPOINTS, Endpoint};
use super::error::{no_such_endpoint, panicked, wrong_method};
use super::guard::{Gate, Trust, guard};
use super::page_keys::PageKeys;
use super::proofs::Proofs;
use crate::state::App;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn_with_state, map_response};
use axum::routing::MethodRouter;
use axum::{Extension, Router};
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

/// The credentials of clients without an agent's token.
#[derive(Clone)]
pub struct Secrets {
    /// The extension's.
    pub proofs: Arc<Proofs>,
    /// The dashboard's.
    pub pages: Arc<PageKeys>,
}

/// The router for the TCP port or the Unix socket, depending on `trust`.
pub fn router(state: Arc<App>, secrets: Secrets, trust: Trust) -> Router {
    let gate = Arc::new(Gate::new(
        trust,
        Arc::clone(&state.dispatch),
        Arc::clone(&state.agents),
    ));
    ENDPOINTS
        .iter()
        .fold(Router::new(), |router, endpoint| {
            router.route(endpoint.path, method_router(endpoint, &state))
        })
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

/// The handler of an endpoint with the layers that its row requires.
fn method_router(endpoint: &Endpoint, state: &Arc<App>) -> MethodRouter<Arc<App>> {
    let mut router = (endpoint.handler)(state).layer(DefaultBodyLimit::max(endpoint.body_limit));
    if let Audit::As(kind) = endpoint.audit {
        router = router.layer(from_fn_with_state((Arc::clone(state), kind), audited));
    }
    if endpoint.audience.is_dashboard() {
        router = router.layer(map_response(with_strict_headers));
    }
    router
}
