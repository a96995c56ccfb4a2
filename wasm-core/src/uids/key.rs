//! The identity of elements: the key (tag, role, name, identified ancestors), and the context (the
//! titles of the row, card or dialog around it, or the heading above it). Both are hashes.

use super::UidSubject;
use super::units::{NONE, Units};
use crate::dom::{Dom, Idx, Kind};
use crate::hash;
use crate::pace::{Pace, SPAN};
use crate::page::Page;
use crate::roles::Roles;
use crate::selectors::looks_generated;
use crate::table::HashTable;
use axlens_protocol::wire::record_format::TEST_IDS;
use axlens_snapshot::context::{ContextHash, NameHash};
use axlens_snapshot::role::Role;

/// Keys and contexts of one page.
#[derive(Debug)]
pub struct UidKeys<'r> {
    /// For each node: the hash of its identified ancestors.
    ancestors: Vec<u64>,
    units: Units<'r>,
}

/// The context of an element: what it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surroundings {
    /// Hash of the titles of its units, or of the heading above it; `None` without any.
    around: Option<u64>,
    /// The part of this hash that belongs to the key.
    in_key: u64,
    /// Index of the node with the title, to detect several with the same title.
    container: u32,
    /// Whether the hash `around` can identify the element without its name.
    known_by_around: bool,
    /// Whether `around` is a text in a large box.
    is_in_large_box: bool,
    /// Hash of its name.
    name: NameHash,
    /// Hash of what it belongs to, its role and the letters of its name.
    likeness: u64,
    /// Node id of the element whose texts identify it; 0 without one.
    pub scope: u32,
}

/// The index of the container if several have the same title.
const SEVERAL: u32 = u32::MAX - 1;

impl<'r> UidKeys<'r> {
    /// Finds the units of the page and the identified ancestors.
    pub async fn new(page: &Page<'r>, roles: &Roles, pace: &Pace) -> UidKeys<'r> {
        let mut ancestors = vec![0; page.dom.len()];
        let mut open = vec![page.dom.document()];
        while !open.is_empty() {
            pace.steps(SPAN).await;
            for _ in 0..SPAN {
                let Some(node) = open.pop() else {
                    break;
                };
                let above = ancestors[node.index()];
                let is_element = page.dom.kind(node) == Kind::Element;
                let below = match is_element {
                    true => identify(&page.dom, roles.role(node), node, above),
                    false => above,
                };
                for child in page.flat.children(node) {
                    ancestors[child.index()] = below;
                    open.push(*child);
                }
            }
        }
        let units = Units::new(page, roles, pace).await;
        UidKeys { ancestors, units }
    }

    /// The subject of an element. `name` is its accessible name.
    pub fn subject(
        &self,
        page: &Page,
        roles: &Roles,
        (node, around): (Idx, &Surroundings),
        name: &str,
    ) -> UidSubject {
        let mut key = hash::text(self.ancestors[node.index()], page.dom.tag(node));
        key = hash::text(key, roles.role(node).as_str());
        key = hash::text(key, name);
        // The text of the row is part of the key: a new element inherits a uid only from an element
        // in a row with the same text.
        UidSubject {
            node: page.dom.node_id(node),
            key: hash::pair(key, around.in_key),
        }
    }

    /// The context of an element. `name` is its accessible name.
    pub fn surroundings(&self, page: &Page, roles: &Roles, node: Idx, name: &str) -> Surroundings {
        let role = roles.role(node);
        // Rows, list items, articles and cards without a name are identified by their title only.
        let is_item = matches!(role, Role::Row | Role::Listitem | Role::Article);
        let is_titled = self.units.is_unit(node) && (is_item || name.is_empty());
        let is_identified_by_name = matches!(role, Role::Treeitem | Role::Option);
        let belonging = self.units.belonging(page, roles, node, is_titled);
        let identifying = belonging.filter(|belonging| !belonging.is_in_large_box);
        let in_key = identifying.map_or(0, |belonging| belonging.hash);
        Surroundings {
            around: match is_identified_by_name {
                true => Some(0),
                false => belonging.map(|belonging| belonging.hash),
            },
            in_key,
            likeness: hash::pair(hash::text(in_key, role.as_str()), letters_of(name)),
            known_by_around: !is_identified_by_name
                && belonging.is_none_or(|belonging| belonging.has_title),
            is_in_large_box: belonging.is_some() && identifying.is_none(),
            container: belonging.map_or(NONE, |belonging| belonging.container),
            name: name_hash(name),
            scope: identifying.map_or(0, |belonging| page.dom.node_id(belonging.scope)),
        }
    }
}

/// The contexts of all elements. The title of a container identifies the element if no other
/// container has the same title, and no other element in it the same role and letters.
#[derive(Debug)]
pub struct Contexts {
    /// For each hash of a title: the container, or [`SEVERAL`].
    containers: HashTable,
    /// For each likeness: the number of elements.
    alike: HashTable,
}

impl Contexts {
    /// Creates contexts for a number of elements.
    pub fn with_capacity(elements: usize) -> Contexts {
        Contexts {
            containers: HashTable::with_capacity(elements),
            alike: HashTable::with_capacity(elements),
        }
    }

