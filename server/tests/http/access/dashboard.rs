//! The dashboard: its clients, its content, and what is deleted when the user revokes reading.

use crate::http::browser::{many, page, start};
use crate::http::rig::{AGENT, PORT, Reply, Rig, WIRE, agent, agent_with, empty, plain};
use axlens_protocol::Code;
use axlens_protocol::model::TokenScope;
use axlens_server::http::origin::EXTENSION_ID;
use axlens_server::http::page_keys::{CODE_LIFETIME, KEY_LIFETIME};
use axlens_server::queue::browser_queue::CONNECTED_FOR;
use axum::body::Body;
use axum::http::{Request, Response, request::Builder};
use serde_json::{Value, json};
use std::time::Instant;
use tower::ServiceExt;

const ENDPOINTS: [&str; 4] = [
    "/dashboard/state",
    "/dashboard/tabs",
    "/dashboard/text",
    "/dashboard/nowhere",
];

fn origin() -> String {
    format!("http://127.0.0.1:{PORT}")
}

/// A request as the page's script makes it.
fn from_page(path: &str) -> Builder {
    plain("POST", path)
        .header("origin", origin())
        .header("sec-fetch-site", "same-origin")
}

fn with_key(path: &str, key: &str) -> Builder {
    from_page(path).header("x-axlens-page-key", key)
}

fn json_of(builder: Builder, body: &Value) -> Request<Body> {
    builder
        .body(Body::from(body.to_string()))
        .expect("a request")
}

async fn exchange(rig: &Rig, code: &str) -> Reply {
    let body = json!({"code": code});
    rig.call(json_of(from_page("/dashboard/key"), &body)).await
}

/// The key of a page that was opened by a link.
async fn opened(rig: &Rig) -> String {
    let code = rig.pages.link(Instant::now()).expect("a link").code;
    let reply = exchange(rig, &code).await.ok();
    reply["key"].as_str().expect("a key").to_owned()
}

async fn ask(rig: &Rig, key: &str, what: &str, body: Value) -> Reply {
    let request = with_key(&format!("/dashboard/{what}"), key);
    rig.call(json_of(request, &body)).await
}

async fn state(rig: &Rig, key: &str) -> Value {
    ask(rig, key, "state", json!({})).await.ok()
}

async fn over_the_socket(rig: &Rig, path: &str, body: &Value) -> Response<Body> {
    let request = Request::post(path).header("host", "127.0.0.1");
    let answered = rig.socket().oneshot(json_of(request, body)).await;
    answered.expect("a router always answers")
}

async fn json_from(response: Response<Body>) -> Value {
    let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await;
    serde_json::from_slice(&bytes.expect("whole")).expect("JSON")
}

#[tokio::test]
async fn the_page_and_its_files_hold_no_data_and_let_nothing_in() {
    let rig = Rig::new();
    let whole = rig.raw(empty(plain("GET", "/"))).await;
    assert_eq!(whole.status(), 200);
    let headers = whole.headers().clone();
    let policy = headers["content-security-policy"].to_str().expect("text");
    for part in [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    ] {
        assert!(policy.split("; ").any(|each| each == part), "{policy}");
    }
    assert!(
        !policy.contains("unsafe") && !policy.contains('*'),
        "{policy}"
    );
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-store"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("x-frame-options", "DENY"),
    ] {
        assert_eq!(headers[name], value);
    }
    assert!(!headers.contains_key("set-cookie"));
    assert!(!headers.contains_key("access-control-allow-origin"));
    let html = axum::body::to_bytes(whole.into_body(), usize::MAX).await;
    let html = String::from_utf8(html.expect("whole").to_vec()).expect("text");
    let files = html
        .split('"')
        .filter(|text| text.starts_with("/dashboard/files/"));
    let files: Vec<&str> = files.collect();
    assert!(files.len() >= 4, "{files:?}");
    for path in files {
        let file = rig.raw(empty(plain("GET", path))).await;
        assert_eq!(file.status(), 200, "{path}");
        assert_eq!(file.headers()["x-content-type-options"], "nosniff");
        // As a browser asks for a module.
        let own = plain("GET", path).header("origin", origin());
        assert_eq!(rig.raw(empty(own)).await.status(), 200);
        let foreign = plain("GET", path).header("origin", "https://evil.example");
        rig.call(empty(foreign)).await.fault(Code::Forbidden);
    }
    let none = empty(plain("GET", "/dashboard/files/main.rs"));
    rig.call(none).await.fault(Code::NotFound);
    let foreign = plain("GET", "/").header("host", "evil.example");
    rig.call(empty(foreign)).await.fault(Code::Forbidden);
    let framed = plain("GET", "/").header("sec-fetch-site", "cross-site");
    rig.call(empty(framed)).await.fault(Code::Forbidden);
}

