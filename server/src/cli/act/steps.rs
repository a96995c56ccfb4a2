//! `axlens do`: several commands in one request. Each is written as on the command line, and parsed
//! by the same definitions.

mod blocks;
mod collect;

use super::arguments::{ActArgs, ActCommand};
use super::ask_user::AskUserArgs;
use super::{has_refused, request};
use crate::cli::client::{CliStopped, InteractResponse};
use crate::cli::downloads::DownloadsArgs;
use crate::cli::errors::ErrorsArgs;
use crate::cli::find::{FindArgs, WaitArgs};
use crate::cli::get::GetArgs;
use crate::cli::line::{self, LineError};
use crate::cli::network::NetworkArgs;
use crate::cli::request::{fail, send_actions};
use crate::cli::screenshot::{self, ScreenshotArgs};
use crate::cli::snapshot::arguments::SnapshotArgs;
use crate::cli::{FAILED, OK, USAGE, print};
use crate::text::interface::{self, Interface};
use crate::text::{answer_text, numbered_results, outcomes};
use anyhow::Context;
use axlens_local::StateDir;
use axlens_protocol::agent::interact::{
    ControlStep, InteractAnswer, ReadAnswer, ReadStep, Step, StepResult,
};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::quote::single_line;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, FromArgMatches, Parser, Subcommand};
pub(crate) use collect::collect;
use collect::collect_step;
use std::io::{IsTerminal, Read};
use std::path::PathBuf;

/// The argument that reads the commands from standard input.
const STDIN: &str = "-";

/// Arguments of `axlens do`.
#[derive(Debug, Args)]
pub(crate) struct DoArgs {
    /// Commands, each one argument: 'fill 5 Ada' 'click 9' 'wait text Saved' 'get value 3'. Every
    /// action, find, get, wait, snapshot, screenshot, network, errors, downloads and ask-user.
    /// Those that decide: 'if find Ada' … 'else' … 'end', 'unless wait text Saved' … 'end', 'for
    /// 20' … 'end', 'for box in find --role checkbox --row overdue' … 'end' with $box, 'for rows
    /// people.csv' … 'end' with the names of its columns, 'let price get text 43', 'let add find -n
    /// Add', 'if $price over 10' (under, is, contains), 'expect find Saved', 'stop no more pages'.
    /// A find looks at once, a wait for a second unless it has --timeout. Without a command, or
    /// with -: a line of standard input each.
    #[arg(value_name = "COMMAND")]
    commands: Vec<String>,
    #[command(flatten)]
    act: ActArgs,
}

/// The commands that read.
const READS: [&str; 9] = [
    "snapshot",
    "find",
    "wait",
    "get",
    "screenshot",
    "network",
    "errors",
    "downloads",
    "ask-user",
];

/// A command as a step.
#[derive(Debug, Parser)]
#[command(
    name = "axlens do",
    no_binary_name = true,
    disable_help_subcommand = true
)]
struct StepLine {
    #[command(subcommand)]
    command: StepCommand,
}

#[derive(Debug, Subcommand)]
enum StepCommand {
    /// Print the page as text.
    Snapshot(Box<SnapshotArgs>),
    /// Find elements.
    Find(Box<FindArgs>),
    /// Wait for a condition.
    Wait(Box<WaitArgs>),
    /// Print one property of an element or the page.
    Get(GetArgs),
    /// Write a screenshot to a file.
    Screenshot(Box<ScreenshotArgs>),
    /// Print the requests of the page.
    Network(Box<NetworkArgs>),
    /// Print the errors of the page.
    Errors(Box<ErrorsArgs>),
    /// Print the downloads of the tab.
    Downloads(Box<DownloadsArgs>),
    /// Ask the user.
    AskUser(Box<AskUserArgs>),
    #[command(flatten)]
    Act(ActCommand),
}

/// `axlens do`
///
/// # Errors
/// If the server that answers is not an Axlens server, or a file can't be read.
pub(crate) fn run_steps(dir: &StateDir, args: DoArgs) -> anyhow::Result<u8> {
    let Some(commands) = commands(args.commands)? else {
        print::remark("axlens: no command: axlens do 'click 9' 'wait text Saved'");
        return Ok(USAGE);
    };
    let steps = match blocks::parse(&commands) {
        Ok(steps) => steps,
        Err((_, LineError::Help(help))) => {
            print::text(&help);
            return Ok(OK);
        }
        Err((at, LineError::Usage(error))) => {
            let (number, command) = (at + 1, &commands[at]);
            print::remark(&format!("axlens: command {number}, {command:?}: {error}"));
            print::remark("  → Nothing was executed.");
            return Ok(USAGE);
        }
    };
    let as_json = args.act.page.json;
    let (steps, files): (Vec<Step>, Vec<Option<PathBuf>>) = steps.into_iter().unzip();
    let request = request(steps, args.act);
    let decides = request.decides();
    let response = send_actions(dir, &request)?;
    finish_steps(response, (&files, decides), as_json)
}

