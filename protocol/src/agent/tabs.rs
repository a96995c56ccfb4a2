//! `GET /tabs`.

use crate::Fault;
use crate::model::TabStatus;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Number of a tab, from 1. It stays the same until the tab is closed, and is never used for
/// another tab.
pub type TabHandle = u32;

/// Query parameters of `GET /tabs`. Unknown ones are ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct TabsRequest {
    /// Id or name of the browser; default: all connected ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
}

/// Answer of `GET /tabs`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct TabsAnswer {
    /// Browsers that did not answer, if others did; absent if all did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<MissingBrowser>,
    /// Every tab, by browser and window.
    pub tabs: Vec<Tab>,
}

/// A browser that did not list its tabs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct MissingBrowser {
    /// Its name.
    pub browser: String,
    /// The reason.
    pub fault: Fault,
}

/// A tab.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Tab {
    /// Whether it is the active tab of its window.
    pub active: bool,
    /// Name of its browser.
    #[serde(default)]
    pub browser: String,
    /// Whether the browser unloaded it to save memory.
    pub discarded: bool,
    /// Whether its window is incognito.
    pub incognito: bool,
    /// Whether the extension may read it, according to its URL and to the user.
    pub readable: bool,
    /// How far it has loaded its page.
    pub status: TabStatus,
    /// Number of the tab, for use in requests.
    pub tab: TabHandle,
    /// Title; empty if there is none, or the user denies access to the tab.
    pub title: String,
    /// URL; empty if the browser or the user denies access to it.
    pub url: String,
    /// Chrome's id of the window.
    pub window: i64,
    /// Whether its window is the last focused one.
    pub window_focused: bool,
}
