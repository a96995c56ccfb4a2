//! The tree of a whole page, which `stitch` creates from its frames.

use crate::place::Place;
use crate::tree::{FrameTree, Node};
use crate::uid::Uid;
use std::ops::Range;

/// Beginning of a note about a frame that was not read; the reason follows after a colon.
pub const FRAME_NOT_READ: &str = "frame not read";

/// A frame of the stitched tree.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FrameInfo {
    /// Chrome's document id.
    pub document: String,
    /// Random number that is created with the document's registry.
    pub world: u64,
    /// URL.
    pub url: String,
    /// Uids of the iframes around it.
    pub path: Vec<u32>,
    /// Why the frame was not read; empty if it was.
    pub failure: String,
    /// Node ids of the elements that the query's scope selected.
    pub target: Vec<u32>,
}

/// The tree of a whole page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tree {
    /// Nodes in depth-first order, main document first.
    pub nodes: Vec<TreeNode>,
    /// Frames; nodes refer to them by position. The main frame is 0.
    pub frames: Vec<FrameInfo>,
    /// The main document, without its nodes.
    pub main: FrameTree,
    /// The query had a scope: only nodes in it are printed.
    pub scoped: bool,
}

/// A node of a whole page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TreeNode {
    /// The engine's node, with its depth in the whole page.
    pub node: Node,
    /// Its frame.
    pub frame: usize,
    /// The number of its container (see [`crate::containers`]); 0 if it has none or they are not
    /// numbered.
    pub container: u32,
    /// Its uid, with the path to its frame.
    pub uid: Option<Uid>,
    /// Its box, if it was measured.
    pub place: Option<Place>,
    /// Notes printed after its contents: what is missing, and how to get it.
    pub notes: Vec<String>,
    /// The number of nodes that a fold hides in it.
    pub folded: Hidden,
    /// A text of the row, card or group of a control with others of the same role and name.
    pub distinction: Option<Box<str>>,
}

/// The positions of a node and its descendants.
pub fn subtree(nodes: &[TreeNode], at: usize) -> Range<usize> {
    let depth = nodes[at].node.depth;
    let more = nodes[at + 1..].iter();
    at..at + 1 + more.take_while(|each| each.node.depth > depth).count()
}

/// The number of omitted nodes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hidden {
    /// All nodes.
    pub nodes: usize,
    /// Interactive ones among them.
    pub controls: usize,
}

impl TreeNode {
    /// The identity of the node across snapshots of one page: frame and node id. `None` for text.
    pub fn identity(&self) -> Option<(usize, u32)> {
        (self.node.node != 0).then_some((self.frame, self.node.node))
    }

    /// Whether it is interactive.
    pub fn is_control(&self) -> bool {
        self.uid.is_some()
    }
}
