//! Compares role and name of every element of a page with Chromium's own accessibility tree, which
//! only tests read, over DevTools.

pub mod documents;
mod words;

pub use documents::RoleAndName;

use axlens_harness::Tab;
use axlens_harness::wrap::wrapped;
use axlens_wasm_core::dom::Idx;
use axlens_wasm_core::pace::at_once;
use axlens_wasm_core::page::Page;
use axlens_wasm_core::record::Record;
use axlens_wasm_core::selectors::Selectors;
use axlens_wasm_core::understand::understand;
use documents::Document;
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// An element that is in at least one of the two trees.
#[derive(Debug)]
pub struct Pair {
    /// The name of its page.
    pub page: String,
    /// Its selector in its root.
    pub selector: String,
    /// Its tag.
    pub tag: String,
    /// Whether it has a uid.
    pub control: bool,
    /// Axlens's role and name. `None`: the tree does not contain the element.
    pub ours: Option<RoleAndName>,
    /// Chromium's, with Axlens's name of the role. `None`: the tree does not contain the element.
    pub theirs: Option<RoleAndName>,
}

impl Pair {
    /// The class of the difference. `None`: the trees agree.
    pub fn class(&self) -> Option<String> {
        let role = |element: &Option<RoleAndName>| {
            element
                .as_ref()
                .map_or("left out".to_string(), |element| element.role.clone())
        };
        let (ours, theirs) = (role(&self.ours), role(&self.theirs));
        if !words::same_role(&ours, &theirs) {
            return Some(format!("role: {ours}, {theirs}"));
        }
        (!self.has_same_name()).then(|| format!("name: {ours}"))
    }

    /// Whether the names are equal. ARIA names no element without a role; Axlens names it by its
    /// content.
    fn has_same_name(&self) -> bool {
        let (Some(ours), Some(theirs)) = (&self.ours, &self.theirs) else {
            return true;
        };
        let unnamed =
            theirs.name.is_empty() && matches!(ours.role.as_str(), "clickable" | "focusable");
        unnamed || ours.name == theirs.name
    }
}

/// The result of a comparison.
#[derive(Debug, Default)]
pub struct Comparison {
    /// The number of documents, including frames.
    pub documents: usize,
    /// The number of frames that could not be loaded.
    pub unread: usize,
    /// The number of elements of all documents.
    pub elements: usize,
    /// The elements that are in at least one of the two trees.
    pub pairs: Vec<Pair>,
}

impl Comparison {
    /// The number of pairs, or of controls among them, and how many of them agree.
    pub fn agreement(&self, controls: bool) -> (usize, usize) {
        let counted = self.pairs.iter().filter(|pair| pair.control || !controls);
        counted.fold((0, 0), |(all, equal), pair| {
            (all + 1, equal + usize::from(pair.class().is_none()))
        })
    }

    /// Adds the result of another comparison.
    pub fn add(&mut self, other: Comparison) {
        self.documents += other.documents;
        self.unread += other.unread;
        self.elements += other.elements;
        self.pairs.extend(other.pairs);
    }
}

/// Compares every element of every document of the tab.
pub async fn compare(tab: &Tab, page: &str) -> anyhow::Result<Comparison> {
    // This injects the recorder into every frame.
    tab.observe(json!({})).await?;
    let mut compared = Comparison::default();
    let (documents, unread) = documents::read_documents(tab).await?;
    compared.unread = unread;
    for document in documents {
        compared.documents += 1;
        compared.elements += document.elements.len();
        compared.pairs.extend(pairs(&document, page));
    }
    Ok(compared)
}

fn pairs(document: &Document, page: &str) -> Vec<Pair> {
    let record = Record::parse(&document.record);
    let page_of_record = Page::new(&record);
    let dom = &page_of_record.dom;
    let places: HashMap<u32, Idx> = dom
        .elements()
        .map(|node| (dom.node_id(node), node))
        .collect();
    let selectors = at_once(async |pace| Selectors::new(dom, pace).await);
    let tree = understand(&document.record).tree;
    let ours: HashMap<u32, _> = tree.nodes.iter().map(|node| (node.node, node)).collect();
    let mut pairs = Vec::new();
    for (id, theirs) in &document.elements {
        let own = ours.get(id).filter(|node| node.node != 0);
        let element = own.map(|node| RoleAndName::new(node.role.as_str(), &node.name));
        let theirs = theirs.as_ref().map(words::translated);
        let theirs = theirs.filter(|theirs| element.is_some() || !words::is_container(theirs));
        if element.is_none() && theirs.is_none() {
            continue;
        }
        let place = places.get(id);
        pairs.push(Pair {
            page: page.to_string(),
            selector: place.map_or(String::new(), |node| selectors.path(*node).selector),
            tag: place.map_or(String::new(), |node| dom.tag(*node).to_string()),
            control: own.is_some_and(|node| node.uid.is_some()),
            ours: element,
            theirs,
        });
    }
    pairs
}

