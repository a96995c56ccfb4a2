//! The elements that the query's scope selected.

use super::target_text;
use crate::clickable::signs::Signs;
use crate::dom::Idx;
use crate::naming::Naming;
use crate::pace::{Pace, SPAN};
use crate::page::Page;
use crate::roles::Roles;
use crate::table::HashTable;

/// Finds these elements, in document order.
pub async fn targets(
    page: &Page<'_>,
    roles: &Roles,
    naming: &Naming<'_, '_>,
    signs: &Signs,
    pace: &Pace,
) -> Vec<Idx> {
    let mut targets = match (&page.head.text, &page.head.target) {
        (Some(text), _) => target_text::targets((page, roles, signs), naming, text, pace).await,
        (None, Some(nodes)) => with_ids(page, nodes, pace).await,
        (None, None) => return Vec::new(),
    };
    if page.head.within != 0 {
        let container = with_ids(page, &[page.head.within], pace).await;
        let container = container.first().copied();
        targets.retain(|target| container.is_some_and(|outer| is_inside(page, *target, outer)));
    }
    targets
}

/// The elements with these node ids, in document order.
async fn with_ids(page: &Page<'_>, nodes: &[u32], pace: &Pace) -> Vec<Idx> {
    let mut named = HashTable::default();
    for node in nodes {
        pace.step().await;
        named.add((*node).into());
    }
    let mut targets = Vec::new();
    for span in page.dom.spans() {
        pace.steps(SPAN).await;
        for node in page.dom.elements_of(span) {
            if named.has(page.dom.node_id(node).into()) {
                targets.push(node);
            }
        }
    }
    targets
}

/// Whether a node is a descendant of an element in the flat tree.
fn is_inside(page: &Page, node: Idx, outer: Idx) -> bool {
    let mut around = std::iter::successors(page.flat.parent(node), |node| page.flat.parent(*node));
    around.any(|node| node == outer)
}
