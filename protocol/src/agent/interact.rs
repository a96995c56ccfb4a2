//! `POST /interact`: executes actions on elements of a snapshot or on tabs, and reports their
//! outcome.

pub mod ask_user;
mod outcome;
mod step;
mod target;

pub use outcome::Outcome;
pub use step::{
    CollectEnd, CollectStep, CollectedRows, ControlResult, ControlStep, DEFAULT_PAGES, ExpectStep,
    ForEach, ForStep, IfStep, LetStep, NamedValue, ReadAnswer, ReadStep, Rounds, Step,
    StepCondition, StepResult, StopStep, UnlessStep,
};
use target::TARGET_FIELDS;
pub use target::{ElementReference, TargetedAction};

use super::observe::{DeltaKind, IdMap, ObserveRequest};
use super::{SerializedJson, TabHandle};
use crate::fault::Fault;
use crate::model::action::Settled;
use crate::model::action_table::ACTIONS;
use crate::model::dialogs::{Dialogs, OpenedDialog};
use crate::model::{ActionHint, FailedRequest, ReadBackOutcome, StartedDownload, Via};
use axlens_snapshot::Role;
use axlens_snapshot::options::Format;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Body of `POST /interact`: one action (`action`, its arguments and its element), or several
/// (`actions`), and the options of `POST /observe` for the snapshot in the answer.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(with = "InteractRequestSchema"))]
pub struct InteractRequest {
    /// The actions, reads between them, and steps that decide which others are executed, in order
    /// up to the first fault.
    pub actions: Vec<Step>,
    /// Idempotency key, 1 to 100 bytes: a later request with the same key, until the browser
    /// restarts, gets the outcome of the first one, and no action is executed again. Reads are
    /// executed again.
    pub key: Option<String>,
    /// How dialogs of the page are answered during the actions. `None`: they stay open for the
    /// user, and the fault is `page_blocked`.
    pub dialogs: Option<Dialogs>,
    /// Each action waits, up to a minute, until the user presses the key that grants the page a
    /// user gesture (`Ctrl+Shift+Comma`): for features that browsers deny to synthetic events.
    pub activation: bool,
    /// Only checks whether each action is possible on the page as it is now. No event is sent, and
    /// the user is not prompted.
    pub dry_run: bool,
    /// The snapshot in the answer.
    pub show: Show,
    /// The answer has its text (`text`).
    pub with_text: bool,
    /// Whether `observe` has options of the text. Without them, the answer shows the view that the
    /// session was shown last.
    pub has_view: bool,
    /// Tab, session and the options of the snapshot.
    pub observe: ObserveRequest,
}

/// The snapshot in an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Show {
    /// The changes since the session's last snapshot with the same options.
    #[default]
    Delta,
    /// The whole page.
    Full,
    /// No snapshot.
    None,
}

/// The fields of a request, for its JSON schema.
#[cfg(feature = "schemas")]
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct InteractRequestSchema {
    /// One action.
    #[serde(flatten)]
    act: Option<TargetedAction>,
    /// Several actions, reads between them, and steps that decide which others are executed, in
    /// order up to the first fault.
    actions: Option<Vec<Step>>,
    /// Idempotency key: a later request with the same key gets the outcomes of the first one's
    /// actions; reads are executed again.
    key: Option<String>,
    /// How dialogs of the page are answered during the actions; default: they stay open for the
    /// user, and the fault is `page_blocked`.
    dialogs: Option<Dialogs>,
    /// Each action waits, up to a minute, until the user presses the key that grants the page a
    /// user gesture (`Ctrl+Shift+Comma`): for features that browsers deny to synthetic events.
    activation: Option<bool>,
    /// Only checks whether each action is possible on the page as it is now. No event is sent, and
    /// the user is not prompted; the outcome is `possible`.
    #[serde(rename = "dryRun")]
    dry_run: Option<bool>,
    /// The snapshot in the answer; default `delta`.
    snapshot: Option<Show>,
    /// The answer has its text (`text`); default no.
    #[serde(rename = "withText")]
    with_text: Option<bool>,
    /// Tab, session and the options of the snapshot. Without any options of the text, the answer
    /// has the view of the session's last snapshot of the tab; otherwise the default of `format` is
    /// `lean`.
    #[serde(flatten)]
    observe: ObserveRequest,
}

