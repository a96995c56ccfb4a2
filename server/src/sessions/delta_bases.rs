//! What a session's deltas are taken against: the last text of a tab with the same options.

use super::handles::TabHandle;
use super::packed_base::PackedBase;
use super::snapshot_cache::options_bytes;
use axlens_snapshot::Options;
use std::sync::Arc;

/// What must be the same for two texts to be compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DeltaKey {
    /// The tab.
    pub tab: TabHandle,
    /// The part of the page.
    pub scope: String,
    /// All that decides what is shown.
    pub options: Options,
}

impl DeltaKey {
    /// Its size, in bytes, near enough.
    pub fn bytes(&self) -> usize {
        size_of::<DeltaKey>() + self.scope.len() + options_bytes(&self.options)
    }
}

/// A text and the snapshot it was.
#[derive(Debug, Clone)]
pub struct DeltaBase {
    /// Number of the snapshot.
    pub snapshot: u64,
    /// The text.
    pub base: Arc<PackedBase>,
    /// Title and address of the page, as they were said beside it.
    pub said: [String; 2],
}

impl DeltaBase {
    /// Its size, in bytes, near enough.
    pub fn bytes(&self) -> usize {
        self.base.bytes() + self.said.iter().map(String::len).sum::<usize>()
    }
}
