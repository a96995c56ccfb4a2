//! The state of the panel. [`Model::apply`] changes it for an event and returns the effects on the
//! document and the port.

mod answers;
mod events;
mod lists;
mod reading_history;
mod selection;

use crate::element::{LineElement, element};
use crate::explained::LabeledValue;
use crate::messages::{PanelRequest, PanelStatus, PendingRequests, Problem};
use crate::reading::Clock;
use crate::registry::{UidSummary, registries};
use crate::search::TextSearch;
use crate::view::{ElementAt, TextView};
use axlens_protocol::model::EngineChoice;
use axlens_snapshot::options::Options;
pub use events::{CopyTarget, Effect, Event, LineNavigation, PanelPart, TokenCount};
use lists::Lists;
pub use lists::{ListContent, PanelView};
pub use reading_history::{Compared, ReadingHistory, RecordSlot};
use std::rc::Rc;

/// The state of the panel.
pub struct Model {
    clock: Box<Clock>,
    requests: PendingRequests,
    options: Options,
    engine: EngineChoice,
    readings: u64,
    view: Option<Rc<TextView>>,
    history: ReadingHistory,
    lists: Lists,
    active: usize,
    highlighted: Option<ElementAt>,
    search: TextSearch,
    tokens: TokenCount,
    explanation: Option<Result<Vec<LabeledValue>, Problem>>,
    note: Option<Problem>,
    fault: Option<Problem>,
    wrong_options: Option<Problem>,
    status: Option<PanelStatus>,
    is_watching: bool,
    /// The page may have changed since it was requested.
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
            history: ReadingHistory::default(),
            lists: Lists::default(),
            active: 0,
            highlighted: None,
            search: TextSearch::default(),
            tokens: TokenCount::default(),
            explanation: None,
            note: None,
            fault: None,
            wrong_options: None,
            status: None,
            is_watching: false,
            is_stale: false,
            has_received: false,
        }
    }

    /// Applies an event and returns its effects.
    pub fn apply(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Opened => self.on_opened(),
            Event::PortEnded => self.on_port_ended(),
            Event::Answered(ask, text) => self.on_answer(ask, &text),
            Event::Failed(ask, fault) => self.on_fault(ask, fault),
            Event::Changed => self.on_changed(),
            Event::Status(text) => self.on_status(&text),
            Event::Options(request) => self.on_options(&request),
            Event::Select(view) => self.select_view(view),
            Event::Read => self.refresh(),
            Event::StartRecording => self.start_recording(),
            Event::WatchChanges(is_watching) => self.watch_changes(is_watching),
            Event::Move(motion) => self.navigate(motion),
            Event::Click(row) => {
                let mut effects = self.activate(row);
                effects.extend(self.explain());
                effects
            }
            Event::Hover(row) => self.highlight(row).into_iter().collect(),
            Event::Explain => self.explain(),
            Event::Reveal => self.reveal(),
            Event::NotRevealed => self.set_note(Problem::Own("panel_fault_reveal")),
            Event::Escape => self.escape(),
            Event::Search(text) => self.search_for(&text),
            Event::StepSearch { forward } => self.step_search(forward),
            Event::Copy(what) => self
                .text_to_copy(what)
                .map(Effect::Copy)
                .into_iter()
                .collect(),
            Event::Record(slot) => {
                self.history.record_into(slot);
                self.reread()
            }
        }
    }
}

/// The contents of the panel.
impl Model {
    /// The text; `None` before the first page.
    pub fn view(&self) -> Option<&Rc<TextView>> {
        self.view.as_ref()
    }

    /// The active line.
    pub fn active(&self) -> usize {
        self.active
    }

    /// The search.
    pub fn search(&self) -> &TextSearch {
        &self.search
    }

    /// The number of tokens of the text.
    pub fn tokens(&self) -> TokenCount {
        self.tokens
    }

    /// The element of the active line.
    pub fn element(&self) -> Option<LineElement> {
        element(self.view.as_deref()?, self.active)
    }

    /// The explanation of the element, if it was requested.
    pub fn explanation(&self) -> Option<&Result<Vec<LabeledValue>, Problem>> {
        self.explanation.as_ref()
    }

    /// Why the last action on the element failed.
    pub fn note(&self) -> Option<&Problem> {
        self.note.as_ref()
    }

    /// The faults of the last reading of the active view, and of the options.
    pub fn problems(&self) -> [Option<&Problem>; 2] {
        let fault = match self.lists.active {
            PanelView::Snapshot => self.fault.as_ref(),
            PanelView::List(_) => self.list().and_then(|list| list.fault.as_ref()),
        };
        [fault, self.wrong_options.as_ref()]
    }

    /// The active view.
    pub fn active_view(&self) -> PanelView {
        self.lists.active
    }

    /// The list of the active view, if that is a list.
    pub fn list(&self) -> Option<&ListContent> {
        self.lists.active_content()
    }

    /// Whether a list is being read.
    pub fn is_listing(&self) -> bool {
        let is_list = |request: &PanelRequest| matches!(request, PanelRequest::List { .. });
        self.requests.any(is_list)
    }

    /// The status, if it is known.
    pub fn status(&self) -> Option<&PanelStatus> {
        self.status.as_ref()
    }

    /// Whether the page is being read.
    pub fn is_reading(&self) -> bool {
        self.requests.any(is_read)
    }

    /// The earlier and recorded readings, and their comparison.
    pub fn history(&self) -> &ReadingHistory {
        &self.history
    }

    /// The changes between the last two readings, with the current options.
    pub fn changes(&mut self) -> Option<Compared> {
        let view = self.view.clone()?;
        self.history.changes(&view, &*self.clock)
    }

    /// The uids of each document, and the new ones since the previous reading.
    pub fn registries(&self) -> Vec<UidSummary> {
        let Some(view) = &self.view else {
            return Vec::new();
        };
        registries(&view.reading, self.history.previous())
    }

    /// The times of the stages before drawing, in milliseconds.
    pub fn timings(&self) -> Vec<(String, f64)> {
        let Some(view) = &self.view else {
            return Vec::new();
        };
        let [shape, render] = view.durations;
        let own = [("shape", shape), ("render", render)];
        let own = own.map(|(stage, duration)| (stage.to_owned(), duration));
        view.reading.stages.iter().cloned().chain(own).collect()
    }
}

fn is_read(request: &PanelRequest) -> bool {
    matches!(request, PanelRequest::Read { .. })
}

#[cfg(test)]
mod tests;
