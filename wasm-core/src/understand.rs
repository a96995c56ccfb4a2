//! From a record to the tree of a document: the whole, in order. Each step is its own module; this one knows their order.

use crate::assemble::{self, Assembled};
use crate::dom::Dom;
use crate::explain;
use crate::flat::Flat;
use crate::naming::Naming;
use crate::record::{Head, Record};
use crate::roles::Roles;
use crate::selectors::Selectors;
use crate::uids::key::Keys;
use crate::uids::{self, Subject};
use crate::visibility::Visibility;
use axlens_snapshot::tree::FrameTree;

/// A recorded page with what every later step needs.
#[derive(Debug, Clone)]
pub struct Page<'r> {
    /// What is said of the document as a whole.
    pub head: Head,
    /// Its nodes.
    pub dom: Dom<'r>,
    /// Its flat tree.
    pub flat: Flat,
    /// Who can perceive what.
    pub visibility: Visibility,
}

impl<'r> Page<'r> {
    /// Reads the page of a record.
    pub fn new(record: &Record<'r>) -> Page<'r> {
        let dom = Dom::new(record);
        let mut flat = Flat::new(&dom);
        let mut visibility = Visibility::new(&dom, &flat, record.head.focused);
        flat.own(&dom, &visibility);
        visibility.follow_owners(&dom, &flat, record.head.focused);
        Page {
            head: record.head.clone(),
            dom,
            flat,
            visibility,
        }
    }
}

/// What a record comes to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Understood {
    /// The accessibility tree of the document.
    pub tree: FrameTree,
    /// The registry to keep for the next record; `None` when it has not changed.
    pub registry: Option<String>,
}

impl Understood {
    /// The tree as JSON, as it goes to the server.
    pub fn tree_json(&self) -> String {
        serde_json::to_string(&self.tree).unwrap_or_default()
    }

    /// Node ids of everything with a uid, in the order of the tree: `12,17,…`.
    pub fn acting_nodes(&self) -> String {
        let mut text = String::new();
        for node in self.tree.nodes.iter().filter(|node| node.uid.is_some()) {
            if !text.is_empty() {
                text.push(',');
            }
            text.push_str(&node.node.to_string());
        }
        text
    }
}

/// Understands a record. A strange page gives a poorer tree, never a failure.
pub fn understand(record: &str) -> Understood {
    let record = Record::parse(record);
    let page = Page::new(&record);
    let roles = Roles::new(&page);
    let naming = Naming::new(&page, &roles);
    tree_of(&record, &page, &roles, &naming)
}

/// Why an element has its role, name and states, as JSON. `node`: its node id; 0 for the first that the record's scope names.
/// Nothing of that id in the record: `null`.
pub fn explain(record: &str, node: u32) -> String {
    let record = Record::parse(record);
    let page = Page::new(&record);
    let roles = Roles::new(&page);
    let naming = Naming::new(&page, &roles);
    let understood = tree_of(&record, &page, &roles, &naming);
    explain::explain(&page, &roles, &naming, &understood.tree, node)
        .unwrap_or_else(|| "null".to_owned())
}

fn tree_of(record: &Record, page: &Page, roles: &Roles, naming: &Naming) -> Understood {
    let mut assembled = assemble::assemble(page, roles, naming);
    let registry = number(page, roles, &mut assembled, record.registry);
    let selectors = Selectors::new(&page.dom);
    for (position, node) in &assembled.acting {
        assembled.nodes[*position].place = Some(Box::new(selectors.path(*node)));
    }
    Understood {
        tree: frame(&page.head, assembled),
        registry,
    }
}

/// Gives uids and contexts to everything that can be acted on.
fn number(page: &Page, roles: &Roles, assembled: &mut Assembled, registry: &str) -> Option<String> {
    let keys = Keys::new(page, roles);
    let subjects: Vec<Subject> = assembled
        .acting
        .iter()
        .map(|(position, node)| keys.subject(page, roles, *node, &assembled.nodes[*position].name))
        .collect();
    let mut present: Vec<u32> = page
        .dom
        .elements()
        .map(|node| page.dom.node_id(node))
        .collect();
    present.sort_unstable();
    let numbered = uids::number(
        &subjects,
        &|node| present.binary_search(&node).is_ok(),
        registry,
    );
    for (((position, _), subject), uid) in
        assembled.acting.iter().zip(&subjects).zip(&numbered.uids)
    {
        assembled.nodes[*position].uid = Some(*uid);
        assembled.nodes[*position].context = subject.context;
    }
    numbered.registry
}

fn frame(head: &Head, assembled: Assembled) -> FrameTree {
    let focused = assembled
        .nodes
        .iter()
        .find(|node| node.states.focused)
        .and_then(|node| node.uid);
    FrameTree {
        url: head.url.clone(),
        title: head.title.clone(),
        ready: head.ready.clone(),
        world: head.world,
        focused,
        viewport: head.viewport.map(whole),
        scroll: head.scroll.map(whole),
        torn: head.torn,
        elements: head.elements,
        query_dom_bytes: head.query_dom_bytes,
        target: head.target.clone(),
        index: head.index,
        nodes: assembled.nodes,
    }
}

/// The nearest whole number; a cast never fails, it stops at the ends.
fn whole(length: f64) -> i64 {
    length.round() as i64
}
