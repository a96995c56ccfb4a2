//! Units: the rows, items, dialogs and cards that people see in a page, and the title by which they
//! tell one from another. An element in a unit is the same one only while the title is the same.
//!
//! A unit is an element with a role of [`Role::sets_context`], or an element whose siblings have
//! the same shape, such as a card made of `div`s. Its title is, in this order: its row header or
//! first heading; the text at the first place whose texts differ the most among its siblings; its
//! first text outside of controls. Its label is part of the title. If siblings have equal titles,
//! the text at the place that tells the most of them apart is part of them.
//!
//! An element in no unit belongs to the heading above it, or, unless it is a field, to the first
//! plain text before it in the smallest box that has one, if that is nearer. Plain is a text
//! outside of units, controls and messages, so that a list that is loaded, or a menu that is
//! opened, changes nothing for the elements next to it.

mod belonging;
mod titles;

use crate::dom::{Dom, Idx, Kind};
use crate::hash;
use crate::pace::{Pace, SPAN};
use crate::page::Page;
use crate::record::Fact;
use crate::roles::Roles;
use axlens_snapshot::role::Role;
use titles::Digits;

/// Maximum number of texts of a unit without a role: a column of the layout is no unit.
const MAX_WORDS: u32 = 60;
/// Maximum number of texts after a heading in the box around it, for the heading to be that of what
/// follows the box.
const MAX_HEADER_WORDS: u32 = 12;
/// Maximum number of enclosing units, or boxes, that count.
const MAX_UNITS: usize = 8;
/// No node, unit or heading.
pub const NONE: u32 = u32::MAX;

/// The units of one page.
#[derive(Debug)]
pub struct Units<'r> {
    nodes: Vec<NodeFacts>,
    /// The texts of the page, in document order.
    words: Vec<Word<'r>>,
    /// For each number of words: how many of the first ones are plain.
    plain: Vec<u32>,
    /// Whether an element has begun after the last word.
    has_begun: bool,
    units: Vec<Unit<'r>>,
}

/// A run of text.
#[derive(Debug, Clone, Copy)]
struct Word<'r> {
    pub text: &'r str,
    /// Its element.
    pub node: Idx,
    pub source: Source,
    /// Whether no element begins between it and the word before.
    pub continues: bool,
    /// Whether it is in a control other than a link.
    pub in_control: bool,
}

/// What a run of text is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    Text,
    /// A label in an attribute.
    Label,
    /// The content of a pseudo-element.
    Generated,
}

impl Word<'_> {
    /// Whether it can be a title.
    pub fn is_title(&self) -> bool {
        !self.in_control && self.has_letter()
    }

    pub fn has_letter(&self) -> bool {
        self.text.contains(char::is_alphabetic)
    }
}

/// A range of words.
type Words = (u32, u32);

#[derive(Debug, Clone, Copy)]
struct NodeFacts {
    words: Words,
    /// Hash of the tags of the node and its ancestors.
    path: u64,
    depth: u32,
    /// Numbers of children by hash of their tag, in 16 groups of four bits.
    shape: u64,
    /// The first heading or row header in it.
    heading: u32,
    above: Above,
    /// What is above its next child.
    current: Above,
    /// The nearest unit, or the unit that the node is.
    unit: u32,
    in_control: bool,
    /// Whether it is a message, or in one.
    in_message: bool,
}

/// A heading above a node, or the group around it whose label is in place of one.
#[derive(Debug, Clone, Copy)]
struct Above {
    heading: u32,
    /// The node that contains both.
    scope: u32,
}

impl Above {
    const NOTHING: Above = Above {
        heading: NONE,
        scope: NONE,
    };

    /// The label of a group around the node.
    fn label_of(group: Idx) -> Above {
        Above {
            heading: group.0,
            scope: group.0,
        }
    }

    fn is_label(self) -> bool {
        self.heading == self.scope
    }
}

/// A unit and its title.
#[derive(Debug, Clone)]
struct Unit<'r> {
    pub node: Idx,
    /// The unit around it.
    outer: u32,
    /// Its label; empty without one.
    pub label: &'r str,
    /// The words of its title.
    pub title: [Words; 2],
    /// Which digits of its title count.
    pub digits: Digits,
    /// The hash of the title; `None` without one.
    pub hash: Option<u64>,
}

