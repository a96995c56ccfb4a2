//! The result of `inspect` for what is only visible: facts about shapes, boxes, images and texts as
//! the page has them. The server names colours and shapes.

use serde::{Deserialize, Serialize};

/// What is visible in an element, or in the viewport of a document.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct VisualFacts {
    /// In document order.
    pub facts: Vec<VisualFact>,
    /// The text around the element, or the text of the page.
    pub surroundings: TextStyle,
    /// The number of visible frames in it, whose documents were not read.
    pub frames: u32,
    /// The number of things like those in `facts` that are outside of the viewport or clipped.
    pub outside: u32,
    /// The number of elements after which the script stopped; 0 if it read all.
    pub stopped: u32,
    /// The number of facts whose `at` is the centre of the visible part, without a test of what a
    /// click there hits: the tests take too long in this document.
    #[serde(default)]
    pub untested: u32,
}

/// The style of a text, with colours as the browser serializes computed values.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TextStyle {
    /// Colour of the text.
    pub color: String,
    /// The background behind it; empty for none, `image` for an image.
    pub behind: String,
    /// Font size in CSS pixels.
    pub size: f64,
}

/// The kind of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum VisualKind {
    /// An SVG shape.
    Shape,
    /// A box without text.
    Box,
    /// An image or icon.
    Image,
    /// A text of HTML.
    Text,
    /// A text of SVG.
    SvgText,
}

/// Something that is visible in a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct VisualFact {
    /// Its kind.
    pub kind: VisualKind,
    /// Local name of its element.
    pub tag: String,
    /// Node id of its element.
    pub node: u32,
    /// Node ids of the elements around it, innermost first.
    pub around: Vec<u32>,
    /// Its size in CSS pixels.
    pub size: [f64; 2],
    /// A point that a click on it hits, in CSS pixels of the viewport of its document.
    pub at: [f64; 2],
    /// Whether something else covers it, so that no point of it can be hit.
    #[serde(default, skip_serializing_if = "is_false")]
    pub covered: bool,
    /// Colours and font size: the colour is the fill of a shape, the background of a box, or the
    /// colour of a text.
    pub style: TextStyle,
    /// Opacity of its colour by the elements around it, 0 to 1.
    pub opacity: f64,
    /// Colour of the stroke of a shape or of the borders of a box; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stroke: String,
    /// A background image, a mask, or the address of an image; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub image: String,
    /// The points of a polygon or path, as in the document, or a `clip-path`; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub points: String,
    /// Its text, or the generated content of an icon.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The class of an icon, as in the document.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub class: String,
    /// Whether its corners are so round that it is an ellipse.
    #[serde(default, skip_serializing_if = "is_false")]
    pub round: bool,
    /// Whether it consists of borders only, as a triangle that is made of them.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hollow: bool,
}

/// Where the viewport of a frame is in the viewport of the tab, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FramePosition {
    /// Its upper left corner.
    pub origin: [f64; 2],
    /// Left, top, right and bottom of its visible part.
    pub visible: [f64; 4],
}

fn is_false(value: &bool) -> bool {
    !*value
}
