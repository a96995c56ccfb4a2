//! Parameters and results of `explain` and `inspect`: properties of one element.

use super::visual::{FramePosition, VisualFacts};
use super::{ChromeTab, NodeHandle};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The element to explain, by selector or by document and node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ExplainParams {
    /// The element itself.
    Node(NodeHandle),
    /// The first match of a CSS selector.
    Selector {
        /// CSS selector, searched through shadow roots.
        selector: String,
    },
}

/// Answer to `explain`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExplainResult<E> {
    /// The tab that was read.
    pub tab: ChromeTab,
    /// Chrome's id of the element's document.
    pub document: String,
    /// Random number that is created with the document's registry.
    pub world: u64,
    /// The engine's explanation of the element.
    pub explanation: E,
}

/// Parameters of `inspect`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InspectParams {
    /// The element; node 0 is the body of the document.
    pub target: NodeHandle,
    /// The property to read.
    pub what: InspectedProperty,
}

/// A property of an element that frame trees do not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum InspectedProperty {
    /// Its HTML.
    Html {},
    /// An attribute, as in the document.
    Attribute {
        /// Its name.
        name: String,
    },
    /// Computed styles.
    Styles {
        /// Names of CSS properties.
        names: Vec<String>,
    },
    /// What is only visible in it; of node 0, in the viewport.
    Visual {},
}

/// Answer to `inspect`: the tab and the requested property.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InspectResult {
    /// The tab.
    pub tab: ChromeTab,
    /// HTML; absent if all of it is secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// Value of an attribute; absent if it does not exist or is secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Computed values by the names of the properties.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub styles: BTreeMap<String, String>,
    /// Some content was omitted because it is secret.
    #[serde(default, skip_serializing_if = "is_false")]
    pub secret: bool,
    /// The HTML was cut at its maximum length.
    #[serde(default, skip_serializing_if = "is_false")]
    pub truncated: bool,
    /// What is only visible; absent if all of it is secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visual: Option<VisualFacts>,
    /// With `visual`: the position of the document's frame; null if it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<FramePosition>,
}

fn is_false(value: &bool) -> bool {
    !*value
}
