//! After a pause or reduced access, cached data is not served either.

use crate::http::browser::{SimulatedBrowser, many, start};
use crate::http::rig::{Rig, SimulatedExtension, WIRE, chrome_tab};
use axlens_protocol::Code;
use axum::body::Body;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A worker has two connections: one for queries, one for what its own pages ask.
#[tokio::test(start_paused = true)]
async fn a_delayed_greeting_does_not_end_a_pause() {
    let (rig, _browser, _extension) = start(many());
    let greet = async |instance: &str, count: u64, paused: bool| {
        let hello = json!({"version": "0.1.0", "wire": WIRE, "count": count, "paused": paused});
        let request = rig.extension("POST", "/hello", instance);
        let request = request.body(Body::from(hello.to_string()));
        rig.call(request.expect("a request")).await.ok();
        let browsers = rig.get("/status").await.ok()["browsers"].take();
        browsers[0]["paused"].as_bool().expect("it says so")
    };
    assert!(!greet("pretended", 2, false).await);
    assert!(greet("pretended", 4, true).await);
    assert!(greet("pretended", 3, false).await);
    assert!(!greet("pretended", 5, false).await);
    // The count of a worker that starts later begins again.
    assert!(greet("another", 1, true).await);
}

#[tokio::test(start_paused = true)]
async fn a_pause_and_narrowed_access_end_windows_deltas_and_all_that_is_cached() {
    for (paused, access) in [(true, "first"), (false, "second")] {
        let (rig, _browser, _extension) = start(many());
        rig.greet(false, "first").await;
        let window = json!({"format": "lean", "max_chars": 400});
        let first = rig.observe(window).await.ok();
        let delta = json!({"format": "lean", "compression": "delta"});
        rig.observe(delta.clone()).await.ok();
        assert_eq!(rig.observe(delta.clone()).await.ok()["delta"], "unchanged");
        let pieces = rig.get("/tabs/1/snapshot?userId=a").await.ok();
        assert!(pieces["totalChars"].as_u64() > Some(100));
        // A restarted worker sends the same value: nothing is deleted.
        rig.greet(false, "first").await;
        let cached = rig.get("/status").await.ok()["cache"]["bytes"].as_u64();
        assert!(cached > Some(0));
        rig.greet(paused, access).await;
        assert_eq!(rig.get("/status").await.ok()["cache"]["bytes"], 0);
        let next = rig.observe(json!({"cursor": first["cursor"]})).await;
        next.fault(match paused {
            true => Code::ReadingPaused,
            false => Code::BadRequest,
        });
        // Uids stay valid when the page may be read again.
        assert_eq!(rig.observe(delta).await.ok()["delta"], "full");
    }
}

/// A browser with a page, which the user may stop from being read; the server has not been notified
/// yet.
fn stoppable(rig: &Rig, code: &'static str) -> (Arc<AtomicBool>, SimulatedExtension) {
    let stopped = Arc::new(AtomicBool::new(false));
    let params = Arc::clone(&stopped);
    let browser = SimulatedBrowser::new(many());
    let extension = rig.simulate(move |query| match params.load(Ordering::Relaxed) {
        true => json!({"fault": {"error": code, "message": "The user does not want it."}}),
        false => browser.answer(query),
    });
    (stopped, extension)
}

#[tokio::test(start_paused = true)]
async fn a_window_is_not_served_where_the_extension_forbids_it_or_is_gone() {
    for code in [
        Code::ReadingPaused,
        Code::SiteAccessWithheld,
        Code::RestrictedPage,
    ] {
        let rig = Rig::new();
        let (stopped, _extension) = stoppable(&rig, code.as_str());
        let first = rig.observe(json!({"max_chars": 400})).await.ok();
        stopped.store(true, Ordering::Relaxed);
        let next = json!({"cursor": first["cursor"]});
        rig.observe(next.clone()).await.fault(code);
        rig.get("/tabs/1/snapshot?userId=a&offset=5")
            .await
            .fault(code);
        stopped.store(false, Ordering::Relaxed);
        rig.observe(next).await.ok();
    }
    let (rig, _browser, extension) = start(many());
    let first = rig.observe(json!({"max_chars": 400})).await.ok();
    drop(extension);
    let next = rig.observe(json!({"cursor": first["cursor"]})).await;
    next.fault(Code::ExtensionDisconnected);
}

#[tokio::test(start_paused = true)]
async fn a_window_of_a_tab_that_is_closed_can_be_read_to_its_end() {
    let rig = Rig::new();
    let (closed, _extension) = stoppable(&rig, "tab_not_found");
    let first = rig.observe(json!({"max_chars": 400})).await.ok();
    closed.store(true, Ordering::Relaxed);
    let next = rig.observe(json!({"cursor": first["cursor"]})).await.ok();
    assert_eq!(next["changed"], true);
}

#[tokio::test(start_paused = true)]
async fn a_tab_that_is_withheld_lists_without_title_and_address_and_incognito_is_marked() {
    let rig = Rig::new();
    let _extension = rig.simulate(|_| {
        let mut withheld = chrome_tab(1, "");
        withheld["title"] = json!("");
        let mut incognito = chrome_tab(2, "https://example.com/");
        incognito["incognito"] = json!(true);
        json!({"ok": {"tabs": [withheld, incognito]}})
    });
    let listed = rig.get("/tabs").await.ok();
    let fields = |tab: &Value| json!([tab["url"], tab["title"], tab["readable"], tab["incognito"]]);
    assert_eq!(fields(&listed["tabs"][0]), json!(["", "", false, false]));
    assert_eq!(
        fields(&listed["tabs"][1]),
        json!(["https://example.com/", "A page", true, true])
    );
}
