//! Elements of earlier snapshots: `/locate`, `/explain`, and a scope with a uid.

use crate::http::rig::{Rig, SimulatedExtension, chrome_tab};
use axlens_protocol::Code;
use axlens_protocol::wire::Query;
use axlens_server::sessions::key::SessionKey;
use axlens_snapshot::{ContextHash, NameHash};
use serde_json::{Value, json};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex};

pub const CHROME: i64 = 1_000_000_001;

/// A page that a test can change: two rows with a button each.
#[derive(Clone)]
pub struct TestPage(Arc<Mutex<TestPageState>>);

pub struct TestPageState {
    pub document: &'static str,
    pub world: u64,
    pub first_row: (&'static str, u64),
    pub with_button: bool,
    /// Node id and name of the button in the first row.
    pub button: (u32, &'static str),
    /// Whether its uid is still the same.
    pub keeps_uid: bool,
    /// Number of text lines other than the rows.
    pub filler: usize,
    /// Number of links after the rows.
    pub links: u32,
    /// A text that changes by itself.
    pub clock: Option<u32>,
    /// Whether selectors of a scope match the second row.
    pub has_scope: bool,
    pub url: &'static str,
    queries: Vec<Query>,
}

impl TestPage {
    pub fn new() -> TestPage {
        TestPage(Arc::new(Mutex::new(TestPageState {
            document: "D1",
            world: 11,
            first_row: ("Ada", 1),
            with_button: true,
            button: (10, "Delete"),
            keeps_uid: true,
            filler: 0,
            links: 0,
            clock: None,
            has_scope: true,
            url: "https://example.com/",
            queries: Vec::new(),
        })))
    }

    pub fn change(&self, change: impl FnOnce(&mut TestPageState)) {
        change(&mut self.0.lock().expect("no test panics with it"));
    }

    /// The queries since the last call.
    pub fn take_queries(&self) -> Vec<Query> {
        std::mem::take(&mut self.0.lock().expect("no test panics with it").queries)
    }

    fn last(&self) -> Query {
        self.0
            .lock()
            .expect("no test panics with it")
            .queries
            .last()
            .expect("there was a query")
            .clone()
    }

    pub fn answer(&self, query: &Query) -> Value {
        let mut state = self.0.lock().expect("no test panics with it");
        state.queries.push(query.clone());
        let params = serde_json::to_value(query).expect("it is JSON");
        let only = &params["params"]["only"];
        if only.is_object() && (only["document"] != state.document || only["world"] != state.world)
        {
            return json!({"fault": {"error": "stale_uid", "message": "The document is gone."}});
        }
        if params["kind"] == "explain" {
            let explanation = json!({"tag": "button", "role": {"value": "button", "from": "html"}, "uid": 5,
                "name": {"value": "", "from": []}, "description": {"value": "", "from": []}, "states": {}, "inTree": true, "why": "has a role", "selector": "#ada"});
            return json!({"ok": {"tab": chrome_tab(CHROME, "https://example.com/"), "document": state.document, "world": state.world, "explanation": explanation}});
        }
        let name = state.first_row.0;
        let (node, button) = state.button;
        let uid = if state.keeps_uid { 5 } else { 7 };
        let first = context(state.first_row.1, button);
        let mut nodes = vec![
            json!({"d": 0, "r": "document", "t": "People"}),
            json!({"d": 1, "n": 1, "r": "heading", "t": "People", "c": true, "g": "h1", "s": {"level": 1}}),
            json!({"d": 1, "n": 2, "r": "row", "g": "tr"}),
            json!({"d": 2, "r": "text", "t": name}),
        ];
        if state.with_button {
            nodes.push(json!({"d": 2, "n": node, "u": uid, "r": "button", "t": button, "c": true, "g": "button",
                              "p": {"selector": "#ada"}, "x": first}));
        }
        nodes.push(json!({"d": 1, "n": 3, "r": "row", "g": "tr"}));
        nodes.push(json!({"d": 2, "n": 11, "u": 6, "r": "button", "t": "Delete", "c": true, "g": "button", "p": {"selector": "#alan", "hosts": ["x-row"]}, "x": context(2, "Delete")}));
        nodes.extend((0..state.filler).map(|at| json!({"d": 1, "r": "text", "t": format!("Paragraph {at} of a page that has many more words than these.")})));
        nodes.extend((0..state.links).map(|at| {
            json!({"d": 1, "n": 100 + at, "u": 100 + at, "r": "link", "t": format!("Chapter {at}"),
            "c": true, "h": "/", "g": "a", "p": {"selector": format!("#l{at}")}, "i": true})
        }));
        if let Some(seconds) = state.clock {
            nodes.push(
                json!({"d": 1, "n": 20, "r": "timer", "t": format!("{seconds} s"), "g": "span"}),
            );
            nodes.push(json!({"d": 1, "r": "text", "t": format!("Time left: {seconds}")}));
        }
        let target = match (&params["params"]["scope"], &params["params"]["scopeNode"]) {
            (Value::String(_), _) if !state.has_scope => json!([]),
            (Value::String(_), _) => json!([3]),
            (_, Value::Object(node)) => json!(if node["node"] == 10 && !state.with_button {
                vec![]
            } else {
                vec![node["node"].clone()]
            }),
            _ => Value::Null,
        };
        let tree = json!({"url": state.url, "title": "People", "ready": "complete", "world": state.world, "nodes": nodes,
            "viewport": [1280, 720], "scroll": [0, 0, 1280, 720], "elements": 12, "query_dom_bytes": 4000, "index": -1, "target": target});
        let places = json!({(node.to_string()): [10, 20.5, 100, 18, 3, 11], "11": [10, 4000, 100, 18, 0, 0]});
        let tree_name = tree_name(&tree);
        json!({"ok": {"tab": chrome_tab(CHROME, "https://example.com/"), "engine": "worker", "timings": {"total": 5.0},
            "frames": [{"treeName": tree_name, "document": state.document, "frame": 0, "parent": -1, "url": "https://example.com/", "windowIndex": -1, "element": 0, "tree": tree, "places": places.to_string()}]}})
    }
}

/// The name of a tree, which is the same for the same content.
fn tree_name(tree: &Value) -> String {
    let mut hasher = std::hash::DefaultHasher::new();
    tree.to_string().hash(&mut hasher);
    format!("t{}", hasher.finish())
}

/// The context of an element in a row.
fn context(row: u64, name: &str) -> u64 {
    let name = NameHash::new(name.len() as u64, 0);
    ContextHash::in_container(row << 8, true, name).number()
}

async fn open_page() -> (Rig, TestPage, SimulatedExtension) {
    let (rig, page) = (Rig::new(), TestPage::new());
    let answering = page.clone();
    let extension = rig.simulate(move |query| answering.answer(query));
    rig.observe(json!({})).await.ok();
    (rig, page, extension)
}

async fn locate(rig: &Rig, id: &str) -> crate::http::rig::Reply {
    rig.post("/locate", &json!({"uid": id})).await
}

#[tokio::test(start_paused = true)]
async fn an_element_is_located_with_box_and_selector() {
    let (rig, page, _extension) = open_page().await;
    let found = locate(&rig, "5").await.ok();
    assert_eq!(
        found,
        json!({"uid": "5", "role": "button", "name": "Delete", "selector": "#ada", "tab": 1, "document": "D1", "world": 11,
        "box": [10, 20.5, 100, 18], "inViewport": true, "covered": true, "hasSize": true, "transparent": false,
        "coveredBy": {"role": "button", "name": "Delete", "uid": 6}})
    );
    let query = serde_json::to_value(page.last()).expect("it is JSON");
    assert_eq!(query["tab"], CHROME);
    assert_eq!(
        query["params"]["only"],
        json!({"document": "D1", "world": 11})
    );
    let other = locate(&rig, "uid=6").await.ok();
    assert_eq!(
        (&other["hosts"], &other["inViewport"], &other["coveredBy"]),
        (&json!(["x-row"]), &json!(false), &Value::Null)
    );
}

#[tokio::test(start_paused = true)]
async fn a_uid_may_be_a_number() {
    let (rig, _page, _extension) = open_page().await;
    rig.post("/locate", &json!({"uid": 5})).await.ok();
    rig.post("/locate", &json!({"id": "5", "snapshot": 1, "tab": 1}))
        .await
        .ok();
}

#[tokio::test(start_paused = true)]
async fn a_removed_element_is_stale() {
    let (rig, page, _extension) = open_page().await;
    page.change(|state| state.with_button = false);
    locate(&rig, "5").await.fault(Code::StaleUid);
    locate(&rig, "6").await.ok();
}

#[tokio::test(start_paused = true)]
async fn another_document_or_world_is_stale() {
    let (rig, page, _extension) = open_page().await;
    page.change(|state| state.document = "D2");
    locate(&rig, "5").await.fault(Code::StaleUid);
    page.change(|state| (state.document, state.world) = ("D1", 12));
    locate(&rig, "5").await.fault(Code::StaleUid);
    page.change(|state| state.world = 11);
    locate(&rig, "5").await.ok();
}

#[tokio::test(start_paused = true)]
async fn a_recycled_row_is_a_fault_in_every_request() {
    let (rig, page, _extension) = open_page().await;
    page.change(|state| state.first_row = ("Mallory", 99));
    for _ in 0..5 {
        let fault = locate(&rig, "5").await.fault(Code::ChangedUid);
        assert!(
            fault.message.contains("button \"Delete\"")
                && fault.message.contains("row \"Mallory Delete\""),
            "{fault}"
        );
    }
    locate(&rig, "6").await.ok();
    // A new snapshot acknowledges it.
    rig.observe(json!({})).await.ok();
    locate(&rig, "5").await.ok();
}

#[tokio::test(start_paused = true)]
async fn a_changed_element_is_accepted_only_with_the_hash_of_the_fault() {
    let (rig, page, _extension) = open_page().await;
    let recycle = |name, context| page.change(|state| state.first_row = (name, context));
    let with = async |seen: &str| {
        let body = json!({"uid": "5", "seen": seen});
        rig.post("/locate", &body).await
    };
    recycle("Mallory", 99);
    let mallory = locate(&rig, "5").await.fault(Code::ChangedUid).seen;
    let mallory = mallory.expect("it has a hash");
    assert!(mallory.len() == 16 && mallory.bytes().all(|byte| byte.is_ascii_hexdigit()));
    recycle("Eve", 98);
    let eve = with(&mallory).await.fault(Code::ChangedUid).seen;
    let eve = eve.expect("it has a hash");
    assert_ne!(eve, mallory);
    for wrong in ["", "0", &mallory] {
        with(wrong).await.fault(Code::ChangedUid);
    }
    with(&eve).await.ok();
    // This change is acknowledged, the next one is not.
    locate(&rig, "5").await.ok();
    recycle("Mallory", 99);
    with(&eve).await.fault(Code::ChangedUid);
    with(&mallory).await.ok();
}

#[tokio::test(start_paused = true)]
async fn a_delta_acknowledges_the_rows_that_it_shows() {
    let (rig, page, _extension) = open_page().await;
    page.change(|state| state.filler = 40);
    let delta = async |format: &str| {
        let body = json!({"format": format, "compression": "delta"});
        rig.observe(body).await.ok()["delta"].clone()
    };
    for format in ["lean", "outline"] {
        assert_eq!(delta(format).await, "full");
        locate(&rig, "5").await.ok();
        // The row changes in a text that no line has.
        let around = page.0.lock().expect("no test panics with it").first_row.1;
        page.change(|state| state.first_row.1 = around + 100);
        for _ in 0..2 {
            assert_eq!(delta(format).await, "unchanged");
            locate(&rig, "5").await.fault(Code::ChangedUid);
        }
        // A changed line elsewhere acknowledges nothing.
        page.change(|state| state.filler += 1);
        assert_eq!(delta(format).await, "changes");
        locate(&rig, "5").await.fault(Code::ChangedUid);
        // A changed line of the row, though not of the element itself.
        page.change(|state| state.first_row.0 = if format == "lean" { "Mallory" } else { "Eve" });
        assert_eq!(delta(format).await, "changes");
        locate(&rig, "5").await.ok();
        // The whole text shows everything.
        page.change(|state| state.first_row.1 = around + 200);
        assert_eq!(delta(format).await, "unchanged");
        locate(&rig, "5").await.fault(Code::ChangedUid);
        rig.observe(json!({"format": format})).await.ok();
        locate(&rig, "5").await.ok();
    }
}

#[tokio::test(start_paused = true)]
async fn a_session_without_its_base_gets_the_whole_text() {
    let (rig, page, _extension) = open_page().await;
    page.change(|state| state.filler = 40);
    let delta = async || {
        let body = json!({"format": "lean", "compression": "delta"});
        rig.observe(body).await.ok()["delta"].clone()
    };
    assert_eq!(
        (delta().await, delta().await),
        (json!("full"), json!("unchanged"))
    );
    rig.state
        .sessions()
        .get_or_create(&SessionKey::new("user", "default"))
        .remove_oldest_snapshot();
    assert_eq!(delta().await, "full");
    locate(&rig, "5").await.ok();
}

#[tokio::test(start_paused = true)]
async fn a_renamed_button_is_the_same_element() {
    let (rig, page, _extension) = open_page().await;
    page.change(|state| state.button.1 = "Undelete");
    let found = locate(&rig, "5").await.ok();
    assert_eq!(
        (&found["name"], &found["renamed"]),
        (&json!("Undelete"), &json!(true))
    );
    rig.observe(json!({})).await.ok();
    assert_eq!(locate(&rig, "5").await.ok()["renamed"], Value::Null);
}

#[tokio::test(start_paused = true)]
async fn a_recreated_element_is_found_by_its_uid() {
    let (rig, page, _extension) = open_page().await;
    page.change(|state| state.button.0 = 20);
    let found = locate(&rig, "5").await.ok();
    assert_eq!(found["rerendered"], true);
    assert_eq!(
        found["box"],
        json!([10, 20.5, 100, 18]),
        "it is measured: {found}"
    );
    // The session knows it now.
    assert_eq!(locate(&rig, "5").await.ok()["rerendered"], Value::Null);
    // In another row it is another element, recreated or not.
    page.change(|state| (state.button.0, state.first_row) = (30, ("Mallory", 99)));
    let fault = locate(&rig, "5").await.fault(Code::ChangedUid);
    assert!(fault.message.contains("Mallory"), "{fault}");
}

#[tokio::test(start_paused = true)]
async fn elements_similar_to_a_removed_one_are_only_listed() {
    let (rig, page, _extension) = open_page().await;
    page.change(|state| (state.button, state.keeps_uid) = ((20, "Delete it\" 5"), false));
    for _ in 0..2 {
        let fault = locate(&rig, "5").await.fault(Code::StaleUid);
        let hint = &fault.hint;
        assert!(
            hint.ends_with(r#"6 button "Delete"; 7 button "Delete it\" 5"."#),
            "{hint}"
        );
    }
    page.change(|state| state.button.1 = "Send");
    let hint = locate(&rig, "5").await.fault(Code::StaleUid).hint;
    assert!(hint.ends_with(r#"6 button "Delete"."#), "{hint}");
}

#[tokio::test(start_paused = true)]
async fn an_element_without_a_snapshot_is_unknown() {
    let (rig, _page, _extension) = open_page().await;
    locate(&rig, "7").await.fault(Code::UnknownUid);
    locate(&rig, "e1").await.fault(Code::UnknownUid);
    rig.post("/locate", &json!({"uid": "5", "session": "another"}))
        .await
        .fault(Code::UnknownUid);
    rig.post("/locate", &json!({"uid": "5", "tab": 9}))
        .await
        .fault(Code::UnknownUid);
}

#[tokio::test(start_paused = true)]
async fn an_invalid_id_is_a_bad_request() {
    let (rig, _page, _extension) = open_page().await;
    for id in ["", "button", "-1", "5.x", "0", "#ada"] {
        locate(&rig, id).await.fault(Code::BadRequest);
    }
    for body in [
        json!({}),
        json!({"uid": 5.5}),
        json!({"uid": "5", "id": "5"}),
        json!({"uid": "5", "what": 1}),
        json!([]),
    ] {
        rig.post("/locate", &body).await.fault(Code::BadRequest);
    }
}

#[tokio::test(start_paused = true)]
async fn an_element_is_explained_by_selector_or_by_id() {
    let (rig, page, _extension) = open_page().await;
    let reply = rig
        .post("/explain", &json!({"selector": "#ada"}))
        .await
        .ok();
    assert_eq!(
        (&reply["role"]["value"], &reply["tab"], &reply["document"]),
        (&json!("button"), &json!(1), &json!("D1"))
    );
    let reply = rig.post("/explain", &json!({"uid": "6"})).await.ok();
    assert_eq!(reply["uid"], "6");
    let query = serde_json::to_value(page.last()).expect("it is JSON");
    assert_eq!(
        query["params"],
        json!({"document": "D1", "world": 11, "node": 11})
    );
    for body in [
        json!({}),
        json!({"selector": " "}),
        json!({"selector": "a", "uid": 5}),
    ] {
        rig.post("/explain", &body).await.fault(Code::BadRequest);
    }
    rig.post("/explain", &json!({"uid": 7}))
        .await
        .fault(Code::UnknownUid);
}

#[tokio::test(start_paused = true)]
async fn a_scope_may_be_an_element_of_a_snapshot() {
    let (rig, page, _extension) = open_page().await;
    let reply = rig.observe(json!({"scope": "5"})).await.ok();
    assert_eq!(reply["rootSelector"], "5");
    let query = serde_json::to_value(page.last()).expect("it is JSON");
    assert_eq!(
        query["params"]["scopeNode"],
        json!({"document": "D1", "world": 11, "node": 10})
    );
    rig.observe(json!({"scope": "99"}))
        .await
        .fault(Code::UnknownUid);
    page.change(|state| state.with_button = false);
    rig.observe(json!({"scope": "5"}))
        .await
        .fault(Code::StaleUid);
}
