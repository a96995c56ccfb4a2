//! Queries to the extension, and how each of them ends.

use crate::http::rig::{Rig, chrome_tab};
use axlens_protocol::Code;
use axum::body::Body;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

type PendingReply = JoinHandle<crate::http::rig::Reply>;

fn ask_tabs(rig: &Rig) -> PendingReply {
    let rig = rig.clone();
    tokio::spawn(async move { rig.get("/tabs").await })
}

fn tabs() -> Value {
    json!({"ok": {"tabs": [chrome_tab(1_000_000_001, "https://example.com/")]}})
}

#[tokio::test(start_paused = true)]
async fn an_open_poll_is_answered_as_soon_as_a_query_arrives() {
    let rig = Rig::new();
    let polling = {
        let rig = rig.clone();
        tokio::spawn(async move { rig.poll("a", 25).await })
    };
    let pending = ask_tabs(&rig);
    let started = tokio::time::Instant::now();
    let queries = polling.await.expect("it ends");
    // The simulated clock moves only while all tasks wait.
    assert_eq!(started.elapsed().as_millis(), 0);
    assert_eq!(queries.len(), 1);
    assert_eq!(rig.result(&queries[0].id, &tabs()).await.status, 204);
    let reply = pending.await.expect("it ends").ok();
    assert_eq!(reply["tabs"][0]["tab"], 1);
}

