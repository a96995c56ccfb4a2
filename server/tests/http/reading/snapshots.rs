//! Snapshots through the endpoint: fields, scopes, formats and tabs.

use crate::http::browser::{page, start};
use axlens_protocol::Code;
use serde_json::{Value, json};

#[tokio::test(start_paused = true)]
async fn an_answer_has_its_documented_fields() {
    let (rig, _browser, _extension) = start(page());
    let reply = rig.observe(json!({})).await.ok();
    assert_eq!(
        (&reply["url"], &reply["pageTitle"], &reply["rootSelector"]),
        (
            &json!("https://example.com/"),
            &json!("A page"),
            &json!("body")
        )
    );
    assert_eq!(reply["maxDepthReached"], false);
    assert_eq!(reply["interactiveCount"], 2);
    assert_eq!(
        reply["uidMap"]["42"],
        json!({"selector": "#home", "tag": "a", "role": "link"})
    );
    let uids: Vec<&String> = reply["uidMap"].as_object().expect("a map").keys().collect();
    assert_eq!(uids, ["37", "42"]);
    let text = reply["tree"].as_str().expect("text");
    assert!(
        text.starts_with(
            "document \"A page\"\n  heading[1] \"Welcome\"\n  link \"Home\" [uid=42] url=/\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("frame not read: The frame did not answer in time."),
        "{text}"
    );
    let estimate = &reply["tokenEstimate"];
    let (this, that) = (
        estimate["thisResponse"].as_u64().expect("a count"),
        estimate["equivalentQueryDom"].as_u64().expect("a count"),
    );
    assert!(0 < this && this < that, "{estimate}");
    assert!(estimate["savings"].as_str().expect("text").ends_with('%'));
}

#[tokio::test(start_paused = true)]
async fn further_fields_come_with_them() {
    let (rig, _browser, _extension) = start(page());
    let reply = rig
        .observe(json!({"timings": true, "session": "mine"}))
        .await
        .ok();
    assert_eq!(
        (&reply["snapshot"], &reply["session"], &reply["tab"]),
        (&json!(1), &json!("mine"), &json!(1))
    );
    assert_eq!(
        (&reply["document"], &reply["world"], &reply["engine"]),
        (&json!("D1"), &json!(11), &json!("worker"))
    );
    assert_eq!(reply["header"]["scroll"], json!([0, 100, 1280, 4000]));
    for stage in ["record", "extension", "answer", "stitch", "shape", "total"] {
        assert!(
            reply["timings"][stage].is_number(),
            "{stage}: {}",
            reply["timings"]
        );
    }
    assert_eq!(
        rig.observe(json!({"session": "mine"})).await.ok()["snapshot"],
        2
    );
    assert_eq!(rig.observe(json!({})).await.ok()["timings"], Value::Null);
}

#[tokio::test(start_paused = true)]
async fn a_scope_that_matches_nothing_is_a_fault() {
    let (rig, _browser, _extension) = start(page());
    let fault = rig
        .observe(json!({"scope": "#nonexistent"}))
        .await
        .fault(Code::ScopeNotFound);
    assert_eq!(fault.message, "No element matches selector '#nonexistent'");
    let reply = rig.observe(json!({"scope": "#home"})).await.ok();
    assert_eq!(reply["rootSelector"], "#home");
}

#[tokio::test(start_paused = true)]
async fn a_blank_page_is_answered_by_the_server() {
    let (rig, browser, _extension) = start(page());
    browser.change(|state| (state.blank, state.url) = (true, "about:blank".to_owned()));
    let reply = rig.observe(json!({})).await.ok();
    assert_eq!(reply["tree"], "document \"(empty)\"\n");
    assert_eq!(
        (&reply["url"], &reply["interactiveCount"], &reply["uidMap"]),
        (&json!("about:blank"), &json!(0), &json!({}))
    );
    assert_eq!(reply["tokenEstimate"]["equivalentQueryDom"], 0);
    rig.observe(json!({"scope": "#nonexistent"}))
        .await
        .fault(Code::ScopeNotFound);
}

#[tokio::test(start_paused = true)]
async fn each_format_has_ids_that_mean_what_it_showed() {
    let (rig, _browser, _extension) = start(page());
    for (format, id, selector) in [
        ("outline", "42", "#home"),
        ("lean", "42", "#home"),
        ("refs", "@e1", ""),
        ("tabs", "e1", "#home"),
        ("numbered", "2", "#home"),
    ] {
        let reply = rig
            .observe(json!({"format": format, "session": format}))
            .await
            .ok();
        let found = rig
            .post("/locate", &json!({"id": id, "session": format}))
            .await
            .ok();
        if !selector.is_empty() {
            assert_eq!(found["selector"], selector, "{format}: {}", reply["tree"]);
        }
        let own = ["refs", "tabs", "numbered"].contains(&format);
        assert_eq!(
            reply["uidMap"].as_object().expect("a map").is_empty(),
            own,
            "{format}"
        );
        assert_eq!(reply["idMap"].is_object(), own, "{format}");
        assert_eq!(reply["refs"].is_object(), format == "refs", "{format}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_tab_is_named_by_its_handle_and_no_other_is_taken_for_it() {
    let (rig, _browser, _extension) = start(page());
    rig.observe(json!({"tab": 1})).await.ok();
    rig.observe(json!({"tab": 2}))
        .await
        .fault(Code::TabNotFound);
    assert_eq!(rig.get("/tabs").await.ok()["tabs"][0]["readable"], true);
}
