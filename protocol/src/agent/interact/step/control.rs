//! The items of `actions` that decide which others are executed.

use super::{ReadStep, Step, TargetedAction, parse_action};
use crate::agent::find::FindRequest;
use crate::agent::get::{DataRow, GetRequest};
use crate::agent::wait::WaitRequest;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// An item of `actions` that decides which others are executed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(untagged)]
pub enum ControlStep {
    /// Executes steps if a condition holds.
    If(IfStep),
    /// Executes steps unless a condition holds.
    Unless(UnlessStep),
    /// Executes steps several times.
    For(ForStep),
    /// Stores the result of a read for the next steps.
    Let(LetStep),
    /// Ends the request with a fault unless a condition holds.
    Expect(ExpectStep),
    /// Ends the request.
    Stop(StopStep),
    /// Reads rows over several pages.
    Collect(Box<CollectStep>),
}

/// Executes steps if a condition holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct IfStep {
    /// The condition.
    #[serde(rename = "if")]
    pub condition: Box<StepCondition>,
    /// The steps that are executed if it holds.
    pub then: Vec<Step>,
    /// The steps that are executed otherwise.
    #[serde(default, rename = "else", skip_serializing_if = "Vec::is_empty")]
    pub otherwise: Vec<Step>,
}

/// Executes steps unless a condition holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UnlessStep {
    /// The condition.
    pub unless: Box<StepCondition>,
    /// The steps that are executed if it does not hold.
    pub then: Vec<Step>,
}

/// Executes steps several times, at most 100.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ForStep {
    /// How often, and with which values.
    #[serde(rename = "for")]
    pub each: ForEach,
    /// The name of the value in the steps: `row` is `$row`. Of `find`: the uid of the match; of
    /// `times`: the number of the round, from 1. The values of `rows` have the names of their
    /// fields.
    #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The steps.
    #[serde(rename = "do")]
    pub steps: Vec<Step>,
}

/// How often steps are executed, and with which values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum ForEach {
    /// For each match that has a uid, as `POST /find` finds them before the first round.
    Find(Box<FindRequest>),
    /// For each of these rows: its fields are texts, numbers or booleans.
    #[cfg_attr(feature = "schemas", schemars(with = "Vec<BTreeMap<String, Value>>"))]
    Rows(Vec<BTreeMap<String, Value>>),
    /// This often, 1 to 100.
    Times(usize),
}

/// Stores the result of a read for the next steps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LetStep {
    /// The name: `price` is `$price` in the texts of the next steps. `$$` is a dollar sign.
    #[serde(rename = "let")]
    pub name: String,
    /// The read: `find`, for the uid of its first match; `get`, for its text; or `ask_user`, for
    /// the answer.
    pub from: Box<ReadStep>,
}

/// Ends the request with the fault `not_as_expected` unless a condition holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExpectStep {
    /// The condition.
    pub expect: Box<StepCondition>,
}

/// Ends the request, without a fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StopStep {
    /// Why, for the answer.
    pub stop: String,
}

/// Reads rows, executes an action that brings the next ones, and so on: until there is no next page
/// or nothing new.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CollectStep {
    /// What to read: as `POST /get` with `what` `rows`. `where` and `limit`, at most 1,000, are for
    /// the rows of all pages. A later page has the rows with the same columns, or with more or
    /// fewer of them.
    pub collect: GetRequest,
    /// The action that brings the next rows, such as a click on "Next", or `scroll` in a list that
    /// draws only the rows in view. A row that the page has before and after the action is listed
    /// once.
    #[serde(deserialize_with = "strict_action")]
    pub next: TargetedAction,
    /// How many pages, or parts of a list, to read at most, 1 to 100; default: 20.
    #[serde(default = "default_pages")]
    pub pages: usize,
}

/// The default of [`CollectStep::pages`].
pub const DEFAULT_PAGES: usize = 20;

fn strict_action<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TargetedAction, D::Error> {
    let fields = Map::deserialize(deserializer)?;
    parse_action(fields).map_err(D::Error::custom)
}

fn default_pages() -> usize {
    DEFAULT_PAGES
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature of serde")]
fn is_zero(value: &usize) -> bool {
    *value == 0
}

/// A condition: exactly one of `find`, `get`, `wait` and `value`, and at most one comparison. A
/// `find` is compared by the number of its matches. Without a comparison it holds if something
/// matches, the text is not empty, or the wait ends before its time is up.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct StepCondition {
    /// As `POST /find`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub find: Option<FindRequest>,
    /// As `POST /get`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub get: Option<GetRequest>,
    /// As `POST /wait`; the default of `timeoutMs` is 1,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<WaitRequest>,
    /// A text with values of earlier steps: `$price`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// It is equal to this text, apart from spaces around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is: Option<String>,
    /// It has this text in it, in upper or lower case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contains: Option<String>,
    /// It is a number above this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<f64>,
    /// It is a number below this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub under: Option<f64>,
}

