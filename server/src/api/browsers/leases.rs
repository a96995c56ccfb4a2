//! `POST /browsers` and `DELETE /browsers/{id}`: leases of a pool's browsers.

use crate::agents::{self, Agent};
use crate::audit::subject;
use crate::queue::dispatch::LeasedBrowser;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::browsers::{EndLeaseAnswer, LeaseAnswer, LeaseRequest};
use std::sync::Arc;
use std::time::SystemTime;

/// Leases a browser to an agent whose token allows actions.
///
/// # Errors
/// `permission_denied`, and those of [`crate::queue::dispatch::Dispatch::lease`].
pub async fn lease(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: LeaseRequest,
) -> Result<LeaseAnswer, Fault> {
    agents::may_act(agent)?;
    let LeasedBrowser { browser, ttl } = app.dispatch.lease(agent, request.ttl)?;
    subject::note_browser(browser.key);
    tracing::info!(browser = browser.name, agent = agent.name(), "leased");
    let expires = humantime::format_rfc3339_seconds(SystemTime::now() + ttl);
    Ok(LeaseAnswer {
        expires: expires.to_string(),
        id: browser.id,
        name: browser.name,
        ttl: ttl.as_secs(),
    })
}

/// Ends the lease of the browser with this id or name.
///
/// # Errors
/// Those of [`crate::queue::dispatch::Dispatch::end_lease`].
pub fn end(app: &App, agent: &Agent, named: &str) -> Result<EndLeaseAnswer, Fault> {
    let browser = app.dispatch.end_lease(agent, named)?;
    tracing::info!(browser = browser.name, agent = agent.name(), "lease ended");
    Ok(EndLeaseAnswer {
        id: browser.id,
        name: browser.name,
    })
}
