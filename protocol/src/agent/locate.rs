//! `POST /locate`: box and selector of an element of a snapshot.

use super::TabHandle;
use crate::model::{CssPixels, ElementId};
use axlens_snapshot::Role;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /locate`. Exactly one of `uid` and `id` is given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LocateRequest {
    /// The element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<ElementId>,
    /// The element; the same as `uid`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<ElementId>,
    /// Its tab; needed where the same id was given out in several tabs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; left out, that of the element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Name of the session that got the snapshot, 1 to 200 bytes; left out, `default`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Number of the snapshot that the id is from; left out, the session's last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<u64>,
    /// The `seen` of a `changed_uid`: the element is meant as that fault says it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// Longest time it may take, in milliseconds: 100 to 60,000; left out, 15,000.
    #[serde(rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Answer of `POST /locate`. What the layout says (`box`, `covered`, `coveredBy`, `hasSize`,
/// `inViewport`, `transparent`) is absent where the element could not be measured.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LocateAnswer {
    /// x, y, width and height in CSS pixels of the viewport of the element's frame.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    pub rect: Option<[CssPixels; 4]>,
    /// Whether another element lies over the middle of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub covered: Option<bool>,
    /// The element that lies over it; null where none does, or one that is not in the tree.
    #[serde(
        default,
        deserialize_with = "crate::model::dialogs::even_null",
        skip_serializing_if = "Option::is_none"
    )]
    pub covered_by: Option<Option<CoveringElement>>,
    /// Chrome's id of the document.
    pub document: String,
    /// Selectors of the iframes on the way to its document, the outermost first; absent in the main
    /// frame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frame: Vec<String>,
    /// Whether its box has an area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_size: Option<bool>,
    /// Selectors of the shadow hosts on the way to it, the outermost first; absent outside shadow
    /// roots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// Whether the viewport shows a part of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_viewport: Option<bool>,
    /// Accessible name.
    pub name: String,
    /// Role, as ARIA spells it.
    #[schemars(with = "String")]
    pub role: Role,
    /// Whether it has another name than it was shown with; absent where it has not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub renamed: bool,
    /// Whether the page made it anew since it was shown; absent where it did not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rerendered: bool,
    /// CSS selector, unique in its document or shadow root.
    pub selector: String,
    /// Its tab.
    pub tab: TabHandle,
    /// Whether its opacity is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transparent: Option<bool>,
    /// Its uid; null for what can't be acted on.
    pub uid: Option<String>,
    /// Random number that changes when the document is loaded again.
    pub world: u64,
}

/// An element that lies over another.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoveringElement {
    /// Accessible name.
    pub name: String,
    /// Role, as ARIA spells it.
    #[schemars(with = "String")]
    pub role: Role,
    /// Its uid in its document; null for what can't be acted on.
    pub uid: Option<u32>,
}

fn is_false(value: &bool) -> bool {
    !*value
}
