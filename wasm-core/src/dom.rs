//! The recorded document as an arena: light tree, shadow roots, attributes, facts, flags, ids and
//! labels. Nodes are in document order, a shadow root before the light children of its host, so a
//! parent always precedes its children.

mod builder;
mod ids;
mod kinds;
mod labels;
#[cfg(test)]
mod tests;

pub use axlens_protocol::wire::record_format::{Display, Namespace};
pub use kinds::{Kind, Part};

use crate::pace::{Pace, SPAN, at_once};
use crate::record::{Fact, Flag, Record};
use crate::table::HashTable;
use axlens_protocol::wire::record_format::ShadowMode;
use builder::Builder;

/// A node of the document, by its position in document order.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Idx(pub u32);

impl Idx {
    /// Its index in an array with one entry for each node.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Consecutive nodes in document order.
#[derive(Copy, Clone, Debug)]
pub struct Span(usize, usize);

impl Span {
    /// The nodes of the span.
    pub fn nodes(self) -> impl Iterator<Item = Idx> {
        (self.0 as u32..self.1 as u32).map(Idx)
    }
}

const NO_NODE: u32 = u32::MAX;

#[derive(Debug, Clone)]
struct DomNode<'r> {
    kind: Kind,
    /// Local name of an element, data of a text node.
    text: &'r str,
    node_id: u32,
    flags: u32,
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    shadow_root: u32,
    root: u32,
    /// The first node after the descendants of this one.
    end: u32,
    pairs: (u32, u32),
}

#[derive(Debug, Clone, Copy)]
struct Pair<'r> {
    key: i64,
    name: &'r str,
    value: i64,
    text: &'r str,
}

/// A document.
#[derive(Debug, Clone)]
pub struct Dom<'r> {
    nodes: Vec<DomNode<'r>>,
    pairs: Vec<Pair<'r>>,
    /// Root, id and element, sorted; the first element in document order first.
    ids: Vec<(u32, &'r str, u32)>,
    /// Labels, grouped by control.
    labels: Vec<Idx>,
    /// Each control with the range of its labels, sorted.
    labelled: Vec<(u32, u32, u32)>,
    /// Controls by their labels.
    controls: HashTable,
    /// Total length of all texts and values in bytes, counted at every occurrence.
    text_bytes: usize,
    /// The first element of each part of a parent, by [`Part::key`]. A search among the siblings
    /// would take quadratic time.
    parts: HashTable,
}

impl<'r> Dom<'r> {
    /// Builds the document of a record. Elements that are not closed end with the record;
    /// superfluous closing operations are ignored.
    pub fn new(record: &Record<'r>) -> Dom<'r> {
        at_once(async |pace| Dom::new_in(record, pace).await)
    }

    /// The same, in portions.
    pub async fn new_in(record: &Record<'r>, pace: &Pace) -> Dom<'r> {
        let mut builder = Builder::new(record);
        let mut operations = record.operations().peekable();
        while operations.peek().is_some() {
            pace.steps(SPAN).await;
            for operation in operations.by_ref().take(SPAN) {
                builder.operation(record, operation);
            }
        }
        builder.finish(pace).await
    }

    /// Number of nodes, including the document.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false, because there is always a document.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Total length of all texts and values in bytes, counted at every occurrence.
    pub fn text_bytes(&self) -> usize {
        self.text_bytes
    }

    /// The document.
    pub fn document(&self) -> Idx {
        Idx(0)
    }

    /// The document element.
    pub fn document_element(&self) -> Option<Idx> {
        self.children(self.document())
            .find(|child| self.kind(*child) == Kind::Element)
    }

    /// Every node in document order.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = Idx> + use<> {
        (0..self.nodes.len() as u32).map(Idx)
    }

    /// Every element in document order.
    pub fn elements(&self) -> impl DoubleEndedIterator<Item = Idx> + '_ {
        self.all().filter(|node| self.kind(*node) == Kind::Element)
    }

    /// The nodes in document order, in spans of [`SPAN`], for loops that work in portions.
    pub fn spans(&self) -> impl Iterator<Item = Span> + use<> {
        let end = self.nodes.len();
        (0..end)
            .step_by(SPAN)
            .map(move |start| Span(start, end.min(start + SPAN)))
    }

