//! Parameters and results of `observe` and `changes`.

use super::record_format;
use super::{ChromeTab, DocumentHandle, NodeHandle};
use crate::fault::Fault;
use crate::model::EngineChoice;
use axlens_snapshot::{FrameInput, FrameTree, Options};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a tab is to be read.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ObserveParams {
    /// CSS selector; the elements it names (shadow roots searched too) are marked as the scope.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// The element that is the scope, where a uid names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope_node: Option<NodeHandle>,
    /// Where the engine is to run.
    pub engine: EngineChoice,
    /// Whose boxes to measure.
    pub places: PlacesChoice,
    /// Whether every element's selector is wanted; those of frames always are.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub selectors: bool,
    /// Whether child frames are read too.
    #[serde(default = "yes")]
    pub frames: bool,
    /// Reads this document alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<DocumentHandle>,
    /// Names of answers that are still here: one that would say the same need not be sent again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub have: Vec<String>,
    /// Names of trees that are still here: of one that is much like one of them, what differs is
    /// enough.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub have_trees: Vec<String>,
}

/// Whose boxes are measured. On the wire `none`, `uids`, `all`, or node ids: `12,17`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(with = "String"))]
#[serde(from = "String", into = "String")]
pub enum PlacesChoice {
    /// Nobody's.
    #[default]
    None,
    /// Those of everything with a uid.
    Uids,
    /// Those of every element of the tree.
    All,
    /// Those of these nodes.
    Nodes(Vec<u32>),
}

impl PlacesChoice {
    /// Those that options need. Text is in the viewport where the element around it is, so that
    /// every element counts there.
    pub fn of(options: &Options) -> PlacesChoice {
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
                let words: Vec<String> = nodes.iter().map(u32::to_string).collect();
                words.join(",")
            }
        }
    }
}

/// Answer to `observe`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ObserveResult {
    /// The tab that was read.
    pub tab: ChromeTab,
    /// Its frames, the main frame first; with `same` what it took to read them, and nothing else.
    pub frames: Vec<FrameResult>,
    /// Names what was read: equal names, equal frames. Empty where there is nothing to name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The server has what was read, under that name: the frames hold nothing but timings.
    #[serde(default, skip_serializing_if = "is_false")]
    pub same: bool,
    /// Where the engine ran: `worker` or `page`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub engine: String,
    /// Milliseconds by stage.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub timings: BTreeMap<String, f64>,
    /// A page that holds nothing and can't be read (`about:blank`, `data:`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub blank: bool,
}

/// One frame: what was read of it, or why it was not.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct FrameResult {
    /// Chrome's document id.
    pub document: String,
    /// Chrome's frame id; 0 is the main frame.
    pub frame: i64,
    /// Frame id of the parent; −1 of the main frame.
    pub parent: i64,
    /// Address.
    pub url: String,
    /// Index among the parent's frames; −1 when it is not there.
    pub window_index: i32,
    /// Node id of its iframe element in the parent's document; 0 when not known.
    pub element: u32,
    /// What the engine made of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<serde_json::Value>"))]
    pub tree: Option<Box<FrameTree>>,
    /// Instead of the tree: its text, as an engine wrote it that worked in the page. A page may
    /// have taken its process over, so it is read apart from the answer.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub page_tree: String,
    /// Names the tree: equal names, equal texts of trees. Empty where it will not be known again.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tree_name: String,
    /// Instead of the tree: how it differs from one that the server has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree_change: Option<TreeChange>,
    /// JSON text from the page's process, read apart from the answer likewise. By node id: x, y,
    /// width, height, flags, covered by. Empty where none were asked for.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub places: String,
    /// The places, once they have been read.
    #[serde(skip)]
    pub measured: BTreeMap<u32, [f64; 6]>,
    /// Milliseconds by stage.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub timings: BTreeMap<String, f64>,
    /// Why it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// How the text of a tree differs from another's: in its middle alone. Lengths count UTF-16 units,
/// as JavaScript does.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TreeChange {
    /// Name of the other tree.
    pub from: String,
    /// How much of its beginning is the same.
    pub head: usize,
    /// What stands between.
    pub middle: String,
    /// How much of its end is the same.
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
                .map(|(node, numbers)| (node, record_format::place(numbers)))
                .collect(),
        }
    }
}

/// Since when changes count, and how long they are waited for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChangesParams {
    /// That of the last [`ChangesResult`]; none: the answer comes at once, and what changes from
    /// then on counts.
    ///
    /// [`ChangesResult`]: super::ChangesResult
    pub seen: Option<String>,
    /// For how long to wait at most, in milliseconds.
    pub for_ms: u64,
}

/// Answer to `changes`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ChangesResult {
    /// The tab.
    pub tab: ChromeTab,
    /// Names what has changed so far, for the next query.
    pub seen: String,
    /// Whether something may have changed since what the query named.
    pub changed: bool,
}

fn yes() -> bool {
    true
}

fn is_false(value: &bool) -> bool {
    !*value
}
