//! Reads the page, and processes the worker's answers.

use super::{Effect, Model, PanelPart, TokenCount, is_read};
use crate::explained::facts;
use crate::messages::{PanelRequest, PanelStatus, Problem, ReportedFault};
use crate::reading::Reading;
use crate::token_estimate::estimate;
use crate::view::TextView;
use axlens_protocol::agent::observe::ObserveRequest;
use axlens_protocol::wire::PlacesChoice;
use std::rc::Rc;

impl Model {
    pub(super) fn post(&mut self, request: PanelRequest) -> Effect {
        Effect::Post(self.requests.add(request))
    }

    /// Requests the page. Drops any earlier read request, so a late answer to it is ignored.
    pub(super) fn read(&mut self) -> Effect {
        self.requests.forget(is_read);
        self.is_stale = false;
        self.post(PanelRequest::Read {
            places: PlacesChoice::for_options(&self.options),
            engine: self.engine,
        })
    }

    /// The page may have been requested before, by the event of the options.
    pub(super) fn on_opened(&mut self) -> Vec<Effect> {
        let mut effects = vec![self.post(PanelRequest::Status)];
        if !self.is_reading() {
            effects.push(self.read());
        }
        effects
    }

    pub(super) fn reread(&mut self) -> Vec<Effect> {
        vec![self.read(), Effect::Draw(PanelPart::State)]
    }

    pub(super) fn on_changed(&mut self) -> Vec<Effect> {
        self.has_received = true;
        if self.is_reading() {
            // The pending answer may be older than the change.
            self.is_stale = true;
            return Vec::new();
        }
        match self.is_watching {
            true => self.reread(),
            false => Vec::new(),
        }
    }

    pub(super) fn on_answer(&mut self, number: u32, text: &str) -> Vec<Effect> {
        self.has_received = true;
        match self.requests.take(number) {
            Some(PanelRequest::Read { places, .. }) => self.page_received(text, places),
            Some(PanelRequest::List { kind, .. }) => self.list_received(kind, text),
            Some(PanelRequest::Explain(_)) => {
                let facts = facts(text).ok_or(Problem::Own("panel_fault_answer"));
                self.explanation = Some(facts);
                vec![Effect::Draw(PanelPart::Element)]
            }
            Some(PanelRequest::Tokens(_)) => self.tokens_received(text),
            Some(PanelRequest::Status) => self.on_status(text),
            Some(PanelRequest::Highlight(_)) if text.contains("false") => {
                self.set_note(Problem::Own("panel_fault_highlight"))
            }
            Some(
                PanelRequest::Highlight(_)
                | PanelRequest::Unhighlight
                | PanelRequest::WatchChanges
                | PanelRequest::UnwatchChanges,
            )
            | None => Vec::new(),
        }
    }

    pub(super) fn on_fault(&mut self, number: u32, fault: ReportedFault) -> Vec<Effect> {
        self.has_received = true;
        let problem = Problem::Reported(fault);
        match self.requests.take(number) {
            Some(PanelRequest::Read { .. } | PanelRequest::WatchChanges) => {
                self.fault = Some(problem);
                self.history.cancel();
                vec![Effect::Draw(PanelPart::State)]
            }
            Some(PanelRequest::List { kind, .. }) => self.list_failed(kind, problem),
            Some(PanelRequest::Explain(_)) => {
                self.explanation = Some(Err(problem));
                vec![Effect::Draw(PanelPart::Element)]
            }
            Some(PanelRequest::Highlight(_)) => self.set_note(problem),
            // Without a server the estimate stays.
            Some(
                PanelRequest::Tokens(_)
                | PanelRequest::Status
                | PanelRequest::Unhighlight
                | PanelRequest::UnwatchChanges,
            )
            | None => Vec::new(),
        }
    }

    pub(super) fn page_received(&mut self, text: &str, places: PlacesChoice) -> Vec<Effect> {
        let read = Reading::read(text, self.readings + 1, places, &*self.clock);
        let mut effects = match read {
            Err(problem) => {
                self.fault = Some(problem);
                self.history.cancel();
                vec![Effect::Draw(PanelPart::State)]
            }
            Ok(reading) => {
                self.readings += 1;
                self.fault = None;
                let reading = Rc::new(reading);
                let previous = self.view.take();
                self.history.add(&reading, previous.clone());
                self.show(&reading, previous.as_deref())
            }
        };
        if self.is_stale && self.is_watching {
            effects.push(self.read());
        }
        effects
    }

