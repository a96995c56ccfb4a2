//! `POST /locate`: box and selector of an element of a snapshot.

use super::TabHandle;
use crate::model::{CssPixels, ElementId};
use axlens_snapshot::Role;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /locate`. It has exactly one of `uid` and `id`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LocateRequest {
    /// The element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<ElementId>,
    /// The element; the same as `uid`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<ElementId>,
    /// Its tab; default: the one of those with this id that was shown last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; default: that of the element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Name of the session of the snapshot, 1 to 200 bytes; default `default`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Number of the snapshot that has the id; default: the latest of the session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<u64>,
    /// The `seen` of a `changed_uid`: accepts the element as that fault describes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// Timeout in milliseconds, 100 to 60,000; default 15,000.
    #[serde(rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Answer of `POST /locate`. The fields of the layout (`box`, `covered`, `coveredBy`, `hasSize`,
/// `inViewport`, `transparent`) are absent if the element could not be measured.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LocateAnswer {
    /// x, y, width and height in CSS pixels of the viewport of the element's frame.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    pub rect: Option<[CssPixels; 4]>,
    /// Whether another element covers its center.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub covered: Option<bool>,
    /// The element that covers it; null if it is uncovered, or the other element is not in the
    /// tree.
    #[serde(
        default,
        deserialize_with = "crate::model::dialogs::null_as_some",
        skip_serializing_if = "Option::is_none"
    )]
    pub covered_by: Option<Option<CoveringElement>>,
    /// Chrome's id of the document.
    pub document: String,
    /// Selectors of the iframes around its document, outermost first; absent in the main frame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frame: Vec<String>,
    /// Whether its box has a size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_size: Option<bool>,
    /// Selectors of the shadow hosts around it, outermost first; absent outside shadow roots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// Whether a part of it is in the viewport.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_viewport: Option<bool>,
    /// Accessible name.
    pub name: String,
    /// Role, as in ARIA.
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    pub role: Role,
    /// Whether its name differs from the one in the snapshot; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub renamed: bool,
    /// Whether the page created it again since the snapshot; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rerendered: bool,
    /// CSS selector, unique in its document or shadow root.
    pub selector: String,
    /// Its tab.
    pub tab: TabHandle,
    /// Whether its opacity is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transparent: Option<bool>,
    /// Its uid; null for elements that accept no actions.
    pub uid: Option<String>,
    /// Random number that changes when the document is loaded again.
    pub world: u64,
}

/// An element that covers another.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct CoveringElement {
    /// Accessible name.
    pub name: String,
    /// Role, as in ARIA.
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    pub role: Role,
    /// Its uid in its document; null for elements that accept no actions.
    pub uid: Option<u32>,
}

fn is_false(value: &bool) -> bool {
    !*value
}
