//! Implicit roles of SVG elements. Knows the element alone.
//! Source: https://w3c.github.io/svg-aam/#mapping_role_table

use crate::dom::{Dom, Idx, Kind, Namespace};
use axlens_snapshot::role::Role;

/// The role that SVG-AAM gives to an SVG element: most are drawing and count only once they are named.
pub fn implicit(dom: &Dom, node: Idx) -> Role {
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
        "svg" => svg(dom, node),
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

/// A named drawing with nothing but shapes inside is an image; with links, controls or text inside, it is a document of graphics.
/// SPEC DIFFERENCE: SVG-AAM says `graphics-document` for both; browsers and readers say image where there is nothing more to read.
fn svg(dom: &Dom, node: Idx) -> Role {
    let nested = dom
        .parent(node)
        .is_some_and(|parent| dom.namespace(parent) == Namespace::Svg);
    if nested {
        return Role::Group;
    }
    let more = (node.0 + 1..dom.end(node).0).map(Idx).any(|inside| {
        matches!(dom.tag(inside), "a" | "foreignObject" | "text") || super::focusable(dom, inside)
    });
    if more {
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
    if titled_empty && !super::aria_named(dom, node) {
        Role::Generic
    } else {
        Role::Image
    }
}

/// The `title` child that names an SVG element.
pub fn title_of(dom: &Dom, node: Idx) -> Option<Idx> {
    child(dom, node, "title")
}

/// The `desc` child that describes an SVG element.
pub fn desc_of(dom: &Dom, node: Idx) -> Option<Idx> {
    child(dom, node, "desc")
}

fn child(dom: &Dom, node: Idx, tag: &str) -> Option<Idx> {
    dom.children(node)
        .find(|child| dom.kind(*child) == Kind::Element && dom.tag(*child) == tag)
}

/// What makes a drawing element count.
/// Source: https://w3c.github.io/svg-aam/#include_elements
fn is_included(dom: &Dom, node: Idx) -> bool {
    super::aria_named(dom, node)
        || dom.attr(node, "aria-roledescription").is_some()
        || dom
            .attr(node, "xlink:title")
            .is_some_and(|title| !title.trim().is_empty())
        || [title_of(dom, node), desc_of(dom, node)]
            .into_iter()
            .flatten()
            .any(|found| {
                dom.children(found)
                    .any(|text| !dom.text(text).trim().is_empty())
            })
        || super::focusable(dom, node)
}
