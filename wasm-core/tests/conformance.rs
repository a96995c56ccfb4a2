//! The cases of `../shared/conformance` through the engine alone: roles and names on records of
//! their pages. Pages without style sheets and scripts run on their parsed HTML; `cargo xtask test`
//! runs them all in a real browser. With `AXLENS_RECORDS`, a folder of records that a browser made,
//! one JSON file a page (`{file, tentative, record, cases: [{test, kind, expected, accept,
//! node}]}`), all cases run, and every failure is printed.

use crate::html;
use axlens_wasm_core::dom::{Dom, Idx};
use axlens_wasm_core::naming::Naming;
use axlens_wasm_core::page::Page;
use axlens_wasm_core::record::Record;
use axlens_wasm_core::roles::Roles;
use serde_json::Value;
use std::collections::HashMap;

/// The engine's result for a case: the role or the name.
fn answer(page: &Page, roles: &Roles, naming: &Naming, node: Idx, kind: &str) -> String {
    match kind {
        "role" => roles.computed_role(&page.dom, node).to_string(),
        _ => naming.name(node).text,
    }
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or("")
}

/// Whether the result is an accepted one.
fn passes(case: &Value, answer: &str) -> bool {
    text(case, "expected") == answer
        || case["accept"]
            .as_array()
            .is_some_and(|accepted| accepted.iter().any(|word| word == answer))
}

fn by_node_id(dom: &Dom) -> HashMap<u64, Idx> {
    dom.elements()
        .map(|node| (u64::from(dom.node_id(node)), node))
        .collect()
}

/// Counts the outcomes of the cases and prints the failures.
#[derive(Default)]
struct Outcome {
    passed: usize,
    failures: Vec<String>,
    tentative_passed: usize,
    tentative_failures: Vec<String>,
}

impl Outcome {
    fn add(&mut self, file: &Value, case: &Value, answer: &str) {
        let tentative = file["tentative"] == true;
        let failure = (!passes(case, answer)).then(|| {
            format!(
                "{}: {}: expected {:?}, is {answer:?}",
                text(file, "file"),
                text(case, "test"),
                text(case, "expected"),
            )
        });
        match (failure, tentative) {
            (None, false) => self.passed += 1,
            (None, true) => self.tentative_passed += 1,
            (Some(failure), false) => self.failures.push(failure),
            (Some(failure), true) => self.tentative_failures.push(failure),
        }
    }

    fn report(&self) {
        for failure in self.failures.iter().chain(&self.tentative_failures) {
            eprintln!("{failure}");
        }
        eprintln!(
            "passed {} of {}, tentative {} of {}",
            self.passed,
            self.passed + self.failures.len(),
            self.tentative_passed,
            self.tentative_passed + self.tentative_failures.len()
        );
    }
}

/// Known failures: the HTML parser makes an `img` of `image`, and its `title` is its sibling.
const NOT_POSSIBLE: [&str; 2] = [
    "el-image (label from image>title element)",
    "el-image (generic, explicitly empty image>title element)",
];

#[test]
fn pages_without_style_and_script() {
    let shared = std::env::var("AXLENS_SHARED")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared").to_string());
    let Ok(cases) = std::fs::read_to_string(format!("{shared}/conformance/wpt.json")) else {
        eprintln!("{shared}/conformance is not here: no public cases are run");
        return;
    };
    let files: Vec<Value> = serde_json::from_str(&cases).expect("the cases are JSON");
    let mut outcome = Outcome::default();
    for file in &files {
        let page = text(file, "html");
        if !page.contains("<style") && !page.contains("<script") {
            run_html(file, page, &mut outcome);
        }
    }
    outcome.report();
    assert!(outcome.failures.is_empty(), "{:#?}", outcome.failures);
    let unknown: Vec<_> = outcome
        .tentative_failures
        .iter()
        .filter(|failure| !NOT_POSSIBLE.iter().any(|known| failure.contains(known)))
        .collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
}

fn run_html(file: &Value, html: &str, outcome: &mut Outcome) {
    let record = html::record(html);
    let record = Record::parse(&record);
    let page = Page::new(&record);
    let roles = Roles::new(&page);
    let naming = Naming::new(&page, &roles);
    for case in file["cases"].as_array().into_iter().flatten() {
        let (name, wanted) = match text(case, "by").strip_prefix('#') {
            Some(id) => ("id", id),
            None => ("data-testname", text(case, "test")),
        };
        let nth = case["nth"].as_u64().unwrap_or(0) as usize;
        let found = page
            .dom
            .elements()
            .filter(|node| page.dom.attr(*node, name) == Some(wanted))
            .nth(nth);
        let answer = found.map_or("(not there)".to_string(), |node| {
            answer(&page, &roles, &naming, node, text(case, "kind"))
        });
        outcome.add(file, case, &answer);
    }
}

#[test]
fn records_of_a_browser() {
    let Ok(folder) = std::env::var("AXLENS_RECORDS") else {
        eprintln!("AXLENS_RECORDS is not set: no records of a browser are replayed");
        return;
    };
    let mut outcome = Outcome::default();
    for file in std::fs::read_dir(folder).expect("a folder").flatten() {
        let text_of_file = std::fs::read_to_string(file.path()).expect("a file");
        let recorded: Value = serde_json::from_str(&text_of_file).expect("JSON");
        let record = Record::parse(text(&recorded, "record"));
        let page = Page::new(&record);
        let roles = Roles::new(&page);
        let naming = Naming::new(&page, &roles);
        let nodes = by_node_id(&page.dom);
        for case in recorded["cases"].as_array().into_iter().flatten() {
            let node = case["node"].as_u64().and_then(|node| nodes.get(&node));
            let answer = node.map_or("(not recorded)".to_string(), |node| {
                answer(&page, &roles, &naming, *node, text(case, "kind"))
            });
            outcome.add(&recorded, case, &answer);
        }
    }
    outcome.report();
    assert!(
        outcome.failures.is_empty(),
        "cases that are not tentative failed"
    );
}
