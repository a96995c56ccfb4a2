//! The accessibility tree of one document, as the engine makes it. Shapes only; no behaviour beyond
//! looking things up.

use crate::context::ContextHash;
use crate::role::Role;
use serde::{Deserialize, Serialize, Serializer};
use std::ops::{Deref, DerefMut};
use std::sync::LazyLock;

/// `document.readyState`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReadyState {
    /// Unknown, because the document was not read.
    #[default]
    #[serde(rename = "")]
    Unknown,
    /// The document is being parsed.
    Loading,
    /// The document is parsed; resources are still loading.
    Interactive,
    /// The document and its resources are loaded.
    Complete,
}

impl ReadyState {
    /// The value of `readyState`.
    pub fn as_str(self) -> &'static str {
        match self {
            ReadyState::Unknown => "",
            ReadyState::Loading => "loading",
            ReadyState::Interactive => "interactive",
            ReadyState::Complete => "complete",
        }
    }

    /// The state with this value of `readyState`.
    pub fn parse(value: &str) -> ReadyState {
        match value {
            "loading" => ReadyState::Loading,
            "interactive" => ReadyState::Interactive,
            "complete" => ReadyState::Complete,
            _ => ReadyState::Unknown,
        }
    }
}

/// What `understand` makes of one document. Nodes stand in depth-first order of the accessibility
/// tree; the first is the document itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FrameTree {
    /// Address of the document.
    pub url: String,
    /// Title of the document; empty when it has none.
    pub title: String,
    /// The document's `readyState`.
    pub ready: ReadyState,
    /// Random number made with the document's registry: another number, another life of the
    /// document.
    pub world: u64,
    /// Nodes, depth first, the document first.
    pub nodes: Vec<Node>,
    /// Uid of the focused element, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focused: Option<u32>,
    /// Width and height of the viewport in CSS pixels.
    pub viewport: [i64; 2],
    /// Scrolled to x, y of an extent of width and height, in CSS pixels.
    pub scroll: [i64; 4],
    /// The page changed while it was read, three times in a row.
    #[serde(default, skip_serializing_if = "is_false")]
    pub page_moved: bool,
    /// Elements recorded.
    pub elements: u32,
    /// Bytes that a listing of tag, attributes and box of every element would take.
    pub query_dom_bytes: u64,
    /// Node ids of the elements that the query's scope named; `None` when it had no scope. The
    /// nodes are the whole document's all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Vec<u32>>,
    /// This window's index among its parent's frames; −1 when it is not there.
    pub index: i32,
}

/// One node of the accessibility tree: an element that means something, or a run of text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// Depth below the document (which has 0).
    #[serde(rename = "d")]
    pub depth: u32,
    /// Hidden node id of the element; 0 for text and for the document.
    #[serde(rename = "n", default, skip_serializing_if = "is_zero")]
    pub node: u32,
    /// The uid, of everything that can be acted on.
    #[serde(rename = "u", default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<u32>,
    /// Its role. `Role::Text` for a run of text, whose text is the name.
    #[serde(rename = "r")]
    pub role: Role,
    /// Accessible name; of a text node, its text.
    #[serde(rename = "t", default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The name was made of the node's own content: descendants repeat it.
    #[serde(rename = "c", default, skip_serializing_if = "is_false")]
    pub named_by_content: bool,
    /// Accessible description.
    #[serde(rename = "e", default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Value of a field, as a user sees it. Secret fields: `[REDACTED]` when not empty.
    #[serde(rename = "v", default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Address that a link leads to, as the page writes it.
    #[serde(rename = "h", default, skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// States and properties.
    #[serde(rename = "s", default, skip_serializing_if = "NodeStates::is_empty")]
    pub states: NodeStates,
    /// Local name of the element; empty for text.
    #[serde(rename = "g", default, skip_serializing_if = "String::is_empty")]
    pub tag: String,
    /// Where to find the element again, for nodes with a uid.
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Box<Path>>,
    /// What it is called, and what the nearest row, list item, article, tree item or dialog reads,
    /// for nodes with a uid.
    #[serde(rename = "x", default, skip_serializing_if = "ContextHash::is_unset")]
    pub context: ContextHash,
    /// Stands inside the query's scope, or is its root.
    #[serde(rename = "i", default, skip_serializing_if = "is_false")]
    pub in_scope: bool,
    /// Text that people see and the accessibility tree does not have: `aria-hidden`, `inert` or the
    /// like took it out.
    #[serde(rename = "a", default, skip_serializing_if = "is_false")]
    pub aria_hidden: bool,
    /// Text that nothing separates from the text before it: `10` and `th` in `10<sup>th</sup>`.
    #[serde(rename = "j", default, skip_serializing_if = "is_false")]
    pub glued: bool,
    /// An iframe's index among its document's frames.
    #[serde(rename = "f", default, skip_serializing_if = "Option::is_none")]
    pub frame_index: Option<i32>,
}

