//! `GET /tabs`.

use crate::Fault;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A tab's small number, from 1. It belongs to one tab for as long as the tab lives and is never
/// given to another.
pub type TabHandle = u32;

/// Parameters of `GET /tabs`, in the address. Unknown ones are ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TabsRequest {
    /// Id or name of the browser; left out, all that are connected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
}

/// Answer of `GET /tabs`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TabsAnswer {
    /// Browsers that did not answer, where others did; absent where all did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<MissingBrowser>,
    /// Every tab, browser by browser and window by window.
    pub tabs: Vec<Tab>,
}

/// A browser whose tabs are not listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MissingBrowser {
    /// Its name.
    pub browser: String,
    /// Why.
    pub fault: Fault,
}

/// A tab.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tab {
    /// Whether its window shows it.
    pub active: bool,
    /// Name of its browser.
    #[serde(default)]
    pub browser: String,
    /// Whether the browser has unloaded it to save memory.
    pub discarded: bool,
    /// Whether its window is an incognito one.
    pub incognito: bool,
    /// Whether the browser, by the tab's address, and the user let the extension read it.
    pub readable: bool,
    /// `unloaded`, `loading` or `complete`.
    pub status: String,
    /// The number that names the tab in requests.
    pub tab: TabHandle,
    /// Title; empty where there is none, or the user withholds the tab.
    pub title: String,
    /// Address; empty where the browser or the user withholds it.
    pub url: String,
    /// Chrome's id of the window.
    pub window: i64,
    /// Whether its window has the focus, or had it last.
    pub window_focused: bool,
}
