//! What an element is called and what stands around it, as one number: enough to tell whether an
//! element is the one that was shown. docs/design.md has the rule ("Whether it is still the same").

use serde::{Deserialize, Serialize};

/// What stands around, in the upper half: a hash, and in the lowest bit whether it tells the
/// element from others. In the lower half what the element is called: a hash, shorter where nothing
/// stands around, since it decides nothing there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ContextHash(u64);

/// What became of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContextChange {
    /// Nothing.
    None,
    /// It has another name, and is the same by what stands around it.
    Renamed,
    /// It can be another one.
    Changed,
}

impl ContextHash {
    /// Of an element that stands in no row, list item, article, tree item or dialog.
    pub fn alone(name: u64) -> ContextHash {
        ContextHash(folded(name) & 0xffff)
    }

    /// Of an element with something around it. `tells_apart`: nothing else has the same around it,
    /// so that the element is known by that alone.
    pub fn within(around: u64, tells_apart: bool, name: u64) -> ContextHash {
        let around = (folded(around) >> 1).max(1) << 1;
        ContextHash((around | u64::from(tells_apart)) << 32 | folded(name))
    }

    /// What became of the element that was shown with this hash and has that one now.
    pub fn compare(self, now: ContextHash) -> ContextChange {
        if self.around() != now.around() {
            ContextChange::Changed
        } else if self.name() == now.name() {
            ContextChange::None
        } else if self.around() == 0 || self.tells_apart() && now.tells_apart() {
            ContextChange::Renamed
        } else {
            ContextChange::Changed
        }
    }

    /// Of two elements with something around them, or of two without: whether they are called the
    /// same.
    pub fn is_called_like(self, other: ContextHash) -> bool {
        (self.around() == 0) == (other.around() == 0) && self.name() == other.name()
    }

    /// The number.
    pub fn number(self) -> u64 {
        self.0
    }

    /// Of what has no uid.
    pub fn is_unset(&self) -> bool {
        self.0 == 0
    }

    fn around(self) -> u64 {
        self.0 >> 33
    }

    fn tells_apart(self) -> bool {
        self.0 >> 32 & 1 == 1
    }

    fn name(self) -> u64 {
        self.0 & 0xffff_ffff
    }
}

impl From<u64> for ContextHash {
    fn from(number: u64) -> ContextHash {
        ContextHash(number)
    }
}

/// Both halves of a hash count.
fn folded(hash: u64) -> u64 {
    (hash ^ hash >> 32) & 0xffff_ffff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_alone_decides_nothing_where_nothing_stands_around() {
        let (before, now) = (ContextHash::alone(0x1_2345), ContextHash::alone(0x9_8765));
        assert_eq!(before.compare(before), ContextChange::None);
        assert_eq!(before.compare(now), ContextChange::Renamed);
        assert!(before.number() <= 0xffff);
        let inside = ContextHash::within(5, true, 0x1_2345);
        assert_eq!(before.compare(inside), ContextChange::Changed);
        assert_eq!(inside.compare(before), ContextChange::Changed);
    }

    #[test]
    fn what_stands_around_must_be_the_same_and_tell_apart_or_the_name_too() {
        let within = ContextHash::within;
        let shown = within(7 << 8, true, 1);
        assert_eq!(shown.compare(within(7 << 8, true, 1)), ContextChange::None);
        assert_eq!(shown.compare(within(7 << 8, false, 1)), ContextChange::None);
        let renamed = within(7 << 8, true, 2);
        assert_eq!(shown.compare(renamed), ContextChange::Renamed);
        for other in [within(7 << 8, false, 2), within(8 << 8, true, 1)] {
            assert_eq!(shown.compare(other), ContextChange::Changed);
            assert_eq!(other.compare(shown), ContextChange::Changed);
        }
        assert!(shown.is_called_like(within(9, false, 1)));
        assert!(!shown.is_called_like(renamed) && !shown.is_called_like(ContextHash::alone(1)));
        // No hash of what stands around is that of nothing.
        assert_eq!(
            within(0, true, 1).compare(within(1, true, 1)),
            ContextChange::None
        );
        assert_ne!(
            within(0, false, 0).compare(ContextHash::alone(0)),
            ContextChange::None
        );
    }
}
