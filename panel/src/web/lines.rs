//! The lines of a text in a document: a tree of which only what is in sight is there. Elements are
//! used again and again, and what a page says is the text of one.

use super::dom::{append, document};
use super::texts::Texts;
use crate::scrolling::Scrolling;
use crate::search::Search;
use crate::view::View;
use axlens_snapshot::render::LineKind;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use web_sys::HtmlElement;

/// Height of a line in CSS pixels, as the style sheet has it.
const ROW_HEIGHT: f64 = 18.0;
/// Bytes of a line that are drawn. A page may consist of one line, which no browser draws in time.
const MAX_LEN: usize = 4_000;

/// The lines.
pub struct Lines {
    outer: HtmlElement,
    inner: HtmlElement,
    texts: Texts,
    slots: Vec<Slot>,
    view: Option<Rc<View>>,
    search: Search,
    active: usize,
}

/// An element for a line.
struct Slot {
    element: HtmlElement,
    row: Option<usize>,
    place: f64,
    /// A line was written into it.
    is_written: bool,
}

impl Lines {
    /// Lines in this element.
    ///
    /// # Errors
    /// Where the document takes nothing.
    pub fn new(outer: &HtmlElement, texts: Texts) -> Result<Lines, JsValue> {
        let inner = append(outer, "div", "")?;
        inner.set_attribute("role", "none")?;
        inner.set_class_name("all-lines");
        Ok(Lines {
            outer: outer.clone(),
            inner,
            texts,
            slots: Vec::new(),
            view: None,
            search: Search::default(),
            active: 0,
        })
    }

    /// Shows a text.
    ///
    /// # Errors
    /// Where the document takes nothing.
    pub fn show(
        &mut self,
        view: Option<&Rc<View>>,
        active: usize,
        search: &Search,
    ) -> Result<(), JsValue> {
        self.view = view.cloned();
        self.search = search.clone();
        self.active = active;
        self.empty_slots();
        let height = format!("{}px", self.scrolling().total());
        self.inner.style().set_property("height", &height)?;
        self.scrolled()
    }

    /// Marks what is looked for.
    ///
    /// # Errors
    /// Where the document takes nothing.
    pub fn mark(&mut self, search: &Search) -> Result<(), JsValue> {
        self.search = search.clone();
        self.empty_slots();
        self.scrolled()
    }

    /// Makes a line the active one, and shows it.
    ///
    /// # Errors
    /// Where the document takes nothing.
    pub fn activate(&mut self, row: usize) -> Result<(), JsValue> {
        let before = std::mem::replace(&mut self.active, row);
        for slot in &mut self.slots {
            if slot.row == Some(before) || slot.row == Some(row) {
                slot.row = None;
            }
        }
        let top = f64::from(self.outer.scroll_top());
        if let Some(top) = self.scrolling().to_show(row, top) {
            self.outer.set_scroll_top(top.round() as i32);
        }
        self.scrolled()
    }

    /// Lines that are in sight at a time.
    pub fn page(&self) -> usize {
        self.scrolling().page()
    }

    /// Draws the lines that are in sight now.
    ///
    /// # Errors
    /// Where the document takes nothing.
    pub fn scrolled(&mut self) -> Result<(), JsValue> {
        let Some(view) = self.view.clone() else {
            return Ok(());
        };
        let scrolling = self.scrolling();
        let top = f64::from(self.outer.scroll_top());
        let visible = scrolling.visible(top);
        self.have_slots(visible.len())?;
        let slots = self.slots.len();
        for slot in &mut self.slots {
            let is_hidden = slot.row.is_none_or(|row| !visible.contains(&row));
            if is_hidden && slot.row.take().is_some() {
                slot.element.set_hidden(true);
            }
        }
        for row in visible.clone() {
            let at = row % slots;
            if self.slots[at].row != Some(row) {
                self.fill(at, row, &view)?;
            }
            self.slots[at].put(scrolling.place(row, top))?;
        }
        self.slots.iter_mut().for_each(Slot::forget);
        match visible.contains(&self.active) {
            true => {
                let id = id(self.active % slots);
                self.outer.set_attribute("aria-activedescendant", &id)
            }
            false => self.outer.remove_attribute("aria-activedescendant"),
        }
    }

