//! The items of `actions`: actions, reads between them, and steps that decide ([`control`]).

mod control;

use super::ask_user::{AskUserAnswer, AskUserRequest};
use super::{ActionResult, TargetedAction, parse_action};
use crate::agent::downloads::{DownloadsAnswer, DownloadsRequest};
use crate::agent::errors::{ErrorsAnswer, ErrorsRequest};
use crate::agent::find::{FindAnswer, FindRequest};
use crate::agent::get::{GetAnswer, GetRequest};
use crate::agent::network::{NetworkAnswer, NetworkRequest};
use crate::agent::observe::{ObserveAnswer, ObserveRequest};
use crate::agent::screenshot::{ScreenshotAnswer, ScreenshotRequest};
use crate::agent::wait::{WaitAnswer, WaitRequest};
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

pub use control::{
    CollectEnd, CollectStep, CollectedRows, ControlResult, ControlStep, DEFAULT_PAGES, ExpectStep,
    ForEach, ForStep, IfStep, LetStep, NamedValue, Rounds, StepCondition, StopStep, UnlessStep,
};

/// An item of `actions`: an action, a read, or a step that decides which others are executed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(untagged)]
pub enum Step {
    /// An action.
    Action(Box<TargetedAction>),
    /// A read. Its tab is that of the action before it, unless it names one.
    Read(Box<ReadStep>),
    /// A step that decides.
    Control(Box<ControlStep>),
}

/// A read between actions: the body of its endpoint, without `session` and `browser`, which belong
/// to the request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReadStep {
    /// As `POST /find`.
    Find(FindRequest),
    /// As `POST /get`.
    Get(GetRequest),
    /// As `POST /wait`.
    Wait(WaitRequest),
    /// As `POST /observe`; `what` can be omitted, and the default of `format` is `lean`.
    Observe(ObserveRequest),
    /// As `POST /screenshot`.
    Screenshot(ScreenshotRequest),
    /// As `POST /network`.
    Network(NetworkRequest),
    /// As `POST /errors`.
    Errors(ErrorsRequest),
    /// As `POST /downloads`.
    Downloads(DownloadsRequest),
    /// As `POST /ask-user`.
    AskUser(AskUserRequest),
}

/// The names of the reads.
const READS: [&str; 9] = [
    "find",
    "get",
    "wait",
    "observe",
    "screenshot",
    "network",
    "errors",
    "downloads",
    "ask_user",
];

/// Fields of the reads' endpoints that the request has for all steps.
const REQUEST_FIELDS: [&str; 2] = ["session", "browser"];

impl From<TargetedAction> for Step {
    fn from(action: TargetedAction) -> Step {
        Step::Action(Box::new(action))
    }
}

impl From<ReadStep> for Step {
    fn from(read: ReadStep) -> Step {
        Step::Read(Box::new(read))
    }
}

impl Step {
    /// The action.
    pub fn action(&self) -> Option<&TargetedAction> {
        match self {
            Step::Action(action) => Some(action),
            Step::Read(_) | Step::Control(_) => None,
        }
    }
}

impl From<ControlStep> for Step {
    fn from(step: ControlStep) -> Step {
        Step::Control(Box::new(step))
    }
}

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parse(Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

impl ReadStep {
    /// The name in JSON.
    pub fn as_str(&self) -> &'static str {
        match self {
            ReadStep::Find(_) => "find",
            ReadStep::Get(_) => "get",
            ReadStep::Wait(_) => "wait",
            ReadStep::Observe(_) => "observe",
            ReadStep::Screenshot(_) => "screenshot",
            ReadStep::Network(_) => "network",
            ReadStep::Errors(_) => "errors",
            ReadStep::Downloads(_) => "downloads",
            ReadStep::AskUser(_) => "ask_user",
        }
    }

    /// Whether it names a session or a browser, which belong to the request.
    pub fn has_place(&self) -> bool {
        let (session, browser) = match self {
            ReadStep::Find(request) => (&request.session, &request.browser),
            ReadStep::Get(request) => (&request.session, &request.browser),
            ReadStep::Wait(request) => (&request.session, &request.browser),
            ReadStep::Observe(request) => (&request.session, &request.browser),
            ReadStep::Screenshot(request) => (&request.session, &request.browser),
            ReadStep::Network(request) => (&request.session, &request.browser),
            ReadStep::Errors(request) => (&request.session, &request.browser),
            ReadStep::Downloads(request) => (&request.session, &request.browser),
            ReadStep::AskUser(request) => (&request.session, &request.browser),
        };
        session.is_some() || browser.is_some()
    }

    /// Its own timeout, in milliseconds.
    pub fn timeout_ms(&self) -> Option<u64> {
        match self {
            ReadStep::Find(request) => request.timeout_ms,
            ReadStep::Get(request) => request.timeout_ms,
            ReadStep::Wait(request) => request.timeout_ms,
            ReadStep::Observe(request) => request.timeout_ms,
            ReadStep::Screenshot(request) => request.timeout_ms,
            ReadStep::Network(request) => request.timeout_ms,
            ReadStep::Errors(request) => request.timeout_ms,
            ReadStep::Downloads(request) => request.timeout_ms,
            // The time in which the user answers is no time of the request.
            ReadStep::AskUser(_) => None,
        }
    }
}

