//! Accessible names and descriptions: accname 1.2, with one function for each step. Source:
//! https://w3c.github.io/accname/#computation-steps
//!
//! The work is bounded by the size of the page. After its text has been read many times, a name has
//! only the text of the first [`STEPS_OVER_BUDGET`] steps. Real pages do not reach this limit.
//!
//! A name from content is cut at 10,000 bytes (less inside many others, see `limit`; a cut ends in
//! `…`). References are followed [`MAX_NESTING`] levels deep.

mod content;
pub(crate) mod control;
mod embedded_control;
mod host;
pub(crate) mod marker;
mod name_builder;
mod steps;
#[cfg(test)]
mod tests;
mod text;

use crate::dom::{Dom, Idx, Kind, Namespace};
use crate::pace::Pace;
use crate::page::Page;
use crate::record::Fact;
use crate::roles::Roles;
use crate::table::{HashTable, pair};
use std::cell::{Cell, RefCell};

pub use text::{collapsed, transformed, without_icons};

/// Maximum length of the text of references, in bytes.
const MAX_LEN: usize = 10_000;

/// Maximum nesting of references (labelledby in a label in a description …).
const MAX_NESTING: u8 = 6;

/// A name and its source.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Name {
    /// The name, with collapsed whitespace; empty if there is none.
    pub text: String,
    /// Whether it comes from the element's content.
    pub by_content: bool,
    /// The step of accname that it comes from; empty if there is no name.
    pub from: &'static str,
}

/// A step that produced text, for `explain`.
#[derive(Debug, Clone, PartialEq)]
pub struct TraceStep {
    /// The step's number and name in accname 1.2.
    pub step: &'static str,
    /// The element that the text comes from.
    pub node: Idx,
    /// The text.
    pub text: String,
}

/// Maximum length of a name in bytes, after all names together have exceeded their limit.
const LENGTH_OVER_BUDGET: usize = 100;

/// Number of bytes that are processed in the time of a step.
const BYTES_PER_STEP: usize = 128;

/// Maximum number of steps of one builder, after the page's budget is spent.
const STEPS_OVER_BUDGET: usize = 200;

/// Maximum number of steps of one name, with its references: more than any real name needs, and few
/// enough that the engine can yield between two names ([`crate::pace`]).
const STEPS_PER_NAME: usize = 20_000;

/// How a part of a name is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Mode {
    /// Content of the named element.
    Content,
    /// Content of a native label, legend, caption.
    Label,
    /// Content of a target of `aria-labelledby` or `aria-describedby`.
    Reference,
    /// The same for a hidden target, whose whole subtree counts. accname 2A.
    HiddenReference,
}

/// Cached content, by element and mode.
#[derive(Debug, Default)]
struct ContentCache {
    positions: HashTable,
    words: Vec<String>,
}

impl ContentCache {
    fn get(&self, node: Idx, mode: Mode) -> Option<&String> {
        let place = self.positions.get(pair(node.0, mode as u32))?;
        self.words.get(place as usize)
    }

    fn insert(&mut self, node: Idx, mode: Mode, words: String) {
        let new = self.words.len();
        let place = *self.positions.entry(pair(node.0, mode as u32), new as u32) as usize;
        match self.words.get_mut(place) {
            Some(before) => *before = words,
            None => self.words.push(words),
        }
    }
}

/// Computes names and descriptions of one page, with a cache.
pub struct Naming<'p, 'r> {
    page: &'p Page<'r>,
    roles: &'p Roles,
    /// For each node, the number of the last computation that visited it.
    visited: RefCell<Vec<u32>>,
    computation: Cell<u32>,
    computations: Cell<u32>,
    nesting: Cell<u8>,
    /// The named element.
    named: Cell<Idx>,
    /// Content that was read before.
    read: RefCell<ContentCache>,
    /// The only element of each figure that was searched; 0 if it has none.
    figures: RefCell<HashTable>,
    /// Number of nodes that were omitted because this computation had visited them before.
    omissions: Cell<u32>,
    trace: RefCell<Option<Vec<TraceStep>>>,
    /// Remaining steps before reading is limited.
    steps_left: Cell<usize>,
    /// Remaining bytes of all names before names are cut.
    bytes_left: Cell<usize>,
    /// Steps of the current name.
    steps: Cell<usize>,
    /// Steps since the last call of `take_step_count`.
    uncounted_steps: Cell<usize>,
}

