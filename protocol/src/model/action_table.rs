//! The table of actions: all facts about each action that server, extension, MCP and documents
//! need. `extension/shared/actions.js`, `extension/shared/reached-sites.js`, the type
//! `PageActionName` in `extension/types/protocol.d.ts` and the tables in `docs/acting.md` and
//! `docs/policy.md` are generated from it. An action without a row does not compile.

use super::action::Action;

/// The facts about one action.
#[derive(Debug, PartialEq, Eq)]
pub struct ActionInfo {
    /// Name in requests.
    pub name: &'static str,
    /// Kind of its entries in the audit log.
    pub audit_kind: &'static str,
    /// What it is applied to.
    pub target: TargetKind,
    /// Which part of the extension executes it.
    pub executor: Executor,
    /// What it can do that cannot be undone.
    pub consequence: Consequence,
    /// How long the page is watched for changes by default.
    pub watch: WatchTime,
    /// Whether the MCP tool `interact` lists it.
    pub in_mcp: bool,
    /// The arguments that it takes.
    pub arguments: &'static [&'static str],
    /// The arguments, for docs/acting.md.
    pub arguments_doc: &'static str,
    /// What it is applied to, for docs/acting.md.
    pub target_doc: &'static str,
}

/// The kind of target of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetKind {
    /// An element. The request must specify it.
    Element,
    /// An element whose value the action sets, as a rule without another effect: consecutive
    /// actions of a request share one wait. The request must specify it.
    Field,
    /// An element. If the request specifies none: the focused element, or the page.
    ElementOrPage,
    /// A tab.
    Tab,
}

/// Which part of the extension executes an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Executor {
    /// The actor in the page, in `extension/page/act/actions/`.
    Page,
    /// The service worker.
    Worker,
}

/// What an action can do that cannot be undone. Sites with the setting `confirm` ask for consent
/// each time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consequence {
    /// Nothing.
    None,
    /// Depends on the element: the actor inspects whether it submits a form or leaves the page.
    DependsOnElement,
    /// Counts as submitting a form.
    Submit,
    /// Sends files to the page.
    Upload,
    /// Loads another page in the tab. It counts as leaving the page if the site differs, or if the
    /// other page is unknown.
    Leave,
    /// Loads a page in a new tab.
    Open,
}

/// A site that an action reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReachedSite {
    /// The site of the element's document.
    Document,
    /// The site of the tab's page, which a navigation leaves.
    Tab,
    /// The sites of the other tabs and frames that the link or form of the element loads something
    /// in, by their names.
    Target,
    /// The site of the page to load: by the URL of the action, or by the link or form of the
    /// element. It is unknown before the action if a script or the browser's history determines it.
    Destination,
}

impl ReachedSite {
    /// Name in `extension/shared/reached-sites.js`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Tab => "tab",
            Self::Target => "target",
            Self::Destination => "destination",
        }
    }
}

/// How long the page is watched after an action if nothing changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchTime {
    /// `WATCH_SHORT_MS` in `extension/worker/acting/page-idle.js`.
    Short,
    /// `WATCH_LONG_MS`: event handlers often send a request before they change the page.
    Long,
    /// Long if one of the pressed keys activates the focused element, else short.
    LongIfKeyActivates,
}

/// The columns of a row, as an [`ActionInfo`].
macro_rules! action_info {
    ($name:literal, $target:ident, $executor:ident, $consequence:ident, $watch:ident,
        mcp: $in_mcp:literal, [$($argument:literal),*], $arguments_doc:literal,
        $target_doc:literal) => {
        &ActionInfo {
            name: $name,
            audit_kind: concat!("interact:", $name),
            target: TargetKind::$target,
            executor: Executor::$executor,
            consequence: Consequence::$consequence,
            watch: WatchTime::$watch,
            in_mcp: $in_mcp,
            arguments: &[$($argument),*],
            arguments_doc: $arguments_doc,
            target_doc: $target_doc,
        }
    };
}

macro_rules! action_table {
    ($($pattern:pat => $row:tt;)*) => {
        /// Every action, in the order of the documentation.
        pub const ACTIONS: &[&ActionInfo] = &[$(action_info! $row),*];

        impl Action {
            /// The facts about this action.
            pub fn info(&self) -> &'static ActionInfo {
                match self {
                    $($pattern => action_info! $row,)*
                }
            }
        }
    };
}

