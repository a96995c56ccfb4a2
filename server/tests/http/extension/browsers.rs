//! Several browsers on one server: each request selects one, and their data stay separate.

use crate::http::browser::{SimulatedBrowser, page};
use crate::http::rig::{Reply, Rig, chrome_tab, queries};
use axlens_protocol::Code;
use axlens_server::queue::dispatch::CONNECT_WAIT;
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// The same in every browser: Chrome's ids of tabs are unique only within one browser.
const CHROME: i64 = 1_000_000_001;

fn get(rig: &Rig, path: &str) -> JoinHandle<Reply> {
    let (rig, path) = (rig.clone(), path.to_owned());
    tokio::spawn(async move { rig.get(&path).await })
}

fn tabs(title: &str) -> Value {
    let mut tab = chrome_tab(CHROME, "https://example.com/");
    tab["title"] = json!(title);
    json!({"ok": {"tabs": [tab]}})
}

/// Three browsers, each with a tab of the same id that shows another page.
async fn three() -> (Rig, Vec<crate::http::rig::SimulatedExtension>) {
    let rig = Rig::new();
    let mut extensions = Vec::new();
    for browser in ["id-a", "id-b", "id-c"] {
        rig.hello_in((browser, "pretended"), "Chrome").await.ok();
        let snapshot = SimulatedBrowser::new(page());
        snapshot.change(|state| state.url = format!("https://{browser}.example/"));
        extensions.push(rig.simulate_in(browser, move |query| snapshot.answer(query)));
    }
    tokio::task::yield_now().await;
    (rig, extensions)
}

#[tokio::test(start_paused = true)]
async fn browsers_are_listed_with_unique_names() {
    let (rig, _extensions) = three().await;
    let listed = rig.get("/browsers").await.ok();
    let expected = json!({"browsers": [
        {"id": "id-a", "name": "Chrome", "connected": true, "paused": false, "instance": "pretended", "lastSeenMs": 0, "refusedWire": null, "unattended": false, "version": "0.1.0"},
        {"id": "id-b", "name": "Chrome 2", "connected": true, "paused": false, "instance": "pretended", "lastSeenMs": 0, "refusedWire": null, "unattended": false, "version": "0.1.0"},
        {"id": "id-c", "name": "Chrome 3", "connected": true, "paused": false, "instance": "pretended", "lastSeenMs": 0, "refusedWire": null, "unattended": false, "version": "0.1.0"}]});
    assert_eq!(listed, expected);
    let status = rig.get("/status").await.ok();
    assert_eq!(status["browsers"], expected["browsers"]);
    assert_eq!(status["extension"]["connected"], true);
}

