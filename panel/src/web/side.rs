//! The parts of the panel next to the lines. Texts of a page are inserted as text, never as HTML.

use super::dom::{append, by_id, cleared, set_text};
use super::list;
use super::texts::Texts;
use crate::comparison::Comparison;
use crate::list_view::ListView;
use crate::messages::Problem;
use crate::model::{Compared, Model, PanelView, RecordSlot};
use crate::token_estimate::estimate;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlButtonElement, HtmlElement};

/// The parts next to the lines.
pub struct Side {
    /// The texts, in the user's language.
    pub texts: Texts,
}

type RenderResult = Result<(), JsValue>;

impl Side {
    /// Creates the parts with these texts.
    pub fn new(texts: Texts) -> Side {
        Side { texts }
    }

    /// Draws the facts about the text of the active view.
    pub fn text(&self, model: &Model) -> RenderResult {
        match model.active_view() {
            PanelView::Snapshot => self.snapshot(model),
            PanelView::List(_) => {
                let list = model.list().and_then(|list| list.view.as_ref());
                self.list(list.unwrap_or(&ListView::default()))
            }
        }
    }

    fn list(&self, list: &ListView) -> RenderResult {
        set_text("counts", &list::since(list, &self.texts))?;
        let tokens = list.is_recorded().then(|| {
            let count = estimate(&list.text()).to_string();
            self.texts.with("panel_tokens_about", &[&count])
        });
        set_text("tokens", &tokens.unwrap_or_default())?;
        set_text("page-title", &list.title)?;
        set_text("page-url", &list.url)?;
        set_text("hint", "")
    }

    fn snapshot(&self, model: &Model) -> RenderResult {
        let Some(view) = model.view() else {
            return Ok(());
        };
        let (nodes, controls) = view.counts();
        let numbers = [view.rows(), nodes, controls].map(|number| number.to_string());
        let [rows, nodes, controls] = &numbers;
        let counts = self.texts.with("panel_counts", &[rows, nodes, controls]);
        set_text("counts", &counts)?;
        let tokens = model.tokens();
        let count = tokens.count.to_string();
        let key = match tokens.exact {
            true => "panel_tokens",
            false => "panel_tokens_about",
        };
        set_text("tokens", &self.texts.with(key, &[&count]))?;
        let header = &view.reading.header;
        set_text("page-title", &header.title)?;
        set_text("page-url", &header.url)?;
        set_text("hint", view.hint().unwrap_or_default())
    }

    /// Draws the matches of the search.
    pub fn search(&self, model: &Model) -> RenderResult {
        let search = model.search();
        let count = search.count().to_string();
        let label = match (search.is_empty(), search.current()) {
            (true, _) => String::new(),
            (false, None) => self.texts.with("panel_found", &[&count]),
            (false, Some(at)) => self
                .texts
                .with("panel_found_at", &[&at.to_string(), &count]),
        };
        set_text("found", &label)
    }

    /// Draws the status and the faults.
    pub fn state(&self, model: &Model) -> RenderResult {
        let [fault, options] = model.problems();
        let [code, message, hint] =
            fault.map_or_else(Default::default, |fault| self.texts.problem(fault));
        by_id("fault")?.set_hidden(fault.is_none());
        set_text("fault-code", &code)?;
        set_text("fault-message", &message)?;
        set_text("fault-hint", &hint)?;
        let wrong = options.map(|problem| self.texts.on_one_line(problem));
        set_text("wrong-options", &wrong.unwrap_or_default())?;
        for (id, is_busy) in [
            ("lines", model.is_reading()),
            ("list-lines", model.is_listing()),
        ] {
            by_id(id)?.set_attribute("aria-busy", if is_busy { "true" } else { "false" })?;
        }
        set_text("state", &self.status(model))
    }

    fn status(&self, model: &Model) -> String {
        let Some(status) = model.status() else {
            return String::new();
        };
        let line = match (status.paused, status.connected) {
            (true, _) => "panel_paused",
            (false, true) => "panel_connected",
            (false, false) => "panel_no_server",
        };
        let mut label = self.texts.get(line);
        if !status.site.is_empty() {
            let level = self.texts.get(&format!("level_{}", status.level));
            let site = self.texts.with("panel_level", &[&status.site, &level]);
            label = format!("{label} · {site}");
        }
        label
    }

