//! `POST /ping`: a round trip to the extension, or on into the page. Nothing is read.

use super::TabHandle;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /ping`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PingRequest {
    /// The tab; left out, the one in front of the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; left out, that of the tab, or the only one that is
    /// connected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Whether the trip goes on into the page; left out, it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<bool>,
    /// Longest time it may take, in milliseconds: 100 to 60,000; left out, 15,000.
    #[serde(rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Answer of `POST /ping`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PingAnswer {
    /// Milliseconds that the extension's own part took.
    pub extension_ms: f64,
    /// Milliseconds of the whole trip, as the server sees it.
    pub ms: f64,
    /// The tab that the request named; null where it named none.
    pub tab: Option<TabHandle>,
}