#[tokio::test(start_paused = true)]
async fn a_tab_selects_its_browser_though_all_have_its_chrome_id() {
    let (rig, _extensions) = three().await;
    let listed = rig.get("/tabs").await.ok();
    let tabs: Vec<(&Value, &Value)> = listed["tabs"]
        .as_array()
        .expect("tabs")
        .iter()
        .map(|tab| (&tab["tab"], &tab["browser"]))
        .collect();
    let names = ["Chrome", "Chrome 2", "Chrome 3"].map(|name| json!(name));
    let numbers = [1, 2, 3].map(|number| json!(number));
    assert_eq!(tabs, Vec::from_iter(numbers.iter().zip(&names)));
    assert!(listed.get("missing").is_none());
    // Several times, so that cached data of one could be used for another.
    for _ in 0..3 {
        for (tab, browser) in [(1, "id-a"), (2, "id-b"), (3, "id-c")] {
            let read = rig.observe(json!({"tab": tab})).await.ok();
            assert_eq!(read["url"], format!("https://{browser}.example/"));
            assert_eq!(read["tab"], tab);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_ambiguous_request_is_a_fault_that_lists_the_browsers() {
    let (rig, _extensions) = three().await;
    for reply in [
        rig.observe(json!({})).await,
        rig.post("/ping", &json!({})).await,
        rig.post("/explain", &json!({"selector": "h1"})).await,
    ] {
        let fault = reply.fault(Code::AmbiguousBrowser);
        for part in [
            "\"Chrome\" (id-a)",
            "\"Chrome 2\" (id-b)",
            "\"Chrome 3\" (id-c)",
        ] {
            assert!(fault.message.contains(part), "{fault}");
        }
        assert!(
            fault.hint.contains("`browser`") && !fault.retryable,
            "{fault:?}"
        );
    }
    for (name, id) in [("Chrome", "id-a"), ("Chrome 2", "id-b"), ("id-c", "id-c")] {
        let read = rig.observe(json!({"browser": name})).await.ok();
        assert_eq!(read["url"], format!("https://{id}.example/"), "{name}");
    }
    let listed = rig.get("/tabs?browser=Chrome%202").await.ok();
    assert_eq!(listed["tabs"].as_array().map(Vec::len), Some(1));
    assert_eq!(listed["tabs"][0]["browser"], "Chrome 2");
    let unknown = rig.observe(json!({"browser": "chrome"})).await;
    let unknown = unknown.fault(Code::BrowserNotFound);
    assert!(unknown.message.contains("\"chrome\"") && unknown.hint.contains("/browsers"));
}

#[tokio::test(start_paused = true)]
async fn a_tab_of_another_browser_is_a_fault() {
    let (rig, _extensions) = three().await;
    rig.get("/tabs").await.ok();
    let window = json!({"tab": 1, "max_tokens": 50, "format": "lean"});
    let read = rig.observe(window).await.ok();
    let uid = rig.observe(json!({"tab": 1})).await.ok();
    assert!(
        uid["tree"]
            .as_str()
            .is_some_and(|tree| tree.contains("uid=42"))
    );
    rig.observe(json!({"tab": 2, "browser": "Chrome 2"}))
        .await
        .ok();
    for reply in [
        rig.observe(json!({"tab": 1, "browser": "Chrome 2"})).await,
        rig.post("/ping", &json!({"tab": 1, "browser": "id-b"}))
            .await,
        rig.post(
            "/explain",
            &json!({"uid": "42", "tab": 1, "browser": "id-b"}),
        )
        .await,
        rig.post(
            "/locate",
            &json!({"uid": "42", "tab": 1, "browser": "id-b"}),
        )
        .await,
        rig.get("/tabs/1/snapshot?userId=u&browser=id-b").await,
    ] {
        let fault = reply.fault(Code::TabNotFound);
        assert_eq!(fault.message, "There is no tab 1.");
    }
    if let Some(cursor) = read["cursor"].as_str() {
        let reply = rig
            .observe(json!({"cursor": cursor, "browser": "id-b"}))
            .await;
        reply.fault(Code::TabNotFound);
    }
}

#[tokio::test(start_paused = true)]
async fn a_uid_in_two_browsers_means_the_one_that_was_read_last() {
    let (rig, _extensions) = three().await;
    for browser in ["id-a", "id-b"] {
        rig.observe(json!({"browser": browser})).await.ok();
    }
    let ask = json!({"uid": "42"});
    assert_eq!(rig.post("/locate", &ask).await.ok()["tab"], 2);
    for (browser, tab) in [("id-a", 1), ("Chrome 2", 2)] {
        let ask = json!({"uid": "42", "browser": browser});
        let reply = rig.post("/locate", &ask).await.ok();
        assert_eq!(reply["tab"], tab);
    }
    let ask = json!({"uid": "42", "browser": "id-c"});
    rig.post("/locate", &ask).await.fault(Code::UnknownUid);
}

#[tokio::test(start_paused = true)]
async fn an_answer_from_another_browser_is_dropped() {
    let rig = Rig::new();
    let (a, b) = (("id-a", "1"), ("id-b", "1"));
    let pending = get(&rig, "/tabs?browser=id-a");
    let received = queries(rig.poll_in(a, 25).await);
    let id = &received[0].id;
    rig.poll_in(b, 0).await.ok();
    for stranger in [b, ("id-a", "2"), ("id-z", "1")] {
        let reply = rig.result_in(stranger, id, &tabs("forged")).await;
        reply.fault(Code::NotFound);
    }
    assert_eq!(rig.result_in(a, id, &tabs("right")).await.status, 204);
    let reply = pending.await.expect("it ends").ok();
    assert_eq!(reply["tabs"][0]["title"], "right");
}

#[tokio::test(start_paused = true)]
async fn a_browser_that_does_not_answer_is_named_and_the_others_are_listed() {
    let (rig, _extensions) = three().await;
    let silent = ("id-mute", "1");
    rig.hello_in(silent, "Edge").await.ok();
    rig.poll_in(silent, 0).await.ok();
    let listing = get(&rig, "/tabs");
    queries(rig.poll_in(silent, 25).await);
    let listed = listing.await.expect("it ends").ok();
    assert_eq!(listed["tabs"].as_array().map(Vec::len), Some(3));
    assert_eq!(listed["missing"][0]["browser"], "Edge");
    assert_eq!(listed["missing"][0]["fault"]["error"], "timeout");
    let notice = rig.poll_in(silent, 25).await.ok();
    assert_eq!(notice["cancelled"].as_array().map(Vec::len), Some(1));
    let alone = get(&rig, "/tabs?browser=Edge");
    queries(rig.poll_in(silent, 25).await);
    alone.await.expect("it ends").fault(Code::Timeout);
}

#[tokio::test(start_paused = true)]
async fn a_lost_browser_is_awaited_for_a_short_time_while_another_one_is_connected() {
    let (rig, mut extensions) = three().await;
    rig.get("/tabs").await.ok();
    drop(extensions.remove(0));
    let started = Instant::now();
    let reply = rig.observe(json!({"tab": 1})).await;
    reply.fault(Code::ExtensionDisconnected);
    assert!(started.elapsed() <= CONNECT_WAIT, "{:?}", started.elapsed());
    rig.observe(json!({"tab": 2})).await.ok();
}

#[tokio::test(start_paused = true)]
async fn of_two_browsers_with_one_id_the_older_is_notified_and_gets_no_queries() {
    let rig = Rig::new();
    let (old, copy) = (("id-a", "old"), ("id-a", "copy"));
    rig.hello_in(old, "Chrome").await.ok();
    let held = {
        let rig = rig.clone();
        tokio::spawn(async move { rig.poll_in(old, 25).await })
    };
    let pending = get(&rig, "/tabs");
    let received = queries(held.await.expect("it ends"));
    let held = {
        let rig = rig.clone();
        tokio::spawn(async move { rig.poll_in(old, 25).await })
    };
    tokio::task::yield_now().await;
    rig.hello_in(copy, "Chrome").await.ok();
    held.await.expect("it ends").fault(Code::BrowserIdTaken);
    let lost = pending.await.expect("it ends");
    let lost = lost.fault(Code::ExtensionDisconnected);
    assert!(!lost.retryable);
    rig.result_in(old, &received[0].id, &tabs("late"))
        .await
        .fault(Code::NotFound);
    for reply in [rig.hello_in(old, "Chrome").await, rig.poll_in(old, 0).await] {
        reply.fault(Code::BrowserIdTaken);
    }
    let pending = get(&rig, "/tabs");
    let received = queries(rig.poll_in(copy, 25).await);
    rig.result_in(copy, &received[0].id, &tabs("the copy's"))
        .await;
    let reply = pending.await.expect("it ends").ok();
    assert_eq!(reply["tabs"][0]["title"], "the copy's");
    // With its own id the older one is a second browser.
    rig.hello_in(("id-new", "old"), "Chrome").await.ok();
    let listed = rig.get("/browsers").await.ok();
    assert_eq!(listed["browsers"][1]["name"], "Chrome 2");
}
