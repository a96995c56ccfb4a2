//! All that the panel knows, and what becomes of it by each event. Knows no document and no port:
//! what is to be done outside, it returns.

mod records;

use crate::element::{Element, element};
use crate::explained::{Fact, facts};
use crate::messages::{Ask, Asks, Handle, Problem, SaidFault, Status};
use crate::reading::{Clock, Reading};
use crate::registry::{Registry, registries};
use crate::search::Search;
use crate::shown::{ElementAt, Shown};
use crate::token_estimate::estimate;
use axlens_protocol::agent::observe::ObserveRequest;
use axlens_protocol::model::EngineChoice;
use axlens_protocol::wire::PlacesChoice;
use axlens_snapshot::options::Options;
pub use records::{Compared, Records, Slot};
use std::rc::Rc;

/// What happens.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The panel was opened.
    Opened,
    /// The line to the worker has ended, and there is a new one.
    PortEnded,
    /// A question was answered.
    Answered(u32, String),
    /// A question was answered with a fault.
    Failed(u32, SaidFault),
    /// The page may have changed.
    Changed,
    /// How things are, as JSON.
    Status(String),
    /// What is to be shown: the body of a request to observe.
    Options(String),
    /// The page is to be read again.
    Read,
    /// Whether the page is to be read again whenever it changes.
    Follow(bool),
    /// To another line.
    Move(Motion),
    /// A line was pressed.
    Press(usize),
    /// The pointer is on a line, or on none.
    Hover(Option<usize>),
    /// The line's element is to be explained.
    Explain,
    /// The line's element is to be shown in Elements.
    Reveal,
    /// It could not be.
    NotRevealed,
    /// What was opened last is to be closed.
    Escape,
    /// A word is looked for.
    Search(String),
    /// To the next line with it, or the one before.
    Step {
        /// To the next.
        forward: bool,
    },
    /// Something is to be copied.
    Copy(Copied),
    /// The page is to be read for a comparison.
    Record(Slot),
}

/// A way through the lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Motion {
    /// So many lines down, or up.
    By(isize),
    /// To the first line.
    First,
    /// To the last line.
    Last,
    /// To the line around.
    Parent,
    /// To the first line inside.
    Child,
}

/// What can be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Copied {
    /// The whole text.
    All,
    /// The line.
    Line,
    /// Its uid.
    Uid,
}

/// What is to be done outside.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// A message is to be sent to the worker.
    Post(String),
    /// A text is to be copied.
    Copy(String),
    /// An element is to be shown in Elements: its node id, and the address of its frame where that
    /// is not the main one.
    Reveal(u32, Option<String>),
    /// A part of the panel is to be drawn again.
    Draw(Part),
}

/// A part of the panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The lines, and what is said of all of them.
    Text,
    /// Which line is the active one.
    Active,
    /// What was found.
    Search,
    /// How many tokens there are.
    Tokens,
    /// The element of the active line, and its explanation.
    Element,
    /// What changed, and the comparison.
    Changes,
    /// Which uids there are.
    Registry,
    /// Where the time went.
    Timings,
    /// How things are, and what is wrong.
    State,
}

/// How many tokens a text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tokens {
    /// How many.
    pub count: usize,
    /// Counted, not estimated.
    pub exact: bool,
}

/// What the panel knows.
pub struct Model {
    clock: Box<Clock>,
    asks: Asks,
    options: Options,
    engine: EngineChoice,
    readings: u64,
    shown: Option<Rc<Shown>>,
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
    /// Something was heard since the line to the worker was opened.
    was_heard: bool,
}

impl Model {
    /// A model that knows nothing yet.
    pub fn new(clock: Box<Clock>) -> Model {
        Model {
            clock,
            asks: Asks::default(),
            options: Options::default(),
            engine: EngineChoice::default(),
            readings: 0,
            shown: None,
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
            was_heard: false,
        }
    }

    /// Follows an event.
    pub fn apply(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Opened => self.opened(),
            Event::PortEnded => self.port_ended(),
            Event::Answered(ask, text) => self.answered(ask, &text),
            Event::Failed(ask, fault) => self.failed(ask, fault),
            Event::Changed => self.changed(),
            Event::Status(text) => self.status_came(&text),
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
            Event::Search(word) => self.search_for(&word),
            Event::Step { forward } => self.step(forward),
            Event::Copy(what) => self.copied(what).map(Effect::Copy).into_iter().collect(),
            Event::Record(slot) => {
                self.records.wants(slot);
                self.read_again()
            }
        }
    }
}

