//! What the server's own page is told and asks for, `POST /dashboard/…`, and the link to it, which
//! only a program of this user is given. Of pages it has titles, addresses and text while these are
//! kept, and never a token.

use super::audit::{AuditEntry, AuditStatus};
use super::browsers::BrowserStatus;
use super::status::CacheStatus;
use super::tabs::TabHandle;
use crate::model::ListedAgent;
use serde::{Deserialize, Serialize};

/// Answer of `POST /dashboard-link` on the Unix socket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkAnswer {
    /// The one-time code in it.
    pub code: String,
    /// For how many seconds it can be used.
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
    /// Whether a page has been opened by that code.
    pub used: bool,
}

/// Answer of `POST /dashboard-link/revoke` on the Unix socket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RevokedAnswer {
    /// How many pages were open.
    pub ended: usize,
}

/// Answer of `POST /dashboard/key`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct KeyAnswer {
    /// Opens the page's other endpoints, and nothing else.
    pub key: String,
}

/// Body of `POST /dashboard/state`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StateRequest {
    /// `changes` of the last answer: this one is to come when there are more, or some seconds
    /// later. Left out: at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u64>,
}

/// Answer of `POST /dashboard/state`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DashboardState {
    /// How often the user has taken reading away: what was shown of pages before is to go.
    pub access: u64,
    /// The agents and their tokens, the user's own first.
    pub agents: Vec<ListedAgent>,
    /// How the audit log is doing; null where a server keeps none.
    pub audit: Option<AuditStatus>,
    /// Every browser that has connected and is remembered.
    pub browsers: Vec<BrowserStatus>,
    /// What is kept of pages to save work.
    pub cache: CacheStatus,
    /// Counts what has happened.
    pub changes: u64,
    /// The last requests that have ended, the oldest first.
    pub ended: Vec<EndedRequest>,
    /// What browsers are asked now.
    pub queue: Vec<QueuedQuery>,
    /// Every session that is remembered, the one used last first.
    pub sessions: Vec<SessionStatus>,
    /// The size of what the sessions were shown, in bytes, near enough.
    pub shown_bytes: usize,
    /// Seconds since the server started.
    pub uptime_seconds: u64,
    /// Version of the server.
    pub version: String,
    /// How many requests wait for their turn, before anything is asked of a browser.
    pub waiting_requests: usize,
}

/// A request that has ended: its line of the audit log, without the element's name, and what that
/// has not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct EndedRequest {
    /// Size of the answer, in bytes; null where nobody was answered.
    pub bytes: Option<u64>,
    /// The line; of several actions in one request, one line for all.
    pub entry: AuditEntry,
    /// The tab that it was about, where that is known.
    pub tab: Option<TabHandle>,
    /// Tokens of the page's text in the answer; null where it has none.
    pub tokens: Option<usize>,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
}

/// A query that is not answered yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct QueuedQuery {
    /// Name of the agent that asks.
    pub agent: String,
    /// Name of the browser that is asked.
    pub browser: String,
    /// Its name on the wire.
    pub id: String,
    /// What is asked: `observe`, `interact` …
    pub kind: String,
    /// Whether the browser works on it; else it waits for one that does.
    pub leased: bool,
    /// Whether a person is asked.
    pub person: bool,
    /// The tab, where one is named and known.
    pub tab: Option<TabHandle>,
}

/// A session, as far as the server remembers it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SessionStatus {
    /// Id of the agent that it belongs to.
    pub agent: String,
    /// Name of that agent.
    pub agent_name: String,
    /// The size of what it was shown, in bytes, near enough.
    pub bytes: usize,
    /// As the agent has named it.
    pub session: String,
    /// The texts that are still kept of what it was shown, of browsers that are connected and may
    /// be read.
    pub texts: Vec<KeptText>,
}

/// A text that is still kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct KeptText {
    /// Name of the tab's browser.
    pub browser: String,
    /// The format.
    pub format: String,
    /// Names the text in its session; a newer one has another.
    pub id: String,
    /// Whether it is read in parts, of which the agent may have seen the first alone.
    pub in_parts: bool,
    /// The part of the page, as it was asked for.
    pub scope: String,
    /// The tab.
    pub tab: TabHandle,
    /// Title of the page.
    pub title: String,
    /// Address of the page.
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
    /// The text, line by line as the agent was shown it.
    pub text: String,
}
