//! Results of `tabs` and `ping`, and the tab that every result names.

use serde::{Deserialize, Serialize};

/// A tab as Chrome knows it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ChromeTab {
    /// Chrome's tab id.
    pub id: i64,
    /// Chrome's window id.
    pub window_id: i64,
    /// Address; empty where the browser or the user withholds it.
    pub url: String,
    /// Title; empty where the user withholds the tab.
    pub title: String,
    /// The tab its window shows.
    pub active: bool,
    /// Its window has the focus, or had it last.
    pub window_focused: bool,
    /// Put to sleep by the browser.
    pub discarded: bool,
    /// Its window is an incognito one.
    #[serde(skip_serializing_if = "is_false")]
    pub incognito: bool,
    /// `unloaded`, `loading` or `complete`.
    pub status: String,
    /// Ids that the tab had before: Chrome gives it another when it unloads it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub was: Vec<i64>,
}

/// Answer to `tabs`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TabsResult {
    /// Every tab, window by window.
    pub tabs: Vec<ChromeTab>,
}

/// Answer to `ping`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PingResult {
    /// Milliseconds that the extension's own part took.
    pub ms: f64,
}

fn is_false(value: &bool) -> bool {
    !*value
}
