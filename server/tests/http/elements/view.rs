//! The page in the answer of an action: the view that the session was shown last, and its changes.

use crate::http::elements::locate::{CHROME, TestPage};
use crate::http::rig::{Rig, SimulatedExtension, chrome_tab};
use axlens_protocol::wire::Method;
use serde_json::{Value, json};

/// An extension whose actions change the page in this way.
async fn page_with_action(act: fn(&TestPage)) -> (Rig, TestPage, SimulatedExtension) {
    page_with_background(act, json!([])).await
}

/// The same, with these background mutations in each report.
async fn page_with_background(
    act: fn(&TestPage),
    background: Value,
) -> (Rig, TestPage, SimulatedExtension) {
    let (rig, page) = (Rig::new(), TestPage::new());
    page.change(|state| state.links = 12);
    let answering = page.clone();
    let extension = rig.simulate(move |query| match &query.method {
        Method::Interact(_) => {
            act(&answering);
            let tab = chrome_tab(CHROME, "https://example.com/");
            let report = json!({"via": "pointer", "settled": "quiet", "mutations": 1,
                "backgroundMutations": background});
            json!({"ok": {"done": {"tab": tab, "report": report}}})
        }
        _ => answering.answer(query),
    });
    (rig, page, extension)
}

async fn click(rig: &Rig, fields: Value) -> Value {
    let mut body = json!({"action": "click", "uid": 6});
    let fields = fields.as_object().expect("an object").clone();
    body.as_object_mut().expect("an object").extend(fields);
    rig.post("/interact", &body).await.ok()
}

fn tree(answer: &Value) -> &str {
    answer["tree"].as_str().unwrap_or_default()
}

fn rename(page: &TestPage) {
    page.change(|state| state.button = (10, "Remove"));
}

fn rename_the_row(page: &TestPage) {
    page.change(|state| state.first_row = ("Grace", 1));
}

