//! `POST /wait`: until the page is as the agent says, or the time is up.

use super::TabHandle;
use super::find::{FoundElement, Sought};
use crate::model::ElementId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /wait`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaitRequest {
    /// What is waited for; left out, `appears`.
    #[serde(default, rename = "for")]
    pub event: WaitFor,
    /// Of `text` and `text_gone` the text, of `url` the address or a pattern of it (`*` stands for
    /// anything).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The element, of `appears`, `vanishes`, `enabled`: one of an earlier snapshot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<ElementId>,
    /// The element, likewise: what it is known by, as `POST /find` takes it.
    #[serde(flatten)]
    pub sought: Sought,
    /// How long to wait at most, in milliseconds: 100 to 60,000; left out, 15,000. Of `time`, how
    /// long to wait.
    #[serde(default, rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
    /// Which tab, by its small number; left out: the one in front of the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; left out, that of the tab, or the only one that is connected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Whose uids; `default` where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
}

/// What is waited for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaitFor {
    /// The element is on the page.
    #[default]
    Appears,
    /// It is not, or no longer.
    Vanishes,
    /// It is there, and not disabled.
    Enabled,
    /// A text is on the page.
    Text,
    /// It is not, or no longer.
    TextGone,
    /// The page has an address.
    Url,
    /// The page and all that belongs to it has been loaded.
    Load,
    /// Nothing has changed for half a second.
    Quiet,
    /// The time is up.
    Time,
}

impl WaitFor {
    /// As it is written.
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
            WaitFor::Time => "time",
        }
    }
}

/// Answer of `POST /wait`: it is as was said. Where the time was up before, the fault is
/// `not_yet`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitAnswer {
    /// What was waited for.
    #[serde(rename = "for")]
    pub event: WaitFor,
    /// The first element that matches, of `appears`, `enabled` and `text`; its uid may be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<FoundElement>,
    /// Title of the page; absent where the page was not looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_title: Option<String>,
    /// The tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Address of the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// How long it took, in milliseconds.
    pub waited_ms: u64,
}
