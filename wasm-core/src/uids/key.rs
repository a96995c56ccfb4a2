//! What distinguishes an element from others: its key (tag, role, own name, identified ancestors)
//! and its context (what the nearest row, list item, article, tree item or dialog reads). Both are
//! hashes, made for the whole page in one walk of the flat tree.

use super::Subject;
use crate::dom::{Dom, Idx, Kind};
use crate::hash;
use crate::pace::{Pace, SPAN};
use crate::page::Page;
use crate::roles::Roles;
use crate::selectors::{TEST_IDS, looks_generated};
use axlens_snapshot::role::Role;

/// An odd number to raise to powers: order counts in what a context reads.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// Keys and contexts of one page.
#[derive(Debug)]
pub struct Keys {
    /// By node: hash of its identified ancestors.
    ancestors: Vec<u64>,
    /// By node: the nearest container above it, and the node's span of the words that are read.
    containers: Vec<Option<Idx>>,
    spans: Vec<(u32, u32)>,
    /// By word: hash of all words before it; and the powers of the base.
    before: Vec<u64>,
    powers: Vec<u64>,
    /// By node: hash of the name the author gave it, for containers that have one.
    named: Vec<u64>,
}

impl Keys {
    /// Walks the flat tree once.
    pub async fn new(page: &Page<'_>, roles: &Roles, pace: &Pace) -> Keys {
        let len = page.dom.len();
        let mut keys = Keys {
            ancestors: vec![0; len],
            containers: vec![None; len],
            spans: vec![(0, 0); len],
            before: vec![0],
            powers: vec![1],
            named: vec![0; len],
        };
        let mut open = vec![Step::Enter(page.dom.document())];
        while !open.is_empty() {
            pace.steps(SPAN).await;
            for _ in 0..SPAN {
                match open.pop() {
                    Some(Step::Enter(node)) => keys.enter(page, roles, node, &mut open),
                    Some(Step::Leave(node)) => keys.spans[node.at()].1 = keys.words(),
                    None => break,
                }
            }
        }
        keys
    }

    /// The element as a subject to be numbered. `name` is its accessible name.
    pub fn subject(&self, page: &Page, roles: &Roles, node: Idx, name: &str) -> Subject {
        let context = self.context(node);
        let mut key = hash::text(self.ancestors[node.at()], page.dom.tag(node));
        key = hash::text(key, roles.of(node).word());
        key = hash::text(key, name);
        // Rows without a name of their own are distinguished by what they read: a take-over asks
        // for the same reading anyway.
        Subject {
            node: page.dom.node_id(node),
            key: hash::pair(key, context),
            context,
        }
    }

    /// What the nearest container reads, less the element's own words; its name where the author
    /// gave it one. 0: there is no container.
    fn context(&self, node: Idx) -> u64 {
        let Some(container) = self.containers[node.at()] else {
            return 0;
        };
        let named = self.named[container.at()];
        if named != 0 {
            return named;
        }
        let (start, end) = self.spans[container.at()];
        let (own_start, own_end) = self.spans[node.at()];
        let head = self.segment(start, own_start);
        let rest = head
            .wrapping_mul(self.power(end - own_end))
            .wrapping_add(self.segment(own_end, end));
        hash::pair(rest, 1)
    }

    fn enter(&mut self, page: &Page, roles: &Roles, node: Idx, open: &mut Vec<Step>) {
        let dom = &page.dom;
        self.spans[node.at()].0 = self.words();
        match dom.kind(node) {
            Kind::Text => self.word(dom.text(node)),
            Kind::Element => {
                self.inherit(page, roles, node);
                for attribute in ["aria-label", "alt"] {
                    self.word(dom.attr(node, attribute).unwrap_or_default());
                }
            }
            Kind::Document | Kind::ShadowRoot => {}
        }
        self.spans[node.at()].1 = self.words();
        if dom.kind(node) == Kind::Element && !page.visibility.boxed(node) {
            return; // What is not shown is not read; what stands inside has no uid either.
        }
        open.push(Step::Leave(node));
        open.extend(
            page.flat
                .children(node)
                .iter()
                .rev()
                .map(|child| Step::Enter(*child)),
        );
    }

    /// What an element has from its parent in the flat tree.
    fn inherit(&mut self, page: &Page, roles: &Roles, node: Idx) {
        let role = roles.of(node);
        if is_container(role) {
            self.named[node.at()] = author_name(&page.dom, node);
        }
        let Some(parent) = page.flat.parent(node) else {
            return;
        };
        let above = self.ancestors[parent.at()];
        self.ancestors[node.at()] = if page.dom.kind(parent) == Kind::Element {
            identify(&page.dom, roles.of(parent), parent, above)
        } else {
            above
        };
        self.containers[node.at()] =
            if page.dom.kind(parent) == Kind::Element && is_container(roles.of(parent)) {
                Some(parent)
            } else {
                self.containers[parent.at()]
            };
    }

    fn words(&self) -> u32 {
        u32::try_from(self.before.len() - 1).unwrap_or(u32::MAX)
    }

    /// Adds a run of text to what is read; white space alone is not read.
    fn word(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let last = self.before.last().copied().unwrap_or_default();
        self.before.push(
            last.wrapping_mul(BASE)
                .wrapping_add(hash::bytes(text.as_bytes())),
        );
        self.powers
            .push(self.power(self.words() - 1).wrapping_mul(BASE));
    }

    fn power(&self, exponent: u32) -> u64 {
        self.powers
            .get(exponent as usize)
            .copied()
            .unwrap_or_default()
    }

    /// Hash of the words from `start` up to `end`.
    fn segment(&self, start: u32, end: u32) -> u64 {
        let at = |word: u32| self.before.get(word as usize).copied().unwrap_or_default();
        at(end).wrapping_sub(at(start).wrapping_mul(self.power(end.saturating_sub(start))))
    }
}

enum Step {
    Enter(Idx),
    Leave(Idx),
}

/// Holds like things side by side, so that its words identify them.
fn is_container(role: Role) -> bool {
    matches!(
        role,
        Role::Row
            | Role::Listitem
            | Role::Article
            | Role::Treeitem
            | Role::Dialog
            | Role::Alertdialog
    )
}

/// Hash of the name that the author wrote on an element; 0 when there is none.
fn author_name(dom: &Dom, node: Idx) -> u64 {
    let label = dom
        .attr(node, "aria-label")
        .map(str::trim)
        .filter(|label| !label.is_empty());
    label.map_or(0, |label| hash::text(2, label))
}

/// Goes on with the hash of identified ancestors, if this one is identified: by an id, a test id,
/// as a landmark or a container.
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
    if !role.is_landmark() && !is_container(role) {
        return above;
    }
    let label = dom.attr(node, "aria-label").unwrap_or_default();
    hash::text(hash::text(above, role.word()), label.trim())
}
