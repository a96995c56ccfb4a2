//! Connects the model to the document: passes events of the user and of the worker to it, and
//! performs its effects.

mod dom;
mod form;
mod keys;
pub mod lines;
mod list;
mod lookup;
mod side;
pub mod texts;

use crate::messages::ReportedFault;
use crate::model::{CopyTarget, Effect, Event, Model, PanelPart, PanelView, RecordSlot};
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
    /// Functions of the page's script that need Chrome's APIs.
    #[derive(Clone)]
    pub type Host;

    /// Sends a message to the worker.
    #[wasm_bindgen(method)]
    fn post(this: &Host, message: &str);

    /// Copies a text.
    #[wasm_bindgen(method)]
    fn copy(this: &Host, text: &str);

    /// Reveals an element in the Elements panel.
    #[wasm_bindgen(method)]
    fn reveal(this: &Host, node: u32, frame_url: Option<String>);

    /// A text in the user's language.
    #[wasm_bindgen(method)]
    fn text(this: &Host, key: &str, values: &Array) -> String;
}

/// The panel.
#[wasm_bindgen]
#[derive(Clone)]
pub struct Panel(Rc<RefCell<PanelState>>);

struct PanelState {
    host: Host,
    model: Model,
    lines: Lines,
    side: Side,
    /// When the last answer arrived, until it is drawn.
    answered_at: Option<f64>,
    /// Time to draw the lines, and from the answer to the next frame.
    draw_time: Option<f64>,
    paint_time: Option<f64>,
}

#[wasm_bindgen]
impl Panel {
    /// Initializes the panel in its document and requests the page.
    ///
    /// # Errors
    /// If the document is not that of the panel.
    pub fn start(host: Host) -> Result<Panel, JsValue> {
        let state = PanelState {
            lines: Lines::new(&by_id("lines")?, Texts(host.clone()))?,
            side: Side::new(Texts(host.clone())),
            model: Model::new(Box::new(dom::now)),
            host,
            answered_at: None,
            draw_time: None,
            paint_time: None,
        };
        let panel = Panel(Rc::new(RefCell::new(state)));
        panel.listen()?;
        panel.apply(Event::Options(form::request(&by_id("options")?)?));
        panel.apply(Event::Opened);
        Ok(panel)
    }

    /// The worker answered a request.
    pub fn answered(&self, request: u32, text: String) {
        if let Ok(mut state) = self.0.try_borrow_mut() {
            state.answered_at = Some(dom::now());
        }
        self.apply(Event::Answered(request, text));
    }

    /// The worker answered a request with a fault.
    pub fn failed(&self, request: u32, error: String, message: String, hint: String) {
        let fault = ReportedFault {
            error,
            message,
            hint,
        };
        self.apply(Event::Failed(request, fault));
    }

    /// The page may have changed. It is read at most once per frame, and not while the panel is
    /// hidden.
    pub fn changed(&self) {
        let panel = self.clone();
        dom::before_paint(move || panel.apply(Event::Changed));
    }

    /// The status changed.
    pub fn status(&self, status: String) {
        self.apply(Event::Status(status));
    }

    /// The port to the worker was disconnected and opened again.
    #[wasm_bindgen(js_name = portEnded)]
    pub fn port_ended(&self) {
        self.apply(Event::PortEnded);
    }

    /// An element could not be revealed in the Elements panel.
    #[wasm_bindgen(js_name = notRevealed)]
    pub fn not_revealed(&self) {
        self.apply(Event::NotRevealed);
    }
}

impl Panel {
    fn apply(&self, event: Event) {
        // Drawing causes no synchronous events, so the state is never borrowed here.
        let Ok(mut state) = self.0.try_borrow_mut() else {
            return;
        };
        for effect in state.model.apply(event) {
            match effect {
                Effect::Post(message) => state.host.post(&message),
                Effect::Copy(text) => state.host.copy(&text),
                Effect::Reveal(node, frame_url) => state.host.reveal(node, frame_url),
                // A missing element of the document can't be drawn.
                Effect::Draw(part) => drop(self.draw(&mut state, part)),
            }
        }
    }

