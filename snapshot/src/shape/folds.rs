//! Long runs of like things, folded: rows of a table, items of a list, options of a list box. A
//! fold says how many it hides and how many of those can be acted on, so that nothing is left out
//! unannounced.

use crate::options::{Format, Options};
use crate::page_tree::Hidden;
use crate::role::Role;
use crate::view::View;

/// Rows of a table that are printed (the `outline` contract, docs/contracts.md).
const ROWS: usize = 3;

/// Items of a list that are printed (the `outline` contract, docs/contracts.md).
const ITEMS: usize = 5;

/// Folds every run. In the outline tables and lists; options as well where folding was asked for.
pub fn fold(view: &mut View, options: &Options) {
    let owners = owners(view, options);
    let ends = view.ends();
    // Of each container: items met, and the first that is hidden.
    let mut met = vec![0_usize; view.nodes.len()];
    let mut hidden = vec![false; view.nodes.len()];
    let mut folded = vec![Hidden::default(); view.nodes.len()];
    let mut until = 0;
    for position in 0..view.nodes.len() {
        let Some((owner, limit)) = owners[position] else {
            continue;
        };
        met[owner] += 1;
        if met[owner] > limit && position >= until {
            let inside = position..ends[position];
            let items = &view.nodes[inside.clone()];
            folded[owner].nodes += items.len();
            folded[owner].controls += items.iter().filter(|each| each.is_control()).count();
            hidden[inside].fill(true);
            until = ends[position];
        }
    }
    for position in 0..view.nodes.len() {
        let Some((_, limit, word)) = run_of(view.nodes[position].node.role, options) else {
            continue;
        };
        if met[position] > limit && !hidden[position] {
            let hidden = folded[position];
            let note = note(met[position] - limit, word, hidden.controls, options);
            view.nodes[position].notes.push(note);
            view.nodes[position].folded = hidden;
        }
    }
    view.remove_where(|position, _| hidden[position]);
}

fn note(count: usize, word: &str, controls: usize, options: &Options) -> String {
    let word = if count == 1 {
        word.trim_end_matches('s')
    } else {
        word
    };
    let acting = match controls {
        0 => String::new(),
        1 => ", 1 control in them".to_owned(),
        _ => format!(", {controls} controls in them"),
    };
    format!(
        "...({count} more {word}{acting}: {} shows them)",
        remedy(options)
    )
}

/// For each item the container it belongs to, the nearest of its kind around it, and how many items
/// of that are printed.
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
            // Only the nearest of each kind counts, so one entry a kind is enough.
            let depth = each.node.depth;
            open.push((depth, position, item, limit));
        }
    }
    owners
}

/// What a run is made of, how many of it are printed, and what they are called.
fn run_of(role: Role, options: &Options) -> Option<(Role, usize, &'static str)> {
    match role {
        Role::Table | Role::Grid | Role::Treegrid => Some((Role::Row, ROWS, "rows")),
        Role::List => Some((Role::Listitem, ITEMS, "items")),
        Role::Listbox | Role::Combobox if options.fold => Some((Role::Option, ITEMS, "options")),
        _ => None,
    }
}

fn remedy(options: &Options) -> &'static str {
    match options.format {
        Format::Outline => "format lean or interactive_only",
        _ => "fold: false",
    }
}
