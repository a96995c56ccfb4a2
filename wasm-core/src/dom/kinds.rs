//! Kinds of nodes, and parts of HTML and SVG elements.

use crate::table::pair;

/// Kind of a node.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The document, which is the first node.
    Document,
    /// An element.
    Element,
    /// A text node.
    Text,
    /// A shadow root.
    ShadowRoot,
}

/// Elements that describe their parent; the first one counts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// `caption` of a table.
    Caption,
    /// `desc` of an SVG element.
    Desc,
    /// `figcaption` of a figure.
    Figcaption,
    /// `legend` of a group of fields.
    Legend,
    /// `summary` of a disclosure.
    Summary,
    /// `title` of an SVG element.
    Title,
}

impl Part {
    /// The part with this tag.
    pub(super) fn of_tag(tag: &str) -> Option<Part> {
        Some(match tag {
            "caption" => Part::Caption,
            "desc" => Part::Desc,
            "figcaption" => Part::Figcaption,
            "legend" => Part::Legend,
            "summary" => Part::Summary,
            "title" => Part::Title,
            _ => return None,
        })
    }

    /// Its key: the parent, the part, and whether it is not an HTML element.
    pub(super) fn key(self, parent: u32, foreign: bool) -> u64 {
        pair(parent, self as u32 * 2 + u32::from(foreign))
    }
}
