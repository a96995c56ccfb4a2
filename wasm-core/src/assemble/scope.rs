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
    let container = match page.head.within {
        0 => None,
        id => match with_ids(page, &[id], pace).await[..] {
            [container, ..] => Some(container),
            [] => return Vec::new(),
        },
    };
    match (&page.head.text, &page.head.target) {
        (Some(text), _) => {
            target_text::targets((page, roles, signs), naming, (text, container), pace).await
        }
        (None, Some(nodes)) => {
            let mut targets = with_ids(page, nodes, pace).await;
            targets.retain(|target| target_text::is_inside(page, *target, container));
            targets
        }
        (None, None) => Vec::new(),
    }
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
