//! From what the extension read to the tree of the page: the step that everybody takes who makes a
//! text of an answer. Knows no text and no request.

use super::{ChromeTab, FrameResult, ObserveResult};
use axlens_snapshot::{FrameInput, FrameTree, Node, Role, Tree, stitch};
use std::collections::BTreeMap;

/// The page of these frames, the main frame first; their pieces have been read.
pub fn stitched(frames: Vec<FrameResult>) -> Tree {
    stitch(frames.into_iter().map(FrameInput::from).collect())
}

/// A page that holds nothing can't be read; all there is to it is known here.
pub fn blank(tab: &ChromeTab) -> Tree {
    let document = Node {
        role: Role::Document,
        name: "(empty)".to_owned(),
        ..Node::default()
    };
    let tree = FrameTree {
        url: tab.url.clone(),
        title: tab.title.clone(),
        ready: "complete".to_owned(),
        nodes: vec![document],
        ..FrameTree::default()
    };
    stitch(vec![FrameInput {
        url: tab.url.clone(),
        tree: Some(tree),
        ..FrameInput::default()
    }])
}

/// Where the time went, in milliseconds: the sum of all frames for each stage; of slices, which
/// block the page one at a time, the longest.
pub fn stage_times(read: &ObserveResult) -> BTreeMap<String, f64> {
    let mut times = read.timings.clone();
    for (stage, time) in read.frames.iter().flat_map(|frame| &frame.timings) {
        let so_far = times.entry(stage.clone()).or_insert(0.0);
        *so_far = match stage.as_str() {
            "slice" | "understandSlice" => so_far.max(*time),
            _ => *so_far + time,
        };
    }
    times
}