/// The report as Markdown: the counts, the classes of differences with count, example and reason,
/// and the table of roles. It quotes no text of the pages.
pub fn report(sets: &[(&str, Comparison)]) -> String {
    let mut text = String::from(HEAD);
    for (name, set) in sets {
        let (all, equal) = set.agreement(false);
        let (controls, equal_controls) = set.agreement(true);
        // Writing to a string does not fail, here and below.
        let _ = writeln!(
            text,
            "| {name} | {} | {} | {} | {all} | {equal} | {controls} | {equal_controls} |",
            set.documents, set.unread, set.elements
        );
    }
    text.push_str(CLASSES);
    for (class, (count, place)) in classes(sets.iter().flat_map(|(_, set)| &set.pairs)) {
        let reason = words::reason(&class).unwrap_or("not explained yet");
        let _ = writeln!(text, "| {class} | {count} | {place} | {reason} |");
    }
    wrapped(&(text + ROLES + &words::table()))
}

const HEAD: &str = "# Agreement with Chromium's accessibility tree

This compares role and name of every element of every document, including frames and shadow roots,
with Chromium's own accessibility tree (which only tests read, over DevTools). Generated by
`cargo xtask agreement`.

The reasons name [ARIA](https://w3c.github.io/aria/), [accname](https://w3c.github.io/accname/),
[core-aam](https://w3c.github.io/core-aam/), [html-aam](https://w3c.github.io/html-aam/),
[svg-aam](https://w3c.github.io/svg-aam/), [mathml-aam](https://w3c.github.io/mathml-aam/),
[HTML](https://html.spec.whatwg.org/) and the section or element there.

*listed*: elements in at least one of the two trees, without containers that have neither name nor
role. *equal*: equal role and name. *controls*: elements with a uid. *not read*: frames that could
not be loaded, because the tests have no network.

| pages | documents | not read | elements | listed | equal | controls | equal |
|---|--:|--:|--:|--:|--:|--:|--:|
";

const CLASSES: &str = "
## Differences

| class (Axlens, Chromium) | count | example | reason |
|---|--:|---|---|
";

const ROLES: &str = "
## Names of roles

Chromium's tree has its own names for some roles, and for elements that have no role in ARIA. These
count as equal:

";

/// The classes of differences, most frequent first, each with its count and the place of one.
fn classes<'p>(pairs: impl Iterator<Item = &'p Pair>) -> Vec<(String, (usize, String))> {
    let mut classes: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for pair in pairs {
        let Some(class) = pair.class() else { continue };
        let place = format!("{} `{}`", pair.page, pair.selector);
        classes.entry(class).or_insert((0, place)).0 += 1;
    }
    let mut classes: Vec<_> = classes.into_iter().collect();
    classes.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    classes
}

/// The classes of differences without a known reason.
pub fn unexplained(compared: &Comparison) -> Vec<String> {
    let classes = classes(compared.pairs.iter());
    let unknown = classes
        .into_iter()
        .filter(|(class, _)| words::reason(class).is_none());
    unknown
        .map(|(class, (count, place))| format!("{class} ({count}, {place})"))
        .collect()
}

/// Every difference with both names, for debugging.
pub fn details(compared: &Comparison) -> String {
    let mut text = String::new();
    for pair in &compared.pairs {
        let Some(class) = pair.class() else { continue };
        let name = |element: &Option<RoleAndName>| match element {
            Some(element) => element.name.clone(),
            None => String::new(),
        };
        let (ours, theirs) = (name(&pair.ours), name(&pair.theirs));
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{class}\t{}\t<{}>\t{}\n\tours   {ours:?}\n\ttheirs {theirs:?}",
            pair.page, pair.tag, pair.selector
        );
    }
    text
}
