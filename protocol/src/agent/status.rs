//! `GET /health` and `GET /status`. Neither takes parameters.

use super::audit::AuditStatus;
use super::browsers::BrowserStatus;
use crate::model::TokenScope;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Answer of `GET /health`, which needs no token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HealthAnswer {
    /// Always true: a server that can't answer does not.
    pub ok: bool,
    /// Version of the server.
    pub version: String,
}

/// Answer of `GET /status`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusAnswer {
    /// The agents; a named agent sees itself alone.
    #[serde(default)]
    pub agents: Vec<AgentStatus>,
    /// How the audit log is doing; null where a server keeps none.
    #[serde(default)]
    pub audit: Option<AuditStatus>,
    /// Every browser that has connected and is remembered, in the order in which they came.
    #[serde(default)]
    pub browsers: Vec<BrowserStatus>,
    /// What is kept of pages to save work.
    pub cache: CacheStatus,
    /// The extension of the browser that was seen last, as far as the server knows it.
    pub extension: ExtensionStatus,
    /// The queries that are not answered yet.
    pub queue: QueueStatus,
    /// How many sessions the server remembers.
    pub sessions: usize,
    /// The size of what the sessions were shown, in bytes, near enough. Not part of the cache.
    pub shown_bytes: usize,
    /// Seconds since the server started.
    pub uptime_seconds: u64,
    /// Version of the server.
    pub version: String,
    /// Wire version of the server.
    pub wire: u32,
}

/// An agent, as far as the server knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentStatus {
    /// When its token expires, in milliseconds since 1970; null: never.
    pub expires: Option<u64>,
    /// Milliseconds since it was last heard of; null where it was not since the server started.
    pub last_seen_ms: Option<u64>,
    /// As the user has named it; `user` is the user's own.
    pub name: String,
    /// What its token allows at most.
    pub scope: TokenScope,
    /// How many of its sessions the server remembers.
    pub sessions: usize,
    /// Patterns of the sites that its token allows; none: every site.
    pub sites: Vec<String>,
}

/// What is kept of pages to save work.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CacheStatus {
    /// How many bytes it may take at most.
    pub budget_bytes: u64,
    /// How many it takes.
    pub bytes: u64,
}

/// The extension, as far as the server knows it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExtensionStatus {
    /// Whether a worker of the extension is connected.
    pub connected: bool,
    /// Id of the worker that was last connected, made at random when it started; null before the
    /// first.
    pub instance: Option<String>,
    /// Milliseconds since the worker was last heard of; null before the first.
    pub last_seen_ms: Option<u64>,
    /// Whether the user has paused all reading.
    pub paused: bool,
    /// Wire version of an extension that was refused since; null where none was.
    pub refused_wire: Option<u32>,
    /// Version of the extension; null before it has said so.
    pub version: Option<String>,
}

/// The queries that are not answered yet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QueueStatus {
    /// How many the extension is working on.
    pub leased: usize,
    /// How many wait for the extension.
    pub pending: usize,
}
