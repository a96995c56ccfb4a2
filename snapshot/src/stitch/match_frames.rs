//! Matches frames to iframe elements.

use super::FrameInput;
use crate::role::Role;
use std::collections::{BTreeMap, BTreeSet};

/// Position of the parent frame and node id of the iframe.
pub type IframeKey = (usize, u32);

/// For each iframe, the position of its frame: matched by the element if it is known, by the index
/// in the parent's `window.frames`, or by exclusion if one of each is left. The frame itself
/// reports element and index, so a claim is ignored if they name different iframes, or if two
/// frames claim the same iframe.
pub fn match_frames_to_iframes(inputs: &[FrameInput]) -> BTreeMap<IframeKey, usize> {
    let mut claims: BTreeMap<IframeKey, Vec<usize>> = BTreeMap::new();
    let iframes: Vec<Vec<(u32, i32)>> = inputs.iter().map(iframes_of).collect();
    let parents = parents_of(inputs);
    for (position, input) in inputs.iter().enumerate().skip(1) {
        let claimed = parents[position].and_then(|parent| {
            let element = claimed_iframe(input, &iframes[parent])?;
            Some((parent, element))
        });
        if let Some(iframe) = claimed {
            claims.entry(iframe).or_default().push(position);
        }
    }
    let undisputed = claims.iter().filter(|(_, frames)| frames.len() == 1);
    let mut matches: BTreeMap<IframeKey, usize> = undisputed
        .map(|(iframe, frames)| (*iframe, frames[0]))
        .collect();
    let disputed = |iframe: &IframeKey| claims.get(iframe).is_some_and(|frames| frames.len() > 1);
    match_by_exclusion(inputs, &iframes, &parents, &disputed, &mut matches);
    matches
}

/// The iframe of the parent that a frame claims.
fn claimed_iframe(input: &FrameInput, iframes: &[(u32, i32)]) -> Option<u32> {
    let named = |fits: &dyn Fn(&(u32, i32)) -> bool| {
        let found = iframes.iter().find(|iframe| fits(iframe));
        found.map(|(element, _)| *element)
    };
    let by_element = named(&|(element, _)| input.element != 0 && input.element == *element);
    let by_index = named(&|(_, index)| input.window_index >= 0 && input.window_index == *index);
    match (by_element, by_index) {
        (Some(one), Some(other)) if one != other => None,
        (one, other) => one.or(other),
    }
}

/// Matches the last iframe of a parent to its last frame.
fn match_by_exclusion(
    inputs: &[FrameInput],
    iframes: &[Vec<(u32, i32)>],
    parents: &[Option<usize>],
    is_disputed: &dyn Fn(&IframeKey) -> bool,
    matches: &mut BTreeMap<IframeKey, usize>,
) {
    let mut matched: BTreeSet<usize> = matches.values().copied().collect();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); inputs.len()];
    for (child, parent) in parents.iter().enumerate().skip(1) {
        if let Some(parent) = parent {
            children[*parent].push(child);
        }
    }
    for (parent, elements) in iframes.iter().enumerate() {
        let free: Vec<u32> = elements
            .iter()
            .map(|(element, _)| *element)
            .filter(|element| !matches.contains_key(&(parent, *element)))
            .filter(|element| !is_disputed(&(parent, *element)))
            .collect();
        let left = children[parent].iter().copied();
        let left: Vec<usize> = left.filter(|child| !matched.contains(child)).collect();
        if let ([element], [child]) = (free.as_slice(), left.as_slice()) {
            matches.insert((parent, *element), *child);
            matched.insert(*child);
        }
    }
}

/// Node id and frame index of every iframe in a document.
fn iframes_of(input: &FrameInput) -> Vec<(u32, i32)> {
    let nodes = input.tree.iter().flat_map(|tree| &tree.nodes);
    nodes
        .filter(|node| node.role == Role::Iframe || node.frame_index.is_some())
        .map(|node| (node.node, node.frame_index.unwrap_or(-1)))
        .collect()
}

/// For each frame, the position of its parent.
fn parents_of(inputs: &[FrameInput]) -> Vec<Option<usize>> {
    let mut by_frame: BTreeMap<i64, usize> = BTreeMap::new();
    for (position, input) in inputs.iter().enumerate() {
        by_frame.entry(input.frame).or_insert(position);
    }
    let parent = |input: &FrameInput| match input.parent == input.frame {
        true => None,
        false => by_frame.get(&input.parent).copied(),
    };
    inputs.iter().map(parent).collect()
}
