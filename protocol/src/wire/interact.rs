//! Parameters and results of `interact` and `outcome`.

use super::{ChromeTab, NodeHandle, Reply};
use crate::model::action::{Action, Settled};
use crate::model::dialogs::{Dialogs, OpenedDialog};
use crate::model::{
    ActionHint, FailedRequest, ReadBackOutcome, RefusalReason, StartedDownload, Via,
};
use serde::{Deserialize, Serialize};

/// Parameters of `interact`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct InteractParams {
    /// Id of the action: an action is never started twice with the same id. In a request with a
    /// key, it is `KEY-REQUEST`: ids with the same `KEY` and another `REQUEST` are rejected.
    pub id: String,
    /// The action.
    pub act: Action,
    /// The element; absent: the focused element, the page, or the tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<NodeHandle>,
    /// The element that `target` is dragged to, in the same document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub onto: Option<NodeHandle>,
    /// Node ids of the elements whose texts identify `target` and `onto`: the row, the card, or the
    /// part of the page below a heading. 0 without one.
    #[serde(default, skip_serializing_if = "is_zero_pair")]
    pub units: [u32; 2],
    /// The name of the tree in which the server has verified the elements. If their document has
    /// another tree now, the action is refused as [`RefusalReason::Changed`]. Absent: the tree has
    /// no name.
    ///
    /// [`RefusalReason::Changed`]: crate::model::RefusalReason::Changed
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified_in: Option<String>,
    /// The current line of the element in a snapshot, for the consent prompt.
    pub line: String,
    /// The current line of the element that it is dragged to, for the consent prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub onto_line: Option<String>,
    /// The permit of an earlier [`InteractResult::Consented`].
    ///
    /// [`InteractResult::Consented`]: super::InteractResult::Consented
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<String>,
    /// Executes the action although the element's context changed each time the server read it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub skip_context_check: bool,
    /// How dialogs of the page are answered during the action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialogs: Option<Dialogs>,
    /// With `call_tool`: the tool as the page has listed it, which it must be still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<String>,
    /// With `fill_secret`: what to enter, and where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<SecretValue>,
    /// The action waits for a user gesture.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub activation: bool,
    /// Only checks whether the action is possible: the user is not prompted, and no event is sent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
    /// The request has more actions, which are not in `next`: if the user has to be prompted, the
    /// answer is [`InteractResult::Unlisted`].
    ///
    /// [`InteractResult::Unlisted`]: super::InteractResult::Unlisted
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unlisted: bool,
    /// The next actions of the same request that are known already: if the user has to be prompted,
    /// the prompt is about all of them. Each has the values with which its own query begins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<InteractParams>,
    /// The number of actions of the request that are not known yet.
    #[serde(default, skip_serializing_if = "is_zero_len")]
    pub later: usize,
    /// The action is in a loop: a hash of role, name and place of its element; empty without one.
    /// The page may have replaced the element and its document since a prompt for an earlier round,
    /// so that the user's consent is for the element of this hash on the same site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeated: Option<String>,
    /// With `next`: a condition decides whether it is executed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub perhaps: bool,
}

/// The value of a secret of the user's. `Debug` does not print it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SecretValue {
    /// The text to enter. Absent while it is only checked whether the action is possible, or
    /// whether the user has to be prompted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Patterns of the sites whose fields may take it.
    pub sites: Vec<String>,
}

impl std::fmt::Debug for SecretValue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "a secret for {:?}", self.sites)
    }
}

/// Answer to `interact`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum InteractResult {
    /// The action was executed.
    #[serde(rename = "done")]
    Executed {
        /// The tab of the action.
        tab: ChromeTab,
        /// The action was executed earlier, with the same id.
        #[serde(default, skip_serializing_if = "is_false")]
        before: bool,
        /// The observed outcome; absent if it is unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        report: Option<Box<ActionReport>>,
    },
    /// The action was only checked, in a dry run, and would be executed.
    #[serde(rename_all = "camelCase")]
    Possible {
        /// The tab of the action.
        tab: ChromeTab,
        /// The user would be prompted for consent.
        needs_consent: bool,
    },
    /// The action was refused: no event was sent to the page.
    Refused(Refusal),
    /// The user has to be prompted, and nothing was executed: the server repeats the query with the
    /// next actions of the request.
    Unlisted {},
    /// The user consented. Because time has passed, the server must verify the element again and
    /// repeat the query with this permit.
    Consented(String),
}

/// Parameters of `interactFields`: actions on fields of one document, executed one after another
/// with one wait at the end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FieldsParams {
    /// The actions, in order. Each has its own id. They have the same `dialogs`, and no `consent`,
    /// `activation`, `dryRun` or `skipContextCheck`.
    pub actions: Vec<InteractParams>,
}