/// The commands, from the arguments or from standard input. `None` if there are none.
fn commands(arguments: Vec<String>) -> anyhow::Result<Option<Vec<String>>> {
    let is_stdin = arguments.is_empty() || arguments == [STDIN];
    if !is_stdin {
        return Ok(Some(arguments));
    }
    let mut input = std::io::stdin();
    if arguments.is_empty() && input.is_terminal() {
        return Ok(None);
    }
    let mut text = String::new();
    input.read_to_string(&mut text).context("standard input")?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<String> = lines.map(str::to_owned).collect();
    Ok(Some(lines).filter(|lines| !lines.is_empty()))
}

/// A step, and the file that its image is written to; `None`: a new one.
type StepWithFile = (Step, Option<PathBuf>);

/// The steps of a command: several if it names several elements.
fn parse(command: &str) -> Result<Vec<StepWithFile>, LineError> {
    let matches = line::matches::<StepLine>(line::words(command)?)?;
    let common = common_options(&matches);
    if !common.is_empty() {
        let are = if common.len() == 1 {
            "belongs"
        } else {
            "belong"
        };
        let message = format!(
            "{} {are} to axlens do: write it before the commands, as in axlens do --confirm accept 'click 42'",
            common.join(" and ")
        );
        return Err(LineError::Usage(message));
    }
    let parsed = StepLine::from_arg_matches(&matches).map_err(LineError::from)?;
    steps(parsed.command).map_err(|error| LineError::Usage(format!("{error:#}")))
}

/// The options of a step that are for all steps.
fn common_options(matches: &ArgMatches) -> Vec<String> {
    let Some((name, step)) = matches.subcommand() else {
        return Vec::new();
    };
    // Of the reads, each can have its own time.
    let is_read = READS.contains(&name);
    let is_given = |option: &&str| {
        step.try_contains_id(option).is_ok_and(|is_known| is_known)
            && step.value_source(option) == Some(ValueSource::CommandLine)
    };
    let common = ActArgs::augment_args(clap::Command::new("do"));
    let options = common
        .get_arguments()
        .map(|option| option.get_id().as_str());
    // A list of steps has no times of the stages.
    let options = options
        .chain(["timings"])
        .filter(|option| !is_read || *option != "timeout");
    options
        .filter(is_given)
        .map(|option| format!("--{}", option.replace('_', "-")))
        .collect()
}

/// The steps of a command. Long because each read has a request of its own type.
fn steps(command: StepCommand) -> anyhow::Result<Vec<StepWithFile>> {
    let mut file = None;
    let read = match command {
        StepCommand::Act(command) => {
            let (actions, _) = command.actions()?;
            let steps = actions.into_iter().map(Step::from);
            return Ok(steps.map(|step| (step, None)).collect());
        }
        StepCommand::Find(args) => {
            let mut request = args.request();
            request.session = None;
            ReadStep::Find(request)
        }
        StepCommand::Get(args) if args.has_next() => {
            let mut step = collect_step(args)?.context("--next is for rows")?;
            step.collect.session = None;
            let step = Step::from(ControlStep::Collect(Box::new(step)));
            return Ok(vec![(step, None)]);
        }
        StepCommand::Get(args) => {
            let mut request = args.request()?;
            request.session = None;
            ReadStep::Get(request)
        }
        StepCommand::Wait(args) => {
            let mut request = args.request();
            request.session = None;
            ReadStep::Wait(request)
        }
        StepCommand::Snapshot(args) => {
            let mut request = args.request()?;
            request.remove("session");
            ReadStep::Observe(serde_json::from_value(request.into())?)
        }
        StepCommand::Screenshot(args) => {
            file = args.file()?;
            let mut request = args.request();
            request.session = None;
            ReadStep::Screenshot(request)
        }
        StepCommand::Network(args) => {
            let mut request = args.request();
            request.session = None;
            ReadStep::Network(request)
        }
        StepCommand::Errors(args) => {
            let mut request = args.request();
            request.session = None;
            ReadStep::Errors(request)
        }
        StepCommand::Downloads(args) => {
            let mut request = args.request();
            request.session = None;
            ReadStep::Downloads(request)
        }
        StepCommand::AskUser(args) => {
            let mut request = args.request()?;
            request.session = None;
            ReadStep::AskUser(request)
        }
    };
    Ok(vec![(read.into(), file)])
}

