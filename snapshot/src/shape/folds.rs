//! Folds long runs of similar elements: rows of a table, items of a list, options of a list box. A
//! note counts the hidden elements and the interactive ones among them.

use crate::options::{Format, Options};
use crate::page_tree::Hidden;
use crate::role::Role;
use crate::view::View;

/// Maximum number of printed rows of a table (the `outline` contract, docs/contracts.md).
const MAX_ROWS: usize = 3;

/// Maximum number of printed items of a list (the `outline` contract, docs/contracts.md).
const MAX_ITEMS: usize = 5;

/// Folds tables and lists, and options if `fold` is set.
pub fn fold(view: &mut View, options: &Options) {
    let owners = owners(view, options);
    let ends = view.ends();
    // For each container: the number of items, and the nodes that are hidden.
    let mut item_counts = vec![0_usize; view.nodes.len()];
    let mut hidden = vec![false; view.nodes.len()];
    let mut folded = vec![Hidden::default(); view.nodes.len()];
    let mut until = 0;
    for position in 0..view.nodes.len() {
        let Some((owner, limit)) = owners[position] else {
            continue;
        };
        item_counts[owner] += 1;
        if item_counts[owner] > limit && position >= until {
            let inside = position..ends[position];
            let items = &view.nodes[inside.clone()];
            folded[owner].nodes += items.len();
            folded[owner].controls += items.iter().filter(|each| each.is_control()).count();
            hidden[inside].fill(true);
            until = ends[position];
        }
    }
    for position in 0..view.nodes.len() {
        let Some((_, limit, noun)) = run_of(view.nodes[position].node.role, options) else {
            continue;
        };
        if item_counts[position] > limit && !hidden[position] {
            let hidden = folded[position];
            let note = note(
                item_counts[position] - limit,
                noun,
                hidden.controls,
                options,
            );
            view.nodes[position].notes.push(note);
            view.nodes[position].folded = hidden;
        }
    }
    view.remove_where(|position, _| hidden[position]);
}

fn note(count: usize, noun: &str, controls: usize, options: &Options) -> String {
    let noun = if count == 1 {
        noun.trim_end_matches('s')
    } else {
        noun
    };
    let acting = match controls {
        0 => String::new(),
        1 => ", 1 control in them".to_owned(),
        _ => format!(", {controls} controls in them"),
    };
    format!(
        "...({count} more {noun}{acting}: {} shows them)",
        remedy(options)
    )
}

/// For each item its container, the nearest ancestor of the matching kind, and the maximum number
/// of printed items.
fn owners(view: &View, options: &Options) -> Vec<Option<(usize, usize)>> {
    let mut open: Vec<(u32, usize, Role, usize)> = Vec::new();
    let mut owners = Vec::with_capacity(view.nodes.len());
    for (position, each) in view.nodes.iter().enumerate() {
        while open
            .last()
            .is_some_and(|(depth, ..)| *depth >= each.node.depth)
        {
            open.pop();
        }
        let owner = open
            .iter()
            .rev()
            .find(|(_, _, item, _)| *item == each.node.role);
        owners.push(owner.map(|(_, container, _, limit)| (*container, *limit)));
        if let Some((item, limit, _)) = run_of(each.node.role, options) {
            // Only the nearest container of each kind counts.
            let depth = each.node.depth;
            open.push((depth, position, item, limit));
        }
    }
    owners
}

/// The role of a container's items, the maximum number of printed ones, and their noun.
fn run_of(role: Role, options: &Options) -> Option<(Role, usize, &'static str)> {
    match role {
        Role::Table | Role::Grid | Role::Treegrid => Some((Role::Row, MAX_ROWS, "rows")),
        Role::List => Some((Role::Listitem, MAX_ITEMS, "items")),
        Role::Listbox | Role::Combobox if options.fold => {
            Some((Role::Option, MAX_ITEMS, "options"))
        }
        _ => None,
    }
}

fn remedy(options: &Options) -> &'static str {
    match options.format {
        Format::Outline => "format lean or interactive_only",
        Format::Numbered | Format::Refs | Format::Tabs | Format::Lean => "fold: false",
    }
}