fn without(path: &str, key: &str, left: &str) -> Request<Body> {
    let mut request = empty(with_key(path, key));
    request.headers_mut().remove(left);
    request
}

fn with(path: &str, key: &str, name: &'static str, value: &str) -> Request<Body> {
    let mut request = empty(with_key(path, key));
    let value = value.parse().expect("a header");
    request.headers_mut().insert(name, value);
    request
}

#[tokio::test]
async fn every_endpoint_takes_the_pages_own_key_alone() {
    let rig = Rig::new();
    let key = opened(&rig).await;
    let named = rig.token("scout", TokenScope::Act);
    for path in ENDPOINTS {
        let bearer = |token: &str| {
            let builder = from_page(path).header("authorization", format!("Bearer {token}"));
            empty(builder)
        };
        let as_key = |received: &str| with(path, &key, "x-axlens-page-key", received);
        for request in [
            without(path, &key, "x-axlens-page-key"),
            as_key(""),
            as_key(&key[1..]),
            as_key(&"0".repeat(64)),
            as_key(AGENT),
            as_key(&named),
            bearer(AGENT),
            bearer(&named),
            bearer(&key),
            empty(with_key(path, &key).header("x-axlens-page-key", &key)),
        ] {
            rig.call(request).await.fault(Code::Unauthorized);
        }
    }
    // The control.
    state(&rig, &key).await;
    let nowhere = ask(&rig, &key, "nowhere", json!({})).await;
    nowhere.fault(Code::NotFound);
}

#[tokio::test]
async fn every_endpoint_takes_it_from_the_page_itself_alone() {
    let rig = Rig::new();
    let key = opened(&rig).await;
    let named = rig.token("scout", TokenScope::Act);
    let extension = format!("chrome-extension://{EXTENSION_ID}");
    for path in ENDPOINTS {
        let from = |name: &'static str, value: &str| with(path, &key, name, value);
        let mut rebound = from("host", "evil.example");
        let origin = "http://evil.example".parse().expect("a header");
        rebound.headers_mut().insert("origin", origin);
        for request in [
            without(path, &key, "origin"),
            from("origin", "https://evil.example"),
            from("origin", "null"),
            from("origin", "http://localhost:4711"),
            from("origin", "http://127.0.0.1:4712"),
            from("origin", &extension),
            from("sec-fetch-site", "cross-site"),
            from("sec-fetch-site", "same-site"),
            from("sec-fetch-site", "none"),
            from("host", "evil.example"),
            from("host", "localhost:4711"),
            rebound,
            empty(with_key(path, &key).header("origin", "https://evil.example")),
            empty(agent("POST", path)),
            empty(agent_with(&named, "POST", path)),
            empty(plain("OPTIONS", path).header("origin", "https://evil.example")),
            empty(plain("OPTIONS", path).header("origin", &extension)),
        ] {
            rig.call(request).await.fault(Code::Forbidden);
        }
        let answered = over_the_socket(&rig, path, &json!({})).await;
        assert_eq!(answered.status(), 403, "{path}");
    }
}

#[tokio::test]
async fn a_code_opens_one_page_once_for_two_minutes() {
    let rig = Rig::new();
    let code = rig.pages.link(Instant::now()).expect("a link").code;
    // An attempt with another key does not use it up.
    let body = json!({"code": code});
    let foreign = plain("POST", "/dashboard/key").header("origin", "https://evil.example");
    rig.call(json_of(foreign, &body))
        .await
        .fault(Code::Forbidden);
    let nobody = plain("POST", "/dashboard/key");
    rig.call(json_of(nobody, &body))
        .await
        .fault(Code::Forbidden);
    for wrong in ["", "0", &code[1..], &"0".repeat(64), AGENT] {
        let fault = exchange(&rig, wrong).await.fault(Code::Unauthorized);
        assert!(fault.hint.contains("axlens open"), "{fault}");
    }
    let reply = exchange(&rig, &code).await.ok();
    let key = reply["key"].as_str().expect("a key");
    state(&rig, key).await;
    // Who comes second has seen the link: neither goes on.
    let fault = exchange(&rig, &code).await.fault(Code::Unauthorized);
    assert!(fault.message.contains("second time"), "{fault}");
    let ended = ask(&rig, key, "state", json!({})).await;
    ended.fault(Code::Unauthorized);

    let Some(long_ago) = Instant::now().checked_sub(CODE_LIFETIME.max(KEY_LIFETIME)) else {
        return;
    };
    let old = rig.pages.link(long_ago).expect("a link").code;
    exchange(&rig, &old).await.fault(Code::Unauthorized);
    let unused = rig.pages.link(long_ago).expect("a link").code;
    let unused = rig.pages.exchange(&unused, long_ago).expect("a key").key;
    let ended = ask(&rig, &unused, "state", json!({})).await;
    ended.fault(Code::Unauthorized);
}

