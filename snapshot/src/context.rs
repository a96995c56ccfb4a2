//! A hash of an element's name and context, to decide whether an element is still the one of a
//! snapshot. docs/design.md has the rule ("Whether it is still the same").

use serde::{Deserialize, Serialize};

/// The upper half is a hash of the element's container, 0 without one, and two bits. The lowest bit
/// says whether the container is unique and the element alone in it, or, in a large box or without
/// a container, whether the element has others of its kind. The other one says whether the
/// container is a large box. The lower half is a [`NameHash`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ContextHash(u64);

/// The bit of a large box, in the upper half.
const IS_LARGE: u64 = 2;

/// A hash of an element's name: 16 bits of its letters, which say what the element does, and 16
/// bits of the whole name, which also has counters and times.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NameHash(u32);

/// The change of an element's context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContextChange {
    /// No change.
    None,
    /// Digits or punctuation of the name changed ("Like 3", "Like 4").
    Renamed,
    /// The letters of the name changed ("Save", "Delete all"). The element is the same one, but can
    /// do something else.
    Relabeled,
    /// It can be a different element.
    Changed,
}

impl NameHash {
    /// Combines a hash of the letters of a name and a hash of the whole name.
    pub fn new(letters: u64, whole: u64) -> NameHash {
        NameHash(short(letters) << 16 | short(whole))
    }

    /// Compares the name of a snapshot with the current one.
    fn compare(self, now: NameHash) -> ContextChange {
        if self == now {
            ContextChange::None
        } else if self.0 >> 16 == now.0 >> 16 {
            ContextChange::Renamed
        } else {
            ContextChange::Relabeled
        }
    }
}

impl ContextHash {
    /// The hash of an element that belongs to nothing: no row, card, dialog, heading or text.
    /// `is_alone`: no other one has the same role and letters, so its digits can change.
    pub fn outside_container(is_alone: bool, name: NameHash) -> ContextHash {
        ContextHash(u64::from(!is_alone) << 32 | u64::from(name.0))
    }

    /// The hash of an element in a container. `is_unique`: no other element has an equal container,
    /// or is of its kind in it, so the container identifies the element.
    pub fn in_container(container: u64, is_unique: bool, name: NameHash) -> ContextHash {
        let container = Self::of_container(container);
        ContextHash((container | u64::from(is_unique)) << 32 | u64::from(name.0))
    }

    /// The hash of an element next to a text in a large box. The text does not identify it: it
    /// counts only where the box was or is a small one. `is_alone`: as outside of containers.
    pub fn in_large_box(text: u64, is_alone: bool, name: NameHash) -> ContextHash {
        let container = Self::of_container(text);
        let bits = IS_LARGE | u64::from(!is_alone);
        ContextHash((container | bits) << 32 | u64::from(name.0))
    }

    /// A container with room for both bits; never 0.
    fn of_container(container: u64) -> u64 {
        (fold(container) >> 2).max(1) << 2
    }

    /// Compares the hash of a snapshot with the current one.
    pub fn compare(self, now: ContextHash) -> ContextChange {
        let is_identified = !self.is_unidentified() || !now.is_unidentified();
        if is_identified && self.container() != now.container() {
            ContextChange::Changed
        } else if self.is_known_by_place() && now.is_known_by_place() {
            self.name().compare(now.name())
        } else if self.name() == now.name() {
            ContextChange::None
        } else {
            ContextChange::Changed
        }
    }

    /// Whether two elements have the same name, and both have a container or both have none.
    pub fn has_same_name(self, other: ContextHash) -> bool {
        self.is_unidentified() == other.is_unidentified() && self.name() == other.name()
    }

    /// Whether two elements are in a container of the same title.
    pub fn has_same_container(self, other: ContextHash) -> bool {
        !self.is_unidentified() && self.container() == other.container()
    }

    /// The hash as a number.
    pub fn number(self) -> u64 {
        self.0
    }

    /// Whether the element has no uid, and so no hash.
    pub fn is_unset(&self) -> bool {
        self.0 == 0
    }

    fn container(self) -> u64 {
        self.0 >> 34
    }

    /// Whether no container identifies the element.
    fn is_unidentified(self) -> bool {
        self.container() == 0 || self.0 >> 32 & IS_LARGE != 0
    }

