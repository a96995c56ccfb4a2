//! How `lean` arranges what is shown: every word once, and no line for what only wraps. Rules in
//! order; none takes a control.

use super::View;
use crate::role::Role;
use crate::stitch::TreeNode;
use std::collections::HashSet;

/// Lines of a branch that are looked at to see whether they say its name; in a longer one the name
/// stays.
const LOOKED_AT: usize = 300;

/// Lines behind a group's in which the heading is looked for that it is named by.
const NAMED_NEAR: usize = 8;

/// What an element is called by its own content is left to that content, where the content is told
/// line by line: in rows, cells and the like, and in headings that hold controls. Before the text
/// inside goes that a name says already.
pub fn leave_names_to_content(view: &mut View) {
    let parents = view.parents();
    let holds_control = view.holding_below(&parents, TreeNode::is_control);
    let holds_more = view.holding_below(&parents, |each| {
        each.is_control()
            || !(is_cell(each.node.role)
                || each.node.role.marks_words()
                || matches!(
                    each.node.role,
                    Role::Row | Role::Text | Role::Paragraph | Role::Generic
                ))
    });
    for (position, holds) in holds_control.iter().enumerate().skip(1) {
        let each = &view.nodes[position];
        // Cells of a row of mere text are told on the row's line.
        let row = parents[position].filter(|parent| view.nodes[*parent].node.role == Role::Row);
        if is_cell(each.node.role) && row.is_some_and(|row| !holds_more[row]) {
            continue;
        }
        let candidate =
            !each.is_control() && each.node.named_by_content && !each.node.name.is_empty();
        if candidate
            && (*holds || only_wraps_role(each.node.role))
            && content_says_name(view, position)
        {
            view.nodes[position].node.name.clear();
        }
    }
}

/// A group that is named by its heading, or by a line near its beginning, leaves the name to that.
pub fn leave_names_to_headings(view: &mut View) {
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
            .take(NAMED_NEAR);
        // The text of a caption or legend goes instead (below): a table is better told by its name.
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

/// Why a frame could not be read is said in the header.
pub fn shorten_notes(view: &mut View) {
    for note in view.nodes.iter_mut().flat_map(|each| &mut each.notes) {
        if note.starts_with(crate::stitch::NOT_READ) {
            note.truncate(crate::stitch::NOT_READ.len());
        }
    }
}

/// Takes away what nobody reads: text without a mark in it, marks that only stand between two
/// things, and tips on nothing.
pub fn drop_ornaments(view: &mut View) {
    let parents = view.parents();
    let cells: Vec<bool> = parents
        .iter()
        .map(|parent| parent.is_some_and(|parent| is_cell(view.nodes[parent].node.role)))
        .collect();
    view.remove_where(|position, each| {
        let text = each.node.role == Role::Text;
        text && is_blank(&each.node.name) || is_mark(each) && !cells[position]
    });
    // A tip is read by pointing at something: at text, a picture, a control.
    let holding = view.holding(|each| {
        each.is_control() || each.node.role != Role::Generic || !each.notes.is_empty()
    });
    view.remove_where(|position, _| position > 0 && !holding[position]);
}

/// A text of nothing but a mark.
pub fn is_mark(each: &TreeNode) -> bool {
    each.node.role == Role::Text && is_separator(&each.node.name)
}

/// A cell of a row.
pub fn is_cell(role: Role) -> bool {
    matches!(
        role,
        Role::Cell | Role::Gridcell | Role::Columnheader | Role::Rowheader
    )
}

fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// One or two marks as they stand between links: lines part these already. In a cell they are what
/// it says.
fn is_separator(text: &str) -> bool {
    let mark = |character: char| ",.;:|·•∙/\\–—-()[]«»‹›>^\"' \u{a0}".contains(character);
    text.chars().all(mark) && text.chars().count() <= 2
}

/// Words inside the element make up its name.
fn content_says_name(view: &View, position: usize) -> bool {
    let depth = view.nodes[position].node.depth;
    let inside = || {
        view.nodes[position + 1..]
            .iter()
            .take_while(|each| each.node.depth > depth)
            .take(LOOKED_AT)
            .flat_map(|each| words(&each.node.name))
    };
    says_all(inside, &view.nodes[position].node.name)
}

/// The words of the name are all said. Most often they are in its order, and then no set is needed
/// to tell.
fn says_all<'a, Said: Iterator<Item = &'a str>>(said: impl Fn() -> Said, name: &str) -> bool {
    let mut rest = said();
    if words(name).all(|word| rest.any(|other| other == word)) {
        return true;
    }
    let said: HashSet<&str> = said().collect();
    words(name).all(|word| said.contains(word))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// Text that runs on through bold, code, marks and the like is one line.
pub fn join_inline_text(view: &mut View) {
    let inline: Vec<bool> = view.nodes.iter().map(is_inline).collect();
    let parents = view.parents();
    // Text that stood inside such an element, or next to one.
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
    each.node.role.marks_words() && says_nothing(each)
}

/// A row of mere text is one line, with a bar between its cells, where that has at most `limit`
/// characters.
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
                && crate::render::state_words(cell).is_empty()
        };
        if !cells.is_empty() && cells.iter().all(plain) {
            let names: Vec<&str> = cells.iter().map(|cell| cell.node.name.as_str()).collect();
            let line = names.join(" | ");
            if line.chars().nth(limit).is_some() {
                continue;
            }
            if !says_all(|| words(&line), &each.node.name) {
                continue;
            }
            joined[position + 1..end].fill(true);
            view.nodes[position].node.name = line.trim_end_matches([' ', '|']).to_owned();
        }
    }
    view.remove_where(|position, _| joined[position]);
}

