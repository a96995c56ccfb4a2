//! Pairs the lines of two texts: elements by document and node id, text and notes by content and
//! parent line. Similar lines are never paired.

use super::{Base, BaseRow};
use crate::render::LineKind;
use std::collections::HashMap;

#[derive(PartialEq, Eq, Hash)]
enum RowName<'a> {
    /// Document and node id.
    Element(&'a str, u32),
    /// Kind, key of the parent line, and text.
    Content(LineKind, usize, &'a str),
}

/// Assigns keys to lines. The same line has the same key in both texts; repeated lines have
/// distinct keys.
#[derive(Default)]
struct KeyAssigner<'a> {
    names: HashMap<RowName<'a>, usize>,
    keys: HashMap<(usize, usize), usize>,
}

/// For each row of the new text, its row in the old one.
pub fn pairs(old: &Base, new: &Base) -> Vec<Option<usize>> {
    let mut assigner = KeyAssigner::default();
    let old_keys = assigner.keys_of(old);
    let new_keys = assigner.keys_of(new);
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

impl<'a> KeyAssigner<'a> {
    /// The distinct key of each row.
    fn keys_of(&mut self, base: &'a Base) -> Vec<usize> {
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
            let occurrence = used.entry(name).or_default();
            *occurrence += 1;
            let next = self.keys.len() + 1;
            let key = *self.keys.entry((name, *occurrence)).or_insert(next);
            keys.push(key);
            above.push((row.depth, key));
        }
        keys
    }
}

fn name<'a>(base: &'a Base, row: &'a BaseRow, inside: usize) -> RowName<'a> {
    match row.kind {
        LineKind::Element => RowName::Element(
            base.documents
                .get(row.frame as usize)
                .map_or("", String::as_str),
            row.node,
        ),
        LineKind::Text | LineKind::Note => RowName::Content(row.kind, inside, &row.line),
    }
}