    /// Whether the element can have another name: it is the only one of its kind.
    pub fn is_known_by_place(self) -> bool {
        self.is_unidentified() != (self.0 >> 32 & 1 == 1)
    }

    fn name(self) -> NameHash {
        NameHash((self.0 & 0xffff_ffff) as u32)
    }
}

impl From<u64> for ContextHash {
    fn from(number: u64) -> ContextHash {
        ContextHash(number)
    }
}

/// Combines both halves of a hash.
fn fold(hash: u64) -> u64 {
    (hash ^ hash >> 32) & 0xffff_ffff
}

/// A hash in 16 bits.
fn short(hash: u64) -> u32 {
    let half = fold(hash);
    ((half ^ half >> 16) & 0xffff) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A name of these letters and digits.
    fn name(letters: u64, digits: u64) -> NameHash {
        NameHash::new(letters, letters * 100 + digits)
    }

    #[test]
    fn letters_of_a_name_say_more_than_its_digits() {
        for of in [
            (|name| ContextHash::outside_container(true, name)) as fn(NameHash) -> ContextHash,
            |name| ContextHash::in_container(7 << 8, true, name),
        ] {
            let before = of(name(1, 3));
            assert_eq!(before.compare(of(name(1, 3))), ContextChange::None);
            assert_eq!(before.compare(of(name(1, 4))), ContextChange::Renamed);
            assert_eq!(before.compare(of(name(2, 3))), ContextChange::Relabeled);
        }
        let outside = ContextHash::outside_container(true, name(1, 3));
        assert!(outside.number() <= u64::from(u32::MAX));
        let inside = ContextHash::in_container(5, true, name(1, 3));
        assert_eq!(outside.compare(inside), ContextChange::Changed);
        assert_eq!(inside.compare(outside), ContextChange::Changed);
    }

    #[test]
    fn the_digits_of_an_element_with_others_of_its_kind_tell_it_from_them() {
        let of = |digits| ContextHash::outside_container(false, name(1, digits));
        assert_eq!(of(3).compare(of(3)), ContextChange::None);
        assert_eq!(of(3).compare(of(4)), ContextChange::Changed);
        let alone = ContextHash::outside_container(true, name(1, 3));
        assert_eq!(of(3).compare(alone), ContextChange::None);
    }

    #[test]
    fn a_renamed_element_needs_an_equal_unique_container() {
        let within = |around, is_unique, digits| {
            ContextHash::in_container(around, is_unique, name(1, digits))
        };
        let snapshot = within(7 << 8, true, 1);
        assert_eq!(
            snapshot.compare(within(7 << 8, true, 1)),
            ContextChange::None
        );
        assert_eq!(
            snapshot.compare(within(7 << 8, false, 1)),
            ContextChange::None
        );
        let renamed = within(7 << 8, true, 2);
        assert_eq!(snapshot.compare(renamed), ContextChange::Renamed);
        for other in [within(7 << 8, false, 2), within(8 << 8, true, 1)] {
            assert_eq!(snapshot.compare(other), ContextChange::Changed);
            assert_eq!(other.compare(snapshot), ContextChange::Changed);
        }
        assert!(snapshot.has_same_name(within(9, false, 1)));
        assert!(
            !snapshot.has_same_name(renamed)
                && !snapshot.has_same_name(ContextHash::outside_container(true, name(1, 1)))
        );
        // The text of a large box counts where the box was a small one.
        let large = |text| ContextHash::in_large_box(text, true, name(1, 1));
        let outside = ContextHash::outside_container(true, name(1, 1));
        for (before, now, change) in [
            (snapshot, large(7 << 8), ContextChange::None),
            (large(7 << 8), snapshot, ContextChange::None),
            (snapshot, large(8 << 8), ContextChange::Changed),
            (large(8 << 8), snapshot, ContextChange::Changed),
            (large(7 << 8), large(8 << 8), ContextChange::None),
            (large(7 << 8), outside, ContextChange::None),
        ] {
            assert_eq!(before.compare(now), change, "{before:?} {now:?}");
        }
        // The hash of a container is never that of no container.
        assert_eq!(
            within(0, true, 1).compare(within(1, true, 1)),
            ContextChange::None
        );
        assert_ne!(
            within(0, false, 0).compare(ContextHash::outside_container(true, name(1, 0))),
            ContextChange::None
        );
    }
}