/// Parses an item of `actions`.
pub(super) fn parse(item: Value) -> Result<Step, String> {
    let Value::Object(fields) = item else {
        return Err(format!("`actions` has {item}, which is not an action"));
    };
    let control = ControlStep::FIELDS.iter();
    if let Some(name) = control.copied().find(|name| fields.contains_key(*name)) {
        return ControlStep::parse(name, Value::Object(fields)).map(Step::from);
    }
    match READS.iter().find(|read| fields.contains_key(**read)) {
        Some(read) if !fields.contains_key("action") => parse_read(read, fields).map(Step::from),
        _ if fields.contains_key("action") => parse_action(fields).map(Step::from),
        _ => Err(format!(
            "an action must have the field `action`, a read one of {READS:?}, and a step that decides one of {:?}",
            ControlStep::FIELDS
        )),
    }
}

fn parse_read(name: &str, mut fields: Map<String, Value>) -> Result<ReadStep, String> {
    let Some(Value::Object(body)) = fields.get_mut(name) else {
        return Err(format!("`{name}` must be an object"));
    };
    if let Some(field) = REQUEST_FIELDS
        .iter()
        .find(|field| body.contains_key(**field))
    {
        return Err(format!(
            "`{name}` takes no `{field}`: the request has one for all its steps"
        ));
    }
    if name == "observe" {
        let defaults = [("what", "a11y_tree"), ("format", "lean")];
        for (field, default) in defaults {
            body.entry(field).or_insert_with(|| Value::from(default));
        }
    }
    if let Some(other) = fields.keys().find(|field| *field != name) {
        return Err(format!("`{name}` takes no `{other}` next to it"));
    }
    serde_json::from_value(Value::Object(fields)).map_err(|error| format!("`{name}`: {error}"))
}

/// The result of a step.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(untagged)]
pub enum StepResult {
    /// Of an action.
    Action(Box<ActionResult>),
    /// Of a read.
    Read(Box<ReadAnswer>),
    /// Of a step that decides.
    Control(Box<ControlResult>),
}

/// The result of a read: the answer of its endpoint, under the name of the read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReadAnswer {
    /// Of `find`.
    Find(FindAnswer),
    /// Of `get`.
    Get(GetAnswer),
    /// Of `wait`.
    Wait(WaitAnswer),
    /// Of `observe`.
    Observe(ObserveAnswer),
    /// Of `screenshot`.
    Screenshot(Box<ScreenshotAnswer>),
    /// Of `network`.
    Network(NetworkAnswer),
    /// Of `errors`.
    Errors(ErrorsAnswer),
    /// Of `downloads`.
    Downloads(DownloadsAnswer),
    /// Of `ask_user`.
    AskUser(AskUserAnswer),
}

impl ReadAnswer {
    /// Whether the next steps are not executed: the user has not answered.
    pub fn ends_steps(&self) -> bool {
        match self {
            ReadAnswer::AskUser(answer) => !answer.outcome.is_success(),
            ReadAnswer::Find(_)
            | ReadAnswer::Get(_)
            | ReadAnswer::Wait(_)
            | ReadAnswer::Observe(_)
            | ReadAnswer::Screenshot(_)
            | ReadAnswer::Network(_)
            | ReadAnswer::Errors(_)
            | ReadAnswer::Downloads(_) => false,
        }
    }
}

impl StepResult {
    /// Whether the next steps are not executed: the page did not take a value, the outcome is
    /// unknown, or the user has not answered.
    pub fn ends_steps(&self) -> bool {
        match self {
            StepResult::Action(result) => result.outcome.ends_steps(),
            StepResult::Read(answer) => answer.ends_steps(),
            StepResult::Control(_) => false,
        }
    }

    /// The result of an action.
    pub fn action(&self) -> Option<&ActionResult> {
        match self {
            StepResult::Action(result) => Some(result),
            StepResult::Read(_) | StepResult::Control(_) => None,
        }
    }

    /// The result of an action.
    pub fn into_action(self) -> Option<ActionResult> {
        match self {
            StepResult::Action(result) => Some(*result),
            StepResult::Read(_) | StepResult::Control(_) => None,
        }
    }
}

