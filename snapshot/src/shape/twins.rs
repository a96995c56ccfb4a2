//! Tells equal controls apart: those with the same role and name get a text of the row, card or
//! group that they are in, unless a line before them has it. A checkbox without a name gets the
//! text next to it, or else that of its row, and a group, an item or another element without a name
//! its first text.

use crate::page_tree::TreeNode;
use crate::quote::shortened;
use crate::role::Role;
use crate::rows;
use crate::view::View;
use std::collections::HashMap;
use std::ops::Range;

/// Maximum number of nodes of a row or card whose texts are compared.
const MAX_NODES: usize = 60;
/// Maximum number of texts of a row or card that are compared.
const MAX_TEXTS: usize = 8;
/// Maximum number of kinds of controls with the same name.
const MAX_KINDS: usize = 16;
/// Maximum length of the text that is printed.
const MAX_LEN: usize = 40;

/// Positions, or their indexes in a list, by a name or a text.
type ByText<'v> = HashMap<&'v str, Vec<usize>>;

/// A text that distinguishes a control: the nodes around the control that belong to it, and the
/// position of the text among them.
type Distinction = (Range<usize>, usize);

/// The nodes of a page, and where their parents are and their contents end.
struct ControlGroups<'v> {
    all: &'v [TreeNode],
    parents: Vec<Option<usize>>,
    ends: Vec<usize>,
    /// The nodes of each card that has no node of its own.
    cards: rows::Cards,
}

/// Sets what tells the kept controls apart from others with the same role and name.
pub fn tell_apart(view: &mut View, is_kept: &[bool]) {
    label_toggles(view, is_kept);
    let mut last_around = 0..0;
    for (position, (around, text)) in distinctions(view, is_kept) {
        if view.nodes[position].distinction.is_some() {
            continue;
        }
        let text: Box<str> = shortened(&view.nodes[text].node.name, MAX_LEN).into();
        let beginning = text.trim_end_matches('…');
        let near = around.start.max(position.saturating_sub(MAX_NODES))..position;
        let is_printed = near.into_iter().any(|before| {
            let each = &view.nodes[before];
            is_kept[before]
                && (has_words(&each.node.name, beginning)
                    || each.distinction.as_ref() == Some(&text))
        });
        // One text for all controls of a card.
        if !is_printed && around != last_around {
            view.nodes[position].distinction = Some(text);
            last_around = around;
        }
    }
    describe_nameless(view, is_kept);
}

/// Gives each toggle without a name the text next to it.
fn label_toggles(view: &mut View, is_kept: &[bool]) {
    let ends = view.ends();
    let mut position = 0;
    while position < view.nodes.len() {
        let toggles = toggles_from(view, position, &ends);
        for (toggle, text) in labels(view, &toggles, &ends) {
            if is_kept[toggle] {
                let text: Box<str> = shortened(&view.nodes[text].node.name, MAX_LEN).into();
                view.nodes[toggle].distinction = Some(text);
            }
        }
        position = toggles.last().copied().unwrap_or(position) + 1;
    }
}

/// A toggle without a name, and those of the same role after it, each after a text: siblings.
fn toggles_from(view: &View, position: usize, ends: &[usize]) -> Vec<usize> {
    let first = &view.nodes[position];
    let is_like = |at: &usize| {
        let each = view.nodes.get(*at);
        each.is_some_and(|each| {
            is_bare_toggle(each)
                && (each.node.role, each.node.depth) == (first.node.role, first.node.depth)
        })
    };
    let next = |at: &usize| {
        let text = sibling_text(view, *at, ends[*at])?;
        Some(text + 1).filter(is_like)
    };
    std::iter::successors(Some(position).filter(is_like), next).collect()
}

/// The position of a text if it is a sibling of a toggle.
fn sibling_text(view: &View, toggle: usize, at: usize) -> Option<usize> {
    let (own, text) = (&view.nodes[toggle], view.nodes.get(at)?);
    let is_text = text.node.role == Role::Text && text.node.depth == own.node.depth;
    (is_text && says_something(text, own.frame)).then_some(at)
}

