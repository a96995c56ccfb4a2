//! An unchanged page is answered without being sent again, where the session knows its uids.

use crate::http::browser::{SimulatedBrowser, page, start, start_on};
use crate::http::rig::Rig;
use axlens_protocol::Code;
use axlens_server::sessions::MAX_SESSIONS;
use axlens_server::sessions::key::SessionKey;
use serde_json::json;

#[tokio::test(start_paused = true)]
async fn an_unchanged_page_is_answered_without_being_sent_again() {
    let (rig, browser, _extension) = start(page());
    let lean = || json!({"format": "lean", "timings": true});
    let first = rig.observe(lean()).await.ok();
    let again = rig.observe(lean()).await.ok();
    assert_eq!(browser.sent_again(), 1);
    for same in [
        "tree",
        "uidMap",
        "header",
        "tokenEstimate",
        "document",
        "nodeCount",
    ] {
        assert_eq!(first[same], again[same], "{same}");
    }
    assert_eq!(
        (&first["snapshot"], &again["snapshot"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(again["timings"]["record"], 2.0);
    assert!(again["timings"].get("stitch").is_none() && first["timings"].get("stitch").is_some());
    let mut delta = lean();
    delta["compression"] = json!("delta");
    assert_eq!(rig.observe(delta).await.ok()["delta"], "unchanged");
    assert_eq!(browser.sent_again(), 2);
    // With other options it is sent, once; and the first ones are not forgotten.
    let interactive = json!({"format": "lean", "interactive_only": true});
    for again in [2, 3] {
        rig.observe(interactive.clone()).await.ok();
        assert_eq!(browser.sent_again(), again);
    }
    assert_eq!(rig.observe(lean()).await.ok()["tree"], first["tree"]);
    assert_eq!(browser.sent_again(), 4);
    // To another session it is sent: its uids have to mean something there too.
    let theirs = || json!({"format": "lean", "session": "other"});
    let other = rig.observe(theirs()).await.ok();
    assert_eq!((browser.sent_again(), &other["tree"]), (4, &first["tree"]));
    assert_eq!(rig.observe(theirs()).await.ok()["uidMap"], first["uidMap"]);
    assert_eq!(browser.sent_again(), 5);
    let found = rig
        .post("/locate", &json!({"uid": "42", "session": "other"}))
        .await;
    assert_ne!(found.body["error"], "unknown_uid");
    browser.change(|state| state.nodes.truncate(1));
    let less = rig.observe(lean()).await.ok();
    assert_eq!(browser.sent_again(), 5);
    assert_ne!(less["tree"], first["tree"]);
}

#[tokio::test(start_paused = true)]
async fn what_was_first_a_delta_is_answered_again_with_all_its_ids() {
    let (rig, browser, _extension) = start(page());
    let delta = || json!({"format": "lean", "compression": "delta"});
    let first = rig.observe(delta()).await.ok();
    assert_eq!(first["delta"], "full");
    let whole = rig.observe(json!({"format": "lean"})).await.ok();
    assert_eq!(
        (browser.sent_again(), &whole["uidMap"]),
        (1, &first["uidMap"])
    );
    assert!(whole["uidMap"].get("42").is_some(), "{whole}");
    let again = rig.observe(delta()).await.ok();
    assert_eq!(
        (&again["delta"], &again["uidMap"]),
        (&json!("unchanged"), &json!({}))
    );
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_was_never_sent_is_a_fault() {
    let (rig, browser, _extension) = start(page());
    browser.change(|state| state.lies = true);
    rig.observe(json!({})).await.fault(Code::Internal);
}

#[tokio::test(start_paused = true)]
async fn a_scope_by_uid_is_always_read_again() {
    let (rig, browser, _extension) = start(page());
    rig.observe(json!({})).await.ok();
    for _ in 0..2 {
        let _ = rig.observe(json!({"scope": "42"})).await;
    }
    assert_eq!(browser.sent_again(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_delta_without_a_base_is_a_full_read() {
    // More than fits in the cache.
    let many = (100..2_100).map(
        |node| json!({"d": 1, "n": node, "r": "heading", "t": format!("h{node}"), "s": {"level": 1}}),
    );
    let many = page().into_iter().chain(many).collect();
    let (rig, browser, _extension) = start_on(Rig::with_cache(64 * 1024), many);
    let delta = || json!({"format": "lean", "compression": "delta"});
    let first = rig.observe(delta()).await.ok();
    let again = rig.observe(delta()).await.ok();
    assert_eq!(browser.sent_again(), 0);
    assert_eq!(
        (&first["delta"], &again["delta"]),
        (&json!("full"), &json!("full"))
    );
    assert_eq!(
        (&first["tree"], &first["uidMap"]),
        (&again["tree"], &again["uidMap"])
    );
    assert!(again["uidMap"].get("42").is_some());
}

#[tokio::test(start_paused = true)]
async fn a_session_that_is_forgotten_while_its_page_is_read_is_sent_the_page() {
    let rig = Rig::new();
    let browser = SimulatedBrowser::new(page());
    let (answering, theirs) = (browser.clone(), rig.clone());
    let _extension = rig.simulate(move |query| {
        let answer = answering.answer(query);
        if answering.sent_again() == 1 && answering.observed() == 2 {
            for number in 0..MAX_SESSIONS {
                theirs
                    .state
                    .sessions()
                    .get_or_create(&SessionKey::new("user", &number.to_string()));
            }
        }
        answer
    });
    let first = rig.observe(json!({"format": "lean"})).await.ok();
    let again = rig.observe(json!({"format": "lean"})).await.ok();
    assert_eq!((browser.sent_again(), browser.observed()), (1, 3));
    assert_eq!(
        (&first["snapshot"], &first["uidMap"]),
        (&again["snapshot"], &again["uidMap"])
    );
    let found = rig.post("/locate", &json!({"uid": "42"})).await;
    assert_ne!(found.body["error"], "unknown_uid");
}
