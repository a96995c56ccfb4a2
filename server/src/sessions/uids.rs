//! The elements of a tab's uids in a session. There can be a hundred thousand of them, so most are
//! packed into a few numbers.

use super::elements::{Appearance, context_from_halves, context_halves};
use std::collections::HashMap;

/// Overhead of a heap allocation, in bytes.
const ALLOCATION_BYTES: usize = 16;

/// The element of a uid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UidElement {
    /// Index of its document in the tab's list.
    pub document: u16,
    /// Node id.
    pub node: u32,
    /// Its appearance in the snapshot.
    pub appearance: Appearance,
}

/// A table from uids to elements.
#[derive(Debug, Default)]
pub struct UidTable {
    /// The uids of the main frame, sorted by number.
    sorted: Vec<PackedUid>,
    /// Uids of the main frame that were inserted since the last [`UidTable::pack`], in order.
    unsorted: Vec<PackedUid>,
    /// The uids of other frames: `12.7`.
    framed: HashMap<Box<str>, UidElement>,
    /// The sum of the lengths of `framed`'s keys, in bytes.
    framed_bytes: usize,
}

/// A uid of the main frame with its element.
#[derive(Debug, Clone, Copy, PartialEq)]
struct PackedUid {
    uid: u32,
    document: u16,
    role: u8,
    node: u32,
    context: [u32; 2],
}

impl UidTable {
    /// The element of a uid.
    pub fn get(&self, uid: &str) -> Option<UidElement> {
        let Some(number) = number(uid) else {
            return self.framed.get(uid).copied();
        };
        let unsorted = self.unsorted.iter().rfind(|packed| packed.uid == number);
        let sorted = || {
            let index = self
                .sorted
                .binary_search_by_key(&number, |packed| packed.uid);
            index.ok().map(|index| &self.sorted[index])
        };
        unsorted.or_else(sorted).map(PackedUid::unpacked)
    }

    /// Inserts or replaces the element of a uid. Call [`UidTable::pack`] after the last insertion.
    pub fn insert(&mut self, uid: &str, element: UidElement) {
        match number(uid) {
            Some(number) => self.unsorted.push(PackedUid::new(number, element)),
            None => {
                let replaced = self.framed.insert(uid.into(), element);
                self.framed_bytes += replaced.map_or(uid.len(), |_| 0);
            }
        }
    }

    /// Sorts the inserted uids into the table.
    pub fn pack(&mut self) {
        let mut inserted = std::mem::take(&mut self.unsorted);
        if inserted.is_empty() {
            return;
        }
        // The last insertion of a uid counts. The sort is stable, so it is the first after
        // `reverse`.
        inserted.reverse();
        inserted.sort_by_key(|packed| packed.uid);
        inserted.dedup_by_key(|packed| packed.uid);
        let is_kept = |packed: &&PackedUid| {
            let position = inserted.binary_search_by_key(&packed.uid, |new| new.uid);
            position.is_err()
        };
        let mut all: Vec<PackedUid> = self.sorted.iter().filter(is_kept).copied().collect();
        all.append(&mut inserted);
        all.sort_by_key(|packed| packed.uid);
        self.sorted = all;
        self.sorted.shrink_to_fit();
    }

    /// Replaces every element by the result of `update`, or removes it for `None`.
    pub fn update(&mut self, update: impl Fn(UidElement) -> Option<UidElement>) {
        self.pack();
        self.sorted.retain_mut(|packed| {
            let updated = update(packed.unpacked());
            if let Some(element) = updated {
                *packed = PackedUid::new(packed.uid, element);
            }
            updated.is_some()
        });
        let framed_bytes = &mut self.framed_bytes;
        self.framed.retain(|uid, element| {
            let updated = update(*element);
            *element = updated.unwrap_or(*element);
            *framed_bytes -= updated.map_or(uid.len(), |_| 0);
            updated.is_some()
        });
    }

    /// The uids of the elements of a document, by its index in the tab's list.
    pub fn in_document(&self, document: u16) -> Vec<(String, UidElement)> {
        let packed = self.sorted.iter().chain(&self.unsorted);
        let main = packed.map(|packed| (packed.uid.to_string(), packed.unpacked()));
        let framed = self.framed.iter();
        let framed = framed.map(|(uid, element)| (uid.to_string(), *element));
        main.chain(framed)
            .filter(|(_, element)| element.document == document)
            .collect()
    }

    /// The approximate size, in bytes.
    pub fn bytes(&self) -> usize {
        let packed = self.sorted.len() + self.unsorted.len();
        let slot = size_of::<(Box<str>, UidElement)>() + 1;
        let keys = self.framed.len() * ALLOCATION_BYTES + self.framed_bytes;
        let framed = self.framed.capacity() * slot + keys;
        packed * size_of::<PackedUid>() + framed
    }
}

impl PackedUid {
    fn new(uid: u32, element: UidElement) -> PackedUid {
        PackedUid {
            uid,
            document: element.document,
            role: element.appearance.role,
            node: element.node,
            context: context_halves(element.appearance.context),
        }
    }

    fn unpacked(&self) -> UidElement {
        UidElement {
            document: self.document,
            node: self.node,
            appearance: Appearance {
                role: self.role,
                context: context_from_halves(self.context),
            },
        }
    }
}

/// The number of a uid that is written as `u32::to_string` writes it: `007` is not the uid `7`.
fn number(uid: &str) -> Option<u32> {
    let is_canonical = uid == "0" || uid.starts_with(|first: char| ('1'..='9').contains(&first));
    is_canonical.then(|| uid.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_snapshot::Role;

    fn appearance(context: u64) -> Appearance {
        Appearance::new(Role::Link, context.into())
    }

    #[test]
    fn a_uid_is_found_only_in_its_exact_spelling() {
        let stored = |node| UidElement {
            document: 0,
            node,
            appearance: Appearance::default(),
        };
        let mut uids = UidTable::default();
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
        uids.update(|stored| (stored.node < 2).then_some(stored));
        assert_eq!((uids.get("7").is_some(), uids.get("007")), (true, None));
        assert!(uids.get("12.7").is_some());
    }

    #[test]
    fn a_uid_takes_twenty_bytes() {
        let mut uids = UidTable::default();
        for uid in (1..=9_000_u32).chain(1..=9_000) {
            let stored = UidElement {
                document: 0,
                node: uid,
                appearance: appearance(7),
            };
            uids.insert(&uid.to_string(), stored);
        }
        uids.pack();
        assert_eq!(uids.bytes(), 20 * 9_000);
        assert_eq!(uids.sorted.capacity() - uids.sorted.len(), 0);
    }

    #[test]
    fn the_last_insertion_of_a_uid_counts() {
        let stored = |node: u32| UidElement {
            document: 3,
            node,
            appearance: appearance(u64::MAX - u64::from(node)),
        };
        let mut uids = UidTable::default();
        for round in 0..3_u32 {
            for uid in (round..2_000).rev().chain(5..9) {
                uids.insert(&uid.to_string(), stored(uid + round));
            }
            assert_eq!(uids.get("7"), Some(stored(7 + round)));
            uids.pack();
            let elements = (0..2_000).map(|uid| uids.get(&uid.to_string()));
            let expected = (0..2_000).map(|uid| Some(stored(uid + uid.min(round))));
            assert!(elements.eq(expected));
        }
        uids.update(|element| (element.node > 900).then(|| stored(element.node + 1)));
        assert_eq!(uids.get("898"), None);
        assert_eq!(uids.get("899"), Some(stored(902)));
    }
}
