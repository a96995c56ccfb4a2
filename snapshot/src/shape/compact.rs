//! Compaction (the `compact` contract, docs/contracts.md): keeps lines with an id, a value, a name
//! or a significant state, and their ancestors. It is an ordered list of rules and idempotent. No
//! rule removes an interactive element.

use super::{inline, labels, rows};
use crate::options::{Format, Include, Options};
use crate::page_tree::TreeNode;
use crate::quote::shortened;
use crate::role::Role;
use crate::tree::States;
use crate::view::View;

/// Maximum length of a text: enough to identify it. The text is complete without compaction.
const MAX_TEXT_LEN: usize = 50;

/// Maximum length of the content of a clickable or focusable element without a role: enough to
/// distinguish it from others.
const MAX_CONTENT_LEN: usize = 24;

/// Maximum length of a row's line: the length of a name that every format prints, so that no cell
/// is cut.
const MAX_ROW_LEN: usize = 80;

/// Maximum number of passes. A rule can create work for an earlier one; real pages need two passes.
const MAX_PASSES: usize = 8;

/// Applies the rules until they remove nothing. Texts are joined before they are cut.
pub fn compact(view: &mut View, options: &Options) {
    drop_addresses(view, options);
    for _ in 0..MAX_PASSES {
        let before = view.nodes.len();
        apply(view, options);
        if view.nodes.len() == before {
            break;
        }
    }
    shorten_texts(view, options);
}

/// Applies the rules once: images before branches, because a branch with only ornaments is empty;
/// rows before their cells lose their lines; labels when they are adjacent to their fields.
fn apply(view: &mut View, options: &Options) {
    drop_unnamed_images(view);
    inline::join_inline_text(view);
    inline::drop_ornaments(view);
    print_rows_once(view, options);
    drop_empty_branches(view);
    unwrap_wrappers(view);
    labels::drop_labels(view);
    drop_echoes(view);
}

/// Removes URLs; `include: ["urls"]` keeps them.
fn drop_addresses(view: &mut View, options: &Options) {
    if !options.includes(Include::Urls) {
        view.nodes.iter_mut().for_each(|each| each.node.href = None);
    }
}

/// Removes images, separators and similar elements without a name.
fn drop_unnamed_images(view: &mut View) {
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

/// Removes branches without content.
fn drop_empty_branches(view: &mut View) {
    let holding = view.holding(has_content);
    view.remove_where(|position, _| position > 0 && !holding[position]);
}

/// Prints the text of a row either on its own line, if it is short, or in its cells. In `refs`
/// cells have ids.
fn print_rows_once(view: &mut View, options: &Options) {
    if options.format != Format::Refs {
        rows::join_cells(view, MAX_ROW_LEN);
        rows::drop_row_names_repeated_by_cells(view);
    }
}

/// Removes elements that only separate texts, which are separate lines anyway, and unnamed wrappers
/// around a single line.
fn unwrap_wrappers(view: &mut View) {
    let children = view.children();
    // A mark is significant in a cell, not elsewhere.
    let marks: Vec<bool> = view.nodes.iter().skip(1).map(inline::is_mark).collect();
    view.unwrap_where(|position, each| {
        let role = each.node.role;
        let around_one = children[position] == 0
            || children[position] == 1 && !(role.is_cell() && marks[position]);
        let wraps = always_unwrapped(role) || around_one && unwrapped_around_one(role);
        wraps && position > 0 && !has_content(each) && each.notes.is_empty()
    });
}

/// Removes a text that equals the name of the control before or after it.
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

/// Cuts texts, and the content of clickable or focusable elements without a role. Search results
/// are complete.
fn shorten_texts(view: &mut View, options: &Options) {
    if options.find.is_some() {
        return;
    }
    for each in &mut view.nodes {
        let limit = match each.node.role {
            Role::Text => MAX_TEXT_LEN,
            Role::Clickable | Role::Focusable if each.node.named_by_content => MAX_CONTENT_LEN,
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
        // The items of a list that is not folded identify it.
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
            // A form without a name is not a landmark.
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

/// Whether a node has an id, a value, a name or a significant state.
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
