//! Functions on the document. Page text is always inserted as text, never as HTML.

use wasm_bindgen::prelude::{Closure, JsCast, JsValue};
use web_sys::{Document, Element, Event, HtmlElement, Window};

/// The window.
pub fn window() -> Result<Window, JsValue> {
    web_sys::window().ok_or_else(|| JsValue::from_str("no window"))
}

/// The document.
pub fn document() -> Result<Document, JsValue> {
    let document = window()?.document();
    document.ok_or_else(|| JsValue::from_str("no document"))
}

/// The body of the document.
pub fn body() -> Result<HtmlElement, JsValue> {
    let body = document()?.body();
    body.ok_or_else(|| JsValue::from_str("no body"))
}

/// The element with an id.
pub fn by_id(id: &str) -> Result<HtmlElement, JsValue> {
    let element = document()?.get_element_by_id(id);
    let element = element.and_then(|element| element.dyn_into().ok());
    element.ok_or_else(|| JsValue::from_str(&format!("the page has no element '{id}'")))
}

/// A new element with this text.
fn element(tag: &str, text: &str) -> Result<HtmlElement, JsValue> {
    let element = document()?.create_element(tag)?;
    element.set_text_content(Some(text));
    element.dyn_into().map_err(JsValue::from)
}

/// A new element with this text, at the end of another.
pub fn append(to: &HtmlElement, tag: &str, text: &str) -> Result<HtmlElement, JsValue> {
    let element = element(tag, text)?;
    to.append_child(&element)?;
    Ok(element)
}

/// Sets the text of an element, unless it is the same: a screen reader would read it again.
pub fn set_text(id: &str, text: &str) -> Result<(), JsValue> {
    let element = by_id(id)?;
    if element.text_content().as_deref() != Some(text) {
        element.set_text_content(Some(text));
    }
    Ok(())
}

/// The element with an id, without its content.
pub fn cleared(id: &str) -> Result<HtmlElement, JsValue> {
    let element = by_id(id)?;
    element.set_text_content(None);
    Ok(element)
}

/// Adds an event listener.
pub fn on(
    target: &Element,
    name: &str,
    listener: impl FnMut(Event) + 'static,
) -> Result<(), JsValue> {
    let listener = Closure::<dyn FnMut(Event)>::new(listener);
    target.add_event_listener_with_callback(name, listener.as_ref().unchecked_ref())?;
    // The listener lives as long as the page.
    listener.forget();
    Ok(())
}

/// Calls a function before the next frame is painted.
pub fn before_paint(function: impl FnOnce() + 'static) {
    let function = Closure::once_into_js(function);
    if let Ok(window) = window() {
        drop(window.request_animation_frame(function.unchecked_ref()));
    }
}

/// Milliseconds since the page was opened.
pub fn now() -> f64 {
    let clock = window().ok().and_then(|window| window.performance());
    clock.map_or(0.0, |clock| clock.now())
}

/// The line of an event's target.
pub fn closest_row(event: &Event) -> Option<usize> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let line = target.closest("[data-row]").ok()??;
    line.get_attribute("data-row")?.parse().ok()
}
