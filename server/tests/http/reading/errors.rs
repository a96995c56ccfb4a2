//! `/errors`: the errors of a page, filtered and in order.

use crate::http::browser::{page, start};
use axlens_protocol::Code;
use serde_json::{Value, json};

/// The kinds of an answer's errors.
fn kinds(answer: &Value) -> Vec<&str> {
    let errors = answer["errors"].as_array().into_iter().flatten();
    errors.filter_map(|error| error["kind"].as_str()).collect()
}

#[tokio::test]
async fn errors_of_all_frames_are_in_the_order_of_their_last_occurrences() {
    let (rig, _browser, _extension) = start(page());
    let mut answer = rig.post("/errors", &json!({})).await.ok();
    let body = json!({"what": "errors"});
    assert_eq!(rig.post("/observe", &body).await.ok(), answer);
    let notes = answer["notes"].take();
    let expected = json!({
        "at": 1000.0, "count": 4, "isPartial": true, "since": 1000.0, "tab": 1, "notes": null,
        "errors": [
            {"kind": "deprecation", "message": "Old.", "source": "https://example.com/app.js",
                "line": 3},
            {"kind": "console", "method": "warn", "message": "two", "time": 1160.0,
                "frame": "https://b.example/"},
            {"kind": "csp", "message": "blocked by img-src", "url": "", "time": 1200.0,
                "frame": "https://b.example/"},
            {"kind": "resource", "message": "img failed to load",
                "url": "https://example.com/a.png", "time": 1100.0, "last": 1300.0, "times": 2},
        ],
    });
    assert_eq!(answer, expected);
    let notes: Vec<&str> = notes
        .as_array()
        .expect("notes")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let [known, logs, partial, unread] = notes[..] else {
        panic!("{notes:?}");
    };
    let expected = "since 1050, earlier ones in the list of requests; exceptions, failed responses \
        and console calls are not";
    assert!(known.contains(expected), "{known}");
    let expected = "1 console call without a problem left out: ask for the kind `console`.";
    assert_eq!(logs, expected);
    assert!(partial.contains("more than are kept"), "{partial}");
    let expected = "The errors of 1 frame are not known: The frame did not answer in time.";
    assert_eq!(unread, expected);
}

#[tokio::test]
async fn each_filter_of_errors_applies() {
    let (rig, _browser, _extension) = start(page());
    for (body, expected) in [
        (
            json!({"kinds": ["csp", "deprecation"]}),
            vec!["deprecation", "csp"],
        ),
        (json!({"kinds": ["intervention"]}), vec![]),
        (json!({"kinds": ["console"]}), vec!["console", "console"]),
        (json!({"after": 1000}), vec!["console", "csp", "resource"]),
        (json!({"after": 1200}), vec!["resource"]),
        (json!({"after": 1300.399}), vec![]),
        (json!({"limit": 1}), vec!["resource"]),
    ] {
        let answer = rig.post("/errors", &body).await.ok();
        assert_eq!(kinds(&answer), expected, "{body}");
    }
}

#[tokio::test]
async fn invalid_requests_for_errors_are_faults() {
    let (rig, _browser, _extension) = start(page());
    for body in [
        json!({"limit": 0}),
        json!({"limit": 301}),
        json!({"kinds": ["warning"]}),
        json!({"what": "network"}),
        json!({"failed": true}),
    ] {
        rig.post("/errors", &body).await.fault(Code::BadRequest);
    }
    let body = json!({"what": "errors", "scope": "main"});
    rig.post("/observe", &body).await.fault(Code::BadRequest);
}
