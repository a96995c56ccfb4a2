//! Selectors of the frames of a page.

use crate::page_tree::Tree;
use std::collections::HashMap;

/// Between the selectors of a shadow host and of an element in its shadow root.
pub const IN_SHADOW_ROOT: &str = " >>> ";

/// The selectors of the iframes around each frame, outermost first; in shadow roots `host >>>
/// iframe`.
#[derive(Debug, Default)]
pub struct FrameSelectors(Vec<Vec<String>>);

impl FrameSelectors {
    /// Collects the selectors of a page. The tree must still have its nodes.
    pub fn new(tree: &Tree) -> FrameSelectors {
        let iframes: HashMap<&[u32], String> = tree
            .nodes
            .iter()
            .filter(|each| each.node.frame_index.is_some())
            .filter_map(|each| {
                let path = each.node.path.as_ref()?;
                let steps: Vec<&str> = path
                    .hosts
                    .iter()
                    .chain([&path.selector])
                    .map(String::as_str)
                    .collect();
                Some((each.uid.as_ref()?.0.as_slice(), steps.join(IN_SHADOW_ROOT)))
            })
            .collect();
        let selector = |path: &[u32]| iframes.get(path).cloned().unwrap_or_default();
        let frames = tree.frames.iter();
        FrameSelectors(
            frames
                .map(|frame| {
                    (1..=frame.path.len())
                        .map(|length| selector(&frame.path[..length]))
                        .collect()
                })
                .collect(),
        )
    }

    /// The selectors of one frame; empty for the main frame.
    pub fn for_frame(&self, frame: usize) -> &[String] {
        self.0.get(frame).map_or(&[], Vec::as_slice)
    }
}
