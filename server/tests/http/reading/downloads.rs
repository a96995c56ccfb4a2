//! `/downloads`: the downloads of a tab, filtered and in order; and `/wait` for one.

use crate::http::browser::{page, start};
use axlens_protocol::Code;
use serde_json::{Value, json};

/// The starts of an answer's downloads.
fn starts(answer: &Value) -> Vec<u64> {
    let downloads = answer["downloads"].as_array().into_iter().flatten();
    downloads
        .filter_map(|download| download["start"].as_f64())
        .map(|start| start as u64)
        .collect()
}

#[tokio::test]
async fn downloads_are_in_the_order_of_their_starts() {
    let (rig, _browser, _extension) = start(page());
    let mut answer = rig.post("/downloads", &json!({})).await.ok();
    let body = json!({"what": "downloads"});
    assert_eq!(rig.post("/observe", &body).await.ok(), answer);
    let notes = answer["notes"].take();
    let expected = json!({
        "at": 1400.0, "count": 3, "since": 1000.0, "tab": 1, "notes": null,
        "downloads": [
            {"name": "", "url": "", "state": "interrupted", "error": "NETWORK_FAILED", "bytes": 2,
                "boundBy": "shared_page", "start": 1100.0},
            {"name": "report.csv", "path": "/home/ada/report.csv", "bytes": 5, "total": 5,
                "url": "https://example.com/report", "state": "complete", "boundBy": "navigation",
                "start": 1200.0, "end": 1300.0},
            {"name": "b.zip", "url": "blob:https://example.com/1", "state": "in_progress",
                "danger": "file", "bytes": 7, "boundBy": "page", "start": 1400.0},
        ],
    });
    assert_eq!(answer, expected);
    let notes = notes.to_string();
    assert!(notes.contains("known since 1000"), "{notes}");
    assert!(notes.contains("shared_page"), "{notes}");
}

#[tokio::test]
async fn each_filter_of_downloads_applies() {
    let (rig, _browser, _extension) = start(page());
    for (body, expected) in [
        (
            json!({"states": ["complete", "in_progress"]}),
            vec![1200, 1400],
        ),
        (json!({"states": ["interrupted"]}), vec![1100]),
        (json!({"after": 1100}), vec![1200, 1400]),
        (json!({"after": 1400}), vec![]),
        (json!({"limit": 1}), vec![1400]),
    ] {
        let answer = rig.post("/downloads", &body).await.ok();
        assert_eq!(starts(&answer), expected, "{body}");
    }
    for body in [
        json!({"limit": 0}),
        json!({"limit": 101}),
        json!({"states": ["done"]}),
        json!({"what": "network"}),
    ] {
        rig.post("/downloads", &body).await.fault(Code::BadRequest);
    }
}

#[tokio::test]
async fn a_wait_for_a_download_answers_with_its_path() {
    let (rig, _browser, _extension) = start(page());
    let answer = rig.post("/wait", &json!({"for": "download"})).await.ok();
    assert_eq!(answer["download"]["path"], "/home/ada/report.csv");
    assert_eq!(answer["for"], "download");
    assert_eq!(answer["tab"], 1);
    for body in [
        json!({"for": "download", "value": "report.csv"}),
        json!({"for": "download", "role": "link"}),
        json!({"for": "download", "new": true}),
    ] {
        rig.post("/wait", &body).await.fault(Code::BadRequest);
    }
}
