//! The commands that act, such as `axlens click`: one for each action, with the arguments of its
//! type in `protocol`, the element that it is applied to, and the arguments of all actions.

use crate::cli::element::MatchArgs;
use crate::cli::request::PageArgs;
use anyhow::Context;
use axlens_protocol::agent::interact::{ElementReference, TargetedAction};
use axlens_protocol::model::ElementId;
use axlens_protocol::model::action::commands::selector_or_id;
use axlens_protocol::model::action::{Action, UploadedFile};
use axlens_protocol::model::action_table::{ACTIONS, ActionInfo, TargetKind};
use axlens_protocol::model::dialogs::{DialogAnswer, Dialogs};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches, Subcommand, ValueEnum};
use std::path::Path;

/// A command that acts.
#[derive(Debug)]
pub(crate) struct ActCommand {
    action: Action,
    /// The elements: the action is executed on each of them.
    targets: Vec<ElementReference>,
    args: ActArgs,
}

impl ActCommand {
    /// The actions, and the common arguments.
    ///
    /// # Errors
    /// If a file to upload can't be read.
    pub(super) fn actions(self) -> anyhow::Result<(Vec<TargetedAction>, ActArgs)> {
        let mut action = self.action;
        if let Action::Upload { files } = &mut action {
            files.iter_mut().try_for_each(read)?;
        }
        let on = |target| TargetedAction {
            action: action.clone(),
            target,
        };
        Ok((self.targets.into_iter().map(on).collect(), self.args))
    }
}

/// Reads a file, which its path names. The page determines its type from its name.
fn read(file: &mut UploadedFile) -> anyhow::Result<()> {
    let path = Path::new(&file.name);
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    file.base64 = STANDARD.encode(bytes);
    let name = path.file_name().unwrap_or_default();
    file.name = name.to_string_lossy().into_owned();
    Ok(())
}

impl Subcommand for ActCommand {
    fn augment_subcommands(command: Command) -> Command {
        let command = Action::augment_subcommands(command);
        ACTIONS.iter().fold(command, |command, info| {
            let name = info.name.replace('_', "-");
            command.mut_subcommand(name, |command| {
                // The description is the action's, not that of a part of its arguments.
                let about = command.get_about().cloned().unwrap_or_default();
                ActArgs::augment_args(with_element(command, info)).about(about)
            })
        })
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        Action::has_subcommand(name)
    }
}