impl<'p, 'r> Naming<'p, 'r> {
    /// Creates an empty cache.
    pub fn new(page: &'p Page<'r>, roles: &'p Roles) -> Naming<'p, 'r> {
        Naming {
            page,
            roles,
            visited: RefCell::new(vec![0; page.dom.len()]),
            computation: Cell::new(0),
            computations: Cell::new(0),
            nesting: Cell::new(0),
            named: Cell::new(Idx(0)),
            read: RefCell::default(),
            figures: RefCell::default(),
            omissions: Cell::new(0),
            trace: RefCell::new(None),
            steps_left: Cell::new(page.dom.len() * 64 + 10_000),
            bytes_left: Cell::new(page.dom.text_bytes().saturating_mul(16) + 4_000_000),
            steps: Cell::new(0),
            uncounted_steps: Cell::new(0),
        }
    }

    /// Returns the number of steps since the last call.
    pub fn take_step_count(&self) -> usize {
        self.uncounted_steps.take()
    }

    /// Clears the cache in portions, because freeing hundreds of thousands of strings takes time.
    pub async fn clear_cache(&self, pace: &Pace) {
        let read = self.read.take();
        for words in read.words {
            pace.step().await;
            drop(words);
        }
    }

    /// The accessible name of an element.
    pub fn name(&self, node: Idx) -> Name {
        self.begin(node);
        if self.page.dom.kind(node) != Kind::Element || self.is_hidden(node) {
            return Name::default(); // accname 2A
        }
        self.visit(node);
        self.first_name(node)
    }

    /// The accessible description of an element; empty if it equals the name.
    pub fn description(&self, node: Idx) -> String {
        self.description_after(node, &self.name(node))
    }

    /// The same, with a known name.
    pub fn description_after(&self, node: Idx, name: &Name) -> String {
        self.begin(node);
        if self.page.dom.kind(node) != Kind::Element || self.is_hidden(node) {
            return String::new();
        }
        let description = self.step_describedby(node);
        let description = description.or_else(|| self.step_description(node));
        let description = description.or_else(|| self.step_host_description(node, name));
        description
            .filter(|text| *text != name.text)
            .unwrap_or_default()
    }

    /// The text in an element, as in a name from content, for elements that are named by their text
    /// although their role does not allow this.
    pub fn text_content(&self, node: Idx) -> String {
        self.begin(node);
        self.visit(node);
        self.within_budget(collapsed(&self.content(node, Mode::Content)))
    }

    /// Name and description with every step that produced text, in order.
    pub fn traced(&self, node: Idx) -> (Name, Vec<TraceStep>, String, Vec<TraceStep>) {
        self.read.take();
        self.trace.replace(Some(Vec::new()));
        let name = self.name(node);
        let name_trace = self.trace.replace(Some(Vec::new())).unwrap_or_default();
        let description = self.description_after(node, &name);
        let description_trace = self.trace.replace(None).unwrap_or_default();
        (name, name_trace, description, description_trace)
    }

    /// The text of the elements that an attribute refers to by id, in its root.
    fn references(&self, node: Idx, attribute: &str, step: &'static str) -> Option<String> {
        let dom = &self.page.dom;
        let ids = dom.attr(node, attribute)?;
        let root = dom.root_of(node);
        let mut words = Vec::new();
        let mut length = 0;
        for target in ids
            .split_ascii_whitespace()
            .filter_map(|id| dom.by_id(root, id))
            .take(self.max_steps())
        {
            if length > MAX_LEN || !self.has_budget(0) {
                break;
            }
            let text = self.referenced(target);
            length += text.len();
            if let Some(text) = self.record_step(step, target, text) {
                words.push(text);
            }
        }
        let joined = words.join(" ");
        (!joined.is_empty()).then_some(joined)
    }

