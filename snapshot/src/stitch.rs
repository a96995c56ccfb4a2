//! Puts the trees of a page's frames together: each at its iframe, its uids prefixed with the
//! iframe's. A frame that could not be read is a note that says so; one whose iframe is not found
//! stands at the end, under a line of its own.

mod match_frames;

use crate::page_tree::{FRAME_NOT_READ, FrameInfo, Tree, TreeNode};
use crate::place::Place;
use crate::quote::{address, one_line, shortened};
use crate::role::Role;
use crate::tree::{FrameTree, Node};
use crate::uid::Uid;
use match_frames::{IframeKey, match_frames_to_iframes};
use std::collections::BTreeMap;

/// Frames inside frames that are shown in their place; every uid names those around it.
const NESTED: usize = 64;

/// Characters of an address and of a reason in a note.
const MAX_FAILURE_LEN: usize = 200;

/// One frame as it was read.
#[derive(Debug, Clone, Default)]
pub struct FrameInput {
    /// Chrome's document id.
    pub document: String,
    /// Chrome's frame id; 0 is the main frame.
    pub frame: i64,
    /// Frame id of its parent.
    pub parent: i64,
    /// Address.
    pub url: String,
    /// Index among the parent's frames; −1: not there.
    pub window_index: i32,
    /// Node id of its iframe in the parent's document; 0: not known.
    pub element: u32,
    /// The tree; `None` when it could not be read.
    pub tree: Option<FrameTree>,
    /// Why not, in words for the agent.
    pub failure: String,
    /// Places by node id.
    pub places: BTreeMap<u32, Place>,
}

/// Stitches frames, the main frame first. No frames: an empty tree.
pub fn stitch(inputs: Vec<FrameInput>) -> Tree {
    let matches = match_frames_to_iframes(&inputs);
    let mut stitcher = Stitcher {
        inputs: inputs.into_iter().map(Some).collect(),
        matches,
        tree: Tree::default(),
    };
    let main = Graft::default();
    stitcher.graft(0, main);
    stitcher.unplaced_frames();
    stitcher.tree
}

struct Stitcher {
    inputs: Vec<Option<FrameInput>>,
    /// Which frame each iframe holds.
    matches: BTreeMap<IframeKey, usize>,
    tree: Tree,
}

/// Where a frame's nodes go.
#[derive(Debug, Default)]
struct Graft {
    /// Depth of its document.
    depth: u32,
    /// Uids of the iframes around it.
    path: Vec<u32>,
    /// The iframe stands inside the query's scope.
    in_scope: bool,
}

/// The frame whose nodes are being added.
struct Current {
    /// Its position among the inputs.
    input: usize,
    /// Its position among the frames of the tree.
    frame: usize,
    at: Graft,
    places: BTreeMap<u32, Place>,
    /// Depth of the node before, in the page.
    depth: Option<u32>,
    /// What is still to be added.
    nodes: std::vec::IntoIter<Node>,
}

impl Stitcher {
    /// Adds a frame's nodes, and its frames inside them. Not by recursion: how deep frames nest is
    /// for the page to say.
    fn graft(&mut self, position: usize, at: Graft) {
        let mut open: Vec<Current> = self.open(position, at).into_iter().collect();
        while let Some(current) = open.last_mut() {
            let Some(node) = current.nodes.next() else {
                open.pop();
                continue;
            };
            let inside = self.add(node, current);
            open.extend(inside.and_then(|(child, at)| self.open(child, at)));
        }
    }

    /// Begins a frame; none that was begun before.
    fn open(&mut self, position: usize, at: Graft) -> Option<Current> {
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
        Some(Current {
            input: position,
            frame,
            at,
            places: input.places,
            depth: None,
            nodes: nodes.into_iter(),
        })
    }

    /// Adds a node of a frame. Returns the frame that it holds, and where that one goes.
    fn add(&mut self, mut node: Node, current: &mut Current) -> Option<(usize, Graft)> {
        let path = &current.at.path;
        // Below the node before it there is one level, whatever the frame says.
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
            Some(_) if path.len() >= NESTED => self.note_not_read(here, "nested too deep"),
            Some(child) if iframe.1 != 0 => {
                if let Some((_, failure)) = self.failure(child) {
                    self.note_not_read(here, &failure);
                }
                let path = path.iter().copied().chain(own).collect();
                let at = Graft {
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

    /// Frames whose iframe is not known, at the end of the page.
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
            // Without an iframe there is no uid to prefix; the frame's own id makes its uids
            // distinct.
            let number = self.inputs[position]
                .as_ref()
                .map_or(0, |input| u32::try_from(input.frame).unwrap_or(u32::MAX));
            let at = Graft {
                depth: 2,
                path: vec![number],
                in_scope: false,
            };
            self.graft(position, at);
        }
    }

    /// Address of a frame that could not be read, and why, each on one line; they may hold what the
    /// page wrote.
    fn failure(&self, position: usize) -> Option<(String, String)> {
        let input = self.inputs[position].as_ref()?;
        let failed = input.tree.is_none();
        failed.then(|| {
            (
                address(&shortened(&input.url, MAX_FAILURE_LEN)).into_owned(),
                one_line(&input.failure, MAX_FAILURE_LEN),
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
    fn frames_stand_at_their_iframes_with_their_paths() {
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
    fn a_frame_that_failed_is_a_line_at_its_iframe() {
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
    fn an_iframe_without_a_frame_says_so_and_a_frame_without_an_iframe_stands_last() {
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
    fn a_frame_that_claims_anothers_place_does_not_get_it() {
        let page = || frame(0, -1, -1, vec![iframe(10, 5, 0), iframe(11, 6, 1)]);
        let honest = || frame(8, 0, 1, vec![button(42)]);
        // It says that it is where the other one is.
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
        // It names the other's element, and its own index.
        let mut liar = frame(7, 0, 0, vec![button(13)]);
        liar.element = 11;
        let lines = sketch(&stitch(vec![page(), liar, honest()]));
        assert_eq!(lines[3..6], ["3 button 5.13", "1 iframe 6", "2 document"]);
    }

    #[test]
    fn the_one_that_is_left_goes_where_there_is_room() {
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
