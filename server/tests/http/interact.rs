//! Acting on an element: what the extension is asked, what is checked before and after a person
//! has said yes, and how long that may take.

use crate::elements::{CHROME, Page};
use crate::rig::{Pretended, Rig, Said, chrome_tab};
use axlens_protocol::Code;
use axlens_protocol::wire::{InteractParams, Method, Query};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// What the extension was asked to do.
type Acts = Arc<Mutex<Vec<InteractParams>>>;

fn done() -> Value {
    json!({"ok": {"done": {"tab": chrome_tab(CHROME, "https://example.com/")}}})
}

/// A page of which a snapshot was shown, in an extension that answers `interact` with what `act`
/// says.
async fn shown(
    act: impl Fn(&Page, &InteractParams) -> Value + Send + 'static,
) -> (Rig, Page, Acts, Pretended) {
    let (rig, page, acts) = (Rig::new(), Page::new(), Acts::default());
    let (answering, asked) = (page.clone(), Arc::clone(&acts));
    let extension = rig.pretend(move |query| match &query.method {
        Method::Interact(params) => {
            asked.lock().expect("no panic").push(params.clone());
            act(&answering, params)
        }
        _ => answering.answer(query),
    });
    rig.observe(json!({})).await.ok();
    (rig, page, acts, extension)
}

async fn highlight(rig: &Rig, id: &str) -> Said {
    rig.post("/interact", &json!({"action": "highlight", "uid": id}))
        .await
}

fn asked(acts: &Acts) -> Vec<InteractParams> {
    acts.lock().expect("no panic").clone()
}

#[tokio::test(start_paused = true)]
async fn an_element_is_acted_on_by_its_node_and_its_line() {
    let (rig, _page, acts, _extension) = shown(|_, _| done()).await;
    let said = highlight(&rig, "5").await.ok();
    let result = json!({"action": "highlight", "name": "Delete", "outcome": "shown",
        "role": "button", "uid": "5"});
    assert_eq!(said, json!({"results": [result], "tab": 1}));
    let [params] = &asked(&acts)[..] else {
        panic!("{acts:?}");
    };
    assert_eq!((params.target.node, params.target.world), (10, 11));
    assert_eq!(
        (&*params.line, &params.consent),
        ("button \"Delete\"", &None)
    );
}

#[tokio::test(start_paused = true)]
async fn a_recycled_row_is_never_acted_on_however_often_it_is_asked() {
    let (rig, page, acts, _extension) = shown(|_, _| done()).await;
    page.change(|state| state.first_row = ("Mallory", 99));
    for _ in 0..2 {
        let fault = highlight(&rig, "5").await.fault(Code::ChangedUid);
        assert!(fault.message.contains("row \"Mallory Delete\""), "{fault}");
        assert!(fault.hint.contains("refused again"), "{}", fault.hint);
    }
    page.change(|state| state.with_button = false);
    highlight(&rig, "5").await.fault(Code::StaleUid);
    assert!(asked(&acts).is_empty());
    // It was shown again: that is what acknowledges it.
    page.change(|state| state.with_button = true);
    rig.observe(json!({})).await.ok();
    highlight(&rig, "5").await.ok();
}

/// Says yes to what comes without a permit, and changes the page before it does.
fn consented(change: fn(&Page)) -> impl Fn(&Page, &InteractParams) -> Value {
    move |page, params| match &params.consent {
        Some(_) => done(),
        None => {
            change(page);
            json!({"ok": {"consented": "a-permit"}})
        }
    }
}

