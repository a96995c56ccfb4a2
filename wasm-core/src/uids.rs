//! Uids: small numbers that identify the same element across records. docs/design.md has the rules:
//! which element has a uid, keeps it, or inherits it from another element.

pub mod key;
mod registry;
mod units;

use crate::hash;
use crate::pace::Pace;
use crate::table::HashTable;
use registry::{Registry, RegistryEntry, RemovedNodes};

/// An element that gets a uid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UidSubject {
    /// Its node id.
    pub node: u32,
    /// Hash of its identity and context, without its ordinal among equal elements: [`key::Keys`].
    pub key: u64,
}

/// The result of [`number`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UidAssignment {
    /// The uid of each subject, in order.
    pub uids: Vec<u32>,
    /// The new registry; `None` if it is unchanged.
    pub registry: Option<String>,
}

/// Assigns uids to the subjects of one record, which are in document order. `present` returns all
/// node ids of the record, because hidden or filtered elements do not count as removed.
pub async fn number(
    subjects: &[UidSubject],
    present: impl AsyncFnOnce(&Pace) -> HashTable,
    registry: &str,
    pace: &Pace,
) -> UidAssignment {
    let mut registry_state = Registry::parse(registry, pace).await;
    let KeyCounts { counts, ordinals } = KeyCounts::among(subjects, pace).await;
    let is_unique = |key: u64| counts.get(key) == Some(1);
    // If a node id occurs twice, the record is invalid. The second element gets a uid that is not
    // stored.
    let mut seen = HashTable::with_capacity(subjects.len());
    let mut first = Vec::with_capacity(subjects.len());
    let mut uids = Vec::with_capacity(subjects.len());
    for subject in subjects {
        pace.step().await;
        let is_first = subject.node != 0 && seen.add(subject.node.into());
        first.push(is_first);
        uids.push(registry_state.uid(subject.node).filter(|_| is_first));
    }
    if !registry_state.is_empty() && uids.iter().any(Option::is_none) {
        let present = present(pace).await;
        let removed = registry_state.removed(&present, pace).await;
        inherit_uids(
            subjects,
            &mut uids,
            &mut registry_state,
            (&removed, &is_unique),
            pace,
        )
        .await;
    }
    for (position, subject) in subjects.iter().enumerate() {
        pace.step().await;
        let uid = *uids[position].get_or_insert_with(|| {
            registry_state.issue(hash::pair(subject.key, ordinals[position].into()))
        });
        if first[position] {
            let key = subject.key;
            let entry = RegistryEntry {
                uid,
                key,
                unique: is_unique(key),
                recent: true,
            };
            registry_state.set(subject.node, entry);
        }
    }
    let text = registry_state.print(pace).await;
    UidAssignment {
        uids: uids.into_iter().flatten().collect(),
        registry: (text != registry).then_some(text),
    }
}

/// A new element inherits the uid of a removed element if both have the same key, which is unique
/// before and now. Such an element was probably re-rendered.
async fn inherit_uids(
    subjects: &[UidSubject],
    uids: &mut [Option<u32>],
    registry_state: &mut Registry,
    (removed, is_unique): (&RemovedNodes, &dyn Fn(u64) -> bool),
    pace: &Pace,
) {
    for (subject, uid) in subjects.iter().zip(uids.iter_mut()) {
        pace.step().await;
        if uid.is_some() || !is_unique(subject.key) {
            continue;
        }
        if let Some(place) = removed.with_key(subject.key) {
            *uid = registry_state.retire(place);
        }
    }
}

/// The number of subjects with each key, and each subject's ordinal among them, from 0.
struct KeyCounts {
    counts: HashTable,
    ordinals: Vec<u32>,
}