#[tokio::test]
async fn the_pages_key_opens_nothing_else() {
    let (rig, _browser, _extension) = start(page());
    let key = opened(&rig).await;
    for (method, path) in [
        ("GET", "/status"),
        ("GET", "/tabs"),
        ("POST", "/observe"),
        ("POST", "/interact"),
        ("POST", "/mcp"),
        ("GET", "/agents"),
        ("GET", "/audit"),
        ("GET", "/pending-queries"),
    ] {
        let page = plain(method, path)
            .header("x-axlens-page-key", &key)
            .header("x-axlens-wire", WIRE);
        rig.call(empty(page)).await.fault(Code::Unauthorized);
        let bearer = agent_with(&key, method, path).header("x-axlens-wire", WIRE);
        rig.call(empty(bearer)).await.fault(Code::Unauthorized);
        let from_page = agent_with(&key, method, path).header("origin", origin());
        rig.call(empty(from_page)).await.fault(Code::Forbidden);
    }
}

#[tokio::test]
async fn links_are_given_on_the_socket_alone_and_taken_back_there() {
    let rig = Rig::new();
    let key = opened(&rig).await;
    for path in [
        "/dashboard-link",
        "/dashboard-link/used",
        "/dashboard-link/revoke",
    ] {
        for request in [plain("POST", path), agent("POST", path)] {
            rig.call(empty(request)).await.fault(Code::Forbidden);
        }
    }
    let link = json_from(over_the_socket(&rig, "/dashboard-link", &json!({})).await).await;
    let (url, code) = (link["url"].as_str(), link["code"].as_str().expect("a code"));
    assert_eq!(url, Some(&*format!("{}/#code={code}", origin())));
    assert_eq!(link["seconds"], 120);
    let body = json!({"code": code});
    let used = over_the_socket(&rig, "/dashboard-link/used", &body);
    let (used, _) = tokio::join!(used, exchange(&rig, code));
    assert_eq!(json_from(used).await["used"], true);

    // A waiting page is notified immediately.
    let after = state(&rig, &key).await["changes"].clone();
    let (held, nothing) = (ask(&rig, &key, "state", json!({"after": after})), json!({}));
    let revoked = over_the_socket(&rig, "/dashboard-link/revoke", &nothing);
    let (held, revoked) = tokio::join!(held, revoked);
    held.fault(Code::Unauthorized);
    assert_eq!(json_from(revoked).await["ended"], 2);
}

#[tokio::test]
async fn the_dashboard_shows_agents_requests_and_outcomes() {
    let (rig, _browser, _extension) = start(page());
    rig.log();
    let key = opened(&rig).await;
    let before = state(&rig, &key).await;
    assert_eq!(
        (&before["ended"], &before["sessions"]),
        (&json!([]), &json!([]))
    );
    let read = rig.observe(json!({"format": "lean"})).await.ok();
    rig.post("/locate", &json!({"uid": 42})).await.ok();
    rig.post("/locate", &json!({"uid": 43}))
        .await
        .fault(Code::UnknownUid);
    rig.greet(false, "first").await;

    let now = state(&rig, &key).await;
    assert_ne!(now["changes"], before["changes"]);
    let browser = &now["browsers"][0];
    assert_eq!(
        (&browser["name"], &browser["connected"]),
        (&json!("Chrome"), &json!(true))
    );
    assert_eq!(now["agents"][0]["name"], "user");
    let ended = now["ended"].as_array().expect("a list");
    let of =
        |part: &str| -> Vec<&Value> { ended.iter().map(|each| &each["entry"][part]).collect() };
    assert_eq!(of("kind"), ["observe", "locate", "locate"]);
    assert_eq!(of("outcome"), ["ok", "ok", "unknown_uid"]);
    assert_eq!(ended[0]["tokens"], read["tokenEstimate"]["thisResponse"]);
    assert_eq!(
        (&ended[0]["tab"], &ended[1]["tokens"]),
        (&json!(1), &Value::Null)
    );
    assert_eq!(ended[0]["entry"]["origin"], "https://example.com");
    assert!(ended[0]["bytes"].as_u64() > Some(100), "{}", ended[0]);
    // An element's name is the page's.
    assert!(
        !now["ended"].to_string().contains("Home"),
        "{}",
        now["ended"]
    );

    let tabs = ask(&rig, &key, "tabs", json!({})).await.ok();
    assert_eq!(tabs["tabs"][0]["title"], "A page");
    for bad in [json!({"after": "x"}), json!({"what": 1})] {
        ask(&rig, &key, "state", bad).await.fault(Code::BadRequest);
    }
}

