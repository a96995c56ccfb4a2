//! Host, origin and token checks: every rule, with its fault.

use crate::http::rig::{AGENT, BROWSER, KEY, PORT, Rig, WIRE, agent, empty, plain};
use axlens_protocol::Code;
use axlens_server::http::origin::EXTENSION_ID;
use axum::body::Body;
use axum::http::Request;
use serde_json::json;
use tower::ServiceExt;

#[tokio::test]
async fn health_needs_no_token() {
    let reply = Rig::new().call(empty(plain("GET", "/health"))).await.ok();
    assert_eq!(reply["ok"], true);
}

#[tokio::test]
async fn the_description_of_the_api_needs_no_token() {
    let request = empty(plain("GET", "/openapi.json"));
    let described = Rig::new().call(request).await.ok();
    assert_eq!(described["openapi"], "3.1.0");
    assert_eq!(described["paths"]["/find"]["post"]["operationId"], "find");
    let foreign = plain("GET", "/openapi.json").header("origin", "https://example.com");
    let reply = Rig::new().call(empty(foreign)).await;
    reply.fault(Code::Forbidden);
}

#[tokio::test]
async fn agents_endpoints_take_the_agents_token_alone() {
    let rig = Rig::new();
    for path in [
        "/status",
        "/tabs",
        "/tabs/1/snapshot",
        "/observe",
        "/nowhere",
    ] {
        let none = plain("GET", path);
        let wrong = plain("GET", path).header("authorization", "Bearer wrong");
        let other =
            plain("GET", path).header("authorization", format!("Bearer {}", rig.poll_token));
        let basic = plain("GET", path).header("authorization", format!("Basic {AGENT}"));
        let twice = agent("GET", path).header("authorization", format!("Bearer {AGENT}"));
        let prefix = plain("GET", path).header("authorization", format!("Bearer {}", &AGENT[1..]));
        for request in [none, wrong, other, basic, twice, prefix] {
            rig.call(empty(request)).await.fault(Code::Unauthorized);
        }
    }
    rig.get("/status").await.ok();
    let lower = plain("GET", "/status").header("authorization", format!("bearer {AGENT}"));
    rig.call(empty(lower)).await.ok();
}

#[tokio::test]
async fn the_extensions_endpoints_take_its_own_token_alone() {
    let rig = Rig::new();
    for (method, path) in [
        ("GET", "/pending-queries"),
        ("GET", "/wake"),
        ("POST", "/hello"),
        ("POST", "/waiting"),
        ("POST", "/results/q1"),
    ] {
        let other = agent(method, path)
            .header("x-axlens-wire", WIRE)
            .header("x-axlens-instance", "a");
        rig.call(empty(other)).await.fault(Code::Unauthorized);
        let none = plain(method, path).header("x-axlens-wire", WIRE);
        rig.call(empty(none)).await.fault(Code::Unauthorized);
    }
    assert!(rig.poll("a", 0).await.is_empty());
}

#[tokio::test]
async fn neither_the_key_nor_a_proof_is_a_token() {
    let rig = Rig::new();
    let exchange = rig.exchange(KEY).await;
    for received in [
        KEY,
        &exchange.proof,
        &exchange.server,
        &exchange.servers_proof,
    ] {
        for path in ["/status", "/pending-queries", "/results/q1"] {
            let request = plain("GET", path)
                .header("authorization", format!("Bearer {received}"))
                .header("x-axlens-wire", WIRE)
                .header("x-axlens-instance", "a");
            rig.call(empty(request)).await.fault(Code::Unauthorized);
        }
    }
}

#[tokio::test]
async fn what_the_socket_has_the_port_has_not_and_the_other_way_round() {
    let rig = Rig::new();
    for path in ["/stop", "/identity"] {
        for request in [plain("POST", path), agent("POST", path)] {
            let fault = rig.call(empty(request)).await.fault(Code::Forbidden);
            assert!(fault.hint.contains("axlens stop"), "{fault}");
        }
    }
    let over_the_socket = async |method: &str, path: &str| {
        let request = Request::builder().method(method).uri(path);
        let request = request.header("host", "127.0.0.1").body(Body::empty());
        let answer = rig.socket().oneshot(request.expect("a request")).await;
        answer.expect("a router always answers").status().as_u16()
    };
    assert_eq!(over_the_socket("GET", "/status").await, 200);
    assert_eq!(over_the_socket("GET", "/pending-queries").await, 403);
    assert_eq!(over_the_socket("POST", "/proof").await, 403);
    assert_eq!(over_the_socket("GET", "/websocket").await, 403);
    assert_eq!(over_the_socket("POST", "/stop").await, 204);
}

