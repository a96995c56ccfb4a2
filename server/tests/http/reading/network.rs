//! `/network`: the requests of a page, filtered and in order.

use crate::http::browser::{page, start};
use axlens_protocol::Code;
use serde_json::{Value, json};

/// The URLs of an answer's requests.
fn urls(answer: &Value) -> Vec<&str> {
    let requests = answer["requests"].as_array().into_iter().flatten();
    requests
        .filter_map(|request| request["url"].as_str())
        .collect()
}

#[tokio::test]
async fn requests_of_all_frames_are_in_the_order_of_their_starts() {
    let (rig, _browser, _extension) = start(page());
    let answer = rig.post("/network", &json!({})).await.ok();
    let expected = json!({
        "at": 1000.0, "count": 3, "since": 1000.0, "tab": 1,
        "notes": ["The requests of 1 frame are not known: The frame did not answer in time."],
        "requests": [
            {"kind": "navigation", "status": 200, "bytes": 900, "start": 1000.0, "duration": 50.0,
                "url": "https://example.com/"},
            {"kind": "img", "start": 1100.0, "duration": 10.0, "cached": true,
                "frame": "https://b.example/", "url": "https://b.example/Image"},
            {"kind": "fetch", "status": 422, "bytes": 40, "start": 1200.0, "duration": 300.0,
                "url": "https://example.com/api"},
        ],
    });
    assert_eq!(answer, expected);
    let body = json!({"what": "network"});
    assert_eq!(rig.post("/observe", &body).await.ok(), expected);
}

#[tokio::test]
async fn each_filter_applies() {
    let (rig, _browser, _extension) = start(page());
    let api = ["https://example.com/api"];
    for (body, expected) in [
        (json!({"failed": true}), api.to_vec()),
        (json!({"kinds": ["fetch"]}), api.to_vec()),
        (json!({"url": "image"}), vec!["https://b.example/Image"]),
        (json!({"after": 1110}), api.to_vec()),
        (json!({"after": 1500}), vec![]),
        (json!({"after": 1499.999}), vec![]),
        (json!({"limit": 1}), api.to_vec()),
    ] {
        let answer = rig.post("/network", &body).await.ok();
        assert_eq!(urls(&answer), expected, "{body}");
    }
}

#[tokio::test]
async fn failed_requests_come_with_the_number_of_those_without_a_status() {
    let (rig, _browser, _extension) = start(page());
    let answer = rig.post("/network", &json!({"failed": true})).await.ok();
    let expected = "Left out: 1 request without a status (blocked, aborted, or to another site).";
    assert_eq!(answer["notes"][1], expected, "{answer}");
    assert_eq!(answer["count"], 1);
}

#[tokio::test]
async fn invalid_requests_are_faults() {
    let (rig, _browser, _extension) = start(page());
    for body in [
        json!({"limit": 0}),
        json!({"limit": 1001}),
        json!({"what": "a11y_tree"}),
        json!({"scope": "main"}),
    ] {
        rig.post("/network", &body).await.fault(Code::BadRequest);
    }
    let body = json!({"what": "network", "scope": "main"});
    rig.post("/observe", &body).await.fault(Code::BadRequest);
}
