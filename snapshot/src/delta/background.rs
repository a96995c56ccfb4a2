//! Leaves out what a page changes by itself, such as clocks: the new text as an agent knows it
//! whose answers omit these changes. A later comparison with that text finds all of them.

use super::{Base, BaseRow, keys};
use crate::render::LineKind;
use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

/// Node ids by Chrome's document id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NodeSet(HashMap<String, HashSet<u32>>);

impl NodeSet {
    /// Adds a node.
    pub fn insert(&mut self, document: &str, node: u32) {
        let nodes = self.0.entry(document.to_owned()).or_default();
        nodes.insert(node);
    }

    /// Whether the set has a node.
    pub fn contains(&self, document: &str, node: u32) -> bool {
        let nodes = self.0.get(document);
        nodes.is_some_and(|nodes| nodes.contains(&node))
    }

    /// Whether the set has no node.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The parts of a page that change by themselves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Background {
    /// Elements that change.
    pub elements: NodeSet,
    /// Elements that are added to these or removed from them.
    pub brought: NodeSet,
    /// The number of texts that change, if nothing else has changed texts. Texts have no node id.
    pub texts: usize,
    /// The number of texts that have changed, if something else has changed texts too. They are
    /// recognized if exactly this number of texts differs only in its digits.
    pub counting_texts: usize,
}

impl Background {
    /// Whether nothing changes by itself.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty() && self.brought.is_empty() && self.texts + self.counting_texts == 0
    }

    /// For each row, whether it is inside an element that the page adds or removes by itself.
    fn brought_rows(&self, base: &Base) -> Vec<bool> {
        let mut inside: Option<u32> = None;
        let rows = base.rows.iter().map(|row| {
            if inside.is_none_or(|depth| row.depth <= depth) {
                let is_brought = self.brought.contains(base.document_of(row), row.node);
                inside = (row.node != 0 && is_brought).then_some(row.depth);
            }
            inside.is_some()
        });
        rows.collect()
    }

    fn has_element(&self, base: &Base, row: &BaseRow) -> bool {
        row.node != 0 && self.elements.contains(base.document_of(row), row.node)
    }
}

/// A new text without the background changes since an old text.
#[derive(Debug, Clone, PartialEq)]
pub struct Foreground {
    /// The text.
    pub base: Base,
    /// For each of its rows, the position in the new text; `None` for a row of the old text.
    origins: Vec<Option<usize>>,
    /// Rows of the new text that are not in it, or only with their old line.
    pub left_out: Vec<usize>,
}

impl Foreground {
    /// The positions in the new text of these rows.
    pub fn in_new_text(&self, rows: &[usize]) -> Vec<usize> {
        rows.iter().filter_map(|row| self.origins[*row]).collect()
    }
}

/// Leaves the background changes since an old text out of a new text.
pub fn without_background(old: &Base, new: &Base, background: &Background) -> Foreground {
    let comparison = TextPair::new(old, new, background);
    let blocks = comparison.kept_blocks();
    let hidden = match blocks {
        Some(_) => comparison.brought_new.clone(),
        None => vec![false; new.rows.len()],
    };
    let lines = comparison.old_lines(&hidden);
    let mut inserted: HashMap<usize, Vec<Range<usize>>> = HashMap::new();
    for (position, block) in blocks.into_iter().flatten() {
        inserted.entry(position).or_default().push(block);
    }
    let mut foreground = Foreground {
        base: Base {
            rows: Vec::with_capacity(new.rows.len()),
            documents: new.documents.clone(),
        },
        origins: Vec::with_capacity(new.rows.len()),
        left_out: Vec::new(),
    };
    let rows = new.rows.iter().map(Some).chain([None]);
    for (position, row) in rows.enumerate() {
        for block in inserted.remove(&position).into_iter().flatten() {
            let rows = old.rows[block].iter();
            let rows = rows.filter_map(|row| comparison.in_new_frame(row));
            foreground.base.rows.extend(rows);
            foreground.origins.resize(foreground.base.rows.len(), None);
        }
        let Some(row) = row else { break };
        if hidden[position] || lines.contains_key(&position) {
            foreground.left_out.push(position);
        }
        if hidden[position] {
            continue;
        }
        let row = match lines.get(&position) {
            Some(was) => BaseRow {
                line: old.rows[*was].line.clone(),
                uid: old.rows[*was].uid.clone(),
                ..row.clone()
            },
            None => row.clone(),
        };
        foreground.base.rows.push(row);
        foreground.origins.push(Some(position));
    }
    foreground
}

