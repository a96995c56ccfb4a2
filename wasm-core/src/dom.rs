//! The recorded document as an arena: light tree, shadow roots, attributes, facts, flags, ids and
//! labels. Knows nothing of roles or of what is seen. Nodes stand in document order, a shadow root
//! before the light children of its host; a parent therefore always stands before its children.

use crate::digits;
use crate::pace::{Pace, SPAN, at_once, sort};
use crate::record::{Fact, Flag, Operation, Record};
use crate::table::{Table, pair};

/// A node of the document, by its place in document order.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Idx(pub u32);

impl Idx {
    /// Its place in an array that has one entry for every node.
    pub fn at(self) -> usize {
        self.0 as usize
    }
}

/// Some nodes that follow each other in document order.
#[derive(Copy, Clone, Debug)]
pub struct Span(usize, usize);

impl Span {
    /// All of them.
    pub fn nodes(self) -> impl Iterator<Item = Idx> {
        (self.0 as u32..self.1 as u32).map(Idx)
    }
}

/// What kind of node it is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The document: the first node, and the only one of its kind.
    Document,
    /// An element.
    Element,
    /// A text node.
    Text,
    /// A shadow root.
    ShadowRoot,
}

/// Namespace of an element.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Namespace {
    /// HTML.
    Html,
    /// SVG.
    Svg,
    /// MathML.
    MathMl,
    /// Any other.
    Other,
}

/// Computed `display`, as far as it matters here.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Display {
    /// `none`.
    None,
    /// `contents`.
    Contents,
    /// `inline`.
    Inline,
    /// `inline-block` and its like.
    InlineBlock,
    /// Block-level.
    Block,
    /// Row, row group, column, caption.
    TableRow,
    /// Cell.
    TableCell,
    /// Not read, because something around is not rendered.
    Unread,
}

/// Elements that say something of their parent; the first of them counts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// `caption` of a table.
    Caption,
    /// `desc` of a drawing.
    Desc,
    /// `figcaption` of a figure.
    Figcaption,
    /// `legend` of a group of fields.
    Legend,
    /// `summary` of a disclosure.
    Summary,
    /// `title` of a drawing.
    Title,
}

impl Part {
    fn of_tag(tag: &str) -> Option<Part> {
        Some(match tag {
            "caption" => Part::Caption,
            "desc" => Part::Desc,
            "figcaption" => Part::Figcaption,
            "legend" => Part::Legend,
            "summary" => Part::Summary,
            "title" => Part::Title,
            _ => return None,
        })
    }

    /// What it is looked up by: whose part it is, which one, and whether it is one of another
    /// language than HTML.
    fn key(self, parent: u32, foreign: bool) -> u64 {
        pair(parent, self as u32 * 2 + u32::from(foreign))
    }
}

const NOTHING: u32 = u32::MAX;

/// Bytes of a text or a value that are left where the page has become too long.
const SHORT: usize = 200;

/// Begins what stands for a node in an attribute of references, where a script has set elements and
/// no ids.
const REFERENCE: &str = "\u{1f}";

#[derive(Debug, Clone)]
struct Node<'r> {
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
    /// First node in document order that is not inside this one.
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
    nodes: Vec<Node<'r>>,
    pairs: Vec<Pair<'r>>,
    /// Root, id, element: sorted, the first in document order first.
    ids: Vec<(u32, &'r str, u32)>,
    /// Labels, by their controls.
    labels: Vec<Idx>,
    /// Control, and where its labels begin and end: sorted.
    labelled: Vec<(u32, u32, u32)>,
    /// Controls by their labels.
    controls: Table,
    /// Bytes of all texts and values, each counted where it stands.
    letters: usize,
    /// The first element that is a part of its parent, by [`Part::key`]. A search among siblings,
    /// by each of them, would be squares.
    parts: Table,
}

impl<'r> Dom<'r> {
    /// Builds the document of a record. A stream that ends too early leaves its elements closed
    /// where it ends; one that closes too much is read as if it didn't.
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