impl FromArgMatches for ActCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let action = Action::from_arg_matches(matches)?;
        let (_, matches) = matches.subcommand().unwrap_or(("", matches));
        Ok(ActCommand {
            action,
            targets: targets(matches)?,
            args: ActArgs::from_arg_matches(matches)?,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Adds the arguments that name the element. It comes before the arguments of the action, except
/// where actions mostly use the focused element. Several elements can follow if nothing else does.
fn with_element(command: Command, info: &ActionInfo) -> Command {
    let is_alone = command.get_positionals().next().is_none();
    let is_required = match info.target {
        TargetKind::Tab => return command,
        TargetKind::Element | TargetKind::Field => true,
        TargetKind::ElementOrPage => info.name == "type",
    };
    if !is_required && !is_alone {
        let command = ElementArgs::augment_args(command);
        return command.mut_arg(ID, |id| id.long("on"));
    }
    let mut index = 1;
    let command = command.mut_args(|argument| match argument.is_positional() {
        true => {
            index += 1;
            argument.index(index)
        }
        false => argument,
    });
    let command = ElementArgs::augment_args(command);
    let command = command.mut_arg(ID, |id| id.index(1).required(is_required));
    match is_alone && is_required {
        true => OtherElements::augment_args(command).mut_arg(OTHERS, |others| others.index(2)),
        false => command,
    }
}

/// The elements that the arguments name. The default if none does.
fn targets(matches: &ArgMatches) -> Result<Vec<ElementReference>, Error> {
    let has = |argument| matches.try_contains_id(argument).is_ok();
    let first = match has(ID) {
        true => ElementArgs::from_arg_matches(matches)?,
        false => ElementArgs::default(),
    };
    let others = match has(OTHERS) {
        true => OtherElements::from_arg_matches(matches)?.others,
        false => Vec::new(),
    };
    let others = others.into_iter().map(|id| ElementArgs {
        id: Some(id),
        ..first.clone()
    });
    let all = std::iter::once(first.clone()).chain(others);
    Ok(all.map(ElementArgs::target).collect())
}

const ID: &str = "id";
const OTHERS: &str = "others";

/// The element of an action.
#[derive(Debug, Clone, Default, Args)]
struct ElementArgs {
    /// Uid (42, 37.42) or ref (e5) of one of this session's snapshots, css= and a CSS selector
    /// ('css=#save'), text= and the element's whole visible text ('text=Reply all'), role= with its
    /// role and exact name ('role=button "Save"'), or at= and a point of the viewport
    /// ('at=120,80').
    id: Option<String>,
    #[command(flatten)]
    matching: MatchArgs,
    /// The snapshot, for ids of the format numbered.
    #[arg(long, value_name = "N")]
    snapshot: Option<u64>,
}

impl ElementArgs {
    fn target(self) -> ElementReference {
        let (selector, id) = selector_or_id(self.id);
        ElementReference {
            selector,
            id,
            snapshot: self.snapshot,
            nth: self.matching.nth,
            within: self.matching.within.map(ElementId),
            ..ElementReference::default()
        }
    }
}

/// More elements of the same command.
#[derive(Debug, Args)]
struct OtherElements {
    /// More elements, each for an action of its own, in order.
    #[arg(value_name = "ID")]
    others: Vec<String>,
}

/// Arguments of every action.
#[derive(Debug, Args)]
pub(crate) struct ActArgs {
    /// The tab; default: the tab of the element, or the active one.
    #[arg(long, value_name = "N")]
    pub(super) tab: Option<u32>,
    /// The part of the page to print after the action.
    #[arg(long, value_enum, default_value_t)]
    pub(super) show: ShowName,
    /// A key of the action: the same command with the same key does not act again, and prints the
    /// first result.
    #[arg(long, value_name = "WORD")]
    pub(super) key: Option<String>,
    /// Wait for the user to press the key that grants the page a user gesture.
    #[arg(long)]
    pub(super) activation: bool,
    /// Only check whether it is possible: no event is sent.
    #[arg(long, conflicts_with = "key")]
    pub(super) dry_run: bool,
    #[command(flatten)]
    pub(super) dialogs: DialogArgs,
    #[command(flatten)]
    pub(super) page: PageArgs,
}

/// How to answer dialogs of the page during the action. Without these options, the user does.
#[derive(Debug, Args)]
pub(crate) struct DialogArgs {
    /// Answer alerts of the page.
    #[arg(long)]
    pub(super) accept_alerts: bool,
    /// Answer confirm dialogs and alerts.
    #[arg(long, value_enum, value_name = "ANSWER")]
    pub(super) confirm: Option<AnswerName>,
    /// Answer prompt dialogs and alerts.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(super) prompt: Option<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum AnswerName {
    /// OK.
    Accept,
    /// Cancel.
    Dismiss,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum ShowName {
    /// What has changed since this session's last snapshot.
    #[default]
    Delta,
    /// All of it.
    Full,
    /// Nothing.
    None,
}

impl DialogArgs {
    pub(super) fn dialogs(self) -> Option<Dialogs> {
        let is_set = self.accept_alerts || self.confirm.is_some() || self.prompt.is_some();
        is_set.then(|| Dialogs {
            confirm: self.confirm.map(|answer| match answer {
                AnswerName::Accept => DialogAnswer::Accept,
                AnswerName::Dismiss => DialogAnswer::Dismiss,
            }),
            prompt: self.prompt.map(Some),
        })
    }
}
