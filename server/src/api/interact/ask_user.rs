//! `POST /ask-user`, and the step `ask_user`: a question to the user of the browser, in a window of
//! the extension. It takes no turn: the agent's other requests go on while the user thinks.

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::request;
use crate::api::tabs::{self, TabChoice};
use crate::api::wait::{self, OldMatches};
use crate::audit::subject;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::interact::ask_user::{AskUserAnswer, AskUserRequest};
use axlens_protocol::agent::wait::{WaitAnswer, WaitFor, WaitRequest};
use axlens_protocol::model::AskUserOutcome;
use axlens_protocol::wire::{AskUserParams, AskUserResult, Method};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// Valid lengths of a question, in characters.
const QUESTION_CHARS: RangeInclusive<usize> = 1..=500;
/// Valid lengths of an answer to choose from, in characters.
const CHOICE_CHARS: RangeInclusive<usize> = 1..=80;
/// Maximum number of answers to choose from.
const MAX_CHOICES: usize = 8;
/// Valid values of `seconds`.
const SECONDS: RangeInclusive<u64> = 5..=600;
/// Default of `seconds`.
const DEFAULT_SECONDS: u64 = 300;
/// The least time between two attempts to read a page that can't be read.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Answers a request.
///
/// # Errors
/// `bad_request`; `permission_denied` if nobody can be asked now; every fault of the extension.
pub async fn ask_user(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: AskUserRequest,
) -> Result<AskUserAnswer, Fault> {
    let session = request::session(agent, request.session.clone())?;
    check(&request)?;
    let context = RequestContext::new(app, agent, &session, request::DEFAULT_LIMIT);
    ask(context, request).await
}

/// Checks a request.
///
/// # Errors
/// `bad_request`.
pub fn check(request: &AskUserRequest) -> Result<(), Fault> {
    let is_long = |text: &String| !CHOICE_CHARS.contains(&text.chars().count());
    let message = if !QUESTION_CHARS.contains(&request.question.trim().chars().count()) {
        format!(
            "`question` must have from 1 to {} characters.",
            QUESTION_CHARS.end()
        )
    } else if request.choices.len() > MAX_CHOICES || request.choices.iter().any(is_long) {
        let max = CHOICE_CHARS.end();
        format!("`choices` must be at most {MAX_CHOICES} texts of 1 to {max} characters.")
    } else if has_equal(&request.choices) {
        "`choices` must be different texts, and not blank.".to_owned()
    } else if request.text && !request.choices.is_empty() {
        "Give one of `choices` and `text`.".to_owned()
    } else if !request
        .seconds
        .is_none_or(|seconds| SECONDS.contains(&seconds))
    {
        let (min, max) = SECONDS.into_inner();
        format!("`seconds` must be from {min} to {max}.")
    } else {
        return request.until.as_deref().map_or(Ok(()), check_until);
    };
    Err(Fault::bad_request(message))
}

/// Whether two of the choices look the same, or one looks like none.
fn has_equal(choices: &[String]) -> bool {
    let plain = |choice: &String| {
        let words: Vec<&str> = choice.split_whitespace().collect();
        words.join(" ").to_lowercase()
    };
    let all: HashSet<String> = choices.iter().map(plain).collect();
    all.len() < choices.len() || all.contains("")
}

/// Checks a request whose answer is a value of a list of steps.
///
/// # Errors
/// `bad_request`.
pub fn check_value(request: &AskUserRequest) -> Result<(), Fault> {
    if request.until.is_some() || (request.choices.is_empty() && !request.text) {
        let message = "`let` with `ask_user` takes `choices` or `text`, and no `until`: a task has no answer.";
        return Err(Fault::bad_request(message));
    }
    check(request)
}

/// Checks the condition of a request.
fn check_until(until: &WaitRequest) -> Result<(), Fault> {
    let has_place = until.tab.is_some() || until.browser.is_some() || until.session.is_some();
    if has_place || until.timeout_ms.is_some() {
        return Err(Fault::bad_request(
            "`until` takes no `tab`, `browser`, `session` and `timeoutMs`: the request has them.",
        ));
    }
    let is_of_page = match until.event {
        WaitFor::Appears
        | WaitFor::Vanishes
        | WaitFor::Enabled
        | WaitFor::Text
        | WaitFor::TextGone
        | WaitFor::Url => true,
        // Most pages are loaded and quiet before the user has done anything.
        WaitFor::Load | WaitFor::Quiet | WaitFor::Download | WaitFor::Time => false,
    };
    if !is_of_page {
        let message = "`until` is a text, an element or the URL of the page: `load`, `quiet`, `download` and `time` are none.";
        return Err(Fault::bad_request(message));
    }
    wait::check(until)
}

