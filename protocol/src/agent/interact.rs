//! `POST /interact`: does something to elements of a snapshot, or to tabs, and says what came of
//! it.

use super::observe::{DeltaKind, IdMap, ObserveRequest};
use super::{SerializedJson, TabHandle};
use crate::fault::Fault;
use crate::model::action::{Action, Settled};
use crate::model::action_table::ACTIONS;
use crate::model::dialogs::{Dialogs, SeenDialog};
use crate::model::{ActionHint, ElementId, ReadBackOutcome, Via};
use axlens_snapshot::Role;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Body of `POST /interact`: one action (`action`, its arguments and its element), or several
/// (`actions`), and the options of `POST /observe` for the snapshot that the answer holds.
#[derive(Debug, Clone, PartialEq, JsonSchema)]
#[schemars(with = "InteractRequestInFull")]
pub struct InteractRequest {
    /// What is to be done, in order, up to the first fault.
    pub actions: Vec<Act>,
    /// Names the request: one that comes again with it, within the life of the browser, is answered
    /// with what came of the first, and nothing is done again. 1 to 100 bytes.
    pub key: Option<String>,
    /// How dialogs of the page are answered while the actions are done; none: they stay open for
    /// the person, and the fault is `page_blocked`.
    pub dialogs: Option<Dialogs>,
    /// Each action is done when the user has pressed the key that lends the page their gesture
    /// (`Ctrl+Shift+Comma`), within a minute: for what a script's click alone may not do.
    pub activation: bool,
    /// What the answer shows of the page afterwards.
    pub show: Show,
    /// Tab, session and how the page is shown.
    pub observe: ObserveRequest,
}

/// One action, and the element that it is done to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Act {
    /// What is to be done.
    #[serde(flatten)]
    pub action: Action,
    /// The element.
    #[serde(flatten)]
    pub target: ActTarget,
}

/// The element of an action. At most one of `uid`, `id`, `ref` and `selector` is given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ActTarget {
    /// The element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<ElementId>,
    /// The same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<ElementId>,
    /// The same.
    #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<ElementId>,
    /// Number of the snapshot that the id is from; left out, the session's last.
    #[serde(default, rename = "of", skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<u64>,
    /// The `seen` of a `changed_uid`: the element is meant as that fault says it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// CSS selector, searched through frames and shadow roots: exactly one element must match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// Beside `selector`: selectors of the shadow hosts around the element, outermost first, as
    /// `/locate` says them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hosts: Option<Vec<String>>,
    /// Beside `selector`: selectors of the iframes around the element, outermost first, as
    /// `/locate` says them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<Vec<String>>,
}

/// What an answer shows of the page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Show {
    /// What has changed since the session's last snapshot with the same options.
    #[default]
    Delta,
    /// All of it.
    Full,
    /// Nothing.
    None,
}

/// Every field of a request, for its schema.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct InteractRequestInFull {
    /// One action.
    #[serde(flatten)]
    act: Option<Act>,
    /// Several, in order, up to the first fault.
    actions: Option<Vec<Act>>,
    /// Names the request: one that comes again with it is answered with what came of the first.
    key: Option<String>,
    /// How dialogs of the page are answered while the actions are done; left out, they stay open
    /// for the person, and the fault is `page_blocked`.
    dialogs: Option<Dialogs>,
    /// Each action is done when the user has pressed the key that lends the page their gesture
    /// (`Ctrl+Shift+Comma`), within a minute: for what a script's click alone may not do.
    activation: Option<bool>,
    /// What the answer shows of the page afterwards; left out, `delta`.
    snapshot: Option<Show>,
    /// Tab, session and how the page is shown; `format` is `lean` where it is left out.
    #[serde(flatten)]
    observe: ObserveRequest,
}

/// Fields of an action's element.
const TARGET: [&str; 8] = [
    "uid", "id", "ref", "of", "seen", "selector", "hosts", "frame",
];

impl<'de> Deserialize<'de> for InteractRequest {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = Map::deserialize(deserializer)?;
        read(fields).map_err(serde::de::Error::custom)
    }
}

