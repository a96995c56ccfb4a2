//! The dashboard: its files, which contain no data, and the endpoints for its script. The guard has
//! checked the credentials.

use super::error::{HandlerResult, body_bytes};
use super::json::Json;
use super::page_keys::PageKeys;
use crate::api::{dashboard, request};
use crate::state::App;
use axlens_protocol::agent::dashboard::{
    CodeRequest, DashboardState, KeyAnswer, LinkAnswer, RevokedAnswer, StateRequest, TextAnswer,
    TextRequest, UsedAnswer,
};
use axlens_protocol::agent::tabs::TabsAnswer;
use axlens_protocol::{Code, Fault};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::timeout_at;

/// Maximum body of a request of the dashboard, in bytes.
pub const BODY: usize = 4 * 1024;

/// How long `axlens open` waits until the link is used.
const LINK_TIMEOUT: Duration = Duration::from_secs(20);

const PAGE: &[u8] = include_bytes!("../../dashboard/index.html");

/// The files of the dashboard: name, media type, content.
const FILES: [(&str, &str, &[u8]); 9] = [
    (
        "common.css",
        CSS,
        include_bytes!("../../../extension/ui/common/common.css"),
    ),
    (
        "icon.png",
        "image/png",
        include_bytes!("../../../extension/icons/connected-48.png"),
    ),
    (
        "dashboard.css",
        CSS,
        include_bytes!("../../dashboard/dashboard.css"),
    ),
    (
        "dashboard.js",
        SCRIPT,
        include_bytes!("../../dashboard/dashboard.js"),
    ),
    (
        "server.js",
        SCRIPT,
        include_bytes!("../../dashboard/server.js"),
    ),
    (
        "sections.js",
        SCRIPT,
        include_bytes!("../../dashboard/sections.js"),
    ),
    ("seen.js", SCRIPT, include_bytes!("../../dashboard/seen.js")),
    (
        "table.js",
        SCRIPT,
        include_bytes!("../../dashboard/table.js"),
    ),
    (
        "words.js",
        SCRIPT,
        include_bytes!("../../dashboard/words.js"),
    ),
];

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The security headers of every answer. Scripts, styles and requests are limited to this server,
/// text cannot become markup, no page can frame the dashboard, and the browser stores nothing.
const HEADERS: [(HeaderName, &str); 8] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), display-capture=(), geolocation=(), microphone=()",
    ),
];

/// Adds the security headers of the dashboard.
pub async fn with_strict_headers(mut response: Response) -> Response {
    for (name, value) in HEADERS {
        let headers = response.headers_mut();
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// `GET /`
pub async fn page() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, HTML)], PAGE)
}

/// `GET /dashboard/files/{name}`
pub async fn file(Path(name): Path<String>) -> HandlerResult<impl IntoResponse> {
    let file = FILES.iter().find(|(known, ..)| *known == name);
    let Some((_, kind, content)) = file else {
        let message = "The dashboard has no such file.";
        return Err(Fault::new(Code::NotFound, message).into());
    };
    Ok(([(header::CONTENT_TYPE, *kind)], *content))
}

/// `POST /dashboard/key`
pub async fn key(
    State(app): State<Arc<App>>,
    Extension(keys): Extension<Arc<PageKeys>>,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<Json<KeyAnswer>> {
    let request: CodeRequest = request::read(&body_bytes(body)?)?;
    let exchanged = keys.exchange(&request.code, Instant::now());
    // Wakes `axlens open`, and the page whose key has ended.
    app.dispatch.changes.note();
    Ok(Json(exchanged?))
}

/// `POST /dashboard/state`
pub async fn state(
    State(app): State<Arc<App>>,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<Json<DashboardState>> {
    let request: StateRequest = request::read(&body_bytes(body)?)?;
    Ok(Json(dashboard::state(&app, request).await?))
}

/// `POST /dashboard/tabs`
pub async fn tabs(State(app): State<Arc<App>>) -> HandlerResult<Json<TabsAnswer>> {
    Ok(Json(dashboard::list_tabs(&app).await?))
}

/// `POST /dashboard/text`
pub async fn text(
    State(app): State<Arc<App>>,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<Json<TextAnswer>> {
    let request: TextRequest = request::read(&body_bytes(body)?)?;
    Ok(Json(dashboard::text(&app, &request)?))
}

/// `POST /dashboard-link`, on the local socket.
pub async fn link(Extension(keys): Extension<Arc<PageKeys>>) -> HandlerResult<Json<LinkAnswer>> {
    Ok(Json(keys.link(Instant::now())?))
}

/// `POST /dashboard-link/used`, on the local socket: answers when the link is used, or after
/// [`LINK_TIMEOUT`].
pub async fn used(
    State(app): State<Arc<App>>,
    Extension(keys): Extension<Arc<PageKeys>>,
    body: Result<Bytes, BytesRejection>,
) -> HandlerResult<Json<UsedAnswer>> {
    let CodeRequest { code } = request::read(&body_bytes(body)?)?;
    let until = tokio::time::Instant::now() + LINK_TIMEOUT;
    loop {
        let count = app.dispatch.changes.count();
        let used = keys.is_used(&code, Instant::now());
        let next = app.dispatch.changes.changed_from(count);
        if used || app.dispatch.is_stopping() || timeout_at(until, next).await.is_err() {
            return Ok(Json(UsedAnswer { used }));
        }
    }
}

/// `POST /dashboard-link/revoke`, on the local socket.
pub async fn revoke(
    State(app): State<Arc<App>>,
    Extension(keys): Extension<Arc<PageKeys>>,
) -> Json<RevokedAnswer> {
    let ended = keys.revoke(Instant::now());
    // Wakes the requests of the pages, which then find that their keys have ended.
    app.dispatch.changes.note();
    Json(RevokedAnswer { ended })
}
