//! Which line of the new text is which of the old one: an element by its document and node id, text
//! and notes by what they say and where they stand. Never by likeness.

use super::{Base, Row};
use crate::render::LineKind;
use std::collections::HashMap;

#[derive(PartialEq, Eq, Hash)]
enum Name<'a> {
    /// Document and node id.
    Element(&'a str, u32),
    /// The line around it, by number, and what it says.
    Words(LineKind, usize, &'a str),
}

/// Numbers for what lines are. The same in both texts for the same thing; the second of a kind has
/// a number of its own.
#[derive(Default)]
struct Numbers<'a> {
    names: HashMap<Name<'a>, usize>,
    numbers: HashMap<(usize, usize), usize>,
}

/// For each row of the new text its row in the old one.
pub fn pairs(old: &Base, new: &Base) -> Vec<Option<usize>> {
    let mut numbers = Numbers::default();
    let old_keys = numbers.of(old);
    let new_keys = numbers.of(new);
    let by_key: HashMap<usize, usize> = old_keys
        .into_iter()
        .enumerate()
        .map(|(row, key)| (key, row))
        .collect();
    new_keys
        .iter()
        .map(|key| by_key.get(key).copied())
        .collect()
}

impl<'a> Numbers<'a> {
    /// The number of each row, no two alike.
    fn of(&mut self, base: &'a Base) -> Vec<usize> {
        let mut used: HashMap<usize, usize> = HashMap::new();
        let mut above: Vec<(u32, usize)> = Vec::new();
        let mut keys = Vec::with_capacity(base.rows.len());
        for row in &base.rows {
            while above.last().is_some_and(|(depth, _)| *depth >= row.depth) {
                above.pop();
            }
            let inside = above.last().map_or(0, |(_, key)| *key);
            let next = self.names.len();
            let name = *self.names.entry(name(base, row, inside)).or_insert(next);
            let turn = used.entry(name).or_default();
            *turn += 1;
            let next = self.numbers.len() + 1;
            let key = *self.numbers.entry((name, *turn)).or_insert(next);
            keys.push(key);
            above.push((row.depth, key));
        }
        keys
    }
}

fn name<'a>(base: &'a Base, row: &'a Row, inside: usize) -> Name<'a> {
    match row.kind {
        LineKind::Element => Name::Element(
            base.documents
                .get(row.frame as usize)
                .map_or("", String::as_str),
            row.node,
        ),
        LineKind::Text | LineKind::Note => Name::Words(row.kind, inside, &row.line),
    }
}
