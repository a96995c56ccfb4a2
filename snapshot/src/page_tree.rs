//! The tree of a whole page, as `stitch` makes it of its frames and `shape` arranges it.

use crate::place::Place;
use crate::tree::{FrameTree, Node};
use crate::uid::Uid;

/// How a note begins that says that a frame could not be read; the reason follows a colon.
pub const FRAME_NOT_READ: &str = "frame not read";

/// A frame of the stitched tree.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FrameInfo {
    /// Chrome's document id.
    pub document: String,
    /// Random number made with the document's registry.
    pub world: u64,
    /// Address.
    pub url: String,
    /// Uids of the iframes around it.
    pub path: Vec<u32>,
    /// What could not be read, in words.
    pub failure: String,
    /// Node ids of the elements that the query's scope named.
    pub target: Vec<u32>,
}

/// The tree of a whole page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tree {
    /// Depth first, the main document first.
    pub nodes: Vec<TreeNode>,
    /// Frames; nodes name them by position. The main frame is 0.
    pub frames: Vec<FrameInfo>,
    /// How the main document was.
    pub main: FrameTree,
    /// The query had a scope: only what is marked is to be printed.
    pub scoped: bool,
}

/// A node of a whole page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TreeNode {
    /// As the engine made it; the depth is the one in the whole page.
    pub node: Node,
    /// Its frame.
    pub frame: usize,
    /// The row, list item … that it is or stands in, where these are numbered; else 0.
    pub container: u32,
    /// Its uid, with the path to its frame.
    pub uid: Option<Uid>,
    /// Where it is, if that was asked.
    pub place: Option<Place>,
    /// Notes printed after what stands inside it: what is missing there, and how to get it.
    pub notes: Vec<String>,
    /// How much of what stands inside it a fold hides; a note says so.
    pub folded: Hidden,
}

/// How much is left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hidden {
    /// Nodes.
    pub nodes: usize,
    /// Of those, how many can be acted on.
    pub controls: usize,
}

impl TreeNode {
    /// What the node is across snapshots of one page: its frame's document and node id; `None` for
    /// text.
    pub fn identity(&self) -> Option<(usize, u32)> {
        (self.node.node != 0).then_some((self.frame, self.node.node))
    }

    /// Can be acted on.
    pub fn is_control(&self) -> bool {
        self.uid.is_some()
    }
}
