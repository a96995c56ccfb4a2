//! The frame trees of documents as text, by the names that the extension gave them. The extension
//! sends only the differences from a tree that the server has.

use std::sync::Arc;

/// A frame tree as text.
#[derive(Debug, Clone)]
pub struct CachedTree {
    /// The extension's name for it.
    pub name: Box<str>,
    /// The text.
    pub text: Arc<str>,
}

impl CachedTree {
    /// The size, in bytes.
    pub fn bytes(&self) -> usize {
        self.name.len() + self.text.len()
    }
}
