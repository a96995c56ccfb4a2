//! The cases of `../shared/conformance` through the engine alone: roles and names on records of their pages.
//! With `AXLENS_RECORDS`, a folder of records that a browser made, one JSON file a page
//! (`{file, tentative, record, cases: [{test, kind, expected, accept, node}]}`), all cases run, and every failure is printed.

use axlens_wasm_core::dom::{Dom, Idx};
use axlens_wasm_core::naming::Naming;
use axlens_wasm_core::record::Record;
use axlens_wasm_core::roles::Roles;
use axlens_wasm_core::understand::Page;
use serde_json::Value;
use std::collections::HashMap;

/// What the engine answers for a case: its role's word, or its name.
fn answer(page: &Page, roles: &Roles, naming: &Naming, node: Idx, kind: &str) -> String {
    match kind {
        "role" => roles.computed_word(&page.dom, node).to_string(),
        _ => naming.name(node).text,
    }
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or("")
}

/// The answer is the expected one, or as good.
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

#[test]
fn records_of_a_browser() {
    let Ok(folder) = std::env::var("AXLENS_RECORDS") else {
        eprintln!("AXLENS_RECORDS is not set: no records of a browser are replayed");
        return;
    };
    let mut failures = Vec::new();
    let mut counts = [[0; 2]; 2];
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .flatten()
        .collect();
    files.sort_by_key(|file| file.path());
    for file in files {
        let text_of_file = std::fs::read_to_string(file.path()).expect("a file");
        let recorded: Value = serde_json::from_str(&text_of_file).expect("JSON");
        let record = Record::parse(text(&recorded, "record"));
        let page = Page::new(&record);
        let roles = Roles::new(&page);
        let naming = Naming::new(&page, &roles);
        let nodes = by_node_id(&page.dom);
        let tentative = recorded["tentative"] == true;
        for case in recorded["cases"].as_array().into_iter().flatten() {
            let node = case["node"].as_u64().and_then(|node| nodes.get(&node));
            let got = node.map_or("(not recorded)".to_string(), |node| {
                answer(&page, &roles, &naming, *node, text(case, "kind"))
            });
            let passed = passes(case, &got);
            counts[usize::from(tentative)][usize::from(passed)] += 1;
            if !passed {
                failures.push(format!(
                    "{}{}: {}\n  expected {:?} got {:?}\n  {}",
                    text(&recorded, "file"),
                    if tentative { " (tentative)" } else { "" },
                    text(case, "test"),
                    text(case, "expected"),
                    got,
                    text(case, "html").replace('\n', " ")
                ));
            }
        }
    }
    eprintln!("{}", failures.join("\n"));
    eprintln!(
        "failed and passed: {:?}; tentative: {:?}",
        counts[0], counts[1]
    );
    assert_eq!(counts[0][0], 0, "cases that are not tentative");
}
