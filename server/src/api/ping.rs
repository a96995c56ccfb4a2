//! `POST /ping`: a round trip to the extension, or to the page. Reads nothing.

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::request;
use crate::api::tabs::{self, TabChoice};
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::ping::{PingAnswer, PingRequest};
use axlens_protocol::wire::{Method, PingResult};
use std::sync::Arc;
use std::time::Instant;

/// Answers a request.
///
/// # Errors
/// Every fault of the extension.
pub async fn ping(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: PingRequest,
) -> Result<PingAnswer, Fault> {
    let start = Instant::now();
    let limit = request::limit(request.timeout_ms)?;
    let session = request::session(agent, None)?;
    let context = RequestContext::new(app, agent, &session, limit);
    let _turn = context.turn().await?;
    let choice = TabChoice {
        tab: request.tab,
        browser: request.browser,
    };
    let destination = tabs::destination(context, &choice).await?;
    let page = request.page.unwrap_or(true);
    let result: PingResult = context.query(destination, Method::Ping { page }).await?;
    Ok(PingAnswer {
        extension_ms: result.ms,
        ms: start.elapsed().as_secs_f64() * 1000.0,
        tab: request.tab,
    })
}
