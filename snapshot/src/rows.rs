//! Reads repeated structures of a page as rows: tables and grids, lists, and cards that are no list
//! for assistive technology.

use crate::page_tree::{TreeNode, subtree};
use crate::quote::shortened;
use crate::role::Role;
use crate::table;
use crate::text::text_of;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Maximum length of a column's name, in characters.
const MAX_COLUMN_CHARS: usize = 80;

/// A repeated structure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rows {
    /// The nodes of the table or list, or those of all cards.
    pub nodes: Range<usize>,
    /// Names of the columns: the headers of a table, what is before a colon in each row, or `1`,
    /// `2` and so on.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<StructureRow>,
}

/// A row of a repeated structure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StructureRow {
    /// Its nodes.
    pub nodes: Range<usize>,
    /// Its texts, by column. A row can have fewer than there are columns.
    pub cells: Vec<String>,
}

/// The structures in a part of a page: tables with several rows and no table in them first, then
/// those with the most nodes, and those in landmarks around the content last.
pub fn structures(nodes: &[TreeNode], part: Range<usize>) -> Vec<Rows> {
    let mut found: Vec<Rows> = part
        .clone()
        .filter_map(|at| match nodes[at].node.role {
            role if role.is_table() => Some(of_table(nodes, at)),
            Role::List | Role::Listbox | Role::Feed | Role::Tree => Some(of_list(nodes, at)),
            _ => None,
        })
        .filter(|rows| !rows.rows.is_empty())
        .collect();
    found.extend(cards(nodes, part));
    let asides = asides(nodes);
    found.sort_by_cached_key(|rows| {
        (
            asides[rows.nodes.start],
            !is_data_table(nodes, rows),
            Reverse(rows.nodes.len()),
        )
    });
    for rows in &mut found {
        rows.columns = distinct(std::mem::take(&mut rows.columns));
    }
    found
}

/// The cards of a page that have no node of their own in the tree.
#[derive(Debug)]
pub struct Cards {
    ranges: Vec<Range<usize>>,
    /// The index of the smallest card around each node.
    around: Vec<Option<usize>>,
}

impl Cards {
    /// Those of all nodes of a page.
    pub fn of(nodes: &[TreeNode]) -> Cards {
        let all = cards(nodes, 0..nodes.len()).into_iter();
        let all = all.flat_map(|cards| cards.rows.into_iter().map(|card| card.nodes));
        let mut ranges: Vec<Range<usize>> = all.collect();
        ranges.sort_by_key(|card| Reverse(card.len()));
        let mut around = vec![None; nodes.len()];
        for (index, card) in ranges.iter().enumerate() {
            around[card.clone()].fill(Some(index));
        }
        Cards { ranges, around }
    }

    /// The nodes of the smallest card around a node.
    pub fn around(&self, at: usize) -> Option<Range<usize>> {
        let index = self.around.get(at).copied().flatten()?;
        self.ranges.get(index).cloned()
    }
}

/// Whether it is a table that is not there for the layout of the page.
fn is_data_table(nodes: &[TreeNode], rows: &Rows) -> bool {
    let tables = nodes[rows.nodes.clone()].iter();
    let tables = tables.filter(|each| each.node.role.is_table()).count();
    nodes[rows.nodes.start].node.role.is_table() && tables == 1 && rows.rows.len() > 1
}

/// Which nodes are in landmarks whose lists are rarely data.
fn asides(nodes: &[TreeNode]) -> Vec<bool> {
    use Role::{Banner, Contentinfo, Navigation};
    // The depth of the landmark around the node.
    let mut landmark = None;
    let is_aside = |each: &TreeNode| {
        let depth = each.node.depth;
        landmark = landmark.filter(|around| *around < depth);
        if matches!(each.node.role, Banner | Contentinfo | Navigation) {
            landmark = landmark.or(Some(depth));
        }
        landmark.is_some()
    };
    nodes.iter().map(is_aside).collect()
}

/// The names of columns, shortened, each one only once: an empty one is its number.
fn distinct(columns: Vec<String>) -> Vec<String> {
    let mut known = HashSet::new();
    let distinct = |(at, column): (usize, String)| {
        let name = shortened(column.trim(), MAX_COLUMN_CHARS);
        let name = match name.is_empty() {
            true => (at + 1).to_string(),
            false => name.into_owned(),
        };
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let mut candidates = std::iter::once(name.clone()).chain(numbered);
        candidates.find(|candidate| known.insert(candidate.clone()))
    };
    columns
        .into_iter()
        .enumerate()
        .filter_map(distinct)
        .collect()
}

fn of_table(nodes: &[TreeNode], at: usize) -> Rows {
    let table = table::table(nodes, at);
    let rows = table.rows.into_iter().map(|row| StructureRow {
        nodes: subtree(nodes, row.position),
        cells: row.cells,
    });
    Rows {
        nodes: subtree(nodes, at),
        columns: table.columns,
        rows: rows.collect(),
    }
}