impl NodeFacts {
    const EMPTY: NodeFacts = NodeFacts {
        words: (0, 0),
        path: 0,
        depth: 0,
        shape: 0,
        heading: NONE,
        above: Above::NOTHING,
        current: Above::NOTHING,
        unit: NONE,
        in_control: false,
        in_message: false,
    };
}

enum Visit {
    Enter(Idx),
    Leave(Idx),
}

impl<'r> Units<'r> {
    /// Traverses the flat tree twice: for its texts, then for its units.
    pub async fn new(page: &Page<'r>, roles: &Roles, pace: &Pace) -> Units<'r> {
        let mut units = Units {
            nodes: vec![NodeFacts::EMPTY; page.dom.len()],
            words: Vec::new(),
            plain: Vec::new(),
            has_begun: true,
            units: Vec::new(),
        };
        let mut open = vec![Visit::Enter(page.dom.document())];
        while !open.is_empty() {
            pace.steps(SPAN).await;
            for _ in 0..SPAN {
                match open.pop() {
                    Some(Visit::Enter(node)) => units.enter(page, roles, node, &mut open),
                    Some(Visit::Leave(node)) => units.leave(page, roles, node),
                    None => break,
                }
            }
        }
        let mut open = vec![page.dom.document()];
        while let Some(node) = open.pop() {
            let children = page.flat.children(node);
            pace.steps(1 + children.len()).await;
            units.find(page, roles, node);
            open.extend(children.iter().rev());
        }
        units.count_plain_words();
        units
    }

    fn count_plain_words(&mut self) {
        let mut count = 0;
        self.plain.push(count);
        for word in &self.words {
            let facts = &self.nodes[word.node.index()];
            let is_plain = word.is_title() && !facts.in_message && facts.unit == NONE;
            count += u32::from(is_plain);
            self.plain.push(count);
        }
    }

    /// The number of plain words in a range.
    fn plain_count(&self, (start, end): Words) -> u32 {
        self.plain[end as usize] - self.plain[start as usize]
    }

    /// The first plain word of a range.
    fn first_plain(&self, words: Words) -> Option<u32> {
        if self.plain_count(words) == 0 {
            return None;
        }
        let before = self.plain[words.0 as usize];
        let after = self.plain.partition_point(|count| *count <= before);
        u32::try_from(after).ok()?.checked_sub(1)
    }

    /// The number of words of an element.
    pub fn word_count(&self, node: Idx) -> u32 {
        let (start, end) = self.words_of(node);
        end - start
    }

    /// Whether the element is a unit.
    pub fn is_unit(&self, node: Idx) -> bool {
        let unit = self.units.get(self.nodes[node.index()].unit as usize);
        unit.is_some_and(|unit| unit.node == node)
    }

    /// The words of an element.
    fn words_of(&self, node: Idx) -> Words {
        self.nodes[node.index()].words
    }

    /// The words of a range.
    fn words_in(&self, words: Words) -> impl Iterator<Item = &Word<'r>> {
        self.words[words.0 as usize..words.1 as usize].iter()
    }

    /// The first heading or row header in an element.
    fn heading_in(&self, node: Idx) -> Option<Words> {
        let heading = self.nodes[node.index()].heading;
        Some(self.nodes.get(heading as usize)?.words)
    }

    /// Hash of the tags between a unit and an element in it.
    fn path_within(&self, unit: Idx, node: Idx) -> u64 {
        let (unit, node) = (self.nodes[unit.index()], self.nodes[node.index()]);
        let above = hash::BASE.wrapping_pow(node.depth.saturating_sub(unit.depth));
        node.path.wrapping_sub(unit.path.wrapping_mul(above))
    }

