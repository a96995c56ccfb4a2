//! Invariants of any record: the engine and the rendering of its tree terminate without a panic,
//! with consistent results. The fuzzer (`main.rs`) and the tests call it.

#[cfg(not(fuzzing))]
pub mod seeds;
mod texts;
#[path = "../../tests/strange/whole.rs"]
mod whole;

use axlens_snapshot::tree::FrameTree;
use axlens_wasm_core::encoded_tree::{EncodedTree, encode};
use axlens_wasm_core::pace::{Job, at_once};
use axlens_wasm_core::understand::{Understood, explain_in, understand, understand_in};
use std::collections::HashSet;
use whole::holds_together;

/// Separator of the parts of a record.
const PART: &str = "\u{1d}";

/// Processes any bytes as a record. Panics if an invariant does not hold.
pub fn check(data: &[u8]) {
    let record = String::from_utf8_lossy(data).into_owned();
    // The same input always has the same portions and the same mutation.
    let seed = data.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    });
    let first = understand(&record);
    holds_together(&record, &first.tree);
    same_in_portions(&record, &first, steps(seed));
    explains(&record, &first.tree, seed >> 16);
    is_stable(&record, &first);
    let changed = mutated(&record, first.registry.as_deref(), seed);
    let later = understand(&changed);
    holds_together(&changed, &later.tree);
    texts::check(parsed(&first), parsed(&later), seed);
}

/// Number of steps of a portion: sometimes one.
fn steps(seed: u64) -> usize {
    usize::try_from(seed % 500).unwrap_or(0).saturating_sub(20)
}

/// Checks that the result does not depend on the portions.
fn same_in_portions(record: &str, whole: &Understood, steps: usize) {
    let record = record.to_owned();
    let mut job =
        Job::new(async move |pace| encode(understand_in(&record, &pace).await, &pace).await);
    let portioned = std::iter::repeat_with(|| job.advance(steps)).find_map(|done| done);
    let whole: EncodedTree = at_once(async |pace| encode(whole.clone(), pace).await);
    assert_eq!(portioned, Some(whole));
}

/// The same document with its own registry gives the same tree and the same registry, so that one
/// result serves all equal records.
fn is_stable(record: &str, first: &Understood) {
    let nodes = first.tree.nodes.iter().filter(|node| node.uid.is_some());
    let mut seen = HashSet::new();
    if !nodes
        .map(|node| node.node)
        .all(|node| node != 0 && seen.insert(node))
    {
        // A recorder gives every element a unique node id; without one, an element can't keep its
        // uid.
        return;
    }
    let mut parts = record.splitn(4, PART);
    let mut next = || parts.next().unwrap_or_default();
    let (head, ints, strings, own) = (next(), next(), next(), next());
    let registry = first.registry.as_deref().unwrap_or(own);
    let again = understand(&[head, ints, strings, registry].join(PART));
    assert_eq!((&again.tree, again.registry), (&first.tree, None));
}

/// Checks that an explanation is JSON, for an existing element, for the record's target, and for an
/// unknown id.
fn explains(record: &str, tree: &FrameTree, seed: u64) {
    let there = usize::try_from(seed).unwrap_or(0) % tree.nodes.len();
    let other = if seed & 1 == 0 { 0 } else { u32::MAX };
    for node in [tree.nodes[there].node, other] {
        let record = record.to_owned();
        let mut job = Job::new(async move |pace| explain_in(&record, node, &pace).await);
        let text = std::iter::repeat_with(|| job.advance(steps(seed))).find_map(|done| done);
        let parsed = serde_json::from_str::<serde_json::Value>(&text.unwrap_or_default());
        assert!(parsed.is_ok(), "an explanation is JSON: {parsed:?}");
    }
}

/// The tree, parsed from its JSON as in the server.
fn parsed(understood: &Understood) -> FrameTree {
    let parsed: FrameTree = match serde_json::from_str(&understood.tree_json()) {
        Ok(tree) => tree,
        Err(error) => panic!("a tree is JSON: {error}"),
    };
    assert_eq!(parsed, understood.tree);
    parsed
}

/// A later record of the same document: some operations are missing or repeated, with the stored
/// registry.
fn mutated(record: &str, registry: Option<&str>, seed: u64) -> String {
    let mut parts = record.splitn(4, PART);
    let mut next = || parts.next().unwrap_or_default();
    let (head, ints, strings, own) = (next(), next(), next(), next());
    let numbers: Vec<&str> = ints.split(',').collect();
    let at = |seed: u64| usize::try_from(seed).unwrap_or(0) % (numbers.len() + 1);
    let (one, other) = (at(seed >> 8), at(seed >> 24));
    let (from, to) = (one.min(other), one.max(other).min(one.min(other) + 40));
    let twice = if seed & 1 == 0 { from..to } else { 0..0 };
    let ints: Vec<&str> = numbers[..from]
        .iter()
        .chain(&numbers[twice.clone()])
        .chain(&numbers[twice])
        .chain(&numbers[to..])
        .copied()
        .collect();
    [head, &ints.join(","), strings, registry.unwrap_or(own)].join(PART)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seeds_satisfy_the_invariants() {
        let seeds = seeds::all();
        assert!(seeds.len() > 30);
        for (name, seed) in seeds {
            let result = std::panic::catch_unwind(|| check(seed.as_bytes()));
            assert!(result.is_ok(), "{name}");
        }
    }

    #[test]
    fn invalid_records_satisfy_the_invariants() {
        for text in [
            "",
            "\u{1d}",
            "{}\u{1d}1,1",
            "\u{1d}\u{1d}\u{1d}\u{1d}",
            "1|2|3",
        ] {
            check(text.as_bytes());
        }
    }

    /// Changed copies of each seed. The fuzzer tries millions, guided by the code that they reach.
    const COPIES: u64 = 12;

    #[test]
    fn no_seed_and_no_changed_seed_is_understood_wrongly() {
        for (number, (_, record)) in seeds::all().into_iter().enumerate() {
            check(record.as_bytes());
            for copy in 0..COPIES {
                check(&changed(record.as_bytes(), number as u64 * COPIES + copy));
            }
        }
    }

    /// The bytes with a part removed, repeated or replaced, as the seed determines.
    fn changed(bytes: &[u8], seed: u64) -> Vec<u8> {
        let mut state = seed;
        // Knuth's MMIX generator.
        let mut random = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below.max(1)
        };
        let start = random(bytes.len());
        let end = start + random((bytes.len() - start).min(40));
        let part = match random(3) {
            0 => Vec::new(),
            1 => bytes[start..end].repeat(3),
            _ => vec![random(256) as u8; end - start],
        };
        [&bytes[..start], &part, &bytes[end..]].concat()
    }
}
