//! Combines the frame trees of a page: each is inserted at its iframe, with its uids prefixed by
//! the iframe's. A frame that was not read becomes a note. A frame without a known iframe is at the
//! end, under a line of its own.

mod match_frames;

use crate::page_tree::{FRAME_NOT_READ, FrameInfo, Tree, TreeNode};
use crate::place::Place;
use crate::quote::{address, shortened, shortened_line};
use crate::role::Role;
use crate::tree::{FrameTree, Node};
use crate::uid::Uid;
use match_frames::{IframeKey, match_frames_to_iframes};
use std::collections::BTreeMap;

/// Maximum nesting of frames; every uid has a number for each frame around it.
const MAX_NESTING: usize = 64;

/// Maximum length of a URL and of a reason in a note.
const MAX_FAILURE_LEN: usize = 200;

/// A frame as it was read.
#[derive(Debug, Clone, Default)]
pub struct FrameInput {
    /// Chrome's document id.
    pub document: String,
    /// Chrome's frame id; 0 for the main frame.
    pub frame: i64,
    /// Frame id of its parent.
    pub parent: i64,
    /// URL.
    pub url: String,
    /// Index in the parent's `window.frames`; −1 if it is not there.
    pub window_index: i32,
    /// Node id of its iframe element in the parent's document; 0 if unknown.
    pub element: u32,
    /// The tree; `None` if it was not read.
    pub tree: Option<FrameTree>,
    /// Why it was not read, for the agent.
    pub failure: String,
    /// Boxes by node id.
    pub places: BTreeMap<u32, Place>,
}

/// Stitches frames, main frame first. Without frames, the tree is empty.
pub fn stitch(inputs: Vec<FrameInput>) -> Tree {
    let matches = match_frames_to_iframes(&inputs);
    let mut stitcher = Stitcher {
        inputs: inputs.into_iter().map(Some).collect(),
        matches,
        tree: Tree::default(),
    };
    let main = InsertionPoint::default();
    stitcher.graft(0, main);
    stitcher.unplaced_frames();
    stitcher.tree
}

struct Stitcher {
    inputs: Vec<Option<FrameInput>>,
    /// The frame of each iframe.
    matches: BTreeMap<IframeKey, usize>,
    tree: Tree,
}

/// Where the nodes of a frame are inserted.
#[derive(Debug, Default)]
struct InsertionPoint {
    /// Depth of its document.
    depth: u32,
    /// Uids of the iframes around it.
    path: Vec<u32>,
    /// Whether the iframe is in the query's scope.
    in_scope: bool,
}

/// A frame whose nodes are being inserted.
struct OpenFrame {
    /// Its position in the inputs.
    input: usize,
    /// Its position in the frames of the tree.
    frame: usize,
    at: InsertionPoint,
    places: BTreeMap<u32, Place>,
    /// Depth of the previous node, in the page.
    depth: Option<u32>,
    /// The remaining nodes.
    nodes: std::vec::IntoIter<Node>,
}

impl Stitcher {
    /// Inserts the nodes of a frame and of the frames inside it. It is not recursive, because pages
    /// can nest frames deeply.
    fn graft(&mut self, position: usize, at: InsertionPoint) {
        let mut open: Vec<OpenFrame> = self.open(position, at).into_iter().collect();
        while let Some(current) = open.last_mut() {
            let Some(node) = current.nodes.next() else {
                open.pop();
                continue;
            };
            let inside = self.add(node, current);
            open.extend(inside.and_then(|(child, at)| self.open(child, at)));
        }
    }

    /// Opens a frame, unless it was opened before.
    fn open(&mut self, position: usize, at: InsertionPoint) -> Option<OpenFrame> {
        let input = self.inputs.get_mut(position)?.take()?;
        let mut tree = input.tree.unwrap_or_default();
        let nodes = std::mem::take(&mut tree.nodes);
        let frame = self.tree.frames.len();
        self.tree.frames.push(FrameInfo {
            document: input.document,
            world: tree.world,
            url: input.url,
            path: at.path.clone(),
            failure: input.failure,
            target: tree.target.clone().unwrap_or_default(),
        });
        self.tree.scoped |= tree.target.is_some();
        if frame == 0 {
            self.tree.main = tree;
        }
        self.tree.nodes.reserve(nodes.len());
        Some(OpenFrame {
            input: position,
            frame,
            at,
            places: input.places,
            depth: None,
            nodes: nodes.into_iter(),
        })
    }