/// Two texts, and which of their rows belong together.
struct TextPair<'a> {
    old: &'a Base,
    new: &'a Base,
    background: &'a Background,
    /// For each row of the new text, its row in the old one.
    old_of: Vec<Option<usize>>,
    /// For each row of the old text, its row in the new one.
    new_of: Vec<Option<usize>>,
    old_parents: Vec<Option<usize>>,
    new_parents: Vec<Option<usize>>,
    brought_old: Vec<bool>,
    brought_new: Vec<bool>,
}

impl<'a> TextPair<'a> {
    fn new(old: &'a Base, new: &'a Base, background: &'a Background) -> TextPair<'a> {
        let old_of = keys::pairs(old, new);
        let mut new_of = vec![None; old.rows.len()];
        for (position, was) in old_of.iter().enumerate() {
            if let Some(was) = was {
                new_of[*was] = Some(position);
            }
        }
        let mut comparison = TextPair {
            old,
            new,
            background,
            old_of,
            new_of,
            old_parents: parents(old),
            new_parents: parents(new),
            brought_old: background.brought_rows(old),
            brought_new: background.brought_rows(new),
        };
        comparison.hide_single_lines();
        comparison
    }

    /// A background element without lines inside may have a line at one time only.
    fn hide_single_lines(&mut self) {
        let is_single = |base: &Base, row: usize| {
            let next = base.rows.get(row + 1);
            next.is_none_or(|next| next.depth <= base.rows[row].depth)
        };
        for (row, was) in self.old_of.iter().enumerate() {
            let is_background = self.background.has_element(self.new, &self.new.rows[row]);
            self.brought_new[row] |= was.is_none() && is_background && is_single(self.new, row);
        }
        for (row, now) in self.new_of.iter().enumerate() {
            let is_background = self.background.has_element(self.old, &self.old.rows[row]);
            self.brought_old[row] |= now.is_none() && is_background && is_single(self.old, row);
        }
    }

    /// The blocks of old rows that the page has removed or moved by itself, each with the position
    /// in the new text before which it stays. `None` if a row has moved between the background and
    /// the rest of the page, or if the place of a block is gone.
    fn kept_blocks(&self) -> Option<Vec<(usize, Range<usize>)>> {
        let moved_in = self.old_of.iter().enumerate().any(|(row, was)| {
            self.brought_new[row] && was.is_some_and(|was| !self.brought_old[was])
        });
        let moved_out = self.new_of.iter().enumerate().any(|(row, now)| {
            self.brought_old[row] && now.is_some_and(|now| !self.brought_new[now])
        });
        if moved_in || moved_out {
            return None;
        }
        let mut blocks = Vec::new();
        let mut row = 0;
        while row < self.old.rows.len() {
            if !self.brought_old[row] {
                row += 1;
                continue;
            }
            let depth = self.old.rows[row].depth;
            let inside = self.old.rows[row + 1..].iter();
            let length = 1 + inside.take_while(|each| each.depth > depth).count();
            let block = row..row + length;
            let rows = &self.old.rows[block.clone()];
            rows.iter()
                .all(|each| self.in_new_frame(each).is_some())
                .then_some(())?;
            blocks.push((self.place(row)?, block));
            row += length;
        }
        Some(blocks)
    }

    /// The position in the new text before which a block of the old text stays.
    fn place(&self, first: usize) -> Option<usize> {
        let depth = self.old.rows[first].depth;
        let parent = self.old_parents[first];
        let new_parent = match parent {
            Some(parent) => Some(self.new_of[parent].filter(|row| !self.brought_new[*row])?),
            None => None,
        };
        if let (Some(was), Some(now)) = (parent, new_parent)
            && self.old.rows[was].depth != self.new.rows[now].depth
        {
            return None;
        }
        let siblings = parent.map_or(0, |parent| parent + 1)..first;
        let is_inside = |row: &usize| {
            new_parent.is_none_or(|parent| *row > parent && *row < self.end_of(parent))
        };
        let mut before = siblings.rev().filter(|row| !self.brought_old[*row]);
        let anchor = before.find_map(|row| self.new_of[row].filter(is_inside));
        let Some(anchor) = anchor else {
            return Some(new_parent.map_or(0, |parent| parent + 1));
        };
        let after = self.new.rows[anchor + 1..].iter();
        Some(anchor + 1 + after.take_while(|row| row.depth > depth).count())
    }

    /// The end of the rows inside a row of the new text.
    fn end_of(&self, row: usize) -> usize {
        let depth = self.new.rows[row].depth;
        let inside = self.new.rows[row + 1..].iter();
        row + 1 + inside.take_while(|each| each.depth > depth).count()
    }

    /// The rows of the new text that keep their old line, with the old row.
    fn old_lines(&self, hidden: &[bool]) -> HashMap<usize, usize> {
        let mut lines = self.old_texts(hidden);
        for (row, was) in self.old_of.iter().enumerate() {
            let Some(was) = was.filter(|_| !hidden[row]) else {
                continue;
            };
            let differs = self.old.rows[was].line != self.new.rows[row].line;
            if differs && self.background.has_element(self.new, &self.new.rows[row]) {
                lines.insert(row, was);
            }
        }
        lines
    }

    /// The texts of the new text that replace a text in the same place and are background changes.
    fn old_texts(&self, hidden: &[bool]) -> HashMap<usize, usize> {
        let is_text = |row: &BaseRow| row.kind == LineKind::Text;
        let added: Vec<usize> = (0..self.new.rows.len())
            .filter(|row| self.old_of[*row].is_none() && !hidden[*row])
            .filter(|row| is_text(&self.new.rows[*row]))
            .collect();
        let removed: Vec<usize> = (0..self.old.rows.len())
            .filter(|row| self.new_of[*row].is_none() && !self.brought_old[*row])
            .filter(|row| is_text(&self.old.rows[*row]))
            .collect();
        let all = added.len() == removed.len() && added.len() <= self.background.texts;
        let same_place = |_: &BaseRow| String::new();
        let pairs = match all {
            true => self.text_pairs(&removed, &added, same_place),
            false => self.text_pairs(&removed, &added, without_digits),
        };
        let expected = match all {
            true => added.len(),
            false => self.background.counting_texts,
        };
        match pairs.len() == expected {
            true => pairs,
            false => HashMap::new(),
        }
    }

    /// The added texts that replace a removed one inside the same row with the same key.
    fn text_pairs(
        &self,
        removed: &[usize],
        added: &[usize],
        key: fn(&BaseRow) -> String,
    ) -> HashMap<usize, usize> {
        let mut by_place: HashMap<(Option<usize>, String), VecDeque<usize>> = HashMap::new();
        for row in removed {
            let place = (self.old_parents[*row], key(&self.old.rows[*row]));
            by_place.entry(place).or_default().push_back(*row);
        }
        let replaced = added.iter().filter_map(|row| {
            let parent = match self.new_parents[*row] {
                Some(parent) => Some(self.old_of[parent]?),
                None => None,
            };
            let place = (parent, key(&self.new.rows[*row]));
            Some((*row, by_place.get_mut(&place)?.pop_front()?))
        });
        replaced.collect()
    }

    /// A row of the old text with its frame in the new one.
    fn in_new_frame(&self, row: &BaseRow) -> Option<BaseRow> {
        if row.kind != LineKind::Element {
            return Some(row.clone());
        }
        let document = self.old.documents.get(row.frame as usize)?;
        let frame = self
            .new
            .documents
            .iter()
            .position(|each| each == document)?;
        Some(BaseRow {
            frame: u32::try_from(frame).ok()?,
            ..row.clone()
        })
    }
}

/// The line of a text without its digits.
fn without_digits(row: &BaseRow) -> String {
    let other = row
        .line
        .chars()
        .filter(|character| !character.is_ascii_digit());
    other.collect()
}

/// For each row, the row that it is inside.
fn parents(base: &Base) -> Vec<Option<usize>> {
    let mut above: Vec<usize> = Vec::new();
    let rows = base.rows.iter().enumerate().map(|(position, row)| {
        while above
            .last()
            .is_some_and(|last| base.rows[*last].depth >= row.depth)
        {
            above.pop();
        }
        let parent = above.last().copied();
        above.push(position);
        parent
    });
    rows.collect()
}

#[cfg(test)]
mod tests;
