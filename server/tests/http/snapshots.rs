//! Snapshots through the endpoints: fields, ids, deltas and windows, with a pretended extension
//! that has a page to show.

use crate::rig::{Pretended, Rig, chrome_tab};
use axlens_protocol::Code;
use axlens_protocol::wire::Query;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

const CHROME: i64 = 1_000_000_001;

/// What the pretended browser shows, and what it was asked.
#[derive(Clone)]
pub struct Browser(Arc<Mutex<State>>);

pub struct State {
    url: String,
    pub nodes: Vec<Value>,
    pub blank: bool,
    visible: bool,
    observed: usize,
    /// How often an answer needed not be sent again.
    sent_again: usize,
    /// Says so of one that it has never sent.
    lies: bool,
}

impl Browser {
    fn new(nodes: Vec<Value>) -> Browser {
        Browser(Arc::new(Mutex::new(State {
            url: "https://example.com/".to_owned(),
            nodes,
            blank: false,
            visible: true,
            observed: 0,
            sent_again: 0,
            lies: false,
        })))
    }

    pub fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.0.lock().expect("no test panics with it"));
    }

    fn observed(&self) -> usize {
        self.0.lock().expect("no test panics with it").observed
    }

    fn sent_again(&self) -> usize {
        self.0.lock().expect("no test panics with it").sent_again
    }

    fn answer(&self, query: &Query) -> Value {
        let mut state = self.0.lock().expect("no test panics with it");
        let asked = serde_json::to_value(query).expect("it is JSON");
        let tab = chrome_tab(CHROME, &state.url);
        match asked["kind"].as_str() {
            Some("tabs") => return json!({"ok": {"tabs": [tab]}}),
            Some("screenshot") if state.visible => {
                return json!({"ok": {"tab": tab, "mimeType": "image/png", "data": "iVBORw0KGgo="}});
            }
            Some("screenshot") => {
                return json!({"fault": {"error": "tab_not_visible", "message": "It is behind another."}});
            }
            _ => state.observed += 1,
        }
        if state.blank {
            return json!({"ok": {"tab": tab, "frames": [], "blank": true, "engine": "worker"}});
        }
        let selector = asked["params"]["scope"].as_str();
        let target = selector.map(|selector| {
            if selector == "#nonexistent" {
                vec![]
            } else {
                vec![3]
            }
        });
        let mut nodes = vec![json!({"d": 0, "r": "document", "t": "A page"})];
        nodes.extend(state.nodes.iter().cloned());
        let tree = json!({"url": state.url, "title": "A page", "ready": "complete", "world": 11, "nodes": nodes,
            "viewport": [1280, 720], "scroll": [0, 100, 1280, 4000], "elements": 12, "query_dom_bytes": 45_000, "index": -1, "target": target});
        let name = format!("{} {target:?} {:?}", state.url, state.nodes);
        let have = asked["params"]["have"].as_array();
        if have.is_some_and(|have| have.contains(&json!(name))) || state.lies {
            state.sent_again += 1;
            return json!({"ok": {"tab": tab, "engine": "worker", "timings": {"total": 4.0}, "name": name, "same": true,
                "frames": [{"timings": {"record": 2.0}}, {}]}});
        }
        json!({"ok": {"tab": tab, "engine": "worker", "timings": {"total": 5.0}, "name": name, "frames": [
            {"document": "D1", "frame": 0, "parent": -1, "url": state.url, "windowIndex": -1, "element": 0, "tree": tree, "timings": {"record": 3.0}},
            {"document": "D2", "frame": 7, "parent": 0, "url": "https://ads.example/", "windowIndex": 0, "element": 0,
             "fault": {"error": "timeout", "message": "The frame did not answer in time."}}]}})
    }
}

pub fn page() -> Vec<Value> {
    vec![
        json!({"d": 1, "n": 1, "r": "heading", "t": "Welcome", "c": true, "g": "h1", "s": {"level": 1}}),
        json!({"d": 1, "n": 2, "u": 42, "r": "link", "t": "Home", "c": true, "h": "/", "g": "a", "p": {"selector": "#home"}, "i": true}),
        json!({"d": 1, "n": 3, "u": 37, "r": "iframe", "t": "Ads", "g": "iframe", "p": {"selector": "iframe"}, "f": 0}),
    ]
}