    /// Inserts a node. Returns the frame inside it, if it is an iframe, and its insertion point.
    fn add(&mut self, mut node: Node, current: &mut OpenFrame) -> Option<(usize, InsertionPoint)> {
        let path = &current.at.path;
        // A node is at most one level deeper than the previous one, whatever the frame claims.
        let deepest = current.depth.map_or(0, |before| before.saturating_add(1));
        node.depth = node.depth.saturating_add(current.at.depth);
        node.depth = node.depth.min(deepest.max(current.at.depth));
        current.depth = Some(node.depth);
        node.in_scope |= current.at.in_scope;
        let uid = node
            .uid
            .map(|own| Uid(path.iter().copied().chain([own]).collect()));
        let iframe = (current.input, node.node);
        let (own, index) = (node.uid, node.frame_index);
        let (depth, in_scope) = (node.depth.saturating_add(1), node.in_scope);
        self.tree.nodes.push(TreeNode {
            place: current.places.get(&node.node).copied(),
            node,
            frame: current.frame,
            uid,
            ..TreeNode::default()
        });
        let here = self.tree.nodes.len() - 1;
        match self.matches.get(&iframe).copied() {
            Some(_) if path.len() >= MAX_NESTING => self.note_not_read(here, "nested too deep"),
            Some(child) if iframe.1 != 0 => {
                if let Some((_, failure)) = self.failure(child) {
                    self.note_not_read(here, &failure);
                }
                let path = path.iter().copied().chain(own).collect();
                let at = InsertionPoint {
                    depth,
                    path,
                    in_scope,
                };
                return Some((child, at));
            }
            _ if index.is_some_and(|index| index >= 0) => self.note_not_read(here, "not listed"),
            _ => {}
        }
        None
    }

    /// Inserts frames without a known iframe at the end of the page.
    fn unplaced_frames(&mut self) {
        let left: Vec<usize> = (1..self.inputs.len())
            .filter(|position| self.inputs[*position].is_some())
            .collect();
        if left.is_empty() {
            return;
        }
        let node = Node {
            depth: 1,
            role: Role::Group,
            name: "frames, place unknown".into(),
            ..Node::default()
        };
        self.tree.nodes.push(TreeNode {
            node,
            ..TreeNode::default()
        });
        let heading = self.tree.nodes.len() - 1;
        for position in left {
            if let Some((url, failure)) = self.failure(position) {
                self.note_not_read(heading, &format!("{failure} ({url})"));
            }
            // Without an iframe there is no uid as a prefix; the frame's id makes its uids
            // distinct.
            let number = self.inputs[position]
                .as_ref()
                .map_or(0, |input| u32::try_from(input.frame).unwrap_or(u32::MAX));
            let at = InsertionPoint {
                depth: 2,
                path: vec![number],
                in_scope: false,
            };
            self.graft(position, at);
        }
    }

    /// URL of a frame that was not read, and the reason, each on one line. Both can contain
    /// page text.
    fn failure(&self, position: usize) -> Option<(String, String)> {
        let input = self.inputs[position].as_ref()?;
        let failed = input.tree.is_none();
        failed.then(|| {
            (
                address(&shortened(&input.url, MAX_FAILURE_LEN)).into_owned(),
                shortened_line(&input.failure, MAX_FAILURE_LEN),
            )
        })
    }

