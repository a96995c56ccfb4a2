//! Result of `pageTools`: the tools that the documents of a tab offer to agents.

use super::ChromeTab;
use serde::{Deserialize, Serialize};

/// Answer to `pageTools`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PageToolsResult {
    /// The tab.
    pub tab: ChromeTab,
    /// Its frames that can be read, main frame first.
    pub frames: Vec<FrameTools>,
}

/// The tools of the document in a frame.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct FrameTools {
    /// Chrome's id of the document.
    pub document: String,
    /// URL of the document.
    pub url: String,
    /// Random number of the document's registry.
    pub world: u64,
    /// The browser has page tools.
    pub supported: bool,
    /// The number of tools that are not in `tools`.
    pub more: u32,
    /// Each tool as JSON of the page, which describes it.
    pub tools: Vec<String>,
}