#[tokio::test(start_paused = true)]
async fn once_a_person_has_said_yes_the_element_is_looked_at_again() {
    let (rig, _page, acts, _extension) = shown(consented(|_| {})).await;
    highlight(&rig, "5").await.ok();
    let permits: Vec<_> = asked(&acts).into_iter().map(|act| act.consent).collect();
    assert_eq!(permits, [None, Some("a-permit".to_owned())]);

    let recycled = |page: &Page| page.change(|state| state.first_row = ("Mallory", 99));
    let (rig, _page, acts, _extension) = shown(consented(recycled)).await;
    highlight(&rig, "5").await.fault(Code::ChangedUid);
    assert_eq!(asked(&acts).len(), 1);

    let navigated = |page: &Page| page.change(|state| state.document = "D2");
    let (rig, _page, acts, _extension) = shown(consented(navigated)).await;
    highlight(&rig, "5").await.fault(Code::StaleUid);
    assert_eq!(asked(&acts).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_extension_that_asks_again_and_again_is_a_fault() {
    let again = json!({"ok": {"consented": "a-permit"}});
    let (rig, _page, acts, _extension) = shown(move |_, _| again.clone()).await;
    highlight(&rig, "5").await.fault(Code::Internal);
    assert_eq!(asked(&acts).len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_request_that_makes_no_sense_says_so() {
    let (rig, _page, acts, _extension) = shown(|_, _| done()).await;
    for body in [
        json!({}),
        json!({"uid": "5"}),
        json!({"action": "click", "uid": "5"}),
        json!({"action": "highlight"}),
        json!({"action": "highlight", "uid": "5", "id": "5"}),
        json!({"action": "highlight", "uid": "5", "force": true}),
    ] {
        rig.post("/interact", &body).await.fault(Code::BadRequest);
    }
    highlight(&rig, "77").await.fault(Code::UnknownUid);
    assert!(asked(&acts).is_empty());
}

/// A worker that has been given an `interact` and has not answered it.
async fn begun(timeout: u64) -> (Rig, JoinHandle<Said>, Query) {
    let (rig, page) = (Rig::new(), Page::new());
    let (asking, answering) = (rig.clone(), page.clone());
    let looking = rig.pretend(move |query| answering.answer(query));
    rig.observe(json!({})).await.ok();
    drop(looking);
    let body = json!({"action": "highlight", "uid": "5", "timeoutMs": timeout});
    let asked = tokio::spawn(async move { asking.post("/interact", &body).await });
    loop {
        for query in rig.poll("pretended", 25).await {
            match query.method {
                Method::Interact(_) => return (rig, asked, query),
                _ => drop(rig.result(&query.id, &page.answer(&query)).await),
            }
        }
    }
}

async fn waiting(rig: &Rig, query: &Query, waits: bool) {
    let body = json!({"query": query.id, "waits": waits});
    let request = rig.extension("POST", "/waiting", "pretended");
    let request = request.body(axum::body::Body::from(body.to_string()));
    let said = rig.call(request.expect("a request")).await;
    assert_eq!(said.status, 204);
}

#[tokio::test(start_paused = true)]
async fn the_time_in_which_a_person_is_asked_does_not_count() {
    let (rig, asked, query) = begun(5_000).await;
    waiting(&rig, &query, true).await;
    tokio::time::advance(Duration::from_secs(60)).await;
    assert!(!asked.is_finished());
    waiting(&rig, &query, false).await;
    tokio::time::advance(Duration::from_secs(3)).await;
    assert!(!asked.is_finished());
    assert_eq!(rig.result(&query.id, &done()).await.status, 204);
    asked.await.expect("it ends").ok();
}

#[tokio::test(start_paused = true)]
async fn the_time_for_a_person_has_an_end_and_what_is_left_counts_again() {
    for (waits_again, longest) in [(false, 5), (true, 70)] {
        let (rig, asked, query) = begun(5_000).await;
        let start = Instant::now();
        waiting(&rig, &query, true).await;
        waiting(&rig, &query, waits_again).await;
        asked.await.expect("it ends").fault(Code::Timeout);
        let took = start.elapsed().as_secs_f64();
        assert!((took - f64::from(longest)).abs() < 1.0, "{took}");
    }
}

#[tokio::test(start_paused = true)]
async fn another_worker_can_not_hold_a_query() {
    let (rig, asked, query) = begun(5_000).await;
    let start = Instant::now();
    let body = json!({"query": query.id, "waits": true});
    let stranger = rig.extension_in("POST", "/waiting", ("another-browser", "x"));
    let stranger = stranger.body(axum::body::Body::from(body.to_string()));
    rig.call(stranger.expect("a request")).await;
    asked.await.expect("it ends").fault(Code::Timeout);
    assert!(start.elapsed() < Duration::from_secs(6));
}

#[tokio::test(start_paused = true)]
async fn an_agent_that_hangs_up_cancels_what_the_worker_has() {
    let (rig, asked, query) = begun(5_000).await;
    waiting(&rig, &query, true).await;
    asked.abort();
    let _ = asked.await;
    let told = rig
        .poll_in((crate::rig::BROWSER, "pretended"), 25)
        .await
        .ok();
    assert_eq!(told, json!({"queries": [], "cancelled": [query.id]}));
    let late = rig.result(&query.id, &done()).await;
    late.fault(Code::NotFound);
}
