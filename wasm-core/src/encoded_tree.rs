//! Encodes the result of a record: the tree as JSON in pieces, and lists of node ids. It works in
//! portions and frees each node after encoding it, so that a large tree is not in memory twice.

use crate::json;
use crate::pace::Pace;
use crate::understand::Understood;
use axlens_snapshot::tree::{FrameTree, Node};

/// Size of a piece in bytes. Strings that the engine passes to JavaScript are copied and decoded at
/// once.
const PIECE_SIZE: usize = 1 << 18;

/// A tree as text, with the other results of its record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EncodedTree {
    /// The tree as JSON; the joined pieces are [`Understood::tree_json`].
    pub pieces: Vec<String>,
    /// Node ids of the elements with a uid, in tree order.
    pub interactive: Vec<u32>,
    /// Node ids of all elements, in tree order.
    pub elements: Vec<u32>,
    /// The new registry; empty if it is unchanged.
    pub registry: String,
}

/// Encodes the result of a record.
pub async fn encode(understood: Understood, pace: &Pace) -> EncodedTree {
    let mut tree = understood.tree;
    let nodes = std::mem::take(&mut tree.nodes);
    let (head, tail) = around_nodes(&tree);
    let mut encoded = EncodedTree {
        registry: understood.registry.unwrap_or_default(),
        ..EncodedTree::default()
    };
    let mut piece = head;
    for (position, node) in nodes.into_iter().enumerate() {
        let before = piece.len();
        if position > 0 {
            piece.push(',');
        }
        json::write(&mut piece, &node);
        pace.steps(1 + (piece.len() - before) / 512).await;
        encoded.list(&node);
        if piece.len() > PIECE_SIZE {
            let next = String::with_capacity(PIECE_SIZE + PIECE_SIZE / 8);
            encoded.pieces.push(std::mem::replace(&mut piece, next));
        }
    }
    piece.push_str(&tail);
    encoded.pieces.push(piece);
    encoded
}

impl EncodedTree {
    fn list(&mut self, node: &Node) {
        if node.node != 0 {
            self.elements.push(node.node);
        }
        if node.uid.is_some() {
            self.interactive.push(node.node);
        }
    }
}

/// The JSON of a tree before and after its nodes. `tree` has no nodes.
fn around_nodes(tree: &FrameTree) -> (String, String) {
    const NODES: &str = "\"nodes\":[";
    let text = json::text(tree);
    // The first occurrence is the field: in strings, quotation marks have a backslash before them.
    let mut places = text.as_bytes().windows(NODES.len());
    let start = places.position(|place| place == NODES.as_bytes());
    let (head, tail) = text.split_at(start.map_or(0, |start| start + NODES.len()));
    (head.to_owned(), tail.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digits;
    use crate::html;
    use crate::pace::at_once;
    use crate::understand::understand;

    #[test]
    fn the_pieces_are_the_json_of_the_tree() {
        let many = "<a href=/x>Go</a><p>words".repeat(4_000);
        for page in ["", "<title>\"nodes\":[</title><button>x", &many] {
            let understood = understand(&html::record(page));
            let encoded = at_once(async |pace| encode(understood.clone(), pace).await);
            assert_eq!(encoded.pieces.concat(), understood.tree_json());
            assert_eq!(encoded.pieces.len() > 1, page.len() > 50_000);
            assert_eq!(
                digits::list(&encoded.interactive),
                understood.interactive_nodes()
            );
            assert_eq!(encoded.elements, understood.element_nodes());
        }
    }
}
