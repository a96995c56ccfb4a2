//! `POST /interact`: executes actions on elements of a snapshot or on tabs, one after the other
//! up to the first fault, and answers with the outcome of each. Each action passes five steps,
//! one file each: [`resolve`] → [`check`] → [`execute`] → [`judge`] → [`present`]; [`runner`]
//! calls them. Between actions there can be [`reads`]. The extension decides whether an action
//! is permitted and requests the user's consent.

mod arguments;
mod at_most_once;
mod background;
mod check;
mod compare;
mod execute;
mod judge;
mod judging_rules;
mod outside;
mod page_state;
mod present;
mod reads;
mod refusal;
mod resolve;
mod runner;
pub mod uploads;
mod view;

use crate::agents::{self, Agent};
use crate::api::context::RequestContext;
use crate::api::request;
use crate::interact_error::InteractError;
use crate::queue::fair_queue::Turn;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::interact::{InteractAnswer, InteractRequest, Step};
use runner::ActionRunner;
use std::sync::Arc;
use std::time::Duration;

/// Maximum number of actions of one request.
const MAX_ACTIONS: usize = 100;

/// Maximum length of a request's key, in bytes.
const MAX_KEY_LEN: usize = 100;

/// Minimum time for the snapshot at the end, if the actions took all of the request's time.
const MIN_FOR_SNAPSHOT: Duration = Duration::from_secs(2);

/// Answers a request.
///
/// # Errors
/// Those of ids, `stale_uid`, `changed_uid`, `permission_denied`, those of an element that can't
/// take the action now, and every fault of the extension.
pub async fn interact(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: InteractRequest,
) -> Result<InteractAnswer, InteractError> {
    agents::may_act(agent)?;
    validate(&request)?;
    check_steps(agent, &request)?;
    let limit = reads::limit(&request)?;
    let session = request::session(agent, request.observe.session.clone())?;
    let context = RequestContext::new(app, agent, &session, limit);
    let mut key_turn = at_most_once::key_turn(context, request.key.as_deref()).await?;
    if let Some(denial) = key_turn.as_ref().and_then(Turn::handed_over) {
        return Err(denial);
    }
    let answer = run(context, &request).await;
    if let (Some(turn), Err(stopped)) = (&mut key_turn, &answer) {
        at_most_once::share_denial(turn, stopped);
    }
    answer
}

/// Waits for the agent's turn, runs the actions, and answers.
async fn run(
    context: RequestContext<'_>,
    request: &InteractRequest,
) -> Result<InteractAnswer, InteractError> {
    let _turn = context.turn().await?;
    let limit = context.remaining();
    let (context, result) = ActionRunner::new(context, request)?.run().await;
    let remaining = context.remaining().max(MIN_FOR_SNAPSHOT.min(limit));
    present::answer(context, request, result, remaining).await
}

fn validate(request: &InteractRequest) -> Result<(), Fault> {
    if request.actions.is_empty() || request.actions.len() > MAX_ACTIONS {
        let message = format!("`actions` must have from 1 to {MAX_ACTIONS} actions.");
        return Err(Fault::bad_request(message));
    }
    let key = request.key.as_deref();
    if key.is_some_and(|key| key.is_empty() || key.len() > MAX_KEY_LEN) {
        let message = format!("`key` must have from 1 to {MAX_KEY_LEN} bytes.");
        return Err(Fault::bad_request(message));
    }
    if request.dry_run && key.is_some() {
        return Err(Fault::bad_request(
            "A dry run executes nothing that a `key` could prevent from being repeated: leave it out.",
        ));
    }
    if request.observe.cursor.is_some() || request.observe.compression.is_some() {
        return Err(Fault::bad_request(
            "`snapshot` decides what the answer shows of the page: leave out `cursor` and `compression`.",
        ));
    }
    Ok(())
}

/// Checks all steps before the first one is executed.
fn check_steps(agent: &Arc<Agent>, request: &InteractRequest) -> Result<(), Fault> {
    let count = request.actions.len();
    let mut steps = (1..).zip(&request.actions);
    steps.try_for_each(|(number, step)| {
        let checked = match step {
            Step::Action(act) if request.dry_run => {
                arguments::check_dry_run(&act.action).and_then(|()| arguments::check(act))
            }
            Step::Action(act) => arguments::check(act),
            Step::Read(read) => reads::check(agent, read),
        };
        checked.map_err(|fault| match count {
            1 => fault,
            _ => Fault {
                message: format!("Step {number}: {} Nothing was executed.", fault.message),
                ..fault
            },
        })
    })
}
