//! What agents get, to the byte: whole answers of every endpoint, recorded. A client may depend on
//! the order of fields, on how numbers are printed, and on what is null and what is absent. Times
//! are replaced by 0.

use crate::http::rig::{Rig, SimulatedExtension, agent, chrome_tab};
use axlens_protocol::wire::Query;
use axum::body::Body;
use axum::http::Request;
use expect_test::{Expect, ExpectFile, expect, expect_file};
use serde_json::{Value, json};

const CHROME: i64 = 1_000_000_001;

/// A page with a row, a shadow host and an iframe.
fn answer(query: &Query) -> Value {
    let params = serde_json::to_value(query).expect("it is JSON");
    let tab = chrome_tab(CHROME, "https://example.com/");
    let sleeping = json!({"id": 2, "windowId": 7, "url": "chrome://settings/", "title": "Settings \u{1}\"é\"",
        "active": false, "windowFocused": false, "discarded": true, "status": "unloaded", "was": [3]});
    let answer = match params["kind"].as_str() {
        Some("tabs") => json!({"tabs": [tab, sleeping]}),
        Some("ping") => json!({"ms": 1.5}),
        Some("screenshot") => json!({"tab": tab, "mimeType": "image/png", "data": "iVBORw0KGgo="}),
        Some("explain") => json!({"tab": tab, "document": "D1", "world": 18446744073709551615u64,
            "explanation": explanation(params["params"]["selector"] == "#plain")}),
        _ => observed(tab, params["params"]["only"]["document"].as_str()),
    };
    json!({ "ok": answer })
}

fn explanation(plain: bool) -> Value {
    if plain {
        return json!({"tag": "b", "role": {"value": "generic", "from": "html"},
            "name": {"value": "", "from": []}, "description": {"value": "", "from": []}, "states": {},
            "inTree": false, "why": "a plain container", "selector": "#plain"});
    }
    json!({"tag": "button", "role": {"value": "button", "from": "role attribute; role=\"foo button\"", "shownAs": "switch"},
        "name": {"value": "Save", "from": [{"step": "2B aria-labelledby", "node": "#l", "text": "Save"}]},
        "description": {"value": "Tip", "from": [{"step": "title", "node": "#x", "text": "Tip"}]},
        "value": "7", "states": {"checked": "mixed", "pressed": "true", "selected": false, "expanded": true, "disabled": true, "readonly": true,
            "required": true, "invalid": "spelling", "error_message": "no", "current": "page", "haspopup": "menu", "level": 2,
            "sort": "other", "orientation": "vertical", "multiselectable": true, "multiline": true, "modal": true, "busy": true,
            "live": "polite", "keyshortcuts": "Alt+S", "roledescription": "slide", "valuetext": "low", "min": "0", "max": "10",
            "placeholder": "Name", "autocomplete": "both", "focused": true, "focusable": true, "editable": true,
            "popover_open": false, "clickable": ["onclick", "label"], "secret": true, "count": 3},
        "inTree": true, "why": "can be acted on by its role", "selector": "#x", "hosts": ["x-row", "x-cell"], "uid": 5})
}

fn observed(tab: Value, only: Option<&str>) -> Value {
    let tree = |nodes: Value| {
        json!({"url": "https://example.com/", "title": "People", "ready": "complete", "world": 11, "nodes": nodes,
            "viewport": [1280, 720], "scroll": [0, 0, 1280, 720], "elements": 12, "query_dom_bytes": 4000, "index": -1})
    };
    let main = tree(json!([
        {"d": 0, "r": "document", "t": "People"},
        {"d": 1, "n": 10, "u": 5, "r": "button", "t": "Delete \"it\"", "c": true, "g": "button", "p": {"selector": "#ada"}},
        {"d": 1, "n": 11, "u": 6, "r": "button", "t": "Add", "c": true, "g": "button", "p": {"selector": "#alan", "hosts": ["x-row"]}},
        {"d": 1, "n": 12, "u": 7, "r": "link", "t": "Away", "c": true, "g": "a", "p": {"selector": "a"}},
        {"d": 1, "n": 13, "r": "heading", "t": "Over", "c": true, "g": "h1", "s": {"level": 1}},
        {"d": 1, "n": 20, "r": "iframe", "g": "iframe", "f": 0, "p": {"selector": "#inner"}},
    ]));
    let inner = tree(json!([
        {"d": 0, "r": "document", "t": "Inner"},
        {"d": 1, "n": 10, "u": 1, "r": "textbox", "t": "Name", "g": "input", "p": {"selector": "input"}},
    ]));
    let frames = json!([
        {"document": "D1", "frame": 0, "parent": -1, "url": "https://example.com/", "windowIndex": -1, "element": 0, "tree": main,
         "places": "{\"10\":[10,20.5,100.129,18,3,11],\"11\":[-0.001,4000,100,18,12,13]}"},
        {"document": "D2", "frame": 4, "parent": 0, "url": "https://example.com/inner", "windowIndex": 0, "element": 20, "tree": inner,
         "places": "{\"10\":[1e15,0.25,3,4,1,99]}"},
    ]);
    let frames = frames.as_array().expect("a list").iter();
    let frames: Vec<&Value> = frames
        .filter(|frame| only.is_none_or(|only| frame["document"] == only))
        .collect();
    json!({"tab": tab, "engine": "worker", "timings": {"total": 5.0}, "frames": frames})
}

