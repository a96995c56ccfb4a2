//! `GET /tabs`. It takes no parameters.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A tab's small number, from 1. It belongs to one tab for as long as the tab lives and is never
/// given to another.
pub type TabHandle = u32;

/// Answer of `GET /tabs`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TabsAnswer {
    /// Every tab, window by window.
    pub tabs: Vec<Tab>,
}

/// A tab.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tab {
    /// Whether its window shows it.
    pub active: bool,
    /// Whether the browser has unloaded it to save memory.
    pub discarded: bool,
    /// Whether, by its address, the browser lets an extension read it.
    pub readable: bool,
    /// `unloaded`, `loading` or `complete`.
    pub status: String,
    /// The number that names the tab in requests.
    pub tab: TabHandle,
    /// Title; empty where there is none.
    pub title: String,
    /// Address; empty where the browser withholds it.
    pub url: String,
    /// Chrome's id of the window.
    pub window: i64,
    /// Whether its window has the focus, or had it last.
    pub window_focused: bool,
}
