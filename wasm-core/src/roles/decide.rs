//! The role of one element: explicit or implicit, conflicts of presentation, required context.

use super::author::{TextIndex, focusable, is_named, is_not_blank};
use super::layout::LayoutTables;
use super::{InheritedContext, Origin, explicit, html, svg, traits};
use crate::dom::{Dom, Idx, Namespace};
use crate::pace::Pace;
use crate::page::Page;
use axlens_snapshot::role::Role;

/// Facts that are computed once for a page.
pub struct PageFacts {
    pub text_index: TextIndex,
    layout: LayoutTables,
    svg_contents: svg::SvgContents,
}

impl PageFacts {
    /// Visits every element once.
    pub async fn new(dom: &Dom<'_>, pace: &Pace) -> PageFacts {
        PageFacts {
            text_index: TextIndex::default(),
            layout: LayoutTables::new(dom, pace).await,
            svg_contents: svg::SvgContents::new(dom, pace).await,
        }
    }
}

/// The role of one element, and its origin. Source:
/// https://w3c.github.io/core-aam/#roleMappingComputedRole
pub fn decide(
    page: &Page,
    facts: &PageFacts,
    node: Idx,
    inherited: &InheritedContext,
) -> (Role, Origin) {
    let dom = &page.dom;
    let named = || is_named(page, &facts.text_index, node);
    let (explicit, conflict) = explicit_role(dom, node, inherited, &named);
    if explicit.is_none() && dom.is_html(node, "table") && facts.layout.has(node) {
        return (Role::Generic, Origin::Layout);
    }
    let (role, origin) = match explicit {
        Some(Role::None) => (Role::None, Origin::Presentation),
        Some(role) => (role, Origin::Attribute),
        None => (
            implicit_role(dom, node, inherited, &named, &facts.svg_contents),
            if conflict {
                Origin::Conflict
            } else {
                Origin::Element
            },
        ),
    };
    if !matches!(role, Role::Generic | Role::None) {
        return (role, origin);
    }
    if html::needs_minimum_role(dom, node) {
        return (Role::Group, Origin::Minimum);
    }
    if role == Role::Generic && explicit.is_none() && html::is_editing_host(dom, node) {
        // SPEC DIFFERENCE: HTML-AAM gives an editing host no role; users type into it, so it is a
        // text box.
        return (Role::Textbox, Origin::Editing);
    }
    (role, origin)
}

/// The first valid token of the `role` attribute, and whether a presentational one was ignored.
fn explicit_role(
    dom: &Dom,
    node: Idx,
    inherited: &InheritedContext,
    named: &dyn Fn() -> bool,
) -> (Option<Role>, bool) {
    let mut conflict = false;
    for token in dom
        .attr(node, "role")
        .unwrap_or("")
        .split_ascii_whitespace()
    {
        let Some(role) = explicit::role_of_token(token) else {
            continue;
        };
        if role == Role::None && resists_presentation(dom, node) {
            conflict = true;
            continue;
        }
        // Landmarks that require a name. https://w3c.github.io/aria/#region
        if matches!(role, Role::Form | Role::Region) && !named() {
            continue;
        }
        // SPEC DIFFERENCE: WAI-ARIA requires an accessibility parent; browsers do not check it. Any
        // ancestor is accepted.
        if traits::required_context(role).is_some_and(|context| !inherited.within.any(context))
            && !(role.is_interactive() && is_in_custom_root(dom, node))
        {
            continue;
        }
        return (Some(role), conflict);
    }
    (None, conflict)
}

/// Whether an element is in the shadow root of a custom element. Roles of custom elements can be
/// set through `ElementInternals`, which no other script can read, so the required context may
/// exist. This is assumed only for interactive roles.
fn is_in_custom_root(dom: &Dom, node: Idx) -> bool {
    let host = dom.host(dom.root_of(node));
    host.is_some_and(|host| dom.namespace(host) == Namespace::Html && dom.tag(host).contains('-'))
}

fn implicit_role(
    dom: &Dom,
    node: Idx,
    inherited: &InheritedContext,
    named: &dyn Fn() -> bool,
    svg_contents: &svg::SvgContents,
) -> Role {
    match dom.namespace(node) {
        Namespace::Html => html::implicit(dom, node, inherited, named),
        Namespace::Svg => svg::implicit(dom, node, svg_contents),
        Namespace::MathMl => html::math(dom.tag(node)),
        Namespace::Other => Role::Generic,
    }
}

/// Whether an element is focusable or has a global ARIA attribute, so that presentational roles are
/// ignored. Source: https://w3c.github.io/aria/#conflict_resolution_presentation_none
fn resists_presentation(dom: &Dom, node: Idx) -> bool {
    const GLOBAL: [&str; 15] = [
        "aria-atomic",
        "aria-braillelabel",
        "aria-brailleroledescription",
        "aria-busy",
        "aria-controls",
        "aria-current",
        "aria-describedby",
        "aria-description",
        "aria-details",
        "aria-flowto",
        "aria-keyshortcuts",
        "aria-label",
        "aria-labelledby",
        "aria-live",
        "aria-owns",
    ];
    focusable(dom, node)
        || GLOBAL
            .into_iter()
            .any(|name| dom.attr(node, name).is_some_and(is_not_blank))
        || dom
            .attr(node, "aria-roledescription")
            .is_some_and(is_not_blank)
}
