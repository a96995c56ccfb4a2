//! The parts of the panel next to the lines. Texts of a page are inserted as text, never as HTML.

use super::dom::{append, by_id};
use super::texts::Texts;
use crate::comparison::Comparison;
use crate::messages::Problem;
use crate::model::{Compared, Model, Slot};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlButtonElement, HtmlElement};

/// The parts next to the lines.
pub struct Side {
    texts: Texts,
}

type Drawn = Result<(), JsValue>;

impl Side {
    /// With these texts.
    pub fn new(texts: Texts) -> Side {
        Side { texts }
    }

    /// How long the text is.
    pub fn text(&self, model: &Model) -> Drawn {
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

    /// What was found.
    pub fn search(&self, model: &Model) -> Drawn {
        let search = model.search();
        let count = search.count().to_string();
        let words = match (search.is_empty(), search.at()) {
            (true, _) => String::new(),
            (false, None) => self.texts.with("panel_found", &[&count]),
            (false, Some(at)) => self
                .texts
                .with("panel_found_at", &[&at.to_string(), &count]),
        };
        set_text("found", &words)
    }

    /// How things are, and what is wrong.
    pub fn state(&self, model: &Model) -> Drawn {
        let [fault, options] = model.problems();
        let [code, message, hint] =
            fault.map_or_else(Default::default, |fault| self.texts.problem(fault));
        by_id("fault")?.set_hidden(fault.is_none());
        set_text("fault-code", &code)?;
        set_text("fault-message", &message)?;
        set_text("fault-hint", &hint)?;
        let wrong = options.map(|problem| self.texts.in_one_line(problem));
        set_text("wrong-options", &wrong.unwrap_or_default())?;
        let reading = model.is_reading();
        by_id("lines")?.set_attribute("aria-busy", if reading { "true" } else { "false" })?;
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
        let mut words = self.texts.get(line);
        if !status.site.is_empty() {
            let level = self.texts.get(&format!("level_{}", status.level));
            let site = self.texts.with("panel_level", &[&status.site, &level]);
            words = format!("{words} · {site}");
        }
        words
    }

    /// The element of the active line, and its explanation.
    pub fn element(&self, model: &Model) -> Drawn {
        let list = emptied("facts")?;
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
        let note = model.note().map(|problem| self.texts.in_one_line(problem));
        set_text("note", &note.unwrap_or_default())?;
        self.explanation(model)
    }

    fn explanation(&self, model: &Model) -> Drawn {
        let list = emptied("explanation")?;
        let problem = match model.explanation() {
            Some(Ok(facts)) => {
                // The facts of the element have these already.
                let is_known = |key| ["panel_tag", "panel_selector"].contains(&key);
                for (key, value) in facts.iter().filter(|(key, _)| !is_known(*key)) {
                    self.fact(&list, key, value)?;
                }
                None
            }
            Some(Err(problem)) => Some(problem),
            None => None,
        };
        let problem = problem.map(|problem: &Problem| self.texts.in_one_line(problem));
        set_text("explanation-fault", &problem.unwrap_or_default())
    }

    fn fact(&self, list: &HtmlElement, key: &str, value: &str) -> Drawn {
        if !value.is_empty() {
            append(list, "dt", &self.texts.get(key))?;
            append(list, "dd", value)?;
        }
        Ok(())
    }

    /// What changed between the last two readings, and between the two that were recorded.
    pub fn changes(&self, model: &mut Model) -> Drawn {
        let changes = model.changes();
        let none = self.texts.get("panel_no_changes");
        set_text(
            "changed",
            &changes.map_or(none, |changes| self.compared(&changes)),
        )?;
        let records = model.records();
        for (slot, id, key) in [
            (Slot::A, "recorded-a", "panel_recorded_a"),
            (Slot::B, "recorded-b", "panel_recorded_b"),
        ] {
            let number = records.number(slot).map(|number| number.to_string());
            let words = number.map(|number| self.texts.with(key, &[&number]));
            set_text(id, &words.unwrap_or_default())?;
        }
        let words = records.compared().map(|compared| self.compared(compared));
        set_text("compared", &words.unwrap_or_default())
    }

    fn compared(&self, (before, now, comparison): &Compared) -> String {
        let numbers = [before.to_string(), now.to_string()];
        let [before, now] = &numbers;
        let head = self.texts.with("panel_changes_between", &[before, now]);
        let (Comparison::Changes(words) | Comparison::Incomparable(words)) = comparison;
        format!("{head}\n{words}")
    }

    /// Which uids there are.
    pub fn registry(&self, model: &Model) -> Drawn {
        let list = emptied("registry")?;
        for registry in model.registries() {
            append(&list, "h3", &registry.url)?;
            let facts = append(&list, "dl", "")?;
            let ends = registry.ends.map(|(low, high)| format!("{low} – {high}"));
            let new = registry.new.map(|new| new.to_string());
            for (key, value) in [
                ("panel_uids", Some(registry.count.to_string())),
                ("panel_uid_ends", ends),
                ("panel_uid_new", new),
                ("panel_world", Some(registry.world.to_string())),
                ("panel_document", Some(registry.document)),
            ] {
                self.fact(&facts, key, &value.unwrap_or_default())?;
            }
        }
        Ok(())
    }

    /// Where the time went.
    pub fn timings(&self, model: &Model, drawn: Option<f64>, seen: Option<f64>) -> Drawn {
        let list = emptied("timings")?;
        let own = [("draw", drawn), ("seen", seen)];
        let own = own.into_iter();
        let own = own.filter_map(|(stage, took)| Some((stage.to_owned(), took?)));
        for (stage, took) in model.timings().into_iter().chain(own) {
            let line = append(&list, "tr", "")?;
            append(&line, "th", &stage)?.set_attribute("scope", "row")?;
            let took = append(&line, "td", &format!("{took:.1}"))?;
            took.set_attribute("data-stage", &stage)?;
        }
        Ok(())
    }
}

/// Puts a text into an element, unless it has it already: a screen reader would read it again.
fn set_text(id: &str, text: &str) -> Drawn {
    let element = by_id(id)?;
    if element.text_content().as_deref() != Some(text) {
        element.set_text_content(Some(text));
    }
    Ok(())
}

fn emptied(id: &str) -> Result<HtmlElement, JsValue> {
    let element = by_id(id)?;
    element.set_text_content(None);
    Ok(element)
}

fn enable(id: &str, enabled: bool) -> Drawn {
    let button: HtmlButtonElement = by_id(id)?.dyn_into()?;
    button.set_disabled(!enabled);
    Ok(())
}
