//! The readings that can be compared: the previous one, and two that the user recorded.

use crate::comparison::{Comparison, compare};
use crate::reading::{Clock, Reading};
use crate::view::TextView;
use axlens_snapshot::options::Options;
use std::rc::Rc;

/// A slot for a recorded reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordSlot {
    /// The earlier reading.
    A,
    /// The later reading.
    B,
}

/// The comparison of two readings, with their numbers.
pub type Compared = (u64, u64, Comparison);

/// The stored readings.
#[derive(Debug, Default)]
pub struct ReadingHistory {
    previous: Option<Rc<TextView>>,
    slots: [Option<Rc<Reading>>; 2],
    /// The slot for the next reading.
    next_slot: Option<RecordSlot>,
    compared: Option<Compared>,
}

impl ReadingHistory {
    /// The previous reading.
    pub fn previous(&self) -> Option<&Reading> {
        self.previous.as_deref().map(|view| &*view.reading)
    }

    /// The number of a recorded reading.
    pub fn number(&self, slot: RecordSlot) -> Option<u64> {
        let reading = self.slots[slot as usize].as_ref();
        reading.map(|reading| reading.number)
    }

    /// The comparison of the two recorded readings.
    pub fn compared(&self) -> Option<&Compared> {
        self.compared.as_ref()
    }

    pub(super) fn record_into(&mut self, slot: RecordSlot) {
        self.next_slot = Some(slot);
    }

    pub(super) fn cancel(&mut self) {
        self.next_slot = None;
    }

    /// Adds a reading, after the previous one.
    pub(super) fn add(&mut self, reading: &Rc<Reading>, previous: Option<Rc<TextView>>) {
        self.previous = previous;
        if let Some(slot) = self.next_slot.take() {
            self.slots[slot as usize] = Some(Rc::clone(reading));
        }
    }

    /// Compares the recorded readings with these options.
    pub(super) fn compare(&mut self, options: &Options, clock: &Clock) {
        self.compared = match &self.slots {
            [Some(a), Some(b)] => {
                let (a, b) = (
                    TextView::new(a, options, clock),
                    TextView::new(b, options, clock),
                );
                Some((a.reading.number, b.reading.number, compare(&a, &b)))
            }
            _ => None,
        };
    }

    /// The changes since the previous reading, with the current options.
    pub(super) fn changes(&mut self, now: &TextView, clock: &Clock) -> Option<Compared> {
        let previous = self.previous.take()?;
        let previous = match previous.options == now.options {
            true => previous,
            false => Rc::new(TextView::new(&previous.reading, &now.options, clock)),
        };
        let comparison = compare(&previous, now);
        let numbers = (previous.reading.number, now.reading.number);
        self.previous = Some(previous);
        Some((numbers.0, numbers.1, comparison))
    }
}
