//! The trees of documents as the text they came as, by the names that the extension gave them: of a
//! tree that is much like one of these, only what differs need be sent. Knows nothing of what
//! stands in them.

use std::sync::Arc;

/// A tree as text.
#[derive(Debug, Clone)]
pub struct CachedTree {
    /// The name.
    pub name: Box<str>,
    /// The text.
    pub text: Arc<str>,
}

impl CachedTree {
    /// Its size, in bytes.
    pub fn bytes(&self) -> usize {
        self.name.len() + self.text.len()
    }
}
