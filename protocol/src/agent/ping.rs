//! `POST /ping`: a round trip to the extension or into the page, without reading the page.

use super::TabHandle;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /ping`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PingRequest {
    /// Number of the tab; default: the active tab.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; default: that of the tab, or the only connected one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Whether the round trip includes the page; default true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<bool>,
    /// Timeout in milliseconds, 100 to 60,000; default 15,000.
    #[serde(rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Answer of `POST /ping`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PingAnswer {
    /// Time spent in the extension, in milliseconds.
    pub extension_ms: f64,
    /// Time of the whole round trip, measured by the server, in milliseconds.
    pub ms: f64,
    /// The tab of the request; null if it has none.
    pub tab: Option<TabHandle>,
}
