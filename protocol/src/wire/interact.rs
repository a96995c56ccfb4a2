//! Parameters and results of `interact` and `outcome`.

use super::{ChromeTab, NodeHandle};
use crate::model::action::{Action, Settled};
use crate::model::dialogs::{Dialogs, SeenDialog};
use crate::model::{ActionHint, ReadBackOutcome, RefusalReason, Via};
use serde::{Deserialize, Serialize};

/// What is to be done to which element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct InteractParams {
    /// Names the act: what was begun under a name is not begun again.
    pub id: String,
    /// What is to be done.
    pub act: Action,
    /// The element; none: what has the focus, the page, or the tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<NodeHandle>,
    /// Another element of the same document that the act is about: that which one is dragged to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub onto: Option<NodeHandle>,
    /// The element's line as a snapshot prints it now, for the person who is asked.
    pub line: String,
    /// What an [`InteractResult::Consented`] has given, where the person was asked before.
    ///
    /// [`InteractResult::Consented`]: super::InteractResult::Consented
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<String>,
    /// It was looked at several times, and something around it has changed each time: done all the
    /// same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub skip_context_check: bool,
    /// How dialogs of the page are answered meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialogs: Option<Dialogs>,
    /// It waits until the user lends the page a gesture.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub activation: bool,
}

/// Answer to `interact`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum InteractResult {
    /// It was done.
    Done {
        /// The tab that it was done in.
        tab: ChromeTab,
        /// It was done before, under the same name.
        #[serde(default, skip_serializing_if = "is_false")]
        before: bool,
        /// What was seen of it; none where nobody can tell any more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        report: Option<Box<ActReport>>,
    },
    /// It was not done: the element can't take it now. Nothing was sent to the page.
    Refused(Refusal),
    /// A person was asked and has said yes. Time has passed: the element must be looked at once
    /// more, and the query sent again with this.
    Consented(String),
}

/// What was seen of an act and after it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ActReport {
    /// How it was executed; `None` if that is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<Via>,
    /// It was so before: nothing was sent.
    #[serde(skip_serializing_if = "is_false")]
    pub already: bool,
    /// Why it may have had no effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<ActionHint>,
    /// Of a script: its value as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Of a script whose value was cut: how long it is, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// Of a script: what it threw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threw: Option<String>,
    /// What was found when it was read back, where that is not what was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<ReadBack>,
    /// How the wait ended.
    pub settled: Settled,
    /// From the last event until the page was at rest, in milliseconds.
    pub waited_ms: u32,
    /// For how long an act of this kind is watched where nothing changes, in milliseconds.
    pub watched_ms: u32,
    /// The tab shows another address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub navigation: Option<Navigation>,
    /// Dialogs that the page has opened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dialogs: Vec<SeenDialog>,
    /// Changes that were not going on before.
    pub mutations: u32,
    /// Elements that changed meanwhile and did so before, without anybody's doing.
    pub background_mutations: Vec<BackgroundMutation>,
    /// Tabs that it has opened, by Chrome's ids.
    pub opened: Vec<i64>,
    /// The tab was closed.
    #[serde(skip_serializing_if = "is_false")]
    pub closed: bool,
    /// It was done, and what came of it was not seen.
    #[serde(skip_serializing_if = "is_false")]
    pub unseen: bool,
}

/// What was found when an act was read back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReadBack {
    /// How the value differs.
    pub outcome: ReadBackOutcome,
    /// What it is now; never of a field whose value is secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
}

/// Where a tab went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Navigation {
    /// How.
    pub kind: NavigationKind,
    /// Its address now.
    pub url: String,
}

/// How a tab has come to another address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum NavigationKind {
    /// Another document has come.
    Navigated,
    /// The document is the same.
    Within,
}

/// An element that changes by itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BackgroundMutation {
    /// Chrome's document id.
    pub document: String,
    /// Its node id there.
    pub node: u32,
    /// Node ids of what it has taken in or let go meanwhile, and of all in that.
    pub brought: Vec<u32>,
    /// How many texts it has of its own, where they read otherwise than before.
    pub texts: u32,
}

/// Why an element can't take an act now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Refusal {
    /// Why.
    pub why: RefusalReason,
    /// Node ids, in the element's document, of what covers it and of what that is in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<u32>,
    /// The options there are, where none fits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// More about it, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// What a person has allowed and was not used, where what is around the element has changed
    /// since it was looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permit: Option<String>,
}

/// Answer to `outcome`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum OutcomeResult {
    /// Nothing was ever sent to the page.
    Never {},
    /// It was begun.
    Begun {
        /// Chrome's id of the tab that it was begun in; none where that was not open yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab: Option<i64>,
        /// How it ended; none where nobody can tell any more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        report: Option<Box<ActReport>>,
    },
}

fn is_false(value: &bool) -> bool {
    !*value
}
