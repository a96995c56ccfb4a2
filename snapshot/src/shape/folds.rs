//! Long runs of like things, folded: rows of a table, items of a list, options of a list box. A fold says how many it hides and how many of
//! those can be acted on, so that nothing goes in silence.

use super::{Keep, View};
use crate::options::{Format, Options};
use crate::role::Role;

/// Rows of a table that are shown (seed 001).
const ROWS: usize = 3;

/// Items of a list that are shown (seed 001).
const ITEMS: usize = 5;

/// Folds every run. In the outline tables and lists; options as well where folding was asked for.
pub fn fold(view: &mut View, options: &Options) {
    let parents = view.parents();
    let mut hidden = vec![false; view.nodes.len()];
    let mut folds = Vec::new();
    for position in 0..view.nodes.len() {
        let role = view.nodes[position].node.role;
        let Some((item, shown, word)) = run_of(role, options) else {
            continue;
        };
        let items = items(view, &parents, position, item);
        if items.len() > shown {
            for at in &items[shown..] {
                let end = view.end(*at);
                hidden[*at..end].fill(true);
            }
            folds.push((position, items.len() - shown, word, items));
        }
    }
    for (position, count, word, items) in folds {
        if hidden[position] {
            continue;
        }
        let from = items[items.len() - count];
        let controls = (from..view.end(position))
            .filter(|at| hidden[*at] && view.nodes[*at].is_control())
            .count();
        let acting = if controls == 0 {
            String::new()
        } else {
            format!(", {controls} of their elements can be acted on")
        };
        view.nodes[position].notes.push(format!(
            "...({count} more {word}{acting}: {} shows them)",
            remedy(options)
        ));
    }
    view.prune(|position, _| {
        if hidden[position] {
            Keep::Remove
        } else {
            Keep::Node
        }
    });
}

/// What a run is made of, how many of it are shown, and what they are called.
fn run_of(role: Role, options: &Options) -> Option<(Role, usize, &'static str)> {
    let asked = options.fold;
    match role {
        Role::Table | Role::Grid | Role::Treegrid => Some((Role::Row, ROWS, "rows")),
        Role::List => Some((Role::Listitem, ITEMS, "items")),
        Role::Listbox | Role::Combobox if asked => Some((Role::Option, ITEMS, "options")),
        _ => None,
    }
}

fn remedy(options: &Options) -> &'static str {
    match options.format {
        Format::Outline => "a scope inside, interactive_only or another format",
        _ => "fold: false",
    }
}

/// Positions of the items that belong to this container and to none inside it.
fn items(view: &View, parents: &[Option<usize>], container: usize, item: Role) -> Vec<usize> {
    let role = view.nodes[container].node.role;
    let mut found = Vec::new();
    let mut at = container + 1;
    let end = view.end(container);
    while at < end {
        let here = view.nodes[at].node.role;
        if here == item && nearest(view, parents, at, role) == Some(container) {
            found.push(at);
            at = view.end(at);
        } else {
            at += 1;
        }
    }
    found
}

fn nearest(view: &View, parents: &[Option<usize>], position: usize, role: Role) -> Option<usize> {
    let mut above = parents[position];
    while let Some(parent) = above {
        if view.nodes[parent].node.role == role {
            return Some(parent);
        }
        above = parents[parent];
    }
    None
}
