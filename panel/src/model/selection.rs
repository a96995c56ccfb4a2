//! The active line, its element, and the search.

use super::{CopyTarget, Effect, LineNavigation, Model, PanelPart, PanelView};
use crate::element::element;
use crate::messages::{ElementHandle, PanelRequest, Problem};
use crate::search::TextSearch;

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
        let draw = [
            Effect::Draw(PanelPart::Active),
            Effect::Draw(PanelPart::Element),
        ];
        draw.into_iter().chain(highlight).collect()
    }

    pub(super) fn navigate(&mut self, navigation: LineNavigation) -> Vec<Effect> {
        let Some(view) = &self.view else {
            return Vec::new();
        };
        let row = match navigation {
            LineNavigation::By(lines) => self.active.saturating_add_signed(lines),
            LineNavigation::First => 0,
            LineNavigation::Last => usize::MAX,
            LineNavigation::Parent => view.parent(self.active).unwrap_or(self.active),
            LineNavigation::Child => view.child(self.active).unwrap_or(self.active),
        };
        self.activate(row)
    }

    pub(super) fn handle(&self, row: usize) -> Option<ElementHandle> {
        let found = element(self.view.as_deref()?, row)?;
        Some(ElementHandle {
            document: found.document,
            world: found.world,
            node: found.node,
        })
    }

    pub(super) fn explain(&mut self) -> Vec<Effect> {
        let Some(handle) = self.handle(self.active) else {
            return self.set_note(Problem::Own("panel_fault_no_element"));
        };
        self.requests.forget(is_explain);
        vec![self.post(PanelRequest::Explain(handle))]
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
        Some(self.post(handle.map_or(PanelRequest::Unhighlight, PanelRequest::Highlight)))
    }

    pub(super) fn reveal(&mut self) -> Vec<Effect> {
        self.note = None;
        match self.element() {
            None => self.set_note(Problem::Own("panel_fault_no_element")),
            Some(element) => vec![Effect::Reveal(element.node, element.frame_url)],
        }
    }

    pub(super) fn set_note(&mut self, problem: Problem) -> Vec<Effect> {
        self.note = Some(problem);
        vec![Effect::Draw(PanelPart::Element)]
    }

    pub(super) fn escape(&mut self) -> Vec<Effect> {
        self.explanation = None;
        self.note = None;
        self.requests.forget(is_explain);
        let unhighlight = self.highlight(None);
        [Effect::Draw(PanelPart::Element)]
            .into_iter()
            .chain(unhighlight)
            .collect()
    }

    pub(super) fn search_for(&mut self, text: &str) -> Vec<Effect> {
        let Some(view) = &self.view else {
            return Vec::new();
        };
        self.search = TextSearch::new(text, view);
        vec![Effect::Draw(PanelPart::Search)]
    }

    pub(super) fn step_search(&mut self, forward: bool) -> Vec<Effect> {
        let Some(row) = self.search.step(forward, Some(self.active)) else {
            return Vec::new();
        };
        let mut effects = self.activate(row);
        effects.push(Effect::Draw(PanelPart::Search));
        effects
    }

    pub(super) fn text_to_copy(&self, what: CopyTarget) -> Option<String> {
        if let (PanelView::List(_), CopyTarget::All) = (self.active_view(), what) {
            let list = self.list()?.view.as_ref()?;
            return list.is_recorded().then(|| list.text());
        }
        let view = self.view.as_ref()?;
        match what {
            CopyTarget::All => Some(view.text().to_owned()),
            CopyTarget::Line => Some(view.line(self.active).trim_start().to_owned()),
            CopyTarget::Uid => self.element()?.uid,
        }
    }
}

fn is_explain(request: &PanelRequest) -> bool {
    matches!(request, PanelRequest::Explain(_))
}
