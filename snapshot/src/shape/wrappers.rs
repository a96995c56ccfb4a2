//! Removes wrappers in `lean`.

use crate::page_tree::TreeNode;
use crate::role::Role;
use crate::state_words::state_words;
use crate::view::View;

/// Removes elements without information of their own; their contents stay.
pub fn unwrap_wrappers(view: &mut View) {
    let alone: Vec<bool> = (0..view.nodes.len())
        .map(|position| {
            view.nodes[position].node.role == Role::Row && has_at_most_one_line(view, position)
        })
        .collect();
    view.unwrap_where(|position, each| {
        let wraps = only_wraps(each.node.role) || alone[position];
        position > 0 && wraps && is_bare(each)
    });
}

/// Whether the contents of a node are at most one line.
fn has_at_most_one_line(view: &View, position: usize) -> bool {
    let depth = view.nodes[position].node.depth;
    let inside = view.nodes[position + 1..]
        .iter()
        .take_while(|each| each.node.depth > depth);
    inside
        .filter(|each| !(only_wraps(each.node.role) && is_bare(each)))
        .take(2)
        .count()
        < 2
}

pub(super) fn is_bare(each: &TreeNode) -> bool {
    let node = &each.node;
    !each.is_control()
        && node.name.is_empty()
        && node.value.is_none()
        && state_words(&each.node).is_empty()
        && each.notes.is_empty()
}

/// Whether elements with the role and without a name or state have no information besides their
/// contents.
pub(super) fn only_wraps(role: Role) -> bool {
    !matches!(
        role,
        Role::Main
            | Role::Navigation
            | Role::Banner
            | Role::Contentinfo
            | Role::Complementary
            | Role::Search
            | Role::Form
            | Role::Dialog
            | Role::Alertdialog
            | Role::Alert
            | Role::Status
            | Role::Log
            | Role::Heading
            | Role::Row
            | Role::Columnheader
            | Role::Tabpanel
            | Role::Meter
            | Role::Progressbar
            | Role::Iframe
            | Role::Text
    )
}
