//! A hash of an element's name and context, to decide whether an element is still the one of a
//! snapshot. docs/design.md has the rule ("Whether it is still the same").

use serde::{Deserialize, Serialize};

/// The upper half is a hash of the element's container; its lowest bit says whether the container
/// is unique. The lower half is a hash of the element's name. It is shorter without a container,
/// because the name does not decide then.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ContextHash(u64);

/// The change of an element's context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContextChange {
    /// No change.
    None,
    /// The name changed; the container identifies the element.
    Renamed,
    /// It can be a different element.
    Changed,
}

impl ContextHash {
    /// The hash of an element outside of any row, list item, article, tree item or dialog.
    pub fn outside_container(name: u64) -> ContextHash {
        ContextHash(fold(name) & 0xffff)
    }

    /// The hash of an element in a container. `is_unique`: no other element has an equal container,
    /// so the container identifies the element.
    pub fn in_container(container: u64, is_unique: bool, name: u64) -> ContextHash {
        let container = (fold(container) >> 1).max(1) << 1;
        ContextHash((container | u64::from(is_unique)) << 32 | fold(name))
    }

    /// Compares the hash of a snapshot with the current one.
    pub fn compare(self, now: ContextHash) -> ContextChange {
        if self.container() != now.container() {
            ContextChange::Changed
        } else if self.name() == now.name() {
            ContextChange::None
        } else if self.container() == 0 || self.is_unique() && now.is_unique() {
            ContextChange::Renamed
        } else {
            ContextChange::Changed
        }
    }

    /// Whether two elements have the same name, and both have a container or both have none.
    pub fn has_same_name(self, other: ContextHash) -> bool {
        (self.container() == 0) == (other.container() == 0) && self.name() == other.name()
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
        self.0 >> 33
    }

    fn is_unique(self) -> bool {
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

/// Combines both halves of a hash.
fn fold(hash: u64) -> u64 {
    (hash ^ hash >> 32) & 0xffff_ffff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_a_container_a_new_name_is_renamed() {
        let (before, now) = (
            ContextHash::outside_container(0x1_2345),
            ContextHash::outside_container(0x9_8765),
        );
        assert_eq!(before.compare(before), ContextChange::None);
        assert_eq!(before.compare(now), ContextChange::Renamed);
        assert!(before.number() <= 0xffff);
        let inside = ContextHash::in_container(5, true, 0x1_2345);
        assert_eq!(before.compare(inside), ContextChange::Changed);
        assert_eq!(inside.compare(before), ContextChange::Changed);
    }

    #[test]
    fn a_renamed_element_needs_an_equal_unique_container() {
        let within = ContextHash::in_container;
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
                && !snapshot.has_same_name(ContextHash::outside_container(1))
        );
        // The hash of a container is never that of no container.
        assert_eq!(
            within(0, true, 1).compare(within(1, true, 1)),
            ContextChange::None
        );
        assert_ne!(
            within(0, false, 0).compare(ContextHash::outside_container(0)),
            ContextChange::None
        );
    }
}