pub fn start(nodes: Vec<Value>) -> (Rig, Browser, Pretended) {
    start_on(Rig::new(), nodes)
}

fn start_on(rig: Rig, nodes: Vec<Value>) -> (Rig, Browser, Pretended) {
    let browser = Browser::new(nodes);
    let answering = browser.clone();
    let extension = rig.pretend(move |query| answering.answer(query));
    (rig, browser, extension)
}

#[tokio::test(start_paused = true)]
async fn an_answer_has_its_documented_fields() {
    let (rig, _browser, _extension) = start(page());
    let said = rig.observe(json!({})).await.ok();
    assert_eq!(
        (&said["url"], &said["pageTitle"], &said["rootSelector"]),
        (
            &json!("https://example.com/"),
            &json!("A page"),
            &json!("body")
        )
    );
    assert_eq!(said["maxDepthReached"], false);
    assert_eq!(said["interactiveCount"], 2);
    assert_eq!(
        said["uidMap"]["42"],
        json!({"selector": "#home", "tag": "a", "role": "link"})
    );
    let uids: Vec<&String> = said["uidMap"].as_object().expect("a map").keys().collect();
    assert_eq!(uids, ["37", "42"]);
    let text = said["tree"].as_str().expect("text");
    assert!(
        text.starts_with(
            "document \"A page\"\n  heading[1] \"Welcome\"\n  link \"Home\" [uid=42] url=/\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("frame not read: The frame did not answer in time."),
        "{text}"
    );
    let estimate = &said["tokenEstimate"];
    let (this, that) = (
        estimate["thisResponse"].as_u64().expect("a count"),
        estimate["equivalentQueryDom"].as_u64().expect("a count"),
    );
    assert!(0 < this && this < that, "{estimate}");
    assert!(estimate["savings"].as_str().expect("text").ends_with('%'));
}

#[tokio::test(start_paused = true)]
async fn our_own_fields_stand_beside() {
    let (rig, _browser, _extension) = start(page());
    let said = rig
        .observe(json!({"timings": true, "session": "mine"}))
        .await
        .ok();
    assert_eq!(
        (&said["snapshot"], &said["session"], &said["tab"]),
        (&json!(1), &json!("mine"), &json!(1))
    );
    assert_eq!(
        (&said["document"], &said["world"], &said["engine"]),
        (&json!("D1"), &json!(11), &json!("worker"))
    );
    assert_eq!(said["header"]["scroll"], json!([0, 100, 1280, 4000]));
    for stage in ["record", "extension", "answer", "stitch", "shape", "total"] {
        assert!(
            said["timings"][stage].is_number(),
            "{stage}: {}",
            said["timings"]
        );
    }
    assert_eq!(
        rig.observe(json!({"session": "mine"})).await.ok()["snapshot"],
        2
    );
    assert_eq!(rig.observe(json!({})).await.ok()["timings"], Value::Null);
}

#[tokio::test(start_paused = true)]
async fn a_scope_that_matches_nothing_is_a_fault() {
    let (rig, _browser, _extension) = start(page());
    let fault = rig
        .observe(json!({"scope": "#nonexistent"}))
        .await
        .fault(Code::ScopeNotFound);
    assert_eq!(fault.message, "No element matches selector '#nonexistent'");
    let said = rig.observe(json!({"scope": "#home"})).await.ok();
    assert_eq!(said["rootSelector"], "#home");
}

#[tokio::test(start_paused = true)]
async fn a_blank_page_is_answered_by_the_server() {
    let (rig, browser, _extension) = start(page());
    browser.change(|state| (state.blank, state.url) = (true, "about:blank".to_owned()));
    let said = rig.observe(json!({})).await.ok();
    assert_eq!(said["tree"], "document \"(empty)\"\n");
    assert_eq!(
        (&said["url"], &said["interactiveCount"], &said["uidMap"]),
        (&json!("about:blank"), &json!(0), &json!({}))
    );
    assert_eq!(said["tokenEstimate"]["equivalentQueryDom"], 0);
    rig.observe(json!({"scope": "#nonexistent"}))
        .await
        .fault(Code::ScopeNotFound);
}

#[tokio::test(start_paused = true)]
async fn each_format_has_ids_that_mean_what_it_showed() {
    let (rig, _browser, _extension) = start(page());
    for (format, id, selector) in [
        ("outline", "42", "#home"),
        ("lean", "42", "#home"),
        ("refs", "@e1", ""),
        ("tabs", "e1", "#home"),
        ("numbered", "2", "#home"),
    ] {
        let said = rig
            .observe(json!({"format": format, "session": format}))
            .await
            .ok();
        let found = rig
            .post("/locate", &json!({"id": id, "session": format}))
            .await
            .ok();
        if !selector.is_empty() {
            assert_eq!(found["selector"], selector, "{format}: {}", said["tree"]);
        }
        let own = ["refs", "tabs", "numbered"].contains(&format);
        assert_eq!(
            said["uidMap"].as_object().expect("a map").is_empty(),
            own,
            "{format}"
        );
        assert_eq!(said["idMap"].is_object(), own, "{format}");
        assert_eq!(said["refs"].is_object(), format == "refs", "{format}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_tab_is_named_by_its_handle_and_no_other_is_taken_for_it() {
    let (rig, _browser, _extension) = start(page());
    rig.observe(json!({"tab": 1})).await.ok();
    rig.observe(json!({"tab": 2}))
        .await
        .fault(Code::TabNotFound);
    assert_eq!(rig.get("/tabs").await.ok()["tabs"][0]["readable"], true);
}

#[tokio::test(start_paused = true)]
async fn a_tab_snapshot_has_its_documented_fields() {
    let (rig, browser, _extension) = start(page());
    let said = rig.get("/tabs/1/snapshot?userId=agent1").await.ok();
    assert_eq!(
        (&said["url"], &said["refsCount"]),
        (&json!("https://example.com/"), &json!(2))
    );
    assert_eq!(
        (&said["truncated"], &said["hasMore"], &said["nextOffset"]),
        (&json!(false), &json!(false), &Value::Null)
    );
    let text = said["snapshot"].as_str().expect("text");
    assert!(text.contains("- link \"Home\" [e1]"), "{text}");
    assert_eq!(said["totalChars"], text.chars().count());
    let said = rig
        .get("/tabs/1/snapshot?userId=agent1&includeScreenshot=true&format=text&offset=0")
        .await
        .ok();
    assert_eq!(
        said["screenshot"],
        json!({"data": "iVBORw0KGgo=", "mimeType": "image/png"})
    );
    browser.change(|state| state.visible = false);
    rig.get("/tabs/1/snapshot?userId=agent1&includeScreenshot=true")
        .await
        .fault(Code::TabNotVisible);
    rig.post("/locate", &json!({"id": "e1", "session": "user:agent1"}))
        .await
        .ok();
    rig.post("/locate", &json!({"id": "e1", "session": "user:agent2"}))
        .await
        .fault(Code::UnknownUid);
}

#[tokio::test(start_paused = true)]
async fn a_tab_snapshot_has_its_documented_status_codes() {
    let (rig, _browser, _extension) = start(page());
    for path in [
        "/tabs/1/snapshot",
        "/tabs/1/snapshot?userId=",
        "/tabs/9/snapshot",
        "/tabs/1/snapshot?userId=a&offset=x",
        "/tabs/1/snapshot?userId=a&offset=-1",
        "/tabs/1/snapshot?userId=a&format=html",
        "/tabs/1/snapshot?userId=a&includeScreenshot=maybe",
    ] {
        rig.get(path).await.fault(Code::BadRequest);
    }
    for path in [
        "/tabs/9/snapshot?userId=a",
        "/tabs/abc123/snapshot?userId=a",
        "/tabs/99999999999/snapshot?userId=a",
        "/tabs/9/snapshot?userId=a&offset=5",
    ] {
        rig.get(path).await.fault(Code::TabNotFound);
    }
}

#[tokio::test(start_paused = true)]
async fn a_long_page_comes_in_pieces_of_one_snapshot() {
    let link = |number: u32| json!({"d": 1, "n": number, "u": number, "r": "link", "t": format!("Link number {number} of a long page"), "c": true, "g": "a", "p": {"selector": "a"}});
    let (rig, browser, _extension) = start((1..=4000).map(link).collect());
    let first = rig.get("/tabs/1/snapshot?userId=a").await.ok();
    assert_eq!(
        (&first["truncated"], &first["hasMore"], &first["refsCount"]),
        (&json!(true), &json!(true), &json!(4000))
    );
    let next = first["nextOffset"].as_u64().expect("an offset");
    browser.change(|state| state.nodes = page());
    let path = format!("/tabs/1/snapshot?userId=a&offset={next}");
    let second = rig.get(&path).await.ok();
    assert_eq!(second["totalChars"], first["totalChars"]);
    assert!(
        second["snapshot"]
            .as_str()
            .expect("text")
            .contains("Link number 4000 ")
    );
    assert_eq!(browser.observed(), 1, "the page was read once");
    // Elsewhere, the snapshot is of another page and no longer good.
    browser.change(|state| state.url = "https://example.com/other".to_owned());
    let third = rig.get(&path).await.ok();
    assert_eq!(
        (&third["url"], &third["refsCount"]),
        (&json!("https://example.com/other"), &json!(2))
    );
    assert_eq!(third["snapshot"], "");
}

pub fn many() -> Vec<Value> {
    let button = |number: u32| json!({"d": 1, "n": number, "u": number, "r": "button", "t": format!("Button number {number}"), "c": true, "g": "button", "p": {"selector": format!("#b{number}")}});
    (1..=60).map(button).collect()
}

#[tokio::test(start_paused = true)]
async fn deltas_say_what_changed_since_the_sessions_last_snapshot() {
    let (rig, browser, _extension) = start(many());
    let ask = json!({"format": "lean", "compression": "delta"});
    let first = rig.observe(ask.clone()).await.ok();
    assert_eq!(
        (&first["delta"], &first["since"]),
        (&json!("full"), &Value::Null)
    );
    let text = first["tree"].as_str().expect("text");
    assert!(
        text.starts_with("...(full snapshot: ") && text.contains("Button number 60"),
        "{text}"
    );
    let same = rig.observe(ask.clone()).await.ok();
    assert_eq!(
        (&same["delta"], &same["since"], &same["uidMap"]),
        (&json!("unchanged"), &json!(1), &json!({}))
    );
    assert_eq!(same["tree"].as_str().expect("text").lines().count(), 1);
    browser.change(|state| {
        state.nodes[3]["t"] = json!("Renamed");
        state.nodes[50]["s"] = json!({"disabled": true});
    });
    let changes = rig.observe(ask.clone()).await.ok();
    assert_eq!(
        (&changes["delta"], &changes["since"]),
        (&json!("changes"), &json!(2))
    );
    let text = changes["tree"].as_str().expect("text");
    assert!(
        text.contains("Renamed") && text.contains("disabled") && !text.contains("Button number 20"),
        "{text}"
    );
    let uids: Vec<&String> = changes["uidMap"]
        .as_object()
        .expect("a map")
        .keys()
        .collect();
    assert_eq!(uids, ["4", "51"]);
    // What a delta does not repeat is still known.
    rig.post("/locate", &json!({"uid": 20})).await.ok();
    browser.change(|state| state.url = "https://example.com/other".to_owned());
    assert_eq!(rig.observe(ask).await.ok()["delta"], "full");
}

#[tokio::test(start_paused = true)]
async fn a_delta_is_against_the_same_options_and_session() {
    let (rig, _browser, _extension) = start(many());
    rig.observe(json!({"format": "lean"})).await.ok();
    let delta = |more: Value| {
        let mut ask = json!({"format": "lean", "compression": "delta"});
        ask.as_object_mut()
            .expect("an object")
            .extend(more.as_object().expect("an object").clone());
        ask
    };
    assert_eq!(
        rig.observe(delta(json!({}))).await.ok()["delta"],
        "unchanged"
    );
    assert_eq!(
        rig.observe(delta(json!({"compact": true}))).await.ok()["delta"],
        "full"
    );
    assert_eq!(
        rig.observe(delta(json!({"session": "another"}))).await.ok()["delta"],
        "full"
    );
    assert_eq!(
        rig.observe(delta(json!({"scope": "#home"}))).await.ok()["delta"],
        "full"
    );
    for format in ["refs", "numbered", "tabs"] {
        let said = rig
            .observe(json!({"format": format, "compression": "delta"}))
            .await
            .ok();
        assert_eq!(said["delta"], "full");
        assert!(
            said["tree"]
                .as_str()
                .expect("text")
                .starts_with("...(full snapshot: "),
            "{said}"
        );
    }
}

/// Every window of a snapshot, the first one included.
async fn windows(rig: &Rig, first: Value, bounds: &Value) -> Vec<Value> {
    let mut windows = vec![first];
    while let Some(cursor) = windows.last().and_then(|window| window["cursor"].as_str()) {
        let mut ask = bounds.clone();
        ask["cursor"] = json!(cursor);
        windows.push(rig.observe(ask).await.ok());
    }
    windows
}

fn text(answer: &Value) -> &str {
    answer["tree"].as_str().expect("text")
}

#[tokio::test(start_paused = true)]
async fn windows_joined_are_the_whole_and_each_has_its_own_uids() {
    let (rig, _browser, _extension) = start(many());
    let whole = rig.observe(json!({"format": "lean"})).await.ok();
    for bounds in [
        json!({"format": "lean", "max_chars": 400}),
        json!({"format": "lean", "max_tokens": 120}),
    ] {
        let first = rig.observe(bounds.clone()).await.ok();
        let windows = windows(&rig, first, &bounds).await;
        assert!(windows.len() > 2);
        let lines = windows
            .iter()
            .flat_map(|window| text(window).split_inclusive('\n'));
        let joined: String = lines.filter(|line| !line.starts_with("...(")).collect();
        assert_eq!(joined, text(&whole));
        let mut uids = 0;
        for window in &windows {
            assert!(text(window).chars().count() <= 400 || bounds["max_chars"].is_null());
            assert_eq!(window["snapshot"], windows[0]["snapshot"]);
            for uid in window["uidMap"].as_object().expect("a map").keys() {
                assert!(
                    text(window).contains(&format!("number {uid}\"")),
                    "{uid}: {window}"
                );
                uids += 1;
            }
        }
        assert_eq!(uids, 60);
        assert_eq!(windows.last().expect("there is one")["changed"], false);
    }
}

#[tokio::test(start_paused = true)]
async fn a_window_goes_on_in_the_snapshot_as_it_was_and_says_when_the_page_has_changed() {
    let (rig, browser, _extension) = start(many());
    let first = rig
        .observe(json!({"max_chars": 400, "max_depth": 15}))
        .await
        .ok();
    browser.change(|state| state.nodes.truncate(2));
    let second = rig.observe(json!({"cursor": first["cursor"]})).await.ok();
    assert_eq!(second["changed"], true);
    assert!(
        text(&second).starts_with("...(the page has changed; "),
        "{}",
        text(&second)
    );
    assert!(
        text(&second).contains("Button number 11"),
        "{}",
        text(&second)
    );
    assert!(text(&second).chars().count() <= 400);
}

#[tokio::test(start_paused = true)]
async fn what_no_window_has_shown_yet_was_not_shown() {
    let (rig, _browser, _extension) = start(many());
    let first = rig
        .observe(json!({"format": "numbered", "max_chars": 400}))
        .await
        .ok();
    let last = json!({"id": 60, "snapshot": first["snapshot"]});
    rig.post("/locate", &last).await.fault(Code::UnknownUid);
    rig.post("/locate", &json!({"id": 1})).await.ok();
    windows(&rig, first, &json!({"max_chars": 400})).await;
    assert_eq!(rig.post("/locate", &last).await.ok()["selector"], "#b60");
}

#[tokio::test(start_paused = true)]
async fn a_cursor_is_good_in_its_own_session_alone() {
    let (rig, _browser, _extension) = start(many());
    let first = rig.observe(json!({"max_chars": 400})).await.ok();
    rig.observe(json!({"cursor": first["cursor"], "session": "another"}))
        .await
        .fault(Code::BadRequest);
    for cursor in ["", "w", "w1", "w1.", "x1.2", "w99.1", "w1.-1"] {
        rig.observe(json!({"cursor": cursor}))
            .await
            .fault(Code::BadRequest);
    }
    assert_eq!(
        text(&rig.observe(json!({"cursor": "w1.999"})).await.ok()),
        ""
    );
}

#[tokio::test(start_paused = true)]
async fn an_unchanged_page_is_answered_without_being_sent_again() {
    let (rig, browser, _extension) = start(page());
    let lean = || json!({"format": "lean", "timings": true});
    let first = rig.observe(lean()).await.ok();
    let again = rig.observe(lean()).await.ok();
    assert_eq!(browser.sent_again(), 1);
    for same in [
        "tree",
        "uidMap",
        "header",
        "tokenEstimate",
        "document",
        "nodeCount",
    ] {
        assert_eq!(first[same], again[same], "{same}");
    }
    assert_eq!(
        (&first["snapshot"], &again["snapshot"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(again["timings"]["record"], 2.0);
    assert!(again["timings"].get("stitch").is_none() && first["timings"].get("stitch").is_some());
    let mut delta = lean();
    delta["compression"] = json!("delta");
    assert_eq!(rig.observe(delta).await.ok()["delta"], "unchanged");
    assert_eq!(browser.sent_again(), 2);
    // With other options it is sent, once; and the first ones are not forgotten.
    let interactive = json!({"format": "lean", "interactive_only": true});
    for again in [2, 3] {
        rig.observe(interactive.clone()).await.ok();
        assert_eq!(browser.sent_again(), again);
    }
    assert_eq!(rig.observe(lean()).await.ok()["tree"], first["tree"]);
    assert_eq!(browser.sent_again(), 4);
    // To another session it is sent: its uids have to mean something there too.
    let theirs = || json!({"format": "lean", "session": "other"});
    let other = rig.observe(theirs()).await.ok();
    assert_eq!((browser.sent_again(), &other["tree"]), (4, &first["tree"]));
    assert_eq!(rig.observe(theirs()).await.ok()["uidMap"], first["uidMap"]);
    assert_eq!(browser.sent_again(), 5);
    let found = rig
        .post("/locate", &json!({"uid": "42", "session": "other"}))
        .await;
    assert_ne!(found.body["error"], "unknown_uid");
    browser.change(|state| state.nodes.truncate(1));
    let less = rig.observe(lean()).await.ok();
    assert_eq!(browser.sent_again(), 5);
    assert_ne!(less["tree"], first["tree"]);
}

#[tokio::test(start_paused = true)]
async fn what_was_first_a_delta_is_answered_again_with_all_its_ids() {
    let (rig, browser, _extension) = start(page());
    let delta = || json!({"format": "lean", "compression": "delta"});
    let first = rig.observe(delta()).await.ok();
    assert_eq!(first["delta"], "full");
    let whole = rig.observe(json!({"format": "lean"})).await.ok();
    assert_eq!(
        (browser.sent_again(), &whole["uidMap"]),
        (1, &first["uidMap"])
    );
    assert!(whole["uidMap"].get("42").is_some(), "{whole}");
    let again = rig.observe(delta()).await.ok();
    assert_eq!(
        (&again["delta"], &again["uidMap"]),
        (&json!("unchanged"), &json!({}))
    );
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_was_never_sent_is_a_fault() {
    let (rig, browser, _extension) = start(page());
    browser.change(|state| state.lies = true);
    rig.observe(json!({})).await.fault(Code::Internal);
}

#[tokio::test(start_paused = true)]
async fn a_scope_by_uid_is_always_read_anew() {
    let (rig, browser, _extension) = start(page());
    rig.observe(json!({})).await.ok();
    for _ in 0..2 {
        let _ = rig.observe(json!({"scope": "42"})).await;
    }
    assert_eq!(browser.sent_again(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_delta_that_has_nothing_to_go_by_is_read_anew() {
    // More than fits in the cache.
    let many = (100..2_100).map(
        |node| json!({"d": 1, "n": node, "r": "heading", "t": format!("h{node}"), "s": {"level": 1}}),
    );
    let many = page().into_iter().chain(many).collect();
    let (rig, browser, _extension) = start_on(Rig::with_cache(64 * 1024), many);
    let delta = || json!({"format": "lean", "compression": "delta"});
    let first = rig.observe(delta()).await.ok();
    let again = rig.observe(delta()).await.ok();
    assert_eq!(browser.sent_again(), 0);
    assert_eq!(
        (&first["delta"], &again["delta"]),
        (&json!("full"), &json!("full"))
    );
    assert_eq!(
        (&first["tree"], &first["uidMap"]),
        (&again["tree"], &again["uidMap"])
    );
    assert!(again["uidMap"].get("42").is_some());
}
