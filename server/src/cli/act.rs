//! `axlens click`, `fill`, `press` and every other action: arguments, the request, and what came of
//! it in words.

use super::element::selector_or_id;
use super::print;
use super::request::{PageArgs, finish, send};
use crate::text::answer_text;
use anyhow::Context;
use axlens_local::StateDir;
use axlens_protocol::agent::interact::{Act, ActTarget, InteractAnswer, InteractRequest, Show};
use axlens_protocol::agent::observe::ObserveRequest;
use axlens_protocol::model::ElementId;
use axlens_protocol::model::action::{
    Action, Click, DragTo, Hover, Keys, Modifier, MouseButton, Scroll, ScrollTo, Select,
    UploadedFile,
};
use axlens_protocol::model::dialogs::{DialogAnswer, Dialogs};
use axlens_snapshot::options::Format;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clap::{Args, Subcommand, ValueEnum};
use std::path::{Path, PathBuf};

/// The actions.
#[derive(Debug, Subcommand)]
pub(crate) enum ActCommand {
    /// Click an element.
    Click(ClickArgs),
    /// Move the pointer onto an element.
    Hover(OnElement),
    /// Give an element the focus.
    Focus(OnElement),
    /// Click as assistive technology does, whatever covers the element.
    Activate(OnElement),
    /// Put a text into a field, in place of what is there.
    Fill(WithText),
    /// Empty a field.
    Clear(OnElement),
    /// Set a date, time, colour, range or number, as its `value` spells it.
    Set(WithText),
    /// Type a text key by key into an element.
    Type(WithText),
    /// Press keys where the focus is: Enter, Control+A, ArrowDown …
    Press {
        /// Keys, one after the other.
        #[arg(required = true)]
        keys: Vec<String>,
        /// The element that gets the focus first: its uid, its ref, or css= and a selector.
        #[arg(long, value_name = "ID")]
        on: Option<String>,
        #[command(flatten)]
        act: ActArgs,
    },
    /// Select options of a list by their texts, and no others.
    Select {
        #[command(flatten)]
        element: ElementArgs,
        /// Texts of the options; with --by-value, their values.
        #[arg(required = true)]
        options: Vec<String>,
        /// The options are named by their values.
        #[arg(long)]
        by_value: bool,
        #[command(flatten)]
        act: ActArgs,
    },
    /// Check a checkbox, a radio button or a switch.
    Check(OnElement),
    /// Take a check away.
    Uncheck(OnElement),
    /// Scroll an element into view, or the page by so much.
    Scroll {
        /// Uid or ref of an element, or css= and a selector; left out, the page.
        id: Option<String>,
        /// CSS pixels to the right and down: 0,600
        #[arg(long, value_parser = pixels, allow_hyphen_values = true)]
        by: Option<[f64; 2]>,
        /// To one end.
        #[arg(long, value_enum, conflicts_with = "by")]
        to: Option<EndName>,
        #[command(flatten)]
        act: ActArgs,
    },
    /// Submit the form that an element belongs to.
    Submit(OnElement),
    /// Draw an outline round an element for two seconds; the user is asked first.
    Highlight(OnElement),
    /// Drag an element onto another, or by so much.
    Drag {
        #[command(flatten)]
        element: ElementArgs,
        /// Uid or ref of the element that it is dragged onto.
        #[arg(required_unless_present = "by")]
        onto: Option<String>,
        /// CSS pixels to the right and down: 100,0
        #[arg(long, value_parser = pixels, allow_hyphen_values = true, conflicts_with = "onto")]
        by: Option<[f64; 2]>,
        #[command(flatten)]
        act: ActArgs,
    },
    /// Give files to a file field, or drop them on an element.
    Upload {
        #[command(flatten)]
        element: ElementArgs,
        /// The files: 20 at most, of 8 MiB in all.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        act: ActArgs,
    },
    /// Run a script in the page, where the user has switched that on.
    ExecuteJs {
        /// The body of a function, whose return is printed, or one expression.
        script: String,
        /// Uid or ref of an element in whose document it is run; left out, the tab's.
        #[arg(long, value_name = "ID")]
        on: Option<String>,
        #[command(flatten)]
        act: ActArgs,
    },
    /// Show an address in the tab.
    Navigate {
        /// http:// or https://
        url: String,
        #[command(flatten)]
        act: ActArgs,
    },
    /// Go back in the tab's history.
    Back(ActArgs),
    /// Go forward in the tab's history.
    Forward(ActArgs),
    /// Load the page again.
    Reload(ActArgs),
    /// Open a tab behind the one in front.
    NewTab {
        /// What it shows; left out, nothing.
        url: Option<String>,
        #[command(flatten)]
        act: ActArgs,
    },
    /// Close a tab that was opened by `axlens new-tab`.
    CloseTab(ActArgs),
    /// Bring a tab to the front of its window.
    ActivateTab(ActArgs),
    /// Keep other agents from acting in a tab, until release-tab or a minute without an action.
    ClaimTab(ActArgs),
    /// Let other agents act in a tab again.
    ReleaseTab(ActArgs),
}

