//! Elements that only wrap what stands inside them, in `lean`.

use crate::page_tree::TreeNode;
use crate::role::Role;
use crate::state_words::state_words;
use crate::view::View;

/// Takes away what only wraps, and ornaments without a name.
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

/// Nothing, or one line.
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

/// Roles whose elements, without a name or a state, say nothing that their content does not.
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
