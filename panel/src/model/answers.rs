//! Reading the page, and what the model does with the worker's answers.

use super::{Effect, Model, Part, Tokens, is_read};
use crate::explained::facts;
use crate::messages::{Problem, ReportedFault, Request, Status};
use crate::reading::Reading;
use crate::token_estimate::estimate;
use crate::view::View;
use axlens_protocol::agent::observe::ObserveRequest;
use axlens_protocol::wire::PlacesChoice;
use std::rc::Rc;

impl Model {
    pub(super) fn post(&mut self, ask: Request) -> Effect {
        Effect::Post(self.requests.add(ask))
    }

    /// PendingRequests for the page. What was asked for before is not waited for any more.
    pub(super) fn read(&mut self) -> Effect {
        self.requests.forget(is_read);
        self.is_stale = false;
        self.post(Request::Read {
            places: PlacesChoice::for_options(&self.options),
            engine: self.engine,
        })
    }

    /// The options may have been chosen, and the page requested, before.
    pub(super) fn opened(&mut self) -> Vec<Effect> {
        let mut effects = vec![self.post(Request::Status)];
        if !self.is_reading() {
            effects.push(self.read());
        }
        effects
    }

    pub(super) fn read_again(&mut self) -> Vec<Effect> {
        vec![self.read(), Effect::Draw(Part::State)]
    }

    pub(super) fn changed(&mut self) -> Vec<Effect> {
        self.has_received = true;
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

    pub(super) fn answered(&mut self, number: u32, text: &str) -> Vec<Effect> {
        self.has_received = true;
        match self.requests.take(number) {
            Some(Request::Read { places, .. }) => self.page_received(text, places),
            Some(Request::Explain(_)) => {
                let facts = facts(text).ok_or(Problem::Own("panel_fault_answer"));
                self.explanation = Some(facts);
                vec![Effect::Draw(Part::Element)]
            }
            Some(Request::Tokens(_)) => self.tokens_received(text),
            Some(Request::Status) => self.status_received(text),
            Some(Request::Highlight(_)) if text.contains("false") => {
                self.noted(Problem::Own("panel_fault_highlight"))
            }
            Some(
                Request::Highlight(_) | Request::Unhighlight | Request::Follow | Request::Unfollow,
            )
            | None => Vec::new(),
        }
    }

    pub(super) fn failed(&mut self, number: u32, fault: ReportedFault) -> Vec<Effect> {
        self.has_received = true;
        let problem = Problem::Reported(fault);
        match self.requests.take(number) {
            Some(Request::Read { .. } | Request::Follow) => {
                self.fault = Some(problem);
                self.records.cancel();
                vec![Effect::Draw(Part::State)]
            }
            Some(Request::Explain(_)) => {
                self.explanation = Some(Err(problem));
                vec![Effect::Draw(Part::Element)]
            }
            Some(Request::Highlight(_)) => self.noted(problem),
            // Without a server there is the estimate.
            Some(
                Request::Tokens(_) | Request::Status | Request::Unhighlight | Request::Unfollow,
            )
            | None => Vec::new(),
        }
    }

    pub(super) fn page_received(&mut self, text: &str, places: PlacesChoice) -> Vec<Effect> {
        let read = Reading::read(text, self.readings + 1, places, &*self.clock);
        let mut effects = match read {
            Err(problem) => {
                self.fault = Some(problem);
                self.records.cancel();
                vec![Effect::Draw(Part::State)]
            }
            Ok(reading) => {
                self.readings += 1;
                self.fault = None;
                let reading = Rc::new(reading);
                let before = self.view.take();
                self.records.add(&reading, before.clone());
                self.show(&reading, before.as_deref())
            }
        };
        if self.is_stale && self.follows {
            effects.push(self.read());
        }
        effects
    }

    /// Shows a reading with the options of now. The active line stays the same element's.
    pub(super) fn show(&mut self, reading: &Rc<Reading>, before: Option<&View>) -> Vec<Effect> {
        let view = View::new(reading, &self.options, &*self.clock);
        let element = before.and_then(|before| before.element(self.active));
        let row = element.and_then(|element| view.row_of(element));
        let last = view.rows().saturating_sub(1);
        self.active = row.unwrap_or(self.active).min(last);
        self.search = self.search.again(&view);
        self.tokens = Tokens {
            count: estimate(view.text()),
            exact: false,
        };
        self.requests.forget(is_tokens);
        self.records.compare(&self.options, &*self.clock);
        let count = Request::Tokens(view.text().to_owned());
        self.view = Some(Rc::new(view));
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

    pub(super) fn tokens_received(&mut self, text: &str) -> Vec<Effect> {
        let answer: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
        let count = answer["tokens"].as_u64();
        let Some(count) = count.and_then(|count| usize::try_from(count).ok()) else {
            return Vec::new();
        };
        self.tokens = Tokens { count, exact: true };
        vec![Effect::Draw(Part::Tokens)]
    }

    pub(super) fn status_received(&mut self, text: &str) -> Vec<Effect> {
        self.has_received = true;
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

    /// Sends pending requests again, unless the worker answered nothing since the last time.
    pub(super) fn port_ended(&mut self) -> Vec<Effect> {
        let lost = self.requests.lost();
        let again = std::mem::take(&mut self.has_received);
        self.highlighted = None;
        if !again {
            self.fault = Some(Problem::Own("panel_fault_port"));
            return vec![Effect::Draw(Part::State)];
        }
        let follows = self.follows.then_some(Request::Follow);
        let lost = lost.into_iter().filter(|ask| *ask != Request::Follow);
        lost.chain(follows).map(|ask| self.post(ask)).collect()
    }

    pub(super) fn follow(&mut self, follows: bool) -> Vec<Effect> {
        self.follows = follows;
        match follows {
            true => vec![self.post(Request::Follow), self.read()],
            false => vec![self.post(Request::Unfollow)],
        }
    }

    pub(super) fn options_chosen(&mut self, request: &str) -> Vec<Effect> {
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
        let needs_reading = request.engine != self.engine
            || PlacesChoice::for_options(&options) != PlacesChoice::for_options(&self.options);
        (self.options, self.engine) = (options, request.engine);
        match self.view.take() {
            // What it needs was not read.
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

fn is_tokens(request: &Request) -> bool {
    matches!(request, Request::Tokens(_))
}
