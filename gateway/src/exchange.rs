//! What is exchanged with an edge: its address, a request, its answer, and why there is none.

use crate::answer_memory::ReservedMemory;
use crate::tokens::{GatewayToken, is_part};
use axlens_protocol::gateway::{RemoteAgent, UNKNOWN_OUTCOME};
use axlens_protocol::{Code, Fault};
use axum::body::Bytes;
use std::collections::BTreeMap;
use std::time::Instant;

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
    pub _memory: Option<ReservedMemory>,
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
    /// Too many requests of the edge are in progress. It has not received this one.
    Busy,
    /// The edge has answered, and there was no memory for the answer.
    NoMemory,
}

impl RouteError {
    /// The fault for the agent.
    pub fn fault(self, edge: &str, is_read: bool) -> Fault {
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
            RouteError::NoMemory => Fault::new(
                Code::QueueFull,
                format!("The gateway has no memory for the answer of the edge {edge}."),
            ),
        };
        let is_unknown = match self {
            RouteError::Lost | RouteError::Late | RouteError::NoMemory => !is_read,
            RouteError::NotConnected | RouteError::Busy => false,
        };
        if is_unknown {
            fault = fault.hint(UNKNOWN_OUTCOME);
            fault.retryable = false;
        }
        fault
    }
}
