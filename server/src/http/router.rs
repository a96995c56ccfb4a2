//! The router: every row of the table of endpoints with its handler and layers, behind the guard.

use super::agent::OpenApiDocument;
use super::audited::{audited, refused};
use super::connections::BODY_TIMEOUT;
use super::dashboard::with_strict_headers;
use super::endpoints::{Audit, ENDPOINTS, Endpoint};
use super::error::{no_such_endpoint, panic_response, wrong_method};
use super::gate::{Gate, Trust};
use super::guard::guard;
use super::openapi;
use super::page_keys::PageKeys;
use super::proof::token::ProvenRouter;
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

/// The router for the TCP port or the local socket, depending on `trust`.
pub fn router(state: Arc<App>, secrets: Secrets, trust: Trust) -> Router {
    let proven = guarded(Arc::clone(&state), secrets.clone(), Trust::Proven);
    guarded(state, secrets, trust).layer(Extension(ProvenRouter(proven)))
}

/// The endpoints behind a guard.
fn guarded(state: Arc<App>, secrets: Secrets, trust: Trust) -> Router {
    let gate = Arc::new(Gate::new(
        trust,
        Arc::clone(&state.dispatch),
        Arc::clone(&state.agents),
    ));
    routes(&state)
        .layer(Extension(secrets.proofs))
        .layer(Extension(secrets.pages))
        .layer(RequestBodyTimeoutLayer::new(BODY_TIMEOUT))
        .layer(from_fn_with_state(gate, guard))
        .layer(from_fn_with_state(Arc::clone(&state), refused))
        .layer(CatchPanicLayer::custom(panic_response))
        .with_state(state)
}

/// Every row of the table, without the guard.
fn routes(state: &Arc<App>) -> Router<Arc<App>> {
    ENDPOINTS
        .iter()
        .fold(Router::new(), |router, endpoint| {
            router.route(endpoint.path, method_router(endpoint, state))
        })
        .layer(Extension(OpenApiDocument(openapi::json())))
        .fallback(no_such_endpoint)
        .method_not_allowed_fallback(wrong_method)
}

/// The handler of an endpoint with the layers that its row requires.
fn method_router(endpoint: &'static Endpoint, state: &Arc<App>) -> MethodRouter<Arc<App>> {
    let mut router = (endpoint.handler)(state).layer(DefaultBodyLimit::max(endpoint.body_limit));
    if let Audit::As(_) = endpoint.audit {
        router = router.layer(from_fn_with_state((Arc::clone(state), endpoint), audited));
    }
    if endpoint.audience.is_dashboard() {
        router = router.layer(map_response(with_strict_headers));
    }
    router
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::Agents;
    use crate::sessions::Sessions;
    use axum::body::Body;
    use axum::http::{Method, Request, StatusCode};
    use tower::ServiceExt;

    /// Without the guard, so that no request needs a credential.
    async fn status(method: Method, path: &str) -> StatusCode {
        let state = App::new(Sessions::default(), Agents::new("token", None));
        let request = Request::builder().method(method).uri(path);
        let request = request.body(Body::empty()).expect("a request");
        let router = routes(&state).with_state(state);
        let response = router.oneshot(request).await;
        response.expect("a router always answers").status()
    }

    #[tokio::test(start_paused = true)]
    async fn every_row_of_the_table_is_routed_by_its_own_method() {
        for endpoint in ENDPOINTS {
            let path = endpoint.path.replace(['{', '}', '*'], "");
            let Some(method) = endpoint.method.clone() else {
                continue;
            };
            let own = status(method, &path).await;
            assert_ne!(own, StatusCode::METHOD_NOT_ALLOWED, "{path}");
            let other = status(Method::PATCH, &path).await;
            assert_eq!(other, StatusCode::METHOD_NOT_ALLOWED, "{path}");
        }
        let unknown = status(Method::GET, "/nowhere").await;
        assert_eq!(unknown, StatusCode::NOT_FOUND);
    }
}