#[tokio::test]
async fn a_worker_gets_a_token_for_its_polls_by_its_proof() {
    let rig = Rig::new();
    let ask = async |exchange: &str, proof: &str| {
        let body = json!({"exchange": exchange, "proof": proof}).to_string();
        let request = plain("POST", "/token").header("x-axlens-wire", WIRE);
        rig.call(request.body(Body::from(body)).expect("a request"))
            .await
    };
    let right = rig.exchange(KEY).await;
    let reply = ask(&right.server, &right.proof).await.ok();
    let token = reply["token"].as_str().expect("a token");
    let poll = plain("GET", "/pending-queries")
        .header("authorization", format!("Bearer {token}"))
        .header("x-axlens-wire", WIRE)
        .header("x-axlens-instance", "a")
        .header("x-axlens-browser", "b");
    rig.call(empty(poll)).await.ok();
    ask(&right.server, &right.proof)
        .await
        .fault(Code::Unauthorized);
    let other = rig.exchange("another key").await;
    let fault = ask(&other.server, &other.proof)
        .await
        .fault(Code::Unauthorized);
    assert!(fault.hint.contains("extension_key"), "{fault}");
    let own = rig.exchange(KEY).await;
    ask(&own.server, &own.servers_proof)
        .await
        .fault(Code::Unauthorized);
    rig.call(empty(plain("POST", "/proof")))
        .await
        .fault(Code::BadRequest);
}

#[tokio::test]
async fn only_a_worker_that_has_proven_its_identity_changes_the_status() {
    let rig = Rig::new();
    let refused = async || rig.get("/status").await.ok()["extension"]["refusedWire"].clone();
    let ask = async |key: &str, wire: u32| {
        let exchange = rig.exchange(key).await;
        let body = json!({"exchange": exchange.server, "proof": exchange.proof}).to_string();
        let request = plain("POST", "/token")
            .header("x-axlens-wire", wire)
            .header("x-axlens-browser", BROWSER);
        let request = request.body(Body::from(body)).expect("a request");
        rig.call(request).await.fault(Code::VersionMismatch);
    };
    ask("another key", WIRE + 1).await;
    for path in ["/pending-queries", "/websocket", "/wake"] {
        let request = plain("GET", path)
            .header("x-axlens-wire", WIRE + 1)
            .header("x-axlens-browser", BROWSER)
            .header("authorization", "Bearer 0");
        rig.call(empty(request)).await.fault(Code::VersionMismatch);
    }
    assert_eq!(refused().await, json!(null));
    ask(KEY, WIRE + 1).await;
    assert_eq!(refused().await, json!(WIRE + 1));
}

#[tokio::test]
async fn the_target_of_a_request_is_a_path_or_has_the_authority_of_its_host() {
    let rig = Rig::new();
    let call = async |target: &str, host: &str| {
        let request = Request::builder().uri(target).header("host", host);
        let request = request.header("authorization", format!("Bearer {AGENT}"));
        rig.call(empty(request)).await
    };
    let own = format!("127.0.0.1:{PORT}");
    call(&format!("http://{own}/status"), &own).await.ok();
    for target in [
        "http://evil.example/status".to_owned(),
        format!("http://evil.example:{PORT}/status"),
        format!("http://user:word@{own}/status"),
        "http://127.0.0.1/status".to_owned(),
        format!("https://{own}/status"),
        format!("http://localhost:{PORT}/status"),
    ] {
        call(&target, &own).await.fault(Code::Forbidden);
    }
    call("*", &own).await.fault(Code::BadRequest);
    let connect = Request::builder().method("CONNECT").uri(&own);
    let connect = connect.header("host", &own);
    rig.call(empty(connect)).await.fault(Code::MethodNotAllowed);
}