    fn note_not_read(&mut self, node: usize, why: &str) {
        let note = format!("{FRAME_NOT_READ}: {why}");
        self.tree.nodes[node].notes.push(note);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn iframe(id: u32, uid: u32, index: i32) -> Node {
        Node {
            depth: 1,
            node: id,
            uid: Some(uid),
            role: Role::Iframe,
            frame_index: Some(index),
            ..Node::default()
        }
    }

    fn frame(frame: i64, parent: i64, index: i32, nodes: Vec<Node>) -> FrameInput {
        let root = Node {
            role: Role::Document,
            ..Node::default()
        };
        let tree = FrameTree {
            nodes: [vec![root], nodes].concat(),
            ..FrameTree::default()
        };
        FrameInput {
            document: format!("d{frame}"),
            frame,
            parent,
            window_index: index,
            tree: Some(tree),
            ..FrameInput::default()
        }
    }

    fn button(uid: u32) -> Node {
        Node {
            depth: 1,
            node: uid,
            uid: Some(uid),
            role: Role::Button,
            ..Node::default()
        }
    }

    fn sketch(tree: &Tree) -> Vec<String> {
        let line = |each: &TreeNode| {
            let uid = each
                .uid
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default();
            format!(
                "{} {} {uid} {}",
                each.node.depth,
                each.node.role.as_str(),
                each.notes.join(";")
            )
            .trim_end()
            .to_string()
        };
        tree.nodes.iter().map(line).collect()
    }

    #[test]
    fn frames_are_inserted_at_their_iframes_with_their_paths() {
        let tree = stitch(vec![
            frame(0, -1, -1, vec![iframe(10, 5, 1), iframe(11, 6, 0)]),
            frame(8, 0, 0, vec![iframe(12, 7, 0)]),
            frame(9, 8, 0, vec![button(42)]),
            frame(7, 0, 1, vec![button(42)]),
        ]);
        let expected = [
            "0 document",
            "1 iframe 5",
            "2 document",
            "3 button 5.42",
            "1 iframe 6",
            "2 document",
            "3 iframe 6.7",
            "4 document",
            "5 button 6.7.42",
        ];
        assert_eq!(sketch(&tree), expected);
    }

    #[test]
    fn a_frame_that_was_not_read_is_a_note_at_its_iframe() {
        let mut failed = frame(3, 0, 0, vec![]);
        failed.tree = None;
        failed.failure = "It did not answer in time.".into();
        let tree = stitch(vec![frame(0, -1, -1, vec![iframe(10, 5, 0)]), failed]);
        assert_eq!(
            sketch(&tree),
            [
                "0 document",
                "1 iframe 5 frame not read: It did not answer in time."
            ]
        );
    }

    #[test]
    fn iframes_without_frames_have_a_note_and_frames_without_iframes_are_last() {
        let mut unplaced = frame(4, 0, -1, vec![button(1)]);
        unplaced.url = "https://other.example/".into();
        let tree = stitch(vec![
            frame(0, -1, -1, vec![iframe(10, 5, 0), iframe(11, 6, 1)]),
            unplaced,
        ]);
        let lines = sketch(&tree);
        assert_eq!(lines[1], "1 iframe 5 frame not read: not listed");
        assert_eq!(lines[3..], ["1 group", "2 document", "3 button 4.1"]);
    }

    #[test]
    fn a_frame_cannot_claim_the_iframe_of_another() {
        let page = || frame(0, -1, -1, vec![iframe(10, 5, 0), iframe(11, 6, 1)]);
        let honest = || frame(8, 0, 1, vec![button(42)]);
        // It claims the index of the other one.
        let tree = stitch(vec![page(), frame(7, 0, 1, vec![button(13)]), honest()]);
        let lines = sketch(&tree);
        assert_eq!(
            lines[1], "1 iframe 5 frame not read: not listed",
            "{lines:?}"
        );
        assert_eq!(
            lines[2], "1 iframe 6 frame not read: not listed",
            "{lines:?}"
        );
        assert_eq!(lines[3], "1 group", "{lines:?}");
        // It claims the other's element and its own index.
        let mut liar = frame(7, 0, 0, vec![button(13)]);
        liar.element = 11;
        let lines = sketch(&stitch(vec![page(), liar, honest()]));
        assert_eq!(lines[3..6], ["3 button 5.13", "1 iframe 6", "2 document"]);
    }

    #[test]
    fn the_last_frame_is_matched_to_the_last_iframe() {
        let tree = stitch(vec![
            frame(0, -1, -1, vec![iframe(10, 5, -1)]),
            frame(4, 0, -1, vec![button(1)]),
        ]);
        assert_eq!(
            sketch(&tree),
            ["0 document", "1 iframe 5", "2 document", "3 button 5.1"]
        );
    }
}