    /// How many nodes there are, the document included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: there is always the document.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Bytes of all texts and values, each counted where it stands.
    pub fn letters(&self) -> usize {
        self.letters
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

    /// The nodes in document order, [`SPAN`] at a time: for whoever goes through them in portions.
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

    /// What kind of node it is.
    pub fn kind(&self, node: Idx) -> Kind {
        self.at(node).kind
    }

    /// Local name of an element; empty for other nodes.
    pub fn tag(&self, node: Idx) -> &'r str {
        let node = self.at(node);
        if node.kind == Kind::Element {
            node.text
        } else {
            ""
        }
    }

    /// It is this HTML element.
    pub fn is_html(&self, node: Idx, tag: &str) -> bool {
        self.tag(node) == tag && self.namespace(node) == Namespace::Html
    }

    /// Namespace of an element.
    pub fn namespace(&self, node: Idx) -> Namespace {
        match self.at(node).flags >> 8 & 3 {
            0 => Namespace::Html,
            1 => Namespace::Svg,
            2 => Namespace::MathMl,
            _ => Namespace::Other,
        }
    }

    /// Value of an attribute.
    pub fn attr(&self, node: Idx, name: &str) -> Option<&'r str> {
        self.pairs(node)
            .iter()
            .find(|pair| pair.key >= 0 && pair.name == name)
            .map(|pair| pair.text)
    }

    /// All attributes, as they were recorded.
    pub fn attrs(&self, node: Idx) -> impl Iterator<Item = (&'r str, &'r str)> + '_ {
        self.pairs(node)
            .iter()
            .filter(|pair| pair.key >= 0)
            .map(|pair| (pair.name, pair.text))
    }

    /// A fact that is a number.
    #[inline(never)]
    pub fn fact(&self, node: Idx, fact: Fact) -> Option<i64> {
        self.pairs(node)
            .iter()
            .find(|pair| pair.key == fact as i64)
            .map(|pair| pair.value)
    }

    /// A fact that is a text.
    pub fn fact_text(&self, node: Idx, fact: Fact) -> Option<&'r str> {
        self.pairs(node)
            .iter()
            .find(|pair| pair.key == fact as i64)
            .map(|pair| pair.text)
    }

    /// All values of a fact that may be repeated.
    pub fn facts(&self, node: Idx, fact: Fact) -> impl Iterator<Item = i64> + '_ {
        self.pairs(node)
            .iter()
            .filter(move |pair| pair.key == fact as i64)
            .map(|pair| pair.value)
    }

    /// A flag.
    pub fn flag(&self, node: Idx, flag: Flag) -> bool {
        self.at(node).flags & flag as u32 != 0
    }

    /// Computed `display`. Of text: inline.
    pub fn display(&self, node: Idx) -> Display {
        if self.kind(node) != Kind::Element {
            return Display::Inline;
        }
        match self.at(node).flags & 7 {
            0 => Display::None,
            1 => Display::Contents,
            2 => Display::Inline,
            3 => Display::InlineBlock,
            4 => Display::Block,
            5 => Display::TableRow,
            6 => Display::TableCell,
            _ => Display::Unread,
        }
    }

    /// Data of a text node; empty for other nodes.
    pub fn text(&self, node: Idx) -> &'r str {
        let node = self.at(node);
        if node.kind == Kind::Text {
            node.text
        } else {
            ""
        }
    }

    /// The recorder's number of an element; 0 for other nodes.
    pub fn node_id(&self, node: Idx) -> u32 {
        self.at(node).node_id
    }

    /// Parent in the light tree. A shadow root has none: see [`Dom::host`].
    pub fn parent(&self, node: Idx) -> Option<Idx> {
        let node = self.at(node);
        if node.kind == Kind::ShadowRoot {
            None
        } else {
            some(node.parent)
        }
    }

    /// Children in the light tree.
    pub fn children(&self, node: Idx) -> impl Iterator<Item = Idx> + '_ {
        let first = some(self.at(node).first_child);
        std::iter::successors(first, |child| some(self.at(*child).next_sibling))
    }

    /// The first child in the light tree with the tag of a part, of whatever namespace.
    pub fn first_part(&self, node: Idx, part: Part) -> Option<Idx> {
        let html = self.first_of(node, part, false);
        let other = self.first_of(node, part, true);
        html.into_iter().chain(other).min()
    }

    /// The same, HTML elements alone.
    pub fn first_html_part(&self, node: Idx, part: Part) -> Option<Idx> {
        self.first_of(node, part, false)
    }

    /// The shadow root of an element.
    pub fn shadow_root(&self, node: Idx) -> Option<Idx> {
        some(self.at(node).shadow_root)
    }

    /// The element that a shadow root belongs to.
    pub fn host(&self, root: Idx) -> Option<Idx> {
        let root = self.at(root);
        if root.kind == Kind::ShadowRoot {
            some(root.parent)
        } else {
            None
        }
    }

    /// The document or shadow root that the node is in; of these two: itself.
    pub fn root_of(&self, node: Idx) -> Idx {
        Idx(self.at(node).root)
    }

    /// First node in document order that is not inside this one. What is between is: its shadow
    /// tree too.
    pub fn end(&self, node: Idx) -> Idx {
        Idx(self.at(node).end)
    }

    /// A shadow root whose slots are assigned by script.
    pub fn assigns_by_script(&self, root: Idx) -> bool {
        let root = self.at(root);
        root.kind == Kind::ShadowRoot && root.flags & 4 != 0
    }

    /// First element of a root with this id; or, of whatever root, the element that a script has
    /// set as a reference (the recorder writes it as a node id behind [`REFERENCE`]).
    pub fn by_id(&self, root: Idx, id: &str) -> Option<Idx> {
        let root = if id.starts_with(REFERENCE) {
            NOTHING
        } else {
            root.0
        };
        let place = self
            .ids
            .partition_point(|entry| (entry.0, entry.1) < (root, id));
        self.ids
            .get(place)
            .filter(|entry| (entry.0, entry.1) == (root, id))
            .map(|entry| Idx(entry.2))
    }

    /// How many elements of a root have this id.
    pub fn count_id(&self, root: Idx, id: &str) -> usize {
        let from = self
            .ids
            .partition_point(|entry| (entry.0, entry.1) < (root.0, id));
        let to = self
            .ids
            .partition_point(|entry| (entry.0, entry.1) <= (root.0, id));
        to - from
    }

    /// The `label` elements of a control, in document order.
    pub fn labels(&self, node: Idx) -> &[Idx] {
        match self.labelled.binary_search_by_key(&node.0, |entry| entry.0) {
            Ok(place) => {
                &self.labels[self.labelled[place].1 as usize..self.labelled[place].2 as usize]
            }
            Err(_) => &[],
        }
    }

    /// The control of a `label` element.
    pub fn control(&self, label: Idx) -> Option<Idx> {
        self.controls.get(label.0.into()).map(Idx)
    }

    /// Can be the control of a `label`.
    /// https://html.spec.whatwg.org/multipage/forms.html#category-label
    pub fn is_labelable(&self, node: Idx) -> bool {
        if self.kind(node) != Kind::Element || self.namespace(node) != Namespace::Html {
            return false;
        }
        match self.tag(node) {
            "button" | "meter" | "output" | "progress" | "select" | "textarea" => true,
            "input" => !self
                .attr(node, "type")
                .is_some_and(|kind| kind.eq_ignore_ascii_case("hidden")),
            _ => false,
        }
    }

    fn at(&self, node: Idx) -> &Node<'r> {
        #[cfg(test)]
        steps::STEPS.set(steps::STEPS.get() + 1);
        &self.nodes[node.at()]
    }

    fn first_of(&self, node: Idx, part: Part, foreign: bool) -> Option<Idx> {
        self.parts.get(part.key(node.0, foreign)).map(Idx)
    }

    fn pairs(&self, node: Idx) -> &[Pair<'r>] {
        let (from, to) = self.at(node).pairs;
        &self.pairs[from as usize..to as usize]
    }

    /// What stands for a node in attributes of references, by node id.
    async fn referenced(&self, pace: &Pace) -> (Table, Vec<&'r str>) {
        let (mut referenced, mut tokens) = (Table::default(), Vec::new());
        let lists = self
            .pairs
            .iter()
            .filter(|pair| pair.key >= 0 && pair.text.starts_with(REFERENCE));
        for token in lists.flat_map(|pair| pair.text.split_ascii_whitespace()) {
            pace.step().await;
            let node = token.strip_prefix(REFERENCE).and_then(digits::whole);
            if let Some(node) = node {
                *referenced.entry(node as u64, 0) = tokens.len() as u32;
                tokens.push(token);
            }
        }
        (referenced, tokens)
    }

    async fn index_ids(&mut self, pace: &Pace) {
        let (referenced, tokens) = self.referenced(pace).await;
        let mut ids = Vec::new();
        for span in self.spans() {
            pace.steps(SPAN).await;
            for node in self.elements_of(span) {
                if let Some(id) = self.attr(node, "id").filter(|id| !id.is_empty()) {
                    ids.push((self.root_of(node).0, id, node.0));
                }
                if let Some(token) = referenced.get(self.node_id(node).into()) {
                    ids.push((NOTHING, tokens[token as usize], node.0));
                }
            }
        }
        sort(&mut ids, pace).await;
        self.ids = ids;
    }

    async fn index_labels(&mut self, pace: &Pace) {
        // By root and place, so that the first control inside a label is found by searching.
        let mut controls = Vec::new();
        let mut labels = Vec::new();
        for span in self.spans() {
            pace.steps(SPAN).await;
            for node in self.elements_of(span) {
                if self.is_labelable(node) {
                    controls.push(pair(self.root_of(node).0, node.0));
                } else if self.is_html(node, "label") {
                    labels.push(node);
                }
            }
        }
        sort(&mut controls, pace).await;
        let customs = self.custom_controls(&labels);
        let mut pairs = Vec::new();
        for label in labels {
            pace.step().await;
            let custom = self.fact(label, Fact::Control);
            let custom = custom.and_then(|id| customs.get(id as u64));
            if let Some(control) = custom.or_else(|| self.control_of(label, &controls)) {
                pairs.push(pair(control, label.0));
                self.controls.entry(label.0.into(), control);
            }
        }
        sort(&mut pairs, pace).await;
        for (place, both) in pairs.iter().enumerate() {
            let (control, place) = ((both >> 32) as u32, place as u32);
            self.labels.push(Idx(*both as u32));
            match self.labelled.last_mut() {
                Some(entry) if entry.0 == control => entry.2 = place + 1,
                _ => self.labelled.push((control, place, place + 1)),
            }
        }
    }

    /// The custom elements that these labels are said to label, by node id.
    fn custom_controls(&self, labels: &[Idx]) -> Table {
        let (mut named, mut customs) = (Table::default(), Table::default());
        for label in labels {
            if let Some(id) = self.fact(*label, Fact::Control) {
                named.add(id as u64);
            }
        }
        if named.is_empty() {
            return customs;
        }
        for node in self.elements() {
            let id = self.node_id(node).into();
            if named.has(id) {
                *customs.entry(id, 0) = node.0;
            }
        }
        customs
    }

    fn control_of(&self, label: Idx, controls: &[u64]) -> Option<u32> {
        let root = self.root_of(label);
        if let Some(id) = self.attr(label, "for") {
            let target = self.by_id(root, id)?;
            return self.is_labelable(target).then_some(target.0);
        }
        let place = controls.partition_point(|entry| *entry <= pair(root.0, label.0));
        controls
            .get(place)
            .filter(|entry| **entry < pair(root.0, self.end(label).0))
            .map(|entry| *entry as u32)
    }
}

