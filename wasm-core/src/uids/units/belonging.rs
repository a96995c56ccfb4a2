//! What an element belongs to: the titles of its units, or what is above it.

use super::titles::Digits;
use super::{Above, MAX_UNITS, MAX_WORDS, Unit, Units, Words};
use crate::dom::Idx;
use crate::hash;
use crate::page::Page;
use crate::roles::Roles;
use axlens_snapshot::role::Role;

/// What an element belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Belonging {
    /// Hash of the titles of its units, or of the heading above it.
    pub hash: u64,
    /// The index of the node that has the title.
    pub container: u32,
    /// Whether the nearest unit has a title outside of the element.
    pub has_title: bool,
    /// Whether the title is a text in a large box, which does not identify the element.
    pub is_in_large_box: bool,
    /// The depth of the node that contains both the element and the title.
    depth: u32,
    /// The element whose texts count: the outermost unit, or the title of an element in no unit.
    pub scope: Idx,
}

impl Units<'_> {
    /// What an element belongs to. Its own words do not count, unless it is a unit `known_by_text`.
    pub fn belonging(
        &self,
        page: &Page,
        roles: &Roles,
        node: Idx,
        known_by_text: bool,
    ) -> Option<Belonging> {
        let own = if known_by_text {
            (0, 0)
        } else {
            self.words_of(node)
        };
        let mut at = self.nodes[node.index()].unit;
        if !known_by_text && self.is_unit(node) {
            at = self.units[at as usize].outer;
        }
        let Some(nearest) = self.units.get(at as usize) else {
            let heading = self.below_heading(node);
            let has_field_label = roles.role(node).is_interactive()
                && !matches!(roles.role(node), Role::Button | Role::Link);
            let boxed = (!has_field_label).then(|| self.after_text(page, roles, node));
            return match (heading, boxed.flatten()) {
                (Some(heading), Some(boxed)) => Some(self.nearer(heading, boxed)),
                (heading, boxed) => heading.or(boxed),
            };
        };
        let mut belonging = Belonging {
            hash: u64::from(known_by_text),
            container: nearest.node.0,
            has_title: self.title_without(nearest, own).is_some(),
            is_in_large_box: false,
            depth: 0,
            scope: nearest.node,
        };
        for _ in 0..MAX_UNITS {
            let Some(unit) = self.units.get(at as usize) else {
                break;
            };
            let title = self.title_without(unit, own);
            belonging.hash = hash::pair(belonging.hash, title.unwrap_or_default());
            belonging.scope = unit.node;
            at = unit.outer;
        }
        Some(belonging)
    }

    /// The belonging of an element in no unit: the heading above it, or the label of its group.
    fn below_heading(&self, node: Idx) -> Option<Belonging> {
        let above = self.nodes[node.index()].above;
        let Above { heading, scope } = above;
        let words = self.nodes.get(heading as usize)?.words;
        let words = match above.is_label() {
            true => (words.0, words.1.min(words.0 + 1)),
            false => words,
        };
        Some(Belonging {
            hash: hash::pair(0, self.hash(words, Digits::NoCounts)),
            container: heading,
            has_title: true,
            is_in_large_box: false,
            depth: self.nodes[scope as usize].depth,
            scope: Idx(heading),
        })
    }

    fn nearer(&self, heading: Belonging, text: Belonging) -> Belonging {
        match text.depth > heading.depth && !text.is_in_large_box {
            true => text,
            false => heading,
        }
    }

    /// The belonging of an element in no unit to the first plain text before it in the smallest box
    /// that has one.
    fn after_text(&self, page: &Page, roles: &Roles, node: Idx) -> Option<Belonging> {
        let start = self.words_of(node).0;
        let mut scope = page.flat.parent(node)?;
        for _ in 0..MAX_UNITS {
            let role = roles.role(scope);
            let is_page = page.dom.tag(scope) == "body";
            let is_part = role.is_landmark() || role.sets_context();
            let words = self.words_of(scope);
            if is_page || is_part {
                return None;
            }
            if let Some(title) = self.first_plain((words.0, start)) {
                let words = self.with_neighbours(scope, title);
                return Some(Belonging {
                    hash: hash::pair(0, self.hash(words, Digits::NoCounts)),
                    container: scope.0,
                    has_title: true,
                    is_in_large_box: self.plain_count(self.words_of(scope)) > MAX_WORDS,
                    depth: self.nodes[scope.index()].depth,
                    scope: self.words[title as usize].node,
                });
            }
            scope = page.flat.parent(scope)?;
        }
        None
    }

    /// The hash of the title of a unit without the words of an element in it.
    fn title_without(&self, unit: &Unit, own: Words) -> Option<u64> {
        let is_own = |words: Words| words.0 < own.1 && own.0 < words.1;
        match unit.title.into_iter().any(is_own) {
            true => self.title_hash(unit, own),
            false => unit.hash,
        }
    }
}
