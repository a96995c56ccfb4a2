//! Puts the trees of a page's frames together: each at its iframe, with the uids behind that
//! iframe's. A frame that could not be read is a line that says so; one whose iframe is not found
//! stands at the end, under a line of its own.

use crate::role::Role;
use crate::tree::{FrameTree, Node};
use crate::uid::Uid;
use std::collections::BTreeMap;

/// How a line begins that says that a frame could not be read; the reason follows a colon.
pub const NOT_READ: &str = "frame not read";

/// Where an element is on the screen, in CSS pixels of its frame's viewport.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Place {
    /// Left edge, top edge, width, height.
    pub rect: [f64; 4],
    /// Some of it is in the viewport.
    pub in_viewport: bool,
    /// Something else would be hit in its middle.
    pub covered: bool,
    /// Has no size.
    pub empty: bool,
    /// Can't be seen through: opacity 0.
    pub transparent: bool,
    /// Node id of what covers it, in the same document; 0: not known.
    pub covered_by: u32,
}

impl Place {
    /// From the six numbers that the recorder gives: x, y, width, height, flags, covered by.
    pub fn from_numbers(numbers: [f64; 6]) -> Place {
        let flags = numbers[4] as u32;
        Place {
            rect: [numbers[0], numbers[1], numbers[2], numbers[3]],
            in_viewport: flags & 1 != 0,
            covered: flags & 2 != 0,
            empty: flags & 4 != 0,
            transparent: flags & 8 != 0,
            covered_by: numbers[5] as u32,
        }
    }
}

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
    /// The query's scope was given: only what is marked is to be shown.
    pub scoped: bool,
}

/// A node of a whole page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TreeNode {
    /// As the engine made it; the depth is the one in the whole page.
    pub node: Node,
    /// Its frame.
    pub frame: usize,
    /// Its uid, with the path to its frame.
    pub uid: Option<Uid>,
    /// Where it is, if that was asked.
    pub place: Option<Place>,
    /// Lines of ours at the end of what stands inside it: what is missing there, and how to get it.
    pub notes: Vec<String>,
    /// How much of what stands inside it a fold hides; a note says so.
    pub folded: Hidden,
}

/// How much is not shown.
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

/// Stitches frames, the main frame first. No frames: an empty tree.
pub fn stitch(inputs: Vec<FrameInput>) -> Tree {
    let homes = homes(&inputs);
    let mut stitcher = Stitcher {
        inputs: inputs.into_iter().map(Some).collect(),
        homes,
        tree: Tree::default(),
    };
    stitcher.graft(0, 0, Vec::new(), false);
    stitcher.strays();
    stitcher.tree
}

struct Stitcher {
    inputs: Vec<Option<FrameInput>>,
    /// (position of the parent frame, node id of the iframe) → position of the frame.
    homes: BTreeMap<(usize, u32), usize>,
    tree: Tree,
}

impl Stitcher {
    /// Adds a frame's nodes at a depth, and its frames inside them. Frames nest as deep as the
    /// browser lets them, which is not deep.
    fn graft(&mut self, position: usize, depth: u32, path: Vec<u32>, in_scope: bool) {
        let Some(input) = self.inputs.get_mut(position).and_then(Option::take) else {
            return;
        };
        let mut tree = input.tree.unwrap_or_default();
        let nodes = std::mem::take(&mut tree.nodes);
        let frame = self.tree.frames.len();
        self.tree.frames.push(FrameInfo {
            document: input.document,
            world: tree.world,
            url: input.url,
            path: path.clone(),
            failure: input.failure,
        });
        self.tree.scoped |= tree.target.is_some();
        if frame == 0 {
            self.tree.main = tree;
        }
        self.tree.nodes.reserve(nodes.len());
        for mut node in nodes {
            node.in_scope |= in_scope;
            self.add(node, frame, position, depth, &path, &input.places);
        }
    }

    fn add(
        &mut self,
        mut node: Node,
        frame: usize,
        position: usize,
        depth: u32,
        path: &[u32],
        places: &BTreeMap<u32, Place>,
    ) {
        node.depth += depth;
        let uid = node
            .uid
            .map(|own| Uid(path.iter().copied().chain([own]).collect()));
        let place = places.get(&node.node).copied();
        let (depth_here, id, index, own, in_scope) = (
            node.depth,
            node.node,
            node.frame_index,
            node.uid,
            node.in_scope,
        );
        self.tree.nodes.push(TreeNode {
            node,
            frame,
            uid,
            place,
            ..TreeNode::default()
        });
        let here = self.tree.nodes.len() - 1;
        match self.homes.get(&(position, id)).copied() {
            Some(child) if id != 0 => {
                let failure = self.inputs[child]
                    .as_ref()
                    .and_then(|input| input.tree.is_none().then(|| input.failure.clone()));
                if let Some(failure) = failure {
                    self.tree.nodes[here]
                        .notes
                        .push(format!("frame not read: {}", one_line(&failure)));
                }
                let inner = path.iter().copied().chain(own).collect();
                self.graft(child, depth_here + 1, inner, in_scope);
            }
            _ if index.is_some_and(|index| index >= 0) => {
                self.tree.nodes[here]
                    .notes
                    .push("frame not read: not listed".to_string());
            }
            _ => {}
        }
    }

