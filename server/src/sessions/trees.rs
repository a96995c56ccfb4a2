//! The trees of documents as the text they came as, by the names that the extension gave them: of a
//! tree that is much like one of these, what differs need only be sent. Bounded in number and in
//! size. Knows nothing of what stands in them.

use crate::memory::apart::Text;
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

/// Most trees that are kept.
const TREES: usize = 64;

/// Largest size of all of them together, in bytes. A larger one is not kept.
pub const BYTES: usize = 3 * 512 * 1024;

/// A tree as text.
#[derive(Debug, Clone)]
pub struct KeptTree {
    /// The name.
    pub name: Box<str>,
    /// The text.
    pub text: Arc<Text>,
}

#[derive(Debug)]
struct Entry {
    /// Chrome's id of its tab.
    chrome: i64,
    /// Chrome's id of its document.
    document: Box<str>,
    tree: KeptTree,
}

/// The last tree of each document, the one that came last at the end.
#[derive(Debug, Default)]
pub struct Trees {
    entries: VecDeque<Entry>,
    bytes: usize,
}

impl Trees {
    /// The trees of a tab, or of all.
    pub fn of(&self, chrome: Option<i64>) -> Vec<KeptTree> {
        let entries = self.entries.iter();
        entries
            .filter(|entry| chrome.is_none_or(|chrome| entry.chrome == chrome))
            .map(|entry| entry.tree.clone())
            .collect()
    }

    /// Keeps a document's tree in place of the one before.
    pub fn keep(&mut self, chrome: i64, document: &str, tree: KeptTree) {
        self.forget_where(|entry| *entry.document == *document);
        let bytes = tree.text.len();
        if bytes > BYTES {
            return;
        }
        while self.entries.len() >= TREES || self.bytes + bytes > BYTES {
            self.forget(0);
        }
        self.bytes += bytes;
        self.entries.push_back(Entry {
            chrome,
            document: document.into(),
            tree,
        });
    }

    /// These are all the tabs there are: the trees of others are forgotten.
    pub fn keep_tabs(&mut self, living: &HashSet<i64>) {
        self.forget_where(|entry| !living.contains(&entry.chrome));
    }

    fn forget_where(&mut self, goes: impl Fn(&Entry) -> bool) {
        while let Some(gone) = self.entries.iter().position(&goes) {
            self.forget(gone);
        }
    }

    fn forget(&mut self, at: usize) {
        if let Some(entry) = self.entries.remove(at) {
            self.bytes -= entry.tree.text.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(name: &str, bytes: usize) -> KeptTree {
        KeptTree {
            name: name.into(),
            text: Arc::new("x".repeat(bytes).as_str().into()),
        }
    }

    fn names(trees: &Trees, chrome: Option<i64>) -> Vec<String> {
        let trees = trees.of(chrome).into_iter();
        trees.map(|tree| tree.name.into()).collect()
    }

    #[test]
    fn the_last_tree_of_each_document_is_kept_while_its_tab_lives() {
        let mut trees = Trees::default();
        trees.keep(1, "D1", tree("a", 30));
        trees.keep(1, "D2", tree("b", 30));
        trees.keep(2, "D3", tree("c", 30));
        trees.keep(1, "D1", tree("d", 30));
        assert_eq!(names(&trees, Some(1)), ["b", "d"]);
        assert_eq!(names(&trees, None), ["b", "c", "d"]);
        trees.keep_tabs(&HashSet::from([2]));
        assert_eq!(names(&trees, None), ["c"]);
    }

    #[test]
    fn number_and_size_are_bounded_and_the_oldest_goes_first() {
        let mut trees = Trees::default();
        for document in 0..TREES + 3 {
            trees.keep(1, &document.to_string(), tree("small", 30));
        }
        assert_eq!(names(&trees, None).len(), TREES);
        trees.keep(1, "large", tree("large", BYTES - 60));
        assert_eq!(names(&trees, None), ["small", "small", "large"]);
        trees.keep(1, "large", tree("too large", BYTES + 1));
        assert_eq!(names(&trees, None), ["small", "small"]);
    }
}