/// The result of a step that decides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ControlResult {
    /// Of `let`.
    Let(NamedValue),
    /// Of `for`, after its last round.
    For(Rounds),
    /// Of `stop`: its text.
    Stop(String),
    /// Of `collect`.
    Collect(Box<CollectedRows>),
}

/// Rows of several pages.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct CollectedRows {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// The rows, in order. Those that the page has no longer are without controls.
    pub rows: Vec<DataRow>,
    /// How many pages, or parts of a list, were read.
    pub pages: usize,
    /// Why no more were read.
    pub ended: CollectEnd,
    /// With `no_next`: what is the matter with the element of `next`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// How often a part of a list did not begin in the part before: rows between them can be
    /// missing.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub gaps: usize,
    /// How many rows there are according to the page: the last number of `claim`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<u64>,
    /// The page's text, such as `1-20 of 431`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
}

/// Why no more rows were read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CollectEnd {
    /// The element of `next` is disabled, or is not there any more.
    NoNext,
    /// The last action has brought no new rows.
    #[default]
    NothingNew,
    /// As many pages were read as the request allows.
    Pages,
    /// As many rows were read as the request or an answer allows.
    Rows,
    /// The page has no rows with the same columns any more.
    OtherColumns,
    /// The last action has failed.
    Failed,
}

/// A value of the next steps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct NamedValue {
    /// Its name.
    pub name: String,
    /// The value.
    pub value: String,
}

/// How often the steps of a `for` were executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct Rounds {
    /// The number of rounds.
    pub rounds: usize,
    /// The number of matches of its `find`, if there are more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<usize>,
}

impl ForStep {
    /// The values of a round that has this one: its name and itself, if it has a name.
    pub fn named(&self, value: String) -> Vec<(String, String)> {
        let name = self.name.clone();
        name.map(|name| (name, value)).into_iter().collect()
    }
}

impl ControlStep {
    /// The fields that distinguish these steps, each with the name of its step.
    pub(super) const FIELDS: [&'static str; 7] =
        ["if", "unless", "for", "let", "expect", "collect", "stop"];

    /// The name in JSON.
    pub fn as_str(&self) -> &'static str {
        match self {
            ControlStep::If(_) => "if",
            ControlStep::Unless(_) => "unless",
            ControlStep::For(_) => "for",
            ControlStep::Let(_) => "let",
            ControlStep::Expect(_) => "expect",
            ControlStep::Stop(_) => "stop",
            ControlStep::Collect(_) => "collect",
        }
    }

    /// The lists of steps in it.
    pub fn lists(&self) -> Vec<&[Step]> {
        match self {
            ControlStep::If(step) => vec![&step.then, &step.otherwise],
            ControlStep::Unless(step) => vec![&step.then],
            ControlStep::For(step) => vec![&step.steps],
            ControlStep::Let(_)
            | ControlStep::Expect(_)
            | ControlStep::Stop(_)
            | ControlStep::Collect(_) => Vec::new(),
        }
    }

    /// The wait of its condition.
    pub fn wait(&self) -> Option<&WaitRequest> {
        let condition = match self {
            ControlStep::If(step) => &step.condition,
            ControlStep::Unless(step) => &step.unless,
            ControlStep::Expect(step) => &step.expect,
            ControlStep::For(_)
            | ControlStep::Let(_)
            | ControlStep::Stop(_)
            | ControlStep::Collect(_) => return None,
        };
        condition.wait.as_ref()
    }

    /// Parses a step by the first of [`Self::FIELDS`] that it has.
    pub(super) fn parse(name: &str, step: Value) -> Result<ControlStep, String> {
        fn of<T: serde::de::DeserializeOwned>(step: Value) -> Result<T, String> {
            serde_json::from_value(step).map_err(|error| error.to_string())
        }
        let parsed = match name {
            "if" => of(step).map(ControlStep::If),
            "unless" => of(step).map(ControlStep::Unless),
            "for" => of(step).map(ControlStep::For),
            "let" => of(step).map(ControlStep::Let),
            "expect" => of(step).map(ControlStep::Expect),
            "collect" => of(step).map(|step| ControlStep::Collect(Box::new(step))),
            _ => of(step).map(ControlStep::Stop),
        };
        parsed.map_err(|error| format!("`{name}`: {error}"))
    }
}
