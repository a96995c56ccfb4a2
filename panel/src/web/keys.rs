//! Which key does what.

use crate::model::{Copied, Event, Motion};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

/// What a key does while the lines have the focus; `page`: lines in sight.
pub fn of_lines(event: &KeyboardEvent, page: usize) -> Option<Event> {
    let page = isize::try_from(page).unwrap_or(1);
    let key = event.key();
    if event.ctrl_key() || event.meta_key() {
        return (key == "c").then_some(Event::Copy(Copied::Line));
    }
    let motion = match key.as_str() {
        "ArrowDown" => Motion::By(1),
        "ArrowUp" => Motion::By(-1),
        "PageDown" => Motion::By(page),
        "PageUp" => Motion::By(-page),
        "Home" => Motion::First,
        "End" => Motion::Last,
        "ArrowLeft" => Motion::Parent,
        "ArrowRight" => Motion::Child,
        "Enter" if event.shift_key() => return Some(Event::Reveal),
        "Enter" => return Some(Event::Explain),
        _ => return None,
    };
    Some(Event::Move(motion))
}

/// Whether a key begins a search: not where it is a letter of a text.
pub fn opens_search(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into().ok());
    let writes = target.is_some_and(|target: HtmlElement| {
        let tag = target.tag_name();
        tag == "INPUT" && target.get_attribute("type").as_deref() != Some("checkbox")
            || tag == "SELECT"
    });
    event.key() == "/" && !writes && !event.ctrl_key() && !event.alt_key() && !event.meta_key()
}