/// Asks the user. [`check`] has accepted the request. The time until the answer is no time of the
/// context.
///
/// # Errors
/// Those of [`ask_user`].
pub async fn ask(
    mut context: RequestContext<'_>,
    request: AskUserRequest,
) -> Result<AskUserAnswer, Fault> {
    subject::note_kind("ask_user");
    let start = Instant::now();
    let until = match &request.until {
        Some(until) => Some(Until::new(context, &request, until).await?),
        None => None,
    };
    if let Some(until) = &until
        && let Some(answer) = until.holds_now(context).await
    {
        return Ok(done(&answer, start));
    }
    let choice = TabChoice {
        tab: until
            .as_ref()
            .and_then(|until| until.wait.tab)
            .or(request.tab),
        browser: request.browser.clone(),
    };
    let destination = tabs::destination(context, &choice).await?;
    let seconds = request.seconds.unwrap_or(DEFAULT_SECONDS);
    // The window may wait as long for the one before as for its answer.
    let limit = Duration::from_secs(2 * seconds);
    let condition = until_holds(context, until.as_ref(), limit);
    let question = Method::AskUser(AskUserParams {
        question: request.question,
        choices: request.choices,
        text: request.text,
        until: until.is_some(),
        seconds,
    });
    let result: AskUserResult = tokio::select! {
        biased;
        answered = context.query_held(destination, question) => answered?,
        // The query is cancelled, which closes the window.
        answer = condition => return Ok(done(&answer, start)),
    };
    subject::note_tab(&result.tab);
    let tab = destination.tab(result.tab.id);
    let handles = &mut context.app.sessions().handles;
    Ok(AskUserAnswer {
        answer: result.answer,
        outcome: result.outcome,
        tab: handles.get_or_reassign(tab, &result.tab.was),
        waited_ms: milliseconds(start),
    })
}

/// The condition of a question, in its tab.
struct Until {
    wait: WaitRequest,
    /// The matches when the question was asked, if only new ones count.
    old: Option<OldMatches>,
}

impl Until {
    /// The condition of a request. Its tab is the one of now, also if the user activates another.
    ///
    /// # Errors
    /// `bad_request`; those of ids, and every fault of the extension.
    async fn new(
        context: RequestContext<'_>,
        request: &AskUserRequest,
        until: &WaitRequest,
    ) -> Result<Until, Fault> {
        let mut wait = WaitRequest {
            tab: request.tab,
            browser: request.browser.clone(),
            ..until.clone()
        };
        wait.tab = Some(wait::tab_of(context, &wait).await?);
        let old = match wait.new {
            true => Some(wait::old_matches(context, &wait).await?),
            false => None,
        };
        Ok(Until { wait, old })
    }

    /// The answer of a wait that times out at the deadline of the context. `None` also if the page
    /// can't be read.
    async fn holds(&self, context: RequestContext<'_>) -> Option<WaitAnswer> {
        let answer = wait::in_turn(context, &self.wait, self.old.clone()).await;
        answer.ok()
    }

    /// The answer of a wait whose condition holds already.
    async fn holds_now(&self, context: RequestContext<'_>) -> Option<WaitAnswer> {
        let deadline = Instant::now();
        let now = RequestContext {
            deadline,
            ..context
        };
        self.holds(now).await
    }
}

/// Waits until a condition holds. It never ends without a condition, and after `limit`: then the
/// question ends.
async fn until_holds(
    context: RequestContext<'_>,
    until: Option<&Until>,
    limit: Duration,
) -> WaitAnswer {
    let Some(until) = until else {
        return std::future::pending().await;
    };
    let context = RequestContext {
        deadline: Instant::now() + limit,
        ..context
    };
    // The user may be on a page that the agent may not read, such as that of a login.
    let mut attempts = tokio::time::interval(RETRY_INTERVAL);
    while !context.is_expired() {
        attempts.tick().await;
        if let Some(answer) = until.holds(context).await {
            return answer;
        }
    }
    std::future::pending().await
}

fn done(answer: &WaitAnswer, start: Instant) -> AskUserAnswer {
    AskUserAnswer {
        answer: None,
        outcome: AskUserOutcome::Finished,
        tab: answer.tab.unwrap_or_default(),
        waited_ms: milliseconds(start),
    }
}

fn milliseconds(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn checked(request: Value) -> Result<(), Fault> {
        check(&serde_json::from_value(request).expect("a request"))
    }

    #[test]
    fn questions_have_bounds() {
        let choices: Vec<String> = (0..9).map(|number| number.to_string()).collect();
        for (request, expected) in [
            (json!({"question": " "}), "`question` must"),
            (json!({"question": "x".repeat(501)}), "`question` must"),
            (json!({"question": "x", "choices": choices}), "at most 8"),
            (json!({"question": "x", "choices": [""]}), "of 1 to 80"),
            (
                json!({"question": "x", "choices": ["a"], "text": true}),
                "one of",
            ),
            (json!({"question": "x", "seconds": 601}), "from 5 to 600"),
            (
                json!({"question": "x", "until": {"for": "time"}}),
                "are none",
            ),
            (
                json!({"question": "x", "until": {"for": "load"}}),
                "are none",
            ),
            (
                json!({"question": "x", "until": {"for": "url", "value": "/", "tab": 1}}),
                "takes no",
            ),
            (
                json!({"question": "x", "choices": ["Yes", " yes"]}),
                "different",
            ),
            (json!({"question": "x", "choices": [" "]}), "not blank"),
        ] {
            let fault = checked(request).expect_err("a fault");
            assert!(fault.message.contains(expected), "{}", fault.message);
        }
        let until = json!({"for": "text", "value": "Welcome"});
        checked(json!({"question": "Please log in.", "until": until})).expect("a request");
        checked(json!({"question": "Which?", "choices": ["A", "B"]})).expect("a request");
    }
}
