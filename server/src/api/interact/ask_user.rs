//! `POST /ask-user`, and the step `ask_user`: a question to the user of the browser, in a window of
//! the extension. It takes no turn: the agent's other requests go on while the user thinks.

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::request;
use crate::api::tabs::{self, TabChoice};
use crate::api::wait;
use crate::audit::subject;
use crate::state::App;
use axlens_protocol::agent::interact::ask_user::{AskUserAnswer, AskUserRequest};
use axlens_protocol::agent::wait::{WaitAnswer, WaitFor, WaitRequest};
use axlens_protocol::model::AskUserOutcome;
use axlens_protocol::wire::{AskUserParams, AskUserResult, Method};
use axlens_protocol::{Code, Fault};
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

/// Checks the condition of a request.
fn check_until(until: &WaitRequest) -> Result<(), Fault> {
    let has_place = until.tab.is_some() || until.browser.is_some() || until.session.is_some();
    if has_place || until.timeout_ms.is_some() {
        return Err(Fault::bad_request(
            "`until` takes no `tab`, `browser`, `session` and `timeoutMs`: the request has them.",
        ));
    }
    if matches!(until.event, WaitFor::Time | WaitFor::Download) {
        let message = "`until` is a condition of the page: `time` and `download` are none.";
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
    let choice = TabChoice {
        tab: request.tab,
        browser: request.browser.clone(),
    };
    let destination = tabs::destination(context, &choice).await?;
    let until = request.until.as_deref().map(|until| WaitRequest {
        tab: choice.tab,
        browser: choice.browser.clone(),
        ..until.clone()
    });
    if let Some(until) = &until
        && let Some(answer) = holds_now(context, until).await?
    {
        return Ok(done(&answer, start));
    }
    let seconds = request.seconds.unwrap_or(DEFAULT_SECONDS);
    let condition = until_holds(context, until.as_ref(), Duration::from_secs(seconds));
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

/// The answer of a wait whose condition holds already.
async fn holds_now(
    context: RequestContext<'_>,
    until: &WaitRequest,
) -> Result<Option<WaitAnswer>, Fault> {
    let context = RequestContext {
        deadline: Instant::now(),
        ..context
    };
    match wait::in_turn(context, until, None).await {
        Ok(answer) => Ok(Some(answer)),
        Err(fault) if fault.code == Code::NotYet => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// Waits until a condition holds. It never ends without a condition, and after `limit`: then the
/// question ends.
async fn until_holds(
    context: RequestContext<'_>,
    until: Option<&WaitRequest>,
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
        if let Ok(answer) = wait::in_turn(context, until, None).await {
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
                json!({"question": "x", "until": {"for": "load", "tab": 1}}),
                "takes no",
            ),
        ] {
            let fault = checked(request).expect_err("a fault");
            assert!(fault.message.contains(expected), "{}", fault.message);
        }
        let until = json!({"for": "text", "value": "Welcome"});
        checked(json!({"question": "Please log in.", "until": until})).expect("a request");
        checked(json!({"question": "Which?", "choices": ["A", "B"]})).expect("a request");
    }
}
