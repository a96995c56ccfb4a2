//! The texts that a session's deltas are taken against: the last of each tab and set of options.
//! Bounded in number and in size.

use super::handles::TabHandle;
use super::packed::PackedBase;
use axlens_snapshot::Options;
use std::collections::VecDeque;
use std::sync::Arc;

/// Most texts that a session keeps.
const TEXTS: usize = 16;

/// Largest size of all texts of a session together, in bytes. A larger one is not kept.
const BYTES: usize = 2 * 1024 * 1024;

/// What must be the same for two texts to be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseKey {
    /// The tab.
    pub tab: TabHandle,
    /// The part of the page.
    pub scope: String,
    /// All that decides what is shown.
    pub options: Options,
}

/// A text and the snapshot it was.
#[derive(Debug, Clone)]
pub struct Kept {
    /// Number of the snapshot.
    pub snapshot: u64,
    /// The text.
    pub base: Arc<PackedBase>,
}

/// The texts of a session, the newest last.
#[derive(Debug, Default)]
pub struct Bases {
    entries: VecDeque<(BaseKey, Kept, usize)>,
    bytes: usize,
}

impl Bases {
    /// The last text of this tab and these options.
    pub fn get(&self, key: &BaseKey) -> Option<Kept> {
        let found = self.entries.iter().find(|(kept, ..)| kept == key);
        found.map(|(_, kept, _)| kept.clone())
    }

    /// Keeps a text in place of the one before it.
    pub fn keep(&mut self, key: BaseKey, kept: Kept) {
        let size = kept.base.bytes();
        if let Some(at) = self.entries.iter().position(|(known, ..)| *known == key) {
            self.forget(at);
        }
        if size > BYTES {
            return;
        }
        while self.entries.len() >= TEXTS || self.bytes + size > BYTES {
            self.forget(0);
        }
        self.bytes += size;
        self.entries.push_back((key, kept, size));
    }

    /// Size of all texts together, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Forgets all of it.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.bytes = 0;
    }

    fn forget(&mut self, at: usize) {
        if let Some((_, _, size)) = self.entries.remove(at) {
            self.bytes -= size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_snapshot::delta::{Base, Row};

    fn key(tab: TabHandle, scope: &str) -> BaseKey {
        BaseKey {
            tab,
            scope: scope.to_owned(),
            options: Options::default(),
        }
    }

    fn kept(snapshot: u64, bytes: usize) -> Kept {
        let row = Row {
            line: "x".repeat(bytes).into(),
            ..Row::default()
        };
        let base = Base {
            rows: vec![row],
            ..Base::default()
        };
        Kept {
            snapshot,
            base: Arc::new(PackedBase::new(base)),
        }
    }

    fn snapshot(bases: &Bases, key: &BaseKey) -> Option<u64> {
        bases.get(key).map(|kept| kept.snapshot)
    }

    #[test]
    fn the_last_text_of_each_tab_and_options_is_kept() {
        let mut bases = Bases::default();
        bases.keep(key(1, "body"), kept(1, 10));
        bases.keep(key(1, "#main"), kept(2, 10));
        bases.keep(key(1, "body"), kept(3, 10));
        assert_eq!(snapshot(&bases, &key(1, "body")), Some(3));
        assert_eq!(snapshot(&bases, &key(1, "#main")), Some(2));
        let compact = BaseKey {
            options: Options {
                compact: true,
                ..Options::default()
            },
            ..key(1, "body")
        };
        assert_eq!(snapshot(&bases, &compact), None);
    }

    #[test]
    fn number_and_size_are_bounded_and_the_oldest_goes_first() {
        let mut bases = Bases::default();
        for tab in 1..=20 {
            bases.keep(key(tab, "body"), kept(u64::from(tab), 10));
        }
        assert_eq!(snapshot(&bases, &key(4, "body")), None);
        assert_eq!(snapshot(&bases, &key(5, "body")), Some(5));
        bases.keep(key(30, "body"), kept(30, BYTES - 1000));
        assert!(bases.bytes() <= BYTES);
        assert_eq!(snapshot(&bases, &key(30, "body")), Some(30));
        bases.keep(key(30, "body"), kept(31, BYTES + 1));
        assert_eq!(
            snapshot(&bases, &key(30, "body")),
            None,
            "an older one would be taken for the last"
        );
    }
}
