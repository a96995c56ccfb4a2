//! The texts of answers, which all libraries print in the same way: `clients/changes.json` has
//! answers and, written by this test, their texts.

use axlens_client::changes;
use serde_json::{Value, json};
use std::path::Path;

#[test]
fn the_texts_are_those_that_all_libraries_print() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../clients/changes.json");
    let current = std::fs::read_to_string(&path).expect("a file");
    let cases: Vec<Value> = serde_json::from_str(&current).expect("JSON");
    assert!(cases.len() > 10);
    let cases: Vec<Value> = cases
        .into_iter()
        .map(|case| {
            let answer = serde_json::from_value(case["answer"].clone()).expect("an answer");
            let text = changes::text(&answer).expect("a text");
            json!({"answer": case["answer"], "text": text})
        })
        .collect();
    let written = serde_json::to_string_pretty(&cases).expect("JSON") + "\n";
    if std::env::var_os("AXLENS_UPDATE").is_some() {
        std::fs::write(&path, &written).expect("written");
    }
    assert!(
        current == written,
        "clients/changes.json is out of date: AXLENS_UPDATE=1 cargo test -p axlens-client"
    );
}
