//! `POST /downloads`: the downloads that a tab has started.

use super::TabHandle;
use crate::model::{DownloadBinding, DownloadState};
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /downloads`, and of `POST /observe` with `what`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DownloadsRequest {
    /// Always `downloads`, which `/observe` requires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// Only downloads in these states.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<DownloadState>,
    /// Only downloads that started after this time: the `at` of an earlier answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<f64>,
    /// Maximum number of downloads in the answer, the last ones: 1 to 100; default 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// Number of the tab; default: the active tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; default: that of the tab, or the only connected one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Name of the session; it has no effect on the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Timeout in milliseconds, 100 to 60,000; default 15,000.
    #[serde(default, rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Answer of `POST /downloads`. Times are in milliseconds since 1970, by the clock of the browser.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DownloadsAnswer {
    /// The start of the last known download, for the `after` of the next request.
    pub at: f64,
    /// Number of matching downloads; can be larger than the length of `downloads`.
    pub count: usize,
    /// The matching downloads, in the order of their starts.
    pub downloads: Vec<DownloadEntry>,
    /// Downloads are missing, because there were more than Axlens lists; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_partial: bool,
    /// What the answer can't contain, one sentence each.
    pub notes: Vec<String>,
    /// Since when all downloads that can be bound to the tab are known: since its main document
    /// was requested.
    pub since: f64,
    /// The tab.
    pub tab: TabHandle,
}

/// A download. Axlens never opens, changes or deletes a file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DownloadEntry {
    /// How it is known that the tab started it.
    pub bound_by: DownloadBinding,
    /// Received bytes.
    pub bytes: u64,
    /// Why the browser considers the file dangerous, such as `file` or `uncommon`. While the state
    /// is `in_progress`, it waits for the user, who keeps or discards the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub danger: Option<String>,
    /// The complete file has been deleted; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub deleted: bool,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<f64>,
    /// The browser's reason for an interruption, such as `NETWORK_FAILED`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Name of the file, which the page can choose; absent if the browser has not chosen one yet,
    /// empty if the policy hides a site that the download is from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Absolute path of the complete file; absent if it is not complete, or hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The user has paused it; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub paused: bool,
    /// When it started.
    pub start: f64,
    /// How far it is.
    pub state: DownloadState,
    /// Size of the file in bytes; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// URL, without user info and the values of parameters for passwords, tokens and keys; without
    /// the content of a `data:` URL; empty if the policy hides a site that the download is from.
    pub url: String,
}

fn is_false(value: &bool) -> bool {
    !*value
}
