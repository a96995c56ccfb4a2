//! The bases of a session's deltas: the last text of a tab with the same options.

use super::handles::TabHandle;
use super::packed_base::PackedBase;
use super::snapshot_cache::options_bytes;
use axlens_snapshot::Options;
use std::sync::Arc;

/// What two texts must have in common to be compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DeltaKey {
    /// The tab.
    pub tab: TabHandle,
    /// The part of the page.
    pub scope: String,
    /// The options of the text.
    pub options: Options,
}

impl DeltaKey {
    /// The approximate size, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<DeltaKey>() + self.scope.len() + options_bytes(&self.options)
    }
}

/// A text and its snapshot.
#[derive(Debug, Clone)]
pub struct DeltaBase {
    /// The snapshot's number.
    pub snapshot: u64,
    /// The text.
    pub base: Arc<PackedBase>,
    /// Title and URL of the page in the same answer.
    pub title_and_url: [String; 2],
}

impl DeltaBase {
    /// The approximate size, in bytes.
    pub fn bytes(&self) -> usize {
        self.base.bytes() + self.title_and_url.iter().map(String::len).sum::<usize>()
    }
}
