//! Where the server is and the tokens that open it: the contents of `endpoint.json` in the state
//! directory.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Name of the file in the state directory.
pub const FILE: &str = "endpoint.json";

/// Contents of `endpoint.json`. Its `Debug` shows no token, so that none reaches a log.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Endpoint {
    /// Address of the server, `http://127.0.0.1:PORT`.
    pub url: String,
    /// Token that agents send.
    pub agent_token: String,
    /// Token that the extension sends.
    pub extension_token: String,
    /// Process id of the server.
    pub pid: u32,
    /// Version of the server.
    pub version: String,
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Endpoint")
            .field("url", &self.url)
            .field("pid", &self.pid)
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}
