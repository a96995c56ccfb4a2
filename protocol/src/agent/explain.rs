//! `POST /explain`: why an element has its role, name and states, and why it is in the tree or not.

use super::TabHandle;
use super::element_states::ElementStates;
use crate::model::ElementId;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /explain`. It has an id (`uid` or `id`) or a `selector`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// The element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<ElementId>,
    /// The element; the same as `uid`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<ElementId>,
    /// CSS selector, searched through shadow roots; its first match is explained.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// Number of the tab; default: the tab of the id, or the active tab.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; default: that of the tab, or the only connected one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Name of the session of the snapshot, 1 to 200 bytes; default `default`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Number of the snapshot that has the id; default: the latest of the session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<u64>,
    /// Timeout in milliseconds, 100 to 60,000; default 15,000.
    #[serde(rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Answer of `POST /explain`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExplainAnswer {
    /// The accessible description, and its source.
    pub description: TextReason,
    /// Chrome's id of the document.
    pub document: String,
    /// Selectors of the iframes around its document, outermost first; absent in the main frame, and
    /// if the request has a selector.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frame: Vec<String>,
    /// Selectors of the shadow hosts around it, outermost first; absent outside shadow roots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// Whether it is in the accessibility tree.
    pub in_tree: bool,
    /// The accessible name, and its source.
    pub name: TextReason,
    /// The role, and its source.
    pub role: RoleReason,
    /// CSS selector, unique in its document or shadow root.
    pub selector: String,
    /// States and properties.
    pub states: ElementStates,
    /// Its tab.
    pub tab: TabHandle,
    /// Local name of the element.
    pub tag: String,
    /// Its uid; absent for elements that accept no actions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<ExplainedUid>,
    /// Value of a field, as a user sees it; absent for other elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Why it is in the tree or not.
    pub why: String,
    /// Random number that changes when the document is loaded again.
    pub world: u64,
}

/// The engine's explanation of an element: the part of [`ExplainAnswer`] that it computes. `S` is
/// the type of the states; the engine serializes its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Explanation<S = ElementStates> {
    /// The accessible description, and its source.
    pub description: TextReason,
    /// Selectors of the shadow hosts around it, outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// Whether it is in the accessibility tree.
    pub in_tree: bool,
    /// The accessible name, and its source.
    pub name: TextReason,
    /// The role, and its source.
    pub role: RoleReason,
    /// CSS selector, unique in its document or shadow root.
    pub selector: String,
    /// States and properties.
    pub states: S,
    /// Local name of the element.
    pub tag: String,
    /// Its uid in its document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<u32>,
    /// Value of a field, as a user sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Why it is in the tree or not.
    pub why: String,
}

/// A role, and its source.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RoleReason {
    /// Its source, and the `role` attribute if there is one.
    pub from: String,
    /// The role that snapshots print, if it is different.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown_as: Option<String>,
    /// The role, as ARIA spells it.
    pub value: String,
}

/// A name or a description, and its source.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct TextReason {
    /// The steps of the computation that produced text, in order.
    pub from: Vec<NamingStep>,
    /// The text; empty if there is none.
    pub value: String,
}

/// A step of the computation of names and descriptions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct NamingStep {
    /// CSS selector of the element that the text comes from.
    pub node: String,
    /// The step's number in the specification.
    pub step: String,
    /// The text.
    pub text: String,
}

/// The uid of an element that is explained.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(untagged)]
pub enum ExplainedUid {
    /// The uid in the element's document, if a selector or the ref of an element without a uid
    /// named it.
    InDocument(u32),
    /// The uid as snapshots print it, if an id named the element.
    InPage(String),
}
