//! Who owns which nodes by `aria-owns`. Knows no visibility: its caller says what may own and be
//! owned. Source: https://w3c.github.io/aria/#aria-owns

use super::edges::NOTHING;
use crate::dom::{Dom, Idx, Namespace};
use crate::pace::{Pace, SPAN};

/// Who owns which nodes by `aria-owns`.
pub struct Owners {
    /// By node: its owner, or [`NOTHING`].
    pub by_node: Vec<u32>,
    /// Node and owner, in the order in which they were named.
    pub order: Vec<(Idx, Idx)>,
}

/// Finds the owners. `aria-owns` counts on elements that `may_own` and for targets that
/// `may_be_owned`; a node has one owner, the first in document order; of a circle, the last owner
/// in document order loses.
pub async fn owners(
    dom: &Dom<'_>,
    parents: &[u32],
    may_own: impl Fn(Idx) -> bool,
    may_be_owned: impl Fn(Idx) -> bool,
    pace: &Pace,
) -> Option<Owners> {
    let mut by_node = vec![NOTHING; dom.len()];
    let mut order: Vec<(Idx, Idx)> = Vec::new();
    for span in dom.spans() {
        pace.steps(SPAN).await;
        for owner in dom.elements_of(span) {
            let Some(ids) = dom.attr(owner, "aria-owns") else {
                continue;
            };
            if !may_own(owner) || !owns_by_kind(dom, owner) {
                continue;
            }
            for target in ids
                .split_ascii_whitespace()
                .filter_map(|id| dom.by_id(dom.root_of(owner), id))
            {
                pace.step().await;
                let free =
                    by_node[target.at()] == NOTHING && target != owner && may_be_owned(target);
                // A parent inside its own child: the plainest circle, and the only one that is
                // cheap to see.
                if free && !(target < owner && owner < dom.end(target)) {
                    by_node[target.at()] = owner.0;
                    order.push((target, owner));
                }
            }
        }
    }
    if order.is_empty() {
        return None;
    }
    cut_circles(parents, &mut by_node, pace).await;
    Some(Owners { by_node, order })
}

/// Replaced elements and single-line fields have no children that `aria-owns` could add to.
fn owns_by_kind(dom: &Dom, node: Idx) -> bool {
    dom.namespace(node) != Namespace::Html
        || !matches!(
            dom.tag(node),
            "img" | "br" | "hr" | "area" | "wbr" | "iframe"
        )
}

/// Takes owners away until following parents ends everywhere. Work is bounded: where circles are
/// that many, all owners that are still open lose.
async fn cut_circles(parents: &[u32], owners: &mut [u32], pace: &Pace) {
    const UNSEEN: u8 = 0;
    const ON_PATH: u8 = 1;
    const DONE: u8 = 2;
    let up = |owners: &[u32], node: u32| match owners[node as usize] {
        NOTHING => parents[node as usize],
        owner => owner,
    };
    let mut colours = vec![UNSEEN; parents.len()];
    let mut budget = parents.len().saturating_mul(16);
    for start in 0..parents.len() as u32 {
        let mut path = Vec::new();
        let mut node = start;
        while node != NOTHING && colours[node as usize] == UNSEEN {
            pace.step().await;
            colours[node as usize] = ON_PATH;
            path.push(node);
            node = up(owners, node);
            budget = budget.saturating_sub(1);
            if node == NOTHING || colours[node as usize] != ON_PATH {
                continue;
            }
            // All of the path leads here: the circle is what follows from here on.
            let from = path.iter().position(|entry| *entry == node).unwrap_or(0);
            let circle = &path[from..];
            if budget == 0 {
                circle
                    .iter()
                    .for_each(|entry| owners[*entry as usize] = NOTHING);
            } else if let Some(loser) = circle
                .iter()
                .max_by_key(|entry| owners[**entry as usize].wrapping_add(1))
            {
                owners[*loser as usize] = NOTHING;
            }
            budget = budget.saturating_sub(path.len());
            pace.steps(path.len() / 8).await;
            path.iter()
                .for_each(|entry| colours[*entry as usize] = UNSEEN);
            path.clear();
            node = start;
        }
        path.iter()
            .for_each(|entry| colours[*entry as usize] = DONE);
    }
}
