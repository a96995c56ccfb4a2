//! The active line, its element, and the search.

use super::{Copied, Effect, Model, Motion, Part};
use crate::element::element;
use crate::messages::{Handle, Problem, Request};
use crate::search::Search;

impl Model {
    pub(super) fn activate(&mut self, row: usize) -> Vec<Effect> {
        let rows = self.view.as_ref().map_or(0, |view| view.rows());
        let Some(last) = rows.checked_sub(1) else {
            return Vec::new();
        };
        self.active = row.min(last);
        self.explanation = None;
        self.note = None;
        self.requests.forget(is_explain);
        let highlight = self.highlight(Some(self.active));
        let drawn = [Effect::Draw(Part::Active), Effect::Draw(Part::Element)];
        drawn.into_iter().chain(highlight).collect()
    }

    pub(super) fn moved(&mut self, motion: Motion) -> Vec<Effect> {
        let Some(view) = &self.view else {
            return Vec::new();
        };
        let row = match motion {
            Motion::By(lines) => self.active.saturating_add_signed(lines),
            Motion::First => 0,
            Motion::Last => usize::MAX,
            Motion::Parent => view.parent(self.active).unwrap_or(self.active),
            Motion::Child => view.child(self.active).unwrap_or(self.active),
        };
        self.activate(row)
    }

    pub(super) fn handle(&self, row: usize) -> Option<Handle> {
        let found = element(self.view.as_deref()?, row)?;
        Some(Handle {
            document: found.document,
            world: found.world,
            node: found.node,
        })
    }

    pub(super) fn explain(&mut self) -> Vec<Effect> {
        let Some(handle) = self.handle(self.active) else {
            return self.noted(Problem::Own("panel_fault_no_element"));
        };
        self.requests.forget(is_explain);
        vec![self.post(Request::Explain(handle))]
    }

    /// Highlights a line's element in the page; removes the highlight if there is no element.
    pub(super) fn highlight(&mut self, row: Option<usize>) -> Option<Effect> {
        let view = self.view.as_deref()?;
        let at = row.and_then(|row| view.element(row));
        if at == self.highlighted {
            return None;
        }
        let handle = row.and_then(|row| self.handle(row));
        self.highlighted = at;
        Some(self.post(handle.map_or(Request::Unhighlight, Request::Highlight)))
    }

    pub(super) fn reveal(&mut self) -> Vec<Effect> {
        self.note = None;
        match self.element() {
            None => self.noted(Problem::Own("panel_fault_no_element")),
            Some(element) => vec![Effect::Reveal(element.node, element.frame_url)],
        }
    }

    pub(super) fn noted(&mut self, problem: Problem) -> Vec<Effect> {
        self.note = Some(problem);
        vec![Effect::Draw(Part::Element)]
    }

    pub(super) fn escape(&mut self) -> Vec<Effect> {
        self.explanation = None;
        self.note = None;
        self.requests.forget(is_explain);
        let off = self.highlight(None);
        [Effect::Draw(Part::Element)]
            .into_iter()
            .chain(off)
            .collect()
    }

    pub(super) fn search_for(&mut self, text: &str) -> Vec<Effect> {
        let Some(view) = &self.view else {
            return Vec::new();
        };
        self.search = Search::new(text, view);
        vec![Effect::Draw(Part::Search)]
    }

    pub(super) fn step(&mut self, forward: bool) -> Vec<Effect> {
        let Some(row) = self.search.step(forward, Some(self.active)) else {
            return Vec::new();
        };
        let mut effects = self.activate(row);
        effects.push(Effect::Draw(Part::Search));
        effects
    }

    pub(super) fn copied(&self, what: Copied) -> Option<String> {
        let view = self.view.as_ref()?;
        match what {
            Copied::All => Some(view.text().to_owned()),
            Copied::Line => Some(view.line(self.active).trim_start().to_owned()),
            Copied::Uid => self.element()?.uid,
        }
    }
}

fn is_explain(request: &Request) -> bool {
    matches!(request, Request::Explain(_))
}
