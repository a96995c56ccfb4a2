//! Parameters and result of `downloads`: the downloads that a tab has started.

use super::ChromeTab;
use crate::model::{DownloadBinding, DownloadState};
use serde::{Deserialize, Serialize};

/// Parameters of `downloads`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DownloadsParams {
    /// Waits for the end of one download, and answers with it; absent: lists all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<DownloadWait>,
}

/// The download to wait for: `download`; else the first one that `action` has started; else the
/// next one that the tab starts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DownloadWait {
    /// Maximum time to wait, in milliseconds.
    pub for_ms: u64,
    /// Id of the last action of the session in the tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Chrome's id of the download, which an earlier answer has named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub download: Option<i64>,
    /// When the wait began, from an earlier answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<f64>,
}

/// Answer to `downloads`. Times are in milliseconds since 1970.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DownloadsResult {
    /// The tab.
    pub tab: ChromeTab,
    /// Since when all downloads that can be bound to the tab are known: since its main document
    /// was requested. Of a wait: since it began.
    pub since: f64,
    /// The downloads, in the order of their starts. Of a wait: the one that it is for.
    pub downloads: Vec<Download>,
    /// Downloads are missing: there were more than the extension lists.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_partial: bool,
    /// Of a wait: Chrome's id of the download that it is for; absent if none has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub awaited: Option<i64>,
}

/// One download.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Download {
    /// Name of the file; absent if Chrome has not chosen one yet, empty if the policy hides a site
    /// that the download is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Absolute path of the complete file; absent if it is not complete, or hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// URL, without user info and the values of parameters for passwords, tokens and keys; without
    /// the content of a `data:` URL; empty if the policy hides a site that the download is from.
    pub url: String,
    /// How far it is.
    pub state: DownloadState,
    /// How it is known that the tab started it.
    pub bound_by: DownloadBinding,
    /// Received bytes.
    pub bytes: u64,
    /// Size of the file in bytes; absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// Chrome's reason for an interruption, such as `NETWORK_FAILED`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Why Chrome considers the file dangerous, such as `file` or `uncommon`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub danger: Option<String>,
    /// The user has paused it.
    pub is_paused: bool,
    /// The complete file has been deleted.
    pub is_deleted: bool,
    /// When it started.
    pub start: f64,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<f64>,
}

fn is_false(value: &bool) -> bool {
    !*value
}
