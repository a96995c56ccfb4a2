//! Accessible names and descriptions: accname 1.2, one function a step, each named for its step.
//! Knows the recorded page and its roles; states only so far as a control inside a name shows its
//! value. Source: https://w3c.github.io/accname/#computation-steps
//!
//! Reading is bounded by the size of the page: once its words have been read many times over, a
//! name is made of what the first [`STEPS_OVER_BUDGET`] steps give. No real page comes near.
//!
//! A name from content is cut at 10,000 bytes (less inside many others, see `limit`; a cut ends in
//! `…`), and elements that name each other are followed [`MAX_NESTING`] references deep:
//! beyond, a poorer name.

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
use crate::table::{Table, pair};
use std::cell::{Cell, RefCell};

pub use text::{collapsed, transformed};

/// The words of references are cut here, in bytes.
const MAX_LEN: usize = 10_000;

/// How many references (labelledby in a label in a description …) are followed into each other.
const MAX_NESTING: u8 = 6;

/// A name, and where it comes from.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Name {
    /// The name, white space collapsed. Empty: there is none.
    pub text: String,
    /// Made of the element's own content.
    pub by_content: bool,
    /// The step of accname that gave it; empty when none did.
    pub from: &'static str,
}

/// One step that gave words: what `explain` shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// The step's number and name in accname 1.2.
    pub step: &'static str,
    /// The element that gave the words.
    pub node: Idx,
    /// The words.
    pub text: String,
}

/// Bytes of one name, once all names together have become too long.
const LENGTH_OVER_BUDGET: usize = 100;

/// How many bytes are collapsed and copied in the time of a step.
const BYTES_PER_STEP: usize = 128;

/// Steps of one builder, once the page's are spent.
const STEPS_OVER_BUDGET: usize = 200;

/// Steps of one name, with all that it refers to: more nodes than any real name is made of, and
/// few enough that the engine can rest between two names ([`crate::pace`]).
const STEPS_PER_NAME: usize = 20_000;

/// How a part of a name is being computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Mode {
    /// Content of the element that is named.
    Content,
    /// Content of a native label, legend, caption.
    Label,
    /// Content of what `aria-labelledby` or `aria-describedby` points at.
    Reference,
    /// The same of a hidden target: all of its subtree counts. accname 2A.
    HiddenReference,
}

/// Content that has been read, by the element and how it was read.
#[derive(Debug, Default)]
struct Cache {
    places: Table,
    words: Vec<String>,
}

impl Cache {
    fn get(&self, node: Idx, mode: Mode) -> Option<&String> {
        let place = self.places.get(pair(node.0, mode as u32))?;
        self.words.get(place as usize)
    }

    fn insert(&mut self, node: Idx, mode: Mode, words: String) {
        let new = self.words.len();
        let place = *self.places.entry(pair(node.0, mode as u32), new as u32) as usize;
        match self.words.get_mut(place) {
            Some(before) => *before = words,
            None => self.words.push(words),
        }
    }
}

/// Computes names and descriptions of one page and remembers what it has read.
pub struct Naming<'p, 'r> {
    page: &'p Page<'r>,
    roles: &'p Roles,
    /// For each node the number of the computation that has visited it last.
    visited: RefCell<Vec<u32>>,
    computation: Cell<u32>,
    computations: Cell<u32>,
    nesting: Cell<u8>,
    /// The element that is being named.
    named: Cell<Idx>,
    /// Content read before, by how it was read.
    read: RefCell<Cache>,
    /// The only element of each figure that was requested. 0: it has none.
    figures: RefCell<Table>,
    /// Something was left out because this computation had visited it before.
    omissions: Cell<u32>,
    trace: RefCell<Option<Vec<Trace>>>,
    /// Steps that reading may still take before it is bounded.
    steps_left: Cell<usize>,
    /// Bytes that names may still have before they are cut short.
    bytes_left: Cell<usize>,
    /// Steps of the name that is being computed.
    steps: Cell<usize>,
    /// Steps since they were taken last.
    uncounted_steps: Cell<usize>,
}

impl<'p, 'r> Naming<'p, 'r> {
    /// Nothing is read yet.
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

    /// How many steps reading took since the last call: what the names since then have cost.
    pub fn take_step_count(&self) -> usize {
        self.uncounted_steps.take()
    }

