//! The panel in its document: passes events of the user and of the worker to the model, and
//! performs the model's effects. Contains no logic.

mod dom;
mod form;
mod keys;
pub mod lines;
mod lookup;
mod side;
pub mod texts;

use crate::messages::ReportedFault;
use crate::model::{Copied, Effect, Event, Model, Part, Slot};
use dom::{by_id, closest_row, on, window};
use js_sys::Array;
use lines::Lines;
use side::Side;
use std::cell::RefCell;
use std::rc::Rc;
use texts::Texts;
use wasm_bindgen::prelude::{Closure, JsCast, JsValue, wasm_bindgen};
use web_sys::{HtmlElement, HtmlInputElement, KeyboardEvent};

#[wasm_bindgen]
extern "C" {
    /// What only the page's script can do, since it needs Chrome's APIs.
    #[derive(Clone)]
    pub type Host;

    /// Sends a message to the worker.
    #[wasm_bindgen(method)]
    fn post(this: &Host, message: &str);

    /// Copies a text.
    #[wasm_bindgen(method)]
    fn copy(this: &Host, text: &str);

    /// Shows an element in Elements.
    #[wasm_bindgen(method)]
    fn reveal(this: &Host, node: u32, frame_url: Option<String>);

    /// A text in the user's language.
    #[wasm_bindgen(method)]
    fn text(this: &Host, key: &str, values: &Array) -> String;
}

/// The panel.
#[wasm_bindgen]
#[derive(Clone)]
pub struct Panel(Rc<RefCell<Parts>>);

struct Parts {
    host: Host,
    model: Model,
    lines: Lines,
    side: Side,
    /// When the answer that is being drawn arrived.
    answered_at: Option<f64>,
    /// What drawing the lines took, and all of it until they were seen.
    drawn: Option<f64>,
    seen: Option<f64>,
}

#[wasm_bindgen]
impl Panel {
    /// Takes the document over and requests for the page.
    ///
    /// # Errors
    /// Where the document is not the panel's.
    pub fn start(host: Host) -> Result<Panel, JsValue> {
        let parts = Parts {
            lines: Lines::new(&by_id("lines")?, Texts(host.clone()))?,
            side: Side::new(Texts(host.clone())),
            model: Model::new(Box::new(dom::now)),
            host,
            answered_at: None,
            drawn: None,
            seen: None,
        };
        let panel = Panel(Rc::new(RefCell::new(parts)));
        panel.listen()?;
        panel.apply(Event::Options(form::request(&by_id("options")?)?));
        panel.apply(Event::Opened);
        Ok(panel)
    }

    /// The worker has answered a question.
    pub fn answered(&self, ask: u32, text: String) {
        if let Ok(mut parts) = self.0.try_borrow_mut() {
            parts.answered_at = Some(dom::now());
        }
        self.apply(Event::Answered(ask, text));
    }

    /// The worker has answered a question with a fault.
    pub fn failed(&self, ask: u32, error: String, message: String, hint: String) {
        let fault = ReportedFault {
            error,
            message,
            hint,
        };
        self.apply(Event::Failed(ask, fault));
    }

    /// The page may have changed. It is not read more often than it can be drawn, and not while
    /// the panel is hidden.
    pub fn changed(&self) {
        let panel = self.clone();
        dom::before_paint(move || panel.apply(Event::Changed));
    }

    /// The status has changed.
    pub fn status(&self, status: String) {
        self.apply(Event::Status(status));
    }

    /// The port to the worker was disconnected and opened again.
    #[wasm_bindgen(js_name = portEnded)]
    pub fn port_ended(&self) {
        self.apply(Event::PortEnded);
    }

    /// An element could not be shown in Elements.
    #[wasm_bindgen(js_name = notRevealed)]
    pub fn not_revealed(&self) {
        self.apply(Event::NotRevealed);
    }
}

impl Panel {
    fn apply(&self, event: Event) {
        // Drawing causes no synchronous events, so the state is never borrowed here.
        let Ok(mut parts) = self.0.try_borrow_mut() else {
            return;
        };
        for effect in parts.model.apply(event) {
            match effect {
                Effect::Post(message) => parts.host.post(&message),
                Effect::Copy(text) => parts.host.copy(&text),
                Effect::Reveal(node, frame_url) => parts.host.reveal(node, frame_url),
                // A document that has lost a part of the panel's can't show it.
                Effect::Draw(part) => drop(self.draw(&mut parts, part)),
            }
        }
    }

    fn draw(&self, parts: &mut Parts, part: Part) -> Result<(), JsValue> {
        let Parts {
            model, lines, side, ..
        } = parts;
        match part {
            Part::Text => {
                let began = dom::now();
                lines.show(model.view(), model.active(), model.search())?;
                parts.drawn = Some(dom::now() - began);
                self.note_when_seen(parts);
                parts.side.text(&parts.model)
            }
            Part::Active => lines.activate(model.active()),
            Part::Search => {
                lines.mark(model.search())?;
                side.search(model)
            }
            Part::Tokens => side.text(model),
            Part::Element => side.element(model),
            Part::Changes => side.changes(model),
            Part::Registry => side.registry(model),
            Part::Timings => side.timings(model, parts.drawn, parts.seen),
            Part::State => side.state(model),
        }
    }

