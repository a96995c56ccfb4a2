//! Keeps only the matches of a search, each with its row, item or dialog and its ancestors.

use super::twins;
use crate::criteria::{self, Criteria};
use crate::options::{Format, Options};
use crate::page_tree::Tree;
use crate::view::View;

/// Maximum number of nodes of a match or of its row, item or dialog that are printed. If there are
/// more, only the match is printed, with a note.
const MAX_CONTEXT_NODES: usize = 40;

/// Removes all nodes that are not printed with a match, and stores the matches in the view.
pub fn only_matches(view: &mut View, tree: &Tree, options: &Options) {
    let Some(criteria) = &options.criteria else {
        return;
    };
    let parents = view.parents();
    let found = criteria::matching(&view.nodes, &parents, tree, criteria);
    view.found.is_within_missing = found.is_none();
    let found = found.unwrap_or_default();
    let printed = &found[..criteria.limit.min(found.len())];
    view.found.count = found.len();
    view.found.matches = criteria::to_matches(&view.nodes, printed);
    note_count(view, &found, criteria);
    let wanted = wanted(view, &parents, printed);
    if options.format == Format::Lean {
        twins::tell_apart(view, &wanted);
    }
    view.remove_where(|position, _| position > 0 && !wanted[position]);
}

fn note_count(view: &mut View, found: &[usize], criteria: &Criteria) {
    let more = found.len().saturating_sub(criteria.limit);
    let note = match (found.len(), more) {
        (0, _) => "nothing matches".to_owned(),
        (_, 0) => return,
        (all, more) => format!("{more} of {all} matches are not shown: raise limit, or say more"),
    };
    view.notes.push(note);
}

/// Which nodes are printed: each match with its contents or its container, and all ancestors.
fn wanted(view: &mut View, parents: &[Option<usize>], printed: &[usize]) -> Vec<bool> {
    let ends = view.ends();
    let mut wanted = vec![false; view.nodes.len()];
    for at in printed {
        let mut ancestors = std::iter::successors(Some(*at), |at| parents[*at]);
        let container = ancestors.find(|at| view.nodes[*at].node.role.sets_context());
        let whole = [container, Some(*at)].into_iter().flatten();
        let whole = whole.map(|root| root..ends[root]);
        match whole
            .clone()
            .find(|inside| inside.len() <= MAX_CONTEXT_NODES)
        {
            Some(inside) => wanted[inside].fill(true),
            None => {
                wanted[*at] = true;
                let inside = ends[*at] - at - 1;
                let note = format!("{inside} nodes in it are not shown: observe it as scope");
                view.nodes[*at].notes.push(note);
            }
        }
    }
    for position in (0..wanted.len()).rev() {
        if let (true, Some(parent)) = (wanted[position], parents[position]) {
            wanted[parent] = true;
        }
    }
    wanted
}
