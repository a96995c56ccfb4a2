//! Long texts that a session reads in pages.

use super::snapshot_cache::Snapshot;
use std::sync::Arc;

/// A text that is read in pages.
#[derive(Debug)]
pub struct Paged {
    /// Address of the page.
    pub url: String,
    /// How many refs there are.
    pub refs: usize,
    /// The snapshot.
    pub snapshot: Arc<Snapshot>,
}

impl Paged {
    /// The whole text.
    pub fn text(&self) -> &str {
        &self.snapshot.text
    }

    /// Its size, in bytes.
    pub fn bytes(&self) -> usize {
        self.url.len() + self.snapshot.bytes()
    }
}
