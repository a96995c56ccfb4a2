//! The first step of a request: its token and its quota, before its body is read.

use super::Gateway;
use crate::access::Agent;
use crate::access::quota::{Quota, QuotaUse};
use axlens_protocol::gateway::{MAX_DEADLINE_MS, RemoteAgent};
use axlens_protocol::{Code, Fault};
use axlens_server::http::connections::HttpConnection;
use axum::extract::Request;
use axum::http::HeaderMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

/// Header with the time that the client waits for the answer, in milliseconds.
pub const DEADLINE_HEADER: &str = "x-axlens-deadline-ms";

/// A request that the gateway has admitted.
pub struct AdmittedRequest {
    /// Its agent.
    pub agent: Agent,
    /// When the answer has to arrive.
    pub deadline: Instant,
    /// Its share of the agent's quota.
    pub quota: QuotaUse,
}

/// Checks a request's token and quota, before its body is read.
pub fn admit(gateway: &Gateway, request: &Request) -> Result<AdmittedRequest, Fault> {
    if gateway.draining.is_cancelled() {
        let message = "The gateway is stopping.";
        return Err(Fault::new(Code::ExtensionDisconnected, message).hint("Try again."));
    }
    let agent = gateway.access.agent(peer(request), request.headers())?;
    if let Some(connection) = request.extensions().get::<HttpConnection>() {
        connection.admit(true)?;
    }
    let now = Instant::now();
    let deadline = now + deadline(request.headers())?;
    let quota = gateway
        .quotas
        .begin(&agent.token.id, Quota::of(&agent.rights), now)?;
    Ok(AdmittedRequest {
        agent,
        deadline,
        quota,
    })
}

/// The address of the client.
pub fn peer(request: &Request) -> IpAddr {
    let address = request.extensions().get::<SocketAddr>();
    // Tests without a connection have none.
    address.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), SocketAddr::ip)
}

/// How long the client waits.
fn deadline(headers: &HeaderMap) -> Result<Duration, Fault> {
    let Some(value) = headers.get(DEADLINE_HEADER) else {
        return Ok(Duration::from_millis(MAX_DEADLINE_MS));
    };
    let ms = value.to_str().ok().and_then(|text| text.parse().ok());
    let ms = ms.filter(|ms| (1..=MAX_DEADLINE_MS).contains(ms));
    ms.map(Duration::from_millis).ok_or_else(|| {
        let message = format!("The header `{DEADLINE_HEADER}` must be 1 to {MAX_DEADLINE_MS}.");
        Fault::bad_request(message)
    })
}

/// The agent as the edge sees it.
pub fn remote_agent(agent: &Agent) -> RemoteAgent {
    RemoteAgent {
        id: agent.token.id.clone(),
        name: agent.token.name.clone(),
        scope: agent.rights.scope,
    }
}

/// The connected edges that an agent can use.
pub async fn connected_edges(gateway: &Gateway, agent: &Agent) -> Vec<String> {
    let edges = gateway.route.edges(&agent.token.tenant).await;
    edges
        .into_iter()
        .filter(|edge| agent.can_use(edge))
        .collect()
}
