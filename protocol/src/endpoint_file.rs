//! `endpoint.json` in the state directory: the server's URL and credentials. It exists only
//! while a server runs.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Name of the file in the state directory.
pub const FILE: &str = "endpoint.json";

/// Contents of `endpoint.json`. Its `Debug` output has no secrets, so that logs have none.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EndpointFile {
    /// URL of the server, `http://127.0.0.1:PORT`.
    pub url: String,
    /// Token that agents send over HTTP; new at each start of the server.
    pub agent_token: String,
    /// The extension's key, for an extension that the user connects manually. It is never sent:
    /// extension and server prove to each other that they know it.
    pub extension_key: String,
    /// Process id of the server.
    pub pid: u32,
    /// Version of the server.
    pub version: String,
}

impl fmt::Debug for EndpointFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("EndpointFile")
            .field("url", &self.url)
            .field("pid", &self.pid)
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}
