//! The agents as the extension's own pages show them.

use crate::model::ListedAgent;
use serde::{Deserialize, Serialize};

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