    fn enter(&mut self, page: &Page<'r>, roles: &Roles, node: Idx, open: &mut Vec<Visit>) {
        let dom = &page.dom;
        let start = self.next_word();
        match dom.kind(node) {
            Kind::Text => {
                let holder = page.flat.parent(node).unwrap_or(node);
                self.add_word(dom.text(node), holder, Source::Text);
                return;
            }
            Kind::Element => {
                self.has_begun = true;
                self.inherit(page, roles, node);
                self.add_own_words(dom, node);
            }
            Kind::ShadowRoot => {
                let host = page.flat.parent(node).map(|host| self.nodes[host.index()]);
                self.nodes[node.index()] = host.unwrap_or(NodeFacts::EMPTY);
            }
            Kind::Document => {}
        }
        self.nodes[node.index()].words = (start, self.next_word());
        if dom.kind(node) == Kind::Element && !page.visibility.boxed(node) {
            return; // Invisible content has no text, and its descendants have no uid.
        }
        open.push(Visit::Leave(node));
        let children = page.flat.children(node).iter().rev();
        open.extend(children.map(|child| Visit::Enter(*child)));
    }

    fn add_own_words(&mut self, dom: &Dom<'r>, node: Idx) {
        for attribute in ["aria-label", "alt"] {
            let label = dom.attr(node, attribute).unwrap_or_default();
            self.add_word(label, node, Source::Label);
        }
        for fact in [Fact::Before, Fact::After] {
            let text = dom.fact_text(node, fact).unwrap_or_default();
            // A page exchanges generated icons and marks without another row.
            if text.contains(char::is_alphanumeric) {
                self.add_word(text, node, Source::Generated);
            }
        }
    }

    /// Adds a run of text, unless it is blank.
    fn add_word(&mut self, text: &'r str, node: Idx, source: Source) {
        let text = text.trim();
        if !text.is_empty() {
            let in_control = self.nodes[node.index()].in_control;
            self.words.push(Word {
                text,
                node,
                source,
                continues: !std::mem::take(&mut self.has_begun),
                in_control,
            });
        }
    }

    fn next_word(&self) -> u32 {
        u32::try_from(self.words.len()).unwrap_or(NONE)
    }

    /// Sets what an element has from its parent, and counts it there.
    fn inherit(&mut self, page: &Page<'r>, roles: &Roles, node: Idx) {
        let role = roles.role(node);
        let tag = hash::bytes(page.dom.tag(node).as_bytes());
        let parent = page.flat.parent(node);
        let above = match parent {
            Some(parent) => {
                let shape = &mut self.nodes[parent.index()].shape;
                *shape = with_one_more(*shape, tag);
                self.nodes[parent.index()]
            }
            None => NodeFacts::EMPTY,
        };
        let is_scope = role.is_landmark() && role != Role::Main || role.sets_context();
        let label = page.dom.attr(node, "aria-label").unwrap_or_default();
        let current = if is_group(role) && !label.trim().is_empty() {
            Above::label_of(node)
        } else if is_scope {
            Above::NOTHING
        } else {
            above.current
        };
        self.nodes[node.index()] = NodeFacts {
            path: above.path.wrapping_mul(hash::BASE).wrapping_add(tag),
            depth: above.depth + 1,
            above: above.current,
            current,
            in_control: above.in_control || is_control(role),
            in_message: above.in_message || is_message(role),
            ..NodeFacts::EMPTY
        };
    }

    /// The end of a node: its words, and its heading for what follows.
    fn leave(&mut self, page: &Page<'r>, roles: &Roles, node: Idx) {
        let end = self.next_word();
        let facts = &mut self.nodes[node.index()];
        facts.words.1 = end;
        let facts = *facts;
        let Some(parent) = page.flat.parent(node) else {
            return;
        };
        let scope = parent.0;
        let labels_group = is_group_label(page, facts.current);
        let parent = &mut self.nodes[parent.index()];
        if page.dom.kind(node) == Kind::ShadowRoot {
            // Its host has its children and headings.
            parent.shape = facts.shape;
            parent.current = facts.current;
            parent.heading = parent.heading.min(facts.heading);
            return;
        }
        let role = roles.role(node);
        let is_heading = matches!(role, Role::Heading | Role::Rowheader);
        let found = if is_heading { node.0 } else { facts.heading };
        if parent.heading == NONE {
            parent.heading = found;
        }
        let is_header = facts.words.1 - facts.words.0 <= MAX_HEADER_WORDS;
        let is_scope = role.is_landmark() || role.sets_context();
        if role == Role::Heading || page.dom.tag(node) == "legend" {
            parent.current = Above {
                heading: node.0,
                scope,
            };
        } else if is_header && !is_scope && facts.current.scope == node.0 && !labels_group {
            parent.current = Above {
                heading: facts.current.heading,
                scope,
            };
        }
    }

