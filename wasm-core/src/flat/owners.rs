//! Finds the owner of each node by `aria-owns`. The caller decides which nodes can own and be
//! owned. Source: https://w3c.github.io/aria/#aria-owns

use super::edges::NO_NODE;
use crate::dom::{Dom, Idx, Namespace};
use crate::pace::{Pace, SPAN};

/// The owners by `aria-owns`.
pub struct Owners {
    /// The owner of each node, or [`NO_NODE`].
    pub by_node: Vec<u32>,
    /// Node and owner, in the order of the attributes.
    pub order: Vec<(Idx, Idx)>,
}

/// Finds the owners. `aria-owns` counts on elements that `may_own` and for targets that
/// `may_be_owned`; a node has one owner, the first in document order; in a cycle, the last owner in
/// document order is dropped.
pub async fn owners(
    dom: &Dom<'_>,
    parents: &[u32],
    may_own: impl Fn(Idx) -> bool,
    may_be_owned: impl Fn(Idx) -> bool,
    pace: &Pace,
) -> Option<Owners> {
    let mut by_node = vec![NO_NODE; dom.len()];
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
                    by_node[target.index()] == NO_NODE && target != owner && may_be_owned(target);
                // A parent inside its own child is the only cycle that is cheap to detect.
                if free && !(target < owner && owner < dom.end(target)) {
                    by_node[target.index()] = owner.0;
                    order.push((target, owner));
                }
            }
        }
    }
    if order.is_empty() {
        return None;
    }
    break_cycles(parents, &mut by_node, pace).await;
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

/// Removes owners until there are no cycles. The work is bounded: if there are too many cycles, all
/// remaining owners in them are dropped.
async fn break_cycles(parents: &[u32], owners: &mut [u32], pace: &Pace) {
    const UNSEEN: u8 = 0;
    const ON_PATH: u8 = 1;
    const DONE: u8 = 2;
    let up = |owners: &[u32], node: u32| match owners[node as usize] {
        NO_NODE => parents[node as usize],
        owner => owner,
    };
    let mut colors = vec![UNSEEN; parents.len()];
    let mut budget = parents.len().saturating_mul(16);
    for start in 0..parents.len() as u32 {
        let mut path = Vec::new();
        let mut node = start;
        while node != NO_NODE && colors[node as usize] == UNSEEN {
            pace.step().await;
            colors[node as usize] = ON_PATH;
            path.push(node);
            node = up(owners, node);
            budget = budget.saturating_sub(1);
            if node == NO_NODE || colors[node as usize] != ON_PATH {
                continue;
            }
            // The cycle starts at this node of the path.
            let from = path.iter().position(|entry| *entry == node).unwrap_or(0);
            let cycle = &path[from..];
            if budget == 0 {
                cycle
                    .iter()
                    .for_each(|entry| owners[*entry as usize] = NO_NODE);
            } else if let Some(loser) = cycle
                .iter()
                .max_by_key(|entry| owners[**entry as usize].wrapping_add(1))
            {
                owners[*loser as usize] = NO_NODE;
            }
            budget = budget.saturating_sub(path.len());
            pace.steps(path.len() / 8).await;
            path.iter()
                .for_each(|entry| colors[*entry as usize] = UNSEEN);
            path.clear();
            node = start;
        }
        path.iter().for_each(|entry| colors[*entry as usize] = DONE);
    }
}
