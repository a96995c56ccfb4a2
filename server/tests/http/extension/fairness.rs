//! One agent sends far more requests than the limits allow, in many sessions: only its own requests
//! wait.

use crate::http::rig::{Reply, Rig, chrome_tab};
use axlens_protocol::agent::observe::ObserveAnswer;
use axlens_protocol::wire::{Query, QueryAgent};
use axlens_protocol::{Code, Fault};
use axlens_server::agents::Agent;
use axlens_server::api::observe;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::task::{JoinHandle, yield_now};

const FLOOD: usize = 500;
const AT_ONCE: usize = 16;
const TOTAL: usize = 272;

fn observe(rig: &Rig, session: &str) -> JoinHandle<Reply> {
    let (rig, ask) = (rig.clone(), json!({"session": session}));
    tokio::spawn(async move { rig.observe(ask).await })
}

/// A request of another agent, in a session with the name of one of the user's.
fn observe_as_other(rig: &Rig) -> JoinHandle<Result<ObserveAnswer, Fault>> {
    let query_agent = QueryAgent {
        id: "other".to_owned(),
        name: "other".to_owned(),
        ..QueryAgent::user()
    };
    let agent = Arc::new(Agent {
        query_agent: Arc::new(query_agent),
        expires: None,
        is_remote: false,
    });
    let ask = json!({"what": "a11y_tree", "session": "flood 0"});
    let (state, ask) = (Arc::clone(&rig.state), serde_json::from_value(ask));
    tokio::spawn(async move { observe::observe(&state, &agent, ask.expect("a request")).await })
}

fn page() -> Value {
    let url = "https://example.com/";
    let nodes = json!([{"d": 0, "r": "document", "t": "A page"}]);
    let tree = json!({"url": url, "title": "A page", "ready": "complete", "world": 1, "nodes": nodes,
        "viewport": [1280, 720], "scroll": [0, 0, 1280, 720], "elements": 1, "query_dom_bytes": 10, "index": -1});
    let frame = json!({"document": "D", "frame": 0, "parent": -1, "url": url, "windowIndex": -1, "element": 0, "tree": tree});
    json!({"ok": {"tab": chrome_tab(1, url), "engine": "worker", "name": "", "frames": [frame]}})
}

/// Runs all tasks until they wait for an answer.
async fn settle() {
    for _ in 0..2_000 {
        yield_now().await;
    }
}

async fn answer(rig: &Rig, queries: &[Query]) {
    for query in queries {
        assert_eq!(rig.result(&query.id, &page()).await.status, 204);
    }
}

#[tokio::test(start_paused = true)]
async fn an_agent_with_five_hundred_requests_delays_no_other_agent() {
    let rig = Rig::new();
    let mut flood: Vec<_> = (0..FLOOD)
        .map(|at| observe(&rig, &format!("flood {}", at % 50)))
        .collect();
    settle().await;
    let mut received = rig.poll("a", 25).await;
    assert_eq!(received.len(), AT_ONCE);
    for _ in 0..10 {
        let pending = observe_as_other(&rig);
        let queries = rig.poll("a", 25).await;
        assert_eq!(queries.len(), 1);
        answer(&rig, &queries).await;
        pending.await.expect("it ends").expect("it is answered");
    }
    // Requests beyond the limit are refused immediately, with the limit.
    let refused: Vec<_> = flood
        .extract_if(.., |pending| pending.is_finished())
        .collect();
    assert_eq!((refused.len(), flood.len()), (FLOOD - TOTAL, TOTAL));
    for pending in refused {
        let fault = pending.await.expect("it ends").fault(Code::QueueFull);
        assert!(fault.message.contains("272") && fault.message.contains("\"user\""));
        assert!(fault.hint.contains("16 run at once"), "{fault}");
        assert!(fault.retryable);
    }
    // The rest is delivered in order, never more at once.
    while !received.is_empty() {
        assert!(received.len() <= AT_ONCE);
        answer(&rig, &received).await;
        settle().await;
        received = rig.poll("a", 0).await;
    }
    for pending in flood {
        pending.await.expect("it ends").ok();
    }
}

#[tokio::test(start_paused = true)]
async fn a_timeout_in_the_queue_names_the_agent() {
    let rig = Rig::new();
    let mut pending: Vec<_> = (0..AT_ONCE).map(|_| observe(&rig, "a")).collect();
    settle().await;
    assert_eq!(rig.poll("a", 25).await.len(), AT_ONCE);
    let late = rig.observe(json!({"session": "a", "timeoutMs": 100})).await;
    let fault = late.fault(Code::Timeout);
    assert!(fault.message.contains("agent \"user\""), "{fault}");
    // A cancelled request makes room.
    pending.pop().expect("one of them").abort();
    settle().await;
    // The worker is notified of those queries that it has received.
    assert!(rig.poll("a", 25).await.is_empty());
    let next = observe(&rig, "a");
    let queries = rig.poll("a", 25).await;
    assert_eq!(queries.len(), 1);
    answer(&rig, &queries).await;
    next.await.expect("it ends").ok();
}

#[tokio::test(start_paused = true)]
async fn requests_without_a_session_count_for_the_agent() {
    let rig = Rig::new();
    let tabs = |rig: &Rig| {
        let rig = rig.clone();
        tokio::spawn(async move { rig.get("/tabs").await })
    };
    let reading: Vec<_> = (0..TOTAL / 2).map(|_| observe(&rig, "a")).collect();
    let pending: Vec<_> = (0..TOTAL / 2).map(|_| tabs(&rig)).collect();
    settle().await;
    assert_eq!(rig.poll("a", 25).await.len(), AT_ONCE);
    let fault = rig.get("/tabs").await.fault(Code::QueueFull);
    assert!(fault.message.contains("agent \"user\""), "{fault}");
    drop((reading, pending));
}
