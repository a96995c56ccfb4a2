//! Numbers of list items, which stand before their first words. Knows lists as HTML counts them.
//!
//! A number is text that people see and refer to ("see step 3"). A bullet says nothing, and a
//! number alone, before something that has a line of its own, says only what its place says.

use crate::dom::{Dom, Idx, Kind};
use crate::naming::marker;
use crate::table::Table;

/// Counts the items of all lists at once, in the order of the page.
#[derive(Debug, Default)]
pub struct ListNumbers {
    /// For each list the next number, and the step to the one after.
    counts: Vec<(i64, i64)>,
    /// Where the numbers of a list stand.
    lists: Table,
    /// The number that the next words begin with.
    waiting: Option<String>,
}

impl ListNumbers {
    /// An item that is shown begins.
    pub fn begin(&mut self, dom: &Dom, item: Idx) {
        self.waiting = None;
        let Some(list) = dom
            .parent(item)
            .filter(|list| dom.kind(*list) == Kind::Element)
        else {
            return;
        };
        let place = *self.lists.entry(list.0.into(), self.counts.len() as u32) as usize;
        if place == self.counts.len() {
            self.counts.push(marker::counting(dom, list, usize::MAX));
        }
        let (next, step) = &mut self.counts[place];
        let number = marker::own_number(dom, item).unwrap_or(*next);
        *next = number.saturating_add(*step);
        let style = marker::style_of(dom, item);
        self.waiting = style.and_then(|style| marker::numbered(style, number));
    }

    /// The number that waits for words: they have come.
    pub fn take(&mut self) -> Option<String> {
        self.waiting.take()
    }

    /// Something else has come.
    pub fn drop(&mut self) {
        self.waiting = None;
    }
}
