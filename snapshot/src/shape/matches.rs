//! Only what an agent looks for: what matches, the row, item or dialog around it, and what these
//! stand in.

use crate::criteria::{self, Criteria};
use crate::options::Options;
use crate::page_tree::Tree;
use crate::view::View;

/// Nodes of an element, or of the row, item or dialog around it, that are shown with a match. What
/// has more is shown without them, and says so.
const SHOWN_WITH: usize = 40;

/// Takes away what neither matches nor is shown with a match, and notes what was found.
pub fn only_matches(view: &mut View, tree: &Tree, options: &Options) {
    let Some(criteria) = &options.criteria else {
        return;
    };
    let parents = view.parents();
    let found = criteria::matching(&view.nodes, &parents, tree, criteria);
    view.found.nowhere = found.is_none();
    let found = found.unwrap_or_default();
    let shown = &found[..criteria.limit.min(found.len())];
    view.found.count = found.len();
    view.found.matches = criteria::described(&view.nodes, shown);
    note_count(view, &found, criteria);
    let wanted = wanted(view, &parents, shown);
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

/// What is shown: each match with what stands in it, and what is around it.
fn wanted(view: &mut View, parents: &[Option<usize>], shown: &[usize]) -> Vec<bool> {
    let ends = view.ends();
    let mut wanted = vec![false; view.nodes.len()];
    for at in shown {
        let mut around = std::iter::successors(Some(*at), |at| parents[*at]);
        let container = around.find(|at| view.nodes[*at].node.role.sets_context());
        let whole = [container, Some(*at)].into_iter().flatten();
        let whole = whole.map(|root| root..ends[root]);
        match whole.clone().find(|inside| inside.len() <= SHOWN_WITH) {
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
