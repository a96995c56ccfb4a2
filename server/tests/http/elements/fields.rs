//! Lists of actions on fields: one query for all of them, an outcome for each.

use crate::http::elements::locate::{CHROME, TestPage};
use crate::http::rig::{Rig, SimulatedExtension, chrome_tab};
use axlens_protocol::Code;
use axlens_protocol::wire::{FieldsParams, Method};
use serde_json::{Value, json};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};

/// The actions of each query for a list, and the number of queries for one action.
type Received = Arc<Mutex<(Vec<FieldsParams>, usize)>>;

/// The reply of an action that was executed.
fn done(report: Value) -> Value {
    json!({"ok": {"done": {"tab": chrome_tab(CHROME, "https://example.com/"), "report": report}}})
}

/// The page, with a name for its tree: the server verifies elements in a named tree.
fn named(page: &TestPage, query: &axlens_protocol::wire::Query) -> Value {
    let mut answer = page.answer(query);
    let frame = &mut answer["ok"]["frames"][0];
    if frame.is_object() {
        let mut hasher = DefaultHasher::new();
        frame["tree"].to_string().hash(&mut hasher);
        frame["treeName"] = json!(format!("t{}", hasher.finish()));
    }
    answer
}

/// A session with a snapshot of a page, and an extension that answers lists with `act`, single
/// actions as done, and requests for outcomes with `outcome`.
async fn open_page(
    act: impl Fn(&TestPage) -> Value + Send + 'static,
    outcome: impl Fn(&str) -> Value + Send + 'static,
) -> (Rig, TestPage, Received, SimulatedExtension) {
    let (rig, page, received) = (Rig::new(), TestPage::new(), Received::default());
    let (answering, log) = (page.clone(), Arc::clone(&received));
    let extension = rig.simulate(move |query| match &query.method {
        Method::InteractFields(params) => {
            log.lock().expect("no panic").0.push(params.clone());
            act(&answering)
        }
        Method::Interact(_) => {
            log.lock().expect("no panic").1 += 1;
            done(json!({"via": "keyboard", "settled": "quiet", "watchedMs": 100}))
        }
        Method::Outcome { id } => json!({"ok": outcome(id)}),
        _ => named(&answering, query),
    });
    rig.observe(json!({"format": "lean"})).await.ok();
    (rig, page, received, extension)
}

fn fields() -> Value {
    json!({"actions": [
        {"action": "fill", "uid": 5, "value": "Ada"},
        {"action": "fill", "uid": 6, "value": "Alan"},
    ]})
}

fn outcomes(answer: &Value) -> Vec<&str> {
    let results = answer["results"].as_array().into_iter().flatten();
    let outcomes = results.map(|result| result["outcome"].as_str().unwrap_or_default());
    outcomes.collect()
}

fn never(_: &str) -> Value {
    json!({"never": {}})
}

#[tokio::test(start_paused = true)]
async fn a_list_is_one_query_with_an_outcome_for_each_action() {
    let act = |page: &TestPage| {
        page.change(|state| state.button.1 = "Deleted");
        let first = json!({"via": "keyboard", "settled": "quiet", "watchedMs": 52});
        let verified = json!({"outcome": "reverted"});
        let last = json!({"via": "keyboard", "settled": "quiet", "waitedMs": 52, "watchedMs": 52,
            "verified": verified});
        json!({"ok": {"ends": [done(first), done(last)]}})
    };
    let (rig, _page, received, _extension) = open_page(act, never).await;
    let answer = rig.post("/interact", &fields()).await.ok();
    assert_eq!(outcomes(&answer), ["changed", "reverted"], "{answer:#}");
    assert_eq!(answer["results"][0]["evidence"]["lines"], 2);
    assert_eq!(answer["results"][1]["evidence"]["readBack"], "reverted");
    assert_eq!(answer["waitedMs"], 52);
    let (lists, alone) = received.lock().expect("no panic").clone();
    let [FieldsParams { actions }] = &lists[..] else {
        panic!("{lists:?}");
    };
    assert_eq!((actions.len(), alone), (2, 0));
    assert_ne!(actions[0].id, actions[1].id);
    assert!(actions.iter().all(|action| action.verified_in.is_some()));
}