    /// Shows a reading with the current options. The active line stays at the same element.
    pub(super) fn show(
        &mut self,
        reading: &Rc<Reading>,
        previous: Option<&TextView>,
    ) -> Vec<Effect> {
        let view = TextView::new(reading, &self.options, &*self.clock);
        let element = previous.and_then(|previous| previous.element(self.active));
        let row = element.and_then(|element| view.row_of(element));
        let last = view.rows().saturating_sub(1);
        self.active = row.unwrap_or(self.active).min(last);
        self.search = self.search.repeat(&view);
        self.tokens = TokenCount {
            count: estimate(view.text()),
            exact: false,
        };
        self.requests.forget(is_tokens);
        self.history.compare(&self.options, &*self.clock);
        let count = PanelRequest::Tokens(view.text().to_owned());
        self.view = Some(Rc::new(view));
        let parts = [
            PanelPart::Text,
            PanelPart::Search,
            PanelPart::Tokens,
            PanelPart::Element,
            PanelPart::Changes,
            PanelPart::Registry,
            PanelPart::Timings,
            PanelPart::State,
        ];
        let mut effects = Vec::from(parts.map(Effect::Draw));
        effects.push(self.post(count));
        effects
    }

    pub(super) fn tokens_received(&mut self, text: &str) -> Vec<Effect> {
        let answer: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
        let count = answer["tokens"].as_u64();
        let Some(count) = count.and_then(|count| usize::try_from(count).ok()) else {
            return Vec::new();
        };
        self.tokens = TokenCount { count, exact: true };
        vec![Effect::Draw(PanelPart::Tokens)]
    }

    pub(super) fn on_status(&mut self, text: &str) -> Vec<Effect> {
        self.has_received = true;
        let Ok(status) = serde_json::from_str::<PanelStatus>(text) else {
            return Vec::new();
        };
        let previous = self.status.replace(status.clone());
        let mut effects = vec![Effect::Draw(PanelPart::State)];
        let was_resumed = previous.is_some_and(|previous| previous.paused && !status.paused);
        if was_resumed && self.fault.is_some() {
            effects.push(self.read());
        }
        if was_resumed {
            effects.extend(self.list_resumed());
        }
        effects
    }

    /// Sends pending requests again, unless the worker has sent nothing since the port was opened.
    pub(super) fn on_port_ended(&mut self) -> Vec<Effect> {
        let repeatable = self.requests.take_repeatable();
        let is_worker_alive = std::mem::take(&mut self.has_received);
        self.highlighted = None;
        if !is_worker_alive {
            let problem = Problem::Own("panel_fault_port");
            self.lists.fail(&problem);
            self.fault = Some(problem);
            return vec![Effect::Draw(PanelPart::State)];
        }
        let watch = self.is_watching.then_some(PanelRequest::WatchChanges);
        let others = repeatable
            .into_iter()
            .filter(|request| *request != PanelRequest::WatchChanges);
        others
            .chain(watch)
            .map(|request| self.post(request))
            .collect()
    }

    pub(super) fn watch_changes(&mut self, enabled: bool) -> Vec<Effect> {
        self.is_watching = enabled;
        match enabled {
            true => vec![self.post(PanelRequest::WatchChanges), self.read()],
            false => vec![self.post(PanelRequest::UnwatchChanges)],
        }
    }

    pub(super) fn on_options(&mut self, request: &str) -> Vec<Effect> {
        let mut effects = vec![Effect::Draw(PanelPart::State)];
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
        let needs_reading = request.engine != self.engine
            || PlacesChoice::for_options(&options) != PlacesChoice::for_options(&self.options);
        (self.options, self.engine) = (options, request.engine);
        match self.view.take() {
            // The current reading lacks boxes, or another engine is required.
            Some(view) if needs_reading => {
                self.view = Some(view);
                effects.push(self.read());
            }
            Some(view) => effects.extend(self.show(&view.reading, Some(&view))),
            None => effects.push(self.read()),
        }
        effects
    }
}

fn is_tokens(request: &PanelRequest) -> bool {
    matches!(request, PanelRequest::Tokens(_))
}
