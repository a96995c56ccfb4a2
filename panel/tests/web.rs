//! Tests of the lines in a document: the number of elements, and that page text is not HTML.

#![cfg(target_arch = "wasm32")]

use axlens_panel::reading::Reading;
use axlens_panel::search::TextSearch;
use axlens_panel::view::TextView;
use axlens_panel::web::Host;
use axlens_panel::web::lines::Lines;
use axlens_panel::web::texts::Texts;
use axlens_protocol::wire::PlacesChoice;
use axlens_snapshot::Options;
use axlens_snapshot::options::Format;
use std::fmt::Write as _;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::HtmlElement;

wasm_bindgen_test_configure!(run_in_browser);

/// The text of a page with these buttons.
fn view(names: impl Iterator<Item = String>) -> Rc<TextView> {
    let mut nodes = r#"{"d": 0, "r": "document"}"#.to_owned();
    for (at, name) in names.enumerate() {
        let (node, name) = (at + 1, serde_json::json!(name));
        let _ = write!(
            nodes,
            r#",{{"d": 1, "n": {node}, "u": {node}, "r": "button", "t": {name}}}"#
        );
    }
    let answer = format!(
        r#"{{"tab": {{"id": 1, "url": "", "title": ""}}, "frames": [{{"document": "D1", "tree": {{
        "url": "", "title": "", "ready": "complete", "world": 1, "viewport": [1, 1],
        "scroll": [0, 0, 1, 1], "elements": 1, "query_dom_bytes": 1, "index": 0,
        "nodes": [{nodes}]}}}}]}}"#
    );
    let reading = Reading::read(&answer, 1, PlacesChoice::None, &|| 0.0).expect("a page");
    let options = Options {
        format: Format::Lean,
        ..Options::default()
    };
    Rc::new(TextView::new(&Rc::new(reading), &options, &|| 0.0))
}

fn lines() -> (HtmlElement, Lines) {
    let document = web_sys::window()
        .and_then(|window| window.document())
        .expect("a document");
    let outer = document.create_element("div").expect("an element");
    let outer: HtmlElement = outer.unchecked_into();
    let style = outer.style();
    for (name, value) in [
        ("height", "600px"),
        ("overflow", "auto"),
        ("position", "relative"),
    ] {
        style.set_property(name, value).expect("a style");
    }
    document
        .body()
        .expect("a body")
        .append_child(&outer)
        .expect("a child");
    // Short lines need no texts of the extension.
    let host: Host = js_sys::Object::new().unchecked_into();
    let lines = Lines::new(&outer, Texts(host)).expect("lines");
    (outer, lines)
}

fn count(outer: &HtmlElement, selector: &str) -> u32 {
    outer.query_selector_all(selector).expect("a list").length()
}

#[wasm_bindgen_test]
fn a_hundred_thousand_lines_have_at_most_two_hundred_elements() {
    let view = view((0..100_000).map(|at| format!("Number {at}")));
    let (outer, mut lines) = lines();
    lines
        .show(Some(&view), 0, &TextSearch::default())
        .expect("drawn");
    for step in 0..=50 {
        outer.set_scroll_top(step * (100_000 * 18 - 600) / 50);
        lines.scrolled().expect("drawn");
        assert!((1..=200).contains(&count(&outer, "[role=treeitem]")));
    }
    let drawn = outer.text_content().unwrap_or_default();
    assert!(drawn.contains("Number 99999"));
    lines.activate(50_000).expect("drawn");
    let active = outer
        .query_selector("[aria-selected=true]")
        .expect("one")
        .expect("one");
    assert!(
        active
            .text_content()
            .unwrap_or_default()
            .contains("Number 50000")
    );
    assert_eq!(
        outer.get_attribute("aria-activedescendant"),
        Some(active.id())
    );
    assert!(count(&outer, "[role=treeitem]") <= 200);
    outer.remove();
}

#[wasm_bindgen_test]
fn page_text_is_never_html() {
    let hostile = "<img src=x onerror=\"alert(1)\"><b id=lines>&amp;</b><script>alert(2)</script>";
    let view = view(std::iter::repeat_n(hostile.to_owned(), 3));
    let (outer, mut lines) = lines();
    lines
        .show(Some(&view), 0, &TextSearch::default())
        .expect("drawn");
    assert_eq!(count(&outer, "img, b, script"), 0);
    lines.mark(&TextSearch::new("<b id", &view)).expect("drawn");
    assert_eq!(
        (count(&outer, "img, b, script"), count(&outer, "mark")),
        (0, 3)
    );
    let first = outer.query_selector(".line").expect("one").expect("one");
    assert_eq!(first.text_content().as_deref(), Some(view.line(0)));
    outer.remove();
}
