//! The elements that the query's scope selected.

use crate::dom::Idx;
use crate::pace::{Pace, SPAN};
use crate::page::Page;
use crate::table::HashTable;

/// Finds these elements, in document order.
pub async fn targets(page: &Page<'_>, pace: &Pace) -> Vec<Idx> {
    let Some(nodes) = &page.head.target else {
        return Vec::new();
    };
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
