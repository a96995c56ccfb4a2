//! `axlens click`, `fill`, `press` and the other actions, and `axlens do`, which executes several
//! commands: sends the request and prints the outcomes.

mod arguments;
mod ask_user;
mod steps;

use super::client::InteractResponse;
use super::request::{finish, send_actions};
use super::{FAILED, print};
use crate::text::answer_text;
use crate::text::interface::Interface;
pub(crate) use arguments::ActCommand;
use arguments::{ActArgs, ShowName};
pub(crate) use ask_user::{AskUserArgs, ask_user};
use axlens_local::StateDir;
use axlens_protocol::agent::interact::{InteractAnswer, InteractRequest, Show, Step, StepResult};
use axlens_protocol::agent::observe::ObserveRequest;
use axlens_snapshot::options::Format;
pub(crate) use steps::{DoArgs, collect, run_steps};

/// Executes an action, or one for each element, and prints the outcome.
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub(crate) fn act(dir: &StateDir, command: ActCommand) -> anyhow::Result<u8> {
    let (actions, args) = command.actions()?;
    let actions: Vec<Step> = actions.into_iter().map(Step::from).collect();
    let (count, as_json) = (actions.len(), args.page.json);
    let response = send_actions(dir, &request(actions, args))?;
    if count > 1 {
        return steps::finish_steps(response, (&vec![None; count], false), as_json);
    }
    let response = match response {
        InteractResponse::Answer(answer) => Ok(answer),
        InteractResponse::Stopped(stopped) => Err(stopped.fault),
    };
    let mut is_refused = false;
    if let Ok(answer) = &response {
        is_refused = has_refused(&answer.read()?);
    }
    let code = finish(response, as_json, |answer| {
        let answer: InteractAnswer = answer.read()?;
        if let Some(hint) = &answer.hint {
            print::hint(hint);
        }
        answer_text::interacted(&answer, Interface::Cli)
    })?;
    Ok(if is_refused { FAILED } else { code })
}

/// Whether a step has ended the others without a fault.
fn has_refused(answer: &InteractAnswer) -> bool {
    answer.results.iter().any(StepResult::ends_steps)
}

/// The request for actions with their common arguments.
fn request(actions: Vec<Step>, args: ActArgs) -> InteractRequest {
    let observe = ObserveRequest {
        what: Some("a11y_tree".to_owned()),
        tab: args.tab,
        browser: args.page.browser,
        session: Some(args.page.session),
        timeout_ms: args.page.timeout,
        format: Format::Lean,
        ..ObserveRequest::default()
    };
    InteractRequest {
        key: args.key,
        dialogs: args.dialogs.dialogs(),
        activation: args.activation,
        dry_run: args.dry_run,
        show: match args.show {
            ShowName::Delta => Show::Delta,
            ShowName::Full => Show::Full,
            ShowName::None => Show::None,
        },
        ..InteractRequest::of(actions, observe)
    }
}
