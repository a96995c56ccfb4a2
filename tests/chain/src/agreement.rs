//! Role and name of every element of a page, beside what Chromium's own accessibility tree says of
//! it (over DevTools, in tests alone).

pub mod documents;
mod words;

pub use documents::Shown;

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

/// What the two say of one element that at least one of them shows.
#[derive(Debug)]
pub struct Pair {
    /// Page it stands on.
    pub page: String,
    /// Its selector in its root.
    pub selector: String,
    /// Its tag.
    pub tag: String,
    /// It has a uid.
    pub control: bool,
    /// Ours; `None` where we leave it out.
    pub ours: Option<Shown>,
    /// Chromium's, in our words; `None` where it leaves the element out.
    pub theirs: Option<Shown>,
}

impl Pair {
    /// The class of the disagreement; `None` where they agree.
    pub fn class(&self) -> Option<String> {
        let word = |shown: &Option<Shown>| {
            shown
                .as_ref()
                .map_or("left out".to_string(), |shown| shown.role.clone())
        };
        let (ours, theirs) = (word(&self.ours), word(&self.theirs));
        if !words::same_role(&ours, &theirs) {
            return Some(format!("role: {ours}, {theirs}"));
        }
        (!self.same_name()).then(|| format!("name: {ours}"))
    }

    /// The same name. An element without a role may have no name in ARIA; ours is what it reads.
    fn same_name(&self) -> bool {
        let (Some(ours), Some(theirs)) = (&self.ours, &self.theirs) else {
            return true;
        };
        let unnamed =
            theirs.name.is_empty() && matches!(ours.role.as_str(), "clickable" | "focusable");
        unnamed || ours.name == theirs.name
    }
}

/// What was compared.
#[derive(Debug, Default)]
pub struct Compared {
    /// Documents, frames included.
    pub documents: usize,
    /// Frames whose page never came.
    pub unread: usize,
    /// Elements of all of them.
    pub elements: usize,
    /// Those that at least one of the two shows.
    pub pairs: Vec<Pair>,
}

impl Compared {
    /// How many of the pairs, or of the controls among them, there are, and on how many both agree.
    pub fn right(&self, controls: bool) -> (usize, usize) {
        let counted = self.pairs.iter().filter(|pair| pair.control || !controls);
        counted.fold((0, 0), |(all, right), pair| {
            (all + 1, right + usize::from(pair.class().is_none()))
        })
    }

    /// Adds what was compared elsewhere.
    pub fn add(&mut self, other: Compared) {
        self.documents += other.documents;
        self.unread += other.unread;
        self.elements += other.elements;
        self.pairs.extend(other.pairs);
    }
}

/// Compares every element of every document of the tab.
pub async fn compare(tab: &Tab, page: &str) -> anyhow::Result<Compared> {
    // Brings the recorder into every frame.
    tab.observe(json!({})).await?;
    let mut compared = Compared::default();
    let (documents, unread) = documents::of(tab).await?;
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
    let read = Page::new(&record);
    let places: HashMap<u32, Idx> = read
        .dom
        .elements()
        .map(|node| (read.dom.node_id(node), node))
        .collect();
    let selectors = at_once(async |pace| Selectors::new(&read.dom, pace).await);
    let tree = understand(&document.record).tree;
    let ours: HashMap<u32, _> = tree.nodes.iter().map(|node| (node.node, node)).collect();
    let mut pairs = Vec::new();
    for (id, theirs) in &document.elements {
        let own = ours.get(id).filter(|node| node.node != 0);
        let shown = own.map(|node| Shown::new(node.role.as_str(), &node.name));
        let theirs = theirs.as_ref().map(words::translated);
        let theirs = theirs.filter(|theirs| shown.is_some() || !words::is_silent(theirs));
        if shown.is_none() && theirs.is_none() {
            continue;
        }
        let place = places.get(id);
        pairs.push(Pair {
            page: page.to_string(),
            selector: place.map_or(String::new(), |node| selectors.path(*node).selector),
            tag: place.map_or(String::new(), |node| read.dom.tag(*node).to_string()),
            control: own.is_some_and(|node| node.uid.is_some()),
            ours: shown,
            theirs,
        });
    }
    pairs
}

/// The report as Markdown: what was compared, classes of disagreement with their counts, an example
/// and the reason, and Chromium's words beside ours. It quotes nothing of the pages.
pub fn report(sets: &[(&str, Compared)]) -> String {
    let mut text = String::from(HEAD);
    for (name, set) in sets {
        let ((all, right), (controls, right_controls)) = (set.right(false), set.right(true));
        // Writing to a string does not fail, here and below.
        let _ = writeln!(
            text,
            "| {name} | {} | {} | {} | {all} | {right} | {controls} | {right_controls} |",
            set.documents, set.unread, set.elements
        );
    }
    text.push_str(CLASSES);
    for (class, (count, place)) in classes(sets.iter().flat_map(|(_, set)| &set.pairs)) {
        let reason = words::reason(&class).unwrap_or("not explained yet");
        let _ = writeln!(text, "| {class} | {count} | {place} | {reason} |");
    }
    wrapped(&(text + WORDS + &words::table()))
}

const HEAD: &str = "# Beside Chromium's own accessibility tree

Role and name of every element of every document, frames and shadow roots included, beside what
Chromium's own accessibility tree says of the same element (asked over DevTools, in the tests
alone). Made by `cargo xtask agreement`.

The reasons name [ARIA](https://w3c.github.io/aria/), [accname](https://w3c.github.io/accname/),
[core-aam](https://w3c.github.io/core-aam/), [html-aam](https://w3c.github.io/html-aam/),
[svg-aam](https://w3c.github.io/svg-aam/), [mathml-aam](https://w3c.github.io/mathml-aam/),
[HTML](https://html.spec.whatwg.org/) and the section or element there.

*shown*: by at least one of the two; containers without a name or a meaning, which both leave out or
may, are not counted. *same*: same role, same name. *controls*: what has a uid. *not read*: frames
whose page never came, since the tests have no network.

| pages | documents | not read | elements | shown | same | controls | same |
|---|--:|--:|--:|--:|--:|--:|--:|
";

const CLASSES: &str = "
## Where the two differ

| class (ours, Chromium's) | how often | for example | why |
|---|--:|---|---|
";

const WORDS: &str = "
## Words

Chromium's tree has words of its own for what ARIA has another word for, or none. These count as the same:

";

/// The classes of disagreement, most frequent first, each with its count and a place where it is
/// found.
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

/// Classes of disagreement that nothing explains.
pub fn unexplained(compared: &Compared) -> Vec<String> {
    let classes = classes(compared.pairs.iter());
    let unknown = classes
        .into_iter()
        .filter(|(class, _)| words::reason(class).is_none());
    unknown
        .map(|(class, (count, place))| format!("{class} ({count}, {place})"))
        .collect()
}

/// Every disagreement on a line of its own, names included, for whoever looks into one.
pub fn details(compared: &Compared) -> String {
    let mut text = String::new();
    for pair in &compared.pairs {
        let Some(class) = pair.class() else { continue };
        let name =
            |shown: &Option<Shown>| shown.as_ref().map_or("", |shown| &shown.name).to_string();
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