/// The stored text of a session, as the dashboard's state lists it.
async fn kept(rig: &Rig, key: &str) -> Option<Value> {
    let session = &state(rig, key).await["sessions"][0];
    let text = session["texts"].get(0)?;
    Some(json!({"agent": session["agent"], "session": session["session"], "id": text["id"]}))
}

#[tokio::test]
async fn what_an_agent_saw_is_shown_as_it_was_and_gone_with_the_users_word() {
    for (paused, access) in [(true, "first"), (false, "second")] {
        for params in [
            json!({"format": "lean"}),
            json!({"format": "outline"}),
            json!({"format": "lean", "max_chars": 400}),
        ] {
            let (rig, _browser, _extension) = start(many());
            rig.greet(false, "first").await;
            let key = opened(&rig).await;
            assert_eq!(kept(&rig, &key).await, None);
            let tree = rig.observe(params.clone()).await.ok()["tree"].clone();
            let kept_now = kept(&rig, &key).await.expect("it is kept");
            let text = ask(&rig, &key, "text", kept_now.clone()).await.ok()["text"].clone();
            let (text, tree) = (text.as_str().expect("text"), tree.as_str().expect("text"));
            match params.get("max_chars") {
                // The text of all, of which the agent was shown the first lines.
                Some(_) => assert!(text.starts_with(tree.lines().next().expect("a line"))),
                None => assert_eq!(text, tree),
            }
            let after = state(&rig, &key).await["changes"].clone();
            let held = ask(&rig, &key, "state", json!({"after": after}));
            let (held, ()) = tokio::join!(held, rig.greet(paused, access));
            let now = held.ok();
            assert_eq!(now["sessions"][0]["texts"], json!([]), "{now}");
            assert!(!now.to_string().contains("A page"), "{now}");
            let removed = ask(&rig, &key, "text", kept_now).await;
            removed.fault(Code::NotFound);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_is_shown_of_a_browser_that_is_gone_or_of_an_agent_whose_token_is() {
    let (rig, _browser, extension) = start(many());
    let key = opened(&rig).await;
    let token = rig.token("scout", TokenScope::Read);
    let body = json!({"what": "a11y_tree", "format": "lean"});
    let params = json_of(agent_with(&token, "POST", "/observe"), &body);
    rig.call(params).await.ok();
    let now = state(&rig, &key).await;
    assert_eq!(now["sessions"][0]["agentName"], "scout");
    let scout = kept(&rig, &key).await.expect("it is kept");
    assert!(
        !now.to_string().contains(&token),
        "the response has no token"
    );
    rig.tokens.revoke("scout").expect("it can be written");
    let removed = ask(&rig, &key, "text", scout).await;
    removed.fault(Code::NotFound);
    assert_eq!(state(&rig, &key).await["sessions"], json!([]));

    rig.observe(json!({"format": "lean"})).await.ok();
    let user = kept(&rig, &key).await.expect("it is kept");
    let other = json!({"agent": "user", "session": "another", "id": user["id"]});
    ask(&rig, &key, "text", other).await.fault(Code::NotFound);
    ask(&rig, &key, "text", user.clone()).await.ok();
    // Nobody can say any more that it may be read.
    drop(extension);
    // Its poll ends first.
    tokio::task::yield_now().await;
    tokio::time::advance(2 * CONNECTED_FOR).await;
    ask(&rig, &key, "text", user).await.fault(Code::NotFound);
    assert_eq!(kept(&rig, &key).await, None);
}

#[tokio::test]
async fn a_query_is_shown_while_it_waits_and_while_it_is_worked_on() {
    let rig = Rig::new();
    let key = opened(&rig).await;
    rig.poll("a", 0).await;
    let pending = {
        let rig = rig.clone();
        tokio::spawn(async move { rig.observe(json!({"timeoutMs": 60_000})).await })
    };
    let mut now = state(&rig, &key).await;
    while now["queue"] == json!([]) {
        let after = json!({"after": now["changes"]});
        now = ask(&rig, &key, "state", after).await.ok();
    }
    let waiting = &now["queue"][0];
    assert_eq!(
        (&waiting["kind"], &waiting["agent"]),
        (&json!("observe"), &json!("user"))
    );
    assert_eq!(
        (&waiting["leased"], &waiting["person"]),
        (&json!(false), &json!(false))
    );
    let (after, poll) = (json!({"after": now["changes"]}), rig.poll("a", 5));
    let (now, queries) = tokio::join!(ask(&rig, &key, "state", after), poll);
    let now = now.ok();
    assert_eq!(now["queue"][0]["id"], json!(queries[0].id));
    assert_eq!(now["queue"][0]["leased"], true);
    pending.abort();
    let after = json!({"after": now["changes"]});
    let now = ask(&rig, &key, "state", after).await.ok();
    assert_eq!(now["queue"], json!([]));
}
