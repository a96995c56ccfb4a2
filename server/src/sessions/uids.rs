//! What the uids of a tab mean to a session. There may be a hundred thousand of them, so most take
//! no more than a few numbers.

use super::elements::{Appearance, halves, whole};
use std::collections::HashMap;

/// What a piece of memory takes beside what is in it, in bytes.
const TEXT: usize = 16;

/// What a uid means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stored {
    /// Position of its document among the tab's.
    pub document: u16,
    /// Node id.
    pub node: u32,
    /// How it was.
    pub appearance: Appearance,
}

/// Uids as they are written, and what they mean.
#[derive(Debug, Default)]
pub struct Uids {
    /// Those of the main frame, by number.
    plain: Vec<Entry>,
    /// Those that were inserted since, in the order in which they were.
    fresh: Vec<Entry>,
    /// Those of other frames: `12.7`.
    framed: HashMap<Box<str>, Stored>,
    /// Characters of those, in bytes.
    framed_bytes: usize,
}

/// A uid of the main frame and what it means, packed.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Entry {
    uid: u32,
    document: u16,
    role: u8,
    node: u32,
    context: [u32; 2],
}

impl Uids {
    /// What a uid means.
    pub fn get(&self, uid: &str) -> Option<Stored> {
        let Some(number) = number(uid) else {
            return self.framed.get(uid).copied();
        };
        let fresh = self.fresh.iter().rfind(|entry| entry.uid == number);
        let settled = || {
            let at = self.plain.binary_search_by_key(&number, |entry| entry.uid);
            at.ok().map(|at| &self.plain[at])
        };
        fresh.or_else(settled).map(Entry::stored)
    }

    /// A uid means this from now on. Whoever has inserted settles.
    pub fn insert(&mut self, uid: &str, stored: Stored) {
        match number(uid) {
            Some(number) => self.fresh.push(Entry::new(number, stored)),
            None => {
                let before = self.framed.insert(uid.into(), stored);
                self.framed_bytes += before.map_or(uid.len(), |_| 0);
            }
        }
    }

    /// Packs what was inserted.
    pub fn settle(&mut self) {
        let mut fresh = std::mem::take(&mut self.fresh);
        if fresh.is_empty() {
            return;
        }
        // Of equal ones the last counts; sorting leaves them in their order.
        fresh.reverse();
        fresh.sort_by_key(|entry| entry.uid);
        fresh.dedup_by_key(|entry| entry.uid);
        let is_fresh = |entry: &Entry| fresh.binary_search_by_key(&entry.uid, |new| new.uid);
        let stays = self.plain.iter().filter(|entry| is_fresh(entry).is_err());
        let mut all: Vec<Entry> = stays.copied().collect();
        all.append(&mut fresh);
        all.sort_by_key(|entry| entry.uid);
        self.plain = all;
        self.plain.shrink_to_fit();
    }

    /// What `change` makes of what uids mean; those of which it makes nothing are forgotten.
    pub fn change(&mut self, change: impl Fn(Stored) -> Option<Stored>) {
        self.settle();
        self.plain.retain_mut(|entry| {
            let changed = change(entry.stored());
            if let Some(stored) = changed {
                *entry = Entry::new(entry.uid, stored);
            }
            changed.is_some()
        });
        let gone = &mut self.framed_bytes;
        self.framed.retain(|uid, stored| {
            let changed = change(*stored);
            *stored = changed.unwrap_or(*stored);
            *gone -= changed.map_or(uid.len(), |_| 0);
            changed.is_some()
        });
    }
}

impl Uids {
    /// Their size, in bytes, near enough.
    pub fn bytes(&self) -> usize {
        let plain = self.plain.len() + self.fresh.len();
        // A table has room for more than it holds, and each text is a piece of memory of its own.
        let slot = size_of::<(Box<str>, Stored)>() + 1;
        let framed = self.framed.capacity() * slot + self.framed.len() * TEXT + self.framed_bytes;
        plain * size_of::<Entry>() + framed
    }
}

impl Entry {
    fn new(uid: u32, stored: Stored) -> Entry {
        Entry {
            uid,
            document: stored.document,
            role: stored.appearance.role,
            node: stored.node,
            context: halves(stored.appearance.context),
        }
    }

    fn stored(&self) -> Stored {
        Stored {
            document: self.document,
            node: self.node,
            appearance: Appearance {
                role: self.role,
                context: whole(self.context),
            },
        }
    }
}

/// The number that a uid is, where it is written as numbers are: `007` is another word than `7`.
fn number(uid: &str) -> Option<u32> {
    let plain = uid == "0" || uid.starts_with(|first: char| ('1'..='9').contains(&first));
    plain.then(|| uid.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_snapshot::Role;

    fn appearance(context: u64) -> Appearance {
        Appearance::new(Role::Link, context.into())
    }

    #[test]
    fn a_uid_is_found_as_it_is_written_and_not_otherwise() {
        let stored = |node| Stored {
            document: 0,
            node,
            appearance: Appearance::default(),
        };
        let mut uids = Uids::default();
        for (node, uid) in ["7", "12.7", "4294967296", "007"].into_iter().enumerate() {
            uids.insert(uid, stored(node as u32));
        }
        let node = |uid: &str| uids.get(uid).map(|stored| stored.node);
        assert_eq!(node("7"), Some(0));
        assert_eq!(node("12.7"), Some(1));
        assert_eq!(node("4294967296"), Some(2));
        assert_eq!(node("007"), Some(3));
        for other in ["07", "+7", " 7", "", "12", "7.12", "0"] {
            assert_eq!(node(other), None, "{other:?}");
        }
        uids.change(|stored| (stored.node < 2).then_some(stored));
        assert_eq!((uids.get("7").is_some(), uids.get("007")), (true, None));
        assert!(uids.get("12.7").is_some());
    }

    #[test]
    fn a_uid_takes_twenty_bytes() {
        let mut uids = Uids::default();
        for uid in (1..=9_000_u32).chain(1..=9_000) {
            let stored = Stored {
                document: 0,
                node: uid,
                appearance: appearance(7),
            };
            uids.insert(&uid.to_string(), stored);
        }
        uids.settle();
        assert_eq!(uids.bytes(), 20 * 9_000);
        assert_eq!(uids.plain.capacity() - uids.plain.len(), 0);
    }

    #[test]
    fn a_uid_means_what_was_said_of_it_last() {
        let stored = |node: u32| Stored {
            document: 3,
            node,
            appearance: appearance(u64::MAX - u64::from(node)),
        };
        let mut uids = Uids::default();
        for round in 0..3_u32 {
            for uid in (round..2_000).rev().chain(5..9) {
                uids.insert(&uid.to_string(), stored(uid + round));
            }
            assert_eq!(uids.get("7"), Some(stored(7 + round)));
            uids.settle();
            let known = (0..2_000).map(|uid| uids.get(&uid.to_string()));
            let expected = (0..2_000).map(|uid| Some(stored(uid + uid.min(round))));
            assert!(known.eq(expected));
        }
        uids.change(|was| (was.node > 900).then(|| stored(was.node + 1)));
        assert_eq!(uids.get("898"), None);
        assert_eq!(uids.get("899"), Some(stored(902)));
    }
}
