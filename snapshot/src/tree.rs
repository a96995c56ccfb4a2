//! The accessibility tree of one document, as the engine creates it.

use crate::context::ContextHash;
use crate::role::Role;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use std::ops::{Deref, DerefMut};
use std::sync::LazyLock;

/// `document.readyState`; empty if unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
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

/// The tree of one document. Its nodes are in depth-first order; the first is the document.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FrameTree {
    /// URL of the document.
    pub url: String,
    /// Title of the document; empty if it has none.
    pub title: String,
    /// The document's `readyState`.
    pub ready: ReadyState,
    /// Random number that is created with the document's registry; it changes when the document is
    /// loaded again.
    pub world: u64,
    /// Nodes in depth-first order, document first.
    pub nodes: Vec<Node>,
    /// Uid of the focused element, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focused: Option<u32>,
    /// Width and height of the viewport in CSS pixels.
    pub viewport: [i64; 2],
    /// Scroll position x, y, and scrollable width and height, in CSS pixels.
    pub scroll: [i64; 4],
    /// Whether the page changed during three consecutive reads.
    #[serde(default, skip_serializing_if = "is_false")]
    pub page_moved: bool,
    /// Number of recorded elements.
    pub elements: u32,
    /// Size in bytes of a list of all elements with tag, attributes and box.
    pub query_dom_bytes: u64,
    /// Node ids of the elements that the query's scope selected; `None` without a scope. The tree
    /// has all nodes of the document in both cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Vec<u32>>,
    /// This window's index in its parent's `window.frames`; −1 if it is not there.
    pub index: i32,
}

/// A node of the accessibility tree: an element, or a run of text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// Depth; the document has 0.
    #[serde(rename = "d")]
    pub depth: u32,
    /// Node id of the element; 0 for text and for the document.
    #[serde(rename = "n", default, skip_serializing_if = "is_zero")]
    pub node: u32,
    /// The uid, if the element is interactive.
    #[serde(rename = "u", default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<u32>,
    /// Its role. `Role::Text` for a run of text.
    #[serde(rename = "r")]
    pub role: Role,
    /// Accessible name; the text, for a run of text.
    #[serde(rename = "t", default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Whether the name comes from the node's content, so that descendants repeat it.
    #[serde(rename = "c", default, skip_serializing_if = "is_false")]
    pub named_by_content: bool,
    /// For an interactive element without a name or text: up to three words of its class,
    /// attributes, id or image, such as `paper-plane`. It is not a name. Only lower-case ASCII
    /// letters, with hyphens between words.
    #[serde(rename = "q", default, skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// Accessible description.
    #[serde(rename = "e", default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Value of a field, as a user sees it. `[REDACTED]` for a secret field.
    #[serde(rename = "v", default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// `href` of a link, as in the page.
    #[serde(rename = "h", default, skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// States and properties.
    #[serde(rename = "s", default, skip_serializing_if = "NodeStates::is_empty")]
    pub states: NodeStates,
    /// Local name of the element; empty for text.
    #[serde(rename = "g", default, skip_serializing_if = "String::is_empty")]
    pub tag: String,
    /// The selector of the element, for nodes with a uid.
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Box<Path>>,
    /// The hash of its name and its container, for nodes with a uid.
    #[serde(rename = "x", default, skip_serializing_if = "ContextHash::is_unset")]
    pub context: ContextHash,
    /// Node id of the element whose texts identify it, for nodes with a uid: the outermost row or
    /// card around it, or the heading or text before it; 0 without one.
    #[serde(rename = "o", default, skip_serializing_if = "is_zero")]
    pub unit: u32,
    /// Whether the node is in the query's scope.
    #[serde(rename = "i", default, skip_serializing_if = "is_false")]
    pub in_scope: bool,
    /// Visible text that the accessibility tree does not have, because of `aria-hidden`, `inert` or
    /// similar.
    #[serde(rename = "a", default, skip_serializing_if = "is_false")]
    pub aria_hidden: bool,
    /// Visible text in a control that snapshots omit, because the control's name represents it:
    /// `Like` in `<button aria-label="Like it">Like</button>`.
    #[serde(rename = "w", default, skip_serializing_if = "is_false")]
    pub represented: bool,
    /// Text that follows the text before it without a space: `th` in `10<sup>th</sup>`.
    #[serde(rename = "j", default, skip_serializing_if = "is_false")]
    pub glued: bool,
    /// A text or inline element that starts a line, after an inline element: because of `br`, or of
    /// a block without a node. Texts that follow each other are lines anyway.
    #[serde(rename = "l", default, skip_serializing_if = "is_false")]
    pub new_line: bool,
    /// Index of an iframe in its document's `window.frames`.
    #[serde(rename = "f", default, skip_serializing_if = "Option::is_none")]
    pub frame_index: Option<i32>,
}

