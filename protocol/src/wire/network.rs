//! Result of `network`: the requests of a tab's documents, as their resource timing has them.

use super::ChromeTab;
use crate::Fault;
use serde::{Deserialize, Serialize};

/// Answer to `network`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NetworkResult {
    /// The tab.
    pub tab: ChromeTab,
    /// Its frames, main frame first.
    pub frames: Vec<FrameRequests>,
}

/// The requests of the document in a frame.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct FrameRequests {
    /// Chrome's frame id; 0 for the main frame.
    pub frame: i64,
    /// URL of the document; empty if the policy hides it.
    pub url: String,
    /// When the document was requested, in milliseconds since 1970.
    pub since: f64,
    /// Requests are missing: the page's own list was full before Axlens read it, or more requests
    /// than Axlens keeps have followed.
    pub is_partial: bool,
    /// The requests that have ended, in the order of their ends.
    pub requests: Vec<RequestTiming>,
    /// The reason why it was not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// One request.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct RequestTiming {
    /// URL, without user info and the values of parameters for passwords, tokens and keys; empty if
    /// the policy hides its site.
    pub url: String,
    /// What started it, as `initiatorType` of the resource timing; `navigation` for the document.
    pub kind: String,
    /// HTTP status; 0 if it failed, or if the other site does not allow the page to see it.
    pub status: u16,
    /// Transferred bytes of headers and body; 0 from the cache, or if it is not visible.
    pub bytes: u64,
    /// When it began, in milliseconds since 1970.
    pub start: f64,
    /// Milliseconds from its start to its end.
    pub duration: f64,
    /// It was served from the cache.
    pub is_cached: bool,
}