fn start() -> (Rig, SimulatedExtension) {
    let rig = Rig::new();
    let extension = rig.simulate(answer);
    (rig, extension)
}

/// The answer's body as it is sent, under its status.
async fn body(rig: &Rig, request: Request<Body>) -> String {
    let response = rig.raw(request).await;
    let status = response.status();
    let bytes = axum::body::to_bytes(response.into_body(), usize::MAX)
        .await
        .expect("the body is whole");
    let text = String::from_utf8(bytes.to_vec()).expect("JSON is text");
    format!("{status}\n{}\n", without_times(&text))
}

/// `"ms":12.3` becomes `"ms":0`.
fn without_times(text: &str) -> String {
    let Some((before, after)) = text.split_once("\"ms\":") else {
        return text.to_owned();
    };
    let rest = after.trim_start_matches(|character: char| {
        character.is_ascii_digit() || ".e-".contains(character)
    });
    assert!(after.len() - rest.len() > 2, "a time has decimals: {text}");
    format!("{before}\"ms\":0{rest}")
}

async fn get(rig: &Rig, path: &str, expected: Expect) {
    let request = agent("GET", path).body(Body::empty()).expect("a request");
    expected.assert_eq(&body(rig, request).await);
}

/// The answers to several bodies, one after the other.
async fn post(rig: &Rig, path: &str, bodies: &[&str], expected: ExpectFile) {
    let mut texts = String::new();
    for sent in bodies {
        let request = agent("POST", path)
            .body(Body::from((*sent).to_owned()))
            .expect("a request");
        texts += &format!("{sent}\n{}", body(rig, request).await);
    }
    expected.assert_eq(&texts);
}

