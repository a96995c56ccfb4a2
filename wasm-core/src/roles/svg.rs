//! Implicit roles of SVG elements. Source: https://w3c.github.io/svg-aam/#mapping_role_table

use super::author;
use crate::dom::{Dom, Idx, Namespace, Part};
use crate::pace::{Pace, SPAN};
use axlens_snapshot::role::Role;

/// The elements that make an `svg` a graphics document: links, text, named shapes, focusable
/// elements. In document order.
#[derive(Debug, Default)]
pub struct SvgContents(Vec<Idx>);

impl SvgContents {
    /// Visits every element once.
    pub async fn new(dom: &Dom<'_>, pace: &Pace) -> SvgContents {
        let mut found = Vec::new();
        for span in dom.spans() {
            pace.steps(SPAN).await;
            for node in dom.elements_of(span) {
                let reads = matches!(dom.tag(node), "a" | "foreignObject" | "text");
                if reads || author::focusable(dom, node) || names_shape(dom, node) {
                    found.push(node);
                }
            }
        }
        SvgContents(found)
    }

    /// Whether an element has such a descendant.
    fn inside(&self, dom: &Dom, node: Idx) -> bool {
        let place = self.0.partition_point(|found| *found <= node);
        self.0
            .get(place)
            .is_some_and(|found| *found < dom.end(node))
    }
}

/// Whether an element is a named shape, or the `title` of a shape.
fn names_shape(dom: &Dom, node: Idx) -> bool {
    let titles = || {
        let parent = dom.parent(node);
        dom.tag(node) == "title" && parent.is_some_and(|parent| dom.tag(parent) != "svg")
    };
    dom.namespace(node) == Namespace::Svg && (titles() || author::aria_named(dom, node))
}

/// The role of an SVG element by SVG-AAM. Most elements have a role only if they are named.
pub fn implicit(dom: &Dom, node: Idx, contents: &SvgContents) -> Role {
    let tag = dom.tag(node);
    if tag == "a" && (dom.attr(node, "href").is_some() || dom.attr(node, "xlink:href").is_some()) {
        return Role::Link;
    }
    if tag == "image" {
        return image(dom, node);
    }
    if !is_included(dom, node) {
        return Role::Generic;
    }
    match tag {
        "svg" => svg(dom, node, contents),
        "a" | "g" | "foreignObject" | "text" | "textPath" | "tspan" => Role::Group,
        "circle" | "ellipse" | "line" | "path" | "polygon" | "polyline" | "rect" => {
            Role::GraphicsSymbol
        }
        "symbol" | "use" | "mesh" => Role::GraphicsObject,
        "canvas" => Role::Canvas,
        "audio" => Role::Audio,
        "video" => Role::Video,
        "iframe" => Role::Iframe,
        _ => Role::Generic,
    }
}

/// A named `svg` with only shapes is an image; with links, controls, text or named shapes, it is a
/// graphics document. SPEC DIFFERENCE: in SVG-AAM both are `graphics-document`; browsers use image
/// if there is nothing more to read.
fn svg(dom: &Dom, node: Idx, contents: &SvgContents) -> Role {
    let nested = dom
        .parent(node)
        .is_some_and(|parent| dom.namespace(parent) == Namespace::Svg);
    if nested {
        return Role::Group;
    }
    if contents.inside(dom, node) {
        Role::GraphicsDocument
    } else {
        Role::Image
    }
}

fn image(dom: &Dom, node: Idx) -> Role {
    let titled_empty = title_of(dom, node).is_some_and(|title| {
        dom.children(title)
            .all(|child| dom.text(child).trim().is_empty())
    });
    if titled_empty && !author::aria_named(dom, node) {
        Role::Generic
    } else {
        Role::Image
    }
}

/// The `title` child that names an SVG element.
pub fn title_of(dom: &Dom, node: Idx) -> Option<Idx> {
    dom.first_part(node, Part::Title)
}

/// The `title` that names an SVG element: its own, or that of the symbol that a `use` shows.
pub fn naming_title(dom: &Dom, node: Idx) -> Option<Idx> {
    let own = title_of(dom, node);
    if own.is_some() || dom.tag(node) != "use" {
        return own;
    }
    let address = dom
        .attr(node, "href")
        .or_else(|| dom.attr(node, "xlink:href"))?;
    let symbol = dom.by_id(dom.root_of(node), address.strip_prefix("#")?)?;
    title_of(dom, symbol)
}

/// The `desc` child that describes an SVG element.
pub fn desc_of(dom: &Dom, node: Idx) -> Option<Idx> {
    dom.first_part(node, Part::Desc)
}

/// Whether an SVG element is included in the accessibility tree. Source:
/// https://w3c.github.io/svg-aam/#include_elements
fn is_included(dom: &Dom, node: Idx) -> bool {
    author::aria_named(dom, node)
        || dom.attr(node, "aria-roledescription").is_some()
        || dom
            .attr(node, "xlink:title")
            .is_some_and(|title| !title.trim().is_empty())
        || has_tooltip(dom, node)
        || [naming_title(dom, node), desc_of(dom, node)]
            .into_iter()
            .flatten()
            .any(|found| {
                dom.children(found)
                    .any(|text| !dom.text(text).trim().is_empty())
            })
        || author::focusable(dom, node)
}

/// SPEC DIFFERENCE: SVG has no `title` attribute; browsers use it as a name, as in HTML.
fn has_tooltip(dom: &Dom, node: Idx) -> bool {
    let title = dom.attr(node, "title");
    dom.tag(node) == "svg" && title.is_some_and(|title| !title.trim().is_empty())
}
