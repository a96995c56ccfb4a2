//! Conditions of the steps that decide: whether they hold, and what is there instead.

use super::ActionRunner;
use crate::agents::Agent;
use crate::api::interact::compare::numbers;
use crate::api::interact::present::ActionsResult;
use crate::api::interact::{check_leaf, values};
use axlens_protocol::agent::find::{ElementCriteria, FindAnswer, FindRequest};
use axlens_protocol::agent::interact::{ReadAnswer, ReadStep, Step, StepCondition};
use axlens_protocol::agent::wait::WaitRequest;
use axlens_protocol::model::AskUserOutcome;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::quote::{requoted, shortened};
use std::sync::Arc;

/// The time of a `wait` in a condition, in milliseconds.
const WAIT_MS: u64 = 1_000;
/// Maximum number of elements that a fault lists.
const LISTED: usize = 5;
/// Maximum length of a text in a fault, in characters.
const MAX_TEXT: usize = 120;

/// Whether a condition holds.
pub(super) struct Tested {
    pub holds: bool,
    pub subject: Subject,
}

/// What a condition is about, as it is now.
pub(super) enum Subject {
    /// The number of matches of a `find`.
    Matches(usize),
    /// The text of a `get` or a value.
    Text(String),
    /// Why a `wait` has failed; `None` if it has not.
    NotYet(Option<String>),
}

impl ActionRunner<'_> {
    /// Whether a condition holds, whose values are filled in.
    ///
    /// # Errors
    /// Those of its read, and `not_applicable` for a comparison with something that is no number.
    pub(super) async fn test(
        &mut self,
        condition: &StepCondition,
        result: &mut ActionsResult,
    ) -> Result<Tested, Fault> {
        let subject = match read_of(condition) {
            None => Subject::Text(condition.value.clone().unwrap_or_default()),
            Some(read) => {
                check_filled(self.context.agent, &[Step::from(read.clone())])?;
                match self.read_alone(&read, result).await {
                    Ok(ReadAnswer::Find(found)) => Subject::Matches(found.count),
                    Ok(ReadAnswer::Get(got)) => {
                        let text = values::single_value(&got);
                        Subject::Text(text.ok_or_else(|| no_single_value(got.secret))?)
                    }
                    Ok(
                        ReadAnswer::Wait(_)
                        | ReadAnswer::Observe(_)
                        | ReadAnswer::Screenshot(_)
                        | ReadAnswer::Network(_)
                        | ReadAnswer::Errors(_)
                        | ReadAnswer::Downloads(_)
                        | ReadAnswer::AskUser(_),
                    ) => Subject::NotYet(None),
                    // The request's own time has cut the wait.
                    Err(fault) if fault.code == Code::NotYet && self.context.is_expired() => {
                        return Err(Fault::new(Code::Timeout, "The time of the request is up."));
                    }
                    Err(fault) if fault.code == Code::NotYet => {
                        Subject::NotYet(Some(fault.message))
                    }
                    Err(fault) => return Err(fault),
                }
            }
        };
        let holds = holds(condition, &subject)?;
        Ok(Tested { holds, subject })
    }

    /// What is there instead of what a condition expects.
    pub(super) async fn instead_of(
        &mut self,
        condition: &StepCondition,
        subject: &Subject,
        result: &mut ActionsResult,
    ) -> String {
        match subject {
            Subject::Text(text) => format!("It is {}.", requoted(&shortened(text, MAX_TEXT))),
            Subject::NotYet(why) => why.clone().unwrap_or_default(),
            Subject::Matches(0) => self.near(condition, result).await,
            Subject::Matches(count) => format!("{count} match."),
        }
    }

    /// What the page has of the role that a condition searches for, or else its title.
    async fn near(&mut self, condition: &StepCondition, result: &mut ActionsResult) -> String {
        let role = condition
            .find
            .as_ref()
            .and_then(|find| find.criteria.role.clone());
        let nothing = "Nothing matches".to_owned();
        let near = FindRequest {
            criteria: ElementCriteria {
                role: Some(role.clone().unwrap_or_else(|| "heading".to_owned())),
                ..ElementCriteria::default()
            },
            limit: Some(LISTED),
            within: condition.find.as_ref().and_then(|find| find.within.clone()),
            tab: condition.find.as_ref().and_then(|find| find.tab),
            ..FindRequest::default()
        };
        let read = self.read_alone(&ReadStep::Find(near), result).await;
        let Ok(ReadAnswer::Find(found)) = read else {
            return format!("{nothing}.");
        };
        let role = role.as_deref().unwrap_or("heading");
        format!("{nothing}. {}", listed(&found, role))
    }
}

/// `The page "Orders" has 3 of the role button: "Save", "Cancel", "Help".`
fn listed(found: &FindAnswer, role: &str) -> String {
    let names = found.matches.iter().map(|found| {
        let name = match found.name.is_empty() {
            true => found.text.as_deref().unwrap_or_default(),
            false => &found.name,
        };
        requoted(&shortened(name, MAX_TEXT))
    });
    let names: Vec<String> = names.collect();
    let more = match found.count > names.len() {
        true => " and others",
        false => "",
    };
    let title = requoted(&shortened(&found.page_title, MAX_TEXT));
    match found.count {
        0 => format!("The page {title} has nothing of the role {role}."),
        count => format!(
            "The page {title} has {count} of the role {role}: {}{more}.",
            names.join(", ")
        ),
    }
}

/// The read of a condition; `None` for a value.
fn read_of(condition: &StepCondition) -> Option<ReadStep> {
    if let Some(find) = &condition.find {
        return Some(ReadStep::Find(find.clone()));
    }
    if let Some(get) = &condition.get {
        return Some(ReadStep::Get(get.clone()));
    }
    let wait = condition.wait.clone()?;
    Some(ReadStep::Wait(WaitRequest {
        timeout_ms: wait.timeout_ms.or(Some(WAIT_MS)),
        ..wait
    }))
}