impl Serialize for InteractRequest {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Whole<'a> {
            actions: &'a [Act],
            #[serde(skip_serializing_if = "Option::is_none")]
            key: &'a Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            dialogs: &'a Option<Dialogs>,
            #[serde(skip_serializing_if = "is_false")]
            activation: bool,
            snapshot: Show,
            #[serde(flatten)]
            observe: &'a ObserveRequest,
        }
        let whole = Whole {
            actions: &self.actions,
            key: &self.key,
            dialogs: &self.dialogs,
            activation: self.activation,
            snapshot: self.show,
            observe: &self.observe,
        };
        whole.serialize(serializer)
    }
}

/// Takes a request apart: what is no field of an action is one of the snapshot.
fn read(mut fields: Map<String, Value>) -> Result<InteractRequest, String> {
    let listed = fields.remove("actions");
    let key = take(&mut fields, "key")?;
    let dialogs = take(&mut fields, "dialogs")?;
    let activation: Option<bool> = take(&mut fields, "activation")?;
    let show: Option<Show> = take(&mut fields, "snapshot")?;
    let single = move_act(&mut fields);
    let actions = match (listed, single.is_empty()) {
        (None, false) => vec![act(single)?],
        (Some(Value::Array(acts)), true) => {
            acts.into_iter().map(listed_act).collect::<Result<_, _>>()?
        }
        (Some(Value::Array(_)), false) => {
            let names: Vec<&String> = single.keys().collect();
            return Err(format!(
                "beside `actions` there is no {names:?}: put it into one of them"
            ));
        }
        (Some(_), _) => return Err("`actions` is a list".to_owned()),
        (None, true) => return Err("give `action`, or a list of `actions`".to_owned()),
    };
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
        show: show.unwrap_or_default(),
        observe,
    })
}

fn take<T: serde::de::DeserializeOwned>(
    fields: &mut Map<String, Value>,
    name: &str,
) -> Result<Option<T>, String> {
    let value = fields.remove(name).unwrap_or(Value::Null);
    serde_json::from_value(value).map_err(|error| format!("`{name}`: {error}"))
}

/// The fields of a single action, out of the request.
fn move_act(fields: &mut Map<String, Value>) -> Map<String, Value> {
    let arguments = ACTIONS.iter().flat_map(|info| info.arguments);
    let names = arguments.chain(&TARGET).chain(&["action"]);
    names
        .filter_map(|name| fields.remove_entry(*name))
        .collect()
}

fn listed_act(value: Value) -> Result<Act, String> {
    match value {
        Value::Object(fields) => act(fields),
        other => Err(format!("`actions` has {other}, which is no action")),
    }
}

/// Reads one action; what it does not take is a mistake.
fn act(fields: Map<String, Value>) -> Result<Act, String> {
    if !fields.contains_key("action") {
        return Err("an action has no `action`".to_owned());
    }
    let names: Vec<String> = fields.keys().cloned().collect();
    let act: Act =
        serde_json::from_value(Value::Object(fields)).map_err(|error| error.to_string())?;
    let takes = act.action.info().arguments;
    let known = |name: &&str| *name == "action" || TARGET.contains(name) || takes.contains(name);
    match names.iter().map(String::as_str).find(|name| !known(name)) {
        None => Ok(act),
        Some(name) => Err(format!(
            "`{}` takes no `{name}`; it takes {:?} beside {TARGET:?}",
            act.action.as_str(),
            takes
        )),
    }
}

/// Answer of `POST /interact`, and with a fault's own fields the answer where an action failed that
/// was not the first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InteractAnswer {
    /// Where the next window of the snapshot begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// What the snapshot is: `unchanged`, `changes`, or `full`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delta: Option<DeltaKind>,
    /// What the agent may do to see more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Tabs that the actions have opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new_tabs: Vec<TabHandle>,
    /// Title of the page; left out where no page is shown, and with changes of one of which it is
    /// the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_title: Option<String>,
    /// What was done, in order.
    pub results: Vec<ActionResult>,
    /// How the last wait for the page ended; left out where it came to rest.
    #[serde(default, skip_serializing_if = "is_quiet")]
    pub settled: Settled,
    /// The snapshot that a delta is taken against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// Number of the snapshot in its session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<u64>,
    /// The tab that it was done in.
    pub tab: TabHandle,
    /// The page as text; left out where it is unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<SerializedJson<String>>,
    /// For each uid of the text how to find the element, where selectors are asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid_map: Option<SerializedJson<IdMap>>,
    /// Address of the page; left out where no page is shown, and with changes of one of which it is
    /// the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// For how long the page was waited for, in milliseconds, of all actions.
    pub waited_ms: u32,
}