    /// The lines are seen with the next frame.
    fn note_when_seen(&self, parts: &mut Parts) {
        let Some(answered_at) = parts.answered_at.take() else {
            return;
        };
        parts.seen = None;
        let panel = self.clone();
        dom::before_paint(move || {
            if let Ok(mut parts) = panel.0.try_borrow_mut() {
                parts.seen = Some(dom::now() - answered_at);
                drop(panel.draw(&mut parts, Part::Timings));
            }
        });
    }

    fn listen(&self) -> Result<(), JsValue> {
        self.listen_to_lines(&by_id("lines")?)?;
        self.listen_to_search(&by_id("search")?)?;
        for (id, event) in [
            ("read", Event::Read),
            ("try-again", Event::Read),
            ("next", Event::Step { forward: true }),
            ("previous", Event::Step { forward: false }),
            ("copy-all", Event::Copy(Copied::All)),
            ("copy-line", Event::Copy(Copied::Line)),
            ("copy-uid", Event::Copy(Copied::Uid)),
            ("explain", Event::Explain),
            ("reveal", Event::Reveal),
            ("record-a", Event::Record(Slot::A)),
            ("record-b", Event::Record(Slot::B)),
        ] {
            self.on(&by_id(id)?, "click", move |_| Some(event.clone()))?;
        }
        let follow: HtmlInputElement = by_id("follow")?.unchecked_into();
        let follows = follow.clone();
        self.on(&follow, "change", move |_| {
            Some(Event::Follow(follows.checked()))
        })?;
        let options = by_id("options")?;
        let form = options.clone();
        self.on(&options, "change", move |_| {
            form::request(&form).ok().map(Event::Options)
        })?;
        let panel = self.clone();
        let resized = Closure::<dyn FnMut()>::new(move || panel.scrolled());
        window()?.add_event_listener_with_callback("resize", resized.as_ref().unchecked_ref())?;
        resized.forget();
        self.listen_to_keys()
    }

    fn listen_to_lines(&self, lines: &HtmlElement) -> Result<(), JsValue> {
        let panel = self.clone();
        on(lines, "scroll", move |_| panel.scrolled())?;
        self.on(lines, "click", |event| {
            closest_row(&event).map(Event::Press)
        })?;
        self.on(lines, "mouseover", |event| {
            Some(Event::Hover(closest_row(&event)))
        })?;
        self.on(lines, "mouseleave", |_| Some(Event::Hover(None)))?;
        let panel = self.clone();
        on(lines, "keydown", move |event| {
            let event: KeyboardEvent = event.unchecked_into();
            let page = panel.0.try_borrow().map_or(1, |parts| parts.lines.page());
            if let Some(done) = keys::of_lines(&event, page) {
                event.prevent_default();
                panel.apply(done);
            }
        })
    }

    fn listen_to_search(&self, search: &HtmlElement) -> Result<(), JsValue> {
        let input: HtmlInputElement = search.clone().unchecked_into();
        let field = input.clone();
        self.on(search, "input", move |_| Some(Event::Search(field.value())))?;
        let panel = self.clone();
        on(search, "keydown", move |event| {
            let event: KeyboardEvent = event.unchecked_into();
            match event.key().as_str() {
                "Enter" => {
                    event.prevent_default();
                    let forward = !event.shift_key();
                    panel.apply(Event::Step { forward });
                }
                "Escape" => {
                    event.prevent_default();
                    event.stop_propagation();
                    input.set_value("");
                    panel.apply(Event::Search(String::new()));
                    drop(by_id("lines").and_then(|lines| lines.focus()));
                }
                _ => {}
            }
        })
    }

    /// Keys that hold everywhere in the panel.
    fn listen_to_keys(&self) -> Result<(), JsValue> {
        let panel = self.clone();
        let body = dom::body()?;
        on(&body, "keydown", move |event| {
            let event: KeyboardEvent = event.unchecked_into();
            if keys::opens_search(&event) {
                event.prevent_default();
                drop(by_id("search").and_then(|search| search.focus()));
            } else if event.key() == "Escape" {
                panel.apply(Event::Escape);
            }
        })
    }

    fn on(
        &self,
        target: &HtmlElement,
        name: &str,
        event: impl Fn(web_sys::Event) -> Option<Event> + 'static,
    ) -> Result<(), JsValue> {
        let panel = self.clone();
        on(target, name, move |happened| {
            if let Some(event) = event(happened) {
                panel.apply(event);
            }
        })
    }

    fn scrolled(&self) {
        if let Ok(mut parts) = self.0.try_borrow_mut() {
            drop(parts.lines.scrolled());
        }
    }
}