fn of_list(nodes: &[TreeNode], at: usize) -> Rows {
    use Role::{Article, Listitem, Option, Treeitem};
    let is_item =
        |at: &usize| matches!(nodes[*at].node.role, Listitem | Option | Treeitem | Article);
    let items = children(nodes, at).into_iter().filter(is_item);
    of_ranges(
        nodes,
        subtree(nodes, at),
        items.map(|at| subtree(nodes, at)),
    )
}

/// The rows with these nodes.
fn of_ranges(
    nodes: &[TreeNode],
    all: Range<usize>,
    ranges: impl Iterator<Item = Range<usize>>,
) -> Rows {
    let rows = ranges.map(|range| StructureRow {
        cells: texts(nodes, range.clone()),
        nodes: range,
    });
    let mut rows: Vec<StructureRow> = rows.collect();
    let columns = name_columns(&mut rows);
    Rows {
        nodes: all,
        columns,
        rows,
    }
}

/// The texts of a row, one for each block, without those of buttons; or else its name.
fn texts(nodes: &[TreeNode], range: Range<usize>) -> Vec<String> {
    let mut inside = Vec::new();
    let mut at = range.start;
    while at < range.end {
        if nodes[at].node.role == Role::Button {
            at = subtree(nodes, at).end;
        } else {
            inside.push(&nodes[at].node);
            at += 1;
        }
    }
    let text = text_of(inside);
    let texts = text.split(['\n', '\t']).map(str::trim);
    let texts: Vec<String> = texts
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
        .collect();
    let name = &nodes[range.start].node.name;
    match texts.is_empty() && !name.is_empty() {
        true => vec![name.clone()],
        false => texts,
    }
}

/// Names the columns, and removes the names from the cells: `Price: 12` is `12` in the column
/// `Price` if all rows with this cell have that, and there are several.
fn name_columns(rows: &mut [StructureRow]) -> Vec<String> {
    let count = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    (0..count)
        .map(|column| match label(rows, column) {
            Some(label) => {
                for cell in rows.iter_mut().filter_map(|row| row.cells.get_mut(column)) {
                    *cell = cell[label.len() + 1..].trim().to_owned();
                }
                label
            }
            None => (column + 1).to_string(),
        })
        .collect()
}

/// What each row has before a colon in a column.
fn label(rows: &[StructureRow], column: usize) -> Option<String> {
    let mut cells = rows.iter().filter_map(|row| row.cells.get(column));
    let label = cells.next()?.split_once(": ")?.0.to_owned();
    let mut others = cells.peekable();
    others.peek()?;
    let is_label = |cell: &String| {
        let rest = cell.strip_prefix(&*label);
        rest.is_some_and(|rest| rest.starts_with(": "))
    };
    others.all(is_label).then_some(label)
}

/// Roles whose children are rows of another structure, or no rows.
const HAS_OTHER_ROWS: [Role; 6] = [
    Role::Feed,
    Role::List,
    Role::Listbox,
    Role::Row,
    Role::Rowgroup,
    Role::Tree,
];

/// The cards in a part of a page: neighbours whose controls belong to different units.
fn cards(nodes: &[TreeNode], part: Range<usize>) -> Vec<Rows> {
    let has_children = |at: &usize| {
        let next = nodes.get(at + 1);
        next.is_some_and(|next| next.node.depth > nodes[*at].node.depth)
    };
    let parents = part.filter(has_children);
    let parents = parents.filter(|at| {
        let role = nodes[*at].node.role;
        !role.is_table() && !HAS_OTHER_ROWS.contains(&role)
    });
    parents
        .flat_map(|at| {
            let children = children(nodes, at);
            // What contains several units is no part of a card.
            let groups = children.split(|child| has_several_units(nodes, *child));
            let cards = groups.filter_map(|group| cards_in(nodes, group));
            cards.collect::<Vec<_>>()
        })
        .collect()
}

fn has_several_units(nodes: &[TreeNode], at: usize) -> bool {
    let inside = nodes[subtree(nodes, at)].iter();
    let mut units = inside.map(|each| each.node.unit).filter(|unit| *unit != 0);
    let first = units.next();
    units.any(|unit| Some(unit) != first)
}

/// A card among the children of a node: the indexes of the first and the last child with controls.
type CardChildren = Range<usize>;

fn cards_in(nodes: &[TreeNode], children: &[usize]) -> Option<Rows> {
    let units: Vec<u32> = children
        .iter()
        .map(|at| unit_in(nodes, subtree(nodes, *at)))
        .collect();
    let cards = runs(&units);
    if cards.len() < 2 {
        return None;
    }
    let starts = starts(nodes, children, &cards);
    let end = ending(&cards, &starts, children.len());
    let ends = starts.iter().skip(1).copied().chain([end]);
    let ranges: Vec<Range<usize>> = starts
        .iter()
        .zip(ends)
        .map(|(start, end)| children[*start]..subtree(nodes, children[end - 1]).end)
        .collect();
    let all = ranges.first()?.start..ranges.last()?.end;
    are_alike(nodes, &ranges).then(|| of_ranges(nodes, all, ranges.into_iter()))
}

