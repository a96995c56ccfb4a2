//! An action and its element.

use crate::model::ElementId;
use crate::model::action::Action;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An action and its element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct TargetedAction {
    /// The action.
    #[serde(flatten)]
    pub action: Action,
    /// The element.
    #[serde(flatten)]
    pub target: ElementReference,
}

/// The element of an action: at most one of `uid`, `id`, `ref` and `selector`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct ElementReference {
    /// The element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<ElementId>,
    /// The element; the same as `uid`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<ElementId>,
    /// The element; the same as `uid`.
    #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<ElementId>,
    /// Number of the snapshot that has the id; default: the latest of the session.
    #[serde(default, rename = "of", skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<u64>,
    /// The `seen` of a `changed_uid`: accepts the element as that fault describes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// CSS selector, `text=` and the exact visible text of the element, or `role=` with its role
    /// and exact name as in a snapshot (`role=button "Save"`); searched through frames and shadow
    /// roots. Exactly one element must match. Or `at=X,Y`: the innermost element at this
    /// point of the viewport, in CSS pixels, where the action uses it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// With `selector`: selectors of the shadow hosts around the element, outermost first, as in
    /// `/locate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hosts: Option<Vec<String>>,
    /// With `selector`: selectors that match the iframes around the element, outermost first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<Vec<String>>,
    /// With `selector`: which match in document order, from 1, if several elements match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<u32>,
    /// With `selector`: the uid of an element that contains the element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<ElementId>,
}

/// Names of the fields of [`ElementReference`].
pub(super) const TARGET_FIELDS: [&str; 10] = [
    "uid", "id", "ref", "of", "seen", "selector", "hosts", "frame", "nth", "within",
];
