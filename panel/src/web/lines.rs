//! The lines of a text in the document, as a virtualized tree: only visible lines have elements,
//! which are reused. Page text is always inserted as text.

use super::dom::{append, document};
use super::texts::Texts;
use crate::search::TextSearch;
use crate::view::TextView;
use crate::virtual_list::VirtualList;
use axlens_snapshot::render::LineKind;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use web_sys::HtmlElement;

/// Height of a line in CSS pixels, as in the style sheet.
const ROW_HEIGHT: f64 = 18.0;
/// Maximum length of a drawn line in bytes. A page can be a single line that is too long to draw.
const MAX_LEN: usize = 4_000;

/// The lines of a text.
pub struct Lines {
    outer: HtmlElement,
    inner: HtmlElement,
    texts: Texts,
    elements: Vec<RowElement>,
    view: Option<Rc<TextView>>,
    search: TextSearch,
    active: usize,
}

/// An element that shows a line.
struct RowElement {
    element: HtmlElement,
    row: Option<usize>,
    offset: f64,
    /// Whether it has the text of a line.
    is_written: bool,
}

impl Lines {
    /// Creates the list of lines in an element.
    ///
    /// # Errors
    /// If the document rejects a change.
    pub fn new(outer: &HtmlElement, texts: Texts) -> Result<Lines, JsValue> {
        let inner = append(outer, "div", "")?;
        inner.set_attribute("role", "none")?;
        inner.set_class_name("all-lines");
        Ok(Lines {
            outer: outer.clone(),
            inner,
            texts,
            elements: Vec::new(),
            view: None,
            search: TextSearch::default(),
            active: 0,
        })
    }

    /// Shows a text.
    ///
    /// # Errors
    /// If the document rejects a change.
    pub fn show(
        &mut self,
        view: Option<&Rc<TextView>>,
        active: usize,
        search: &TextSearch,
    ) -> Result<(), JsValue> {
        self.view = view.cloned();
        self.search = search.clone();
        self.active = active;
        self.clear_elements();
        let height = format!("{}px", self.virtual_list().scroll_height());
        self.inner.style().set_property("height", &height)?;
        self.scrolled()
    }

    /// Marks the matches of a search.
    ///
    /// # Errors
    /// If the document rejects a change.
    pub fn mark(&mut self, search: &TextSearch) -> Result<(), JsValue> {
        self.search = search.clone();
        self.clear_elements();
        self.scrolled()
    }

    /// Activates a line and scrolls it into view.
    ///
    /// # Errors
    /// If the document rejects a change.
    pub fn activate(&mut self, row: usize) -> Result<(), JsValue> {
        let before = std::mem::replace(&mut self.active, row);
        for element in &mut self.elements {
            if element.row == Some(before) || element.row == Some(row) {
                element.row = None;
            }
        }
        let top = f64::from(self.outer.scroll_top());
        if let Some(top) = self.virtual_list().scroll_top_to_show(row, top) {
            self.outer.set_scroll_top(top.round() as i32);
        }
        self.scrolled()
    }

    /// Number of visible lines.
    pub fn rows_per_page(&self) -> usize {
        self.virtual_list().rows_per_page()
    }

    /// Draws the visible lines.
    ///
    /// # Errors
    /// If the document rejects a change.
    pub fn scrolled(&mut self) -> Result<(), JsValue> {
        let Some(view) = self.view.clone() else {
            return Ok(());
        };
        let virtual_list = self.virtual_list();
        let top = f64::from(self.outer.scroll_top());
        let visible_rows = virtual_list.visible_rows(top);
        self.ensure_elements(visible_rows.len())?;
        let elements = self.elements.len();
        for element in &mut self.elements {
            let is_hidden = element.row.is_none_or(|row| !visible_rows.contains(&row));
            if is_hidden && element.row.take().is_some() {
                element.element.set_hidden(true);
            }
        }
        for row in visible_rows.clone() {
            let at = row % elements;
            if self.elements[at].row != Some(row) {
                self.fill(at, row, &view)?;
            }
            self.elements[at].move_to(virtual_list.row_offset(row, top))?;
        }
        self.elements.iter_mut().for_each(RowElement::clear_unused);
        match visible_rows.contains(&self.active) {
            true => {
                let id = id(self.active % elements);
                self.outer.set_attribute("aria-activedescendant", &id)
            }
            false => self.outer.remove_attribute("aria-activedescendant"),
        }
    }

    fn virtual_list(&self) -> VirtualList {
        VirtualList {
            rows: self.view.as_ref().map_or(0, |view| view.rows()),
            row_height: ROW_HEIGHT,
            height: f64::from(self.outer.client_height()),
        }
    }

    fn clear_elements(&mut self) {
        for element in &mut self.elements {
            element.element.set_hidden(true);
            element.row = None;
        }
    }

    /// Ensures that there are enough elements. The element of a line is its number modulo their
    /// count.
    fn ensure_elements(&mut self, wanted: usize) -> Result<(), JsValue> {
        if self.elements.len() >= wanted {
            return Ok(());
        }
        self.clear_elements();
        for at in self.elements.len()..wanted {
            let element = append(&self.inner, "div", "")?;
            element.set_id(&id(at));
            element.set_attribute("role", "treeitem")?;
            self.elements.push(RowElement {
                element,
                row: None,
                offset: -1.0,
                is_written: false,
            });
        }
        Ok(())
    }

    fn fill(&mut self, at: usize, row: usize, view: &TextView) -> Result<(), JsValue> {
        let line = &self.elements[at].element;
        self.write(line, view.line(row))?;
        let (offset, siblings) = view.position_among_siblings(row);
        let active = row == self.active;
        for (name, value) in [
            ("data-row", row.to_string()),
            ("aria-level", (view.depth(row) + 1).to_string()),
            ("aria-posinset", offset.to_string()),
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
        self.elements[at].row = Some(row);
        self.elements[at].is_written = true;
        Ok(())
    }

    /// Writes a line with marked matches.
    fn write(&self, element: &HtmlElement, line: &str) -> Result<(), JsValue> {
        let drawn = truncated(line);
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

impl RowElement {
    /// Removes the text of an element that is not drawn.
    fn clear_unused(&mut self) {
        if self.row.is_none() && std::mem::take(&mut self.is_written) {
            self.element.set_text_content(None);
        }
    }

    fn move_to(&mut self, offset: f64) -> Result<(), JsValue> {
        if self.offset == offset {
            return Ok(());
        }
        self.offset = offset;
        let transform = format!("translateY({offset}px)");
        self.element.style().set_property("transform", &transform)
    }
}

fn id(element: usize) -> String {
    format!("line-{element}")
}

fn truncated(line: &str) -> &str {
    let mut end = line.len().min(MAX_LEN);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    &line[..end]
}