#[tokio::test]
async fn token_first_then_parameters() {
    let rig = Rig::new();
    let bad = plain("POST", "/observe")
        .body(Body::from("nonsense"))
        .expect("a request");
    rig.call(bad).await.fault(Code::Unauthorized);
    let bad = agent("POST", "/observe")
        .body(Body::from("nonsense"))
        .expect("a request");
    rig.call(bad).await.fault(Code::BadRequest);
    rig.call(empty(plain("GET", "/tabs/1/snapshot")))
        .await
        .fault(Code::Unauthorized);
    rig.call(empty(agent("GET", "/tabs/1/snapshot")))
        .await
        .fault(Code::BadRequest);
}

#[tokio::test]
async fn the_host_must_be_this_computer() {
    let rig = Rig::new();
    let hosts = [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example:4711",
        "[::1]:80",
        "",
        "0.0.0.0:4711",
        "localhost",
        "localhost:4711",
        "[::1]:4711",
        "127.0.0.1:04711",
        "127.1:4711",
        "evil.localhost:4711",
        "2130706433:4711",
        "0x7f000001:4711",
        "127.0.0.1@evil.example:4711",
    ];
    for path in ["/health", "/status"] {
        let bare = || Request::get(path).header("authorization", format!("Bearer {AGENT}"));
        for host in hosts {
            let request = bare().header("host", host);
            rig.call(empty(request)).await.fault(Code::Forbidden);
        }
        rig.call(empty(bare())).await.fault(Code::Forbidden);
    }
    let twice = plain("GET", "/health").header("host", "127.0.0.1");
    rig.call(empty(twice)).await.fault(Code::Forbidden);
    // Of another port: a tunnel may forward it.
    for host in ["127.0.0.1", "127.0.0.1:80", &format!("127.0.0.1:{PORT}")] {
        let request = Request::get("/health").header("host", host);
        rig.call(empty(request)).await.ok();
    }
}

#[tokio::test]
async fn no_page_and_no_other_extension_comes_in() {
    let rig = Rig::new();
    let own = format!("chrome-extension://{EXTENSION_ID}");
    let origins = [
        "https://evil.example".to_owned(),
        "null".to_owned(),
        String::new(),
        "http://127.0.0.1:8000".to_owned(),
        format!("http://127.0.0.1:{PORT}"),
        "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa".to_owned(),
        format!("{own}.evil.example"),
    ];
    for origin in &origins {
        for path in ["/health", "/status"] {
            rig.call(empty(agent("GET", path).header("origin", origin)))
                .await
                .fault(Code::Forbidden);
        }
        rig.call(empty(plain("OPTIONS", "/observe").header("origin", origin)))
            .await
            .fault(Code::Forbidden);
    }
    let two = agent("GET", "/status").header("origin", own);
    let two = empty(two.header("origin", "http://evil.example"));
    rig.call(two).await.fault(Code::Forbidden);
    let two = agent("GET", "/status").header("sec-fetch-site", "none");
    let two = empty(two.header("sec-fetch-site", "cross-site"));
    rig.call(two).await.fault(Code::Forbidden);
    // A page's own no-cors GET carries no Origin.
    for site in ["cross-site", "same-site"] {
        rig.call(empty(
            agent("GET", "/status").header("sec-fetch-site", site),
        ))
        .await
        .fault(Code::Forbidden);
    }
    for site in ["none", "same-origin"] {
        rig.call(empty(
            agent("GET", "/status").header("sec-fetch-site", site),
        ))
        .await
        .ok();
    }
}

#[tokio::test]
async fn the_extensions_own_origin_comes_in_even_where_site_access_is_withheld() {
    let rig = Rig::new();
    let own = format!("chrome-extension://{EXTENSION_ID}");
    let request = rig
        .extension("GET", "/pending-queries", "a")
        .header("origin", &own)
        .header("sec-fetch-site", "cross-site");
    let response = rig.raw(empty(request)).await;
    assert!(response.status().is_success());
    assert_eq!(
        response.headers()["access-control-allow-origin"],
        own.as_str()
    );
    let refused = plain("GET", "/pending-queries")
        .header("x-axlens-wire", WIRE)
        .header("origin", &own);
    let response = rig.raw(empty(refused)).await;
    assert_eq!(response.status(), 401);
    assert_eq!(
        response.headers()["access-control-allow-origin"],
        own.as_str()
    );
}

