//! Builds the tree of the page from the frames that the extension sent.

use super::{ChromeTab, FrameResult, ObserveResult};
use axlens_snapshot::tree::ReadyState;
use axlens_snapshot::{FrameInput, FrameTree, Node, Role, Tree, stitch};
use std::collections::BTreeMap;

/// The tree of a page from its frames, main frame first. Their pieces must be parsed.
pub fn stitch_frames(frames: Vec<FrameResult>) -> Tree {
    stitch(frames.into_iter().map(FrameInput::from).collect())
}

/// The tree of an empty page, which the extension can't read.
pub fn blank_page(tab: &ChromeTab) -> Tree {
    let document = Node {
        role: Role::Document,
        name: "(empty)".to_owned(),
        ..Node::default()
    };
    let tree = FrameTree {
        url: tab.url.clone(),
        title: tab.title.clone(),
        ready: ReadyState::Complete,
        nodes: vec![document],
        ..FrameTree::default()
    };
    stitch(vec![FrameInput {
        url: tab.url.clone(),
        tree: Some(tree),
        ..FrameInput::default()
    }])
}

/// Times of the stages, in milliseconds: the sum over all frames, and for slices, which block the
/// page one at a time, the maximum.
pub fn stage_times(read: &ObserveResult) -> BTreeMap<String, f64> {
    let mut times = read.timings.clone();
    for (stage, time) in read.frames.iter().flat_map(|frame| &frame.timings) {
        let total = times.entry(stage.clone()).or_insert(0.0);
        *total = match stage.as_str() {
            "slice" | "understandSlice" => total.max(*time),
            _ => *total + time,
        };
    }
    times
}
