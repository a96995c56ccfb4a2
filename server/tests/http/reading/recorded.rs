//! Whole answers of `POST /observe`, byte for byte: the order of fields included. The files next
//! to this one were recorded before answers had types; they are not recorded again to make a test
//! pass.

use crate::http::browser::{many, page, start};
use crate::http::rig::{Rig, agent};
use axum::body::{Body, to_bytes};
use expect_test::{ExpectFile, expect_file};
use serde_json::{Value, json};

async fn bytes(rig: &Rig, mut parameters: Value) -> String {
    parameters["what"] = json!("a11y_tree");
    let request = agent("POST", "/observe").body(Body::from(parameters.to_string()));
    let response = rig.raw(request.expect("a request")).await;
    let bytes = to_bytes(response.into_body(), usize::MAX).await;
    String::from_utf8(bytes.expect("the body is whole").to_vec()).expect("text")
}

/// The answers to these requests, one after the other, a line each.
async fn check(rig: &Rig, requests: &[Value], expected: ExpectFile) {
    let mut answers = String::new();
    for request in requests {
        answers += &bytes(rig, request.clone()).await;
        answers.push('\n');
    }
    expected.assert_eq(&answers);
}

#[tokio::test(start_paused = true)]
async fn every_format_and_option() {
    let (rig, _browser, _extension) = start(page());
    let formats = ["outline", "lean", "refs", "numbered", "tabs"];
    let mut requests: Vec<Value> = formats.map(|format| json!({"format": format})).into();
    requests.push(json!({"format": "lean", "include": ["selectors"], "session": "another"}));
    requests.push(json!({"scope": "#home", "interactive_only": true}));
    requests.push(json!({"scope": "42"}));
    requests.push(json!({"max_depth": 1}));
    requests.push(json!({"scope": "#nonexistent"}));
    check(&rig, &requests, expect_file!["recorded/formats.jsonl"]).await;
}

#[tokio::test(start_paused = true)]
async fn an_unchanged_page_and_a_blank_one() {
    let (rig, browser, _extension) = start(page());
    let requests = [json!({"format": "lean"}), json!({"format": "lean"})];
    check(&rig, &requests, expect_file!["recorded/unchanged.jsonl"]).await;
    browser.change(|state| state.blank = true);
    check(&rig, &[json!({})], expect_file!["recorded/blank.jsonl"]).await;
}

#[tokio::test(start_paused = true)]
async fn deltas() {
    let (rig, browser, _extension) = start(many());
    let delta = || json!({"format": "lean", "compression": "delta"});
    let before = [delta(), delta()];
    check(&rig, &before, expect_file!["recorded/delta-before.jsonl"]).await;
    browser.change(|state| state.nodes[3]["t"] = json!("Renamed"));
    let refs = json!({"format": "refs", "compression": "delta"});
    let after = [delta(), delta(), refs];
    check(&rig, &after, expect_file!["recorded/delta-after.jsonl"]).await;
}

#[tokio::test(start_paused = true)]
async fn windows() {
    let (rig, browser, _extension) = start(many());
    let requests = [
        json!({"format": "lean", "max_chars": 900}),
        json!({"cursor": "w1.20"}),
        json!({"format": "numbered", "max_tokens": 150}),
        json!({"cursor": "w2.3", "max_tokens": 100}),
        json!({"format": "refs", "max_chars": 300}),
    ];
    check(&rig, &requests, expect_file!["recorded/windows.jsonl"]).await;
    browser.change(|state| state.nodes.truncate(2));
    let changed = [json!({"cursor": "w1.50"}), json!({"cursor": "w9.1"})];
    check(
        &rig,
        &changed,
        expect_file!["recorded/windows-changed.jsonl"],
    )
    .await;
}