/// What is shown.
impl Model {
    /// The text; none where no page was read yet.
    pub fn shown(&self) -> Option<&Rc<Shown>> {
        self.shown.as_ref()
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
        element(self.shown.as_deref()?, self.active)
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

    /// How things are, where that is known.
    pub fn status(&self) -> Option<&Status> {
        self.status.as_ref()
    }

    /// Whether the page is being read.
    pub fn is_reading(&self) -> bool {
        self.asks.any(is_read)
    }

    /// What was recorded, and what came of comparing it.
    pub fn records(&self) -> &Records {
        &self.records
    }

    /// What changed between the last two readings, with the options of now.
    pub fn changes(&mut self) -> Option<Compared> {
        let shown = self.shown.clone()?;
        self.records.changes(&shown, &*self.clock)
    }

    /// The uids of each document, and which are new since the reading before.
    pub fn registries(&self) -> Vec<Registry> {
        let Some(shown) = &self.shown else {
            return Vec::new();
        };
        registries(&shown.reading, self.records.before())
    }

    /// Where the time went, in milliseconds, without what it takes to draw.
    pub fn timings(&self) -> Vec<(String, f64)> {
        let Some(shown) = &self.shown else {
            return Vec::new();
        };
        let [shape, render] = shown.took;
        let own = [("shape", shape), ("render", render)];
        let own = own.map(|(stage, took)| (stage.to_owned(), took));
        shown.reading.stages.iter().cloned().chain(own).collect()
    }
}

/// Reading.
impl Model {
    fn post(&mut self, ask: Ask) -> Effect {
        Effect::Post(self.asks.ask(ask))
    }

    /// Asks for the page. What was asked for before is not waited for any more.
    fn read(&mut self) -> Effect {
        self.asks.forget(is_read);
        self.is_stale = false;
        self.post(Ask::Read {
            places: PlacesChoice::of(&self.options),
            engine: self.engine,
        })
    }

    /// What is to be shown may have been chosen, and so the page asked for, before.
    fn opened(&mut self) -> Vec<Effect> {
        let mut effects = vec![self.post(Ask::Status)];
        if !self.is_reading() {
            effects.push(self.read());
        }
        effects
    }

    fn read_again(&mut self) -> Vec<Effect> {
        vec![self.read(), Effect::Draw(Part::State)]
    }

    fn changed(&mut self) -> Vec<Effect> {
        self.was_heard = true;
        if self.is_reading() {
            // The answer that is on its way may be older than the change.
            self.is_stale = true;
            return Vec::new();
        }
        match self.follows {
            true => self.read_again(),
            false => Vec::new(),
        }
    }

    fn answered(&mut self, number: u32, text: &str) -> Vec<Effect> {
        self.was_heard = true;
        match self.asks.take(number) {
            Some(Ask::Read { places, .. }) => self.page_came(text, places),
            Some(Ask::Explain(_)) => {
                let facts = facts(text).ok_or(Problem::Own("panel_fault_answer"));
                self.explanation = Some(facts);
                vec![Effect::Draw(Part::Element)]
            }
            Some(Ask::Tokens(_)) => self.tokens_came(text),
            Some(Ask::Status) => self.status_came(text),
            Some(Ask::Highlight(_)) if text.contains("false") => {
                self.noted(Problem::Own("panel_fault_highlight"))
            }
            Some(Ask::Highlight(_) | Ask::Unhighlight | Ask::Follow | Ask::Unfollow) | None => {
                Vec::new()
            }
        }
    }

    fn failed(&mut self, number: u32, fault: SaidFault) -> Vec<Effect> {
        self.was_heard = true;
        let problem = Problem::Said(fault);
        match self.asks.take(number) {
            Some(Ask::Read { .. } | Ask::Follow) => {
                self.fault = Some(problem);
                self.records.wants_none();
                vec![Effect::Draw(Part::State)]
            }
            Some(Ask::Explain(_)) => {
                self.explanation = Some(Err(problem));
                vec![Effect::Draw(Part::Element)]
            }
            Some(Ask::Highlight(_)) => self.noted(problem),
            // Without a server there is the estimate.
            Some(Ask::Tokens(_) | Ask::Status | Ask::Unhighlight | Ask::Unfollow) | None => {
                Vec::new()
            }
        }
    }

