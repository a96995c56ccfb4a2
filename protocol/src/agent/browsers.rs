//! `GET /browsers`. It takes no parameters.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Answer of `GET /browsers`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BrowsersAnswer {
    /// Every browser that has connected and is remembered, in the order in which they came.
    pub browsers: Vec<BrowserStatus>,
}

/// A browser, as far as the server knows it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrowserStatus {
    /// Whether a worker of its extension is connected.
    pub connected: bool,
    /// Its id, made at random when the extension was installed there; names it in requests.
    pub id: String,
    /// Id of the worker that was last connected, made at random when it started; null before the
    /// first.
    pub instance: Option<String>,
    /// Milliseconds since the worker was last heard of; null before the first.
    pub last_seen_ms: Option<u64>,
    /// Its name, which no other has; names it in requests.
    pub name: String,
    /// Whether the user has paused all reading.
    pub paused: bool,
    /// Wire version of its extension, where that was refused since; null where it was not.
    pub refused_wire: Option<u32>,
    /// Whether its installation has no person: there, agents act without asking anybody.
    #[serde(default)]
    pub unattended: bool,
    /// Version of its extension; null before it has said so.
    pub version: Option<String>,
}
