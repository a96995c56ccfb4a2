//! Agents and what their tokens permit.

use serde::{Deserialize, Serialize};

/// The maximum permission of a token. The narrowest is first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TokenScope {
    /// Read.
    Read,
    /// Read, and act if the browser's policy allows it and the user consents, also on sites where
    /// the policy requires no consent.
    Ask,
    /// Read, and act if the browser's policy allows it.
    Act,
}

impl TokenScope {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            TokenScope::Read => "read",
            TokenScope::Ask => "ask",
            TokenScope::Act => "act",
        }
    }

    /// The narrower of two scopes.
    pub fn narrower(self, other: TokenScope) -> TokenScope {
        self.min(other)
    }
}

/// An agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ListedAgent {
    /// Id, different for each token.
    pub id: String,
    /// Name that the user chose.
    pub name: String,
    /// Maximum permission of its token.
    pub scope: TokenScope,
    /// Patterns of the sites that its token permits; empty: every site.
    pub sites: Vec<String>,
    /// Creation of its token, in milliseconds since 1970; null for the user's own agent.
    pub created: Option<u64>,
    /// Expiry of its token, in milliseconds since 1970; null: never.
    pub expires: Option<u64>,
    /// Milliseconds since its last request, also to an earlier server; null if it sent none.
    pub last_seen_ms: Option<u64>,
    /// Number of its sessions.
    pub sessions: usize,
}
