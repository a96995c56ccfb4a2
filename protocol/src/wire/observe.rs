//! Parameters and results of `observe` and `changes`.

use super::record_format;
use super::{ChromeTab, DocumentHandle, NodeHandle};
use crate::fault::Fault;
use crate::model::{EngineChoice, EngineLocation};
use axlens_snapshot::{FrameInput, FrameTree, Options};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Parameters of `observe`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ObserveParams {
    /// CSS selector, searched through shadow roots; its matches are marked as the scope.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// The element that is the scope, if a uid names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope_node: Option<NodeHandle>,
    /// The elements that the query looks for, for an action on one of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub targets: Option<TargetQuery>,
    /// Where to run the engine.
    pub engine: EngineChoice,
    /// The elements whose boxes are measured.
    pub places: PlacesChoice,
    /// Whether to compute the selector of every element; those of frames are always computed.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub selectors: bool,
    /// Whether to read child frames.
    #[serde(default = "yes")]
    pub frames: bool,
    /// Reads only this document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<DocumentHandle>,
    /// Names of answers that the server has. An equal answer need not be sent again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub have: Vec<String>,
    /// Names of trees that the server has. The extension can send a new tree as its difference from
    /// one of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub have_trees: Vec<String>,
}

/// The elements that a query looks for. Each that is rendered is part of the tree, even if
/// snapshots do not include it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct TargetQuery {
    /// Their visible text; `None` for the elements in the scope.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Node id of the element that contains them. An extension that cannot search in it returns
    /// all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<u32>,
}

/// The elements whose boxes are measured. On the wire: `none`, `uids`, `all`, or node ids: `12,17`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(with = "String"))]
#[serde(from = "String", into = "String")]
pub enum PlacesChoice {
    /// No element.
    #[default]
    None,
    /// Elements with a uid.
    Uids,
    /// All elements of the tree.
    All,
    /// The elements with these node ids.
    Nodes(Vec<u32>),
}

impl PlacesChoice {
    /// The elements that the options require. Text is in the viewport if its parent element is, so
    /// `viewport_only` requires all.
    pub fn for_options(options: &Options) -> PlacesChoice {
        match options.needs_places() {
            true if options.viewport_only => PlacesChoice::All,
            true => PlacesChoice::Uids,
            false => PlacesChoice::None,
        }
    }
}

impl From<String> for PlacesChoice {
    fn from(text: String) -> Self {
        match text.as_str() {
            "none" => PlacesChoice::None,
            "uids" => PlacesChoice::Uids,
            "all" => PlacesChoice::All,
            nodes => PlacesChoice::Nodes(nodes.split(',').flat_map(str::parse).collect()),
        }
    }
}

impl From<PlacesChoice> for String {
    fn from(choice: PlacesChoice) -> Self {
        match choice {
            PlacesChoice::None => "none".to_owned(),
            PlacesChoice::Uids => "uids".to_owned(),
            PlacesChoice::All => "all".to_owned(),
            PlacesChoice::Nodes(nodes) => {
                let ids: Vec<String> = nodes.iter().map(u32::to_string).collect();
                ids.join(",")
            }
        }
    }
}

/// Answer to `observe`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ObserveResult {
    /// The tab that was read.
    pub tab: ChromeTab,
    /// Its frames, main frame first; with `same`, they have only timings.
    pub frames: Vec<FrameResult>,
    /// Name of the content: equal names mean equal frames. Empty if the content has no name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The elements that have changed recently, by document: for each its node id, the number of
    /// its last change, a hash of its own texts after it, and 1 if it changes periodically, the
    /// milliseconds in which more changes may prove that, or 0. Sent with `same`, too.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub last_changes: BTreeMap<String, Vec<u32>>,
    /// The number of tools that its documents offer to agents. Sent with `same`, too.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub page_tools: u32,
    /// The server already has the content with this name.
    #[serde(default, skip_serializing_if = "is_false")]
    pub same: bool,
    /// Where the engine ran.
    #[serde(default, skip_serializing_if = "EngineLocation::is_none")]
    pub engine: EngineLocation,
    /// Times of the stages, in milliseconds.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub timings: BTreeMap<String, f64>,
    /// The page is empty and can't be read (`about:blank`, `data:`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub blank: bool,
}

/// One frame: its content, or the reason why it was not read.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct FrameResult {
    /// Chrome's document id.
    pub document: String,
    /// Chrome's frame id; 0 for the main frame.
    pub frame: i64,
    /// Frame id of the parent; −1 for the main frame.
    pub parent: i64,
    /// URL.
    pub url: String,
    /// Index in the parent's `window.frames`; −1 if it is not there.
    pub window_index: i32,
    /// Node id of its iframe element in the parent's document; 0 if unknown.
    pub element: u32,
    /// The frame tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<serde_json::Value>"))]
    pub tree: Option<Box<FrameTree>>,
    /// Instead of the tree: its JSON text, if the engine ran in the page. It is parsed separately
    /// from the answer, because the process of the page may be compromised.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub page_tree: String,
    /// Name of the tree: equal names mean equal texts. Empty if the extension does not cache the
    /// tree.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tree_name: String,
    /// Instead of the tree: its difference from a tree that the server has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree_change: Option<TreeChange>,
    /// Boxes, as JSON text from the process of the page, also parsed separately. By node id: x, y,
    /// width, height, flags, covered by. Empty if none were requested.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub places: String,
    /// The parsed `places`.
    #[serde(skip)]
    pub measured: BTreeMap<u32, [f64; 6]>,
    /// Times of the stages, in milliseconds.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub timings: BTreeMap<String, f64>,
    /// The reason why it was not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// The difference between the texts of two trees: a new middle part. Lengths are in UTF-16 code
/// units, as in JavaScript.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TreeChange {
    /// Name of the old tree.
    pub from: String,
    /// Length of the equal start.
    pub head: usize,
    /// The new middle part.
    pub middle: String,
    /// Length of the equal end.
    pub tail: usize,
}

impl From<FrameResult> for FrameInput {
    fn from(frame: FrameResult) -> FrameInput {
        let places = frame.measured.into_iter();
        FrameInput {
            document: frame.document,
            frame: frame.frame,
            parent: frame.parent,
            url: frame.url,
            window_index: frame.window_index,
            element: frame.element,
            tree: frame.tree.map(|tree| *tree),
            failure: frame.fault.map(|fault| fault.message).unwrap_or_default(),
            places: places
                .map(|(node, numbers)| (node, record_format::place_from_numbers(numbers)))
                .collect(),
        }
    }
}

/// Parameters of `changes`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChangesParams {
    /// `seen` of the last [`ChangesResult`]. Without it, the extension answers immediately, and
    /// later changes count.
    ///
    /// [`ChangesResult`]: super::ChangesResult
    pub seen: Option<String>,
    /// Maximum time to wait, in milliseconds.
    pub for_ms: u64,
}

/// Answer to `changes`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ChangesResult {
    /// The tab.
    pub tab: ChromeTab,
    /// Marks the current state, for the next query.
    pub seen: String,
    /// Whether the page may have changed since the state that the query named.
    pub changed: bool,
}

fn yes() -> bool {
    true
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}

fn is_false(value: &bool) -> bool {
    !*value
}
