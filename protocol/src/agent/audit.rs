//! What is kept of each request of an agent: a line of `audit.jsonl`, and `GET /audit`, with which
//! the extension's own pages show the last of them. No value and no text of a page but an element's
//! name is part of it.

use crate::model::Consent;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One request of an agent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditEntry {
    /// When it was answered: RFC 3339, UTC, with milliseconds.
    pub time: String,
    /// Who asked.
    pub agent: AuditedAgent,
    /// Name of the browser; none where no browser was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// The site, `scheme://host[:port]`; none where it is not known, and of an incognito tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// What was asked: `observe`, `locate`, `explain`, `screenshot`, `tabs`, `interact:highlight` …
    pub kind: String,
    /// The single element that was asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<AuditedElement>,
    /// Who allowed an act, or did not; missing of what only reads, of what the policy or the token
    /// forbids, and of what ended before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<Consent>,
    /// `ok`, the code of the fault, or `cancelled` where the agent went away first.
    pub outcome: String,
}

/// Who asked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditedAgent {
    /// Another one for each token.
    pub id: String,
    /// As the user has named it.
    pub name: String,
}

/// The single element that was asked about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditedElement {
    /// Its uid, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// Its role.
    pub role: String,
    /// Its name, of which at most 80 characters are kept.
    pub name: String,
}

/// Parameters of `GET /audit`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AuditRequest {
    /// How many entries at most, the newest ones; 50 where it is left out, never more than 500.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<usize>,
    /// Only those of this site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

/// Answer of `GET /audit`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditAnswer {
    /// The entries, the oldest first.
    pub entries: Vec<AuditEntry>,
}

/// How the log is doing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditStatus {
    /// How many entries could not be written since the server started.
    pub lost: u64,
    /// The file.
    pub path: String,
    /// How many were written since the server started.
    pub written: u64,
}
