//! Compaction (seed 003): keeps lines with an id, a value, a name or a state that says something, and their ancestors. An ordered list of
//! named rules; each is the identity on what it has left, so compacting twice is compacting once. No rule takes a control.

use super::{Keep, View, lean};
use crate::options::{Include, Options};
use crate::role::Role;
use crate::stitch::TreeNode;
use crate::tree::States;

/// Applies the rules in order: addresses first, because a link that only had an address says nothing after it; pictures before branches, because
/// a branch of nothing but ornaments is empty; labels last, when they stand beside their fields.
pub fn compact(view: &mut View, options: &Options) {
    drop_addresses(view, options);
    lean::drop_ornaments(view);
    drop_pictures(view);
    lean::join_inline_text(view);
    drop_empty_branches(view);
    unwrap_wrappers(view);
    lean::drop_labels(view);
}

/// An address is known by the uid: `locate` or `include: ["urls"]` tells it.
fn drop_addresses(view: &mut View, options: &Options) {
    if !options.includes(Include::Urls) {
        view.nodes.iter_mut().for_each(|each| each.node.href = None);
    }
}

/// Pictures, separators and the like without a name say nothing.
fn drop_pictures(view: &mut View) {
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

/// What parts a text into paragraphs, cells and the like has done so when its text is a line of its own; and a wrapper without a name around a
/// single line is no context of it.
fn unwrap_wrappers(view: &mut View) {
    let children = view.children();
    view.prune(|position, each| {
        // A list that is not folded shows its items, and they it.
        let wraps = matches!(each.node.role, Role::List)
            || always_unwrapped(each.node.role)
            || children[position] <= 1 && unwrapped_around_one(each.node.role);
        let wraps = wraps && position > 0;
        if wraps && !says_something(each) && each.notes.is_empty() {
            Keep::Unwrap
        } else {
            Keep::Node
        }
    });
}

fn always_unwrapped(role: Role) -> bool {
    use Role::*;
    matches!(
        role,
        Generic
            | Paragraph
            | Rowgroup
            | Strong
            | Emphasis
            | Code
            | Mark
            | Time
            | Subscript
            | Superscript
            | Insertion
            | Deletion
            | Label
            | Caption
    )
}

fn unwrapped_around_one(role: Role) -> bool {
    use Role::*;
    matches!(
        role,
        Listitem
            | Group
            | Cell
            | Gridcell
            | Rowheader
            | Figure
            | Article
            | Blockquote
            | Term
            | Definition
            | Row
            | Legend
    )
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
