//! `POST /ping`: a round trip to the extension, or on into the page. Nothing is read.

use crate::agents::Agent;
use crate::api::extension;
use crate::api::request;
use crate::api::tabs::{self, TabChoice};
use crate::api::turn::turn;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::ping::{PingAnswer, PingRequest};
use axlens_protocol::wire::{self, Method};
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
    let began = Instant::now();
    let limit = request::limit(request.timeout_ms)?;
    let (_turn, limit) = turn(app, agent, limit).await?;
    let choice = TabChoice {
        tab: request.tab,
        browser: request.browser,
    };
    let target = tabs::target(app, agent, &choice, limit).await?;
    let page = request.page.unwrap_or(true);
    let answer: wire::PingResult =
        extension::ask(app, agent, Method::Ping { page }, target, limit).await?;
    Ok(PingAnswer {
        extension_ms: answer.ms,
        ms: began.elapsed().as_secs_f64() * 1000.0,
        tab: request.tab,
    })
}