/// How to find an element in the live page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Path {
    /// CSS selector, unique in its root (document or shadow root).
    pub selector: String,
    /// Selectors of the shadow hosts around it, outermost first.
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

/// How much of a text a user can't see although it is rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unseen {
    /// All of it.
    All,
    /// A part of it.
    Part,
}

/// States and properties of a node; `None` or `false` if the role does not support them or nothing
/// sets them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct States {
    /// Whether a checkbox, radio button, switch, menu item, option or tree item is checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<Tristate>,
    /// Whether a toggle button is pressed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pressed: Option<Tristate>,
    /// Selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected: Option<bool>,
    /// Expanded or collapsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded: Option<bool>,
    /// Disabled.
    #[serde(skip_serializing_if = "is_false")]
    pub disabled: bool,
    /// Read-only.
    #[serde(skip_serializing_if = "is_false")]
    pub readonly: bool,
    /// Requires a value.
    #[serde(skip_serializing_if = "is_false")]
    pub required: bool,
    /// `true`, `grammar`, `spelling`, or another value of the page.
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
    /// Several options can be selected.
    #[serde(skip_serializing_if = "is_false")]
    pub multiselectable: bool,
    /// Accepts more than one line of text.
    #[serde(skip_serializing_if = "is_false")]
    pub multiline: bool,
    /// A modal dialog.
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
    /// Text to read instead of the number of a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valuetext: Option<String>,
    /// Minimum of a range, as in the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    /// Maximum of a range, as in the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<String>,
    /// Placeholder of a field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    /// `inline`, `list`, `both`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub autocomplete: Option<String>,
    /// Focused.
    #[serde(skip_serializing_if = "is_false")]
    pub focused: bool,
    /// Focusable without an interactive role.
    #[serde(skip_serializing_if = "is_false")]
    pub focusable: bool,
    /// Its text can be edited.
    #[serde(skip_serializing_if = "is_false")]
    pub editable: bool,
    /// Whether a popover is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub popover_open: Option<bool>,
    /// Why it counts as clickable without an interactive role: `onclick`, `cursor:pointer`,
    /// `tabindex`, `label`, an attribute such as `data-handler`, or a word of its class or id that
    /// controls have: `class:next`, `id:reply`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clickable: Vec<String>,
    /// A secret field, whose value is never printed.
    #[serde(skip_serializing_if = "is_false")]
    pub secret: bool,
    /// A user can't see its text, name from content, or content of a frame: it is transparent,
    /// tiny, clipped or outside of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unseen: Option<Unseen>,
    /// Of preformatted text: the whitespace between it and the text before it. A new line starts
    /// with a line break. `None` for other text. It is here because few nodes have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<String>,
    /// Number of rows of a table or items of a list, before folding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

/// The states of a node, serialized like [`States`]. They need no allocation if all have their
/// defaults, as in most nodes.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(from = "States")]
pub struct NodeStates(Option<Box<States>>);

/// The default states.
static DEFAULT: LazyLock<States> = LazyLock::new(States::default);

impl NodeStates {
    /// Whether no state was ever set. Faster than [`NodeStates::is_empty`], because it compares
    /// nothing.
    pub fn is_unset(&self) -> bool {
        self.0.is_none()
    }

    /// Whether every state has its default.
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
