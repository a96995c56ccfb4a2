//! Keyboard shortcuts.

use crate::model::{CopyTarget, Event, LineNavigation};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

/// The event of a key while the lines are focused. `page` is the number of visible lines.
pub fn event_of_line_key(event: &KeyboardEvent, page: usize) -> Option<Event> {
    let page = isize::try_from(page).unwrap_or(1);
    let key = event.key();
    if event.ctrl_key() || event.meta_key() {
        return (key == "c").then_some(Event::Copy(CopyTarget::Line));
    }
    let navigation = match key.as_str() {
        "ArrowDown" => LineNavigation::By(1),
        "ArrowUp" => LineNavigation::By(-1),
        "PageDown" => LineNavigation::By(page),
        "PageUp" => LineNavigation::By(-page),
        "Home" => LineNavigation::First,
        "End" => LineNavigation::Last,
        "ArrowLeft" => LineNavigation::Parent,
        "ArrowRight" => LineNavigation::Child,
        "Enter" if event.shift_key() => return Some(Event::Reveal),
        "Enter" => return Some(Event::Explain),
        _ => return None,
    };
    Some(Event::Move(navigation))
}

/// Whether a key opens the search. In text fields it is a letter.
pub fn opens_search(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into().ok());
    let is_text_field = target.is_some_and(|target: HtmlElement| {
        let tag = target.tag_name();
        tag == "INPUT" && target.get_attribute("type").as_deref() != Some("checkbox")
            || tag == "SELECT"
    });
    event.key() == "/"
        && !is_text_field
        && !event.ctrl_key()
        && !event.alt_key()
        && !event.meta_key()
}
