//! Requests of the extension's pages to the server, and its answers.

use crate::agent::status::GatewayStatus;
use crate::model::ListedAgent;
use serde::{Deserialize, Serialize};

/// Answer of `POST /own-page`, which renders one of the extension's own pages as text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PageTextAnswer {
    /// The page as text, as an agent would get it.
    pub text: String,
}

/// Body of `POST /tokens`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TokensRequest {
    /// The text whose tokens are counted.
    pub text: String,
}

/// Answer of `POST /tokens`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TokensAnswer {
    /// Number of tokens, with `o200k_base`.
    pub tokens: usize,
}

/// Answer of `GET /agents`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AgentsAnswer {
    /// The user's own agent first, then the others in the order in which their tokens were created.
    pub agents: Vec<ListedAgent>,
    /// The gateway that the server has joined; null if it has joined none.
    pub gateway: Option<GatewayStatus>,
}

/// Body of `POST /agents/revoke`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RevokeRequest {
    /// Name of the agent whose token is revoked.
    pub name: String,
}