impl KeyCounts {
    async fn among(subjects: &[UidSubject], pace: &Pace) -> KeyCounts {
        let mut counts = HashTable::with_capacity(subjects.len());
        let mut ordinals = Vec::with_capacity(subjects.len());
        for subject in subjects {
            pace.step().await;
            ordinals.push(counts.count(subject.key));
        }
        KeyCounts { counts, ordinals }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pace::at_once;
    use std::collections::BTreeSet;

    fn subject(node: u32, key: u64) -> UidSubject {
        UidSubject { node, key }
    }

    fn number_at_once(subjects: &[UidSubject], nodes: Vec<u32>, registry: &str) -> UidAssignment {
        let mut present = HashTable::default();
        for node in nodes {
            present.add(node.into());
        }
        at_once(async |pace| number(subjects, async |_| present, registry, pace).await)
    }

    fn record(subjects: &[UidSubject], registry: &mut String) -> Vec<u32> {
        let nodes: BTreeSet<u32> = subjects.iter().map(|subject| subject.node).collect();
        let numbered = number_at_once(subjects, nodes.into_iter().collect(), registry);
        if let Some(text) = numbered.registry {
            *registry = text;
        }
        numbered.uids
    }

    #[test]
    fn the_first_uids_depend_only_on_the_keys() {
        let (mut one, mut two) = (String::new(), String::new());
        let first = record(&[subject(1, 10), subject(2, 20), subject(3, 10)], &mut one);
        let second = record(
            &[subject(71, 10), subject(52, 20), subject(93, 10)],
            &mut two,
        );
        assert_eq!(first, second);
        assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), 3);
        assert!(first.iter().all(|uid| (1..=999).contains(uid)), "{first:?}");
    }

    #[test]
    fn an_existing_element_keeps_its_uid_with_any_key() {
        let mut registry = String::new();
        let before = record(&[subject(1, 10), subject(2, 20)], &mut registry);
        let after = record(
            &[subject(9, 5), subject(2, 21), subject(1, 11)],
            &mut registry,
        );
        assert_eq!([after[2], after[1]], [before[0], before[1]]);
    }

    #[test]
    fn an_unchanged_page_does_not_change_the_registry() {
        let mut registry = String::new();
        let subjects = [subject(1, 10), subject(2, 20)];
        record(&subjects, &mut registry);
        assert_eq!(
            number_at_once(&subjects, Vec::new(), &registry).registry,
            None
        );
    }

    #[test]
    fn a_new_element_inherits_from_a_removed_one_with_the_same_key() {
        let mut registry = String::new();
        let before = record(&[subject(1, 10), subject(2, 20)], &mut registry);
        let after = record(&[subject(3, 10), subject(2, 20)], &mut registry);
        assert_eq!(after, before);
        // The old element returns and counts as new.
        let back = record(
            &[subject(3, 10), subject(2, 20), subject(1, 10)],
            &mut registry,
        );
        assert_eq!(back[..2], before[..]);
        assert!(!before.contains(&back[2]));
    }

    #[test]
    fn no_uid_is_inherited_if_the_key_is_not_unique() {
        let mut registry = String::new();
        let before = record(&[subject(1, 10), subject(2, 10)], &mut registry);
        let after = record(&[subject(3, 10)], &mut registry);
        assert!(!before.contains(&after[0]), "the key was not unique before");

        let mut registry = String::new();
        let before = record(&[subject(1, 10)], &mut registry);
        let after = record(&[subject(3, 10), subject(4, 10)], &mut registry);
        assert!(!after.contains(&before[0]), "the key is not unique now");

        let mut registry = String::new();
        let two = [subject(1, 10), subject(2, 20)];
        let before = record(&two, &mut registry);
        record(&[subject(1, 30), subject(2, 30)], &mut registry);
        let after = record(&[subject(3, 10), subject(4, 20)], &mut registry);
        assert!(
            !after.iter().any(|uid| before.contains(uid)),
            "they had come to read the same"
        );
    }

    #[test]
    fn a_rendered_element_inherits_by_the_last_key() {
        let mut registry = String::new();
        let all =
            |first: u32, key: u64| (0..9).map(move |n| subject(first + n, key + u64::from(n)));
        let before = record(&all(1, 100).collect::<Vec<_>>(), &mut registry);
        // Their content changes, then they are rendered again with that content, twice.
        for first in [11, 21] {
            let key = u64::from(first) * 100;
            let living = all(first - 10, key).collect::<Vec<_>>();
            assert_eq!(record(&living, &mut registry), before);
            let created = all(first, key).collect::<Vec<_>>();
            assert_eq!(record(&created, &mut registry), before);
        }
    }

    #[test]
    fn elements_that_were_removed_last_have_priority() {
        let mut registry = String::new();
        let before = record(&[subject(1, 10), subject(2, 20)], &mut registry);
        // The first is removed; then the second gets its key and is rendered again.
        record(&[subject(2, 20)], &mut registry);
        record(&[subject(2, 10)], &mut registry);
        let after = record(&[subject(3, 10)], &mut registry);
        assert_eq!(after[0], before[1]);
        // The first keeps its uid in case it returns.
        let back = record(&[subject(3, 10), subject(1, 10)], &mut registry);
        assert_eq!(back, [before[1], before[0]]);
    }

    #[test]
    fn a_hidden_element_is_not_removed() {
        let mut registry = String::new();
        let before = record(&[subject(1, 10)], &mut registry);
        let numbered = number_at_once(&[subject(2, 10)], vec![1, 2], &registry);
        assert_ne!(numbered.uids, before);
    }

    #[test]
    fn numbers_are_never_reissued_and_ranges_grow() {
        let mut registry = String::new();
        let mut issued = BTreeSet::new();
        for round in 0..40_u32 {
            let subjects: Vec<UidSubject> = (0..100)
                .map(|n| subject(round * 100 + n + 1, u64::from(n % 3)))
                .collect();
            for uid in record(&subjects, &mut registry) {
                assert!(issued.insert(uid), "{uid} was issued twice");
            }
        }
        assert_eq!(issued.iter().filter(|uid| **uid < 1_000).count(), 599);
        assert!(issued.iter().all(|uid| *uid < 10_000));
    }

    #[test]
    fn a_node_id_that_comes_twice_gives_two_numbers() {
        let mut registry = String::new();
        let first = record(&[subject(1, 10), subject(1, 20)], &mut registry);
        let again = record(&[subject(1, 10), subject(1, 20)], &mut registry);
        assert_eq!(first[0], again[0]);
        assert_ne!(first[0], first[1]);
        assert!(!again[..1].contains(&again[1]) && again[1] != first[1]);
    }

    #[test]
    fn a_registry_that_makes_no_sense_is_an_empty_one() {
        for broken in [
            "?",
            "2|",
            "2|5|x",
            "2|5|1:2",
            "2||1:0:0:1",
            "2||1:5:0:1,2:5:0:1",
            "1||1:5:0:0:1",
        ] {
            let numbered = number_at_once(&[subject(1, 10)], vec![1], broken);
            assert_eq!(numbered.uids.len(), 1, "{broken}");
        }
    }
}