#[tokio::test(start_paused = true)]
async fn an_action_shows_the_changes_in_the_last_view() {
    let (rig, page, _extension) = page_with_action(rename).await;
    let view = json!({"format": "lean", "interactive_only": true});
    rig.observe(view).await.ok();
    let answer = click(&rig, json!({})).await;
    assert_eq!(answer["delta"], "changes");
    assert_eq!(
        tree(&answer),
        "...(changes since snapshot 1, 1 changed)\n~ 5: name \"Delete\" → \"Remove\"\n"
    );
    // The next one compares with what this one has shown.
    page.change(|state| state.with_button = false);
    let answer = click(&rig, json!({})).await;
    assert!(
        tree(&answer).starts_with("...(changes since snapshot 2, 1 removed)"),
        "{answer}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_change_that_the_view_does_not_show_is_announced() {
    let (rig, _page, _extension) = page_with_action(rename_the_row).await;
    rig.observe(json!({"format": "lean", "interactive_only": true}))
        .await
        .ok();
    let answer = click(&rig, json!({})).await;
    assert_eq!(answer["results"][0]["outcome"], "changed");
    assert_eq!(answer["delta"], "unchanged");
    assert_eq!(answer["outside"], json!(["\"Grace\""]));
    assert_eq!(answer["hint"], Value::Null, "{answer}");
}

#[tokio::test(start_paused = true)]
async fn options_of_the_action_replace_the_last_view() {
    let (rig, _page, _extension) = page_with_action(rename_the_row).await;
    rig.observe(json!({"format": "lean", "interactive_only": true}))
        .await
        .ok();
    let answer = click(&rig, json!({"format": "lean"})).await;
    assert_eq!(answer["delta"], "changes");
    assert!(
        tree(&answer).starts_with("...(changes since the actions began"),
        "{answer}"
    );
    assert!(tree(&answer).contains("\"Grace\""), "{answer}");
}

#[tokio::test(start_paused = true)]
async fn after_a_search_an_action_shows_what_has_changed_since() {
    // A search is no view: the last snapshot determines it.
    let (rig, _page, _extension) = page_with_action(rename).await;
    rig.observe(json!({"format": "lean"})).await.ok();
    rig.post("/find", &json!({"role": "button"})).await.ok();
    let answer = click(&rig, json!({})).await;
    assert!(
        tree(&answer).starts_with("...(changes since snapshot 1, 1 changed)"),
        "{answer}"
    );
    // Without a snapshot, the page before the action is compared.
    let (rig, _page, _extension) = page_with_action(rename).await;
    rig.post("/find", &json!({"role": "button"})).await.ok();
    let answer = click(&rig, json!({})).await;
    assert!(
        tree(&answer).starts_with("...(changes since the actions began, 1 changed)"),
        "{answer}"
    );
    // Also if the session was shown another document in the same tab.
    let (rig, page, _extension) = page_with_action(rename).await;
    rig.observe(json!({"format": "lean"})).await.ok();
    page.change(|state| state.document = "D2");
    rig.post("/find", &json!({"role": "button"})).await.ok();
    let answer = click(&rig, json!({})).await;
    assert!(
        tree(&answer).starts_with("...(changes since the actions began, 1 changed)"),
        "{answer}"
    );
}

#[tokio::test(start_paused = true)]
async fn the_scope_stays_until_the_page_has_it_no_more() {
    let (rig, page, _extension) = page_with_action(|_| {}).await;
    let scope = json!({"format": "lean", "interactive_only": true, "scope": "#row"});
    rig.observe(json!({"format": "lean"})).await.ok();
    rig.observe(scope).await.ok();
    page.change(|state| state.button = (10, "Remove"));
    assert_eq!(click(&rig, json!({})).await["delta"], "unchanged");
    page.change(|state| state.has_scope = false);
    let answer = click(&rig, json!({})).await;
    assert!(
        tree(&answer).starts_with(
            "...(full snapshot: the scope \"#row\" is not found; this is the whole page)\n"
        ),
        "{answer}"
    );
    // In the same filter, which stays.
    assert!(
        tree(&answer).contains("Remove") && !tree(&answer).contains("heading"),
        "{answer}"
    );
    assert_eq!(click(&rig, json!({})).await["delta"], "unchanged");
}

#[tokio::test(start_paused = true)]
async fn an_element_as_the_scope_stays_too() {
    fn remove(page: &TestPage) {
        page.change(|state| state.with_button = false);
    }
    let (rig, _page, _extension) = page_with_action(remove).await;
    rig.observe(json!({"format": "lean"})).await.ok();
    rig.observe(json!({"format": "lean", "scope": 5}))
        .await
        .ok();
    let answer = click(&rig, json!({})).await;
    assert!(
        tree(&answer).starts_with("...(full snapshot: the scope \"5\" is not found;"),
        "{answer}"
    );
}

#[tokio::test(start_paused = true)]
async fn the_reason_of_a_full_text_is_true() {
    let reason = |answer: &Value| {
        let line = tree(answer).lines().next().unwrap_or_default();
        let reason = line.strip_prefix("...(full snapshot: ");
        reason.map(|reason| reason.trim_end_matches(')').to_owned())
    };
    let delta = |more: Value| {
        let mut body = json!({"format": "lean", "compression": "delta"});
        let more = more.as_object().expect("an object").clone();
        body.as_object_mut().expect("an object").extend(more);
        body
    };
    let (rig, page, _extension) = page_with_action(|_| {}).await;
    page.change(|state| state.filler = 60);
    let first = rig.observe(delta(json!({}))).await.ok();
    assert_eq!(
        reason(&first).as_deref(),
        Some("no earlier one with these options is stored")
    );
    let refs = rig.observe(delta(json!({"format": "refs"}))).await.ok();
    assert_eq!(
        reason(&refs).as_deref(),
        Some("the ids of this format are of one snapshot only")
    );
    // A new URL alone is another state of the same document.
    page.change(|state| state.url = "https://example.com/next");
    let routed = rig.observe(delta(json!({}))).await.ok();
    assert_eq!(
        (reason(&routed), &routed["delta"]),
        (None, &json!("unchanged"))
    );
    page.change(|state| state.filler = 2);
    let less = rig.observe(delta(json!({}))).await.ok();
    assert_eq!(
        reason(&less).as_deref(),
        Some("it is shorter than the changes")
    );
    page.change(|state| state.document = "D2");
    let other = rig.observe(delta(json!({}))).await.ok();
    assert_eq!(
        reason(&other).as_deref(),
        Some("the tab has loaded another document")
    );
    // The view of a text that was read in one window is known.
    let bounded = json!({"format": "lean", "session": "mcp", "max_tokens": 20_000});
    rig.observe(bounded).await.ok();
    let same = rig.observe(delta(json!({"session": "mcp"}))).await.ok();
    assert_eq!(same["delta"], "unchanged");
}

/// A page whose clock ticks with each action, and in between.
async fn page_with_clock(act: fn(&TestPage), idle: bool) -> (Rig, TestPage, SimulatedExtension) {
    let clock = json!([{"document": "D1", "node": 20, "brought": [], "texts": 1, "idle": idle}]);
    let (rig, page, extension) = page_with_background(act, clock).await;
    page.change(|state| state.clock = Some(10));
    rig.observe(json!({"format": "lean"})).await.ok();
    (rig, page, extension)
}

fn tick(page: &TestPage) {
    page.change(|state| state.clock = state.clock.map(|seconds| seconds - 1));
}

#[tokio::test(start_paused = true)]
async fn a_clock_is_not_reported_as_a_change() {
    let (rig, _page, _extension) = page_with_clock(tick, false).await;
    for _ in 0..3 {
        let answer = click(&rig, json!({})).await;
        assert_eq!(answer["results"][0]["outcome"], "unchanged", "{answer}");
        assert_eq!(answer["delta"], "unchanged");
        assert!(answer.get("tree").is_none(), "{answer}");
    }
    // The next snapshot shows it.
    let snapshot = rig.observe(json!({"format": "lean"})).await.ok();
    assert!(tree(&snapshot).contains("Time left: 7"), "{snapshot}");
    assert_eq!(click(&rig, json!({})).await["delta"], "unchanged");
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_ticks_between_two_actions_is_not_reported_either() {
    let (rig, page, _extension) = page_with_clock(|_| {}, true).await;
    tick(&page);
    let answer = click(&rig, json!({})).await;
    assert_eq!(answer["delta"], "unchanged", "{answer}");
}

#[tokio::test(start_paused = true)]
async fn what_the_action_changes_is_reported_without_the_clock() {
    fn tick_and_rename(page: &TestPage) {
        tick(page);
        rename(page);
    }
    let (rig, _page, _extension) = page_with_clock(tick_and_rename, false).await;
    let answer = click(&rig, json!({})).await;
    assert_eq!(answer["results"][0]["outcome"], "changed");
    assert_eq!(
        tree(&answer),
        "...(changes since snapshot 1, 1 changed)\n~ 5: name \"Delete\" → \"Remove\"\n"
    );
}

#[tokio::test(start_paused = true)]
async fn no_change_of_a_clock_is_lost() {
    // The page changes its clock by itself, and later an action does.
    let (rig, page, extension) = page_with_clock(tick, false).await;
    assert_eq!(click(&rig, json!({})).await["delta"], "unchanged");
    drop(extension);
    let answering = page.clone();
    let _extension = rig.simulate(move |query| match &query.method {
        Method::Interact(_) => {
            answering.change(|state| state.clock = Some(99));
            let tab = chrome_tab(CHROME, "https://example.com/");
            let report = json!({"via": "pointer", "settled": "quiet", "mutations": 1});
            json!({"ok": {"done": {"tab": tab, "report": report}}})
        }
        _ => answering.answer(query),
    });
    let answer = click(&rig, json!({})).await;
    assert_eq!(answer["results"][0]["outcome"], "changed");
    // Compared with the text that the agent was shown.
    assert!(
        tree(&answer).contains("name \"10 s\" → \"99 s\"")
            && tree(&answer).contains("- \"Time left: 10\"")
            && tree(&answer).contains("+ \"Time left: 99\""),
        "{answer}"
    );
    // A delta without an action tells the changes of clocks.
    page.change(|state| state.clock = Some(98));
    let body = json!({"format": "lean", "compression": "delta"});
    let changes = rig.observe(body).await.ok();
    assert!(tree(&changes).contains("98 s"), "{changes}");
}