    fn page_came(&mut self, text: &str, places: PlacesChoice) -> Vec<Effect> {
        let read = Reading::read(text, self.readings + 1, places, &*self.clock);
        let mut effects = match read {
            Err(problem) => {
                self.fault = Some(problem);
                self.records.wants_none();
                vec![Effect::Draw(Part::State)]
            }
            Ok(reading) => {
                self.readings += 1;
                self.fault = None;
                let reading = Rc::new(reading);
                let before = self.shown.take();
                self.records.came(&reading, before.clone());
                self.show(&reading, before.as_deref())
            }
        };
        if self.is_stale && self.follows {
            effects.push(self.read());
        }
        effects
    }

    /// Shows a reading with the options of now. The active line stays the same element's.
    fn show(&mut self, reading: &Rc<Reading>, before: Option<&Shown>) -> Vec<Effect> {
        let shown = Shown::of(reading, &self.options, &*self.clock);
        let element = before.and_then(|before| before.element(self.active));
        let row = element.and_then(|element| shown.row_of(element));
        let last = shown.rows().saturating_sub(1);
        self.active = row.unwrap_or(self.active).min(last);
        self.search = self.search.again(&shown);
        self.tokens = Tokens {
            count: estimate(shown.text()),
            exact: false,
        };
        self.asks.forget(is_tokens);
        self.records.compare(&self.options, &*self.clock);
        let count = Ask::Tokens(shown.text().to_owned());
        self.shown = Some(Rc::new(shown));
        let parts = [
            Part::Text,
            Part::Search,
            Part::Tokens,
            Part::Element,
            Part::Changes,
            Part::Registry,
            Part::Timings,
            Part::State,
        ];
        let mut effects = Vec::from(parts.map(Effect::Draw));
        effects.push(self.post(count));
        effects
    }

    fn tokens_came(&mut self, text: &str) -> Vec<Effect> {
        let answer: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
        let count = answer["tokens"].as_u64();
        let Some(count) = count.and_then(|count| usize::try_from(count).ok()) else {
            return Vec::new();
        };
        self.tokens = Tokens { count, exact: true };
        vec![Effect::Draw(Part::Tokens)]
    }

    fn status_came(&mut self, text: &str) -> Vec<Effect> {
        self.was_heard = true;
        let Ok(status) = serde_json::from_str::<Status>(text) else {
            return Vec::new();
        };
        let before = self.status.replace(status.clone());
        let mut effects = vec![Effect::Draw(Part::State)];
        let may_again = before.is_some_and(|before| before.paused && !status.paused);
        if may_again && self.fault.is_some() {
            effects.push(self.read());
        }
        effects
    }

    /// Of a worker that says nothing at all, nothing is asked a third time.
    fn port_ended(&mut self) -> Vec<Effect> {
        let lost = self.asks.lost();
        let again = std::mem::take(&mut self.was_heard);
        self.highlighted = None;
        if !again {
            self.fault = Some(Problem::Own("panel_fault_port"));
            return vec![Effect::Draw(Part::State)];
        }
        let follows = self.follows.then_some(Ask::Follow);
        let lost = lost.into_iter().filter(|ask| *ask != Ask::Follow);
        lost.chain(follows).map(|ask| self.post(ask)).collect()
    }

    fn follow(&mut self, follows: bool) -> Vec<Effect> {
        self.follows = follows;
        match follows {
            true => vec![self.post(Ask::Follow), self.read()],
            false => vec![self.post(Ask::Unfollow)],
        }
    }

