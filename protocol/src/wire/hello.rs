//! The first message of the extension's worker.

use serde::{Deserialize, Serialize};

/// Body of `POST /hello`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Hello {
    /// Version of the extension.
    pub version: String,
    /// Wire version of the extension.
    pub wire: u32,
    /// Whether the user paused all reading.
    #[serde(default)]
    pub paused: bool,
    /// Sequence number of this message of the worker, so that the server ignores one that arrives
    /// after a later one.
    #[serde(default)]
    pub count: u64,
    /// Name of the browser: its brand, or the name that the user chose. Not unique.
    #[serde(default)]
    pub name: String,
    /// Random string that changes when the user restricts what the extension may read.
    #[serde(default)]
    pub access: String,
    /// Whether the installation is unattended: consent is granted automatically.
    #[serde(default)]
    pub unattended: bool,
}
