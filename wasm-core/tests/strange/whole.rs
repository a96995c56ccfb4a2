//! Invariants of the tree of any record, for the property tests and the fuzzer.

use axlens_snapshot::role::Role;
use axlens_snapshot::tree::FrameTree;
use axlens_wasm_core::record::Record;
use std::collections::HashSet;

/// Panics if the tree of a record is inconsistent.
pub fn holds_together(record: &str, tree: &FrameTree) {
    let plain = Record::parse(record).head.plain;
    assert_eq!(tree.nodes[0].role, Role::Document);
    let mut uids = HashSet::new();
    let mut above = 0;
    for (position, node) in tree.nodes.iter().enumerate() {
        assert_eq!(node.depth == 0, position == 0);
        assert!(node.depth <= above + 1, "a node has no parent");
        above = node.depth;
        assert!(
            node.uid.is_none_or(|uid| uid > 0 && uids.insert(uid)),
            "a uid twice"
        );
        // A plain record has selectors only for frames.
        let placed = node.uid.is_some() && (!plain || node.frame_index.is_some());
        assert_eq!(placed, node.path.is_some());
        assert!(node.role != Role::Text || !node.name.is_empty() && node.node == 0);
    }
}
