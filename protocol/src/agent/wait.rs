//! `POST /wait`: waits until a condition on the page holds, or the time is up.

use super::TabHandle;
use super::downloads::DownloadEntry;
use super::find::{ElementCriteria, FoundElement};
use crate::model::ElementId;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /wait`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WaitRequest {
    /// The condition; default `appears`.
    #[serde(default, rename = "for")]
    pub event: WaitFor,
    /// For `text` and `text_gone`: the text. For `url`: the URL, or a pattern of it (`*`
    /// matches anything).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// For `appears`, `vanishes`, `enabled`: an element of an earlier snapshot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<ElementId>,
    /// For the same conditions: criteria of the element, as in `POST /find`.
    #[serde(flatten)]
    pub criteria: ElementCriteria,
    /// With a text or criteria: searches only inside the element with this uid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<ElementId>,
    /// For `text`, and for `appears` with criteria: only elements that did not match when the wait
    /// began; in a list of `/interact`, when the list began.
    #[serde(default, skip_serializing_if = "is_false")]
    pub new: bool,
    /// Timeout in milliseconds, 100 to 60,000; default 15,000. For `time`: how long to wait.
    #[serde(default, rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
    /// Number of the tab; default: the active tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; default: that of the tab, or the only connected one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Name of the session, to which the uids belong; default `default`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
}

/// A condition to wait for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WaitFor {
    /// The element is on the page.
    #[default]
    Appears,
    /// The element is not on the page.
    Vanishes,
    /// The element is on the page and enabled.
    Enabled,
    /// The text is on the page.
    Text,
    /// The text is not on the page.
    TextGone,
    /// The page has the URL.
    Url,
    /// The page and its resources are loaded.
    Load,
    /// The page has not changed for half a second.
    Quiet,
    /// The download that the last action of the session in the tab started is complete; if it
    /// started none, the next one of the tab.
    Download,
    /// The time is up.
    Time,
}

impl WaitFor {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            WaitFor::Appears => "appears",
            WaitFor::Vanishes => "vanishes",
            WaitFor::Enabled => "enabled",
            WaitFor::Text => "text",
            WaitFor::TextGone => "text_gone",
            WaitFor::Url => "url",
            WaitFor::Load => "load",
            WaitFor::Quiet => "quiet",
            WaitFor::Download => "download",
            WaitFor::Time => "time",
        }
    }
}

fn is_false(value: &bool) -> bool {
    !*value
}

/// Answer of `POST /wait` if the condition holds. If the time is up before, the fault is `not_yet`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct WaitAnswer {
    /// The condition.
    #[serde(rename = "for")]
    pub event: WaitFor,
    /// For `download`: the complete download, with the path of its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub download: Option<DownloadEntry>,
    /// For `appears`, `enabled` and `text`: the first matching element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<FoundElement>,
    /// Title of the page; absent if the page was not read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_title: Option<String>,
    /// The tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// URL of the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Duration of the wait, in milliseconds.
    pub waited_ms: u64,
}
