//! Index of elements by id, and by references that scripts have set.

use super::{Dom, Idx, NO_NODE};
use crate::digits;
use crate::pace::{Pace, SPAN, sort};
use crate::table::HashTable;
use axlens_protocol::wire::record_format::REFERENCE_PREFIX;

impl<'r> Dom<'r> {
    /// The first element of a root with this id; or, in any root, the element that a script has set
    /// as a reference (a node id after [`REFERENCE_PREFIX`]).
    pub fn by_id(&self, root: Idx, id: &str) -> Option<Idx> {
        let root = if id.starts_with(REFERENCE_PREFIX) {
            NO_NODE
        } else {
            root.0
        };
        let place = self
            .ids
            .partition_point(|entry| (entry.0, entry.1) < (root, id));
        self.ids
            .get(place)
            .filter(|entry| (entry.0, entry.1) == (root, id))
            .map(|entry| Idx(entry.2))
    }

    /// Number of elements of a root with this id.
    pub fn count_id(&self, root: Idx, id: &str) -> usize {
        let from = self
            .ids
            .partition_point(|entry| (entry.0, entry.1) < (root.0, id));
        let to = self
            .ids
            .partition_point(|entry| (entry.0, entry.1) <= (root.0, id));
        to - from
    }

    /// The references that scripts have set, by node id.
    async fn referenced(&self, pace: &Pace) -> (HashTable, Vec<&'r str>) {
        let (mut referenced, mut tokens) = (HashTable::default(), Vec::new());
        let lists = self
            .pairs
            .iter()
            .filter(|pair| pair.key >= 0 && pair.text.starts_with(REFERENCE_PREFIX));
        for token in lists.flat_map(|pair| pair.text.split_ascii_whitespace()) {
            pace.step().await;
            let node = token.strip_prefix(REFERENCE_PREFIX).and_then(digits::parse);
            if let Some(node) = node {
                *referenced.entry(node as u64, 0) = tokens.len() as u32;
                tokens.push(token);
            }
        }
        (referenced, tokens)
    }

    /// Builds the index of ids.
    pub(super) async fn index_ids(&mut self, pace: &Pace) {
        let (referenced, tokens) = self.referenced(pace).await;
        let mut ids = Vec::new();
        for span in self.spans() {
            pace.steps(SPAN).await;
            for node in self.elements_of(span) {
                if let Some(id) = self.attr(node, "id").filter(|id| !id.is_empty()) {
                    ids.push((self.root_of(node).0, id, node.0));
                }
                if let Some(token) = referenced.get(self.node_id(node).into()) {
                    ids.push((NO_NODE, tokens[token as usize], node.0));
                }
            }
        }
        sort(&mut ids, pace).await;
        self.ids = ids;
    }
}
