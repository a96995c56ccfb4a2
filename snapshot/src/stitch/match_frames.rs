//! Which frame belongs to which iframe. Knows no text.

use super::FrameInput;
use crate::role::Role;
use std::collections::BTreeMap;

/// Position of the parent frame and node id of the iframe.
pub type IframeKey = (usize, u32);

/// For each iframe the position of its frame: matched by the element where that is known, by the
/// index among the parent's frames, and by exclusion where one of each is left.
pub fn match_frames_to_iframes(inputs: &[FrameInput]) -> BTreeMap<IframeKey, usize> {
    let mut matches = BTreeMap::new();
    let mut is_matched = vec![false; inputs.len()];
    let iframes: Vec<Vec<(u32, i32)>> = inputs.iter().map(iframes_of).collect();
    let parents: Vec<Option<usize>> = inputs
        .iter()
        .map(|input| parent_of(inputs, input))
        .collect();
    let mut match_where = |fits: &dyn Fn(&FrameInput, &(u32, i32)) -> bool| {
        for (position, input) in inputs.iter().enumerate().skip(1) {
            let Some(parent) = parents[position].filter(|_| !is_matched[position]) else {
                continue;
            };
            let found = iframes[parent]
                .iter()
                .find(|iframe| fits(input, iframe) && !matches.contains_key(&(parent, iframe.0)));
            if let Some((element, _)) = found {
                matches.insert((parent, *element), position);
                is_matched[position] = true;
            }
        }
    };
    match_where(&|input, (element, _)| input.element != 0 && input.element == *element);
    match_where(&|input, (_, index)| input.window_index >= 0 && input.window_index == *index);
    match_by_exclusion(inputs, &iframes, &parents, &mut matches);
    matches
}

/// One iframe and one frame are left of a parent: they belong together.
fn match_by_exclusion(
    inputs: &[FrameInput],
    iframes: &[Vec<(u32, i32)>],
    parents: &[Option<usize>],
    matches: &mut BTreeMap<IframeKey, usize>,
) {
    for (parent, elements) in iframes.iter().enumerate() {
        let free: Vec<u32> = elements
            .iter()
            .map(|(element, _)| *element)
            .filter(|element| !matches.contains_key(&(parent, *element)))
            .collect();
        let matched: Vec<usize> = matches.values().copied().collect();
        let left: Vec<usize> = (1..inputs.len())
            .filter(|child| parents[*child] == Some(parent) && !matched.contains(child))
            .collect();
        if let ([element], [child]) = (free.as_slice(), left.as_slice()) {
            matches.insert((parent, *element), *child);
        }
    }
}

/// Node id and frame index of each iframe of a document.
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
