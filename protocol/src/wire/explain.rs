//! Parameters and results of `explain` and `inspect`: facts about one element.

use super::{ChromeTab, NodeHandle};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The element to be explained: by selector, or by document and node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ExplainParams {
    /// The element itself.
    Node(NodeHandle),
    /// The first element the CSS selector names.
    Selector {
        /// CSS selector, searched through shadow roots too.
        selector: String,
    },
}

/// Answer to `explain`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExplainResult<E> {
    /// The tab that was read.
    pub tab: ChromeTab,
    /// Chrome's id of the document the element is in.
    pub document: String,
    /// Random number made with that document's registry.
    pub world: u64,
    /// What the engine says of the element.
    pub explanation: E,
}

/// What is asked of which element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InspectParams {
    /// The element; node 0 is the body of its document.
    pub target: NodeHandle,
    /// What is asked.
    pub what: Inspected,
}

/// What is asked of an element that no tree holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Inspected {
    /// Its HTML.
    Html {},
    /// An attribute, as the document writes it.
    Attribute {
        /// Its name.
        name: String,
    },
    /// Computed styles.
    Styles {
        /// Names of CSS properties.
        names: Vec<String>,
    },
}

/// Answer to `inspect`: beside the tab, what was asked for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InspectResult {
    /// The tab.
    pub tab: ChromeTab,
    /// HTML; none where all of it is secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// Value of an attribute; none where there is none, or it is secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Computed values by the names of the properties.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub styles: BTreeMap<String, String>,
    /// Something was left out because it is secret.
    #[serde(default, skip_serializing_if = "is_false")]
    pub secret: bool,
    /// The HTML goes on.
    #[serde(default, skip_serializing_if = "is_false")]
    pub truncated: bool,
}

fn is_false(value: &bool) -> bool {
    !*value
}