/// The texts of toggles: those after them, unless only the last one has none there. With a text at
/// both ends, the side is not known of several ones, and of a switch.
fn labels(view: &View, toggles: &[usize], ends: &[usize]) -> Vec<(usize, usize)> {
    let (Some(&first), Some(&last)) = (toggles.first(), toggles.last()) else {
        return Vec::new();
    };
    let before = |at: usize| {
        at.checked_sub(1)
            .and_then(|text| sibling_text(view, at, text))
    };
    let after = |at: usize| sibling_text(view, at, ends[at]);
    let is_unclear = toggles.len() > 1 || view.nodes[first].node.role == Role::Switch;
    let side: &dyn Fn(usize) -> Option<usize> = match (before(first), after(last)) {
        (Some(_), Some(_)) if is_unclear => return Vec::new(),
        (Some(_), None) => &before,
        (Some(_) | None, _) => &after,
    };
    let labels = toggles.iter().filter_map(|at| Some((*at, side(*at)?)));
    labels.collect()
}

/// Whether an element is a checkbox, a radio button or a switch without a name.
fn is_bare_toggle(each: &TreeNode) -> bool {
    let is_toggle = matches!(each.node.role, Role::Checkbox | Role::Radio | Role::Switch);
    is_toggle && each.node.name.is_empty()
}

/// Gives each kept element without a name a text that says what it is.
fn describe_nameless(view: &mut View, is_kept: &[bool]) {
    let is_bare = |each: &TreeNode| {
        each.node.name.is_empty() && each.distinction.is_none() && each.node.hint.is_empty()
    };
    let ends = view.ends();
    for position in 0..view.nodes.len() {
        let own = &view.nodes[position];
        if !is_kept[position] || !is_bare(own) {
            continue;
        }
        let text = match own.node.role {
            Role::Checkbox | Role::Radio | Role::Switch => None,
            role if role.takes_value() || role == Role::Iframe => None,
            _ => first_text(view, is_kept, position + 1..ends[position]),
        };
        let text = text.map(|text| shortened(&text.node.name, MAX_LEN).into());
        view.nodes[position].distinction = text;
    }
}

/// The first text in an element, before the next element that is kept.
fn first_text<'v>(view: &'v View, is_kept: &[bool], inside: Range<usize>) -> Option<&'v TreeNode> {
    let frame = view.nodes.get(inside.start)?.frame;
    let near = inside.take(MAX_NODES).take_while(|at| !is_kept[*at]);
    let mut texts = near.map(|at| &view.nodes[at]);
    texts.find(|each| each.node.role == Role::Text && says_something(each, frame))
}

/// Whether a node of this frame has visible letters or digits.
fn says_something(each: &TreeNode, frame: usize) -> bool {
    each.node.name.contains(char::is_alphanumeric)
        && each.frame == frame
        && each.node.states.unseen.is_none()
}

/// What tells controls apart, by their positions, in the order of the page.
fn distinctions(view: &View, is_kept: &[bool]) -> Vec<(usize, Distinction)> {
    let mut by_name = ByText::new();
    for (position, each) in view.nodes.iter().enumerate() {
        if is_kept[position] && each.is_control() {
            by_name.entry(&each.node.name).or_default().push(position);
        }
    }
    by_name.retain(|_, equal| equal.len() > 1);
    if by_name.is_empty() {
        return Vec::new();
    }
    let groups = ControlGroups {
        all: &view.nodes,
        parents: view.parents(),
        ends: view.ends(),
        cards: rows::Cards::of(&view.nodes),
    };
    let mut found: Vec<Option<Distinction>> = vec![None; view.nodes.len()];
    for named in by_name.into_values() {
        for equal in groups.kinds(named) {
            groups.distinguish(&equal, &mut found);
        }
    }
    let found = found.into_iter().enumerate();
    let found = found.filter_map(|(position, found)| Some((position, found?)));
    found.collect()
}

