//! Joins text across inline markup such as bold and code, and removes text without information.

use super::wrappers::is_bare;
use crate::page_tree::TreeNode;
use crate::role::Role;
use crate::view::View;

/// Joins the text inside and around inline markup into one line.
pub fn join_inline_text(view: &mut View) {
    let inline: Vec<bool> = view.nodes.iter().map(is_inline).collect();
    let parents = view.parents();
    // Whether the text was inside inline markup, or next to it.
    let inside: Vec<bool> = parents
        .iter()
        .map(|parent| parent.is_some_and(|parent| inline[parent]))
        .collect();
    let left = inside.iter().zip(&inline).filter(|(_, inline)| !**inline);
    let runs_on: Vec<bool> = left.map(|(inside, _)| *inside).collect();
    view.unwrap_where(|at, _| inline[at]);
    let mut last: Option<usize> = None;
    let mut joined = vec![false; view.nodes.len()];
    for position in 0..view.nodes.len() {
        let before = last.filter(|before| {
            let (one, two) = (&view.nodes[*before], &view.nodes[position]);
            let both = one.node.role == Role::Text
                && two.node.role == Role::Text
                && one.node.depth == two.node.depth;
            both && one.node.aria_hidden == two.node.aria_hidden
                && one.node.states.unseen == two.node.states.unseen
                && one.frame == two.frame
                && (runs_on[position] || runs_on[position - 1])
        });
        match before {
            Some(before) => {
                let next = std::mem::take(&mut view.nodes[position].node.name);
                let glued = view.nodes[position].node.glued;
                let text = &mut view.nodes[before].node.name;
                text.push_str(if glued { "" } else { " " });
                text.push_str(&next);
                joined[position] = true;
            }
            None => last = Some(position),
        }
    }
    view.remove_where(|at, _| joined[at]);
}

fn is_inline(each: &TreeNode) -> bool {
    each.node.role.is_text_markup() && is_bare(each)
}

/// Removes blank text, separators, and tooltips without contents.
pub fn drop_ornaments(view: &mut View) {
    let parents = view.parents();
    let cells: Vec<bool> = parents
        .iter()
        .map(|parent| parent.is_some_and(|parent| view.nodes[parent].node.role.is_cell()))
        .collect();
    view.remove_where(|position, each| {
        let text = each.node.role == Role::Text;
        text && is_blank(&each.node.name) || is_mark(each) && !cells[position]
    });
    // A tooltip belongs to something visible: text, an image, a control.
    let holding = view.holding(|each| {
        each.is_control() || each.node.role != Role::Generic || !each.notes.is_empty()
    });
    view.remove_where(|position, _| position > 0 && !holding[position]);
}

/// Whether a node is a text that only separates others.
pub fn is_mark(each: &TreeNode) -> bool {
    each.node.role == Role::Text && is_separator(&each.node.name)
}

fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// Whether a text is one or two punctuation marks, as between links. Lines separate these already;
/// only in a cell are marks content.
fn is_separator(text: &str) -> bool {
    let mark = |character: char| ",.;:|·•∙/\\–—-()[]«»‹›>^\"' \u{a0}".contains(character);
    text.chars().all(mark) && text.chars().count() <= 2
}