    /// Forgets what it has read, in portions: words that go all at once, hundreds of thousands of
    /// them, take their time.
    pub async fn forget(&self, pace: &Pace) {
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

    /// The accessible description of an element; empty when it would only repeat the name.
    pub fn description(&self, node: Idx) -> String {
        self.description_after(node, &self.name(node))
    }

    /// The same, where the name is known already.
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

    /// The words inside an element, as its content would name it; for what is named by its text
    /// though its role does not say so.
    pub fn text_content(&self, node: Idx) -> String {
        self.begin(node);
        self.visit(node);
        self.afforded(collapsed(&self.content(node, Mode::Content)))
    }

    /// Name and description with every step that gave words, in the order in which they did.
    pub fn traced(&self, node: Idx) -> (Name, Vec<Trace>, String, Vec<Trace>) {
        self.read.take();
        self.trace.replace(Some(Vec::new()));
        let name = self.name(node);
        let name_trace = self.trace.replace(Some(Vec::new())).unwrap_or_default();
        let description = self.description_after(node, &name);
        let description_trace = self.trace.replace(None).unwrap_or_default();
        (name, name_trace, description, description_trace)
    }

    /// The words of the elements that an attribute with ids points at, in its own root.
    fn references(&self, node: Idx, attribute: &str, step: &'static str) -> Option<String> {
        let dom = &self.page.dom;
        let ids = dom.attr(node, attribute)?;
        let root = dom.root_of(node);
        let mut words = Vec::new();
        let mut length = 0;
        for target in ids
            .split_ascii_whitespace()
            .filter_map(|id| dom.by_id(root, id))
            .take(self.most_steps())
        {
            if length > MAX_LEN || !self.may_go_on(0) {
                break;
            }
            let text = self.referenced(target);
            length += text.len();
            if let Some(text) = self.give(step, target, text) {
                words.push(text);
            }
        }
        let joined = words.join(" ");
        (!joined.is_empty()).then_some(joined)
    }

    /// The words of one referenced element: all of its steps but 2B. Hidden targets count with all
    /// of their subtree. What a reference reads is no part of what surrounds it.
    fn referenced(&self, target: Idx) -> String {
        let mode = if self.is_hidden(target) {
            Mode::HiddenReference
        } else {
            Mode::Reference
        };
        let around = self.computation.get();
        self.computation.set(self.fresh());
        let words = self.deeper(|| collapsed(&self.alternative(target, mode)));
        self.computation.set(around);
        self.visit(self.named.get());
        self.visit(target);
        words.unwrap_or_default()
    }

    /// The number of a computation that has visited nothing.
    fn fresh(&self) -> u32 {
        self.computations.set(self.computations.get() + 1);
        self.computations.get()
    }

    /// The name of an element inside the one that is being named.
    fn name_inside(&self, node: Idx) -> String {
        self.deeper(|| collapsed(&self.alternative(node, Mode::Label)))
            .unwrap_or_default()
    }

    /// Runs a computation inside another one, unless they are nested too deep already.
    fn deeper<T>(&self, compute: impl FnOnce() -> T) -> Option<T> {
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

    /// Counts a step of reading. `taken`: the steps of this reading so far.
    fn may_go_on(&self, taken: usize) -> bool {
        let steps_left = self.steps_left.get();
        self.steps_left.set(steps_left.saturating_sub(1));
        self.uncounted_steps.set(self.uncounted_steps.get() + 1);
        self.steps.set(self.steps.get() + 1);
        self.steps.get() <= STEPS_PER_NAME && (steps_left > 0 || taken <= STEPS_OVER_BUDGET)
    }

    /// How many steps are worth preparing.
    fn most_steps(&self) -> usize {
        if self.steps_left.get() > 0 {
            usize::MAX
        } else {
            STEPS_OVER_BUDGET
        }
    }

    /// Not empty: words, noted for `explain`.
    fn give(&self, step: &'static str, node: Idx, text: String) -> Option<String> {
        if text.is_empty() {
            return None;
        }
        let text = self.afforded(text);
        if let Some(trace) = self.trace.borrow_mut().as_mut() {
            trace.push(Trace {
                step,
                node,
                text: text.clone(),
            });
        }
        Some(text)
    }

    /// The words, cut short once all names together have become many times as long as the page:
    /// thousands of elements may be described by one.
    fn afforded(&self, text: String) -> String {
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
        self.computation.set(self.fresh());
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
