//! Actions on an element: the queries to the extension, the checks before and after the user's
//! consent, and the timeouts.

use crate::http::elements::locate::{CHROME, TestPage};
use crate::http::rig::{Reply, Rig, SimulatedExtension, chrome_tab};
use axlens_protocol::Code;
use axlens_protocol::wire::{InteractParams, Method, Query};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// The actions that the extension has received.
pub type ReceivedActions = Arc<Mutex<Vec<InteractParams>>>;

pub fn done() -> Value {
    reported(json!({"via": "script", "settled": "quiet"}))
}

/// The answer of an extension that has executed the action, with its report.
pub fn reported(report: Value) -> Value {
    let tab = chrome_tab(CHROME, "https://example.com/");
    json!({"ok": {"done": {"tab": tab, "report": report}}})
}

/// A session with a snapshot of a page, and an extension that answers `interact` with `act`.
pub async fn open_page(
    act: impl Fn(&TestPage, &InteractParams) -> Value + Send + 'static,
) -> (Rig, TestPage, ReceivedActions, SimulatedExtension) {
    let (rig, page, acts) = (Rig::new(), TestPage::new(), ReceivedActions::default());
    let (answering, received) = (page.clone(), Arc::clone(&acts));
    let extension = rig.simulate(move |query| match &query.method {
        Method::Interact(params) => {
            received.lock().expect("no panic").push((**params).clone());
            act(&answering, params)
        }
        Method::Outcome { .. } => json!({"ok": {"never": {}}}),
        _ => answering.answer(query),
    });
    rig.observe(json!({"format": "lean"})).await.ok();
    (rig, page, acts, extension)
}

pub async fn interact(rig: &Rig, body: Value) -> Reply {
    rig.post("/interact", &body).await
}

pub async fn highlight(rig: &Rig, id: &str) -> Reply {
    rig.post("/interact", &json!({"action": "highlight", "uid": id}))
        .await
}

pub fn received(acts: &ReceivedActions) -> Vec<InteractParams> {
    acts.lock().expect("no panic").clone()
}

#[tokio::test(start_paused = true)]
async fn an_element_is_acted_on_by_its_node_and_its_line() {
    let (rig, _page, acts, _extension) = open_page(|_, _| done()).await;
    let reply = highlight(&rig, "5").await.ok();
    let result = json!({"action": "highlight", "name": "Delete", "outcome": "shown",
        "role": "button", "uid": "5", "via": "script"});
    // Fields without information are omitted.
    let expected = json!({"delta": "unchanged", "results": [result], "since": 1, "snapshot": 2,
        "tab": 1, "waitedMs": 0});
    assert_eq!(reply, expected);
    let [params] = &received(&acts)[..] else {
        panic!("{acts:?}");
    };
    let target = params.target.as_ref().expect("an element");
    assert_eq!((target.node, target.world), (10, 11));
    assert_eq!(
        (&*params.line, &params.consent),
        ("button \"Delete\" in the row \"Ada Delete\"", &None)
    );
}

#[tokio::test(start_paused = true)]
async fn a_recycled_row_is_never_acted_on() {
    let (rig, page, acts, _extension) = open_page(|_, _| done()).await;
    page.change(|state| state.first_row = ("Mallory", 99));
    for _ in 0..2 {
        let fault = highlight(&rig, "5").await.fault(Code::ChangedUid);
        assert!(fault.message.contains("row \"Mallory Delete\""), "{fault}");
        assert!(fault.hint.contains("refused again"), "{}", fault.hint);
    }
    page.change(|state| state.with_button = false);
    highlight(&rig, "5").await.fault(Code::StaleUid);
    assert!(received(&acts).is_empty());
    // A new snapshot acknowledges it.
    page.change(|state| state.with_button = true);
    rig.observe(json!({})).await.ok();
    highlight(&rig, "5").await.ok();
}

/// Consents to an action without a permit, after it has changed the page.
fn consented(change: fn(&TestPage)) -> impl Fn(&TestPage, &InteractParams) -> Value {
    move |page, params| match &params.consent {
        Some(_) => done(),
        None => {
            change(page);
            json!({"ok": {"consented": "a-permit"}})
        }
    }
}