    /// The text of one referenced element: all steps except 2B. Hidden targets count with their
    /// whole subtree. Elements that a reference visits can be visited again by the surrounding
    /// computation.
    fn referenced(&self, target: Idx) -> String {
        let mode = if self.is_hidden(target) {
            Mode::HiddenReference
        } else {
            Mode::Reference
        };
        let outer = self.computation.get();
        self.computation.set(self.new_computation());
        let words = self.nested(|| collapsed(&self.alternative(target, mode)));
        self.computation.set(outer);
        self.visit(self.named.get());
        self.visit(target);
        words.unwrap_or_default()
    }

    /// The number of a new computation.
    fn new_computation(&self) -> u32 {
        self.computations.set(self.computations.get() + 1);
        self.computations.get()
    }

    /// The name of an element inside the named element.
    fn name_inside(&self, node: Idx) -> String {
        self.nested(|| collapsed(&self.alternative(node, Mode::Label)))
            .unwrap_or_default()
    }

    /// Runs a nested computation, unless the nesting is too deep.
    fn nested<T>(&self, compute: impl FnOnce() -> T) -> Option<T> {
        if self.nesting.get() >= MAX_NESTING {
            return None;
        }
        self.nesting.set(self.nesting.get() + 1);
        let result = compute();
        self.nesting.set(self.nesting.get() - 1);
        Some(result)
    }

    /// accname 2A: hidden from everyone, or from assistive technology.
    fn is_hidden(&self, node: Idx) -> bool {
        !self.page.visibility.rendered(node) || self.page.visibility.aria_hidden(node)
    }

    /// Text of a pseudo-element, with the transformation of its element.
    fn pseudo(&self, node: Idx, fact: Fact) -> Option<String> {
        let text = self.page.dom.fact_text(node, fact)?;
        Some(text::transformed(&self.page.dom, node, text).into_owned())
    }

    /// Counts a step. Returns whether there are steps left. `taken` is the number of steps of this
    /// reading.
    fn has_budget(&self, taken: usize) -> bool {
        let steps_left = self.steps_left.get();
        self.steps_left.set(steps_left.saturating_sub(1));
        self.uncounted_steps.set(self.uncounted_steps.get() + 1);
        self.steps.set(self.steps.get() + 1);
        self.steps.get() <= STEPS_PER_NAME && (steps_left > 0 || taken <= STEPS_OVER_BUDGET)
    }

    /// Maximum number of steps to prepare.
    fn max_steps(&self) -> usize {
        if self.steps_left.get() > 0 {
            usize::MAX
        } else {
            STEPS_OVER_BUDGET
        }
    }

    /// The text of a step, recorded for `explain`; `None` if it is empty.
    fn record_step(&self, step: &'static str, node: Idx, text: String) -> Option<String> {
        // No-break spaces alone are no name.
        if text.chars().all(char::is_whitespace) {
            return None;
        }
        let text = self.within_budget(text);
        if let Some(trace) = self.trace.borrow_mut().as_mut() {
            trace.push(TraceStep {
                step,
                node,
                text: text.clone(),
            });
        }
        Some(text)
    }

    /// The text; cut after all names together have become many times as long as the page, because
    /// thousands of elements can have the same description.
    fn within_budget(&self, text: String) -> String {
        self.uncounted_steps
            .set(self.uncounted_steps.get() + text.len() / BYTES_PER_STEP);
        let steps_left = self.bytes_left.get();
        self.bytes_left.set(steps_left.saturating_sub(text.len()));
        if steps_left > 0 {
            return text;
        }
        name_builder::cut(&text, LENGTH_OVER_BUDGET).into_owned()
    }

    fn begin(&self, node: Idx) {
        self.named.set(node);
        self.computation.set(self.new_computation());
        self.nesting.set(0);
        self.omissions.set(0);
        self.steps.set(0);
    }

    fn visit(&self, node: Idx) {
        if let Some(mark) = self.visited.borrow_mut().get_mut(node.0 as usize) {
            *mark = self.computation.get();
        }
    }

    fn was_visited(&self, node: Idx) -> bool {
        self.visited.borrow().get(node.0 as usize) == Some(&self.computation.get())
    }
}

fn is_html(dom: &Dom, node: Idx) -> bool {
    dom.namespace(node) == Namespace::Html
}
