//! What the uids of a tab mean to a session. There may be a hundred thousand of them, so most take no more than a few numbers.

use std::collections::HashMap;

/// What a uid means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stored {
    /// Position of its document among the tab's.
    pub document: u32,
    /// Node id.
    pub node: u32,
    /// Hash of what its row, list item … read.
    pub context: u64,
}

/// Uids as they are written, and what they mean.
#[derive(Debug, Default)]
pub struct Uids {
    /// Those of the main frame: a number each.
    plain: HashMap<u32, Stored>,
    /// Those of other frames: `12.7`.
    framed: HashMap<Box<str>, Stored>,
}

impl Uids {
    /// What a uid means.
    pub fn get(&self, uid: &str) -> Option<&Stored> {
        match number(uid) {
            Some(number) => self.plain.get(&number),
            None => self.framed.get(uid),
        }
    }

    /// A uid means this from now on.
    pub fn insert(&mut self, uid: &str, stored: Stored) {
        match number(uid) {
            Some(number) => self.plain.insert(number, stored),
            None => self.framed.insert(uid.into(), stored),
        };
    }

    /// Forgets the uids for whose meaning `stays` does not hold.
    pub fn retain(&mut self, stays: impl Fn(&Stored) -> bool) {
        self.plain.retain(|_, stored| stays(stored));
        self.framed.retain(|_, stored| stays(stored));
    }

    /// All that uids mean.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Stored> {
        self.plain.values_mut().chain(self.framed.values_mut())
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

    #[test]
    fn a_uid_is_found_as_it_is_written_and_not_otherwise() {
        let stored = |node| Stored {
            document: 0,
            node,
            context: 0,
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
        uids.retain(|stored| stored.node < 2);
        assert_eq!((uids.get("7").is_some(), uids.get("007")), (true, None));
        assert_eq!(uids.values_mut().count(), 2);
    }
}