    /// The elements of a span.
    pub fn elements_of(&self, span: Span) -> impl Iterator<Item = Idx> + '_ {
        span.nodes()
            .filter(|node| self.kind(*node) == Kind::Element)
    }

    /// The kind of a node.
    pub fn kind(&self, node: Idx) -> Kind {
        self.node(node).kind
    }

    /// Local name of an element; empty for other nodes.
    pub fn tag(&self, node: Idx) -> &'r str {
        let node = self.node(node);
        if node.kind == Kind::Element {
            node.text
        } else {
            ""
        }
    }

    /// Whether the node is this HTML element.
    pub fn is_html(&self, node: Idx, tag: &str) -> bool {
        self.tag(node) == tag && self.namespace(node) == Namespace::Html
    }

    /// Namespace of an element.
    pub fn namespace(&self, node: Idx) -> Namespace {
        Namespace::from_flags(self.node(node).flags)
    }

    /// Value of an attribute.
    pub fn attr(&self, node: Idx, name: &str) -> Option<&'r str> {
        self.pairs(node)
            .iter()
            .find(|pair| pair.key >= 0 && pair.name == name)
            .map(|pair| pair.text)
    }

    /// All recorded attributes.
    pub fn attrs(&self, node: Idx) -> impl Iterator<Item = (&'r str, &'r str)> + '_ {
        self.pairs(node)
            .iter()
            .filter(|pair| pair.key >= 0)
            .map(|pair| (pair.name, pair.text))
    }

    /// A numeric fact.
    #[inline(never)]
    pub fn fact(&self, node: Idx, fact: Fact) -> Option<i64> {
        self.pairs(node)
            .iter()
            .find(|pair| pair.key == fact as i64)
            .map(|pair| pair.value)
    }

    /// A textual fact.
    pub fn fact_text(&self, node: Idx, fact: Fact) -> Option<&'r str> {
        self.pairs(node)
            .iter()
            .find(|pair| pair.key == fact as i64)
            .map(|pair| pair.text)
    }

    /// All values of a repeated fact.
    pub fn facts(&self, node: Idx, fact: Fact) -> impl Iterator<Item = i64> + '_ {
        self.pairs(node)
            .iter()
            .filter(move |pair| pair.key == fact as i64)
            .map(|pair| pair.value)
    }

    /// Whether an element has a flag.
    pub fn flag(&self, node: Idx, flag: Flag) -> bool {
        self.node(node).flags & flag as u32 != 0
    }

    /// Computed `display`; inline for text.
    pub fn display(&self, node: Idx) -> Display {
        if self.kind(node) != Kind::Element {
            return Display::Inline;
        }
        Display::from_flags(self.node(node).flags)
    }

    /// Data of a text node; empty for other nodes.
    pub fn text(&self, node: Idx) -> &'r str {
        let node = self.node(node);
        if node.kind == Kind::Text {
            node.text
        } else {
            ""
        }
    }

    /// The node id of an element; 0 for other nodes.
    pub fn node_id(&self, node: Idx) -> u32 {
        self.node(node).node_id
    }

    /// Parent in the light tree. A shadow root has no parent: see [`Dom::host`].
    pub fn parent(&self, node: Idx) -> Option<Idx> {
        let node = self.node(node);
        if node.kind == Kind::ShadowRoot {
            None
        } else {
            to_node(node.parent)
        }
    }

    /// Children in the light tree.
    pub fn children(&self, node: Idx) -> impl Iterator<Item = Idx> + '_ {
        let first = to_node(self.node(node).first_child);
        std::iter::successors(first, |child| to_node(self.node(*child).next_sibling))
    }

    /// The first child in the light tree with the tag of a part, in any namespace.
    pub fn first_part(&self, node: Idx, part: Part) -> Option<Idx> {
        let html = self.first_of(node, part, false);
        let other = self.first_of(node, part, true);
        html.into_iter().chain(other).min()
    }

    /// The same, only for HTML elements.
    pub fn first_html_part(&self, node: Idx, part: Part) -> Option<Idx> {
        self.first_of(node, part, false)
    }

    /// The shadow root of an element.
    pub fn shadow_root(&self, node: Idx) -> Option<Idx> {
        to_node(self.node(node).shadow_root)
    }

    /// The element whose style a text node has, apart from slots: its parent, or the host of its
    /// shadow root.
    pub fn text_holder(&self, text: Idx) -> Option<Idx> {
        let parent = self.parent(text)?;
        Some(self.host(parent).unwrap_or(parent))
    }

    /// The element that a shadow root belongs to.
    pub fn host(&self, root: Idx) -> Option<Idx> {
        let root = self.node(root);
        if root.kind == Kind::ShadowRoot {
            to_node(root.parent)
        } else {
            None
        }
    }

    /// The document or shadow root of a node; a root is its own root.
    pub fn root_of(&self, node: Idx) -> Idx {
        Idx(self.node(node).root)
    }

    /// The first node after the descendants of a node, including those in its shadow tree.
    pub fn end(&self, node: Idx) -> Idx {
        Idx(self.node(node).end)
    }

    /// Whether the slots of a shadow root are assigned by script.
    pub fn assigns_by_script(&self, root: Idx) -> bool {
        let root = self.node(root);
        root.kind == Kind::ShadowRoot && root.flags & ShadowMode::ManualSlots as u32 != 0
    }

    fn node(&self, node: Idx) -> &DomNode<'r> {
        #[cfg(test)]
        steps::STEPS.set(steps::STEPS.get() + 1);
        &self.nodes[node.index()]
    }

    fn first_of(&self, node: Idx, part: Part, foreign: bool) -> Option<Idx> {
        self.parts.get(part.key(node.0, foreign)).map(Idx)
    }

    fn pairs(&self, node: Idx) -> &[Pair<'r>] {
        let (from, to) = self.node(node).pairs;
        &self.pairs[from as usize..to as usize]
    }
}

fn to_node(index: u32) -> Option<Idx> {
    (index != NO_NODE).then_some(Idx(index))
}

/// Counts accesses to nodes, as a measure of work that does not depend on the machine.
#[cfg(test)]
pub(crate) mod steps {
    thread_local! {
        pub(crate) static STEPS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
    }
}