/// A row whose cells have lines of their own leaves its name to them.
pub fn leave_rows_to_cells(view: &mut View) {
    let children = view.children();
    for position in (1..view.nodes.len()).filter(|position| children[*position] > 0) {
        let each = &view.nodes[position];
        let row = each.node.role == Role::Row && each.node.named_by_content && !each.is_control();
        if row && content_says_name(view, position) {
            view.nodes[position].node.name.clear();
        }
    }
}

/// Takes away what only wraps, and ornaments without a name.
pub fn unwrap(view: &mut View) {
    let alone: Vec<bool> = (0..view.nodes.len())
        .map(|position| view.nodes[position].node.role == Role::Row && holds_one(view, position))
        .collect();
    view.unwrap_where(|position, each| {
        let wraps = only_wraps_role(each.node.role) || alone[position];
        position > 0 && wraps && says_nothing(each)
    });
}

/// Nothing, or one line.
fn holds_one(view: &View, position: usize) -> bool {
    let depth = view.nodes[position].node.depth;
    let inside = view.nodes[position + 1..]
        .iter()
        .take_while(|each| each.node.depth > depth);
    inside
        .filter(|each| !(only_wraps_role(each.node.role) && says_nothing(each)))
        .take(2)
        .count()
        < 2
}

fn says_nothing(each: &TreeNode) -> bool {
    let node = &each.node;
    !each.is_control()
        && node.name.is_empty()
        && node.value.is_none()
        && crate::render::state_words(each).is_empty()
        && each.notes.is_empty()
}

/// Roles whose elements, without a name or a state, say nothing that their content does not.
fn only_wraps_role(role: Role) -> bool {
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

/// The words of a label, legend or caption that the named element's line says, and of an editable
/// element that its value says. A label may stand there twice, for when its field is empty and for
/// when it is not, and with a mark for a required field.
pub fn drop_labels(view: &mut View) {
    let parents = view.parents();
    let nodes = &view.nodes;
    let said: Vec<bool> = (0..nodes.len())
        .map(|position| {
            let each = &nodes[position];
            if each.node.role != Role::Text {
                return false;
            }
            let around = parents[position]
                .filter(|parent| *parent > 0 && !nodes[*parent].node.named_by_content);
            let same = |at: &usize| {
                nodes[*at].node.role == Role::Text && nodes[*at].node.name == each.node.name
            };
            let after = (position + 1..nodes.len().min(position + 3)).find(|at| !same(at));
            let beside = [position.checked_sub(1), after].into_iter().flatten();
            let beside = beside.filter(|at| is_labelled(&nodes[*at]));
            let written = parents[position]
                .is_some_and(|parent| nodes[parent].node.value.as_ref() == Some(&each.node.name));
            let label = each.node.name.trim_end_matches([' ', '*']);
            let names = |at: usize| {
                let name = &nodes[at].node.name;
                *name == each.node.name || !label.is_empty() && name == label
            };
            written || around.into_iter().chain(beside).any(names)
        })
        .collect();
    view.unwrap_where(|position, _| said[position]);
}

/// A field, whose name is the text beside it and no part of it.
fn is_labelled(each: &TreeNode) -> bool {
    let field = matches!(
        each.node.role,
        Role::Textbox
            | Role::Searchbox
            | Role::Combobox
            | Role::Listbox
            | Role::Spinbutton
            | Role::Slider
            | Role::Checkbox
            | Role::Radio
            | Role::Switch
            | Role::Meter
            | Role::Progressbar
            | Role::Clickable
            | Role::Focusable
    );
    field && !each.node.named_by_content
}
