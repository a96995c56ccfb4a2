//! What an element passes to its descendants, from the element and its role.

use super::html::{self, RowKind};
use super::traits::{self, Within};
use super::{Around, TableKind, author::focusable};
use crate::dom::{Dom, Idx, Namespace};
use axlens_snapshot::role::Role;

/// What the element adds to what it has from around it.
pub fn hand_down(dom: &Dom, node: Idx, role: Role, mut around: Around) -> Around {
    around.within = around.within.and(Within::of(role));
    if !matches!(role, Role::Generic | Role::None) {
        around.parent_role = role;
    }
    if traits::holds_words(role) {
        around.named = around.named.saturating_add(1);
    }
    match role {
        Role::Tree | Role::Treegrid => around.tree_level = 1,
        Role::Group if around.tree_level > 0 => {
            around.tree_level = around.tree_level.saturating_add(1);
        }
        _ => {}
    }
    if dom.namespace(node) != Namespace::Html {
        return around;
    }
    match dom.tag(node) {
        "article" | "aside" | "nav" | "section" => {
            around.within = around.within.and(Within::SECTION);
        }
        "main" => around.within = around.within.and(Within::MAIN),
        "table" => {
            around.row = RowKind::None;
            around.table = match role {
                Role::Table => TableKind::Table,
                Role::Grid | Role::Treegrid => TableKind::Grid,
                _ => TableKind::None,
            };
        }
        "tr" => around.row = html::row_kind(dom, node),
        _ => {}
    }
    around
}

/// Whether the element is disabled; notes what it does to the elements inside. Source:
/// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#concept-fe-disabled
pub fn disable(dom: &Dom, node: Idx, role: Role, around: &[Around], handed: &mut Around) -> bool {
    let at = |node: Idx| around[node.0 as usize];
    let parent = dom.parent(node);
    // The first legend of a disabled group of fields stays as it is.
    let counts = match parent {
        Some(parent) if html::is_first_legend(dom, parent, node) => dom.parent(parent),
        parent => parent,
    };
    let inherited = counts.is_some_and(|parent| at(parent).fields_disabled);
    let own = html::can_be_disabled(dom, node) && dom.attr(node, "disabled").is_some();
    let groups = dom.namespace(node) == Namespace::Html
        && matches!(dom.tag(node), "fieldset" | "optgroup" | "select");
    handed.fields_disabled = inherited || (own && groups);
    let says = dom
        .attr(node, "aria-disabled")
        .map(|value| value.trim().to_ascii_lowercase());
    let reaches = handed.aria_disabled && (role.is_interactive() || focusable(dom, node));
    handed.aria_disabled |= says.as_deref() == Some("true");
    own || (inherited && html::can_be_disabled(dom, node))
        || says.as_deref() == Some("true")
        || reaches
}
