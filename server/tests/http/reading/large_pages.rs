//! Large pages: other requests are answered while they are shaped, and the cache keeps its budget.

use crate::http::rig::{Rig, agent, chrome_tab};
use axum::body::Body;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use tokio::sync::oneshot;
use tokio::task::{spawn_blocking, yield_now};

/// A page of so many headings and links.
fn answer(chrome: i64, nodes: u32) -> Value {
    let node = |number: u32| match number % 2 {
        0 => {
            json!({"d": 1, "n": number, "r": "heading", "t": format!("Heading {number}"), "s": {"level": 2}})
        }
        _ => {
            json!({"d": 1, "n": number, "u": number, "r": "link", "t": format!("Link number {number}"), "h": "/"})
        }
    };
    let mut all = vec![json!({"d": 0, "r": "document", "t": "A page"})];
    all.extend((1..=nodes).map(node));
    let url = "https://example.com/";
    let tree = json!({"url": url, "title": "A page", "ready": "complete", "world": 1, "nodes": all,
        "viewport": [1280, 720], "scroll": [0, 0, 1280, 720], "elements": nodes, "query_dom_bytes": 1000, "index": -1});
    json!({"ok": {"tab": chrome_tab(chrome, url), "engine": "worker", "name": format!("{chrome} {nodes}"), "frames": [
        {"document": format!("D{chrome}"), "frame": 0, "parent": -1, "url": url, "windowIndex": -1, "element": 0,
         "tree": tree, "treeName": format!("t{chrome} {nodes}")}]}})
}

/// On one thread nothing can be answered while that thread shapes a page.
#[tokio::test]
async fn health_is_answered_while_four_large_pages_are_shaped() {
    const PAGES: usize = 4;
    let rig = Rig::new();
    let ended = Arc::new(AtomicUsize::new(0));
    let observing: Vec<_> = (0..PAGES)
        .map(|session| {
            let (rig, ended) = (rig.clone(), Arc::clone(&ended));
            tokio::spawn(async move {
                let session = session.to_string();
                let ask = json!({"format": "lean", "session": session});
                let answered = rig.observe(ask).await;
                ended.fetch_add(1, Ordering::Relaxed);
                answered
            })
        })
        .collect();
    let large = answer(1, 20_000);
    let mut answered = 0;
    while answered < PAGES {
        for query in rig.poll("a", 25).await {
            rig.result(&query.id, &large).await;
            answered += 1;
        }
    }
    // Time enough for the requests to take up their answers.
    for _ in 0..10 {
        yield_now().await;
    }
    healthy(&rig).await;
    assert_eq!(ended.load(Ordering::Relaxed), 0, "not shaped yet");
    for observed in observing {
        let reply = observed.await.expect("it ends").ok();
        assert_eq!(reply["nodeCount"], 20_000);
    }
}

/// Takes the one blocking thread as soon as it is free. It is held until the sender is dropped.
fn occupy() -> (oneshot::Receiver<()>, mpsc::Sender<()>) {
    let (begin, begun) = oneshot::channel();
    let (held, released) = mpsc::channel();
    spawn_blocking(move || {
        let _ = begin.send(());
        let _ = released.recv();
    });
    (begun, held)
}

/// As often as is needed for all that can go on without a blocking thread.
async fn go_on() {
    for _ in 0..100 {
        yield_now().await;
    }
}

async fn healthy(rig: &Rig) {
    let health = agent("GET", "/health").body(Body::empty());
    rig.call(health.expect("a request")).await.ok();
}

/// How often an observed page waits for a blocking thread: that thread does one piece of work at a
/// time, and is held again after each.
async fn pieces_of_work(rig: &Rig, ask: Value, page: &Value) -> usize {
    let (begun, mut held) = occupy();
    begun.await.expect("it is free");
    let pending = rig.clone();
    let observing = tokio::spawn(async move { pending.observe(ask).await });
    go_on().await;
    for query in rig.poll("a", 25).await {
        rig.result(&query.id, page).await;
    }
    let mut pieces = 0;
    loop {
        go_on().await;
        healthy(rig).await;
        if observing.is_finished() {
            observing.await.expect("it ends").ok();
            return pieces;
        }
        let (begun, next) = occupy();
        drop(std::mem::replace(&mut held, next));
        begun.await.expect("it is free");
        pieces += 1;
    }
}

#[test]
fn each_piece_of_work_on_a_large_page_is_done_on_a_blocking_thread() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .max_blocking_threads(1)
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(async {
        let rig = Rig::new();
        let lean = || json!({"format": "lean"});
        let delta = || json!({"format": "lean", "compression": "delta", "session": "other"});
        // Reading, putting trees together, and presenting.
        let large = answer(1, 8_000);
        assert_eq!(pieces_of_work(&rig, lean(), &large).await, 3);
        let small = answer(2, 100);
        assert_eq!(pieces_of_work(&rig, lean(), &small).await, 0);
        // Unchanged, it is sent as it is, or compared.
        assert_eq!(pieces_of_work(&rig, delta(), &large).await, 3);
        let mut same = large;
        same["ok"]["same"] = json!(true);
        same["ok"]["frames"] = json!([]);
        assert_eq!(pieces_of_work(&rig, delta(), &same).await, 1);
        let mut whole = delta();
        whole["compression"] = json!("none");
        assert_eq!(pieces_of_work(&rig, whole, &same).await, 0);
    });
}

#[tokio::test]
async fn the_cache_keeps_its_budget_and_the_status_says_both() {
    const BUDGET: u64 = 3 * 1024 * 1024;
    let rig = Rig::with_cache(BUDGET);
    let _extension = rig.simulate(|query| {
        let number: u32 = query.id[1..].parse().expect("a number");
        answer(
            i64::from(number % 5),
            [300, 2_000, 4_000][number as usize % 3],
        )
    });
    let mut fullest = 0;
    for round in 0..30 {
        let ask = match round % 3 {
            0 => json!({"format": "lean"}),
            1 => json!({"format": "lean", "compression": "delta"}),
            _ => json!({"max_chars": 2000}),
        };
        let mut ask: Value = ask;
        ask["session"] = json!(format!("session {}", round % 8));
        rig.observe(ask).await.ok();
        let status = rig.get("/status").await.ok();
        let bytes = status["cache"]["bytes"].as_u64().expect("a number");
        assert_eq!(status["cache"]["budgetBytes"], BUDGET);
        let snapshot = status["shownBytes"].as_u64().expect("a number");
        assert!(snapshot > 0 && bytes + snapshot <= BUDGET, "{status}");
        fullest = fullest.max(bytes);
    }
    assert!(fullest > BUDGET / 2, "{fullest}");
}