    fn scrolling(&self) -> Scrolling {
        Scrolling {
            rows: self.view.as_ref().map_or(0, |view| view.rows()),
            row_height: ROW_HEIGHT,
            height: f64::from(self.outer.client_height()),
        }
    }

    fn empty_slots(&mut self) {
        for slot in &mut self.slots {
            slot.element.set_hidden(true);
            slot.row = None;
        }
    }

    /// As many elements as lines can be in sight. A line's element follows from their number.
    fn have_slots(&mut self, wanted: usize) -> Result<(), JsValue> {
        if self.slots.len() >= wanted {
            return Ok(());
        }
        self.empty_slots();
        for at in self.slots.len()..wanted {
            let element = append(&self.inner, "div", "")?;
            element.set_id(&id(at));
            element.set_attribute("role", "treeitem")?;
            self.slots.push(Slot {
                element,
                row: None,
                place: -1.0,
                is_written: false,
            });
        }
        Ok(())
    }

    fn fill(&mut self, at: usize, row: usize, view: &View) -> Result<(), JsValue> {
        let line = &self.slots[at].element;
        self.write(line, view.line(row))?;
        let (place, siblings) = view.among(row);
        let active = row == self.active;
        for (name, value) in [
            ("data-row", row.to_string()),
            ("aria-level", (view.depth(row) + 1).to_string()),
            ("aria-posinset", place.to_string()),
            ("aria-setsize", siblings.to_string()),
            ("aria-selected", active.to_string()),
        ] {
            line.set_attribute(name, &value)?;
        }
        let kind = match view.kind(row) {
            LineKind::Element if view.id(row).is_some() => "line control",
            LineKind::Element => "line",
            LineKind::Text => "line page-text",
            LineKind::Note => "line note",
        };
        line.set_class_name(kind);
        line.set_hidden(false);
        self.slots[at].row = Some(row);
        self.slots[at].is_written = true;
        Ok(())
    }

    /// Writes a line, with what is looked for marked.
    fn write(&self, element: &HtmlElement, line: &str) -> Result<(), JsValue> {
        let drawn = beginning(line);
        let marks = self.search.marks(drawn);
        if marks.is_empty() {
            element.set_text_content(Some(drawn));
        } else {
            element.set_text_content(None);
        }
        let mut from = 0;
        for mark in &marks {
            self.write_part(element, None, &drawn[from..mark.start])?;
            self.write_part(element, Some("mark"), &drawn[mark.clone()])?;
            from = mark.end;
        }
        if !marks.is_empty() {
            self.write_part(element, None, &drawn[from..])?;
        }
        if drawn.len() < line.len() {
            let more = line[drawn.len()..].chars().count().to_string();
            let more = self.texts.with("panel_line_goes_on", &[&more]);
            self.write_part(element, Some("small"), &more)?;
        }
        Ok(())
    }

    fn write_part(&self, to: &HtmlElement, tag: Option<&str>, text: &str) -> Result<(), JsValue> {
        match tag {
            Some(tag) => drop(append(to, tag, text)?),
            None => drop(to.append_child(&document()?.create_text_node(text))?),
        }
        Ok(())
    }
}

impl Slot {
    /// Holds nothing of a page that is not drawn.
    fn forget(&mut self) {
        if self.row.is_none() && std::mem::take(&mut self.is_written) {
            self.element.set_text_content(None);
        }
    }

    fn put(&mut self, place: f64) -> Result<(), JsValue> {
        if self.place == place {
            return Ok(());
        }
        self.place = place;
        let way = format!("translateY({place}px)");
        self.element.style().set_property("transform", &way)
    }
}

fn id(slot: usize) -> String {
    format!("line-{slot}")
}

fn beginning(line: &str) -> &str {
    let mut end = line.len().min(MAX_LEN);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    &line[..end]
}
