//! Agents and what their tokens permit.

use serde::{Deserialize, Serialize};

/// What a token allows at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TokenScope {
    /// To read.
    Read,
    /// To read and to act, where the browser's policy allows it.
    Act,
}

impl TokenScope {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            TokenScope::Read => "read",
            TokenScope::Act => "act",
        }
    }
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