/// The fields of [`ObserveRequest`] that determine what a text shows of the page.
const VIEW_FIELDS: [&str; 14] = [
    "scope",
    "interactive_only",
    "max_depth",
    "format",
    "cursor_interactive",
    "compact",
    "roles",
    "exclude_roles",
    "viewport_only",
    "modal_only",
    "find",
    "exclude_patterns",
    "include",
    "fold",
];

impl InteractRequest {
    /// A request for these steps, whose answer has no snapshot.
    pub fn of(actions: Vec<Step>, observe: ObserveRequest) -> InteractRequest {
        InteractRequest {
            actions,
            key: None,
            dialogs: None,
            activation: false,
            dry_run: false,
            show: Show::None,
            with_text: false,
            has_view: false,
            observe,
        }
    }

    /// Whether a step decides which others are executed.
    pub fn decides(&self) -> bool {
        let mut steps = self.actions.iter();
        steps.any(|step| matches!(step, Step::Control(_)))
    }
}

impl<'de> Deserialize<'de> for InteractRequest {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = Map::deserialize(deserializer)?;
        parse_request(fields).map_err(serde::de::Error::custom)
    }
}

impl Serialize for InteractRequest {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct SerializedRequest<'a> {
            actions: &'a [Step],
            #[serde(skip_serializing_if = "Option::is_none")]
            key: &'a Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            dialogs: &'a Option<Dialogs>,
            #[serde(skip_serializing_if = "is_false")]
            activation: bool,
            #[serde(rename = "dryRun", skip_serializing_if = "is_false")]
            dry_run: bool,
            snapshot: Show,
            #[serde(rename = "withText", skip_serializing_if = "is_false")]
            with_text: bool,
            #[serde(flatten)]
            observe: &'a ObserveRequest,
        }
        let mut observe = self.observe.clone();
        if !self.has_view {
            observe.format = Format::default();
        }
        let serialized = SerializedRequest {
            actions: &self.actions,
            key: &self.key,
            dialogs: &self.dialogs,
            activation: self.activation,
            dry_run: self.dry_run,
            snapshot: self.show,
            with_text: self.with_text,
            observe: &observe,
        };
        serialized.serialize(serializer)
    }
}

/// Parses a request. Fields that do not belong to an action are options of the snapshot.
fn parse_request(mut fields: Map<String, Value>) -> Result<InteractRequest, String> {
    let listed = fields.remove("actions");
    let key = take_field(&mut fields, "key")?;
    let dialogs = take_field(&mut fields, "dialogs")?;
    let activation: Option<bool> = take_field(&mut fields, "activation")?;
    let dry_run: Option<bool> = take_field(&mut fields, "dryRun")?;
    let show: Option<Show> = take_field(&mut fields, "snapshot")?;
    let with_text: Option<bool> = take_field(&mut fields, "withText")?;
    let single = take_action_fields(&mut fields);
    let actions = match (listed, single.is_empty()) {
        (None, false) => vec![parse_action(single)?.into()],
        (Some(Value::Array(acts)), true) => acts
            .into_iter()
            .map(step::parse)
            .collect::<Result<_, _>>()?,
        (Some(Value::Array(_)), false) => {
            let names: Vec<&String> = single.keys().collect();
            return Err(format!(
                "with `actions`, put {names:?} into one of the actions"
            ));
        }
        (Some(_), _) => return Err("`actions` must be a list".to_owned()),
        (None, true) => return Err("`action`, or a list of `actions`, is required".to_owned()),
    };
    let has_view = VIEW_FIELDS
        .iter()
        .any(|name| fields.get(*name).is_some_and(|value| !value.is_null()));
    fields
        .entry("what")
        .or_insert_with(|| Value::from("a11y_tree"));
    fields
        .entry("format")
        .or_insert_with(|| Value::from("lean"));
    let observe =
        serde_json::from_value(Value::Object(fields)).map_err(|error| error.to_string())?;
    Ok(InteractRequest {
        actions,
        key,
        dialogs,
        activation: activation.unwrap_or_default(),
        dry_run: dry_run.unwrap_or_default(),
        show: show.unwrap_or_default(),
        with_text: with_text.unwrap_or_default(),
        has_view,
        observe,
    })
}

