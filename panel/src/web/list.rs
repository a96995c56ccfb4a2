//! The tabs of the views, and the active list. Texts of a page are inserted as text, never as HTML.

use super::dom::{append, body, by_id, cleared, document, set_text};
use super::texts::Texts;
use crate::list_view::ListView;
use crate::messages::ListKind;
use crate::model::{Model, PanelView};
use js_sys::Date;
use wasm_bindgen::JsValue;
use web_sys::HtmlElement;

type DrawResult = Result<(), JsValue>;

/// The id of a view's tab.
pub fn tab_id(view: PanelView) -> String {
    format!("view-{}", view.as_str())
}

/// The view that a key selects while the tab of another one is focused.
pub fn view_of_key(key: &str, current: PanelView) -> Option<PanelView> {
    let views = PanelView::ALL;
    let at = views.iter().position(|view| *view == current)?;
    let next = match key {
        "ArrowRight" => (at + 1) % views.len(),
        "ArrowLeft" => (at + views.len() - 1) % views.len(),
        "Home" => 0,
        "End" => views.len() - 1,
        _ => return None,
    };
    views.get(next).copied()
}

/// Draws which view is active.
pub fn draw_view(active: PanelView) -> DrawResult {
    for view in PanelView::ALL {
        let tab = by_id(&tab_id(view))?;
        let is_active = view == active;
        tab.set_attribute("aria-selected", if is_active { "true" } else { "false" })?;
        tab.set_tab_index(if is_active { 0 } else { -1 });
    }
    let is_snapshot = active == PanelView::Snapshot;
    by_id("snapshot")?.set_hidden(!is_snapshot);
    let list = by_id("list")?;
    list.set_hidden(is_snapshot);
    list.set_attribute("aria-labelledby", &tab_id(active))?;
    body()?.set_attribute("data-view", active.as_str())
}

/// Draws the active list.
pub fn draw(model: &Model, texts: &Texts) -> DrawResult {
    let PanelView::List(kind) = model.active_view() else {
        return Ok(());
    };
    let list = model.list().and_then(|content| content.view.as_ref());
    draw_recording(list, texts)?;
    let empty = list.filter(|list| list.count == 0 && list.is_recorded());
    let empty = empty.and_then(|list| list.since);
    let empty = empty.map(|since| texts.with(none_key(kind), &[&time(since)]));
    set_text("list-empty", &empty.unwrap_or_default())?;
    draw_lines(list)?;
    set_text("list-limits", &texts.get(limits_key(kind)))
}

fn draw_lines(list: Option<&ListView>) -> DrawResult {
    let lines = list.map(ListView::lines).unwrap_or_default();
    let parent = cleared("list-lines")?;
    parent.set_hidden(lines.is_empty());
    for line in lines {
        let item = append(&parent, "li", &line.text)?;
        if !line.is_entry {
            item.set_class_name("note");
        }
    }
    Ok(())
}

/// Draws how many documents are not recorded, with the button that starts it.
fn draw_recording(list: Option<&ListView>, texts: &Texts) -> DrawResult {
    let unrecorded = list.map_or(0, |list| list.unrecorded);
    let part = by_id("unrecorded")?;
    let is_focused = document()?
        .active_element()
        .is_some_and(|focused| focused.id() == "start-recording");
    part.set_hidden(unrecorded == 0);
    let note = match list {
        Some(list) if list.is_recorded() => {
            texts.with("panel_unrecorded_frames", &[&unrecorded.to_string()])
        }
        Some(_) | None => texts.get("panel_unrecorded"),
    };
    set_text("unrecorded-note", &note)?;
    match is_focused && unrecorded == 0 {
        true => focus_list(),
        false => Ok(()),
    }
}

/// The focused button is hidden now.
fn focus_list() -> DrawResult {
    let list: HtmlElement = by_id("list")?;
    list.focus()
}

/// The facts about the active list, next to its status.
pub fn since(list: &ListView, texts: &Texts) -> String {
    let since = list
        .since
        .map(|since| texts.with("panel_since", &[&time(since)]));
    since.unwrap_or_default()
}

/// The local date and time.
fn time(milliseconds: f64) -> String {
    let language = document()
        .ok()
        .and_then(|document| document.document_element())
        .and_then(|root| root.get_attribute("lang"));
    let date = Date::new(&JsValue::from_f64(milliseconds));
    let text = date.to_locale_string(language.as_deref().unwrap_or("en"), &JsValue::UNDEFINED);
    text.into()
}

fn none_key(kind: ListKind) -> &'static str {
    match kind {
        ListKind::Errors => "panel_no_errors",
        ListKind::Network => "panel_no_requests",
        ListKind::Downloads => "panel_no_downloads",
        ListKind::PageTools => "panel_no_page_tools",
    }
}

fn limits_key(kind: ListKind) -> &'static str {
    match kind {
        ListKind::Errors => "panel_limits_errors",
        ListKind::Network => "panel_limits_requests",
        ListKind::Downloads => "panel_limits_downloads",
        ListKind::PageTools => "panel_limits_page_tools",
    }
}