/// Counts how often anything is asked of a node: work, whatever the machine.
#[cfg(test)]
pub(crate) mod steps {
    thread_local! {
        pub(crate) static STEPS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
    }
}

fn some(index: u32) -> Option<Idx> {
    (index != NOTHING).then_some(Idx(index))
}

struct Builder<'r> {
    dom: Dom<'r>,
    open: Vec<u32>,
    /// Bytes of texts and values before they are cut short.
    letters: usize,
}

impl<'r> Builder<'r> {
    fn new(record: &Record<'r>) -> Builder<'r> {
        let mut builder = Builder {
            dom: Dom {
                nodes: Vec::new(),
                pairs: Vec::new(),
                ids: Vec::new(),
                labels: Vec::new(),
                labelled: Vec::new(),
                controls: Table::default(),
                letters: 0,
                parts: Table::default(),
            },
            letters: (record.length().saturating_mul(16)).saturating_add(16_000_000),
            open: Vec::new(),
        };
        builder.push(Kind::Document, "", 0, 0);
        builder.open.push(0);
        builder
    }

    fn operation(&mut self, record: &Record<'r>, operation: Operation) {
        match operation {
            Operation::Open { node, tag, flags } => {
                let tag = self.words(record.string(tag));
                let index = self.push(Kind::Element, tag, node, flags);
                if let Some(part) = Part::of_tag(tag) {
                    let parent = self.dom.nodes[index as usize].parent;
                    let foreign = self.dom.namespace(Idx(index)) != Namespace::Html;
                    self.dom.parts.entry(part.key(parent, foreign), index);
                }
                self.open.push(index);
            }
            Operation::Pair { key, value } => self.pair(record, key, value),
            // Character data outside the document element is nobody's.
            Operation::Text { string } if self.open.len() > 1 => {
                let text = self.words(record.string(string));
                self.push(Kind::Text, text, 0, 0);
            }
            Operation::ShadowRoot { mode } if self.open.len() > 1 => {
                let mode = u32::try_from(mode).unwrap_or(1);
                let index = self.push(Kind::ShadowRoot, "", 0, mode);
                self.open.push(index);
            }
            Operation::Close if self.open.len() > 1 => {
                if let Some(index) = self.open.pop() {
                    self.dom.nodes[index as usize].end = self.dom.nodes.len() as u32;
                }
            }
            Operation::Text { .. } | Operation::ShadowRoot { .. } | Operation::Close => {}
        }
    }

    /// Pairs follow the element that they belong to at once, so it is the last node.
    fn pair(&mut self, record: &Record<'r>, key: i64, value: i64) {
        let textual = key >= 0
            || [Fact::Value, Fact::Before, Fact::After, Fact::Marker]
                .iter()
                .any(|fact| key == *fact as i64);
        let text = if textual { record.string(value) } else { "" };
        let text = self.words(text);
        self.dom.pairs.push(Pair {
            key,
            name: if key >= 0 { record.string(key) } else { "" },
            value,
            text,
        });
        if let Some(node) = self.dom.nodes.last_mut() {
            node.pairs.1 = self.dom.pairs.len() as u32;
        }
    }

    /// A string where it stands. A record holds each string once, a page may say a long one a
    /// hundred thousand times: what makes a page many times as long as its record is cut short.
    fn words(&mut self, text: &'r str) -> &'r str {
        let text = match self.dom.letters <= self.letters {
            true => text,
            false => &text[..text.floor_char_boundary(SHORT)],
        };
        self.dom.letters += text.len();
        text
    }

    fn push(&mut self, kind: Kind, text: &'r str, node_id: u32, flags: u32) -> u32 {
        let index = self.dom.nodes.len() as u32;
        let parent = self.open.last().copied().unwrap_or(NOTHING);
        let root = match (kind, self.open.last()) {
            (Kind::Element | Kind::Text, Some(parent)) => self.dom.nodes[*parent as usize].root,
            _ => index,
        };
        let pairs = self.dom.pairs.len() as u32;
        self.dom.nodes.push(Node {
            kind,
            text,
            node_id,
            flags,
            parent,
            first_child: NOTHING,
            last_child: NOTHING,
            next_sibling: NOTHING,
            shadow_root: NOTHING,
            root,
            end: index + 1,
            pairs: (pairs, pairs),
        });
        self.link(kind, parent, index);
        index
    }

    fn link(&mut self, kind: Kind, parent: u32, index: u32) {
        if parent == NOTHING {
            return;
        }
        if kind == Kind::ShadowRoot {
            // A second shadow root can't be: the last one counts.
            self.dom.nodes[parent as usize].shadow_root = index;
            return;
        }
        let last = self.dom.nodes[parent as usize].last_child;
        self.dom.nodes[parent as usize].last_child = index;
        match self.dom.nodes.get_mut(last as usize) {
            Some(sibling) if last != NOTHING => sibling.next_sibling = index,
            _ => self.dom.nodes[parent as usize].first_child = index,
        }
    }

    async fn finish(mut self, pace: &Pace) -> Dom<'r> {
        let end = self.dom.nodes.len() as u32;
        for index in self.open.drain(..) {
            self.dom.nodes[index as usize].end = end;
        }
        self.dom.index_ids(pace).await;
        self.dom.index_labels(pace).await;
        self.dom
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html;

    fn check(html: &str, test: impl FnOnce(&Dom, &dyn Fn(&str) -> Idx)) {
        let record = html::record(html);
        let dom = Dom::new(&Record::parse(&record));
        let find = |id: &str| {
            let found = dom
                .elements()
                .find(|node| dom.attr(*node, "id") == Some(id));
            found.expect("an element with this id")
        };
        test(&dom, &find);
    }

    #[test]
    fn light_trees_and_shadow_trees_are_apart() {
        check(
            "<div id=host><template shadowrootmode=open><p id=inner>shadow</p></template><b id=light>x</b></div>",
            |dom, find| {
                let (host, light, inner) = (find("host"), find("light"), find("inner"));
                let root = dom.shadow_root(host).expect("a shadow root");
                assert_eq!(dom.children(host).collect::<Vec<_>>(), [light]);
                assert_eq!(dom.children(root).collect::<Vec<_>>(), [inner]);
                assert_eq!((dom.parent(root), dom.host(root)), (None, Some(host)));
                assert_eq!(
                    (dom.root_of(inner), dom.root_of(light)),
                    (root, dom.document())
                );
                assert_eq!(dom.by_id(dom.document(), "inner"), None);
                assert_eq!(dom.by_id(root, "inner"), Some(inner));
            },
        );
    }

    #[test]
    fn of_two_equal_ids_the_first_counts() {
        check("<i id=x></i><b id=x></b>", |dom, _| {
            let first = dom.by_id(dom.document(), "x").expect("found");
            assert_eq!(
                (dom.tag(first), dom.count_id(dom.document(), "x")),
                ("i", 2)
            );
            assert_eq!(dom.by_id(dom.document(), "y"), None);
        });
    }

    #[test]
    fn references_set_by_script_reach_any_root() {
        let tokens: Vec<String> = (1..20).map(|node| format!("{REFERENCE}{node}")).collect();
        check(
            &format!(
                "<div id=host><template shadowrootmode=open><b aria-labelledby='{}'>x</b></template></div><p id=far>",
                tokens.join(" ")
            ),
            |dom, find| {
                let root = dom.shadow_root(find("host")).expect("a shadow root");
                let token = format!("{REFERENCE}{}", dom.node_id(find("far")));
                assert_eq!(dom.by_id(root, &token), Some(find("far")));
                assert_eq!(dom.by_id(root, "\u{1f}99"), None);
            },
        );
    }

    #[test]
    fn labels_reach_their_controls() {
        check(
            "<label id=before for=one>A</label><input id=one><label id=around>B <b><select id=two></select></b><input></label>\
             <label id=also for=one>C</label><label id=nothing>D</label><label id=wrong for=para>E</label><p id=para>",
            |dom, find| {
                assert_eq!(dom.labels(find("one")), [find("before"), find("also")]);
                assert_eq!(dom.labels(find("two")), [find("around")]);
                assert_eq!(dom.control(find("also")), Some(find("one")));
                assert_eq!(dom.control(find("nothing")), None);
                assert_eq!(dom.control(find("wrong")), None);
            },
        );
    }
}