    /// Draws the element of the active line, and its explanation.
    pub fn element(&self, model: &Model) -> RenderResult {
        let list = cleared("facts")?;
        let element = model.element();
        by_id("no-element")?.set_hidden(element.is_some());
        for button in ["explain", "reveal", "copy-line"] {
            enable(button, element.is_some())?;
        }
        let uid = element.as_ref().and_then(|element| element.uid.clone());
        enable("copy-uid", uid.is_some())?;
        if let Some(element) = element {
            let frame = element.frame.into_iter().chain(element.frame_url);
            for (key, value) in [
                ("panel_uid", uid),
                ("panel_id", element.id),
                ("panel_role", Some(element.role.to_owned())),
                ("panel_tag", Some(element.tag)),
                ("panel_selector", element.selector),
                ("panel_frame", Some(frame.collect::<Vec<_>>().join("\n"))),
                ("panel_document", Some(element.document)),
                ("panel_world", Some(element.world.to_string())),
                ("panel_node", Some(element.node.to_string())),
            ] {
                self.fact(&list, key, &value.unwrap_or_default())?;
            }
        }
        let note = model.note().map(|problem| self.texts.on_one_line(problem));
        set_text("note", &note.unwrap_or_default())?;
        self.explanation(model)
    }

    fn explanation(&self, model: &Model) -> RenderResult {
        let list = cleared("explanation")?;
        let problem = match model.explanation() {
            Some(Ok(facts)) => {
                // The facts of the element already include these.
                let is_known = |key| ["panel_tag", "panel_selector"].contains(&key);
                for (key, value) in facts.iter().filter(|(key, _)| !is_known(*key)) {
                    self.fact(&list, key, value)?;
                }
                None
            }
            Some(Err(problem)) => Some(problem),
            None => None,
        };
        let problem = problem.map(|problem: &Problem| self.texts.on_one_line(problem));
        set_text("explanation-fault", &problem.unwrap_or_default())
    }

    fn fact(&self, list: &HtmlElement, key: &str, value: &str) -> RenderResult {
        if !value.is_empty() {
            append(list, "dt", &self.texts.get(key))?;
            append(list, "dd", value)?;
        }
        Ok(())
    }

    /// Draws the changes between the last two readings, and between the recorded ones.
    pub fn changes(&self, model: &mut Model) -> RenderResult {
        let changes = model.changes();
        let none = self.texts.get("panel_no_changes");
        set_text(
            "changed",
            &changes.map_or(none, |changes| self.compared(&changes)),
        )?;
        let history = model.history();
        for (slot, id, key) in [
            (RecordSlot::A, "recorded-a", "panel_recorded_a"),
            (RecordSlot::B, "recorded-b", "panel_recorded_b"),
        ] {
            let number = history.number(slot).map(|number| number.to_string());
            let label = number.map(|number| self.texts.with(key, &[&number]));
            set_text(id, &label.unwrap_or_default())?;
        }
        let text = history.compared().map(|compared| self.compared(compared));
        set_text("compared", &text.unwrap_or_default())
    }

    fn compared(&self, (before, now, comparison): &Compared) -> String {
        let numbers = [before.to_string(), now.to_string()];
        let [before, now] = &numbers;
        let head = self.texts.with("panel_changes_between", &[before, now]);
        let (Comparison::Changes(text) | Comparison::Incomparable(text)) = comparison;
        format!("{head}\n{text}")
    }

    /// Draws the uids.
    pub fn registry(&self, model: &Model) -> RenderResult {
        let list = cleared("registry")?;
        for registry in model.registries() {
            append(&list, "h3", &registry.url)?;
            let facts = append(&list, "dl", "")?;
            let bounds = registry.bounds.map(|(low, high)| format!("{low} – {high}"));
            let new = registry.new.map(|new| new.to_string());
            for (key, value) in [
                ("panel_uids", Some(registry.count.to_string())),
                ("panel_uid_ends", bounds),
                ("panel_uid_new", new),
                ("panel_world", Some(registry.world.to_string())),
                ("panel_document", Some(registry.document)),
            ] {
                self.fact(&facts, key, &value.unwrap_or_default())?;
            }
        }
        Ok(())
    }

    /// Draws the times of the stages.
    pub fn timings(
        &self,
        model: &Model,
        draw_time: Option<f64>,
        paint_time: Option<f64>,
    ) -> RenderResult {
        let list = cleared("timings")?;
        let own = [("draw", draw_time), ("seen", paint_time)];
        let own = own.into_iter();
        let own = own.filter_map(|(stage, duration)| Some((stage.to_owned(), duration?)));
        for (stage, duration) in model.timings().into_iter().chain(own) {
            let line = append(&list, "tr", "")?;
            append(&line, "th", &stage)?.set_attribute("scope", "row")?;
            let duration = append(&line, "td", &format!("{duration:.1}"))?;
            duration.set_attribute("data-stage", &stage)?;
        }
        Ok(())
    }
}

fn enable(id: &str, enabled: bool) -> RenderResult {
    let button: HtmlButtonElement = by_id(id)?.dyn_into()?;
    button.set_disabled(!enabled);
    Ok(())
}