    fn options_chosen(&mut self, request: &str) -> Vec<Effect> {
        let mut effects = vec![Effect::Draw(Part::State)];
        let Ok(request) = serde_json::from_str::<ObserveRequest>(request) else {
            self.wrong_options = Some(Problem::Own("panel_fault_options"));
            return effects;
        };
        let options = match request.options() {
            Ok(options) => options,
            Err(fault) => {
                self.wrong_options = Some(fault.into());
                return effects;
            }
        };
        self.wrong_options = None;
        let asks_anew = request.engine != self.engine
            || PlacesChoice::of(&options) != PlacesChoice::of(&self.options);
        (self.options, self.engine) = (options, request.engine);
        match self.shown.take() {
            // What it needs was not read.
            Some(shown) if asks_anew => {
                self.shown = Some(shown);
                effects.push(self.read());
            }
            Some(shown) => effects.extend(self.show(&shown.reading, Some(&shown))),
            None => effects.push(self.read()),
        }
        effects
    }
}

/// Lines and elements.
impl Model {
    fn activate(&mut self, row: usize) -> Vec<Effect> {
        let rows = self.shown.as_ref().map_or(0, |shown| shown.rows());
        let Some(last) = rows.checked_sub(1) else {
            return Vec::new();
        };
        self.active = row.min(last);
        self.explanation = None;
        self.note = None;
        self.asks.forget(is_explain);
        let highlight = self.highlight(Some(self.active));
        let drawn = [Effect::Draw(Part::Active), Effect::Draw(Part::Element)];
        drawn.into_iter().chain(highlight).collect()
    }

    fn moved(&mut self, motion: Motion) -> Vec<Effect> {
        let Some(shown) = &self.shown else {
            return Vec::new();
        };
        let row = match motion {
            Motion::By(lines) => self.active.saturating_add_signed(lines),
            Motion::First => 0,
            Motion::Last => usize::MAX,
            Motion::Parent => shown.parent(self.active).unwrap_or(self.active),
            Motion::Child => shown.child(self.active).unwrap_or(self.active),
        };
        self.activate(row)
    }

    fn handle(&self, row: usize) -> Option<Handle> {
        let found = element(self.shown.as_deref()?, row)?;
        Some(Handle {
            document: found.document,
            world: found.world,
            node: found.node,
        })
    }

    fn explain(&mut self) -> Vec<Effect> {
        let Some(handle) = self.handle(self.active) else {
            return self.noted(Problem::Own("panel_fault_no_element"));
        };
        self.asks.forget(is_explain);
        vec![self.post(Ask::Explain(handle))]
    }

    /// Shows in the page where a line's element is; with none, or of a line that has none, nothing.
    fn highlight(&mut self, row: Option<usize>) -> Option<Effect> {
        let shown = self.shown.as_deref()?;
        let at = row.and_then(|row| shown.element(row));
        if at == self.highlighted {
            return None;
        }
        let handle = row.and_then(|row| self.handle(row));
        self.highlighted = at;
        Some(self.post(handle.map_or(Ask::Unhighlight, Ask::Highlight)))
    }

    fn reveal(&mut self) -> Vec<Effect> {
        self.note = None;
        match self.element() {
            None => self.noted(Problem::Own("panel_fault_no_element")),
            Some(element) => vec![Effect::Reveal(element.node, element.frame_url)],
        }
    }

    fn noted(&mut self, problem: Problem) -> Vec<Effect> {
        self.note = Some(problem);
        vec![Effect::Draw(Part::Element)]
    }

    fn escape(&mut self) -> Vec<Effect> {
        self.explanation = None;
        self.note = None;
        self.asks.forget(is_explain);
        let off = self.highlight(None);
        [Effect::Draw(Part::Element)]
            .into_iter()
            .chain(off)
            .collect()
    }

    fn search_for(&mut self, word: &str) -> Vec<Effect> {
        let Some(shown) = &self.shown else {
            return Vec::new();
        };
        self.search = Search::new(word, shown);
        vec![Effect::Draw(Part::Search)]
    }

    fn step(&mut self, forward: bool) -> Vec<Effect> {
        let Some(row) = self.search.step(forward, Some(self.active)) else {
            return Vec::new();
        };
        let mut effects = self.activate(row);
        effects.push(Effect::Draw(Part::Search));
        effects
    }

    fn copied(&self, what: Copied) -> Option<String> {
        let shown = self.shown.as_ref()?;
        match what {
            Copied::All => Some(shown.text().to_owned()),
            Copied::Line => Some(shown.line(self.active).trim_start().to_owned()),
            Copied::Uid => self.element()?.uid,
        }
    }
}

fn is_read(ask: &Ask) -> bool {
    matches!(ask, Ask::Read { .. })
}

fn is_tokens(ask: &Ask) -> bool {
    matches!(ask, Ask::Tokens(_))
}

fn is_explain(ask: &Ask) -> bool {
    matches!(ask, Ask::Explain(_))
}

#[cfg(test)]
mod tests;