/// An answer in which an action failed that was not the first: the fault, and what there is to say
/// all the same.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct InteractStopped {
    /// Why it stopped.
    #[serde(flatten)]
    pub fault: Fault,
    /// What was done before, and the page as it is.
    pub done: InteractAnswer,
}

/// What came of one action.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActionResult {
    /// What was done.
    pub action: String,
    /// The request was made before, with the same `key`: this is what came of it then.
    #[serde(default, skip_serializing_if = "is_false")]
    pub before: bool,
    /// What shows it.
    #[serde(default, skip_serializing_if = "Evidence::is_empty")]
    pub evidence: Evidence,
    /// Why it may have had no effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<ActionHint>,
    /// Accessible name of the element; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What came of it.
    pub outcome: Outcome,
    /// Its name was another one when it was shown; all around it is the same.
    #[serde(default, skip_serializing_if = "is_false")]
    pub renamed: bool,
    /// The page has made it anew since it was shown, and it is the only one that it can be.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rerendered: bool,
    /// Role of the element, as ARIA spells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub role: Option<Role>,
    /// What the script threw, or why it has given no value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threw: Option<String>,
    /// The element's uid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// What the script has given; the beginning of its JSON, as text, where that is longer than
    /// 20,000 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Value>,
    /// How long that JSON is, where it was cut, in characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_length: Option<u32>,
    /// How it was executed, unless with the pointer or the keyboard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<Via>,
}

/// What shows the outcome of an action.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Evidence {
    /// Dialogs that the page has opened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dialogs: Vec<SeenDialog>,
    /// Lines of the page that are new, gone, or say something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<usize>,
    /// What the field holds instead of what was asked for; never of a secret one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// The action was executed, and the field has another value than requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_back: Option<ReadBackOutcome>,
    /// Address that the tab has come to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// For how long nothing happened, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watched_ms: Option<u32>,
}

impl Evidence {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        *self == Evidence::default()
    }
}

/// What came of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The tab shows another document.
    Navigated,
    /// The tab shows another address, in the same document.
    Routed,
    /// The page shows something else.
    Changed,
    /// The page shows what it showed.
    Unchanged,
    /// It was so before: nothing was done.
    Already,
    /// The page has opened a dialog, and shows what it showed; or the dialog is still open.
    Dialog,
    /// Another tab has been opened.
    OpenedTab,
    /// The tab was closed.
    ClosedTab,
    /// The tab is this agent's: no other acts there.
    Claimed,
    /// The tab is nobody's.
    Released,
    /// The element was shown to the person.
    Shown,
    /// It was done, and what came of it was not seen: something on the way had ended, or the field
    /// is a secret one.
    Done,
    /// It was begun, and nobody can tell any more how it ended.
    Unknown,
}

impl Outcome {
    /// Its word.
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Navigated => "navigated",
            Outcome::Routed => "routed",
            Outcome::Changed => "changed",
            Outcome::Unchanged => "unchanged",
            Outcome::Already => "already",
            Outcome::Dialog => "dialog",
            Outcome::OpenedTab => "opened_tab",
            Outcome::ClosedTab => "closed_tab",
            Outcome::Claimed => "claimed",
            Outcome::Released => "released",
            Outcome::Shown => "shown",
            Outcome::Done => "done",
            Outcome::Unknown => "unknown",
        }
    }
}

pub(crate) fn is_quiet(settled: &Settled) -> bool {
    *settled == Settled::Quiet
}

fn is_false(value: &bool) -> bool {
    !*value
}
