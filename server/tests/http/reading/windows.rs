//! Snapshots that are read window by window.

use crate::http::browser::{many, start, start_on};
use crate::http::rig::Rig;
use axlens_protocol::Code;
use axlens_server::sessions::key::SessionKey;
use serde_json::{Value, json};

async fn windows(rig: &Rig, first: Value, bounds: &Value) -> Vec<Value> {
    let mut windows = vec![first];
    while let Some(cursor) = windows.last().and_then(|window| window["cursor"].as_str()) {
        let mut ask = bounds.clone();
        ask["cursor"] = json!(cursor);
        windows.push(rig.observe(ask).await.ok());
    }
    windows
}

fn text(answer: &Value) -> &str {
    answer["tree"].as_str().expect("text")
}

#[tokio::test(start_paused = true)]
async fn windows_joined_are_the_whole_and_each_has_its_own_uids() {
    let (rig, _browser, _extension) = start(many());
    let whole = rig.observe(json!({"format": "lean"})).await.ok();
    for bounds in [
        json!({"format": "lean", "max_chars": 400}),
        json!({"format": "lean", "max_tokens": 120}),
    ] {
        let first = rig.observe(bounds.clone()).await.ok();
        let windows = windows(&rig, first, &bounds).await;
        assert!(windows.len() > 2);
        let lines = windows
            .iter()
            .flat_map(|window| text(window).split_inclusive('\n'));
        let joined: String = lines.filter(|line| !line.starts_with("...(")).collect();
        assert_eq!(joined, text(&whole));
        let mut uids = 0;
        for window in &windows {
            assert!(text(window).chars().count() <= 400 || bounds["max_chars"].is_null());
            assert_eq!(window["snapshot"], windows[0]["snapshot"]);
            for uid in window["uidMap"].as_object().expect("a map").keys() {
                assert!(
                    text(window).contains(&format!("number {uid}\"")),
                    "{uid}: {window}"
                );
                uids += 1;
            }
        }
        assert_eq!(uids, 60);
        assert_eq!(windows.last().expect("there is one")["changed"], false);
    }
}

#[tokio::test(start_paused = true)]
async fn a_window_goes_on_in_the_snapshot_as_it_was_and_says_when_the_page_has_changed() {
    let (rig, browser, _extension) = start(many());
    let first = rig
        .observe(json!({"max_chars": 400, "max_depth": 15}))
        .await
        .ok();
    browser.change(|state| state.nodes.truncate(2));
    let second = rig.observe(json!({"cursor": first["cursor"]})).await.ok();
    assert_eq!(second["changed"], true);
    assert!(
        text(&second).starts_with("...(the page has changed; "),
        "{}",
        text(&second)
    );
    assert!(
        text(&second).contains("Button number 11"),
        "{}",
        text(&second)
    );
    assert!(text(&second).chars().count() <= 400);
}

#[tokio::test(start_paused = true)]
async fn what_no_window_has_shown_yet_was_not_shown() {
    let (rig, _browser, _extension) = start(many());
    let first = rig
        .observe(json!({"format": "numbered", "max_chars": 400}))
        .await
        .ok();
    let last = json!({"id": 60, "snapshot": first["snapshot"]});
    rig.post("/locate", &last).await.fault(Code::UnknownUid);
    rig.post("/locate", &json!({"id": 1})).await.ok();
    windows(&rig, first, &json!({"max_chars": 400})).await;
    assert_eq!(rig.post("/locate", &last).await.ok()["selector"], "#b60");
}

#[tokio::test(start_paused = true)]
async fn a_cursor_is_good_in_its_own_session_alone() {
    let (rig, _browser, _extension) = start(many());
    let first = rig.observe(json!({"max_chars": 400})).await.ok();
    rig.observe(json!({"cursor": first["cursor"], "session": "another"}))
        .await
        .fault(Code::BadRequest);
    for cursor in ["", "w", "w1", "w1.", "x1.2", "w99.1", "w1.-1"] {
        rig.observe(json!({"cursor": cursor}))
            .await
            .fault(Code::BadRequest);
    }
    assert_eq!(
        text(&rig.observe(json!({"cursor": "w1.999"})).await.ok()),
        ""
    );
}

#[tokio::test(start_paused = true)]
async fn a_cursor_of_what_is_not_in_the_cache_is_a_fault_that_says_what_to_do() {
    let (rig, _browser, _extension) = start(many());
    let ask = json!({"format": "lean", "max_chars": 400});
    let first = rig.observe(ask).await.ok();
    let again = json!({"cursor": first["cursor"]});
    rig.observe(again.clone()).await.ok();
    rig.state
        .sessions()
        .cache
        .remove_session(&SessionKey::new("user", "default"));
    let fault = rig.observe(again).await.fault(Code::BadRequest);
    assert!(fault.message.contains("cursor"), "{fault:?}");
    assert!(fault.hint.contains("new snapshot"), "{fault:?}");
}

#[tokio::test(start_paused = true)]
async fn no_cursor_is_promised_of_what_is_too_large_to_be_kept() {
    let (rig, _browser, _extension) = start_on(Rig::with_cache(16 * 1024), many());
    let ask = json!({"format": "lean", "max_chars": 400});
    let only = rig.observe(ask).await.ok();
    assert!(only["cursor"].is_null() && !text(&only).contains("cursor"));
    let last = text(&only).lines().last().expect("a line");
    assert!(last.contains("more lines: too large to be kept"), "{last}");
    assert!(text(&only).chars().count() <= 400);
    for uid in only["uidMap"].as_object().expect("a map").keys() {
        assert!(text(&only).contains(&format!("number {uid}\"")), "{uid}");
    }
}
