//! What a node can be: its kind, and the parts that HTML and SVG elements have.

use crate::table::pair;

/// What kind of node it is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The document: the first node, and the only one of its kind.
    Document,
    /// An element.
    Element,
    /// A text node.
    Text,
    /// A shadow root.
    ShadowRoot,
}

/// Elements that say something of their parent; the first of them counts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// `caption` of a table.
    Caption,
    /// `desc` of a drawing.
    Desc,
    /// `figcaption` of a figure.
    Figcaption,
    /// `legend` of a group of fields.
    Legend,
    /// `summary` of a disclosure.
    Summary,
    /// `title` of a drawing.
    Title,
}

impl Part {
    /// The part that an element with this tag is.
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

    /// What it is looked up by: whose part it is, which one, and whether it is one of another
    /// language than HTML.
    pub(super) fn key(self, parent: u32, foreign: bool) -> u64 {
        pair(parent, self as u32 * 2 + u32::from(foreign))
    }
}
