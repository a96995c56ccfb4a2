//! Which uids each document of a page has, and which of them are new.

use crate::reading::Reading;
use std::collections::BTreeSet;

/// The uids of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Registry {
    /// Address of the document.
    pub url: String,
    /// Chrome's id of it.
    pub document: String,
    /// Its life.
    pub world: u64,
    /// How many uids are on the page now.
    pub count: usize,
    /// The lowest and the highest.
    pub ends: Option<(u32, u32)>,
    /// How many the reading before did not have; `None` if it did not have the document.
    pub new: Option<usize>,
}

/// Those of every frame that was read, the main frame first.
pub fn registries(now: &Reading, before: Option<&Reading>) -> Vec<Registry> {
    let frames = now.tree.frames.iter().enumerate();
    let read = frames.filter(|(_, frame)| !frame.document.is_empty());
    let registries = read.map(|(position, frame)| {
        let uids = uids(now, position);
        let was = before.and_then(|before| {
            let same = |other: &axlens_snapshot::page_tree::FrameInfo| {
                (&other.document, other.world) == (&frame.document, frame.world)
            };
            let was = before.tree.frames.iter().position(same)?;
            Some(self::uids(before, was))
        });
        Registry {
            url: frame.url.clone(),
            document: frame.document.clone(),
            world: frame.world,
            count: uids.len(),
            ends: uids.first().copied().zip(uids.last().copied()),
            new: was.map(|was| uids.difference(&was).count()),
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
        let before = read(&buttons(&["Save"]), 1);
        let now = read(&buttons(&["Save", "Delete", "More"]), 2);
        let [registry] = &registries(&now, Some(&before))[..] else {
            panic!("one document");
        };
        assert_eq!(
            (registry.count, registry.ends, registry.new),
            (3, Some((1, 3)), Some(2))
        );
        assert_eq!((registry.document.as_str(), registry.world), ("D1", 7));
        assert_eq!(registries(&now, None)[0].new, None);
    }
}
