//! The identity of elements: the key (tag, role, name, identified ancestors), and the context (the
//! text of the nearest row, list item, article, tree item or dialog). Both are hashes, computed for
//! the whole page in one traversal of the flat tree.

use super::UidSubject;
use crate::dom::{Dom, Idx, Kind};
use crate::hash;
use crate::pace::{Pace, SPAN};
use crate::page::Page;
use crate::record::Fact;
use crate::roles::Roles;
use crate::selectors::looks_generated;
use crate::table::HashTable;
use axlens_protocol::wire::record_format::TEST_IDS;
use axlens_snapshot::context::{ContextHash, NameHash};
use axlens_snapshot::role::Role;

/// Base of the polynomial hash of a context. The hash depends on the order of the words.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// Keys and contexts of one page.
#[derive(Debug)]
pub struct UidKeys {
    /// For each node: the hash of its identified ancestors.
    ancestors: Vec<u64>,
    /// For each node: the nearest enclosing container.
    containers: Vec<Option<Idx>>,
    /// For each node: the range of the words of its text.
    spans: Vec<(u32, u32)>,
    /// For each word: the hash of all words before it. The last item is the hash of all words.
    before: Vec<u64>,
    /// The powers of [`BASE`], by exponent.
    powers: Vec<u64>,
}

/// The context of an element: the text of its container without its own text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surroundings {
    /// Hash of the container's text without the element's own text; `None` without a container.
    around: Option<u64>,
    /// The part of this hash that belongs to the key.
    in_key: u64,
    /// Index of the container, to detect containers with the same text.
    container: u32,
    /// Whether the hash `around` can identify the element without its name.
    known_by_around: bool,
    /// Hash of its name.
    name: NameHash,
}

/// The index of the container for an element without a container.
const NO_CONTAINER: u32 = u32::MAX - 1;
/// The index of the container if several containers have the same text.
const SEVERAL: u32 = u32::MAX - 2;

