//! Names that their own content or a heading repeats: where the content is printed line by line,
//! the name is left out. No rule takes a control.

use super::wrappers::only_wraps;
use crate::page_tree::TreeNode;
use crate::role::Role;
use crate::view::View;
use std::collections::HashSet;

/// Lines of a branch that are looked at to see whether they say its name; in a longer one the name
/// stays.
const LINES_SEARCHED: usize = 300;

/// Lines behind a group's in which the heading is looked for that it is named by.
const HEADING_WITHIN: usize = 8;

/// What an element is called by its own content is left to that content, where the content is
/// printed line by line: in rows, cells and the like, and in headings that hold controls. Before
/// the text inside goes that a name says already.
pub fn drop_names_repeated_by_content(view: &mut View) {
    let parents = view.parents();
    let holds_control = view.holding_below(&parents, TreeNode::is_control);
    let holds_more = view.holding_below(&parents, |each| {
        each.is_control()
            || !(each.node.role.is_cell()
                || each.node.role.marks_words()
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

/// A group that is named by its heading, or by a line near its beginning, leaves the name to that.
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
            .take(HEADING_WITHIN);
        // The text of a caption or legend goes instead (below): a table is better identified by its
        // name.
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

/// Words inside the element make up its name.
pub(super) fn content_contains_name(view: &View, position: usize) -> bool {
    let depth = view.nodes[position].node.depth;
    let inside = || {
        view.nodes[position + 1..]
            .iter()
            .take_while(|each| each.node.depth > depth)
            .take(LINES_SEARCHED)
            .flat_map(|each| words(&each.node.name))
    };
    contains_all_words(inside, &view.nodes[position].node.name)
}

/// All words of the name are there. Most often they are in its order, and then no set is needed.
pub(super) fn contains_all_words<'a, Words: Iterator<Item = &'a str>>(
    content: impl Fn() -> Words,
    name: &str,
) -> bool {
    let mut rest = content();
    if words(name).all(|word| rest.any(|other| other == word)) {
        return true;
    }
    let content: HashSet<&str> = content().collect();
    words(name).all(|word| content.contains(word))
}

pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
}
