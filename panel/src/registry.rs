//! The uids of each document, and the new ones.

use crate::reading::Reading;
use std::collections::BTreeSet;

/// A summary of the uids of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UidSummary {
    /// Address of the document.
    pub url: String,
    /// Chrome's id of the document.
    pub document: String,
    /// The random number of the document's load.
    pub world: u64,
    /// Number of uids.
    pub count: usize,
    /// The lowest and the highest uid.
    pub bounds: Option<(u32, u32)>,
    /// Number of uids that the previous reading did not have; `None` if it did not have the
    /// document.
    pub new: Option<usize>,
}

/// The summaries of all frames that were read, main frame first.
pub fn registries(now: &Reading, previous: Option<&Reading>) -> Vec<UidSummary> {
    let frames = now.tree.frames.iter().enumerate();
    let read = frames.filter(|(_, frame)| !frame.document.is_empty());
    let registries = read.map(|(position, frame)| {
        let uids = uids(now, position);
        let old_uids = previous.and_then(|previous| {
            let same = |other: &axlens_snapshot::page_tree::FrameInfo| {
                (&other.document, other.world) == (&frame.document, frame.world)
            };
            let position = previous.tree.frames.iter().position(same)?;
            Some(self::uids(previous, position))
        });
        UidSummary {
            url: frame.url.clone(),
            document: frame.document.clone(),
            world: frame.world,
            count: uids.len(),
            bounds: uids.first().copied().zip(uids.last().copied()),
            new: old_uids.map(|old_uids| uids.difference(&old_uids).count()),
        }
    });
    registries.collect()
}

fn uids(reading: &Reading, frame: usize) -> BTreeSet<u32> {
    let nodes = reading.tree.nodes.iter();
    let of_frame = nodes.filter(|each| each.frame == frame);
    of_frame.filter_map(|each| each.node.uid).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::tests::{buttons, read};

    #[test]
    fn uids_are_counted_and_new_ones_separately() {
        let previous = read(&buttons(&["Save"]), 1);
        let now = read(&buttons(&["Save", "Delete", "More"]), 2);
        let [registry] = &registries(&now, Some(&previous))[..] else {
            panic!("one document");
        };
        assert_eq!(
            (registry.count, registry.bounds, registry.new),
            (3, Some((1, 3)), Some(2))
        );
        assert_eq!((registry.document.as_str(), registry.world), ("D1", 7));
        assert_eq!(registries(&now, None)[0].new, None);
    }
}
