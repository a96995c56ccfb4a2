//! The tab endpoints: the queries to the extension, and the answers.

use crate::http::elements::locate::{CHROME, TestPage};
use crate::http::rig::{Reply, Rig, SimulatedExtension, agent, chrome_tab};
use axlens_protocol::Code;
use axlens_protocol::wire::{InteractParams, Method, Query};
use axum::body::Body;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

const OPENED: i64 = CHROME + 1;

/// What the extension was asked to do: where, and what.
type ReceivedTabActions = Arc<Mutex<Vec<(Option<i64>, InteractParams)>>>;

/// A user with a tab snapshot, in an extension that reports this of each act.
async fn open_page(report: fn(&str) -> Value) -> (Rig, ReceivedTabActions, SimulatedExtension) {
    let (rig, page, acts) = (Rig::new(), TestPage::new(), ReceivedTabActions::default());
    let received = Arc::clone(&acts);
    let extension = rig.simulate(move |query: &Query| match &query.method {
        Method::Interact(params) => {
            let mut acts = received.lock().expect("no panic");
            acts.push((query.tab, (**params).clone()));
            let tab = chrome_tab(CHROME, "https://example.com/");
            match report(params.act.as_str()) {
                refused @ Value::Object(_) if refused.get("why").is_some() => {
                    json!({"ok": {"refused": refused}})
                }
                report => json!({"ok": {"done": {"tab": tab, "report": report}}}),
            }
        }
        Method::Tabs {} => json!({"ok": {"tabs": [
            chrome_tab(CHROME, "https://example.com/after"),
            chrome_tab(OPENED, "https://example.com/opened")]}}),
        Method::Outcome { .. } => json!({"ok": {"never": {}}}),
        _ => page.answer(query),
    });
    let snapshot = rig.get("/tabs/1/snapshot?userId=ada").await.ok();
    let text = snapshot["snapshot"].as_str().unwrap_or_default();
    assert!(text.contains("- button \"Delete\" [e1]"), "{text}");
    (rig, acts, extension)
}

fn pointer(_: &str) -> Value {
    json!({"via": "pointer", "settled": "quiet", "waitedMs": 51})
}

async fn act(rig: &Rig, what: &str, mut body: Value) -> Reply {
    body["userId"] = json!("ada");
    rig.post(&format!("/tabs/1/{what}"), &body).await
}

async fn close(rig: &Rig, path: &str) -> Reply {
    let request = agent("DELETE", path).body(Body::empty());
    rig.call(request.expect("a request")).await
}

fn received(acts: &ReceivedTabActions) -> Vec<Value> {
    let acts = acts.lock().expect("no panic");
    let acts = acts.iter().map(|(_, params)| json!(params.act));
    acts.collect()
}

#[tokio::test(start_paused = true)]
async fn a_ref_of_the_users_snapshot_is_clicked() {
    let (rig, acts, _extension) = open_page(pointer).await;
    let reply = act(&rig, "click", json!({"ref": "e1"})).await.ok();
    let expected = json!({"action": "click", "evidence": {"watchedMs": 0}, "name": "Delete",
        "ok": true, "outcome": "unchanged", "role": "button", "uid": "5",
        "url": "https://example.com/after", "waitedMs": 51});
    assert_eq!(reply, expected);
    let params = acts.lock().expect("no panic")[0].1.clone();
    let target = params.target.expect("an element");
    assert_eq!((target.node, target.world), (10, 11));
    // Another session has no snapshot, and the refs are still those of the first snapshot.
    let other = json!({"userId": "alan", "ref": "e1"});
    let reply = rig.post("/tabs/1/click", &other).await;
    reply.fault(Code::UnknownUid);
    act(&rig, "click", json!({"ref": "e2"})).await.ok();
    act(&rig, "click", json!({"ref": "e9"}))
        .await
        .fault(Code::UnknownUid);
}

#[tokio::test(start_paused = true)]
async fn each_request_is_the_action_of_its_name() {
    let (rig, acts, _extension) = open_page(pointer).await;
    for (what, body) in [
        ("type", json!({"ref": "e1", "text": "Ada", "submit": true})),
        ("navigate", json!({"url": "https://example.org/"})),
        ("press", json!({"key": "Control+A"})),
        ("scroll", json!({})),
        ("scroll", json!({"direction": "left", "amount": 7})),
        ("back", json!({})),
        ("forward", json!({})),
        ("refresh", json!({})),
    ] {
        act(&rig, what, body).await.ok();
    }
    let expected = [
        json!({"action": "fill", "value": "Ada"}),
        json!({"action": "press", "keys": ["Enter"]}),
        json!({"action": "navigate", "url": "https://example.org/"}),
        json!({"action": "press", "keys": ["Control+A"]}),
        json!({"action": "scroll", "by": [0.0, 500.0]}),
        json!({"action": "scroll", "by": [-7.0, 0.0]}),
        json!({"action": "back"}),
        json!({"action": "forward"}),
        json!({"action": "reload"}),
    ];
    assert_eq!(received(&acts), expected);
    let acts = acts.lock().expect("no panic");
    let tabs: Vec<_> = acts.iter().map(|(tab, _)| *tab).collect();
    assert_eq!(tabs, [Some(CHROME); 9]);
    let nodes = acts.iter().map(|(_, params)| params.target.as_ref());
    let nodes: Vec<_> = nodes.map(|target| target.map(|it| it.node)).collect();
    // Enter is pressed in the field; an action without an element targets the focused element.
    let (field, page, tab) = (Some(10), Some(0), None);
    assert_eq!(nodes, [field, field, tab, page, page, page, tab, tab, tab]);
}

