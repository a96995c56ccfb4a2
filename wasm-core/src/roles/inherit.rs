//! What an element passes to its descendants, from the element and its role.

use super::html::{self, RowKind};
use super::traits::{self, Within};
use super::{InheritedContext, TableKind, author::focusable};
use crate::dom::{Dom, Idx, Namespace};
use axlens_snapshot::role::Role;

/// The context of the descendants of an element.
pub fn descendants_context(
    dom: &Dom,
    node: Idx,
    role: Role,
    mut context: InheritedContext,
) -> InheritedContext {
    context.within = context.within.and(Within::from_role(role));
    if !matches!(role, Role::Generic | Role::None) {
        context.parent_role = role;
    }
    if traits::has_text_from_content(role) {
        context.named = context.named.saturating_add(1);
    }
    match role {
        Role::Tree | Role::Treegrid => context.tree_level = 1,
        Role::Group if context.tree_level > 0 => {
            context.tree_level = context.tree_level.saturating_add(1);
        }
        _ => {}
    }
    if dom.namespace(node) != Namespace::Html {
        return context;
    }
    match dom.tag(node) {
        "article" | "aside" | "nav" | "section" => {
            context.within = context.within.and(Within::SECTION);
        }
        "main" => context.within = context.within.and(Within::MAIN),
        "table" => {
            context.row = RowKind::None;
            context.table = match role {
                Role::Table => TableKind::Table,
                Role::Grid | Role::Treegrid => TableKind::Grid,
                _ => TableKind::None,
            };
        }
        "tr" => context.row = html::row_kind(dom, node),
        _ => {}
    }
    context
}

/// Whether the element is disabled. Also updates the context of its descendants. Source:
/// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#concept-fe-disabled
pub fn disable(
    dom: &Dom,
    node: Idx,
    role: Role,
    context: &[InheritedContext],
    descendants: &mut InheritedContext,
) -> bool {
    let context_of = |node: Idx| context[node.0 as usize];
    let parent = dom.parent(node);
    // The first legend of a disabled `fieldset` is not disabled.
    let counts = match parent {
        Some(parent) if html::is_first_legend(dom, parent, node) => dom.parent(parent),
        parent => parent,
    };
    let inherited = counts.is_some_and(|parent| context_of(parent).fields_disabled);
    let own = html::can_be_disabled(dom, node) && dom.attr(node, "disabled").is_some();
    let groups = dom.namespace(node) == Namespace::Html
        && matches!(dom.tag(node), "fieldset" | "optgroup" | "select");
    descendants.fields_disabled = inherited || (own && groups);
    let aria_value = dom
        .attr(node, "aria-disabled")
        .map(|value| value.trim().to_ascii_lowercase());
    let is_disabled_by_ancestor =
        descendants.aria_disabled && (role.is_interactive() || focusable(dom, node));
    descendants.aria_disabled |= aria_value.as_deref() == Some("true");
    own || (inherited && html::can_be_disabled(dom, node))
        || aria_value.as_deref() == Some("true")
        || is_disabled_by_ancestor
}
