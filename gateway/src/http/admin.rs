//! Health and metrics.

use super::Gateway;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use std::sync::Arc;

/// The content type of the metrics.
const METRICS_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The router of the administrator's port.
pub fn router(gateway: Arc<Gateway>) -> Router {
    Router::new()
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .with_state(gateway)
}

/// `GET /healthz`: whether the gateway takes requests.
pub async fn health(State(gateway): State<Arc<Gateway>>) -> (StatusCode, &'static str) {
    match gateway.draining.is_cancelled() {
        false => (StatusCode::OK, "ok\n"),
        true => (StatusCode::SERVICE_UNAVAILABLE, "stopping\n"),
    }
}

/// `GET /metrics`
async fn metrics(State(gateway): State<Arc<Gateway>>) -> impl IntoResponse {
    let text = gateway.metrics.text(gateway.lines.count());
    ([(CONTENT_TYPE, METRICS_TYPE)], text)
}