#[tokio::test(start_paused = true)]
async fn an_idle_poll_ends_empty_after_its_wait() {
    assert!(Rig::new().poll("a", 25).await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn several_queries_run_at_once_and_are_answered_in_any_order() {
    let rig = Rig::new();
    let (first, second) = (ask_tabs(&rig), ask_tabs(&rig));
    let mut queries = rig.poll("a", 25).await;
    if queries.len() < 2 {
        queries.extend(rig.poll("a", 25).await);
    }
    assert_eq!(queries.len(), 2);
    for query in queries.iter().rev() {
        assert_eq!(rig.result(&query.id, &tabs()).await.status, 204);
    }
    first.await.expect("it ends").ok();
    second.await.expect("it ends").ok();
}

#[tokio::test(start_paused = true)]
async fn without_an_extension_the_fault_names_the_doctor() {
    let fault = Rig::new()
        .get("/tabs")
        .await
        .fault(Code::ExtensionDisconnected);
    assert!(fault.hint.contains("axlens doctor") && fault.retryable);
}

#[tokio::test(start_paused = true)]
async fn a_rejected_wire_version_is_the_reason_in_the_fault() {
    let rig = Rig::new();
    let poll = rig.extension("GET", "/pending-queries", "a");
    let mut poll = poll.body(Body::empty()).expect("a request");
    poll.headers_mut()
        .insert("x-axlens-wire", "7".parse().expect("a value"));
    rig.call(poll).await.fault(Code::VersionMismatch);
    rig.get("/tabs").await.fault(Code::VersionMismatch);
}

#[tokio::test(start_paused = true)]
async fn an_unanswered_query_ends_at_its_deadline() {
    let rig = Rig::new();
    let pending = ask_tabs(&rig);
    let queries = rig.poll("a", 25).await;
    assert_eq!(queries.len(), 1);
    pending.await.expect("it ends").fault(Code::Timeout);
    let late = rig.result(&queries[0].id, &tabs()).await;
    late.fault(Code::NotFound);
    let counts = rig.get("/status").await.ok()["queue"].clone();
    assert_eq!(counts, json!({"pending": 0, "leased": 0}));
}

#[tokio::test(start_paused = true)]
async fn a_new_worker_gets_the_queries_of_the_previous_one() {
    let rig = Rig::new();
    let pending = ask_tabs(&rig);
    let before = rig.poll("old", 25).await;
    let after = rig.poll("new", 25).await;
    assert_eq!(before[0].id, after[0].id);
    assert_eq!(rig.result(&after[0].id, &tabs()).await.status, 204);
    pending.await.expect("it ends").ok();
}

#[tokio::test(start_paused = true)]
async fn queries_of_an_unsent_poll_response_are_delivered_again_at_once() {
    let rig = Rig::new();
    let pending = ask_tabs(&rig);
    let poll = rig
        .extension("GET", "/pending-queries?wait=25", "a")
        .body(Body::empty());
    let unsent = rig.raw(poll.expect("a request")).await;
    assert!(rig.poll("a", 0).await.is_empty());
    drop(unsent);
    let queries = rig.poll("a", 25).await;
    assert_eq!(rig.result(&queries[0].id, &tabs()).await.status, 204);
    pending.await.expect("it ends").ok();
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_request_removes_its_query() {
    let rig = Rig::new();
    let pending = ask_tabs(&rig);
    let queries = rig.poll("a", 25).await;
    pending.abort();
    let _ = pending.await;
    rig.result(&queries[0].id, &tabs())
        .await
        .fault(Code::NotFound);
}

#[tokio::test(start_paused = true)]
async fn a_fault_of_the_extension_reaches_the_agent_unchanged() {
    let rig = Rig::new();
    let _extension = rig.simulate(|_| json!({"fault": {"error": "reading_paused", "message": "Paused.", "hint": "Ask.", "retryable": true}}));
    let fault = rig.get("/tabs").await.fault(Code::ReadingPaused);
    assert_eq!(
        (fault.message.as_str(), fault.hint.as_str(), fault.retryable),
        ("Paused.", "Ask.", true)
    );
}

#[tokio::test(start_paused = true)]
async fn an_invalid_answer_is_a_fault() {
    let rig = Rig::new();
    let _extension = rig.simulate(|_| json!({"ok": {"tabs": 3}}));
    rig.get("/tabs").await.fault(Code::Internal);
}

#[tokio::test(start_paused = true)]
async fn wake_is_answered_when_a_query_waits_and_no_worker_polls() {
    let rig = Rig::new();
    let wake = |rig: &Rig| {
        let rig = rig.clone();
        let request = rig
            .extension("GET", "/wake?wait=25", "a")
            .body(Body::empty())
            .expect("a request");
        tokio::spawn(async move { rig.call(request).await.ok()["wake"].clone() })
    };
    assert_eq!(wake(&rig).await.expect("it ends"), false);
    let woken = wake(&rig);
    let pending = ask_tabs(&rig);
    assert_eq!(woken.await.expect("it ends"), true);
    pending.abort();
}

#[tokio::test(start_paused = true)]
async fn a_stopping_server_ends_every_waiting_request() {
    let rig = Rig::new();
    let pending = ask_tabs(&rig);
    assert_eq!(rig.poll("a", 25).await.len(), 1);
    let polling = {
        let rig = rig.clone();
        tokio::spawn(async move { rig.poll("a", 25).await })
    };
    tokio::task::yield_now().await;
    rig.state.dispatch.stop();
    assert!(polling.await.expect("it ends").is_empty());
    pending
        .await
        .expect("it ends")
        .fault(Code::ExtensionDisconnected);
}

#[tokio::test]
async fn invalid_polls_are_rejected() {
    let rig = Rig::new();
    for (path, instance) in [
        ("/pending-queries?wait=soon", "a"),
        ("/pending-queries", ""),
        ("/pending-queries", &*"x".repeat(101)),
    ] {
        let request = rig
            .extension("GET", path, instance)
            .body(Body::empty())
            .expect("a request");
        rig.call(request).await.fault(Code::BadRequest);
    }
    let request = rig
        .extension("POST", "/hello", "a")
        .body(Body::from("[]"))
        .expect("a request");
    rig.call(request).await.fault(Code::BadRequest);
}

#[tokio::test(start_paused = true)]
async fn a_ping_is_answered_by_page_or_worker() {
    let rig = Rig::new();
    let _extension = rig.simulate(|query| {
        let params = serde_json::to_value(query).expect("it is JSON");
        assert_eq!(params["kind"], "ping");
        json!({"ok": {"ms": if params["params"]["page"] == true { 1.5 } else { 0.5 }}})
    });
    let reply = rig.post("/ping", &json!({})).await.ok();
    assert_eq!(reply["extensionMs"], 1.5);
    assert!(reply["ms"].is_number());
    let reply = rig.post("/ping", &json!({"page": false})).await.ok();
    assert_eq!(reply["extensionMs"], 0.5);
    rig.post("/ping", &json!({"pages": 1}))
        .await
        .fault(Code::BadRequest);
}
