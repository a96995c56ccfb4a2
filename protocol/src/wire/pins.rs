//! Result of `pins`: the elements of a tab that the user has pinned.

use super::ChromeTab;
use serde::{Deserialize, Serialize};

/// Answer to `pins`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PinsResult {
    /// The tab.
    pub tab: ChromeTab,
    /// The pins, in the order in which the user has made them.
    pub pins: Vec<PinnedNode>,
}

/// An element that the user has pinned.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PinnedNode {
    /// Chrome's id of its document.
    pub document: String,
    /// Its node id.
    pub node: u32,
    /// What the user has written about it.
    pub note: String,
}
