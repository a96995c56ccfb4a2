//! The changes that the page made by itself during the actions of a request. The answer does not
//! tell them, unless an action changed the same element too.

use super::compare::ActionLines;
use crate::api::observe::{ChangeBetween, LastChanges, Rhythm};
use axlens_protocol::wire::BackgroundMutation;
use axlens_snapshot::delta::background::{Background, NodeSet};
use std::collections::HashMap;
use std::time::Duration;

/// Which elements without a known rhythm change by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Those that have proven to change periodically.
    Required,
    /// Those that may still prove it, too.
    Pending,
}

/// The background changes between two reads of a page, of which the extension has reported those
/// during the action: a clock may also tick between a read and the action.
pub fn between_reads(
    reported: &[BackgroundMutation],
    (before, after): (&LastChanges, &LastChanges),
    proof: Proof,
) -> Vec<BackgroundMutation> {
    let is_background = |mutation: &&BackgroundMutation| {
        mutation.unproven.is_none()
            || match after.rhythm(&mutation.document, mutation.node) {
                Rhythm::Periodic => true,
                Rhythm::Undecided(_) => proof == Proof::Pending,
                Rhythm::Irregular => false,
            }
    };
    let between = |mutation: &BackgroundMutation| {
        let (idle, texts) = match after.since(before, &mutation.document, mutation.node) {
            ChangeBetween::None => (mutation.idle, mutation.texts),
            ChangeBetween::Element if mutation.idle => (false, 0),
            ChangeBetween::Element => (false, mutation.texts),
            ChangeBetween::Texts => (false, mutation.texts.max(1)),
        };
        BackgroundMutation {
            idle,
            texts,
            ..mutation.clone()
        }
    };
    let background = reported.iter().filter(is_background);
    background.map(between).collect()
}

/// The time within which the elements without a known rhythm prove whether they have one.
pub fn time_to_prove(reported: &[BackgroundMutation], after: &LastChanges) -> Duration {
    let unproven = reported.iter().filter(|each| each.unproven.is_some());
    let times = unproven.map(|each| match after.rhythm(&each.document, each.node) {
        Rhythm::Undecided(time) => time,
        Rhythm::Periodic | Rhythm::Irregular => Duration::ZERO,
    });
    times.max().unwrap_or_default()
}

/// The background changes during the actions of a request.
#[derive(Debug, Default)]
pub struct BackgroundOfRequest {
    elements: Vec<(String, u32)>,
    brought: NodeSet,
    /// The number of texts of each element, and whether they have changed during an action.
    texts: HashMap<(String, u32), (u32, bool)>,
    /// Elements that actions changed.
    acted_on: NodeSet,
    /// An action changed a text.
    has_other_texts: bool,
    /// The changes of an action are unknown.
    is_unknown: bool,
}

impl BackgroundOfRequest {
    /// Adds the background of an action, and the lines that the action itself changed; `None` if
    /// these are unknown.
    pub fn add(&mut self, mutations: &[BackgroundMutation], lines: Option<&ActionLines>) {
        let Some(lines) = lines else {
            self.is_unknown = true;
            return;
        };
        for mutation in mutations {
            let BackgroundMutation { document, node, .. } = mutation;
            self.elements.push((document.clone(), *node));
            for brought in &mutation.brought {
                self.brought.insert(document, *brought);
            }
            let texts = self.texts.entry((document.clone(), *node)).or_default();
            *texts = (texts.0.max(mutation.texts), texts.1 || !mutation.idle);
        }
        for (document, node) in &lines.elements {
            self.acted_on.insert(document, *node);
        }
        self.has_other_texts |= lines.has_texts;
    }

    /// What the answer leaves out.
    pub fn left_out(&self) -> Background {
        if self.is_unknown {
            return Background::default();
        }
        let mut elements = NodeSet::default();
        for (document, node) in &self.elements {
            if !self.acted_on.contains(document, *node) {
                elements.insert(document, *node);
            }
        }
        let sum = |is_counted: fn(bool) -> bool| {
            let texts = self
                .texts
                .values()
                .filter(|(_, changed)| is_counted(*changed));
            texts.map(|(count, _)| *count as usize).sum()
        };
        let (texts, counting_texts) = match self.has_other_texts {
            false => (sum(|_| true), 0),
            true => (0, sum(|has_changed| has_changed)),
        };
        Background {
            elements,
            brought: self.brought.clone(),
            texts,
            counting_texts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Element 7 of a page: the number of its last change, its texts, and its rhythm.
    fn read(number: u32, texts: u32, rhythm: u32) -> LastChanges {
        let numbers = vec![7, number, texts, rhythm];
        LastChanges::new(&BTreeMap::from([("D1".to_owned(), numbers)]))
    }

    fn idle(unproven: Option<u32>) -> [BackgroundMutation; 1] {
        [BackgroundMutation {
            document: "D1".to_owned(),
            node: 7,
            brought: Vec::new(),
            texts: 1,
            idle: true,
            unproven,
        }]
    }

    #[test]
    fn a_clock_that_ticks_outside_of_the_action_is_background() {
        let between = |after: LastChanges| {
            between_reads(&idle(None), (&read(3, 30, 1), &after), Proof::Required)
        };
        assert_eq!(between(read(3, 30, 1)), idle(None));
        let ticked = between(read(4, 40, 1));
        assert!(!ticked[0].idle && ticked[0].texts == 1, "{ticked:?}");
        // Only an attribute has changed, so that its text explains no changed text.
        let same_text = between(read(4, 30, 1));
        assert!(
            !same_text[0].idle && same_text[0].texts == 0,
            "{same_text:?}"
        );
    }

    #[test]
    fn an_element_without_a_rhythm_has_to_prove_one() {
        let reported = idle(Some(2));
        let count = |rhythm, proof| {
            let after = read(4, 40, rhythm);
            between_reads(&reported, (&read(3, 30, rhythm), &after), proof).len()
        };
        for (rhythm, required, pending) in [(0, 0, 0), (1, 1, 1), (80, 0, 1)] {
            let counts = (
                count(rhythm, Proof::Required),
                count(rhythm, Proof::Pending),
            );
            assert_eq!(counts, (required, pending), "{rhythm}");
        }
        let time = time_to_prove(&reported, &read(4, 40, 80));
        assert_eq!(time, Duration::from_millis(80));
        assert_eq!(time_to_prove(&idle(None), &read(4, 40, 80)), Duration::ZERO);
    }
}
