//! Tests of the engine's exports in a browser, with the stack size of the extension's engine. The
//! results are tested natively; these tests check that they are the same in WASM.

#![cfg(target_arch = "wasm32")]

use axlens_wasm_core::web::{Work, held, version};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// Flags of an element: `display: block`, `display: inline-block` that the focus can reach.
const BLOCK: u32 = 4;
const CONTROL: u32 = 3 | 1 << 10;

/// A record (docs/record.md) with these operations and strings.
fn record(operations: &str, strings: &[&str], registry: &str) -> String {
    let head = r#"{"v":1,"url":"https://example.test/","title":"A page","ready":"complete","world":7,"elements":3,"top":true,"target":[3]}"#;
    let strings = strings.join("\u{1e}");
    [head, operations, &strings, registry].join("\u{1d}")
}

/// `<html><body><button>Save</button></body></html>`
fn page(registry: &str) -> String {
    let operations = format!("1,1,0,{BLOCK},0,1,2,1,{BLOCK},0,1,3,2,{CONTROL},0,2,3,0,0,0");
    record(&operations, &["html", "body", "button", "Save"], registry)
}

/// Completes a work in portions of `steps` steps, with its record in two pieces.
fn done(mut work: Work, record: &str, steps: usize) -> Work {
    let middle = record
        .char_indices()
        .map(|(place, _)| place)
        .nth(record.chars().count() / 2);
    let (one, other) = record.split_at(middle.unwrap_or(0));
    work.add(one);
    work.add(other);
    while !work.step(steps) {}
    work
}

fn understand(record: &str) -> Work {
    done(Work::understand(record.len()), record, 1_000)
}

fn text(work: &mut Work) -> String {
    std::iter::from_fn(|| work.piece()).collect()
}

fn explain(record: &str, node: u32) -> String {
    text(&mut done(Work::explain(record.len(), node), record, 1_000))
}

#[wasm_bindgen_test]
fn a_page_becomes_a_tree_with_its_registry_and_nodes() {
    let mut understood = understand(&page(""));
    let tree = text(&mut understood);
    assert!(tree.contains("Save") && tree.contains("button"), "{tree}");
    assert!(!understood.registry().is_empty());
    assert_eq!(understood.nodes(), "3");
    assert_eq!(understood.piece(), None);
}

#[wasm_bindgen_test]
fn the_registry_keeps_the_uids() {
    let mut first = understand(&page(""));
    let mut again = understand(&page(&first.registry()));
    assert_eq!(text(&mut first), text(&mut again));
}

#[wasm_bindgen_test]
fn portions_of_any_size_give_the_same_and_more_are_nothing() {
    let whole = text(&mut understand(&page("")));
    for steps in [0, 1, 7, usize::MAX] {
        let record = page("");
        let mut work = done(Work::understand(0), &record, steps);
        assert!(work.step(steps), "it stays done");
        assert_eq!(text(&mut work), whole);
    }
}

#[wasm_bindgen_test]
fn memory_grows_with_what_is_done() {
    let long = "word ".repeat(4_000_000);
    let before = held();
    drop(understand(&record("1,1,0,4,0,2,1,0", &["p", &long], "")));
    assert!(held() > before.max(20_000_000));
}

#[wasm_bindgen_test]
fn an_element_is_explained() {
    let by_node = explain(&page(""), 3);
    assert!(by_node.contains("button"), "{by_node}");
    assert_eq!(
        explain(&page(""), 0),
        by_node,
        "the first target of the record is the same element"
    );
}

#[wasm_bindgen_test]
fn broken_records_give_poorer_trees() {
    let whole = page("");
    let ends = whole.char_indices().map(|(end, _)| &whole[..end]);
    for broken in ends.chain([
        "",
        "\u{1d}\u{1d}\u{1d}",
        "nonsense",
        "{}\u{1d}1,1,99,4,5\u{1d}\u{1d}",
    ]) {
        understand(broken);
        explain(broken, 3);
    }
}

#[wasm_bindgen_test]
fn a_page_of_any_depth_fits_on_the_stack() {
    const DEPTH: usize = 50_000;
    let opened: String = (1..=DEPTH)
        .map(|node| format!("1,{node},0,{BLOCK},0,"))
        .collect();
    let closed = vec!["0"; DEPTH].join(",");
    let control = format!("1,{},1,{CONTROL},0,2,2,0,", DEPTH + 1);
    let mut understood = understand(&record(
        &format!("{opened}{control}{closed}"),
        &["div", "button", "Deep down"],
        "",
    ));
    assert!(text(&mut understood).contains("Deep down"));
}

#[wasm_bindgen_test]
fn the_version_is_the_crates() {
    assert_eq!(version(), env!("CARGO_PKG_VERSION"));
}
