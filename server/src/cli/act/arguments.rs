//! The arguments of the commands that act, such as `axlens click`.

use crate::cli::element::MatchArgs;
use crate::cli::request::PageArgs;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// The actions.
#[derive(Debug, Subcommand)]
pub(crate) enum ActCommand {
    /// Click an element.
    Click(ClickArgs),
    /// Move the pointer onto an element.
    Hover(HoverArgs),
    /// Give an element the focus.
    Focus(OnElements),
    /// Click as assistive technology does, whatever covers the element.
    Activate(OnElements),
    /// Replace the text of a field.
    Fill(WithText),
    /// Empty a field.
    Clear(OnElements),
    /// Set a date, time, colour, range or number, as its `value` spells it.
    Set(WithText),
    /// Type a text key by key into an element.
    Type(TypeArgs),
    /// Press keys in the focused element: Enter, Control+A, ArrowDown …
    Press {
        /// Keys, one after the other.
        #[arg(required = true)]
        keys: Vec<String>,
        /// How often to press all of them in order, 100 at most.
        #[arg(long, default_value_t = 1)]
        count: u8,
        /// The element that gets the focus first: its uid, its ref, css= and a selector, or text=
        /// and its text.
        #[arg(long, value_name = "ID")]
        on: Option<String>,
        #[command(flatten)]
        matching: MatchArgs,
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
    Check(OnElements),
    /// Take a check away.
    Uncheck(OnElements),
    /// Scroll an element into view, or the page by so much.
    Scroll {
        /// Uid or ref of an element, css= and a selector, or text= and its text; default: the page.
        id: Option<String>,
        #[command(flatten)]
        matching: MatchArgs,
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
    /// Outline an element for two seconds; requires the user's consent.
    Highlight(OnElement),
    /// Drag an element onto another, or by so much.
    Drag {
        #[command(flatten)]
        element: ElementArgs,
        /// Uid or ref of the element that it is dragged onto, css= and a selector, or text= and its
        /// text.
        #[arg(required_unless_present = "by")]
        onto: Option<String>,
        /// CSS pixels to the right and down: 100,0
        #[arg(long, value_parser = pixels, allow_hyphen_values = true, conflicts_with = "onto")]
        by: Option<[f64; 2]>,
        /// Where to press in the element, from its upper left corner: 5,5; default: its centre.
        #[arg(long, value_name = "X,Y", value_parser = pixels, allow_hyphen_values = true)]
        at: Option<[f64; 2]>,
        /// Where to release in the other element; default: its centre.
        #[arg(long, value_name = "X,Y", value_parser = pixels, allow_hyphen_values = true, conflicts_with = "by")]
        to_at: Option<[f64; 2]>,
        /// Key held down meanwhile; may be given several times.
        #[arg(long = "modifier", value_enum)]
        modifiers: Vec<ModifierName>,
        /// Milliseconds between the press and the first move, 5000 at most.
        #[arg(long, value_name = "MS", default_value_t)]
        hold: u32,
        #[command(flatten)]
        act: ActArgs,
    },
    /// Select a text of an element with the mouse, to copy or format it.
    SelectText {
        #[command(flatten)]
        element: ElementArgs,
        /// The exact visible text; default: all text of the element.
        text: Option<String>,
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
    /// Run a script in the page, if the user has enabled scripts.
    ExecuteJs {
        /// The body of a function, whose return is printed, or one expression.
        script: String,
        /// Uid or ref of an element in whose document it is run; default: the tab's.
        #[arg(long, value_name = "ID")]
        on: Option<String>,
        #[command(flatten)]
        act: ActArgs,
    },
    /// Navigate the tab to a URL.
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
    /// Open a tab in the background.
    NewTab {
        /// The URL to load; default: an empty tab.
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
    pub(super) element: ElementArgs,
    #[command(flatten)]
    pub(super) others: OtherElements,
    /// Mouse button.
    #[arg(long, value_enum, default_value_t)]
    pub(super) button: ButtonName,
    /// How often: 2 is a double click.
    #[arg(long, default_value_t = 1)]
    pub(super) count: u8,
    /// Key held down meanwhile; may be given several times.
    #[arg(long = "modifier", value_enum)]
    pub(super) modifiers: Vec<ModifierName>,
    /// Where in the element, in CSS pixels from its upper left corner; default: its centre.
    #[arg(long, value_name = "X,Y", value_parser = pixels, allow_hyphen_values = true)]
    pub(super) at: Option<[f64; 2]>,
    /// Milliseconds between press and release, 5000 at most.
    #[arg(long, value_name = "MS", default_value_t)]
    pub(super) hold: u32,
    #[command(flatten)]
    pub(super) act: ActArgs,
}

/// How to hover.
#[derive(Debug, Args)]
pub(crate) struct HoverArgs {
    #[command(flatten)]
    pub(super) elements: OnElements,
    /// Where in the element, in CSS pixels from its upper left corner; default: its centre.
    #[arg(long, value_name = "X,Y", value_parser = pixels, allow_hyphen_values = true)]
    pub(super) at: Option<[f64; 2]>,
}

/// The element of an action.
#[derive(Debug, Clone, Args)]
pub(crate) struct ElementArgs {
    /// Uid (42, 37.42) or ref (e5) of one of this session's snapshots, css= and a CSS selector
    /// ('css=#save'), text= and the element's whole visible text ('text=Reply all'), or at= and a
    /// point of the viewport ('at=120,80').
    pub(super) id: String,
    #[command(flatten)]
    pub(super) matching: MatchArgs,
    /// The snapshot, for ids of the format numbered.
    #[arg(long, value_name = "N")]
    pub(super) snapshot: Option<u64>,
}

/// More elements of the same command.
#[derive(Debug, Args)]
pub(crate) struct OtherElements {
    /// More elements, each for an action of its own, in order.
    #[arg(value_name = "ID")]
    pub(super) others: Vec<String>,
}

/// An action that needs nothing but its element, and can be done with several.
#[derive(Debug, Args)]
pub(crate) struct OnElements {
    #[command(flatten)]
    pub(super) element: ElementArgs,
    #[command(flatten)]
    pub(super) others: OtherElements,
    #[command(flatten)]
    pub(super) act: ActArgs,
}

/// An action that needs nothing but its element.
#[derive(Debug, Args)]
pub(crate) struct OnElement {
    #[command(flatten)]
    pub(super) element: ElementArgs,
    #[command(flatten)]
    pub(super) act: ActArgs,
}

/// An action with a text.
#[derive(Debug, Args)]
pub(crate) struct WithText {
    #[command(flatten)]
    pub(super) element: ElementArgs,
    /// The text.
    #[arg(allow_hyphen_values = true)]
    pub(super) text: String,
    #[command(flatten)]
    pub(super) act: ActArgs,
}

/// How to type.
#[derive(Debug, Args)]
pub(crate) struct TypeArgs {
    #[command(flatten)]
    pub(super) typed: WithText,
    /// Insert the text at once, without key events.
    #[arg(long)]
    pub(super) insert: bool,
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
