//! The state of the panel, and the effects of each event on it. Independent of the document and of
//! the port: effects outside are returned.

mod answers;
mod events;
mod records;
mod selection;

use crate::element::{Element, element};
use crate::explained::Fact;
use crate::messages::{PendingRequests, Problem, Request, Status};
use crate::reading::Clock;
use crate::registry::{Registry, registries};
use crate::search::Search;
use crate::view::{ElementAt, View};
use axlens_protocol::model::EngineChoice;
use axlens_snapshot::options::Options;
pub use events::{Copied, Effect, Event, Motion, Part, Tokens};
pub use records::{Compared, Records, Slot};
use std::rc::Rc;

/// The state of the panel.
pub struct Model {
    clock: Box<Clock>,
    requests: PendingRequests,
    options: Options,
    engine: EngineChoice,
    readings: u64,
    view: Option<Rc<View>>,
    records: Records,
    active: usize,
    highlighted: Option<ElementAt>,
    search: Search,
    tokens: Tokens,
    explanation: Option<Result<Vec<Fact>, Problem>>,
    note: Option<Problem>,
    fault: Option<Problem>,
    wrong_options: Option<Problem>,
    status: Option<Status>,
    follows: bool,
    /// The page may have changed since it was asked for.
    is_stale: bool,
    /// A message was received since the port to the worker was opened.
    has_received: bool,
}

impl Model {
    /// A model without a page.
    pub fn new(clock: Box<Clock>) -> Model {
        Model {
            clock,
            requests: PendingRequests::default(),
            options: Options::default(),
            engine: EngineChoice::default(),
            readings: 0,
            view: None,
            records: Records::default(),
            active: 0,
            highlighted: None,
            search: Search::default(),
            tokens: Tokens::default(),
            explanation: None,
            note: None,
            fault: None,
            wrong_options: None,
            status: None,
            follows: false,
            is_stale: false,
            has_received: false,
        }
    }

    /// Applies an event and returns its effects.
    pub fn apply(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Opened => self.opened(),
            Event::PortEnded => self.port_ended(),
            Event::Answered(ask, text) => self.answered(ask, &text),
            Event::Failed(ask, fault) => self.failed(ask, fault),
            Event::Changed => self.changed(),
            Event::Status(text) => self.status_received(&text),
            Event::Options(request) => self.options_chosen(&request),
            Event::Read => self.read_again(),
            Event::Follow(follows) => self.follow(follows),
            Event::Move(motion) => self.moved(motion),
            Event::Press(row) => {
                let mut effects = self.activate(row);
                effects.extend(self.explain());
                effects
            }
            Event::Hover(row) => self.highlight(row).into_iter().collect(),
            Event::Explain => self.explain(),
            Event::Reveal => self.reveal(),
            Event::NotRevealed => self.noted(Problem::Own("panel_fault_reveal")),
            Event::Escape => self.escape(),
            Event::Search(text) => self.search_for(&text),
            Event::Step { forward } => self.step(forward),
            Event::Copy(what) => self.copied(what).map(Effect::Copy).into_iter().collect(),
            Event::Record(slot) => {
                self.records.record_next(slot);
                self.read_again()
            }
        }
    }
}

/// What the panel shows.
impl Model {
    /// The text; `None` before the first page.
    pub fn view(&self) -> Option<&Rc<View>> {
        self.view.as_ref()
    }

    /// The active line.
    pub fn active(&self) -> usize {
        self.active
    }

    /// What is looked for.
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// Tokens of the text.
    pub fn tokens(&self) -> Tokens {
        self.tokens
    }

    /// The element of the active line.
    pub fn element(&self) -> Option<Element> {
        element(self.view.as_deref()?, self.active)
    }

    /// Its explanation, where it was asked for.
    pub fn explanation(&self) -> Option<&Result<Vec<Fact>, Problem>> {
        self.explanation.as_ref()
    }

    /// What could not be done with the element.
    pub fn note(&self) -> Option<&Problem> {
        self.note.as_ref()
    }

    /// Why there is no newer text; what is wrong with the options.
    pub fn problems(&self) -> [Option<&Problem>; 2] {
        [self.fault.as_ref(), self.wrong_options.as_ref()]
    }

    /// The status, once it is known.
    pub fn status(&self) -> Option<&Status> {
        self.status.as_ref()
    }

    /// Whether the page is being read.
    pub fn is_reading(&self) -> bool {
        self.requests.any(is_read)
    }

    /// The recorded readings and their comparison.
    pub fn records(&self) -> &Records {
        &self.records
    }

    /// What changed between the last two readings, with the options of now.
    pub fn changes(&mut self) -> Option<Compared> {
        let view = self.view.clone()?;
        self.records.changes(&view, &*self.clock)
    }

    /// The uids of each document, and which are new since the reading before.
    pub fn registries(&self) -> Vec<Registry> {
        let Some(view) = &self.view else {
            return Vec::new();
        };
        registries(&view.reading, self.records.before())
    }

    /// Where the time went, in milliseconds, without what it takes to draw.
    pub fn timings(&self) -> Vec<(String, f64)> {
        let Some(view) = &self.view else {
            return Vec::new();
        };
        let [shape, render] = view.took;
        let own = [("shape", shape), ("render", render)];
        let own = own.map(|(stage, took)| (stage.to_owned(), took));
        view.reading.stages.iter().cloned().chain(own).collect()
    }
}

fn is_read(request: &Request) -> bool {
    matches!(request, Request::Read { .. })
}

#[cfg(test)]
mod tests;
