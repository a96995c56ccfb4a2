//! How a request gets to the gateway that holds the line of its edge: in this process, or to
//! another gateway.

use crate::line::Line;
use crate::lines::Lines;
use crate::nats::{Nats, SharedLine};
use crate::tokens::{GatewayToken, is_part};
use axlens_protocol::gateway::RemoteAgent;
use axlens_protocol::{Code, Fault};
use axum::body::Bytes;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;

/// How long a read waits for an edge that has lost its line.
const RETURN_TIMEOUT: Duration = Duration::from_secs(3);

/// The time after which a read is sent again by NATS.
const RETURN_INTERVAL: Duration = Duration::from_millis(1500);

/// An edge of a tenant. Both names are parts of a subject of NATS.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EdgeAddress {
    tenant: String,
    edge: String,
}

impl EdgeAddress {
    /// The edge with this token.
    pub fn of(token: &GatewayToken) -> EdgeAddress {
        EdgeAddress {
            tenant: token.tenant.clone(),
            edge: token.name.clone(),
        }
    }

    /// An edge of the tenant of a token. `None` if no edge can have this name.
    pub fn in_tenant_of(token: &GatewayToken, edge: &str) -> Option<EdgeAddress> {
        is_part(edge).then(|| EdgeAddress {
            tenant: token.tenant.clone(),
            edge: edge.to_owned(),
        })
    }

    /// An edge with these names. `None` if one of them can't be the name of a tenant or an edge.
    pub fn parse(tenant: &str, edge: &str) -> Option<EdgeAddress> {
        (is_part(tenant) && is_part(edge)).then(|| EdgeAddress {
            tenant: tenant.to_owned(),
            edge: edge.to_owned(),
        })
    }

    /// Name of the tenant.
    pub fn tenant(&self) -> &str {
        &self.tenant
    }

    /// Name of the edge.
    pub fn edge(&self) -> &str {
        &self.edge
    }
}

/// A request for an edge.
#[derive(Debug, Clone)]
pub struct Forwarded {
    /// The agent.
    pub agent: RemoteAgent,
    /// When the answer has to arrive.
    pub deadline: Instant,
    /// HTTP method.
    pub method: String,
    /// Path and query string.
    pub path: String,
    /// Headers.
    pub headers: BTreeMap<String, String>,
    /// Body.
    pub body: Bytes,
    /// Whether it only reads, so that it can be sent again.
    pub is_read: bool,
}

/// The answer of an edge.
#[derive(Debug)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Content type; empty if there is none.
    pub content_type: String,
    /// Body.
    pub body: Bytes,
    /// The memory that the body is counted in.
    pub _memory: Option<OwnedSemaphorePermit>,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RouteError {
    /// The edge has no line. It has not received the request.
    NotConnected,
    /// The line ended after the request was sent.
    Lost,
    /// The deadline has passed.
    Late,
    /// Too many requests of the edge are in progress, or too many answers are in memory.
    Busy,
}

impl RouteError {
    /// The fault for the agent.
    pub fn fault(self, edge: &str, is_read: bool) -> Fault {
        const UNKNOWN_OUTCOME: &str =
            "An action may have been executed: read the page before you repeat it.";
        let mut fault = match self {
            RouteError::NotConnected => Fault::new(
                Code::ExtensionDisconnected,
                format!("The edge {edge} is not connected to the gateway."),
            )
            .hint("Ask its user to start the browser, and to run `axlens join`. `GET /browsers` lists those that are connected."),
            RouteError::Lost => Fault::new(
                Code::ExtensionDisconnected,
                format!("The connection to the edge {edge} was lost during the request."),
            )
            .hint("Try again."),
            RouteError::Late => Fault::new(
                Code::Timeout,
                format!("The edge {edge} has not answered in time."),
            ),
            RouteError::Busy => Fault::new(
                Code::QueueFull,
                format!("Too many requests to the edge {edge} are in progress."),
            ),
        };
        let is_unknown = match self {
            RouteError::Lost | RouteError::Late => !is_read,
            RouteError::NotConnected | RouteError::Busy => false,
        };
        if is_unknown {
            fault = fault.hint(UNKNOWN_OUTCOME);
            fault.retryable = false;
        }
        fault
    }
}

/// How requests get to edges.
#[derive(Debug)]
pub enum Route {
    /// All edges are connected to this gateway.
    InProcess(Arc<Lines>),
    /// Edges are connected to this gateway or to others.
    Nats(Box<Nats>),
}

impl Route {
    /// Sends a request and returns its answer. A request that only reads is sent again if the line
    /// was lost; an action never is.
    ///
    /// # Errors
    /// If there is no answer.
    pub async fn send(&self, to: &EdgeAddress, request: Forwarded) -> Result<Answer, RouteError> {
        let again = request.is_read.then(|| request.clone());
        match (self.send_once(to, request).await, again) {
            (Err(RouteError::Lost), Some(again)) => {
                self.wait_for_return(to, again.deadline).await;
                let answer = self.send_once(to, again).await;
                answer.map_err(|error| match error {
                    RouteError::NotConnected => RouteError::Lost,
                    RouteError::Lost | RouteError::Late | RouteError::Busy => error,
                })
            }
            (answer, _) => answer,
        }
    }

    async fn send_once(&self, to: &EdgeAddress, request: Forwarded) -> Result<Answer, RouteError> {
        match self {
            Route::InProcess(lines) => {
                let line = lines.get(to).ok_or(RouteError::NotConnected)?;
                line.request(request).await
            }
            Route::Nats(nats) => nats.send(to, request).await,
        }
    }

    /// Waits until the edge has a line again, for a short time.
    async fn wait_for_return(&self, to: &EdgeAddress, deadline: Instant) {
        let left = deadline.saturating_duration_since(Instant::now());
        match self {
            Route::InProcess(lines) => {
                let mut opened = lines.opened();
                let returned = opened.wait_for(|_| lines.get(to).is_some());
                // Without it, the next attempt reports that it is not connected.
                let _ = timeout(left.min(RETURN_TIMEOUT), returned).await;
            }
            // Which gateway it returns to is not known.
            Route::Nats(_) => tokio::time::sleep(left.min(RETURN_INTERVAL)).await,
        }
    }

    /// Makes a line that has opened reachable for other gateways, until the result is dropped.
    ///
    /// # Errors
    /// If NATS can't be used.
    pub async fn share(&self, line: &Arc<Line>) -> anyhow::Result<Option<SharedLine>> {
        match self {
            Route::InProcess(_) => Ok(None),
            Route::Nats(nats) => nats.share(line).await.map(Some),
        }
    }

    /// The names of the connected edges of a tenant.
    pub async fn edges(&self, tenant: &str) -> BTreeSet<String> {
        match self {
            Route::InProcess(lines) => lines.edges(tenant).into_iter().collect(),
            Route::Nats(nats) => nats.edges(tenant).await,
        }
    }
}
