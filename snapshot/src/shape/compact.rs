//! Compaction (the `compact` contract, docs/contracts.md): keeps lines with an id, a value, a name
//! or a state that says something, and their ancestors. An ordered list of named rules; compacting
//! twice is compacting once. No rule takes a control.

use super::{inline, labels, rows};
use crate::options::{Format, Include, Options};
use crate::page_tree::TreeNode;
use crate::quote::shortened;
use crate::role::Role;
use crate::tree::States;
use crate::view::View;

/// Characters of a text that are printed: enough to see what it is about. The whole text comes
/// without compaction.
const TEXT: usize = 50;

/// Characters of the content of what has no role and only looks as if it could be acted on: enough
/// to distinguish it from others.
const CONTENT: usize = 24;

/// Characters of a row's line: as many as every format shows of a name, so that no cell is cut off.
const ROW: usize = 80;

/// How often the rules are applied at most. What one takes may leave work for one before it; real
/// pages are done after two.
const PASSES: usize = 8;

/// Applies the rules until nothing more goes. Texts are cut last, when they are whole.
pub fn compact(view: &mut View, options: &Options) {
    drop_addresses(view, options);
    for _ in 0..PASSES {
        let before = view.nodes.len();
        apply(view, options);
        if view.nodes.len() == before {
            break;
        }
    }
    shorten_texts(view, options);
}

/// The order: pictures before branches, because a branch of nothing but ornaments is empty; rows
/// before their cells lose their lines; labels when they stand beside their fields.
fn apply(view: &mut View, options: &Options) {
    drop_pictures(view);
    inline::join_inline_text(view);
    inline::drop_ornaments(view);
    print_rows_once(view, options);
    drop_empty_branches(view);
    unwrap_wrappers(view);
    labels::drop_labels(view);
    drop_echoes(view);
}

/// Addresses are left out: `locate` or `include: ["urls"]` has them.
fn drop_addresses(view: &mut View, options: &Options) {
    if !options.includes(Include::Urls) {
        view.nodes.iter_mut().for_each(|each| each.node.href = None);
    }
}

/// Pictures, separators and the like without a name say nothing.
fn drop_pictures(view: &mut View) {
    view.unwrap_where(|_, each| {
        let ornament = matches!(
            each.node.role,
            Role::Image
                | Role::Separator
                | Role::GraphicsSymbol
                | Role::GraphicsDocument
                | Role::Canvas
        );
        ornament && !has_content(each)
    });
}

/// A branch in which no line says anything.
fn drop_empty_branches(view: &mut View) {
    let holding = view.holding(has_content);
    view.remove_where(|position, _| position > 0 && !holding[position]);
}

/// A row of mere text says its words on its own line and in its cells: a short one keeps its line,
/// a longer one its cells. In `refs` cells have ids.
fn print_rows_once(view: &mut View, options: &Options) {
    if options.format != Format::Refs {
        rows::join_cells(view, ROW);
        rows::drop_row_names_repeated_by_cells(view);
    }
}

/// What parts a text into paragraphs, cells and the like has done so when its text is a line of its
/// own; and a wrapper without a name around a single line is no context of it.
fn unwrap_wrappers(view: &mut View) {
    let children = view.children();
    // A mark says something in a cell, and nothing elsewhere.
    let marks: Vec<bool> = view.nodes.iter().skip(1).map(inline::is_mark).collect();
    view.unwrap_where(|position, each| {
        let role = each.node.role;
        let around_one = children[position] == 0
            || children[position] == 1 && !(role.is_cell() && marks[position]);
        let wraps = always_unwrapped(role) || around_one && unwrapped_around_one(role);
        wraps && position > 0 && !has_content(each) && each.notes.is_empty()
    });
}

/// A text that says what the control before or behind it is called, and nothing else.
fn drop_echoes(view: &mut View) {
    let nodes = &view.nodes;
    let mut echoes = vec![false; nodes.len()];
    let forward: Vec<usize> = (0..nodes.len()).collect();
    let backward: Vec<usize> = forward.iter().rev().copied().collect();
    for order in [forward, backward] {
        let mut control = None;
        for position in order {
            let each = &nodes[position];
            let text = each.node.role == Role::Text;
            if text && control == Some(&each.node.name) {
                echoes[position] = true;
            } else if !echoes[position] {
                control = each.is_control().then_some(&each.node.name);
            }
        }
    }
    view.remove_where(|position, _| echoes[position]);
}

/// The beginning of a text says what it is about, and so does that of the content of what only
/// looks as if it could be acted on. What is looked for is printed whole.
fn shorten_texts(view: &mut View, options: &Options) {
    if options.find.is_some() {
        return;
    }
    for each in &mut view.nodes {
        let limit = match each.node.role {
            Role::Text => TEXT,
            Role::Clickable | Role::Focusable if each.node.named_by_content => CONTENT,
            _ => continue,
        };
        if each.node.name.chars().nth(limit).is_some() {
            each.node.name = shortened(&each.node.name, limit).into_owned();
            view.shortened += 1;
        }
    }
}

fn always_unwrapped(role: Role) -> bool {
    use Role::*;
    matches!(
        role,
        // A list that is not folded shows its items, and they it.
        List | Generic
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
            // Without a name it is no landmark.
            | Form
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
fn has_content(each: &TreeNode) -> bool {
    let node = &each.node;
    let without_content = States {
        count: node.states.count,
        level: node.states.level,
        orientation: node.states.orientation.clone(),
        ..States::default()
    };
    each.is_control()
        || node.value.is_some()
        || !node.name.trim().is_empty()
        || !node.description.is_empty()
        || *node.states != without_content
}
