//! The readings that are kept to be compared: the one before the last, and two that the user has
//! recorded. Knows nothing of how they came.

use crate::comparison::{Comparison, compare};
use crate::reading::{Clock, Reading};
use crate::shown::Shown;
use axlens_snapshot::options::Options;
use std::rc::Rc;

/// A place for a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// The earlier.
    A,
    /// The later.
    B,
}

/// What came of comparing two readings: their numbers, and the words.
pub type Compared = (u64, u64, Comparison);

/// The readings that are kept.
#[derive(Debug, Default)]
pub struct Records {
    before: Option<Rc<Shown>>,
    slots: [Option<Rc<Reading>>; 2],
    /// Where the next reading goes.
    wanted: Option<Slot>,
    compared: Option<Compared>,
}

impl Records {
    /// The reading before the last.
    pub fn before(&self) -> Option<&Reading> {
        self.before.as_deref().map(|shown| &*shown.reading)
    }

    /// The number of a recorded reading.
    pub fn number(&self, slot: Slot) -> Option<u64> {
        let reading = self.slots[slot as usize].as_ref();
        reading.map(|reading| reading.number)
    }

    /// What came of comparing the two that were recorded.
    pub fn compared(&self) -> Option<&Compared> {
        self.compared.as_ref()
    }

    pub(super) fn wants(&mut self, slot: Slot) {
        self.wanted = Some(slot);
    }

    pub(super) fn wants_none(&mut self) {
        self.wanted = None;
    }

    /// A reading has come after another.
    pub(super) fn came(&mut self, reading: &Rc<Reading>, before: Option<Rc<Shown>>) {
        self.before = before;
        if let Some(slot) = self.wanted.take() {
            self.slots[slot as usize] = Some(Rc::clone(reading));
        }
    }

    /// Compares what was recorded, with these options.
    pub(super) fn compare(&mut self, options: &Options, clock: &Clock) {
        self.compared = match &self.slots {
            [Some(a), Some(b)] => {
                let (a, b) = (Shown::of(a, options, clock), Shown::of(b, options, clock));
                Some((a.reading.number, b.reading.number, compare(&a, &b)))
            }
            _ => None,
        };
    }

    /// What changed since the reading before, with the options of now.
    pub(super) fn changes(&mut self, now: &Shown, clock: &Clock) -> Option<Compared> {
        let before = self.before.take()?;
        let before = match before.options == now.options {
            true => before,
            false => Rc::new(Shown::of(&before.reading, &now.options, clock)),
        };
        let words = compare(&before, now);
        let numbers = (before.reading.number, now.reading.number);
        self.before = Some(before);
        Some((numbers.0, numbers.1, words))
    }
}