fn take_field<T: serde::de::DeserializeOwned>(
    fields: &mut Map<String, Value>,
    name: &str,
) -> Result<Option<T>, String> {
    let value = fields.remove(name).unwrap_or(Value::Null);
    serde_json::from_value(value).map_err(|error| format!("`{name}`: {error}"))
}

/// Removes the fields of a single action from the request.
fn take_action_fields(fields: &mut Map<String, Value>) -> Map<String, Value> {
    let arguments = ACTIONS.iter().flat_map(|info| info.arguments);
    let names = arguments.chain(&TARGET_FIELDS).chain(&["action"]);
    names
        .filter_map(|name| fields.remove_entry(*name))
        .collect()
}

/// Parses one action; rejects fields that it does not accept.
fn parse_action(fields: Map<String, Value>) -> Result<TargetedAction, String> {
    if !fields.contains_key("action") {
        return Err("an action must have the field `action`".to_owned());
    }
    let names: Vec<String> = fields.keys().cloned().collect();
    let act: TargetedAction =
        serde_json::from_value(Value::Object(fields)).map_err(|error| error.to_string())?;
    let takes = act.action.info().arguments;
    let known =
        |name: &&str| *name == "action" || TARGET_FIELDS.contains(name) || takes.contains(name);
    match names.iter().map(String::as_str).find(|name| !known(name)) {
        None => Ok(act),
        Some(name) => Err(format!(
            "`{}` doesn't accept `{name}`; it accepts {:?} and {TARGET_FIELDS:?}",
            act.action.as_str(),
            takes
        )),
    }
}

/// Answer of `POST /interact`. With the fields of a fault, it is also the answer if an action after
/// the first one failed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct InteractAnswer {
    /// Cursor of the next part of the snapshot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Kind of the snapshot: `unchanged`, `changes` or `full`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delta: Option<DeltaKind>,
    /// How to see more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Tabs that the actions opened, or in which they opened a page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new_tabs: Vec<TabHandle>,
    /// Lines that the actions added where the view of the snapshot does not show them: at most
    /// five, in the form of a snapshot, shortened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outside: Vec<String>,
    /// Title of the page; absent without a snapshot, and with a delta if it is unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_title: Option<String>,
    /// Results of the actions and reads, in order. Of the steps that decide, `let`, `for`,
    /// `collect` and `stop` have results.
    pub results: Vec<StepResult>,
    /// How the last wait for the page ended; absent if the page became idle.
    #[serde(default, skip_serializing_if = "is_idle")]
    pub settled: Settled,
    /// Number of the snapshot that a delta refers to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// Number of the snapshot in its session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<u64>,
    /// Which step each result is of, if the request has steps that decide: `3#2.1` is the first
    /// step in round 2 of the `for` that is step 3; `4.1` the first step in the `if` that is
    /// step 4.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
    /// The tab of the actions.
    pub tab: TabHandle,
    /// The answer as text, if the request wants it: a line for each result, numbered if there are
    /// several, then what changed on the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The page as text; absent if it is unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<SerializedJson<String>>,
    /// How to find the element of each uid in the text, if the request includes selectors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid_map: Option<SerializedJson<IdMap>>,
    /// URL of the page; absent without a snapshot, and with a delta if it is unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Time spent waiting for the page, over all actions, in milliseconds.
    pub waited_ms: u32,
}

