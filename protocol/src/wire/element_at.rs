//! Parameters and results of `elementAt`.

use super::{ChromeTab, NodeHandle};
use serde::{Deserialize, Serialize};

/// Parameters of `elementAt`: a point of the tab's viewport, in CSS pixels.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ElementAtParams {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// Answer to `elementAt`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ElementAtResult {
    /// The tab.
    pub tab: ChromeTab,
    /// The innermost element that a click at the point hits; absent outside of the viewport, and
    /// in a frame whose content cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hit: Option<PointHit>,
}

/// An element at a point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PointHit {
    /// The element.
    pub node: NodeHandle,
    /// The point, in CSS pixels from the upper left corner of the element's padding box.
    pub position: [f64; 2],
}
