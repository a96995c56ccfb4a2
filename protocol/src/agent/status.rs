//! `GET /health` and `GET /status`. Neither takes parameters.

use super::audit::AuditStatus;
use super::browsers::BrowserStatus;
use crate::model::TokenScope;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Answer of `GET /health`, which needs no token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct HealthAnswer {
    /// Always true.
    pub ok: bool,
    /// Version of the server.
    pub version: String,
}

/// Answer of `GET /status`. A named agent sees only its own numbers, and of a browser only what it
/// needs to use it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StatusAnswer {
    /// The agents; a named agent sees only itself.
    #[serde(default)]
    pub agents: Vec<AgentStatus>,
    /// State of the audit log; null if the server has none, and for a named agent.
    #[serde(default)]
    pub audit: Option<AuditStatus>,
    /// Every known browser, in the order of their first connection.
    #[serde(default)]
    pub browsers: Vec<BrowserStatus>,
    /// The cache of pages; null for a named agent.
    pub cache: Option<CacheStatus>,
    /// The extension of the browser that connected last.
    pub extension: ExtensionStatus,
    /// The gateway that the server has joined; null if it has joined none, and for a named agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gateway: Option<GatewayStatus>,
    /// The queries that are not answered yet; null for a named agent.
    pub queue: Option<QueueStatus>,
    /// Number of sessions; for a named agent, of its own.
    pub sessions: usize,
    /// Approximate size of the snapshots of all sessions, in bytes; not part of the cache. Null for
    /// a named agent.
    pub shown_bytes: Option<usize>,
    /// Seconds since the server started.
    pub uptime_seconds: u64,
    /// Version of the server.
    pub version: String,
    /// Wire version of the server.
    pub wire: u32,
}

/// An agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AgentStatus {
    /// Expiry of its token, in milliseconds since 1970; null: never.
    pub expires: Option<u64>,
    /// Milliseconds since its last request, also to an earlier server; null if it sent none.
    pub last_seen_ms: Option<u64>,
    /// Name that the user chose; `user` is the user's own agent.
    pub name: String,
    /// Maximum permission of its token.
    pub scope: TokenScope,
    /// Number of its sessions.
    pub sessions: usize,
    /// Patterns of the sites that its token permits; empty: every site.
    pub sites: Vec<String>,
}

/// The cache of pages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CacheStatus {
    /// Maximum size, in bytes.
    pub budget_bytes: u64,
    /// Current size, in bytes.
    pub bytes: u64,
}

/// The extension.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExtensionStatus {
    /// Whether a worker of the extension is connected.
    pub connected: bool,
    /// Random id of the worker that connected last; null if none has connected, and for a named
    /// agent.
    pub instance: Option<String>,
    /// Milliseconds since the last message of the worker; null if none has connected, and for a
    /// named agent.
    pub last_seen_ms: Option<u64>,
    /// Whether the user paused all reading.
    pub paused: bool,
    /// Wire version of the extension if it has proven its identity and was rejected; else null, and
    /// for a named agent.
    pub refused_wire: Option<u32>,
    /// Version of the extension; null if unknown.
    pub version: Option<String>,
}

/// A gateway that the server has joined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GatewayStatus {
    /// Whether agents of the gateway can reach the server.
    pub connected: bool,
    /// Why it is not connected; null if it is, or is about to be.
    pub error: Option<String>,
    /// Host of the gateway, and its port if it is not the usual one.
    pub host: String,
    /// Milliseconds since the last request of an agent of the gateway; null if there was none since
    /// the server joined it.
    pub last_request_ms: Option<u64>,
    /// What the user allows the gateway's agents at most.
    pub scope: TokenScope,
    /// Patterns of the sites that the user allows them; empty: every site.
    pub sites: Vec<String>,
}

/// The queries that are not answered yet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct QueueStatus {
    /// Number of queries that the extension is processing.
    pub leased: usize,
    /// Number of queries that wait for the extension.
    pub pending: usize,
}