/// Whether at least half of the cards have nodes with the same roles.
fn are_alike(nodes: &[TreeNode], cards: &[Range<usize>]) -> bool {
    let roles = |card: &Range<usize>| -> Vec<Role> {
        let inside = nodes[card.clone()].iter();
        inside.map(|each| each.node.role).collect()
    };
    let mut counts: HashMap<Vec<Role>, usize> = HashMap::new();
    for card in cards {
        *counts.entry(roles(card)).or_default() += 1;
    }
    let most = counts.into_values().max().unwrap_or(0);
    most > 1 && most * 2 >= cards.len()
}

/// The unit of the first control in some nodes; 0 without one.
fn unit_in(nodes: &[TreeNode], range: Range<usize>) -> u32 {
    let mut units = nodes[range].iter().map(|each| each.node.unit);
    units.find(|unit| *unit != 0).unwrap_or(0)
}

/// The runs of children with the same unit, without the children before, between and after them.
fn runs(units: &[u32]) -> Vec<CardChildren> {
    let mut runs: Vec<CardChildren> = Vec::new();
    for (at, unit) in units.iter().enumerate().filter(|(_, unit)| **unit != 0) {
        match runs.last_mut() {
            Some(last) if units[last.start] == *unit => last.end = at + 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

/// The first child of each card. What is between the controls of two cards belongs to the second
/// one from a heading or an image on; if all cards begin with a link, to the first one.
fn starts(nodes: &[TreeNode], children: &[usize], cards: &[CardChildren]) -> Vec<usize> {
    let role = |child: usize| nodes[children[child]].node.role;
    let gap = |at: usize| cards[at - 1].end..=cards[at].start;
    let between = 1..cards.len();
    let begin_with = |wanted: Role| {
        let mut gaps = between.clone().map(gap);
        gaps.all(|mut gap| gap.any(|child| role(child) == wanted))
    };
    let leader = [Role::Heading, Role::Image]
        .into_iter()
        .find(|role| begin_with(*role));
    let are_links = cards.iter().all(|card| role(card.start) == Role::Link);
    let start = |at: usize| match leader {
        Some(leader) => gap(at).find(|child| role(*child) == leader),
        None if are_links => Some(cards[at].start),
        None => Some(cards[at - 1].end),
    };
    let others = between
        .clone()
        .map(|at| start(at).unwrap_or(cards[at].start));
    let others: Vec<usize> = others.collect();
    // As many children before the controls as in the second card.
    let before = cards[1].start - others[0];
    let first = cards[0].start.saturating_sub(before);
    std::iter::once(first).chain(others).collect()
}

/// The end of the last card: it has as many children after its controls as the one before it.
fn ending(cards: &[CardChildren], starts: &[usize], count: usize) -> usize {
    let (last, before) = (&cards[cards.len() - 1], &cards[cards.len() - 2]);
    let after = starts[starts.len() - 1] - before.end;
    (last.end + after).min(count)
}

/// The children of a node.
fn children(nodes: &[TreeNode], at: usize) -> Vec<usize> {
    let depth = nodes[at].node.depth + 1;
    let inside = subtree(nodes, at).skip(1);
    inside.filter(|at| nodes[*at].node.depth == depth).collect()
}

/// How many rows a page says a structure has, as in `1–20 of 431`: the text, and the number. It is
/// the first such text after the structure, or else the last one before it.
pub fn claim<'a>(nodes: &'a [TreeNode], rows: &Rows) -> Option<(&'a str, u64)> {
    let number = |each: &'a TreeNode| {
        let text = each.node.name.trim();
        let count = claimed(text).filter(|_| each.node.role == Role::Text)?;
        (count >= rows.rows.len() as u64).then_some((text, count))
    };
    let after = nodes[rows.nodes.end..].iter().find_map(number);
    after.or_else(|| nodes[..rows.nodes.start].iter().rev().find_map(number))
}

/// The last number of `1–20 of 431`, `1 - 20 von 431` and `1-20 / 431`.
fn claimed(text: &str) -> Option<u64> {
    const MAX_LEN: usize = 60;
    let is_digit = |character: char| character.is_ascii_digit();
    if text.len() > MAX_LEN || !text.contains(is_digit) {
        return None;
    }
    let (before, after) = text.split_once(['–', '-'])?;
    let first = number(before.trim_end().rsplit(' ').next()?)?;
    let mut words = after.split_whitespace();
    let last = number(words.next()?)?;
    let is_between = |word: &str| {
        matches!(
            word,
            "of" | "von" | "sur" | "de" | "di" | "van" | "из" | "/"
        )
    };
    let all = number(
        words
            .next()
            .filter(|word| is_between(word))
            .and(words.next())?,
    )?;
    (first <= last && last <= all).then_some(all)
}

/// A number, with separators of thousands.
fn number(text: &str) -> Option<u64> {
    let digits: String = text
        .chars()
        .filter(|character| !matches!(character, ',' | '.' | '\u{202f}' | '\u{a0}'))
        .collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests;
