//! `GET /browsers`. It takes no parameters.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Answer of `GET /browsers`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BrowsersAnswer {
    /// Every known browser, in the order of their first connection.
    pub browsers: Vec<BrowserStatus>,
}

/// A browser.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrowserStatus {
    /// Whether a worker of its extension is connected.
    pub connected: bool,
    /// Its id, random, created when the extension was installed. Requests can name the browser by
    /// it.
    pub id: String,
    /// Random id of the worker that connected last; null if none has connected, and for a named
    /// agent.
    pub instance: Option<String>,
    /// Milliseconds since the last message of the worker; null if none has connected, and for a
    /// named agent.
    pub last_seen_ms: Option<u64>,
    /// Its unique name. Requests can name the browser by it.
    pub name: String,
    /// Whether the user paused all reading.
    pub paused: bool,
    /// Wire version of its extension if it has proven its identity and was rejected; else null, and
    /// for a named agent.
    pub refused_wire: Option<u32>,
    /// Whether its installation is unattended: agents act without consent prompts.
    #[serde(default)]
    pub unattended: bool,
    /// Version of its extension; null if unknown.
    pub version: Option<String>,
}