fn holds(condition: &StepCondition, subject: &Subject) -> Result<bool, Fault> {
    let text = match subject {
        Subject::Matches(count) => count.to_string(),
        Subject::Text(text) => text.clone(),
        Subject::NotYet(why) => return Ok(why.is_none()),
    };
    if let Some(expected) = &condition.is {
        return Ok(text.trim() == expected.trim());
    }
    if let Some(part) = &condition.contains {
        return Ok(text.to_lowercase().contains(&part.to_lowercase()));
    }
    if let Some(limit) = condition.over {
        return compared(&text, |number| number > limit);
    }
    if let Some(limit) = condition.under {
        return compared(&text, |number| number < limit);
    }
    Ok(match subject {
        Subject::Matches(count) => *count > 0,
        Subject::Text(_) | Subject::NotYet(_) => !text.trim().is_empty(),
    })
}

/// Compares the number that a text is. "1.234" can be two numbers: both must compare alike.
fn compared(text: &str, holds: impl Fn(f64) -> bool) -> Result<bool, Fault> {
    let numbers = numbers(text);
    let mut compared = numbers.iter().map(|number| holds(*number));
    let quoted = requoted(&shortened(text, MAX_TEXT));
    let why = match compared.next() {
        Some(first) if compared.all(|other| other == first) => return Ok(first),
        Some(_) => format!("{quoted} can be two numbers: with a decimal mark, or without one."),
        None => format!("{quoted} is no number."),
    };
    Err(Fault::new(Code::NotApplicable, why)
        .hint("Read a smaller part of the page, which has only the number, or compare texts."))
}

/// The fault of an `expect`.
pub(super) fn not_as_expected(condition: &StepCondition, instead: &str) -> Fault {
    let expected = serde_json::to_string(condition).unwrap_or_default();
    let expected = shortened(&expected, 2 * MAX_TEXT).into_owned();
    Fault::new(
        Code::NotAsExpected,
        format!("Not as expected: {expected}. {instead}"),
    )
}

/// The fault of a read that has no single text.
pub(super) fn no_single_value(is_secret: bool) -> Fault {
    let message = match is_secret {
        true => "The value is secret: it is in no text and no comparison.",
        false => "This read has no single text, or only a part of it.",
    };
    Fault::new(Code::NotApplicable, message).hint(
        "Read `value`, `text`, `state`, `attribute`, `count`, `url` or `title`, or `rows` with one of its `columns`.",
    )
}

/// The user has not answered a question whose answer is a value.
pub(super) fn not_answered(outcome: AskUserOutcome) -> Fault {
    let message = format!("The question has no answer: {}.", outcome.as_str());
    Fault::new(Code::NotAsExpected, message)
}

/// Checks steps whose values were filled in, as they are checked before the first one without
/// values.
///
/// # Errors
/// `bad_request`.
pub(super) fn check_filled(agent: &Arc<Agent>, steps: &[Step]) -> Result<(), Fault> {
    steps
        .iter()
        .try_for_each(|step| check_leaf(agent, step, false))
}

/// Checks a condition before the first step.
///
/// # Errors
/// `bad_request`.
pub fn check(agent: &Arc<Agent>, condition: &StepCondition) -> Result<(), Fault> {
    let subjects = [
        condition.find.is_some(),
        condition.get.is_some(),
        condition.wait.is_some(),
        condition.value.is_some(),
    ];
    let comparisons = [
        condition.is.is_some(),
        condition.contains.is_some(),
        condition.over.is_some(),
        condition.under.is_some(),
    ];
    let count = |set: &[bool]| set.iter().filter(|is_set| **is_set).count();
    if count(&subjects) != 1 {
        let message = "A condition has one of `find`, `get`, `wait` and `value`.";
        return Err(Fault::bad_request(message));
    }
    if count(&comparisons) > 1 || (condition.wait.is_some() && count(&comparisons) > 0) {
        let message = "A condition has at most one of `is`, `contains`, `over` and `under`, and none with `wait`.";
        return Err(Fault::bad_request(message));
    }
    match read_of(condition) {
        Some(read) if !values::names_values(&read) => check_leaf(agent, &read.into(), false),
        Some(_) | None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn is_so(condition: serde_json::Value, subject: &Subject) -> Result<bool, Fault> {
        let condition: StepCondition = serde_json::from_value(condition).expect("a condition");
        holds(&condition, subject)
    }

    #[test]
    fn texts_and_numbers_are_compared() {
        let price = Subject::Text("$10.50".to_owned());
        assert_eq!(is_so(json!({"over": 10}), &price), Ok(true));
        assert_eq!(is_so(json!({"under": 10.5}), &price), Ok(false));
        assert_eq!(is_so(json!({"contains": "10.5"}), &price), Ok(true));
        assert_eq!(is_so(json!({"is": " $10.50 "}), &price), Ok(true));
        assert_eq!(is_so(json!({}), &Subject::Text(" ".to_owned())), Ok(false));
        assert_eq!(is_so(json!({}), &Subject::Matches(2)), Ok(true));
        assert_eq!(is_so(json!({"is": "0"}), &Subject::Matches(0)), Ok(true));
        assert_eq!(is_so(json!({}), &Subject::NotYet(None)), Ok(true));
        // 1234, or 1.234.
        let either = Subject::Text("1,234".to_owned());
        assert_eq!(is_so(json!({"over": 1}), &either), Ok(true));
        assert!(is_so(json!({"over": 10}), &either).is_err());
        assert!(is_so(json!({"over": 10}), &Subject::Text("ten".to_owned())).is_err());
    }
}
