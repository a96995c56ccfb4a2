//! Result of `errors`: what the browser reports of a tab's documents, and their failed resources.

use super::ChromeTab;
use crate::Fault;
use crate::model::PageErrorKind;
use serde::{Deserialize, Serialize};

/// Answer to `errors`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ErrorsResult {
    /// The tab.
    pub tab: ChromeTab,
    /// Its frames, main frame first.
    pub frames: Vec<FrameErrors>,
}

/// The errors of the document in a frame.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct FrameErrors {
    /// Chrome's frame id; 0 for the main frame.
    pub frame: i64,
    /// URL of the document; empty if the policy hides it.
    pub url: String,
    /// When the extension began to record, in milliseconds since 1970.
    pub since: f64,
    /// Errors are missing: more than the browser or Axlens keeps have occurred.
    pub is_partial: bool,
    /// Exceptions, rejections and calls of the console are recorded too, from the beginning of the
    /// document on: the user has turned it on for the site.
    pub has_console: bool,
    /// The errors, in the order of their last occurrences.
    pub errors: Vec<PageError>,
    /// The reason why it was not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// One error, which can have occurred several times.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct PageError {
    /// What it is.
    pub kind: PageErrorKind,
    /// Method of the console, such as `warn`, or of the request of a response, such as `POST`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The message of the browser, which can contain text of the page. Of a response: its status
    /// and the beginning of its body.
    pub message: String,
    /// URL of the resource or response that failed or was blocked, without user info and the values
    /// of parameters for passwords, tokens and keys; empty if the policy hides its site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// URL of the script or document that caused it, like `url`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Line in `source`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// When it was first recorded, in milliseconds since 1970.
    pub time: f64,
    /// When it was last recorded.
    pub last: f64,
    /// How often it was recorded.
    pub times: u64,
    /// It occurred before the extension began to record: its time is not known.
    pub is_earlier: bool,
}
