//! The gateway's endpoints: those for agents are the rows of the local server's table, with its
//! methods, paths and body limits.

pub mod admin;
pub mod admission;
pub mod agent;
pub mod browsers;
pub mod edge;

use crate::access::Access;
use crate::access::quota::Quotas;
use crate::answer_memory::AnswerMemory;
use crate::lines::Lines;
use crate::metrics::Metrics;
use crate::route::Route;
use axlens_protocol::gateway::EDGE_PATH;
use axlens_protocol::{Code, Fault};
use axlens_server::http::connections::BODY_TIMEOUT;
use axlens_server::http::endpoints::{ENDPOINTS, Endpoint};
use axlens_server::http::error::{FaultResponse, panic_response};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::routing::{MethodFilter, MethodRouter, get, on};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

/// The endpoint that lists browsers, which the gateway answers itself.
const BROWSERS: &str = "/browsers";

/// Endpoints whose answers name browsers: the end of a lease, and the tabs.
const BROWSER: &str = "/browsers/{id}";
const TABS: &str = "/tabs";

/// The state of a gateway.
#[derive(Debug)]
pub struct Gateway {
    /// Who may use it.
    pub access: Access,
    /// The requests of each agent.
    pub quotas: Quotas,
    /// The lines of the edges that are connected to this gateway.
    pub lines: Arc<Lines>,
    /// How requests get to edges.
    pub route: Route,
    /// What is counted.
    pub metrics: Metrics,
    /// Memory for answers.
    pub memory: Arc<AnswerMemory>,
    /// Maximum number of lines.
    pub max_lines: usize,
    /// Cancelled when the gateway begins to stop.
    pub draining: CancellationToken,
}

/// The router of the public port.
pub fn router(gateway: Arc<Gateway>) -> Router {
    ENDPOINTS
        .iter()
        .filter(|endpoint| endpoint.is_for_gateways())
        .fold(Router::new(), |router, endpoint| {
            router.route(endpoint.path, method_router(endpoint))
        })
        .route(EDGE_PATH, get(edge::open))
        .route("/healthz", get(admin::health))
        .fallback(no_such_endpoint)
        .method_not_allowed_fallback(wrong_method)
        .layer(RequestBodyTimeoutLayer::new(BODY_TIMEOUT))
        .layer(CatchPanicLayer::custom(panic_response))
        .with_state(gateway)
}

/// The handler of an endpoint for agents.
fn method_router(endpoint: &'static Endpoint) -> MethodRouter<Arc<Gateway>> {
    let handler = async move |State(gateway): State<Arc<Gateway>>, request: Request| {
        agent::handle(gateway, endpoint, request).await
    };
    let filter = |method: &Method| MethodFilter::try_from(method.clone()).ok();
    match endpoint.method.as_ref().and_then(filter) {
        Some(filter) => on(filter, handler),
        // Those of the Model Context Protocol.
        None => on(
            MethodFilter::GET
                .or(MethodFilter::POST)
                .or(MethodFilter::DELETE),
            handler,
        ),
    }
}

async fn no_such_endpoint() -> FaultResponse {
    let message = "The gateway has no such endpoint.";
    FaultResponse(
        Fault::new(Code::NotFound, message).hint(
            "The agents' endpoints are those of a server: `GET /openapi.json` there lists them.",
        ),
    )
}

async fn wrong_method() -> FaultResponse {
    let message = "The endpoint does not take this method.";
    FaultResponse(Fault::new(Code::MethodNotAllowed, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::gateway::MAX_BODY;

    #[test]
    fn the_body_of_each_endpoint_can_be_sent_to_an_edge() {
        let forwarded = ENDPOINTS
            .iter()
            .filter(|endpoint| endpoint.is_for_gateways());
        let mut count = 0;
        for endpoint in forwarded {
            assert!(endpoint.body_limit <= MAX_BODY, "{}", endpoint.path);
            count += 1;
        }
        assert!(count > 20, "{count}");
    }
}