    /// Finds the units among the children of a node.
    fn find(&mut self, page: &Page<'r>, roles: &Roles, parent: Idx) {
        let around = self.nodes[parent.index()].unit;
        let mut groups: Vec<Vec<Idx>> = Vec::new();
        for &child in page.flat.children(parent) {
            self.nodes[child.index()].unit = around;
            if page.dom.kind(child) != Kind::Element || !page.visibility.boxed(child) {
                continue;
            }
            let mut recent = groups.iter_mut().rev().take(4);
            let like = recent.find(|group| {
                let last = group.last();
                last.is_some_and(|last| self.are_alike(page, roles, *last, child))
            });
            match like {
                Some(group) => group.push(child),
                None if self.may_be_unit(roles, child) => groups.push(vec![child]),
                None => {}
            }
        }
        for group in groups {
            if group.len() > 1 || roles.role(group[0]).sets_context() {
                self.add(page, roles, &group, around);
            }
        }
    }

    fn may_be_unit(&self, roles: &Roles, node: Idx) -> bool {
        let role = roles.role(node);
        let words = self.word_count(node);
        let is_card = self.nodes[node.index()].shape != 0 && (1..=MAX_WORDS).contains(&words);
        role.sets_context() || is_card && !role.is_cell() && !role.is_interactive()
    }

    /// Whether two siblings have the same shape: most children of one are like those of the other.
    fn are_alike(&self, page: &Page, roles: &Roles, one: Idx, other: Idx) -> bool {
        let role = roles.role(one);
        if page.dom.tag(one) != page.dom.tag(other) || role != roles.role(other) {
            return false;
        }
        let [one, two] = [one, other].map(|node| self.nodes[node.index()].shape);
        let groups = (0..16).map(|group| ((one >> (group * 4)) & 15, (two >> (group * 4)) & 15));
        let (common, most) = groups.fold((0, 0), |(common, most), (one, two)| {
            (common + one.min(two), most + one.max(two))
        });
        role.sets_context() || self.may_be_unit(roles, other) && common * 3 >= most * 2
    }

    fn add(&mut self, page: &Page<'r>, roles: &Roles, group: &[Idx], outer: u32) {
        let titles = self.titles(&page.dom, roles, group);
        for (node, title) in group.iter().zip(titles) {
            let index = u32::try_from(self.units.len()).unwrap_or(NONE);
            self.nodes[node.index()].unit = index;
            // A dialog is used alone: what is around it does not count.
            let is_dialog = matches!(roles.role(*node), Role::Dialog | Role::Alertdialog);
            let outer = if is_dialog { NONE } else { outer };
            self.units.push(Unit { outer, ..title });
        }
    }

    /// A unit without an outer one.
    fn untitled(node: Idx, label: &'r str) -> Unit<'r> {
        Unit {
            node,
            outer: NONE,
            label,
            title: [(0, 0); 2],
            digits: Digits::NoCounts,
            hash: None,
        }
    }
}

/// Whether the texts of an element say what it does, instead of what it is about.
fn is_control(role: Role) -> bool {
    role.is_interactive() && role != Role::Link && !role.sets_context()
}

/// Whether its label says what the elements in it belong to. Its texts count during an action.
fn is_group(role: Role) -> bool {
    use Role::{Menu, Menubar, Radiogroup, Toolbar};
    matches!(role, Menu | Menubar | Radiogroup | Toolbar)
}

/// Whether a heading is the label of a group, and says nothing of what follows the group.
fn is_group_label(page: &Page, above: Above) -> bool {
    let is_legend = || page.dom.tag(Idx(above.heading)) == "legend";
    above.heading != NONE && (above.is_label() || is_legend())
}

/// Whether an element has texts that come and go.
fn is_message(role: Role) -> bool {
    matches!(role, Role::Alert | Role::Status | Role::Log | Role::Timer)
}

/// A shape with one more child of a tag.
fn with_one_more(shape: u64, tag: u64) -> u64 {
    let at = (tag ^ tag >> 32) % 16 * 4;
    match (shape >> at) & 15 {
        15 => shape,
        _ => shape + (1 << at),
    }
}