#[tokio::test(start_paused = true)]
async fn health_and_status() {
    let rig = Rig::new();
    get(
        &rig,
        "/health",
        expect![[r#"
        200 OK
        {"ok":true,"version":"0.1.0"}
    "#]],
    )
    .await;
    get(&rig, "/status", expect![[r#"
        200 OK
        {"agents":[{"expires":null,"lastSeenMs":0,"name":"user","scope":"act","sessions":0,"sites":[]}],"audit":null,"browsers":[],"cache":{"budgetBytes":67108864,"bytes":0},"extension":{"connected":false,"instance":null,"lastSeenMs":null,"paused":false,"refusedWire":null,"version":null},"queue":{"leased":0,"pending":0},"sessions":0,"shownBytes":0,"uptimeSeconds":0,"version":"0.1.0","wire":1}
    "#]]).await;
    let hello = rig.extension("POST", "/hello", "i1").body(Body::from(
        r#"{"version": "0.1.0", "wire": 1, "paused": true}"#,
    ));
    rig.raw(hello.expect("a request")).await;
    rig.poll("i1", 0).await;
    get(&rig, "/status", expect![[r#"
        200 OK
        {"agents":[{"expires":null,"lastSeenMs":0,"name":"user","scope":"act","sessions":0,"sites":[]}],"audit":null,"browsers":[{"connected":true,"id":"the-browser","instance":"i1","lastSeenMs":0,"name":"Browser","paused":true,"refusedWire":null,"unattended":false,"version":"0.1.0"}],"cache":{"budgetBytes":67108864,"bytes":0},"extension":{"connected":true,"instance":"i1","lastSeenMs":0,"paused":true,"refusedWire":null,"version":"0.1.0"},"queue":{"leased":0,"pending":0},"sessions":0,"shownBytes":0,"uptimeSeconds":0,"version":"0.1.0","wire":1}
    "#]]).await;
}

#[tokio::test(start_paused = true)]
async fn tabs() {
    let (rig, _extension) = start();
    get(&rig, "/tabs", expect![[r#"
        200 OK
        {"tabs":[{"active":true,"browser":"Browser","discarded":false,"incognito":false,"readable":true,"status":"complete","tab":1,"title":"A page","url":"https://example.com/","window":1,"windowFocused":true},{"active":false,"browser":"Browser","discarded":true,"incognito":false,"readable":false,"status":"unloaded","tab":2,"title":"Settings \\u{1}\"é\"","url":"chrome://settings/","window":7,"windowFocused":false}]}
    "#]]).await;
}

#[tokio::test(start_paused = true)]
async fn ping() {
    let (rig, _extension) = start();
    rig.get("/tabs").await.ok();
    let bodies = [
        "",
        r#"{"tab": 1, "page": false, "timeoutMs": 500}"#,
        r#"{"tab": 9}"#,
        r#"{"tab": -1}"#,
        r#"{"page": null, "tab": null}"#,
        r#"{"page": 3}"#,
        r#"{"pages": true}"#,
        r#"{"timeoutMs": 5}"#,
        "[]",
        "{",
    ];
    let expected = expect_file!["ping.txt"];
    post(&rig, "/ping", &bodies, expected).await;
}

#[tokio::test(start_paused = true)]
async fn locate() {
    let (rig, _extension) = start();
    rig.observe(json!({})).await.ok();
    rig.observe(json!({"format": "refs", "session": "refs"}))
        .await
        .ok();
    let bodies = [
        r#"{"uid": 5}"#,
        r#"{"id": "uid=6", "tab": 1, "session": "default", "snapshot": 1, "timeoutMs": 1000}"#,
        r#"{"uid": "7"}"#,
        r#"{"uid": "4.1"}"#,
        r#"{"uid": "1"}"#,
        r#"{"uid": "20.1"}"#,
        r#"{"id": "e1", "session": "refs"}"#,
        r#"{"id": "e4", "session": "refs"}"#,
        r#"{"id": "@e5", "session": "refs"}"#,
        r#"{"id": "e99", "session": "refs"}"#,
        r#"{"uid": "5", "session": "none"}"#,
        r#"{"uid": 5.5}"#,
        r#"{"uid": null, "id": null}"#,
        r#"{"uid": "5", "id": "5"}"#,
        r#"{"uid": "5", "what": 1}"#,
        r#"{"uid": "5", "session": ""}"#,
        r#"{"uid": "5", "snapshot": "one"}"#,
        r#"{"uid": "5", "tab": "one"}"#,
        r#"{"uid": "5", "tab": 9}"#,
    ];
    let expected = expect_file!["locate.txt"];
    post(&rig, "/locate", &bodies, expected).await;
}

#[tokio::test(start_paused = true)]
async fn explain() {
    let (rig, _extension) = start();
    rig.observe(json!({})).await.ok();
    rig.observe(json!({"format": "refs", "session": "refs"}))
        .await
        .ok();
    let bodies = [
        r##"{"selector": "#x"}"##,
        r##"{"selector": "#plain", "tab": 1}"##,
        r#"{"uid": 6}"#,
        r#"{"id": "4.1"}"#,
        r#"{"id": "20.1"}"#,
        r#"{"id": "e1", "session": "refs"}"#,
        r#"{"id": "e4", "session": "refs"}"#,
        r#"{"id": "e5", "session": "refs"}"#,
        r#"{"uid": 5, "id": 6}"#,
        r#"{"uid": 5, "selector": "a"}"#,
        r#"{"selector": " "}"#,
        r#"{"css": "a"}"#,
        r#"{"selector": 3}"#,
        r#"{"uid": true}"#,
        "",
    ];
    let expected = expect_file!["explain.txt"];
    post(&rig, "/explain", &bodies, expected).await;
}

#[tokio::test(start_paused = true)]
async fn tab_snapshot() {
    let (rig, _extension) = start();
    rig.get("/tabs").await.ok();
    get(&rig, "/tabs/1/snapshot?userId=a", expect![[r#"
        200 OK
        {"hasMore":false,"nextOffset":null,"refsCount":4,"snapshot":"- button \"Delete \\\"it\\\"\" [e1]\n- button \"Add\" [e2]\n- link \"Away\" [e3]\n- heading \"Over\" [level=1]\n- iframe\n  - document \"Inner\"\n    - textbox \"Name\" [e4]\n","totalChars":152,"truncated":false,"url":"https://example.com/"}
    "#]]).await;
    let path = "/tabs/1/snapshot?userId=a&offset=5&format=text&includeScreenshot=1";
    get(&rig, path, expect![[r#"
        200 OK
        {"hasMore":false,"nextOffset":null,"refsCount":4,"screenshot":{"data":"iVBORw0KGgo=","mimeType":"image/png"},"snapshot":"ton \"Delete \\\"it\\\"\" [e1]\n- button \"Add\" [e2]\n- link \"Away\" [e3]\n- heading \"Over\" [level=1]\n- iframe\n  - document \"Inner\"\n    - textbox \"Name\" [e4]\n","totalChars":152,"truncated":true,"url":"https://example.com/"}
    "#]]).await;
    get(&rig, "/tabs/1/snapshot", expect![[r#"
        400 Bad Request
        {"error":"bad_request","message":"`userId` is required.","hint":"Correct the request as the message says. `GET /openapi.json` describes every endpoint and its parameters.","retryable":false}
    "#]]).await;
    get(&rig, "/tabs/1/snapshot?userId=a&userId=b", expect![[r#"
        400 Bad Request
        {"error":"bad_request","message":"The parameters could not be understood: Failed to deserialize query string: duplicate field `userId`.","hint":"Correct the request as the message says. `GET /openapi.json` describes every endpoint and its parameters.","retryable":false}
    "#]]).await;
    get(&rig, "/tabs/1/snapshot?userId=a&other=1", expect![[r#"
        200 OK
        {"hasMore":false,"nextOffset":null,"refsCount":4,"snapshot":"- button \"Delete \\\"it\\\"\" [e1]\n- button \"Add\" [e2]\n- link \"Away\" [e3]\n- heading \"Over\" [level=1]\n- iframe\n  - document \"Inner\"\n    - textbox \"Name\" [e4]\n","totalChars":152,"truncated":false,"url":"https://example.com/"}
    "#]]).await;
}

#[tokio::test(start_paused = true)]
async fn a_long_tab_snapshot() {
    let rig = Rig::new();
    let _extension = rig.simulate(|query| {
        let mut answer = answer(query);
        if let Some(node) = answer.pointer_mut("/ok/frames/0/tree/nodes/1") {
            node["t"] = json!("x".repeat(100_000));
        }
        answer
    });
    rig.get("/tabs").await.ok();
    let request = agent("GET", "/tabs/1/snapshot?userId=a").body(Body::empty());
    let text = body(&rig, request.expect("a request")).await;
    expect![[r#"
        200 OK
        {"hasMore":false,"nextOffset":null,"refsCount":4,"snapshot":"- button \"…………………………………………………………………………………………………………………………………………………………………………………………………………………………………………………………………………\" [e1]\n- button \"Add\" [e2]\n- link \"Away\" [e3]\n- heading \"Over\" [level=1]\n- iframe\n  - document \"Inner\"\n    - textbox \"Name\" [e4]\n","totalChars":100139,"truncated":false,"url":"https://example.com/"}
    "#]].assert_eq(&text.replace(&"x".repeat(1000), "…"));
}

#[tokio::test(start_paused = true)]
async fn faults() {
    let rig = Rig::new();
    get(&rig, "/nowhere", expect![[r#"
        404 Not Found
        {"error":"not_found","message":"No such endpoint: /nowhere.","hint":"`GET /openapi.json` lists the endpoints.","retryable":false}
    "#]]).await;
    get(&rig, "/observe", expect![[r#"
        405 Method Not Allowed
        {"error":"method_not_allowed","message":"/observe does not take GET.","hint":"`GET /openapi.json` lists the method of each endpoint.","retryable":false}
    "#]]).await;
    get(&rig, "/tabs", expect![[r#"
        503 Service Unavailable
        {"error":"extension_disconnected","message":"The Axlens extension is not connected.","hint":"Run `axlens doctor` to find the missing part. Chrome must be running with the Axlens extension.","retryable":true}
    "#]]).await;
}
