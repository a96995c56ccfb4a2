//! Requests of the extension's pages to the server, and its answers.

use crate::model::ListedAgent;
use serde::{Deserialize, Serialize};

/// Answer of `POST /own-page`, with which one of the extension's own pages is made a text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PageTextAnswer {
    /// The page, as an agent would see it.
    pub text: String,
}

/// Body of `POST /tokens`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TokensRequest {
    /// What is to be counted.
    pub text: String,
}

/// Answer of `POST /tokens`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TokensAnswer {
    /// How many tokens it has, by `o200k_base`.
    pub tokens: usize,
}

/// Answer of `GET /agents`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AgentsAnswer {
    /// The user's own agent first, then those with tokens of their own, in the order in which these
    /// were made.
    pub agents: Vec<ListedAgent>,
}

/// Body of `POST /agents/revoke`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RevokeRequest {
    /// Name of the agent whose token is taken back.
    pub name: String,
}