/// How to click.
#[derive(Debug, Args)]
pub(crate) struct ClickArgs {
    #[command(flatten)]
    element: ElementArgs,
    /// Mouse button.
    #[arg(long, value_enum, default_value_t)]
    button: ButtonName,
    /// How often: 2 is a double click.
    #[arg(long, default_value_t = 1)]
    count: u8,
    /// Key held down meanwhile; may be given several times.
    #[arg(long = "modifier", value_enum)]
    modifiers: Vec<ModifierName>,
    #[command(flatten)]
    act: ActArgs,
}

/// The element of an action.
#[derive(Debug, Args)]
pub(crate) struct ElementArgs {
    /// Uid (42, 37.42) or ref (e5) of one of this session's snapshots, or css= and a CSS selector
    /// that one element matches: 'css=#save'.
    id: String,
    /// Which snapshot, for the ids of a numbered one.
    #[arg(long, value_name = "N")]
    snapshot: Option<u64>,
}

/// An action that needs nothing but its element.
#[derive(Debug, Args)]
pub(crate) struct OnElement {
    #[command(flatten)]
    element: ElementArgs,
    #[command(flatten)]
    act: ActArgs,
}

/// An action with a text.
#[derive(Debug, Args)]
pub(crate) struct WithText {
    #[command(flatten)]
    element: ElementArgs,
    /// The text.
    #[arg(allow_hyphen_values = true)]
    text: String,
    #[command(flatten)]
    act: ActArgs,
}

/// Arguments of every action.
#[derive(Debug, Args)]
pub(crate) struct ActArgs {
    /// Which tab; left out, that of the element, or the one in front of the user.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    /// What to print of the page afterwards.
    #[arg(long, value_enum, default_value_t)]
    show: ShowName,
    /// Names the action: the same command again with it does nothing, and prints what came of the
    /// first.
    #[arg(long, value_name = "WORD")]
    key: Option<String>,
    /// Do it when the user has pressed the key that lends the page their gesture.
    #[arg(long)]
    activation: bool,
    #[command(flatten)]
    dialogs: DialogArgs,
    #[command(flatten)]
    page: PageArgs,
}

/// How dialogs of the page are answered meanwhile: without any of these, by the person.
#[derive(Debug, Args)]
pub(crate) struct DialogArgs {
    /// Answer alerts of the page.
    #[arg(long)]
    accept_alerts: bool,
    /// Answer questions of the page that have OK and Cancel, and alerts.
    #[arg(long, value_enum, value_name = "ANSWER")]
    confirm: Option<AnswerName>,
    /// Answer questions of the page for a text, and alerts.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    prompt: Option<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum AnswerName {
    /// OK.
    Accept,
    /// Cancel.
    Dismiss,
}

