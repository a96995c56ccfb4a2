//! Accessible names and descriptions: accname 1.2, one function a step, each named for its step.
//! Knows the recorded page and its roles; states only so far as a control inside a name shows its
//! value. Source: https://w3c.github.io/accname/#computation-steps
//!
//! Reading is bounded by the size of the page: once its words have been read many times over, a
//! name is made of what the first [`FEW`] steps give. No page written by anybody comes near.
//!
//! A name from content is cut at 10,000 bytes (less inside many others, see `limit`; a cut ends in
//! `…`), and elements that name each other are followed [`DEEPEST`] references deep: beyond, a
//! poorer name.

mod content;
pub(crate) mod control;
mod host;
pub(crate) mod marker;
#[cfg(test)]
mod tests;
mod text;

use crate::dom::{Display, Dom, Idx, Kind};
use crate::pace::Pace;
use crate::record::Fact;
use crate::roles::{Roles, traits};
use crate::table::{Table, pair};
use crate::understand::Page;
use axlens_snapshot::role::Role;
use std::cell::{Cell, RefCell};

pub use text::{collapsed, transformed};

/// The words of references are cut here, in bytes.
const LONGEST: usize = 10_000;

/// How many references (labelledby in a label in a description …) are followed into each other.
const DEEPEST: u8 = 6;

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
const SHORT: usize = 100;

/// How many bytes are collapsed and copied in the time of a step.
const LETTERS: usize = 128;

/// Steps of one reading, once the page's are spent.
const FEW: usize = 200;

/// Steps of one name, with all that it refers to: more nodes than anybody's name is made of, and
/// few enough that the engine can rest between two names ([`crate::pace`]).
const MANY: usize = 20_000;

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
struct Remembered {
    places: Table,
    words: Vec<String>,
}

