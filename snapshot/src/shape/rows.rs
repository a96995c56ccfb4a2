//! Prints rows with only text on one line, or their cells, but not both.

use super::names::{contains_all_words, content_contains_name, words};
use crate::page_tree::TreeNode;
use crate::role::Role;
use crate::state_words::state_words;
use crate::view::View;

/// Joins the cells of a row with only text into one line, separated by bars, if it has at most
/// `limit` characters.
pub fn join_cells(view: &mut View, limit: usize) {
    let ends = view.ends();
    let mut joined = vec![false; view.nodes.len()];
    for position in 1..view.nodes.len() {
        let each = &view.nodes[position];
        if each.node.role != Role::Row
            || each.is_control()
            || !each.node.named_by_content && !each.node.name.is_empty()
        {
            continue;
        }
        let end = ends[position];
        let cells = &view.nodes[position + 1..end];
        let plain = |cell: &TreeNode| {
            let text = matches!(
                cell.node.role,
                Role::Cell | Role::Gridcell | Role::Rowheader
            ) && cell.node.depth == each.node.depth + 1;
            text && !cell.is_control()
                && cell.notes.is_empty()
                && state_words(&cell.node).is_empty()
        };
        if !cells.is_empty() && cells.iter().all(plain) {
            let names: Vec<&str> = cells.iter().map(|cell| cell.node.name.as_str()).collect();
            let line = names.join(" | ");
            if line.chars().nth(limit).is_some() {
                continue;
            }
            if !contains_all_words(|| words(&line), &each.node.name) {
                continue;
            }
            joined[position + 1..end].fill(true);
            view.nodes[position].node.name = line.trim_end_matches([' ', '|']).to_owned();
        }
    }
    view.remove_where(|position, _| joined[position]);
}

/// Removes the name of a row whose cells have lines of their own.
pub fn drop_row_names_repeated_by_cells(view: &mut View) {
    let children = view.children();
    for position in (1..view.nodes.len()).filter(|position| children[*position] > 0) {
        let each = &view.nodes[position];
        let row = each.node.role == Role::Row && each.node.named_by_content && !each.is_control();
        if row && content_contains_name(view, position) {
            view.nodes[position].node.name.clear();
        }
    }
}
