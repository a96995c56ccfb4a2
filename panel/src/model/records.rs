//! The readings that can be compared: the one before the last, and two that the user recorded.

use crate::comparison::{Comparison, compare};
use crate::reading::{Clock, Reading};
use crate::view::View;
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

/// The comparison of two readings, with their numbers.
pub type Compared = (u64, u64, Comparison);

/// The readings that are kept.
#[derive(Debug, Default)]
pub struct Records {
    before: Option<Rc<View>>,
    slots: [Option<Rc<Reading>>; 2],
    /// Where the next reading goes.
    wanted: Option<Slot>,
    compared: Option<Compared>,
}

impl Records {
    /// The reading before the last.
    pub fn before(&self) -> Option<&Reading> {
        self.before.as_deref().map(|view| &*view.reading)
    }

    /// The number of a recorded reading.
    pub fn number(&self, slot: Slot) -> Option<u64> {
        let reading = self.slots[slot as usize].as_ref();
        reading.map(|reading| reading.number)
    }

    /// The comparison of the two recorded readings.
    pub fn compared(&self) -> Option<&Compared> {
        self.compared.as_ref()
    }

    pub(super) fn record_next(&mut self, slot: Slot) {
        self.wanted = Some(slot);
    }

    pub(super) fn cancel(&mut self) {
        self.wanted = None;
    }

    /// Adds a reading after another.
    pub(super) fn add(&mut self, reading: &Rc<Reading>, before: Option<Rc<View>>) {
        self.before = before;
        if let Some(slot) = self.wanted.take() {
            self.slots[slot as usize] = Some(Rc::clone(reading));
        }
    }

    /// Compares what was recorded, with these options.
    pub(super) fn compare(&mut self, options: &Options, clock: &Clock) {
        self.compared = match &self.slots {
            [Some(a), Some(b)] => {
                let (a, b) = (View::new(a, options, clock), View::new(b, options, clock));
                Some((a.reading.number, b.reading.number, compare(&a, &b)))
            }
            _ => None,
        };
    }

    /// What changed since the reading before, with the options of now.
    pub(super) fn changes(&mut self, now: &View, clock: &Clock) -> Option<Compared> {
        let before = self.before.take()?;
        let before = match before.options == now.options {
            true => before,
            false => Rc::new(View::new(&before.reading, &now.options, clock)),
        };
        let words = compare(&before, now);
        let numbers = (before.reading.number, now.reading.number);
        self.before = Some(before);
        Some((numbers.0, numbers.1, words))
    }
}
