//! Waiting: when the page is looked at again, and at which.

use crate::http::rig::{Rig, SimulatedExtension, chrome_tab};
use axlens_protocol::Code;
use axlens_protocol::wire::Query;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

const CHROME: i64 = 1_000_000_001;

/// A page whose text comes with the `n`th change, and what was asked of it.
#[derive(Clone)]
struct WaitPage(Arc<Mutex<WaitPageState>>);

struct WaitPageState {
    comes_with: usize,
    changes: usize,
    queries: Vec<Query>,
}

impl WaitPage {
    fn start(comes_with: usize) -> (Rig, WaitPage, SimulatedExtension) {
        let state = WaitPageState {
            comes_with,
            changes: 0,
            queries: Vec::new(),
        };
        let page = WaitPage(Arc::new(Mutex::new(state)));
        let (rig, answering) = (Rig::new(), page.clone());
        let extension = rig.simulate(move |query| answering.answer(query));
        (rig, page, extension)
    }

    fn answer(&self, query: &Query) -> Value {
        let mut state = self.0.lock().expect("no test panics with it");
        state.queries.push(query.clone());
        let params = serde_json::to_value(query).expect("it is JSON");
        let tab = chrome_tab(CHROME, "https://example.com/");
        if params["kind"] == "changes" {
            // Every other one ends without a change.
            let asks_again = !params["params"]["seen"].is_null();
            let changed = state.queries.len().is_multiple_of(2);
            state.changes += usize::from(asks_again && changed);
            return json!({"ok": {"tab": tab, "seen": state.changes.to_string(), "changed": changed}});
        }
        let text = match state.changes >= state.comes_with {
            true => "Saved",
            false => "Saving",
        };
        let nodes = json!([{"d": 0, "r": "document", "t": "A page"}, {"d": 1, "n": 4, "r": "status", "g": "p"},
            {"d": 2, "r": "text", "t": text}]);
        let tree = json!({"url": "https://example.com/", "title": "A page", "ready": "interactive", "world": 11, "nodes": nodes,
            "viewport": [1280, 720], "scroll": [0, 0, 1280, 720], "elements": 2, "query_dom_bytes": 100, "index": -1});
        json!({"ok": {"tab": tab, "engine": "worker", "timings": {"total": 1.0}, "frames": [
            {"document": "D1", "frame": 0, "parent": -1, "url": "https://example.com/", "windowIndex": -1, "element": 0, "tree": tree}]}})
    }

    fn queries(&self) -> Vec<(String, Option<i64>)> {
        let state = self.0.lock().expect("no test panics with it");
        let params = state.queries.iter().map(|query| {
            let value = serde_json::to_value(query).expect("it is JSON");
            (
                value["kind"].as_str().unwrap_or_default().to_owned(),
                query.tab,
            )
        });
        params.collect()
    }
}

#[tokio::test]
async fn a_page_is_looked_at_again_only_when_it_has_changed() {
    let (rig, page, _extension) = WaitPage::start(3);
    let come = rig
        .post("/wait", &json!({"for": "text", "value": "saved"}))
        .await
        .ok();
    assert_eq!(come["found"]["role"], "status", "{come}");
    let params = page.queries();
    let looks = params.iter().filter(|(kind, _)| kind == "observe").count();
    // One for each change, the first, and one that shows what was found.
    assert_eq!(looks, 3 + 2, "{params:?}");
    // The tab that was in front first is the one, to the end.
    assert_eq!(params[0].1, None);
    assert!(
        params[1..].iter().all(|(_, tab)| *tab == Some(CHROME)),
        "{params:?}"
    );
}

#[tokio::test]
async fn what_has_not_come_is_a_fault() {
    let (rig, _, _extension) = WaitPage::start(usize::MAX);
    for body in [
        json!({"for": "text", "value": "saved"}),
        json!({"for": "vanishes", "text": "Saving"}),
        json!({"for": "url", "value": "*/orders"}),
        json!({"for": "load"}),
    ] {
        let mut body = body;
        body["timeoutMs"] = json!(100);
        let fault = rig.post("/wait", &body).await.fault(Code::NotYet);
        assert!(fault.retryable, "{fault}");
    }
}

#[tokio::test]
async fn what_makes_no_sense_is_refused() {
    let (rig, page, _extension) = WaitPage::start(0);
    for body in [
        json!({}),
        json!({"for": "text"}),
        json!({"for": "moon"}),
        json!({"for": "load", "value": "x"}),
        json!({"for": "quiet", "name": "Save"}),
        json!({"for": "appears", "value": "Save"}),
        json!({"for": "text", "value": "x", "name": "Save"}),
        json!({"for": "time", "timeoutMs": 99}),
        json!({"fro": "load"}),
    ] {
        rig.post("/wait", &body).await.fault(Code::BadRequest);
    }
    rig.post("/wait", &json!({"for": "vanishes", "uid": 42}))
        .await
        .fault(Code::UnknownUid);
    assert_eq!(page.queries(), []);
}
