//! `POST /network`: the requests that the documents of a tab have made.

use super::TabHandle;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /network`, and of `POST /observe` with `what`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NetworkRequest {
    /// Always `network`, which `/observe` requires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// Only requests with a status of 400 or more.
    #[serde(default, skip_serializing_if = "is_false")]
    pub failed: bool,
    /// Only requests of these kinds: `fetch`, `xmlhttprequest`, `script`, `img`, `link`, `css`,
    /// `iframe`, `navigation`, `beacon` …
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// Only requests whose URL contains this text, ignoring case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Only requests that ended after this time: the `at` of an earlier answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<f64>,
    /// Maximum number of requests in the answer, the last ones: 1 to 1000; default 50.
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

/// Answer of `POST /network`. Times are in milliseconds since 1970, by the clock of the browser.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NetworkAnswer {
    /// The end of the last known request, for the `after` of the next request.
    pub at: f64,
    /// Number of matching requests; can be larger than the length of `requests`.
    pub count: usize,
    /// What the answer can't contain, one sentence each.
    pub notes: Vec<String>,
    /// The matching requests, in the order of their starts. Requests that have not ended are not
    /// known.
    pub requests: Vec<NetworkEntry>,
    /// When the main document was requested.
    pub since: f64,
    /// The tab.
    pub tab: TabHandle,
}

/// A request of a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NetworkEntry {
    /// Transferred bytes of headers and body; absent from the cache, and if the other site does not
    /// allow the page to see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// It was served from the cache; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub cached: bool,
    /// Milliseconds until its end.
    pub duration: f64,
    /// URL of the frame that made it; absent for the main document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// What started it.
    pub kind: String,
    /// When it began.
    pub start: f64,
    /// HTTP status; absent if there was no response, or if the other site does not allow the page
    /// to see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// URL, without user info and the values of parameters for passwords, tokens and keys; empty if
    /// the policy hides its site.
    pub url: String,
}

fn is_false(value: &bool) -> bool {
    !*value
}