#[tokio::test(start_paused = true)]
async fn after_consent_the_element_is_checked_again() {
    let (rig, _page, acts, _extension) = open_page(consented(|_| {})).await;
    highlight(&rig, "5").await.ok();
    let permits: Vec<_> = received(&acts).into_iter().map(|act| act.consent).collect();
    assert_eq!(permits, [None, Some("a-permit".to_owned())]);

    let recycled = |page: &TestPage| page.change(|state| state.first_row = ("Mallory", 99));
    let (rig, _page, acts, _extension) = open_page(consented(recycled)).await;
    highlight(&rig, "5").await.fault(Code::ChangedUid);
    assert_eq!(received(&acts).len(), 1);

    let navigated = |page: &TestPage| page.change(|state| state.document = "D2");
    let (rig, _page, acts, _extension) = open_page(consented(navigated)).await;
    highlight(&rig, "5").await.fault(Code::StaleUid);
    assert_eq!(received(&acts).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn repeated_requests_for_consent_are_a_fault() {
    let again = json!({"ok": {"consented": "a-permit"}});
    let (rig, _page, acts, _extension) = open_page(move |_, _| again.clone()).await;
    highlight(&rig, "5").await.fault(Code::Internal);
    assert_eq!(received(&acts).len(), 2);
}

#[tokio::test(start_paused = true)]
async fn an_invalid_request_is_a_fault() {
    let (rig, _page, acts, _extension) = open_page(|_, _| done()).await;
    for body in [
        json!({}),
        json!({"uid": "5"}),
        json!({"action": "smash", "uid": "5"}),
        json!({"action": "highlight"}),
        json!({"action": "highlight", "uid": "5", "id": "5"}),
        json!({"action": "highlight", "uid": "5", "force": true}),
        json!({"action": "highlight", "uid": "5", "value": "x"}),
        json!({"action": "fill", "uid": "5"}),
        json!({"action": "fill", "uid": "5", "text": "x"}),
        json!({"action": "click", "uid": "5", "count": 4}),
        json!({"action": "press", "keys": []}),
        json!({"action": "select", "uid": "5"}),
        json!({"action": "select", "uid": "5", "values": [], "labels": []}),
        json!({"action": "scroll", "to": "top", "by": [0, 5]}),
        json!({"action": "back", "uid": "5"}),
        json!({"action": "navigate"}),
        json!({"actions": []}),
        json!({"actions": [{"uid": "5"}]}),
        json!({"actions": [{"action": "click", "uid": "5"}], "action": "click"}),
        json!({"actions": [{"action": "click", "uid": "5", "tab": 1}]}),
        json!({"action": "click", "uid": "5", "key": ""}),
        json!({"action": "click", "uid": "5", "snapshot": "some"}),
        json!({"action": "click", "uid": "5", "cursor": "w1.1"}),
        json!({"action": "click", "uid": "5", "format": "xml"}),
    ] {
        interact(&rig, body).await.fault(Code::BadRequest);
    }
    let fault = interact(
        &rig,
        json!({"action": "fill", "uid": "5", "value": "x", "keys": "a"}),
    )
    .await;
    let fault = fault.fault(Code::BadRequest);
    assert!(
        fault.message.contains("`fill` doesn't accept `keys`"),
        "{fault}"
    );
    highlight(&rig, "77").await.fault(Code::UnknownUid);
    assert!(received(&acts).is_empty());
}

pub fn renamed(page: &TestPage, _: &InteractParams) -> Value {
    page.change(|state| state.first_row = ("Ada King", 1));
    reported(json!({"via": "pointer", "settled": "quiet", "waitedMs": 51, "mutations": 1}))
}

#[tokio::test(start_paused = true)]
async fn the_change_is_found_by_comparison_and_included() {
    let (rig, _page, _acts, _extension) = open_page(renamed).await;
    let click = json!({"action": "click", "uid": 5});
    let reply = interact(&rig, click.clone()).await.ok();
    let result = &reply["results"][0];
    assert_eq!(
        (&result["outcome"], &result["evidence"]["lines"]),
        (&json!("changed"), &json!(2))
    );
    assert_eq!(
        (&reply["delta"], &reply["waitedMs"]),
        (&json!("changes"), &json!(51))
    );
    let tree = reply["tree"].as_str().unwrap_or_default();
    assert!(
        tree.starts_with("...(changes since snapshot 1") && tree.contains("Ada King"),
        "{tree}"
    );
    // The second click changes nothing, whatever the extension reports.
    let reply = interact(&rig, click.clone()).await.ok();
    assert_eq!(reply["results"][0]["outcome"], "unchanged");
    let quiet = json!({"action": "click", "uid": 5, "snapshot": "none"});
    let reply = interact(&rig, quiet).await.ok();
    assert!(
        reply.get("tree").is_none() && reply.get("url").is_none(),
        "{reply}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_list_stops_at_the_first_fault_and_has_the_completed_results() {
    let (rig, _page, acts, _extension) = open_page(|page, params| match params.act.as_str() {
        "click" => renamed(page, params),
        _ => json!({"ok": {"refused": {"why": "covered", "by": [99, 11]}}}),
    })
    .await;
    let actions = json!([{"action": "click", "uid": 5}, {"action": "hover", "uid": 5},
        {"action": "click", "uid": 6}]);
    let reply = interact(&rig, json!({"actions": actions})).await;
    assert_eq!(reply.status, 409);
    let body = reply.body;
    assert_eq!(body["error"], "element_covered");
    let message = body["message"].as_str().unwrap_or_default();
    assert!(
        message.contains("covered by button \"Delete\" (uid 6)"),
        "{message}"
    );
    assert_eq!(body["done"]["results"].as_array().map(Vec::len), Some(1));
    let tree = body["done"]["tree"].as_str().unwrap_or_default();
    assert!(tree.contains("Ada King"), "{tree}");
    let names: Vec<_> = received(&acts)
        .iter()
        .map(|params| params.act.as_str())
        .collect();
    assert_eq!(names, ["click", "hover"]);
    // An immediate failure has no other fields.
    let reply = interact(&rig, json!({"action": "hover", "uid": 5})).await;
    assert!(reply.body.get("done").is_none());
}

/// An extension whose answer to an action is lost, and which then reports this outcome.
async fn lost(outcome: Value) -> (Rig, ReceivedActions, SimulatedExtension) {
    let (rig, page, acts) = (Rig::new(), TestPage::new(), ReceivedActions::default());
    let received = Arc::clone(&acts);
    let extension = rig.simulate(move |query| match &query.method {
        Method::Interact(params) => {
            received.lock().expect("no panic").push((**params).clone());
            json!({"fault": {"error": "timeout", "message": "The page took too long."}})
        }
        Method::Outcome { .. } => json!({"ok": outcome}),
        _ => page.answer(query),
    });
    rig.observe(json!({"format": "lean"})).await.ok();
    (rig, acts, extension)
}

#[tokio::test(start_paused = true)]
async fn only_an_action_that_never_began_may_be_retried() {
    let click = json!({"action": "click", "uid": 5});
    let (rig, _acts, _extension) = lost(json!({"never": {}})).await;
    assert!(
        interact(&rig, click.clone())
            .await
            .fault(Code::Timeout)
            .retryable
    );

    let (rig, _acts, _extension) = lost(json!({"begun": {}})).await;
    let reply = interact(&rig, click.clone()).await.ok();
    assert_eq!(reply["results"][0]["outcome"], "unknown");

    let report = json!({"begun": {"report": {"via": "pointer"}}});
    let (rig, _acts, _extension) = lost(report).await;
    let reply = interact(&rig, click).await.ok();
    assert_eq!(reply["results"][0]["outcome"], "unchanged");
}

#[tokio::test(start_paused = true)]
async fn a_completed_request_with_a_key_is_not_executed_again() {
    let report = json!({"begun": {"report": {"via": "pointer", "opened": [7]}}});
    let (rig, acts, _extension) = lost(report).await;
    let click = json!({"action": "click", "uid": 5, "key": "order-1"});
    let reply = interact(&rig, click).await.ok();
    let result = &reply["results"][0];
    assert_eq!(
        (&result["outcome"], &result["before"]),
        (&json!("opened_tab"), &json!(true))
    );
    assert!(received(&acts).is_empty());

    let (rig, acts, _extension) = lost(json!({"never": {}})).await;
    for key in ["order-1", "order-1", "order-2"] {
        let click = json!({"action": "click", "uid": 5, "key": key});
        interact(&rig, click).await.fault(Code::Timeout);
    }
    let ids: Vec<String> = received(&acts)
        .into_iter()
        .map(|params| params.id)
        .collect();
    assert!(ids[0] == ids[1] && ids[1] != ids[2], "{ids:?}");
}

#[tokio::test(start_paused = true)]
async fn the_id_of_an_action_with_a_key_names_key_and_request() {
    let (rig, acts, _extension) = lost(json!({"never": {}})).await;
    for (action, timeout) in [("click", 4000), ("click", 5000), ("hover", 5000)] {
        let body = json!({"action": action, "uid": 5, "key": "order-1", "timeoutMs": timeout});
        interact(&rig, body).await.fault(Code::Timeout);
    }
    let ids: Vec<String> = received(&acts)
        .into_iter()
        .map(|params| params.id)
        .collect();
    let parts: Vec<_> = ids.iter().filter_map(|id| id.split_once('-')).collect();
    let [first, repeated, other] = parts[..] else {
        panic!("{ids:?}");
    };
    assert_eq!(first, repeated);
    assert!(first.0 == other.0 && first.1 != other.1, "{ids:?}");
}

#[tokio::test(start_paused = true)]
async fn an_action_without_an_element_targets_the_page() {
    let (rig, _page, acts, _extension) = open_page(|_, _| done()).await;
    let reply = interact(&rig, json!({"action": "press", "keys": "Enter", "tab": 1}))
        .await
        .ok();
    assert_eq!(reply["results"][0]["action"], "press");
    interact(&rig, json!({"action": "reload", "tab": 1}))
        .await
        .ok();
    let targets = received(&acts).into_iter().map(|params| params.target);
    let targets: Vec<_> = targets
        .map(|target| target.map(|target| target.node))
        .collect();
    assert_eq!(targets, [Some(0), None]);
}

/// A worker that has an unanswered `interact` query.
async fn begun(timeout: u64) -> (Rig, JoinHandle<Reply>, Query) {
    begun_by(json!({"action": "highlight", "uid": "5", "timeoutMs": timeout})).await
}

async fn begun_by(body: Value) -> (Rig, JoinHandle<Reply>, Query) {
    let (rig, page) = (Rig::new(), TestPage::new());
    let (pending, answering) = (rig.clone(), page.clone());
    let looking = rig.simulate(move |query| answering.answer(query));
    rig.observe(json!({})).await.ok();
    drop(looking);
    let received = tokio::spawn(async move { pending.post("/interact", &body).await });
    loop {
        for query in rig.poll("pretended", 25).await {
            match query.method {
                Method::Interact(_) => return (rig, received, query),
                Method::Outcome { .. } => {
                    rig.result(&query.id, &json!({"ok": {"never": {}}})).await;
                }
                _ => drop(rig.result(&query.id, &page.answer(&query)).await),
            }
        }
    }
}

async fn waiting(rig: &Rig, query: &Query, waits: bool) {
    let body = json!({"query": query.id, "waits": waits});
    let request = rig.extension("POST", "/waiting", "pretended");
    let request = request.body(axum::body::Body::from(body.to_string()));
    let reply = rig.call(request.expect("a request")).await;
    assert_eq!(reply.status, 204);
}

#[tokio::test(start_paused = true)]
async fn requests_with_the_same_key_get_the_same_denial() {
    let body = json!({"action": "highlight", "uid": "5", "key": "order-1"});
    let (rig, first, query) = begun_by(body.clone()).await;
    let ask = || {
        let (rig, body) = (rig.clone(), body.clone());
        tokio::spawn(async move { rig.post("/interact", &body).await })
    };
    let all = [first, ask(), ask()];
    while rig.state.keyed.waiting() < 2 {
        tokio::task::yield_now().await;
    }
    let no = json!({"fault": {"error": "permission_denied", "message": "The user says no."}});
    assert_eq!(rig.result(&query.id, &no).await.status, 204);
    for answered in all {
        let fault = answered
            .await
            .expect("it ends")
            .fault(Code::PermissionDenied);
        assert!(fault.message.contains("The user says no."), "{fault}");
    }
    // The extension got no second query; a later request gets a new one.
    let (acts, page) = (ReceivedActions::default(), TestPage::new());
    let asked_of = Arc::clone(&acts);
    let _extension = rig.simulate(move |query| match &query.method {
        Method::Interact(params) => {
            asked_of.lock().expect("no panic").push((**params).clone());
            done()
        }
        Method::Outcome { .. } => json!({"ok": {"never": {}}}),
        _ => page.answer(query),
    });
    interact(&rig, body.clone()).await.ok();
    assert_eq!(received(&acts).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_time_in_which_a_person_is_asked_does_not_count() {
    let (rig, received, query) = begun(5_000).await;
    waiting(&rig, &query, true).await;
    tokio::time::advance(Duration::from_secs(60)).await;
    assert!(!received.is_finished());
    waiting(&rig, &query, false).await;
    tokio::time::advance(Duration::from_secs(3)).await;
    assert!(!received.is_finished());
    assert_eq!(rig.result(&query.id, &done()).await.status, 204);
    received.await.expect("it ends").ok();
}

/// A consent, or the gesture that a key press needs.
#[tokio::test(start_paused = true)]
async fn the_actions_after_a_person_was_asked_have_their_time() {
    let act = json!({"action": "highlight", "uid": "5"});
    let body = json!({"actions": [act, act], "timeoutMs": 5_000});
    let (rig, received, query) = begun_by(body).await;
    waiting(&rig, &query, true).await;
    tokio::time::advance(Duration::from_secs(60)).await;
    waiting(&rig, &query, false).await;
    assert_eq!(rig.result(&query.id, &done()).await.status, 204);
    let page = TestPage::new();
    while !received.is_finished() {
        for query in rig.poll("pretended", 25).await {
            let left = Duration::from_millis(query.deadline_ms);
            assert!(left > Duration::from_secs(1), "{left:?}");
            let answer = match query.method {
                Method::Interact(_) => done(),
                _ => page.answer(&query),
            };
            rig.result(&query.id, &answer).await;
        }
    }
    received.await.expect("it ends").ok();
}

#[tokio::test(start_paused = true)]
async fn the_time_for_a_person_has_an_end_and_what_is_left_counts_again() {
    // And then the extension is asked for two seconds what became of it.
    for (waits_again, longest) in [(false, 7), (true, 72)] {
        let (rig, received, query) = begun(5_000).await;
        let start = Instant::now();
        waiting(&rig, &query, true).await;
        waiting(&rig, &query, waits_again).await;
        received.await.expect("it ends").fault(Code::Timeout);
        let took = start.elapsed().as_secs_f64();
        assert!((took - f64::from(longest)).abs() < 1.0, "{took}");
    }
}

#[tokio::test(start_paused = true)]
async fn another_worker_can_not_hold_a_query() {
    let (rig, received, query) = begun(5_000).await;
    let start = Instant::now();
    let body = json!({"query": query.id, "waits": true});
    let stranger = rig.extension_in("POST", "/waiting", ("another-browser", "x"));
    let stranger = stranger.body(axum::body::Body::from(body.to_string()));
    rig.call(stranger.expect("a request")).await;
    received.await.expect("it ends").fault(Code::Timeout);
    assert!(start.elapsed() < Duration::from_secs(8));
}

#[tokio::test(start_paused = true)]
async fn an_agent_that_hangs_up_cancels_what_the_worker_has() {
    let (rig, received, query) = begun(5_000).await;
    waiting(&rig, &query, true).await;
    received.abort();
    let _ = received.await;
    let notice = rig
        .poll_in((crate::http::rig::BROWSER, "pretended"), 25)
        .await
        .ok();
    assert_eq!(notice, json!({"queries": [], "cancelled": [query.id]}));
    let late = rig.result(&query.id, &done()).await;
    late.fault(Code::NotFound);
}