impl DialogArgs {
    fn given(self) -> Option<Dialogs> {
        let given = self.accept_alerts || self.confirm.is_some() || self.prompt.is_some();
        given.then(|| Dialogs {
            confirm: self.confirm.map(|answer| match answer {
                AnswerName::Accept => DialogAnswer::Accept,
                AnswerName::Dismiss => DialogAnswer::Dismiss,
            }),
            prompt: self.prompt.map(Some),
        })
    }
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum ShowName {
    /// What has changed since this session's last snapshot.
    #[default]
    Delta,
    /// All of it.
    Full,
    /// Nothing.
    None,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum ButtonName {
    /// The main button.
    #[default]
    Left,
    /// The button of the context menu.
    Right,
    /// The wheel.
    Middle,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ModifierName {
    /// Shift.
    Shift,
    /// Control.
    Control,
    /// Alt, or Option.
    Alt,
    /// The Windows or Command key.
    Meta,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum EndName {
    /// The beginning.
    Top,
    /// The end.
    Bottom,
}

/// Does an action.
///
/// # Errors
/// When what answers is no Axlens server.
pub(crate) fn act(dir: &StateDir, command: ActCommand) -> anyhow::Result<u8> {
    let (action, target, args) = parts(command)?;
    let request = InteractRequest {
        actions: vec![Act { action, target }],
        key: args.key,
        dialogs: args.dialogs.given(),
        activation: args.activation,
        show: match args.show {
            ShowName::Delta => Show::Delta,
            ShowName::Full => Show::Full,
            ShowName::None => Show::None,
        },
        observe: ObserveRequest {
            what: Some("a11y_tree".to_owned()),
            tab: args.tab,
            browser: args.page.browser,
            session: Some(args.page.session),
            timeout_ms: args.page.timeout,
            format: Format::Lean,
            ..ObserveRequest::default()
        },
    };
    let answered = send(dir, |client| client.post("/interact", &request))?;
    finish(answered, args.page.json, |answer| {
        let answer: InteractAnswer = answer.read()?;
        if let Some(hint) = &answer.hint {
            print::remark(&format!("axlens: hint: {hint}"));
        }
        answer_text::interacted(&answer)
    })
}

/// What is to be done, to what, and how it is answered.
fn parts(command: ActCommand) -> anyhow::Result<(Action, ActTarget, ActArgs)> {
    use ActCommand as C;
    let on = |action, OnElement { element, act }: OnElement| (action, element.target(), act);
    Ok(match command {
        C::Click(args) => click(args),
        C::Hover(args) => on(Action::Hover(Hover::default()), args),
        C::Focus(args) => on(Action::Focus, args),
        C::Activate(args) => on(Action::Activate, args),
        C::Fill(args) => (
            Action::Fill { value: args.text },
            args.element.target(),
            args.act,
        ),
        C::Clear(args) => on(Action::Clear, args),
        C::Set(args) => (
            Action::Set { value: args.text },
            args.element.target(),
            args.act,
        ),
        C::Type(args) => (
            Action::Type { text: args.text },
            args.element.target(),
            args.act,
        ),
        C::Press { keys, on, act } => (Action::Press { keys: Keys(keys) }, named(on), act),
        C::Select {
            element,
            options,
            by_value,
            act,
        } => (
            Action::Select(selection(options, by_value)),
            element.target(),
            act,
        ),
        C::Check(args) => on(Action::Check, args),
        C::Uncheck(args) => on(Action::Uncheck, args),
        C::Scroll { id, by, to, act } => {
            let to = to.map(EndName::end);
            (Action::Scroll(Scroll { by, to }), named(id), act)
        }
        C::Submit(args) => on(Action::Submit, args),
        C::Highlight(args) => on(Action::Highlight, args),
        other => dragged_or_given(other)?,
    })
}

/// What has to do with another element, or with files of the disk.
fn dragged_or_given(command: ActCommand) -> anyhow::Result<(Action, ActTarget, ActArgs)> {
    use ActCommand as C;
    Ok(match command {
        C::Drag {
            element,
            onto,
            by,
            act,
        } => (Action::Drag { to: goal(onto, by) }, element.target(), act),
        C::Upload {
            element,
            files,
            act,
        } => (
            Action::Upload {
                files: files
                    .iter()
                    .map(|file| read(file))
                    .collect::<Result<_, _>>()?,
            },
            element.target(),
            act,
        ),
        C::ExecuteJs { script, on, act } => (Action::ExecuteJs { script }, named(on), act),
        other => of_tab(other)?,
    })
}

fn goal(onto: Option<String>, by: Option<[f64; 2]>) -> DragTo {
    match onto {
        Some(uid) => DragTo::Element {
            uid: ElementId(uid),
            seen: None,
        },
        None => DragTo::By {
            by: by.unwrap_or_default(),
        },
    }
}

/// A file as it is sent. What kind it is, the page finds out by its name.
fn read(file: &Path) -> anyhow::Result<UploadedFile> {
    let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    Ok(UploadedFile {
        name: name.into_owned(),
        media_type: String::new(),
        base64: STANDARD.encode(bytes),
    })
}

fn click(args: ClickArgs) -> (Action, ActTarget, ActArgs) {
    let modifiers = args.modifiers.into_iter();
    let click = Click {
        button: args.button.button(),
        count: args.count,
        modifiers: modifiers.map(ModifierName::modifier).collect(),
        position: None,
    };
    (Action::Click(click), args.element.target(), args.act)
}

/// The actions on tabs.
fn of_tab(command: ActCommand) -> anyhow::Result<(Action, ActTarget, ActArgs)> {
    use ActCommand as C;
    let (action, act) = match command {
        C::Navigate { url, act } => (Action::Navigate { url }, act),
        C::NewTab { url, act } => (Action::NewTab { url }, act),
        C::Back(act) => (Action::Back, act),
        C::Forward(act) => (Action::Forward, act),
        C::CloseTab(act) => (Action::CloseTab, act),
        C::ActivateTab(act) => (Action::ActivateTab, act),
        C::ClaimTab(act) => (Action::ClaimTab, act),
        C::ReleaseTab(act) => (Action::ReleaseTab, act),
        C::Reload(act) => (Action::Reload, act),
        element => return parts(element),
    };
    Ok((action, ActTarget::default(), act))
}

/// An element as it is written on a command line: `42`, `e5`, or `css=#save`.
fn named(element: Option<String>) -> ActTarget {
    let (selector, id) = selector_or_id(element);
    ActTarget {
        selector,
        id,
        ..ActTarget::default()
    }
}

fn selection(options: Vec<String>, by_value: bool) -> Select {
    match by_value {
        true => Select {
            values: Some(options),
            ..Select::default()
        },
        false => Select {
            labels: Some(options),
            ..Select::default()
        },
    }
}

impl ElementArgs {
    fn target(self) -> ActTarget {
        ActTarget {
            snapshot: self.snapshot,
            ..named(Some(self.id))
        }
    }
}

impl ButtonName {
    fn button(self) -> MouseButton {
        match self {
            ButtonName::Left => MouseButton::Left,
            ButtonName::Right => MouseButton::Right,
            ButtonName::Middle => MouseButton::Middle,
        }
    }
}

impl ModifierName {
    fn modifier(self) -> Modifier {
        match self {
            ModifierName::Shift => Modifier::Shift,
            ModifierName::Control => Modifier::Control,
            ModifierName::Alt => Modifier::Alt,
            ModifierName::Meta => Modifier::Meta,
        }
    }
}

impl EndName {
    fn end(self) -> ScrollTo {
        match self {
            EndName::Top => ScrollTo::Top,
            EndName::Bottom => ScrollTo::Bottom,
        }
    }
}

/// Two numbers with a comma between them.
fn pixels(text: &str) -> Result<[f64; 2], String> {
    let number = |part: &str| {
        part.trim()
            .parse::<f64>()
            .ok()
            .filter(|number| number.is_finite())
    };
    let parsed = text
        .split_once(',')
        .and_then(|(x, y)| Some([number(x)?, number(y)?]));
    parsed.ok_or_else(|| "two numbers of CSS pixels, such as 0,600".to_owned())
}
