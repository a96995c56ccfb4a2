//! `axlens get rows --next`: the rows of several pages.

use super::{fail_whole, has_refused, parse};
use crate::cli::client::InteractResponse;
use crate::cli::get::GetArgs;
use crate::cli::line::LineError;
use crate::cli::request::{fail, send_actions};
use crate::cli::{FAILED, OK, USAGE, print};
use crate::text::rows;
use anyhow::{Context, bail};
use axlens_local::StateDir;
use axlens_protocol::agent::interact::{
    CollectStep, CollectedRows, ControlResult, ControlStep, InteractAnswer, InteractRequest, Step,
    StepResult,
};
use axlens_protocol::agent::observe::ObserveRequest;
use serde_json::Value;

/// Reads the rows of several pages, and prints them. If an action fails, prints those before it.
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub(crate) fn collect(dir: &StateDir, mut args: GetArgs) -> anyhow::Result<u8> {
    let (as_csv, as_json) = (args.take_csv(), args.as_json());
    let step = match collect_step(args) {
        Ok(step) => step.context("--next is for rows")?,
        Err(error) => {
            print::remark(&format!("axlens: {error:#}"));
            return Ok(USAGE);
        }
    };
    let response = send_actions(dir, &alone(step)?)?;
    let (fault, answer): (_, Option<InteractAnswer>) = match response {
        InteractResponse::Answer(answer) if as_json => {
            print::text(&answer.indented()?);
            return Ok(OK);
        }
        InteractResponse::Stopped(stopped) if as_json => return fail_whole(&stopped, as_json),
        InteractResponse::Answer(answer) => (None, Some(answer.read()?)),
        InteractResponse::Stopped(stopped) => (Some(stopped.fault), stopped.done),
    };
    if let Some(collected) = answer.as_ref().and_then(collected) {
        if as_csv {
            print::remark(&rows::extent(collected));
            print::text(&rows::csv(&collected.columns, &collected.rows));
        } else {
            print::text(&rows::collected(collected));
        }
    }
    if let Some(hint) = answer.as_ref().and_then(|answer| answer.hint.as_ref()) {
        print::hint(hint);
    }
    match fault {
        Some(fault) => fail(&fault, false),
        None if answer.as_ref().is_some_and(has_refused) => Ok(FAILED),
        None => Ok(OK),
    }
}

/// The step of a command with `--next`, without its session and its place; `None` without `--next`.
///
/// # Errors
/// If the command of `--next` is no action.
pub(super) fn collect_step(mut args: GetArgs) -> anyhow::Result<Option<CollectStep>> {
    let Some((command, pages)) = args.take_next()? else {
        return Ok(None);
    };
    let parsed = parse(&command).map_err(|error| match error {
        LineError::Help(text) | LineError::Usage(text) => anyhow::anyhow!("--next: {text}"),
    })?;
    let mut actions = parsed.into_iter().map(|(step, _)| step);
    let (Some(Step::Action(next)), None) = (actions.next(), actions.next()) else {
        bail!("--next: {command:?} is not one action");
    };
    Ok(Some(CollectStep {
        collect: args.request()?,
        next: *next,
        pages,
    }))
}

/// A request with only this step, whose texts name no values.
fn alone(step: CollectStep) -> anyhow::Result<InteractRequest> {
    let mut json = serde_json::to_value(step)?;
    double_dollars(&mut json);
    let mut step: CollectStep = serde_json::from_value(json)?;
    let get = &mut step.collect;
    let observe = ObserveRequest {
        what: Some("a11y_tree".to_owned()),
        tab: get.tab.take(),
        browser: get.browser.take(),
        session: get.session.take(),
        timeout_ms: get.timeout_ms.take(),
        ..ObserveRequest::default()
    };
    let collect = Step::from(ControlStep::Collect(Box::new(step)));
    Ok(InteractRequest::of(vec![collect], observe))
}

/// `$$` is a dollar sign.
fn double_dollars(json: &mut Value) {
    match json {
        Value::String(text) => *text = text.replace('$', "$$"),
        Value::Array(items) => items.iter_mut().for_each(double_dollars),
        Value::Object(fields) => fields.values_mut().for_each(double_dollars),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn collected(answer: &InteractAnswer) -> Option<&CollectedRows> {
    answer.results.iter().find_map(|result| match result {
        StepResult::Control(control) => match &**control {
            ControlResult::Collect(collected) => Some(&**collected),
            ControlResult::Let(_) | ControlResult::For(_) | ControlResult::Stop(_) => None,
        },
        StepResult::Action(_) | StepResult::Read(_) => None,
    })
}
