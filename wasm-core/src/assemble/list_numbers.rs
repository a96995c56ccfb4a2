//! Numbers of list items, which are printed before the item's text. They are counted as in HTML.
//!
//! Users see numbers and refer to them ("see step 3"). Bullets have no information, and neither has
//! a number before an element with a line of its own.

use crate::dom::{Dom, Idx, Kind};
use crate::naming::marker;
use crate::table::HashTable;

/// Counts the items of all lists in one pass.
#[derive(Debug, Default)]
pub struct ListNumbers {
    /// For each list, the next number and the step to the one after it.
    counts: Vec<(i64, i64)>,
    /// Position of each list in `counts`.
    lists: HashTable,
    /// The number to print before the next text.
    pending: Option<String>,
}

impl ListNumbers {
    /// Starts a visible item.
    pub fn begin(&mut self, dom: &Dom, item: Idx) {
        self.pending = None;
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
        self.pending = style.and_then(|style| marker::numbered(style, number));
    }

    /// Takes the pending number, because text follows.
    pub fn take(&mut self) -> Option<String> {
        self.pending.take()
    }

    /// Drops the pending number, because something else follows.
    pub fn drop(&mut self) {
        self.pending = None;
    }
}