    /// Frames whose iframe is not known, at the end of the page.
    fn strays(&mut self) {
        let left: Vec<usize> = (1..self.inputs.len())
            .filter(|position| self.inputs[*position].is_some())
            .collect();
        if left.is_empty() {
            return;
        }
        let frame = 0;
        let node = Node {
            depth: 1,
            role: Role::Group,
            name: "frames, place unknown".into(),
            ..Node::default()
        };
        self.tree.nodes.push(TreeNode {
            node,
            frame,
            ..TreeNode::default()
        });
        let heading = self.tree.nodes.len() - 1;
        for position in left {
            let failure = self.inputs[position].as_ref().and_then(|input| {
                input
                    .tree
                    .is_none()
                    .then(|| (input.url.clone(), input.failure.clone()))
            });
            if let Some((url, failure)) = failure {
                self.tree.nodes[heading].notes.push(format!(
                    "frame not read: {} ({})",
                    one_line(&failure),
                    one_line(&url)
                ));
            }
            // Without an iframe there is no number to stand in front; the frame's own id keeps its
            // uids apart.
            let number = self.inputs[position]
                .as_ref()
                .map_or(0, |input| u32::try_from(input.frame).unwrap_or(u32::MAX));
            self.graft(position, 2, vec![number], false);
        }
    }
}

/// Which iframe each frame stands in: by its index among its parent's frames, by the element where
/// that is known, by its address where it is unique, and by exclusion where one of each is left.
fn homes(inputs: &[FrameInput]) -> BTreeMap<(usize, u32), usize> {
    let mut homes = BTreeMap::new();
    let mut placed = vec![false; inputs.len()];
    let iframes: Vec<Vec<(u32, i32)>> = inputs.iter().map(iframes_of).collect();
    let parents: Vec<Option<usize>> = inputs
        .iter()
        .map(|input| parent_of(inputs, input))
        .collect();
    let mut settle = |fits: &dyn Fn(&FrameInput, &(u32, i32)) -> bool| {
        for (position, input) in inputs.iter().enumerate().skip(1) {
            let Some(parent) = parents[position].filter(|_| !placed[position]) else {
                continue;
            };
            let found = iframes[parent]
                .iter()
                .find(|iframe| fits(input, iframe) && !homes.contains_key(&(parent, iframe.0)));
            if let Some((element, _)) = found {
                homes.insert((parent, *element), position);
                placed[position] = true;
            }
        }
    };
    settle(&|input, (element, _)| input.element != 0 && input.element == *element);
    settle(&|input, (_, index)| input.window_index >= 0 && input.window_index == *index);
    by_exclusion(inputs, &iframes, &parents, &mut homes);
    homes
}

fn by_exclusion(
    inputs: &[FrameInput],
    iframes: &[Vec<(u32, i32)>],
    parents: &[Option<usize>],
    homes: &mut BTreeMap<(usize, u32), usize>,
) {
    for (parent, elements) in iframes.iter().enumerate() {
        let free: Vec<u32> = elements
            .iter()
            .map(|(element, _)| *element)
            .filter(|element| !homes.contains_key(&(parent, *element)))
            .collect();
        let taken: Vec<usize> = homes.values().copied().collect();
        let left: Vec<usize> = (1..inputs.len())
            .filter(|child| parents[*child] == Some(parent) && !taken.contains(child))
            .collect();
        if let ([element], [child]) = (free.as_slice(), left.as_slice()) {
            homes.insert((parent, *element), *child);
        }
    }
}

fn iframes_of(input: &FrameInput) -> Vec<(u32, i32)> {
    let nodes = input.tree.iter().flat_map(|tree| &tree.nodes);
    nodes
        .filter(|node| node.role == Role::Iframe || node.frame_index.is_some())
        .map(|node| (node.node, node.frame_index.unwrap_or(-1)))
        .collect()
}

fn parent_of(inputs: &[FrameInput], input: &FrameInput) -> Option<usize> {
    inputs
        .iter()
        .position(|other| other.frame == input.parent && other.frame != input.frame)
}

/// Words of a failure, which may hold an address of the page's making.
fn one_line(text: &str) -> String {
    crate::quote::plain(text, 200)
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
                each.node.role.word(),
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
        let mut stray = frame(4, 0, -1, vec![button(1)]);
        stray.url = "https://other.example/".into();
        let tree = stitch(vec![
            frame(0, -1, -1, vec![iframe(10, 5, 0), iframe(11, 6, 1)]),
            stray,
        ]);
        let lines = sketch(&tree);
        assert_eq!(lines[1], "1 iframe 5 frame not read: not listed");
        assert_eq!(lines[3..], ["1 group", "2 document", "3 button 4.1"]);
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
