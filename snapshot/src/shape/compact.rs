//! Compaction (seed 003): keeps lines with an id, a value, a name or a state that says something, and their ancestors. An ordered list of
//! named rules; each is the identity on what it has left, so compacting twice is compacting once. No rule takes a control.

use super::{Keep, View};
use crate::options::{Format, Include, Options};
use crate::role::Role;
use crate::stitch::TreeNode;
use crate::tree::States;

/// Applies the rules in order: addresses first, because a link that only had an address says nothing after it; pictures before branches, because
/// a branch of nothing but ornaments is empty.
pub fn compact(view: &mut View, options: &Options) {
    drop_addresses(view, options);
    drop_ornaments(view);
    drop_empty_branches(view);
    unwrap_single_wrappers(view, options);
}

/// An address is known by the uid: `locate` or `include: ["urls"]` tells it.
fn drop_addresses(view: &mut View, options: &Options) {
    if !options.includes(Include::Urls) {
        view.nodes.iter_mut().for_each(|each| each.node.href = None);
    }
}

/// Pictures, separators and the like without a name say nothing.
fn drop_ornaments(view: &mut View) {
    view.prune(|_, each| {
        let ornament = matches!(
            each.node.role,
            Role::Image
                | Role::Separator
                | Role::GraphicsSymbol
                | Role::GraphicsDocument
                | Role::Canvas
        );
        if ornament && !says_something(each) {
            Keep::Unwrap
        } else {
            Keep::Node
        }
    });
}

/// A branch in which no line says anything.
fn drop_empty_branches(view: &mut View) {
    let holding = view.holding(says_something);
    view.prune(|position, _| {
        if position == 0 || holding[position] {
            Keep::Node
        } else {
            Keep::Remove
        }
    });
}

/// A wrapper without a name around a single line is no context of it: the line alone says as much.
fn unwrap_single_wrappers(view: &mut View, options: &Options) {
    if options.format == Format::Outline || options.format == Format::Numbered {
        let single: Vec<bool> = (0..view.nodes.len())
            .map(|position| is_single_wrapper(view, position))
            .collect();
        view.prune(|position, _| {
            if position > 0 && single[position] {
                Keep::Unwrap
            } else {
                Keep::Node
            }
        });
    }
}

fn is_single_wrapper(view: &View, position: usize) -> bool {
    let each = &view.nodes[position];
    let wrapper = matches!(
        each.node.role,
        Role::Generic
            | Role::Paragraph
            | Role::Listitem
            | Role::Group
            | Role::Rowgroup
            | Role::Cell
            | Role::Figure
    );
    if !wrapper || says_something(each) || !each.notes.is_empty() {
        return false;
    }
    let end = view.end(position);
    let children = (position + 1..end)
        .filter(|at| view.nodes[*at].node.depth == each.node.depth + 1)
        .count();
    children == 1
}

/// An id, a value, a name, or a state that says something.
fn says_something(each: &TreeNode) -> bool {
    let node = &each.node;
    let silent = States {
        count: node.states.count,
        level: node.states.level,
        orientation: node.states.orientation.clone(),
        ..States::default()
    };
    each.is_control()
        || node.value.is_some()
        || !node.name.trim().is_empty()
        || !node.description.is_empty()
        || *node.states != silent
}