#[tokio::test(start_paused = true)]
async fn only_an_executed_action_is_ok() {
    let already = |name: &str| match name {
        "fill" => json!({"via": "keyboard", "already": true}),
        _ => pointer(name),
    };
    let (rig, _acts, _extension) = open_page(already).await;
    let filled = json!({"ref": "e1", "text": "Ada"});
    let reply = act(&rig, "type", filled).await.ok();
    assert_eq!(
        (&reply["ok"], &reply["outcome"]),
        (&json!(false), &json!("already"))
    );
    let submitted = json!({"ref": "e1", "text": "Ada", "submit": true});
    let reply = act(&rig, "type", submitted.clone()).await.ok();
    assert_eq!(
        (&reply["ok"], &reply["action"], &reply["filled"]["outcome"]),
        (&json!(true), &json!("press"), &json!("already"))
    );
    // A fault has the results before it.
    let covered = |name: &str| match name {
        "press" => json!({"why": "covered", "by": [11, 11]}),
        _ => pointer(name),
    };
    let (rig, _acts, _extension) = open_page(covered).await;
    let reply = act(&rig, "type", submitted).await;
    assert_eq!(
        (reply.status.as_u16(), &reply.body["error"]),
        (409, &json!("element_covered"))
    );
    assert_eq!(reply.body["done"]["results"][0]["action"], "fill");
}

#[tokio::test(start_paused = true)]
async fn a_tab_is_opened_and_closed() {
    let report = |name: &str| match name {
        "new_tab" => json!({"via": "script", "opened": [OPENED]}),
        _ => json!({"via": "script", "closed": true}),
    };
    let (rig, acts, _extension) = open_page(report).await;
    let body = json!({"userId": "ada", "sessionKey": "task", "url": "https://example.com/opened"});
    let reply = rig.post("/tabs", &body).await.ok();
    assert_eq!(
        reply,
        json!({"tabId": "2", "url": "https://example.com/opened"})
    );
    let reply = close(&rig, "/tabs/2?userId=ada").await.ok();
    assert_eq!(
        (&reply["ok"], reply.get("url")),
        (&json!(true), None),
        "{reply}"
    );
    let acts = acts.lock().expect("no panic");
    assert_eq!(json!(acts[1].1.act), json!({"action": "close_tab"}));
    assert_eq!(acts[1].0, Some(OPENED));
}

#[tokio::test(start_paused = true)]
async fn a_tab_that_may_not_have_opened_is_a_fault() {
    let (rig, _acts, _extension) = open_page(|_| json!({"via": "script"})).await;
    let reply = rig.post("/tabs", &json!({"userId": "ada"})).await;
    assert!(!reply.fault(Code::Internal).retryable);
}

#[tokio::test(start_paused = true)]
async fn an_invalid_request_is_a_fault_and_nothing_is_executed() {
    let (rig, acts, _extension) = open_page(pointer).await;
    for (what, body) in [
        ("click", json!({})),
        ("click", json!({"ref": "e1", "selector": "#ada"})),
        ("click", json!({"ref": "e1", "doubleClick": true})),
        ("type", json!({"ref": "e1"})),
        ("type", json!({"text": "x"})),
        ("type", json!({"ref": "e1", "text": "x", "delay": 5})),
        ("navigate", json!({})),
        ("press", json!({"key": ["a", "b"]})),
        ("scroll", json!({"direction": "sideways"})),
        ("scroll", json!({"amount": -5})),
        ("back", json!({"steps": 2})),
        ("refresh", json!({"ref": "e1"})),
    ] {
        act(&rig, what, body).await.fault(Code::BadRequest);
    }
    for path in ["/tabs/1/click", "/tabs/1/back", "/tabs"] {
        for body in [json!({"ref": "e1"}), json!({"userId": ""})] {
            rig.post(path, &body).await.fault(Code::BadRequest);
        }
    }
    for path in ["/tabs/1", "/tabs/1?userId=", "/tabs/1?userId=ada&force=1"] {
        close(&rig, path).await.fault(Code::BadRequest);
    }
    for tab in ["9", "abc123"] {
        let path = format!("/tabs/{tab}/back");
        let reply = rig.post(&path, &json!({"userId": "ada"})).await;
        reply.fault(Code::TabNotFound);
    }
    rig.post("/tabs/1/hover", &json!({"userId": "ada"}))
        .await
        .fault(Code::NotFound);
    rig.post("/tabs/1/snapshot", &json!({"userId": "ada"}))
        .await
        .fault(Code::MethodNotAllowed);
    assert_eq!(received(&acts), [] as [Value; 0]);
}