    /// Adds the context of one element.
    pub fn add(&mut self, surroundings: &Surroundings) {
        self.alike.count(surroundings.likeness);
        if let Some(around) = surroundings
            .around
            .filter(|_| !surroundings.is_in_large_box)
        {
            let first = self.containers.entry(around, surroundings.container);
            if *first != surroundings.container {
                *first = SEVERAL;
            }
        }
    }

    /// The context hash of an element. Call it after all elements are added.
    pub fn context(&self, surroundings: &Surroundings) -> ContextHash {
        let is_alone = self.alike.get(surroundings.likeness) == Some(1);
        let Some(around) = surroundings.around else {
            return ContextHash::outside_container(is_alone, surroundings.name);
        };
        if surroundings.is_in_large_box {
            return ContextHash::in_large_box(around, is_alone, surroundings.name);
        }
        let is_one = self.containers.get(around) != Some(SEVERAL);
        let is_unique = surroundings.known_by_around && is_one && is_alone;
        ContextHash::in_container(around, is_unique, surroundings.name)
    }
}

/// The hash of a name. All of the name counts as letters if it has none ("2" of a pagination), or
/// if it is an amount of money: a button "Pay $5" that becomes "Pay $500" does something else.
fn name_hash(name: &str) -> NameHash {
    NameHash::new(letters_of(name), hash::text(0, name))
}

fn letters_of(name: &str) -> u64 {
    match name.contains(char::is_alphabetic) && !name.contains(is_currency) {
        true => hash::chars(name.chars().filter(|char| char.is_alphabetic())),
        false => hash::text(0, name),
    }
}

/// The currency signs of the Basic Latin, Latin-1 and Currency Symbols blocks of Unicode.
fn is_currency(char: char) -> bool {
    matches!(char, '$' | '\u{a2}'..='\u{a5}' | '\u{20a0}'..='\u{20cf}')
}

/// The hash of identified ancestors including this element. `above` is the hash for its parent. It
/// is returned unchanged unless the element has an id or a test id, or is a landmark or a
/// container.
fn identify(dom: &Dom, role: Role, node: Idx, above: u64) -> u64 {
    if let Some(id) = dom
        .attr(node, "id")
        .filter(|id| !id.is_empty() && !looks_generated(id))
    {
        return hash::text(hash::text(above, "#"), id);
    }
    if let Some(id) = TEST_IDS.iter().find_map(|name| dom.attr(node, name)) {
        return hash::text(hash::text(above, "test"), id);
    }
    if !role.is_landmark() && !role.sets_context() {
        return above;
    }
    let label = dom.attr(node, "aria-label").unwrap_or_default();
    hash::text(hash::text(above, role.as_str()), label.trim())
}

#[cfg(test)]
mod tests;