impl Remembered {
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
    deep: Cell<u8>,
    /// The element that is being named.
    named: Cell<Idx>,
    /// Content read before, by how it was read.
    read: RefCell<Remembered>,
    /// The element that stands alone in a figure, of figures that were asked for; 0: there is none.
    figures: RefCell<Table>,
    /// Something was left out because this computation had visited it before.
    left_out: Cell<u32>,
    trace: RefCell<Option<Vec<Trace>>>,
    /// Steps that reading may still take before it is bounded.
    left: Cell<usize>,
    /// Bytes that names may still have before they are cut short.
    letters: Cell<usize>,
    /// Steps of the name that is being computed.
    steps: Cell<usize>,
    /// Steps since somebody asked for them.
    late: Cell<usize>,
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
            deep: Cell::new(0),
            named: Cell::new(Idx(0)),
            read: RefCell::default(),
            figures: RefCell::default(),
            left_out: Cell::new(0),
            trace: RefCell::new(None),
            left: Cell::new(page.dom.len() * 64 + 10_000),
            letters: Cell::new(page.dom.letters().saturating_mul(16) + 4_000_000),
            steps: Cell::new(0),
            late: Cell::new(0),
        }
    }

    /// How many steps reading took since this was asked last: what the names since then have cost.
    pub fn steps_of_late(&self) -> usize {
        self.late.take()
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

    /// The same, for whoever has the name already.
    pub fn description_after(&self, node: Idx, name: &Name) -> String {
        self.begin(node);
        if self.page.dom.kind(node) != Kind::Element || self.is_hidden(node) {
            return String::new();
        }
        let given = self.step_describedby(node);
        let given = given.or_else(|| self.step_description(node));
        let given = given.or_else(|| self.step_host_description(node, name));
        given.filter(|text| *text != name.text).unwrap_or_default()
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

    /// The first step of accname that gives words.
    fn first_name(&self, node: Idx) -> Name {
        let given = |step, text: Option<String>| {
            text.map(|text| Name {
                text,
                by_content: false,
                from: step,
            })
        };
        given("2B aria-labelledby", self.step_labelledby(node))
            .or_else(|| given("2D aria-label", self.step_aria_label(node)))
            .or_else(|| given("2E host language", self.step_host_label(node)))
            .or_else(|| self.step_content(node))
            .or_else(|| given("name from heading", self.step_heading(node)))
            .or_else(|| given("2I tooltip", self.step_tooltip(node)))
            .unwrap_or_default()
    }

    /// accname 2B: the elements that `aria-labelledby` names, in the order given.
    fn step_labelledby(&self, node: Idx) -> Option<String> {
        self.references(node, "aria-labelledby", "2B aria-labelledby")
    }

    /// accname 2D: the words of `aria-label`.
    fn step_aria_label(&self, node: Idx) -> Option<String> {
        let label = collapsed(self.page.dom.attr(node, "aria-label")?);
        self.give("2D aria-label", node, label)
    }

    /// accname 2E: what the host language has for naming: labels, legends, captions, `alt`, `title`
    /// elements of SVG, values of buttons.
    fn step_host_label(&self, node: Idx) -> Option<String> {
        if self.roles.of(node) == Role::None {
            return None;
        }
        self.host_label(node)
    }

    /// accname 2F: the content, where the role takes its name from there.
    fn step_content(&self, node: Idx) -> Option<Name> {
        if !traits::named_from_content(self.roles.of(node)) && !self.is_named_by_content(node) {
            return None;
        }
        let text = collapsed(&self.content(node, Mode::Content));
        let text = self.give("2F content", node, text)?;
        Some(Name {
            text,
            by_content: true,
            from: "2F content",
        })
    }

    /// accname 2I: the tooltip, and after it the placeholder.
    fn step_tooltip(&self, node: Idx) -> Option<String> {
        if self.is_decoration(node) || self.has_plain_words(node) || self.is_nothing(node) {
            return None;
        }
        let dom = &self.page.dom;
        let names: &[&str] = match self.roles.of(node) {
            Role::Textbox | Role::Searchbox | Role::Combobox | Role::Spinbutton => {
                &["title", "placeholder", "aria-placeholder"]
            }
            _ => &["title", "xlink:title"],
        };
        names.iter().find_map(|name| {
            let text = collapsed(dom.attr(node, name)?);
            self.give("2I tooltip", node, text)
        })
    }

    /// The first heading inside, of an article or a dialog that its author has not named.
    /// Source: https://github.com/w3c/aria/pull/1860
    fn step_heading(&self, node: Idx) -> Option<String> {
        match self.roles.of(node) {
            Role::Alertdialog | Role::Article | Role::Dialog => {}
            _ => return None,
        }
        if self
            .page
            .dom
            .attr(node, "title")
            .is_some_and(|title| !collapsed(title).is_empty())
        {
            return None;
        }
        let heading = self.first_heading(node)?;
        let text = self.name_inside(heading);
        self.give("name from heading", heading, text)
    }

    /// Description: the elements that `aria-describedby` names.
    fn step_describedby(&self, node: Idx) -> Option<String> {
        self.references(node, "aria-describedby", "aria-describedby")
    }

    /// Description: the words of `aria-description`.
    fn step_description(&self, node: Idx) -> Option<String> {
        let text = collapsed(self.page.dom.attr(node, "aria-description")?);
        self.give("aria-description", node, text)
    }

    /// Description: what the host language has, where it has not become the name.
    fn step_host_description(&self, node: Idx, name: &Name) -> Option<String> {
        let given = self.host_description(node, name);
        given.or_else(|| {
            if name.from == "2I tooltip" || self.is_nothing(node) || self.is_decoration(node) {
                return None;
            }
            let text = collapsed(self.page.dom.attr(node, "title")?);
            self.give("title", node, text)
        })
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
            if length > LONGEST || !self.may_go_on(0) {
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
        if self.deep.get() >= DEEPEST {
            return None;
        }
        self.deep.set(self.deep.get() + 1);
        let result = compute();
        self.deep.set(self.deep.get() - 1);
        Some(result)
    }

    /// accname 2A: hidden from everybody, or from assistive technology.
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
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        self.late.set(self.late.get() + 1);
        self.steps.set(self.steps.get() + 1);
        self.steps.get() <= MANY && (left > 0 || taken <= FEW)
    }

    /// How many steps are worth preparing.
    fn most_steps(&self) -> usize {
        if self.left.get() > 0 { usize::MAX } else { FEW }
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
        self.late.set(self.late.get() + text.len() / LETTERS);
        let left = self.letters.get();
        self.letters.set(left.saturating_sub(text.len()));
        if left > 0 {
            return text;
        }
        content::cut(&text, SHORT).into_owned()
    }

    fn begin(&self, node: Idx) {
        self.named.set(node);
        self.computation.set(self.fresh());
        self.deep.set(0);
        self.left_out.set(0);
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

    /// A plain container or a piece of text with words of its own: its tooltip describes it and
    /// does not replace the words. Source: https://w3c.github.io/aria/#namefromprohibited
    fn has_plain_words(&self, node: Idx) -> bool {
        use Role::*;
        let dom = &self.page.dom;
        // An abbreviation's tooltip is what it stands for.
        if dom.attr(node, "title").is_none() || dom.is_html(node, "abbr") {
            return false;
        }
        let plain = matches!(
            self.roles.of(node),
            Code | Definition
                | Deletion
                | Emphasis
                | Generic
                | Insertion
                | Mark
                | None
                | Paragraph
                | Strong
                | Subscript
                | Suggestion
                | Superscript
                | Term
                | Time
        );
        plain && !collapsed(&self.content(node, Mode::Content)).is_empty()
    }

    /// A plain element in a line with nothing inside: nobody can point at it to see its tooltip.
    fn is_nothing(&self, node: Idx) -> bool {
        let dom = &self.page.dom;
        let empty = self.roles.of(node) == Role::Generic
            && dom.display(node) == Display::Inline
            && self.has_nothing_shown(node)
            && !text::is_atomic_tag(dom.tag(node));
        let generated = [Fact::Before, Fact::After];
        empty
            && generated
                .iter()
                .all(|fact| dom.fact_text(node, *fact).is_none())
    }

    /// No child is seen: there is none, or it is hidden, or blank.
    fn has_nothing_shown(&self, node: Idx) -> bool {
        let dom = &self.page.dom;
        let mut children = self.page.flat.children(node).iter();
        children.all(|child| match dom.kind(*child) {
            Kind::Text => dom.text(*child).chars().all(text::is_space),
            _ => !self.page.visibility.boxed(*child),
        })
    }

    /// An image that its author has declared to be decoration: a tooltip does not make more of it.
    fn is_decoration(&self, node: Idx) -> bool {
        self.roles.of(node) == Role::None && self.page.dom.is_html(node, "img")
    }

    /// Elements whose content names them though their role does not say so.
    /// Source: https://w3c.github.io/html-aam/#accessible-name-and-description-computation
    fn is_named_by_content(&self, node: Idx) -> bool {
        let dom = &self.page.dom;
        dom.attr(node, "role").is_none() && dom.tag(node) == "summary" && is_html(dom, node)
    }

    fn first_heading(&self, node: Idx) -> Option<Idx> {
        let mut pending: Vec<Idx> = self.children_reversed(node);
        let mut steps = 0;
        while let Some(next) = pending.pop() {
            steps += 1;
            // Headings stand at the top of what they name; a page-long search is not worth its
            // time.
            if steps > 500 || self.page.dom.kind(next) != Kind::Element || self.is_hidden(next) {
                continue;
            }
            match self.roles.of(next) {
                Role::Heading => return Some(next),
                // Their headings are their own.
                Role::Alertdialog | Role::Article | Role::Dialog => {}
                _ => pending.extend(self.children_reversed(next)),
            }
        }
        None
    }

    fn children_reversed(&self, node: Idx) -> Vec<Idx> {
        self.page
            .flat
            .owned_children(node)
            .iter()
            .rev()
            .copied()
            .collect()
    }
}

fn is_html(dom: &Dom, node: Idx) -> bool {
    dom.namespace(node) == crate::dom::Namespace::Html
}
