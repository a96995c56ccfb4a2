//! Where the engine runs.

use serde::{Deserialize, Serialize};

/// Where the engine runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum EngineChoice {
    /// Wherever it is best.
    #[default]
    Auto,
    /// In the extension's worker.
    Worker,
    /// In the page, where its document is known to carry no CSP; else in the worker.
    Page,
}
