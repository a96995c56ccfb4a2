//! `POST /interact`: executes actions on elements of a snapshot or on tabs, one after the other
//! up to the first fault, and answers with the outcome of each. Each action passes five steps,
//! one file each: [`resolve`] → [`check`] → [`execute`] → [`judge`] → [`present`]; [`runner`]
//! calls them. Between actions there can be [`reads`]. The extension decides whether an action
//! is permitted and requests the user's consent.

mod arguments;
pub mod ask_user;
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
mod values;
mod view;

use crate::agents::{self, Agent};
use crate::api::context::RequestContext;
use crate::api::request;
use crate::interact_error::InteractError;
use crate::queue::fair_queue::Turn;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::interact::{
    ControlStep, ForEach, InteractAnswer, InteractRequest, ReadStep, Step,
};
use runner::{ActionRunner, MAX_ROUNDS, check_collect, check_condition};
use std::sync::Arc;
use std::time::Duration;

/// Maximum number of steps of one request, with those in other steps.
const MAX_ACTIONS: usize = 100;

/// Maximum depth of steps in other steps.
const MAX_DEPTH: usize = 5;

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
    let count = count_steps(&request.actions);
    if count == 0 || count > MAX_ACTIONS {
        let message = format!("`actions` must have from 1 to {MAX_ACTIONS} actions.");
        return Err(Fault::bad_request(message));
    }
    let key = request.key.as_deref();
    if key.is_some_and(|key| key.is_empty() || key.len() > MAX_KEY_LEN) {
        let message = format!("`key` must have from 1 to {MAX_KEY_LEN} bytes.");
        return Err(Fault::bad_request(message));
    }
    if key.is_some() && collects(&request.actions) {
        let message = "`collect` takes no `key`: its rows can't be read again.";
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

fn collects(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Control(control) => {
            let is_so = matches!(**control, ControlStep::Collect(_));
            is_so || control.lists().into_iter().any(collects)
        }
        Step::Action(_) | Step::Read(_) => false,
    })
}

fn count_steps(steps: &[Step]) -> usize {
    let inner = |step: &Step| match step {
        Step::Control(control) => control.lists().into_iter().map(count_steps).sum(),
        Step::Action(_) | Step::Read(_) => 0,
    };
    steps.iter().map(|step| 1 + inner(step)).sum()
}

/// Checks all steps before the first one is executed.
fn check_steps(agent: &Arc<Agent>, request: &InteractRequest) -> Result<(), Fault> {
    check_list(agent, &request.actions, (request, 0)).map_err(
        |(number, fault)| match count_steps(&request.actions) {
            1 => fault,
            _ => Fault {
                message: format!("Step {number}: {} Nothing was executed.", fault.message),
                ..fault
            },
        },
    )?;
    values::check(request)
}

/// Checks steps in order. An error has the number of its step.
fn check_list(
    agent: &Arc<Agent>,
    steps: &[Step],
    (request, depth): (&InteractRequest, usize),
) -> Result<(), (String, Fault)> {
    for (number, step) in (1..).zip(steps) {
        // A text with a value of another step is checked when it has the value.
        let checked = match step {
            Step::Control(control) => check_control(agent, control, (request.dry_run, depth)),
            Step::Action(_) | Step::Read(_) if request.decides() && values::names_values(step) => {
                Ok(())
            }
            Step::Action(_) | Step::Read(_) => check_leaf(agent, step, request.dry_run),
        };
        checked.map_err(|fault| (number.to_string(), fault))?;
        if let Step::Control(control) = step {
            for list in control.lists() {
                check_list(agent, list, (request, depth + 1))
                    .map_err(|(inner, fault)| (format!("{number}.{inner}"), fault))?;
            }
        }
    }
    Ok(())
}

/// Checks an action or a read.
fn check_leaf(agent: &Arc<Agent>, step: &Step, dry_run: bool) -> Result<(), Fault> {
    match step {
        Step::Action(act) if dry_run => {
            arguments::check_dry_run(&act.action).and_then(|()| arguments::check(act))
        }
        Step::Action(act) => arguments::check(act),
        Step::Read(read) => reads::check(agent, read),
        Step::Control(_) => Ok(()),
    }
}

/// Checks a step that decides, without the steps in it.
fn check_control(
    agent: &Arc<Agent>,
    control: &ControlStep,
    (dry_run, depth): (bool, usize),
) -> Result<(), Fault> {
    if dry_run {
        let message = format!("A dry run takes no `{}`.", control.as_str());
        return Err(Fault::bad_request(message));
    }
    if depth >= MAX_DEPTH {
        let message = format!("Steps can be at most {MAX_DEPTH} deep in others.");
        return Err(Fault::bad_request(message));
    }
    match control {
        ControlStep::If(step) => check_condition(agent, &step.condition),
        ControlStep::Unless(step) => check_condition(agent, &step.unless),
        ControlStep::Expect(step) => check_condition(agent, &step.expect),
        ControlStep::Stop(_) => Ok(()),
        ControlStep::Collect(step) => check_collect(agent, step),
        ControlStep::Let(step) => match &*step.from {
            ReadStep::AskUser(request) => ask_user::check_value(request),
            ReadStep::Find(_) | ReadStep::Get(_) if values::names_values(&step.from) => Ok(()),
            read @ (ReadStep::Find(_) | ReadStep::Get(_)) => reads::check(agent, read),
            ReadStep::Wait(_)
            | ReadStep::Observe(_)
            | ReadStep::Screenshot(_)
            | ReadStep::Network(_)
            | ReadStep::Errors(_)
            | ReadStep::Downloads(_) => Err(Fault::bad_request(format!(
                "`let` reads with `find`, `get` or `ask_user`, not with `{}`.",
                step.from.as_str()
            ))),
        },
        ControlStep::For(step) if step.name.is_some() && matches!(step.each, ForEach::Rows(_)) => {
            let message = "`as` is not for `rows`: their fields are values with their own names.";
            Err(Fault::bad_request(message))
        }
        ControlStep::For(step) => check_rounds(agent, &step.each),
    }
}

fn check_rounds(agent: &Arc<Agent>, each: &ForEach) -> Result<(), Fault> {
    let count = match each {
        ForEach::Find(find) if values::names_values(find) => return Ok(()),
        ForEach::Find(find) => return reads::check(agent, &ReadStep::Find((**find).clone())),
        ForEach::Times(times) => *times,
        ForEach::Rows(rows) => {
            let mut fields = rows.iter().flatten();
            if let Some((name, _)) =
                fields.find(|(_, value)| value.is_array() || value.is_object() || value.is_null())
            {
                let message = format!("`rows`: {name:?} is no text, number or boolean.");
                return Err(Fault::bad_request(message));
            }
            rows.len()
        }
    };
    match (1..=MAX_ROUNDS).contains(&count) {
        true => Ok(()),
        false => Err(Fault::bad_request(format!(
            "`for` has from 1 to {MAX_ROUNDS} rounds."
        ))),
    }
}
