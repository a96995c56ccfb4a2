//! `GET /browsers`, `POST /browsers` and `DELETE /browsers/{id}`.

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Answer of `GET /browsers`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct BrowsersAnswer {
    /// Every known browser, in the order of their first connection.
    pub browsers: Vec<BrowserStatus>,
}

/// A browser.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
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
    /// Of a browser of a pool: the rest of its lease in seconds, 0 without a lease. Missing for a
    /// user's own browser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lease_seconds: Option<u64>,
    /// Its unique name. Requests can name the browser by it.
    pub name: String,
    /// Whether the user paused all reading.
    pub paused: bool,
    /// Of a browser of a pool: whether it can be leased now. Missing for a user's own browser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ready: Option<bool>,
    /// Wire version of its extension if it has proven its identity and was rejected; else null, and
    /// for a named agent.
    pub refused_wire: Option<u32>,
    /// Whether its installation is unattended: agents act without consent prompts.
    #[serde(default)]
    pub unattended: bool,
    /// Version of its extension; null if unknown.
    pub version: Option<String>,
}

/// `POST /browsers`: leases a browser of the server's pool.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LeaseRequest {
    /// How long the lease lasts, in seconds; 600 if it is missing, or the server's maximum if that
    /// is less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttl: Option<u64>,
}

/// Answer of `POST /browsers`: a browser with a fresh profile that only this agent can use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct LeaseAnswer {
    /// When the lease ends, in RFC 3339.
    pub expires: String,
    /// The id of the browser. Requests can name the browser by it.
    pub id: String,
    /// The name of the browser. Requests can name the browser by it.
    pub name: String,
    /// How long the lease lasts, in seconds.
    pub ttl: u64,
}

/// Answer of `DELETE /browsers/{id}`: no request can use the browser any more. Its process is
/// ended and its profile deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct EndLeaseAnswer {
    /// The id of the browser.
    pub id: String,
    /// The name of the browser.
    pub name: String,
}
