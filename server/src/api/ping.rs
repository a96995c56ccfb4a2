//! `POST /ping`: an empty trip to the extension, or on into the page, and back. Nothing is read.

use crate::api::extension;
use crate::api::request;
use crate::api::tabs;
use crate::sessions::handles::TabHandle;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::wire::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Instant;

/// The request's body.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    tab: Option<TabHandle>,
    /// Whether the trip goes on into the page.
    page: Option<bool>,
    #[serde(rename = "timeoutMs")]
    timeout_ms: Option<u64>,
}

/// Milliseconds that the extension's own part took.
#[derive(Debug, Deserialize)]
struct Answer {
    ms: f64,
}

/// Answers a request: `ms` is the whole trip as the server sees it, `extensionMs` the extension's
/// part.
///
/// # Errors
/// Every fault of the extension.
pub async fn ping(app: &App, request: Request) -> Result<Value, Fault> {
    let began = Instant::now();
    let limit = request::limit(request.timeout_ms)?;
    let chrome = tabs::chrome_id(app, request.tab, limit).await?;
    let page = request.page.unwrap_or(true);
    let answer: Answer = extension::ask(app, Method::Ping { page }, chrome, limit).await?;
    let took = began.elapsed().as_secs_f64() * 1000.0;
    Ok(json!({ "tab": request.tab, "ms": took, "extensionMs": answer.ms }))
}