    fn draw(&self, state: &mut PanelState, part: PanelPart) -> Result<(), JsValue> {
        let PanelState {
            model, lines, side, ..
        } = state;
        match part {
            PanelPart::View => {
                list::draw_view(model.active_view())?;
                list::draw(model, &side.texts)
            }
            PanelPart::List => list::draw(model, &side.texts),
            PanelPart::Text => {
                let began = dom::now();
                lines.show(model.view(), model.active(), model.search())?;
                state.draw_time = Some(dom::now() - began);
                self.measure_paint(state);
                state.side.text(&state.model)
            }
            PanelPart::Active => lines.activate(model.active()),
            PanelPart::Search => {
                lines.mark(model.search())?;
                side.search(model)
            }
            PanelPart::Tokens => side.text(model),
            PanelPart::Element => side.element(model),
            PanelPart::Changes => side.changes(model),
            PanelPart::Registry => side.registry(model),
            PanelPart::Timings => side.timings(model, state.draw_time, state.paint_time),
            PanelPart::State => side.state(model),
        }
    }

    /// Measures the time until the next frame, which shows the lines.
    fn measure_paint(&self, state: &mut PanelState) {
        let Some(answered_at) = state.answered_at.take() else {
            return;
        };
        state.paint_time = None;
        let panel = self.clone();
        dom::before_paint(move || {
            if let Ok(mut state) = panel.0.try_borrow_mut() {
                state.paint_time = Some(dom::now() - answered_at);
                drop(panel.draw(&mut state, PanelPart::Timings));
            }
        });
    }

    fn listen(&self) -> Result<(), JsValue> {
        self.listen_to_tabs()?;
        self.listen_to_lines(&by_id("lines")?)?;
        self.listen_to_search(&by_id("search")?)?;
        for (id, event) in [
            ("read", Event::Read),
            ("try-again", Event::Read),
            ("next", Event::StepSearch { forward: true }),
            ("previous", Event::StepSearch { forward: false }),
            ("start-recording", Event::StartRecording),
            ("copy-all", Event::Copy(CopyTarget::All)),
            ("copy-line", Event::Copy(CopyTarget::Line)),
            ("copy-uid", Event::Copy(CopyTarget::Uid)),
            ("explain", Event::Explain),
            ("reveal", Event::Reveal),
            ("record-a", Event::Record(RecordSlot::A)),
            ("record-b", Event::Record(RecordSlot::B)),
        ] {
            self.on(&by_id(id)?, "click", move |_| Some(event.clone()))?;
        }
        let checkbox: HtmlInputElement = by_id("follow")?.unchecked_into();
        let input = checkbox.clone();
        self.on(&checkbox, "change", move |_| {
            Some(Event::WatchChanges(input.checked()))
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

    /// Arrow keys, Home and End select another view and focus its tab.
    fn listen_to_tabs(&self) -> Result<(), JsValue> {
        for view in PanelView::ALL {
            let tab = by_id(&list::tab_id(view))?;
            self.on(&tab, "click", move |_| Some(Event::Select(view)))?;
            let panel = self.clone();
            on(&tab, "keydown", move |event| {
                let event: KeyboardEvent = event.unchecked_into();
                if let Some(next) = list::view_of_key(&event.key(), view) {
                    event.prevent_default();
                    panel.apply(Event::Select(next));
                    drop(by_id(&list::tab_id(next)).and_then(|tab| tab.focus()));
                }
            })?;
        }
        Ok(())
    }

    fn listen_to_lines(&self, lines: &HtmlElement) -> Result<(), JsValue> {
        let panel = self.clone();
        on(lines, "scroll", move |_| panel.scrolled())?;
        self.on(lines, "click", |event| {
            closest_row(&event).map(Event::Click)
        })?;
        self.on(lines, "mouseover", |event| {
            Some(Event::Hover(closest_row(&event)))
        })?;
        self.on(lines, "mouseleave", |_| Some(Event::Hover(None)))?;
        let panel = self.clone();
        on(lines, "keydown", move |event| {
            let event: KeyboardEvent = event.unchecked_into();
            let page = panel
                .0
                .try_borrow()
                .map_or(1, |state| state.lines.rows_per_page());
            if let Some(key_event) = keys::event_of_line_key(&event, page) {
                event.prevent_default();
                panel.apply(key_event);
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
                    panel.apply(Event::StepSearch { forward });
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

    /// Adds the keyboard shortcuts of the whole panel.
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
        on(target, name, move |dom_event| {
            if let Some(event) = event(dom_event) {
                panel.apply(event);
            }
        })
    }

    fn scrolled(&self) {
        if let Ok(mut state) = self.0.try_borrow_mut() {
            drop(state.lines.scrolled());
        }
    }
}
