//! Messages of the server's own page, `POST /dashboard/…`, and the link to it, which only programs
//! of this user get. They have titles, URLs and texts of pages while the server stores these,
//! and never a token.

use super::audit::{AuditEntry, AuditStatus};
use super::browsers::BrowserStatus;
use super::status::CacheStatus;
use super::tabs::TabHandle;
use crate::model::ListedAgent;
use axlens_snapshot::options::Format;
use serde::{Deserialize, Serialize};

/// Answer of `POST /dashboard-link` on the Unix socket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkAnswer {
    /// The one-time code in the link.
    pub code: String,
    /// Seconds until the code expires.
    pub seconds: u64,
    /// The link, with the code in its fragment.
    pub url: String,
}

/// Body of `POST /dashboard/key` and, on the Unix socket, of `POST /dashboard-link/used`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CodeRequest {
    /// The code of a link.
    pub code: String,
}

/// Answer of `POST /dashboard-link/used` on the Unix socket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedAnswer {
    /// Whether a page was opened with the code.
    pub used: bool,
}

/// Answer of `POST /dashboard-link/revoke` on the Unix socket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RevokedAnswer {
    /// Number of pages that were open.
    pub ended: usize,
}

/// Answer of `POST /dashboard/key`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct KeyAnswer {
    /// Grants access to the page's other endpoints only.
    pub key: String,
}

/// Body of `POST /dashboard/state`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StateRequest {
    /// `changes` of the last answer: the server answers when this number changes, or after some
    /// seconds. Default: it answers immediately.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u64>,
}

/// Answer of `POST /dashboard/state`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DashboardState {
    /// Number of times that the user restricted reading. If it changes, texts of pages must be
    /// removed from the display.
    pub access: u64,
    /// The agents, the user's own first.
    pub agents: Vec<ListedAgent>,
    /// State of the audit log; null if the server has none.
    pub audit: Option<AuditStatus>,
    /// Every known browser.
    pub browsers: Vec<BrowserStatus>,
    /// Size of the cache of pages.
    pub cache: CacheStatus,
    /// Counter of all changes of the state.
    pub changes: u64,
    /// The latest requests that ended, oldest first.
    pub ended: Vec<EndedRequest>,
    /// Queries that are not answered yet.
    pub queue: Vec<QueuedQuery>,
    /// Every session, the one used last first.
    pub sessions: Vec<SessionStatus>,
    /// Approximate size of the snapshots of all sessions, in bytes.
    pub shown_bytes: usize,
    /// Seconds since the server started.
    pub uptime_seconds: u64,
    /// Version of the server.
    pub version: String,
    /// Number of requests that wait in the queue before their first query.
    pub waiting_requests: usize,
}

/// A request that ended: its line of the audit log without the element's name, and more facts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct EndedRequest {
    /// Size of the answer, in bytes; null if there was no answer.
    pub bytes: Option<u64>,
    /// The line of the audit log; one line for a request with several actions.
    pub entry: AuditEntry,
    /// The tab of the request; null if unknown.
    pub tab: Option<TabHandle>,
    /// Tokens of the page's text in the answer; null if it has none.
    pub tokens: Option<usize>,
    /// Duration, in milliseconds.
    pub took_ms: u64,
}

/// A query that is not answered yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct QueuedQuery {
    /// Name of the agent.
    pub agent: String,
    /// Name of the browser.
    pub browser: String,
    /// Id of the query on the wire.
    pub id: String,
    /// Kind of the query: `observe`, `interact` …
    pub kind: String,
    /// Whether a browser is processing it; else it waits.
    pub leased: bool,
    /// Whether a consent prompt is open.
    pub person: bool,
    /// The tab; null if the query names no known tab.
    pub tab: Option<TabHandle>,
}

/// A session of an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SessionStatus {
    /// Id of its agent.
    pub agent: String,
    /// Name of its agent.
    pub agent_name: String,
    /// Approximate size of its snapshots, in bytes.
    pub bytes: usize,
    /// Name that the agent chose.
    pub session: String,
    /// The stored texts of its snapshots, without those of browsers that are disconnected or
    /// paused.
    pub texts: Vec<StoredText>,
}

/// A stored text of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StoredText {
    /// Name of the tab's browser.
    pub browser: String,
    /// The format.
    pub format: Format,
    /// Id of the text in its session; a newer text has a new id.
    pub id: String,
    /// Whether the agent reads it in parts, of which it may have received only the first.
    pub in_parts: bool,
    /// The requested part of the page.
    pub scope: String,
    /// The tab.
    pub tab: TabHandle,
    /// Title of the page.
    pub title: String,
    /// URL of the page.
    pub url: String,
}

/// Body of `POST /dashboard/text`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TextRequest {
    /// Id of the agent.
    pub agent: String,
    /// Name of the session.
    pub session: String,
    /// Id of the text.
    pub id: String,
}

/// Answer of `POST /dashboard/text`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TextAnswer {
    /// The text, with the lines that the agent received.
    pub text: String,
}