/// Answer to `interactFields`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FieldsResult {
    /// The ends of the first actions, in order: each as the reply to an `interact` with only this
    /// action. The actions after them have not begun. The last report has the observations of the
    /// common wait.
    pub ends: Vec<Reply<InteractResult>>,
}

/// The observed outcome of an action.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ActionReport {
    /// How the action was executed; absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<Via>,
    /// The requested state was already there: no event was sent.
    #[serde(skip_serializing_if = "is_false")]
    pub already: bool,
    /// Why it may have had no effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<ActionHint>,
    /// The value of a script, as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Length in characters of a script's value that was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// The exception of a script.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threw: Option<String>,
    /// How the value of the field differs from the requested one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<ReadBack>,
    /// How the wait for the page ended.
    pub settled: Settled,
    /// Time from the last event until the page was idle, in milliseconds.
    pub waited_ms: u32,
    /// Time during which the page was watched for changes, in milliseconds.
    pub watched_ms: u32,
    /// The navigation of the tab.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub navigation: Option<Navigation>,
    /// Dialogs that the page opened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dialogs: Vec<OpenedDialog>,
    /// The first three requests of the page that began during the action and failed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failed_requests: Vec<FailedRequest>,
    /// Number of the others.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_failed_requests: u32,
    /// Messages of the first two uncaught exceptions and unhandled rejections, where they are
    /// recorded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<String>,
    /// Number of the others.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_exceptions: u32,
    /// The first download that the action started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub download: Option<StartedDownload>,
    /// Number of changes, without background mutations.
    pub mutations: u32,
    /// Of an action in a list: node ids, in the element's document, of elements that changed or
    /// were added or removed between its begin and that of the next action.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub touched: Vec<u32>,
    /// Elements that also changed before the action, so that their changes do not count. Those that
    /// did not change during the action are `idle`.
    pub background_mutations: Vec<BackgroundMutation>,
    /// Chrome's ids of the tabs that the action opened.
    pub opened: Vec<i64>,
    /// Chrome did not load a page that the action led to, because the agent may not act on its
    /// site.
    #[serde(skip_serializing_if = "is_false")]
    pub blocked: bool,
    /// The tab was closed.
    #[serde(skip_serializing_if = "is_false")]
    pub closed: bool,
    /// The action was executed, but its effect was not observed.
    #[serde(skip_serializing_if = "is_false")]
    pub unseen: bool,
}

/// The value of a field that differs from the requested one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReadBack {
    /// How the value differs.
    pub outcome: ReadBackOutcome,
    /// The current value; never for a secret field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
}

/// A navigation of a tab.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Navigation {
    /// Kind of the navigation.
    pub kind: NavigationKind,
    /// The new URL; absent if the agent must not know the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// HTTP status of the new document, if it is 400 or more and already known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
}

/// Kind of a navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum NavigationKind {
    /// The tab has a new document.
    Navigated,
    /// The document is the same.
    Within,
}

/// An element that changes without an action.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BackgroundMutation {
    /// Chrome's document id.
    pub document: String,
    /// Its node id in the document.
    pub node: u32,
    /// Node ids of added and removed descendants.
    pub brought: Vec<u32>,
    /// Number of its own text nodes, if their text changed; if it is `idle`, of all.
    pub texts: u32,
    /// It changed only before the action. The action may have changed its line.
    #[serde(default, skip_serializing_if = "is_false")]
    pub idle: bool,
    /// It is not known to change periodically; the number of its changes, which are also among
    /// [`ActionReport::mutations`]. The next reads show whether they were background changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unproven: Option<u32>,
}

/// Why an action was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Refusal {
    /// The reason.
    pub why: RefusalReason,
    /// Node ids, in the element's document, of the covering element and its ancestors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<u32>,
    /// The available options, if none matches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Details as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The unused permit of the user, if the element's context changed since the server read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permit: Option<String>,
}

/// Answer to `outcome`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum OutcomeResult {
    /// The action was never started.
    Never {},
    /// The action was started.
    Begun {
        /// Chrome's id of its tab; absent if the tab was not open yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab: Option<i64>,
        /// The observed outcome; absent if it is unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        report: Option<Box<ActionReport>>,
    },
}

fn is_zero_pair(value: &[u32; 2]) -> bool {
    *value == [0; 2]
}

fn is_zero_len(value: &usize) -> bool {
    *value == 0
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}

fn is_false(value: &bool) -> bool {
    !*value
}