/// How to find an element in the live page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Path {
    /// CSS selector, unique in its root (document or shadow root).
    pub selector: String,
    /// Selectors of the shadow hosts on the way, outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
}

/// `false`, `true` or `mixed`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tristate {
    /// Off.
    False,
    /// On.
    True,
    /// Partly on.
    Mixed,
}

/// States and properties of a node; `None` and `false` where the role does not support them or
/// nothing sets them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct States {
    /// Checked, of checkbox, radio, switch, menu item checkbox and radio, option, tree item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<Tristate>,
    /// Pressed, of a toggle button.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pressed: Option<Tristate>,
    /// Selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected: Option<bool>,
    /// Expanded or collapsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded: Option<bool>,
    /// Can't be acted on.
    #[serde(skip_serializing_if = "is_false")]
    pub disabled: bool,
    /// Can't be edited.
    #[serde(skip_serializing_if = "is_false")]
    pub readonly: bool,
    /// Must be filled.
    #[serde(skip_serializing_if = "is_false")]
    pub required: bool,
    /// `true`, `grammar`, `spelling`, or what the page says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invalid: Option<String>,
    /// The message of `aria-errormessage` of an invalid field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_message: Option<String>,
    /// `page`, `step`, `location`, `date`, `time`, `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
    /// `menu`, `listbox`, `tree`, `grid`, `dialog`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub haspopup: Option<String>,
    /// Level of a heading, row, tree item or list item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// `ascending`, `descending`, `other`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort: Option<String>,
    /// `horizontal` or `vertical`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orientation: Option<String>,
    /// More than one can be selected.
    #[serde(skip_serializing_if = "is_false")]
    pub multiselectable: bool,
    /// Holds more than one line of text.
    #[serde(skip_serializing_if = "is_false")]
    pub multiline: bool,
    /// A dialog that shuts out the rest of the page.
    #[serde(skip_serializing_if = "is_false")]
    pub modal: bool,
    /// Being changed.
    #[serde(skip_serializing_if = "is_false")]
    pub busy: bool,
    /// `polite` or `assertive`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live: Option<String>,
    /// Keys of `aria-keyshortcuts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keyshortcuts: Option<String>,
    /// Text of `aria-roledescription`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roledescription: Option<String>,
    /// Text instead of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valuetext: Option<String>,
    /// Smallest value of a range, as the page writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    /// Largest value of a range, as the page writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<String>,
    /// What an empty field shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    /// `inline`, `list`, `both`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub autocomplete: Option<String>,
    /// Has the focus.
    #[serde(skip_serializing_if = "is_false")]
    pub focused: bool,
    /// Can have the focus without being interactive by its role.
    #[serde(skip_serializing_if = "is_false")]
    pub focusable: bool,
    /// Text can be typed into it.
    #[serde(skip_serializing_if = "is_false")]
    pub editable: bool,
    /// A popover, and whether it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub popover_open: Option<bool>,
    /// Why it is taken for clickable though its role does not say so: `onclick`, `cursor:pointer`,
    /// `tabindex`, `label`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clickable: Vec<String>,
    /// A field whose value is never printed.
    #[serde(skip_serializing_if = "is_false")]
    pub secret: bool,
    /// Rows of a table or items of a list, counted before anything is folded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

/// The states of a node: read like [`States`], and without an allocation where all have their
/// defaults, as those of most nodes do.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(from = "States")]
pub struct NodeStates(Option<Box<States>>);

/// The states of a node that has none set.
static DEFAULT: LazyLock<States> = LazyLock::new(States::default);

impl NodeStates {
    /// Was never set. Quicker than [`NodeStates::is_empty`]: nothing is compared.
    pub fn is_unset(&self) -> bool {
        self.0.is_none()
    }

    /// Every state has its default.
    pub fn is_empty(&self) -> bool {
        self.0.as_deref().is_none_or(|states| *states == *DEFAULT)
    }
}

impl Serialize for NodeStates {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl From<States> for NodeStates {
    fn from(states: States) -> NodeStates {
        NodeStates((states != *DEFAULT).then(|| Box::new(states)))
    }
}

impl Deref for NodeStates {
    type Target = States;

    fn deref(&self) -> &States {
        self.0.as_deref().unwrap_or(&DEFAULT)
    }
}

impl DerefMut for NodeStates {
    fn deref_mut(&mut self) -> &mut States {
        self.0.get_or_insert_default()
    }
}

impl PartialEq for NodeStates {
    fn eq(&self, other: &NodeStates) -> bool {
        **self == **other
    }
}

fn is_false(value: &bool) -> bool {
    !*value
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}
