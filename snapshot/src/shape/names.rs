//! Removes names that the element's content or heading repeats. No rule removes an interactive
//! element.

use super::wrappers::only_wraps;
use crate::page_tree::TreeNode;
use crate::role::Role;
use crate::view::View;
use std::collections::HashSet;

/// Maximum number of lines of a branch that are searched for its name.
const MAX_SEARCHED_LINES: usize = 300;

/// Maximum distance of a heading from the line of its group.
const MAX_HEADING_DISTANCE: usize = 8;

/// Removes names from content if the content is printed on lines of its own: in rows, cells and
/// similar elements, and in headings with controls. This is before [`super::repeats`], which
/// removes the content instead.
pub fn drop_names_repeated_by_content(view: &mut View) {
    let parents = view.parents();
    let holds_control = view.holding_below(&parents, TreeNode::is_control);
    let holds_more = view.holding_below(&parents, |each| {
        each.is_control()
            || !(each.node.role.is_cell()
                || each.node.role.is_text_markup()
                || matches!(
                    each.node.role,
                    Role::Row | Role::Text | Role::Paragraph | Role::Generic
                ))
    });
    for (position, holds) in holds_control.iter().enumerate().skip(1) {
        let each = &view.nodes[position];
        // Cells of a row of mere text are printed on the row's line.
        let row = parents[position].filter(|parent| view.nodes[*parent].node.role == Role::Row);
        if each.node.role.is_cell() && row.is_some_and(|row| !holds_more[row]) {
            continue;
        }
        let candidate =
            !each.is_control() && each.node.named_by_content && !each.node.name.is_empty();
        if candidate
            && (*holds || only_wraps(each.node.role))
            && content_contains_name(view, position)
        {
            view.nodes[position].node.name.clear();
        }
    }
}

/// Removes the name of a group that its heading or a line near its beginning repeats.
pub fn drop_names_repeated_by_headings(view: &mut View) {
    for position in 1..view.nodes.len() {
        let each = &view.nodes[position];
        if each.is_control()
            || each.node.named_by_content
            || each.node.name.is_empty()
            || each.node.role == Role::Text
        {
            continue;
        }
        let (depth, name) = (each.node.depth, &each.node.name);
        let near = view.nodes[position + 1..]
            .iter()
            .take_while(|inner| inner.node.depth > depth)
            .take(MAX_HEADING_DISTANCE);
        // For tables and groups the caption or legend is removed instead: the name identifies them
        // better.
        let captioned = matches!(
            each.node.role,
            Role::Table | Role::Grid | Role::Treegrid | Role::Group | Role::Radiogroup
        );
        if near.into_iter().any(|inner| {
            inner.node.name == *name && (!captioned || inner.node.role == Role::Heading)
        }) {
            view.nodes[position].node.name.clear();
        }
    }
}

/// Whether the contents of an element have all words of its name.
pub(super) fn content_contains_name(view: &View, position: usize) -> bool {
    let depth = view.nodes[position].node.depth;
    let inside = || {
        view.nodes[position + 1..]
            .iter()
            .take_while(|each| each.node.depth > depth)
            .take(MAX_SEARCHED_LINES)
            .flat_map(|each| words(&each.node.name))
    };
    contains_all_words(inside, &view.nodes[position].node.name)
}

/// Whether the content has all words of the name. They are usually in order, so that no set is
/// needed.
pub(super) fn contains_all_words<'a, Words: Iterator<Item = &'a str>>(
    content: impl Fn() -> Words,
    name: &str,
) -> bool {
    let mut rest = content();
    if words(name).all(|term| rest.any(|other| other == term)) {
        return true;
    }
    let content: HashSet<&str> = content().collect();
    words(name).all(|term| content.contains(term))
}

pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|term| !term.is_empty())
}