impl UidKeys {
    /// Traverses the flat tree once.
    pub async fn new(page: &Page<'_>, roles: &Roles, pace: &Pace) -> UidKeys {
        let len = page.dom.len();
        let mut keys = UidKeys {
            ancestors: vec![0; len],
            containers: vec![None; len],
            spans: vec![(0, 0); len],
            before: vec![0],
            powers: vec![1],
        };
        let mut open = vec![KeyTraversalStep::Enter(page.dom.document())];
        while !open.is_empty() {
            pace.steps(SPAN).await;
            for _ in 0..SPAN {
                match open.pop() {
                    Some(KeyTraversalStep::Enter(node)) => keys.enter(page, roles, node, &mut open),
                    Some(KeyTraversalStep::Leave(node)) => {
                        keys.spans[node.index()].1 = keys.word_count()
                    }
                    None => break,
                }
            }
        }
        keys
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
    pub fn surroundings(&self, roles: &Roles, node: Idx, name: &str) -> Surroundings {
        let role = roles.role(node);
        let container = self.containers[node.index()];
        let own = self.spans[node.index()];
        // Rows, list items and articles are identified by their text only.
        let is_identified_by_text = matches!(role, Role::Row | Role::Listitem | Role::Article);
        let is_identified_by_name = matches!(role, Role::Treeitem | Role::Option);
        let around = match is_identified_by_text {
            true => Some(hash::pair(self.segment(own.0, own.1), 2)),
            false => container.map(|container| self.rest(container, node)),
        };
        let has_more = container.is_none_or(|container| self.spans[container.index()] != own);
        Surroundings {
            around: if is_identified_by_name {
                Some(0)
            } else {
                around
            },
            in_key: around.unwrap_or_default(),
            known_by_around: is_identified_by_text || !is_identified_by_name && has_more,
            container: container.map_or(NO_CONTAINER, |container| container.index() as u32),
            name: name_hash(name),
        }
    }

    /// The hash of a container's text without the text of an element in it.
    fn rest(&self, container: Idx, node: Idx) -> u64 {
        let (start, end) = self.spans[container.index()];
        let (own_start, own_end) = self.spans[node.index()];
        let head = self.segment(start, own_start);
        let rest = head
            .wrapping_mul(self.power(end - own_end))
            .wrapping_add(self.segment(own_end, end));
        hash::pair(rest, 1)
    }

    fn enter(&mut self, page: &Page, roles: &Roles, node: Idx, open: &mut Vec<KeyTraversalStep>) {
        let dom = &page.dom;
        self.spans[node.index()].0 = self.word_count();
        match dom.kind(node) {
            Kind::Text => self.add_word(dom.text(node)),
            Kind::Element => {
                self.inherit(page, roles, node);
                for attribute in ["aria-label", "alt"] {
                    self.add_word(dom.attr(node, attribute).unwrap_or_default());
                }
                for fact in [Fact::Before, Fact::After] {
                    let text = dom.fact_text(node, fact).unwrap_or_default();
                    // A page exchanges generated icons and marks without another row.
                    if text.contains(char::is_alphanumeric) {
                        self.add_word(text);
                    }
                }
            }
            Kind::Document | Kind::ShadowRoot => {}
        }
        self.spans[node.index()].1 = self.word_count();
        if dom.kind(node) == Kind::Element && !page.visibility.boxed(node) {
            return; // Invisible content has no text, and its descendants have no uid.
        }
        open.push(KeyTraversalStep::Leave(node));
        open.extend(
            page.flat
                .children(node)
                .iter()
                .rev()
                .map(|child| KeyTraversalStep::Enter(*child)),
        );
    }

    /// Sets the properties that an element inherits from its parent in the flat tree.
    fn inherit(&mut self, page: &Page, roles: &Roles, node: Idx) {
        let Some(parent) = page.flat.parent(node) else {
            return;
        };
        let above = self.ancestors[parent.index()];
        self.ancestors[node.index()] = if page.dom.kind(parent) == Kind::Element {
            identify(&page.dom, roles.role(parent), parent, above)
        } else {
            above
        };
        self.containers[node.index()] =
            if page.dom.kind(parent) == Kind::Element && roles.role(parent).sets_context() {
                Some(parent)
            } else {
                self.containers[parent.index()]
            };
    }

    fn word_count(&self) -> u32 {
        u32::try_from(self.before.len() - 1).unwrap_or(u32::MAX)
    }

    /// Adds a run of text, unless it is blank.
    fn add_word(&mut self, text: &str) {
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
            .push(self.power(self.word_count() - 1).wrapping_mul(BASE));
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

enum KeyTraversalStep {
    Enter(Idx),
    Leave(Idx),
}

/// The contexts of all elements. The text of a container identifies the element if no other
/// container has the same text.
#[derive(Debug)]
pub struct Contexts {
    /// For each hash of a text: the container, or [`SEVERAL`].
    containers: HashTable,
}

impl Contexts {
    /// Creates contexts for a number of elements.
    pub fn with_capacity(elements: usize) -> Contexts {
        let containers = HashTable::with_capacity(elements);
        Contexts { containers }
    }

    /// Adds the context of one element.
    pub fn add(&mut self, surroundings: &Surroundings) {
        if let Some(around) = surroundings.around {
            let first = self.containers.entry(around, surroundings.container);
            if *first != surroundings.container {
                *first = SEVERAL;
            }
        }
    }

    /// The context hash of an element. Call it after all elements are added.
    pub fn context(&self, surroundings: &Surroundings) -> ContextHash {
        let Some(around) = surroundings.around else {
            return ContextHash::outside_container(surroundings.name);
        };
        let is_one = self.containers.get(around) != Some(SEVERAL);
        let is_unique = surroundings.known_by_around && is_one;
        ContextHash::in_container(around, is_unique, surroundings.name)
    }
}

/// The hash of a name. All of the name counts as letters if it has none ("2" of a pagination), or
/// if it is an amount of money: a button "Pay $5" that becomes "Pay $500" does something else.
fn name_hash(name: &str) -> NameHash {
    let whole = hash::text(0, name);
    let letters = match name.contains(char::is_alphabetic) && !name.contains(is_currency) {
        true => hash::chars(name.chars().filter(|char| char.is_alphabetic())),
        false => whole,
    };
    NameHash::new(letters, whole)
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
mod tests {
    use crate::html;
    use crate::understand::understand;
    use axlens_snapshot::context::{ContextChange, ContextHash};
    use axlens_snapshot::role::Role;

    /// The context of the element with a name.
    fn context(html: &str, name: &str) -> ContextHash {
        let tree = understand(&html::record(html)).tree;
        let mut nodes = tree.nodes.into_iter().filter(|node| node.uid.is_some());
        let found = nodes.find(|node| node.name == name);
        found
            .unwrap_or_else(|| panic!("no {name} in {html}"))
            .context
    }

    /// The change of an element's context after a part of the page is replaced.
    fn change(html: &str, name: &str, part: &str, by: &str) -> ContextChange {
        let now = html.replacen(part, by, 1);
        let name_now = name.replacen(part, by, 1);
        context(html, name).compare(context(&now, &name_now))
    }

    #[test]
    fn a_counter_is_identified_by_its_row() {
        let posts = "<ul><li>First<button>Like 3</button><button>Share</button>\
            <li>Second<button>Like 3</button><button>Share</button></ul>";
        assert_eq!(change(posts, "Like 3", "3", "4"), ContextChange::Renamed);
        assert_eq!(
            change(posts, "Like 3", "First", "Third"),
            ContextChange::Changed
        );
        assert_eq!(
            change(posts, "Like 3", "Second", "Third"),
            ContextChange::None
        );
        // The name of another button is part of the row's text.
        assert_eq!(change(posts, "Share", "3", "4"), ContextChange::Changed);
        let labelled = posts.replacen("Like 3", "&hearts;", 1).replacen(
            "<button>",
            "<button aria-label='Like 3'>",
            1,
        );
        assert_eq!(
            change(&labelled, "Like 3", "Like 3", "Like 4"),
            ContextChange::Renamed
        );
    }

    #[test]
    fn a_name_counts_if_nothing_else_identifies_an_element() {
        let links = "<ul><li><a href=/>Ada</a><li><a href=/>Grace</a></ul>";
        assert_eq!(change(links, "Ada", "Ada", "Eve"), ContextChange::Changed);
        let alone = "<ul><li><a href=/>Ada</a></ul>";
        assert_eq!(change(alone, "Ada", "Ada", "Eve"), ContextChange::Changed);
        let rows = "<table><tr><td><a href=/>Ada</a><td><button>Delete</button>\
            <tr><td><a href=/>Grace</a><td><button>Delete</button></table>";
        assert_eq!(change(rows, "Ada", "Ada", "Eve"), ContextChange::Changed);
        // The removal of another row changes nothing.
        let first = "<table><tr><td><a href=/>Ada</a><td><button>Delete</button></table>";
        let (many, one) = (context(rows, "Ada"), context(first, "Ada"));
        assert_eq!(many.compare(one), ContextChange::None);
        assert_eq!(one.compare(many), ContextChange::None);
    }

    #[test]
    fn rows_items_and_options_are_identified_by_their_text() {
        for page in [
            "<ul><li tabindex=0>Ada<b>!</b><li tabindex=0>Grace</ul>",
            "<table><tr tabindex=0><td>Ada<tr tabindex=0><td>Grace</table>",
            "<article tabindex=0 aria-label=Ada>It is Ada</article>",
            "<div role=listbox><div role=option>Ada</div><div role=option>Grace</div></div>",
            "<div role=tree><div role=treeitem>Ada</div><div role=treeitem>Grace</div></div>",
        ] {
            let of = |page: &str| {
                let tree = understand(&html::record(page)).tree;
                let mut nodes = tree.nodes.into_iter();
                let is_item = |role| !matches!(role, Role::Listbox | Role::Tree);
                let item = nodes.find(|node| node.uid.is_some() && is_item(node.role));
                item.map(|node| node.context).expect(page)
            };
            let now = of(&page.replace("Ada", "Eve"));
            assert_eq!(of(page).compare(now), ContextChange::Changed, "{page}");
        }
    }

    #[test]
    fn siblings_of_an_item_are_not_part_of_it() {
        for page in [
            "<dialog open>Pick<ul><li tabindex=0>Ada<li tabindex=0>Grace</ul></dialog>",
            "<dialog open>Pick<div role=listbox><div role=option>Ada</div><div role=option>Grace</div></div></dialog>",
        ] {
            let of = |page: &str| {
                let tree = understand(&html::record(page)).tree;
                let mut nodes = tree.nodes.into_iter().filter(|node| node.uid.is_some());
                nodes
                    .rfind(|node| node.role != Role::Listbox)
                    .expect(page)
                    .context
            };
            let now = of(&page.replace("Ada", "Eve").replace("Pick", "Choose"));
            assert_eq!(of(page).compare(now), ContextChange::None, "{page}");
        }
    }

    #[test]
    fn the_context_of_a_dialog_has_its_label_and_its_text() {
        let ask = "<dialog open aria-label=Confirm>Delete Ada?<button>Yes</button></dialog>";
        assert_eq!(change(ask, "Yes", "Ada", "Eve"), ContextChange::Changed);
        assert_eq!(change(ask, "Yes", "Confirm", "Ask"), ContextChange::Changed);
        assert_eq!(change(ask, "Yes", "Yes", "OK"), ContextChange::Relabeled);
    }

    #[test]
    fn letters_and_amounts_say_what_a_button_does() {
        for (before, now, change_of_name) in [
            ("Like 3", "Like 4", ContextChange::Renamed),
            ("Inbox", "Inbox (2)", ContextChange::Renamed),
            ("Save", "Delete all", ContextChange::Relabeled),
            ("2", "3", ContextChange::Relabeled),
            ("×", "✓", ContextChange::Relabeled),
            ("Pay $5", "Pay $500", ContextChange::Relabeled),
        ] {
            let page = format!("<button>{before}</button>");
            assert_eq!(change(&page, before, before, now), change_of_name, "{now}");
        }
    }

    #[test]
    fn an_expanded_tree_item_is_the_same() {
        let tree = "<div role=tree><div role=treeitem aria-expanded=false aria-label=Docs>Docs</div></div>";
        let open = "Docs<div role=group><div role=treeitem>Letters</div></div></div>";
        assert_eq!(
            change(tree, "Docs", "Docs</div>", open),
            ContextChange::None
        );
    }
}