impl InteractAnswer {
    /// Whether the request had a step that decides which others are executed.
    pub fn decides(&self) -> bool {
        !self.steps.is_empty()
    }
}

/// The answer if an action or read after the first one failed: the fault, and the results of those
/// before it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct InteractStopped {
    /// The fault of the action or read that failed.
    #[serde(flatten)]
    pub fault: Fault,
    /// The results of those before it, and the current page.
    pub done: InteractAnswer,
}

/// The result of one action.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ActionResult {
    /// Name of the action.
    pub action: String,
    /// An earlier request had the same `key`: this is its result.
    #[serde(default, skip_serializing_if = "is_false")]
    pub before: bool,
    /// The evidence of the outcome.
    #[serde(default, skip_serializing_if = "Evidence::is_empty")]
    pub evidence: Evidence,
    /// Why it may have had no effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<ActionHint>,
    /// Accessible name of the element; absent if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The outcome.
    pub outcome: Outcome,
    /// Digits or punctuation of its name differ from those in the snapshot.
    #[serde(default, skip_serializing_if = "is_false")]
    pub renamed: bool,
    /// The page created it again since the snapshot, and no other element matches.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rerendered: bool,
    /// Role of the element, as in ARIA.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(with = "Option<String>"))]
    pub role: Option<Role>,
    /// The exception of the script, or why it returned no value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threw: Option<String>,
    /// The element's uid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// The value that the script returned. If its JSON is longer than 20,000 characters: the
    /// beginning of the JSON, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Value>,
    /// Length of that JSON in characters, if it was cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_length: Option<u32>,
    /// How the action was executed, if not with the pointer or the keyboard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<Via>,
}

/// The evidence of an action's outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Evidence {
    /// Dialogs that the page opened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dialogs: Vec<OpenedDialog>,
    /// Of a dry run: the user would be prompted for consent; absent if not.
    #[serde(skip_serializing_if = "is_false")]
    pub needs_consent: bool,
    /// Number of lines of the page that were added, removed or changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<usize>,
    /// The value of the field if it differs from the requested one; never for a secret field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// How the value of the field differs from the requested one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_back: Option<ReadBackOutcome>,
    /// The new URL of the tab.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The tab shows a page that this agent may not read, so its URL is withheld; absent if not.
    #[serde(skip_serializing_if = "is_false")]
    pub url_withheld: bool,
    /// The action led to a page on a site where this agent may not act. The tab does
    /// not stay there: Axlens loads the page before again; absent if not.
    #[serde(skip_serializing_if = "is_false")]
    pub blocked: bool,
    /// The first three requests of the element's document and the main one that began since the
    /// first event and got a response with a status of 400 or more. Requests that have not ended
    /// are not known; after a navigation, and while a dialog is open, none is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failed_requests: Vec<FailedRequest>,
    /// Number of the other failed requests; absent if there are none.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_failed_requests: u32,
    /// Messages of the first two uncaught exceptions and unhandled rejections since the action's
    /// first event, cut to 120 characters; only on sites where the user has turned on that they are
    /// recorded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<String>,
    /// Number of the others; absent if there are none.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_exceptions: u32,
    /// The first download that the tab started during the action; only if the user lets Axlens
    /// see downloads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub download: Option<StartedDownload>,
    /// HTTP status of the new page, if it is 400 or more and already known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Number of changes that the action caused and that no snapshot shows, such as a style, a
    /// position or a class; only if the outcome is `unchanged`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden_changes: Option<u32>,
    /// Time during which the page did not change, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watched_ms: Option<u32>,
}

impl Evidence {
    /// Whether there is no evidence.
    pub fn is_empty(&self) -> bool {
        *self == Evidence::default()
    }
}

pub(crate) fn is_idle(settled: &Settled) -> bool {
    *settled == Settled::Quiet
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}

fn is_false(value: &bool) -> bool {
    !*value
}
