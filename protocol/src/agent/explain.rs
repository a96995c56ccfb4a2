//! `POST /explain`: why an element has its role, name and states, and why it is in the tree or not.

use super::TabHandle;
use super::element_states::ElementStates;
use crate::model::ElementId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /explain`. Either an id (`uid` or `id`) or a `selector` is given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// The element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<ElementId>,
    /// The element; the same as `uid`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<ElementId>,
    /// CSS selector; the first element it names, shadow roots searched too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// The tab; left out, the one in front of the user, or that of the id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; left out, that of the tab, or the only one that is
    /// connected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Name of the session that got the snapshot, 1 to 200 bytes; left out, `default`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Number of the snapshot that the id is from; left out, the session's last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<u64>,
    /// Longest time it may take, in milliseconds: 100 to 60,000; left out, 15,000.
    #[serde(rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Answer of `POST /explain`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplainAnswer {
    /// The accessible description, and where it comes from.
    pub description: TextReason,
    /// Chrome's id of the document.
    pub document: String,
    /// Selectors of the iframes on the way to its document, the outermost first; absent in the main
    /// frame, and where a selector named the element.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frame: Vec<String>,
    /// Selectors of the shadow hosts on the way to it, the outermost first; absent outside shadow
    /// roots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// Whether the accessibility tree has it.
    pub in_tree: bool,
    /// The accessible name, and where it comes from.
    pub name: TextReason,
    /// The role, and where it comes from.
    pub role: RoleReason,
    /// CSS selector, unique in its document or shadow root.
    pub selector: String,
    /// States and properties.
    pub states: ElementStates,
    /// Its tab.
    pub tab: TabHandle,
    /// Local name of the element.
    pub tag: String,
    /// Its uid; absent for what can't be acted on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<ExplainedUid>,
    /// Value of a field, as a user sees it; absent for what has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Why it is in the tree, or is not.
    pub why: String,
    /// Random number that changes when the document is loaded again.
    pub world: u64,
}

/// What the engine says of an element: the part of [`ExplainAnswer`] that it can know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// The accessible description, and where it comes from.
    pub description: TextReason,
    /// Selectors of the shadow hosts on the way to it, the outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// Whether the accessibility tree has it.
    pub in_tree: bool,
    /// The accessible name, and where it comes from.
    pub name: TextReason,
    /// The role, and where it comes from.
    pub role: RoleReason,
    /// CSS selector, unique in its document or shadow root.
    pub selector: String,
    /// States and properties.
    pub states: ElementStates,
    /// Local name of the element.
    pub tag: String,
    /// Its uid in its document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<u32>,
    /// Value of a field, as a user sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Why it is in the tree, or is not.
    pub why: String,
}

/// A role, and where it comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoleReason {
    /// Where it comes from; with the `role` attribute, where there is one.
    pub from: String,
    /// The word that snapshots print, where it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown_as: Option<String>,
    /// The role, as ARIA spells it.
    pub value: String,
}

/// A name or a description, and where it comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TextReason {
    /// The steps of the computation that gave words, in their order.
    pub from: Vec<NamingStep>,
    /// The text; empty where there is none.
    pub value: String,
}

/// A step of the computation of names and descriptions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NamingStep {
    /// CSS selector of the element that gave the words.
    pub node: String,
    /// The step, as the specification numbers it.
    pub step: String,
    /// The words.
    pub text: String,
}

/// The uid of an element that is explained.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ExplainedUid {
    /// Where a selector, or the ref of an element without a uid of its own, named it: the number in
    /// its own document.
    InDocument(u32),
    /// Where an id named it: the uid as snapshots print it.
    InPage(String),
}
