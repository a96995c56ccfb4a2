//! Where the engine runs: in requests and in answers.

use serde::{Deserialize, Serialize};

/// Where to run the engine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum EngineChoice {
    /// In the best place.
    #[default]
    Auto,
    /// In the extension's service worker.
    Worker,
    /// In the page if its document has no CSP; else in the worker.
    Page,
}

/// Where the engine ran.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum EngineLocation {
    /// Nowhere, because the page is empty.
    #[default]
    #[serde(rename = "")]
    None,
    /// In the extension's service worker.
    Worker,
    /// In the page.
    Page,
}

impl EngineLocation {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            EngineLocation::None => "",
            EngineLocation::Worker => "worker",
            EngineLocation::Page => "page",
        }
    }

    /// Whether the engine did not run.
    pub fn is_none(&self) -> bool {
        *self == EngineLocation::None
    }
}