/// A text is parsed twice, because the answer of a read contains texts that can only be copied from
/// JSON.
impl<'de> Deserialize<'de> for StepResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// The first field: a result of an action has several, the others have one.
        #[derive(Deserialize)]
        struct StepKind {
            action: Option<serde::de::IgnoredAny>,
            r#let: Option<serde::de::IgnoredAny>,
            r#for: Option<serde::de::IgnoredAny>,
            stop: Option<serde::de::IgnoredAny>,
            collect: Option<serde::de::IgnoredAny>,
        }
        let text = Box::<RawValue>::deserialize(deserializer)?;
        let kind: StepKind = serde_json::from_str(text.get()).map_err(serde::de::Error::custom)?;
        let control = [kind.r#let, kind.r#for, kind.stop, kind.collect];
        let is_control = control.iter().any(Option::is_some);
        let result = match (kind.action, is_control) {
            (Some(_), _) => serde_json::from_str(text.get()).map(StepResult::Action),
            (None, true) => serde_json::from_str(text.get()).map(StepResult::Control),
            (None, false) => serde_json::from_str(text.get()).map(StepResult::Read),
        };
        result.map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::interact::InteractRequest;
    use serde_json::json;

    fn request(actions: Value) -> Result<InteractRequest, String> {
        serde_json::from_value(json!({"actions": actions})).map_err(|error| error.to_string())
    }

    #[test]
    fn reads_and_actions_are_steps_of_one_list() {
        let actions = json!([
            {"action": "click", "uid": "9"},
            {"wait": {"for": "text", "value": "Saved", "timeoutMs": 900}},
            {"get": {"what": "value", "uid": "3"}},
            {"find": {"role": "button"}},
            {"observe": {"scope": "#list"}},
            {"screenshot": {"marks": true}},
        ]);
        let parsed = request(actions).expect("a request");
        let names: Vec<&str> = parsed
            .actions
            .iter()
            .map(|step| match step {
                Step::Action(act) => act.action.as_str(),
                Step::Read(read) => read.as_str(),
                Step::Control(control) => control.as_str(),
            })
            .collect();
        assert_eq!(
            names,
            ["click", "wait", "get", "find", "observe", "screenshot"]
        );
        let sent = serde_json::to_value(&parsed).expect("JSON");
        assert_eq!(
            sent["actions"][2],
            json!({"get": {"what": "value", "uid": "3"}})
        );
        let again: InteractRequest = serde_json::from_value(sent).expect("a request");
        assert_eq!(again, parsed);
    }

    #[test]
    fn faults_name_the_read_and_the_field() {
        let cases = [
            (json!({"uid": 3}), "`action`, a read one of"),
            (json!({"if": {"find": {}}}), "`if`: missing field `then`"),
            (
                json!({"stop": "done", "uid": 3}),
                "`stop`: unknown field `uid`",
            ),
            (
                json!({"for": {"times": 2}, "do": [{"find": {"nme": "x"}}]}),
                "`for`: `find`: unknown field `nme`",
            ),
            (
                json!({"collect": {"what": "rows"}, "next": {"action": "click", "to": 3}}),
                "`collect`: `click` doesn't accept `to`",
            ),
            (json!({"find": {"nme": "x"}}), "`find`: unknown field `nme`"),
            (json!({"get": {"uid": 3}}), "`get`: missing field `what`"),
            (json!({"wait": "text"}), "`wait` must be an object"),
            (
                json!({"find": {"session": "a"}}),
                "`find` takes no `session`",
            ),
            (json!({"find": {}, "wait": {}}), "`find` takes no `wait`"),
            (
                json!({"action": "click", "find": {}}),
                "doesn't accept `find`",
            ),
        ];
        for (item, expected) in cases {
            let fault = request(json!([item])).expect_err("a fault");
            assert!(fault.contains(expected), "{fault}");
        }
    }

    #[test]
    fn steps_that_decide_contain_others() {
        let actions = json!([
            {"let": "price", "from": {"get": {"what": "text", "uid": "4"}}},
            {"if": {"value": "$price", "over": 10.0}, "then": [{"stop": "too much"}]},
            {"for": {"rows": [{"name": "Ada", "age": 36}]}, "do": [
                {"action": "fill", "value": "$name", "uid": "5"},
                {"unless": {"find": {"name": "Saved"}}, "then": [{"action": "reload"}]},
            ]},
            {"expect": {"wait": {"for": "text", "value": "Done"}}},
            {"collect": {"what": "rows"}, "next": {"action": "click", "selector": "text=Next"},
                "pages": 3},
        ]);
        let parsed = request(actions.clone()).expect("a request");
        let sent = serde_json::to_value(&parsed).expect("JSON");
        assert_eq!(sent["actions"], actions);
        let Step::Control(each) = &parsed.actions[2] else {
            panic!("{parsed:?}");
        };
        assert_eq!(each.lists()[0].len(), 2);
    }

    #[test]
    fn results_of_reads_and_actions_are_distinguished() {
        let results = json!([
            {"action": "click", "outcome": "changed"},
            {"wait": {"for": "text", "waitedMs": 3}},
            {"get": {"tab": 1, "value": "Ada"}},
            {"let": {"name": "price", "value": "3"}},
            {"for": {"rounds": 3}},
            {"stop": "enough"},
        ]);
        let text = results.to_string();
        let parsed: Vec<StepResult> = serde_json::from_str(&text).expect("results");
        assert!(parsed[0].action().is_some() && parsed[1].action().is_none());
        assert_eq!(serde_json::to_value(&parsed).expect("JSON"), results);
    }
}
