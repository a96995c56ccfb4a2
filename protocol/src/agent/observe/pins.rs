//! `POST /pins`: the elements that the user has pinned for agents.

use crate::agent::TabHandle;
use crate::agent::find::FoundElement;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /pins`, and of `POST /observe` with `what`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PinsRequest {
    /// Always `pins`, which `/observe` requires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// Number of the tab; default: the active tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; default: that of the tab, or the only connected one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Name of the session, which can use the uids; default `default`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Timeout in milliseconds, 100 to 60,000; default 15,000.
    #[serde(default, rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Answer of `POST /pins`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct PinsAnswer {
    /// The pins, in the order in which the user has made them.
    pub pins: Vec<Pin>,
    /// The tab.
    pub tab: TabHandle,
}

/// An element that the user has pinned.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct Pin {
    /// The element; null if the page has removed it, or no snapshot shows it.
    pub element: Option<FoundElement>,
    /// Its line in the format `lean`, with its row, item or dialog; empty without an element.
    pub line: String,
    /// What the user has written about it; empty without a note.
    pub note: String,
}
