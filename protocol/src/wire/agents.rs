//! The agents as the extension's own pages show them.

use super::query::TokenScope;
use serde::{Deserialize, Serialize};

/// Answer of `GET /agents`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AgentsAnswer {
    /// The user's own agent first, then those with tokens of their own, in the order in which these
    /// were made.
    pub agents: Vec<ListedAgent>,
}

/// An agent, as far as the server knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ListedAgent {
    /// Another one for each token.
    pub id: String,
    /// As the user has named it.
    pub name: String,
    /// What its token allows at most.
    pub scope: TokenScope,
    /// Patterns of the sites that its token allows; none: every site.
    pub sites: Vec<String>,
    /// When its token was made, in milliseconds since 1970; null for the user's own agent.
    pub created: Option<u64>,
    /// When its token expires, in milliseconds since 1970; null: never.
    pub expires: Option<u64>,
    /// Milliseconds since it was last heard of; null where it was not since the server started.
    pub last_seen_ms: Option<u64>,
    /// How many of its sessions the server remembers.
    pub sessions: usize,
}

/// Body of `POST /agents/revoke`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RevokeRequest {
    /// Name of the agent whose token is taken back.
    pub name: String,
}