impl ControlGroups<'_> {
    /// The controls of each role and hint among those with the same name.
    fn kinds(&self, named: Vec<usize>) -> Vec<Vec<usize>> {
        let kind = |at: usize| (self.all[at].node.role, &self.all[at].node.hint);
        let (mut kinds, mut rest) = (Vec::new(), named);
        while let (Some(first), true) = (rest.first().copied(), kinds.len() < MAX_KINDS) {
            let (same, others) = rest.into_iter().partition(|at| kind(*at) == kind(first));
            kinds.push(same);
            rest = others;
        }
        kinds
    }

    /// Finds what tells equal controls apart: the rarest text around each, unless all have it.
    fn distinguish(&self, equal: &[usize], found: &mut [Option<Distinction>]) {
        if equal.len() < 2 {
            return;
        }
        let around: Vec<Range<usize>> = (0..equal.len())
            .map(|index| {
                let position = equal[index];
                let around = self.element_around(equal, index);
                let around = around.or_else(|| self.card_around(equal, index));
                // What is before a toggle without a name may be the label of another one.
                let is_bare = is_bare_toggle(&self.all[position]);
                let around = around.or_else(|| is_bare.then_some(position..position));
                around.unwrap_or_else(|| self.since_previous(equal, index))
            })
            .collect();
        let texts: Vec<Vec<usize>> = equal
            .iter()
            .zip(&around)
            .map(|(position, around)| self.texts(around, *position))
            .collect();
        let name = |text: &usize| self.all[*text].node.name.as_str();
        let mut known = ByText::new();
        for (index, own) in texts.iter().enumerate() {
            for text in own {
                let with_text = known.entry(name(text)).or_default();
                if with_text.last() != Some(&index) {
                    with_text.push(index);
                }
            }
        }
        let count = |text: &usize| known.get(name(text)).map_or(0, Vec::len);
        for ((position, around), own) in equal.iter().zip(around).zip(&texts) {
            let order = |text: &&usize| (count(text), self.rank(**text));
            let rarest = own.iter().min_by_key(order).copied();
            let rarest = rarest.filter(|text| count(text) < equal.len());
            found[*position] = rarest.map(|text| (around, text));
        }
    }

    /// Headings are before texts that begin with a letter, and these before prices, counters and
    /// times, which change.
    fn rank(&self, text: usize) -> u8 {
        let each = &self.all[text];
        match is_heading(each) {
            true => 0,
            false if each.node.name.starts_with(char::is_alphabetic) => 1,
            false => 2,
        }
    }

    /// The largest element around one of several equal controls that contains no other one.
    fn element_around(&self, equal: &[usize], index: usize) -> Option<Range<usize>> {
        let position = equal[index];
        let before = index.checked_sub(1).map(|before| equal[before]);
        let after = equal.get(index + 1).copied();
        let contains_other = |at: usize| {
            let mut others = [before, after].into_iter().flatten();
            others.any(|other| (at..self.ends[at]).contains(&other))
        };
        let ancestors = std::iter::successors(Some(position), |at| self.parents[*at]);
        let own = ancestors.take_while(|at| !contains_other(*at)).last()?;
        (own != position).then(|| own..self.ends[own])
    }

    /// The card around one of several equal controls, if it contains no other one.
    fn card_around(&self, equal: &[usize], index: usize) -> Option<Range<usize>> {
        let card = self.cards.around(equal[index])?;
        let before = index.checked_sub(1).and_then(|before| equal.get(before));
        let mut others = before.into_iter().chain(equal.get(index + 1));
        (!others.any(|other| card.contains(other))).then_some(card)
    }

    /// What is between one of several equal controls and the one before it, in the same element. As
    /// many nodes belong to the first one as to the second.
    fn since_previous(&self, equal: &[usize], index: usize) -> Range<usize> {
        let position = equal[index];
        let parent = self.parents[position].map_or(0, |parent| parent + 1);
        let since = |at: usize| equal[at + 1].saturating_sub(self.ends[equal[at]]);
        let previous = match index.checked_sub(1) {
            Some(before) => self.ends[equal[before]],
            None => position.saturating_sub(since(0)),
        };
        parent.max(previous).min(position)..position
    }

    /// The first visible texts around a control, in its frame: the nearest ones if all are before
    /// it.
    fn texts(&self, around: &Range<usize>, position: usize) -> Vec<usize> {
        let own = position..self.ends[position];
        let tells_apart = |at: &usize| {
            let each = &self.all[*at];
            !own.contains(at)
                && (each.node.role == Role::Text || each.is_control() || is_heading(each))
                && says_something(each, self.all[position].frame)
        };
        let is_before = around.end == position;
        let nth = |index: usize| match is_before {
            true => around.end - 1 - index,
            false => around.start + index,
        };
        let scanned = (0..around.len().min(MAX_NODES)).map(nth);
        scanned.filter(tells_apart).take(MAX_TEXTS).collect()
    }
}

/// Whether a text contains another one that neither begins nor ends within a word.
fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + words.len()..]);
        !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
    })
}

fn is_heading(each: &TreeNode) -> bool {
    matches!(each.node.role, Role::Heading | Role::Rowheader)
}

#[cfg(test)]
mod tests;
