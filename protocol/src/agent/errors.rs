//! `POST /errors`: what the browser reports of the documents of a tab, and their failed resources.

use super::TabHandle;
use crate::model::PageErrorKind;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /errors`, and of `POST /observe` with `what`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ErrorsRequest {
    /// Always `errors`, which `/observe` requires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// Only errors of these kinds. Without it, of the console only the methods `error`, `warn` and
    /// `assert`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<PageErrorKind>,
    /// Only errors that were recorded after this time: the `at` of an earlier answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<f64>,
    /// Maximum number of errors in the answer, the last ones: 1 to 300; default 50.
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

/// Answer of `POST /errors`. Times are in milliseconds since 1970, by the clock of the browser.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ErrorsAnswer {
    /// When the last known error was recorded, for the `after` of the next request.
    pub at: f64,
    /// Number of matching errors; can be larger than the length of `errors`.
    pub count: usize,
    /// The matching errors, in the order of their last occurrences.
    pub errors: Vec<ErrorEntry>,
    /// Errors are missing, because there were more than the browser or Axlens keeps; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_partial: bool,
    /// What the answer can't contain, one sentence each.
    pub notes: Vec<String>,
    /// Since when the errors of the main document are recorded. It had reports before; failed
    /// resources before are not known.
    pub since: f64,
    /// The tab.
    pub tab: TabHandle,
}

/// An error of a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ErrorEntry {
    /// URL of the frame in which it occurred; absent for the main document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// What it is.
    pub kind: PageErrorKind,
    /// When it last occurred; absent if it occurred once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<f64>,
    /// Line in `source`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Method of the console, such as `warn`, or of the request of a response, such as `POST`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The browser's message, which can contain text of the page, or the text of the call. Of a
    /// response: its status and the beginning of its body.
    pub message: String,
    /// URL of the script or document that caused it, like `url`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// When it first occurred; absent if that was before `since`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// How often it occurred; absent if once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u64>,
    /// URL of the resource or response that failed or was blocked, without user info and the values
    /// of parameters for passwords, tokens and keys; empty if the policy hides its site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

fn is_false(value: &bool) -> bool {
    !*value
}
