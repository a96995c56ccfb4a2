//! Results of `tabs` and `ping`, and the tab in every result.

use crate::model::TabStatus;
use serde::{Deserialize, Serialize};

/// A tab, as in Chrome's API.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ChromeTab {
    /// Chrome's tab id.
    pub id: i64,
    /// Chrome's window id.
    pub window_id: i64,
    /// URL; empty if the browser or the user denies access to it.
    pub url: String,
    /// Title; empty if the user denies access to the tab.
    pub title: String,
    /// Whether it is the active tab of its window.
    pub active: bool,
    /// Whether its window is the last focused one.
    pub window_focused: bool,
    /// Whether the browser unloaded it to save memory.
    pub discarded: bool,
    /// Whether its window is incognito.
    #[serde(skip_serializing_if = "is_false")]
    pub incognito: bool,
    /// How far it has loaded its page.
    pub status: TabStatus,
    /// Earlier ids of the tab: Chrome assigns a new id when it unloads a tab.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub was: Vec<i64>,
}

/// Answer to `tabs`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TabsResult {
    /// Every tab, by window.
    pub tabs: Vec<ChromeTab>,
}

/// Answer to `ping`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PingResult {
    /// Time spent in the extension, in milliseconds.
    pub ms: f64,
}

fn is_false(value: &bool) -> bool {
    !*value
}
