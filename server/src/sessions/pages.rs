//! Snapshots that a session reads in chunks (`GET /tabs/{tab}/snapshot`).

use super::snapshot_cache::Snapshot;
use std::sync::Arc;

/// A snapshot that is read in chunks.
#[derive(Debug)]
pub struct PagedSnapshot {
    /// URL of the page.
    pub url: String,
    /// The number of refs.
    pub refs: usize,
    /// The snapshot.
    pub snapshot: Arc<Snapshot>,
}

impl PagedSnapshot {
    /// The whole text.
    pub fn text(&self) -> &str {
        &self.snapshot.text
    }

    /// The approximate size, in bytes.
    pub fn bytes(&self) -> usize {
        self.url.len() + self.snapshot.bytes()
    }
}