/// Prints the outcomes of several steps, and returns the exit code. Each step has a file for its
/// image. `decides`: the steps decide which of them are executed.
///
/// # Errors
/// If the server that answers is not an Axlens server, or a file can't be written.
pub(super) fn finish_steps(
    response: InteractResponse,
    (files, decides): (&[Option<PathBuf>], bool),
    as_json: bool,
) -> anyhow::Result<u8> {
    if let InteractResponse::Answer(answer) = &response {
        print::note_page(|| answer.read().ok());
    }
    let (fault, done) = match response {
        InteractResponse::Answer(answer) if as_json => {
            print::text(&answer.indented()?);
            return Ok(OK);
        }
        InteractResponse::Answer(answer) => (None, Some(answer.read()?)),
        InteractResponse::Stopped(stopped) if as_json || stopped.is_about_connection() => {
            return fail_whole(&stopped, as_json);
        }
        InteractResponse::Stopped(stopped) => (Some(stopped.fault), stopped.done),
    };
    print::text(&outcome_text(
        done.as_ref(),
        fault.as_ref(),
        (files, decides),
    )?);
    let is_refused = done.as_ref().is_some_and(has_refused);
    let executed = done.map_or(0, |done| done.results.len());
    let is_complete = decides || executed == files.len();
    Ok(match fault.is_none() && !is_refused && is_complete {
        true => OK,
        false => FAILED,
    })
}

/// Prints a fault as single commands do, with the server's JSON if that is wanted.
fn fail_whole(stopped: &CliStopped, as_json: bool) -> anyhow::Result<u8> {
    match (&stopped.body, as_json) {
        (Some(body), true) => {
            print::text(&body.indented()?);
            fail(&stopped.fault, false)
        }
        _ => fail(&stopped.fault, as_json),
    }
}

/// A line for each step, the fault, the number of steps that were not executed, and the page.
fn outcome_text(
    done: Option<&InteractAnswer>,
    fault: Option<&Fault>,
    (files, decides): (&[Option<PathBuf>], bool),
) -> anyhow::Result<String> {
    let mut text = String::new();
    let texts = done.map(|done| {
        numbered_results::numbered(done, |number, result| {
            // A step in another one has no file of its own.
            let step = number.parse::<usize>().ok();
            let file = step.and_then(|step| files.get(step - 1)).cloned().flatten();
            step_text(result, file)
        })
    });
    for (number, result) in texts.transpose()?.unwrap_or_default() {
        text += &format!("{number} {}\n", result.trim_end_matches('\n'));
    }
    let mut reached = done.map_or(0, |done| done.results.len());
    match fault {
        // The message names the command, which may not be the first one.
        Some(fault) if done.is_none() && fault.code == Code::BadRequest => {
            text += &fault_text("", fault);
        }
        // The message has the number of the step.
        Some(fault) if decides => {
            return finished(text + &fault_text("", fault), done);
        }
        Some(fault) => {
            reached += 1;
            text += &fault_text(&format!("{reached} "), fault);
        }
        None => {}
    }
    // Actions on fields may have been executed together with it.
    let ending = done.and_then(|done| done.results.iter().position(StepResult::ends_steps));
    let why = ending.map(|at| format!(", because of step {}", at + 1));
    let why = why.filter(|_| fault.is_none()).unwrap_or_default();
    match files.len().saturating_sub(reached) {
        _ if decides => {}
        0 => {}
        1 => text += &format!("...(1 step was not executed{why})\n"),
        more => text += &format!("...({more} steps were not executed{why})\n"),
    }
    finished(text, done)
}

/// The text with the page and the hint.
fn finished(mut text: String, done: Option<&InteractAnswer>) -> anyhow::Result<String> {
    if let Some(done) = done {
        text += &outcomes::page(done)?;
        if let Some(hint) = &done.hint {
            let hint = interface::render(hint, Interface::Cli);
            text = answer_text::with_hint(&text, &hint);
        }
    }
    Ok(text)
}

/// The result of a step. An image is written to its file.
fn step_text(result: &StepResult, file: Option<PathBuf>) -> anyhow::Result<String> {
    if let StepResult::Read(answer) = result
        && let ReadAnswer::Screenshot(answer) = &**answer
    {
        return screenshot::saved(answer, file);
    }
    answer_text::step(result, Interface::Cli)
}

/// `3 element_covered: …` with the number of the command, the next step, and the `seen` of a
/// changed element.
fn fault_text(number: &str, fault: &Fault) -> String {
    let message = format!("{number}{}: {}", fault.code.as_str(), fault.message);
    let hint = format!("  → {}", fault.hint);
    let mut text = format!("{}\n{}\n", single_line(&message), single_line(&hint));
    if let Some(seen) = &fault.seen {
        text += &format!("  seen: {}\n", single_line(seen));
    }
    text
}

#[cfg(test)]
mod tests;
