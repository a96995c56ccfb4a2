//! Reads between the actions of `/interact`.

use crate::http::elements::locate::{CHROME, TestPage};
use crate::http::rig::{Rig, SimulatedExtension, chrome_tab};
use axlens_protocol::Code;
use axlens_protocol::wire::Method;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// A session with a snapshot of a page, and the number of actions that the extension has received.
async fn open_page() -> (Rig, Arc<Mutex<usize>>, SimulatedExtension) {
    let (rig, page, count) = (Rig::new(), TestPage::new(), Arc::new(Mutex::new(0)));
    let received = Arc::clone(&count);
    let extension = rig.simulate(move |query| match &query.method {
        Method::Interact(_) => {
            *received.lock().expect("no panic") += 1;
            let tab = chrome_tab(CHROME, "https://example.com/");
            json!({"ok": {"done": {"tab": tab, "report": {"via": "script", "settled": "quiet"}}}})
        }
        Method::Changes(_) => {
            let tab = chrome_tab(CHROME, "https://example.com/");
            json!({"ok": {"tab": tab, "seen": "1", "changed": false}})
        }
        Method::Outcome { .. } => json!({"ok": {"never": {}}}),
        _ => page.answer(query),
    });
    rig.observe(json!({"format": "lean"})).await.ok();
    (rig, count, extension)
}

fn count(actions: &Mutex<usize>) -> usize {
    *actions.lock().expect("no panic")
}

#[tokio::test(start_paused = true)]
async fn reads_are_executed_in_order_between_actions() {
    let (rig, actions, _extension) = open_page().await;
    let list = json!([
        {"find": {"role": "button", "name": "Delete"}},
        {"action": "highlight", "uid": "5"},
        {"wait": {"for": "text", "value": "Delete"}},
        {"get": {"what": "state", "uid": "5"}},
        {"observe": {}},
        {"action": "highlight", "uid": "5"},
    ]);
    let reply = rig.post("/interact", &json!({"actions": list})).await.ok();
    let results = reply["results"].as_array().expect("results");
    let kinds: Vec<String> = results
        .iter()
        .flat_map(|result| result.as_object().expect("an object").keys().next())
        .cloned()
        .collect();
    assert_eq!(
        kinds,
        ["find", "action", "wait", "get", "observe", "action"]
    );
    assert_eq!(results[3]["get"]["name"], "Delete");
    assert!(
        results[4]["observe"]["tree"]
            .as_str()
            .is_some_and(|tree| tree.contains("Delete"))
    );
    assert_eq!((count(&actions), &reply["tab"]), (2, &json!(1)));
}

#[tokio::test]
async fn requests_and_errors_are_read_between_actions() {
    let (rig, actions, _extension) = open_page().await;
    let list = json!([
        {"action": "highlight", "uid": "5"},
        {"network": {"failed": true}},
        {"errors": {"kinds": ["csp"]}},
    ]);
    let reply = rig.post("/interact", &json!({"actions": list})).await.ok();
    let results = &reply["results"];
    assert_eq!(results[1]["network"]["requests"], json!([]), "{reply}");
    assert_eq!(results[2]["errors"]["tab"], 1, "{reply}");
    assert_eq!((count(&actions), &reply["tab"]), (1, &json!(1)));
}

#[tokio::test]
async fn a_read_that_fails_stops_the_list() {
    let (rig, actions, _extension) = open_page().await;
    let list = json!([
        {"action": "highlight", "uid": "5"},
        {"wait": {"for": "text", "value": "Saved", "timeoutMs": 100}},
        {"action": "highlight", "uid": "5"},
    ]);
    let reply = rig.post("/interact", &json!({"actions": list})).await;
    let body = reply.body;
    assert_eq!(body["error"], "not_yet", "{body}");
    assert_eq!(
        body["done"]["results"].as_array().map(Vec::len),
        Some(1),
        "{body}"
    );
    assert_eq!(count(&actions), 1);
}

#[tokio::test(start_paused = true)]
async fn a_list_of_reads_shows_no_page() {
    let (rig, actions, _extension) = open_page().await;
    let list = json!([{"get": {"what": "state", "uid": "5"}}]);
    let reply = rig.post("/interact", &json!({"actions": list})).await.ok();
    assert!(
        reply.get("tree").is_none() && reply.get("delta").is_none(),
        "{reply}"
    );
    assert_eq!(count(&actions), 0);
}

#[tokio::test(start_paused = true)]
async fn a_list_that_ends_with_the_page_shows_it_once() {
    let (rig, _actions, _extension) = open_page().await;
    let act = json!({"action": "highlight", "uid": "5"});
    for (read, is_shown_again) in [
        (json!({"observe": {}}), false),
        (json!({"observe": {"scope": "5"}}), true),
        (json!({"get": {"what": "state", "uid": "5"}}), true),
    ] {
        let list = json!({"actions": [act, read]});
        let reply = rig.post("/interact", &list).await.ok();
        let is_shown = reply.get("snapshot").is_some();
        assert_eq!(is_shown, is_shown_again, "{read}: {reply}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_invalid_read_is_refused_before_the_first_action() {
    let (rig, actions, _extension) = open_page().await;
    for read in [
        json!({"find": {}}),
        json!({"find": {"role": "button", "limit": 0}}),
        json!({"get": {"what": "styles", "uid": "5"}}),
        json!({"wait": {"for": "time"}}),
        json!({"wait": {"for": "load", "within": "5"}}),
        json!({"wait": {"for": "text_gone", "value": "x", "new": true}}),
        json!({"wait": {"for": "text", "value": "x", "timeoutMs": 1}}),
        json!({"observe": {"what": "html"}}),
        json!({"get": {"what": "title", "session": "other"}}),
        json!({"look": {}}),
        json!({"network": {"limit": 0}}),
        json!({"errors": {"limit": 301}}),
        json!({"errors": {"failed": true}}),
    ] {
        let list = json!([{"action": "highlight", "uid": "5"}, read]);
        let fault = rig.post("/interact", &json!({"actions": list})).await;
        fault.fault(Code::BadRequest);
    }
    let short = json!({"wait": {"for": "load", "timeoutMs": 1}});
    let list = json!([{"action": "highlight", "uid": "5"}, short]);
    let fault = rig.post("/interact", &json!({"actions": list})).await;
    let message = fault.body["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("Step 2: `timeoutMs`"), "{message}");
    assert_eq!(count(&actions), 0);
}

#[tokio::test]
async fn a_wait_can_be_for_new_text_or_inside_an_element() {
    let (rig, _, _extension) = open_page().await;
    let wait = |more: Value| {
        let mut body = json!({"for": "text", "value": "Delete", "timeoutMs": 100});
        body.as_object_mut()
            .expect("an object")
            .extend(more.as_object().expect("an object").clone());
        body
    };
    let rig = &rig;
    let post = async |more: Value| rig.post("/wait", &wait(more)).await;
    post(json!({})).await.ok();
    post(json!({"within": "5"})).await.ok();
    post(json!({"new": true})).await.fault(Code::NotYet);
    let list = json!([{"action": "highlight", "uid": "5"}, {"wait": wait(json!({"new": true}))}]);
    let reply = rig.post("/interact", &json!({"actions": list})).await;
    assert_eq!(reply.body["error"], "not_yet");
}