action_table! {
    Action::Click(_) => ("click", Element, Page, DependsOnElement, Long, mcp: true,
        ["button", "count", "modifiers", "position", "hold"],
        "`button` (`left`, `right`, `middle`), `count` 1 to 3, `modifiers` (`Shift`, `Control`, `Alt`, `Meta`), `position` [x, y] from its corner, `hold` 0 to 5000 between press and release",
        "an element; also `click_uid`");
    Action::Fill { .. } => ("fill", Field, Page, None, Short, mcp: true, ["value"],
        "`value`: replaces the content", "a field of any kind: text, date, color, range, list");
    Action::FillSecret { .. } => ("fill_secret", Element, Page, None, Short, mcp: true,
        ["secret"], "`secret`: the name of a [secret](secrets.md) of the user's",
        "a field of a password, a one-time code or a card");
    Action::Select(_) => ("select", Field, Page, DependsOnElement, Short, mcp: true,
        ["values", "labels", "indexes"],
        "`labels`, `values` or `indexes`: selects exactly these options",
        "a list, or a listbox or combobox drawn by the page");
    Action::Check => ("check", Field, Page, DependsOnElement, Short, mcp: true, [], "",
        "a checkbox, radio button or switch");
    Action::Uncheck => ("uncheck", Field, Page, DependsOnElement, Short, mcp: true, [], "",
        "a checkbox or switch");
    Action::Press(_) => ("press", ElementOrPage, Page, DependsOnElement, LongIfKeyActivates,
        mcp: true, ["keys", "count"],
        "`keys`: `\"Enter\"`, `\"Control+A\"`, or a list; `count` 1 to 100: all of them so often",
        "an element, or the focused element");
    Action::Type(_) => ("type", ElementOrPage, Page, DependsOnElement, LongIfKeyActivates,
        mcp: true, ["text", "insert"],
        "`text`, key by key; `insert`: at once, without key events",
        "a field, a cell of a grid, a canvas, or the focused element");
    Action::Set { .. } => ("set", Field, Page, None, Short, mcp: true, ["value"],
        "`value`, in the syntax of the field's `value`",
        "a date, time, color, range or number field; a slider drawn by the page");
    Action::Clear => ("clear", Field, Page, None, Short, mcp: true, [], "", "a field");
    Action::Hover(_) => ("hover", Element, Page, None, Long, mcp: true,
        ["modifiers", "position"], "`modifiers`, `position`", "an element");
    Action::Focus => ("focus", Element, Page, None, Short, mcp: true, [], "", "an element");
    Action::Scroll(_) => ("scroll", ElementOrPage, Page, None, Short, mcp: true, ["by", "to"],
        "`by` [x, y], with the wheel, or `to`: `top`, `bottom`, `into_view`", "an element, or the page");
    Action::Submit => ("submit", Element, Page, DependsOnElement, Long, mcp: true, [], "",
        "a form, or an element in it");
    Action::Activate => ("activate", Element, Page, DependsOnElement, Long, mcp: true, [], "",
        "an element, as assistive technology clicks it");
    Action::Drag(_) => ("drag", Element, Page, DependsOnElement, Long, mcp: true,
        ["to", "position", "modifiers", "hold"],
        "`to`: `{\"uid\": 43}`, another element of the same frame, with its own `position` if wanted, or `{\"by\": [x, y]}`; `position` [x, y] where to press; `modifiers`; `hold` 0 to 5000 before the first move",
        "an element");
    Action::SelectText { .. } => ("select_text", Element, Page, DependsOnElement, Short, mcp: true, ["text"],
        "`text`: the exact visible text to select; default: all of it", "an element with text, or a field");
    Action::Upload { .. } => ("upload", Element, Page, Upload, Long, mcp: true, ["files"],
        "`files`: 1 to 20 of `{\"name\", \"type\", \"base64\"}`, at most 8 MiB in total; the command line reads them from the disk",
        "a file field, an element with exactly one file field, one that accepts dropped files, or a button whose script opens a file field: it is clicked, and `value_differs` if no field of the page was opened");
    Action::Highlight => ("highlight", Element, Page, None, Short, mcp: true, [], "",
        "an element: outlines it for two seconds");
    Action::ExecuteJs { .. } => ("execute_js", ElementOrPage, Worker, Submit, Long, mcp: true,
        ["script"], "`script`: the body of a function, or one expression; see below",
        "the document of an element, or of the tab");
    Action::CallTool { .. } => ("call_tool", ElementOrPage, Page, DependsOnElement, Long, mcp: true,
        ["tool", "arguments"],
        "`tool`: the handle of a [page tool](page-tools.md), or its name; `arguments`: an object",
        "the document of the tool");
    Action::Navigate { .. } => ("navigate", Tab, Worker, Leave, Short, mcp: true, ["url"],
        "`url`: http or https, without a password", "a tab");
    Action::Back => ("back", Tab, Worker, Leave, Short, mcp: false, [], "", "a tab");
    Action::Forward => ("forward", Tab, Worker, Leave, Short, mcp: false, [], "", "a tab");
    Action::Reload => ("reload", Tab, Worker, None, Short, mcp: false, [], "", "a tab");
    Action::NewTab { .. } => ("new_tab", Tab, Worker, Open, Short, mcp: false, ["url"],
        "`url`, optional", "opens a tab in the background");
    Action::CloseTab => ("close_tab", Tab, Worker, None, Short, mcp: false, [], "",
        "a tab that this agent opened");
    Action::ActivateTab => ("activate_tab", Tab, Worker, None, Short, mcp: false, [], "",
        "a tab: makes it the active tab of its window");
    Action::ClaimTab => ("claim_tab", Tab, Worker, None, Short, mcp: false, [], "",
        "a tab: no other agent can act in it");
    Action::ReleaseTab => ("release_tab", Tab, Worker, None, Short, mcp: false, [], "",
        "a claimed tab");
}

impl ActionInfo {
    /// The sites that the action reaches. The policy of each of them applies.
    pub fn sites(&self) -> &'static [ReachedSite] {
        use ReachedSite::{Destination, Document, Tab, Target};
        match self.consequence {
            Consequence::DependsOnElement => &[Document, Tab, Target, Destination],
            Consequence::Leave => &[Tab, Destination],
            Consequence::Open => &[Destination],
            Consequence::None | Consequence::Submit | Consequence::Upload => match self.target {
                TargetKind::Tab => &[Tab],
                TargetKind::Element | TargetKind::Field | TargetKind::ElementOrPage => {
                    &[Document, Tab]
                }
            },
        }
    }
}

impl Action {
    /// Name in requests.
    pub fn as_str(&self) -> &'static str {
        self.info().name
    }
}

#[cfg(test)]
mod files;