#[tokio::test]
async fn a_preflight_is_answered_to_the_extension_alone() {
    let rig = Rig::new();
    let own = format!("chrome-extension://{EXTENSION_ID}");
    let response = rig
        .raw(empty(
            plain("OPTIONS", "/pending-queries").header("origin", &own),
        ))
        .await;
    assert_eq!(response.status(), 204);
    let headers = response.headers();
    assert_eq!(headers["access-control-allow-origin"], own.as_str());
    let allowed = headers["access-control-allow-headers"]
        .to_str()
        .expect("text");
    for name in [
        "authorization",
        "content-type",
        "x-axlens-wire",
        "x-axlens-instance",
    ] {
        assert!(allowed.contains(name), "{name}");
    }
}

#[tokio::test]
async fn another_wire_version_is_a_fault_that_says_which_side_to_update() {
    let rig = Rig::new();
    let poll = |wire: &str| {
        let request = plain("GET", "/pending-queries")
            .header("authorization", format!("Bearer {}", rig.poll_token));
        empty(
            request
                .header("x-axlens-instance", "a")
                .header("x-axlens-wire", wire),
        )
    };
    let newer = rig
        .call(poll(&(WIRE + 1).to_string()))
        .await
        .fault(Code::VersionMismatch);
    assert!(newer.hint.contains("server"), "{newer:?}");
    let older = rig.call(poll("0")).await.fault(Code::VersionMismatch);
    assert!(older.hint.contains("extension"), "{older:?}");
    let request = plain("GET", "/pending-queries")
        .header("authorization", format!("Bearer {}", rig.poll_token));
    rig.call(empty(request)).await.fault(Code::VersionMismatch);
    rig.call(empty(agent("GET", "/status").header("x-axlens-wire", "9")))
        .await
        .fault(Code::VersionMismatch);
    assert_eq!(rig.get("/status").await.ok()["extension"]["refusedWire"], 0);
    let hello = json!({"version": "0.1.0", "wire": WIRE, "paused": true}).to_string();
    let hello = rig
        .extension("POST", "/hello", "a")
        .body(Body::from(hello))
        .expect("a request");
    assert_eq!(rig.call(hello).await.status, 204);
    let status = rig.get("/status").await.ok();
    assert_eq!(status["extension"]["refusedWire"], json!(null));
    assert_eq!(status["extension"]["paused"], true);
}

#[tokio::test]
async fn unknown_endpoints_and_wrong_methods_are_faults() {
    let rig = Rig::new();
    rig.get("/nowhere").await.fault(Code::NotFound);
    rig.get("/observe").await.fault(Code::MethodNotAllowed);
    rig.post("/status", &json!({}))
        .await
        .fault(Code::MethodNotAllowed);
    let request = empty(rig.extension("PUT", "/results/q1", "a"));
    rig.call(request).await.fault(Code::MethodNotAllowed);
}

#[tokio::test]
async fn bodies_have_their_bounds() {
    let rig = Rig::new();
    let long = format!("\"{}\"", "x".repeat(64 * 1024));
    for path in ["/observe", "/locate", "/explain"] {
        let request = agent("POST", path)
            .body(Body::from(long.clone()))
            .expect("a request");
        rig.call(request).await.fault(Code::BodyTooLarge);
    }
    let request = rig
        .extension("POST", "/hello", "a")
        .body(Body::from(long))
        .expect("a request");
    rig.call(request).await.fault(Code::BodyTooLarge);
}

#[tokio::test]
async fn an_answer_beyond_its_bound_ends_the_query_with_the_reason() {
    let rig = Rig::new();
    let pending = {
        let rig = rig.clone();
        tokio::spawn(async move { rig.get("/tabs").await })
    };
    let queries = rig.poll("a", 25).await;
    let path = format!("/results/{}", queries[0].id);
    let long = vec![b' '; 64 * 1024 * 1024 + 1];
    let request = rig
        .extension("POST", &path, "a")
        .body(Body::from(long))
        .expect("a request");
    rig.call(request).await.fault(Code::ResultTooLarge);
    pending.await.expect("it ends").fault(Code::ResultTooLarge);
}
