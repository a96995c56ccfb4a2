//! The lists of the tool `observe`: requests, errors and downloads.

use super::mcp::{call, text};
use crate::http::browser::{page, start};
use serde_json::{Value, json};

#[tokio::test]
async fn the_errors_of_a_page_are_marked_as_its_text() {
    let (rig, _, _extension) = start(page());
    let observed = call(&rig, "observe", json!({"what": "errors"})).await;
    let lines: Vec<&str> = text(&observed).lines().collect();
    assert!(lines[0].starts_with("<page-"), "{observed}");
    assert!(
        lines[1].starts_with("...(4 errors of tab 1; up to "),
        "{observed}"
    );
    let expected = "csp \"blocked by img-src\" (hidden) in https://b.example/";
    assert!(lines.contains(&expected), "{observed}");
    let later = json!({"what": "errors", "cursor": "1200"});
    let observed = call(&rig, "observe", later).await;
    assert!(
        text(&observed).contains("...(1 error of tab 1"),
        "{observed}"
    );
    let of_kinds = json!({"what": "errors", "kinds": ["csp", "resource"], "limit": 1});
    let observed = call(&rig, "observe", of_kinds).await;
    let listed = text(&observed);
    assert!(
        listed.contains("...(2 errors of tab 1, the last 1; "),
        "{observed}"
    );
    assert!(!listed.contains("csp"), "the last one: {observed}");
    for invalid in [
        json!({"what": "errors", "find": "x"}),
        json!({"what": "errors", "kinds": ["strange"]}),
        json!({"what": "errors", "failed": true}),
    ] {
        let invalid = call(&rig, "observe", invalid).await;
        assert!(text(&invalid).starts_with("bad_request: "), "{invalid}");
    }
}

#[tokio::test]
async fn the_requests_of_a_page_are_filtered() {
    let (rig, _, _extension) = start(page());
    let all = call(&rig, "observe", json!({"what": "network"})).await;
    let failed = json!({"what": "network", "failed": true});
    let failed = call(&rig, "observe", failed).await;
    let of_kind = json!({"what": "network", "kinds": ["script"], "limit": 5});
    let of_kind = call(&rig, "observe", of_kind).await;
    let count = |reply: &Value| text(reply).lines().count();
    assert!(count(&failed) < count(&all), "{failed}");
    assert!(count(&of_kind) < count(&all), "{of_kind}");
    let invalid = call(&rig, "observe", json!({"what": "network", "scope": 5})).await;
    assert!(
        text(&invalid).contains("`scope` does not apply"),
        "{invalid}"
    );
    // The tree has no such filters.
    for invalid in [
        json!({"failed": true}),
        json!({"kinds": ["csp"]}),
        json!({"limit": 3}),
    ] {
        let invalid = call(&rig, "observe", invalid).await;
        assert!(text(&invalid).contains("need `what`"), "{invalid}");
    }
}

#[tokio::test]
async fn the_downloads_of_a_tab_are_marked_as_its_text() {
    let (rig, _, _extension) = start(page());
    let observed = call(&rig, "observe", json!({"what": "downloads"})).await;
    let lines: Vec<&str> = text(&observed).lines().collect();
    assert!(lines[0].starts_with("<page-"), "{observed}");
    assert!(
        lines[1].starts_with("...(3 downloads of tab 1; up to "),
        "{observed}"
    );
    let expected = "complete report.csv 5 bytes at \"/home/ada/report.csv\" from \
        https://example.com/report";
    assert!(lines.contains(&expected), "{observed}");
    let later = json!({"what": "downloads", "cursor": "1200"});
    let observed = call(&rig, "observe", later).await;
    assert!(
        text(&observed).contains("...(1 download of tab 1"),
        "{observed}"
    );
    let waited = call(&rig, "wait", json!({"for": "download"})).await;
    assert!(
        text(&waited).contains("download: complete report.csv"),
        "{waited}"
    );
    let invalid = call(&rig, "observe", json!({"what": "downloads", "find": "x"})).await;
    assert!(text(&invalid).starts_with("bad_request: "), "{invalid}");
}