#[tokio::test(start_paused = true)]
async fn lines_that_an_action_has_touched_are_its_change() {
    let act = |page: &TestPage| {
        page.change(|state| state.clock = Some(1));
        let first = json!({"via": "keyboard", "settled": "quiet", "mutations": 1, "touched": [20]});
        let last = json!({"via": "keyboard", "settled": "quiet"});
        json!({"ok": {"ends": [done(first), done(last)]}})
    };
    let (rig, _page, _received, _extension) = open_page(act, never).await;
    let answer = rig.post("/interact", &fields()).await.ok();
    assert_eq!(outcomes(&answer), ["changed", "unchanged"], "{answer:#}");
}

#[tokio::test(start_paused = true)]
async fn an_action_that_fails_ends_the_list() {
    let act = |_: &TestPage| {
        let disabled = json!({"ok": {"refused": {"why": "disabled"}}});
        json!({"ok": {"ends": [done(json!({"via": "keyboard", "settled": "quiet"})), disabled]}})
    };
    let (rig, _page, received, _extension) = open_page(act, never).await;
    let mut body = fields();
    let actions = body["actions"].as_array_mut().expect("a list");
    actions.push(json!({"action": "click", "uid": 5}));
    let reply = rig.post("/interact", &body).await;
    assert_eq!(outcomes(&reply.body["done"]), ["unchanged"]);
    assert_eq!(reply.body["error"], "element_disabled");
    let message = reply.body["message"].as_str().unwrap_or_default();
    assert!(message.ends_with("Step 3 was not executed."), "{message}");
    assert_eq!(received.lock().expect("no panic").1, 0);
}

#[tokio::test(start_paused = true)]
async fn actions_after_the_end_of_a_list_are_executed_alone() {
    for ends in [0, 1] {
        let act = move |_: &TestPage| {
            let end = done(json!({"via": "keyboard", "settled": "quiet"}));
            json!({"ok": {"ends": vec![end; ends]}})
        };
        let (rig, _page, received, _extension) = open_page(act, never).await;
        let answer = rig.post("/interact", &fields()).await.ok();
        assert_eq!(outcomes(&answer), ["unchanged", "unchanged"], "{answer:#}");
        assert_eq!(received.lock().expect("no panic").1, 2 - ends);
    }
}

#[tokio::test(start_paused = true)]
async fn after_a_lost_answer_the_outcome_of_each_action_is_requested() {
    let first = Arc::new(Mutex::new(None::<String>));
    let lost = |_: &TestPage| json!({"fault": {"error": "internal", "message": "Lost."}});
    let outcome = move |id: &str| {
        let first = first.lock().expect("no panic").get_or_insert(id.to_owned()) == id;
        match first {
            true => json!({"begun": {"report": {"via": "keyboard", "settled": "quiet",
                "unseen": true}}}),
            false => json!({"never": {}}),
        }
    };
    let (rig, _page, _received, _extension) = open_page(lost, outcome).await;
    let reply = rig.post("/interact", &fields()).await;
    assert_eq!(outcomes(&reply.body["done"]), ["done"], "{:#}", reply.body);
    assert_eq!(reply.body["error"], "internal");
    assert_eq!(reply.body["retryable"], true);
}

#[tokio::test(start_paused = true)]
async fn one_field_twice_or_a_changed_field_is_no_list() {
    let act = |_: &TestPage| json!({"ok": {"ends": []}});
    let (rig, page, received, _extension) = open_page(act, never).await;
    let twice = json!({"actions": [
        {"action": "fill", "uid": 5, "value": "Ada"},
        {"action": "clear", "uid": 5},
    ]});
    rig.post("/interact", &twice).await.ok();
    assert_eq!(received.lock().expect("no panic").0.len(), 0);
    page.change(|state| state.first_row = ("Mallory", 99));
    let fault = rig.post("/interact", &fields()).await;
    let fault = fault.fault(Code::ChangedUid);
    assert!(
        fault.message.ends_with("Step 2 was not executed."),
        "{fault}"
    );
    assert_eq!(received.lock().expect("no panic").0.len(), 0);
}
