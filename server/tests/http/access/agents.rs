//! Named agents: each has its own token, sessions and scope, and a revoked token is rejected at
//! once, also during a request.

use crate::http::browser::{many, page, start};
use crate::http::rig::{Reply, Rig, WIRE, agent_with, empty, new_token};
use axlens_local::tokens::NewToken;
use axlens_protocol::Code;
use axlens_protocol::model::TokenScope;
use axum::body::Body;
use serde_json::{Value, json};
use std::fs::{Permissions, set_permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::time::Duration;
use tower::ServiceExt;

fn add(rig: &Rig, name: &str, lasts: Option<Duration>) -> String {
    let new = NewToken {
        sites: vec!["example.com".to_owned()],
        lasts,
        ..new_token(name, TokenScope::Read)
    };
    rig.tokens.add(&new).expect("a token")
}

async fn post(rig: &Rig, token: &str, path: &str, body: &Value) -> Reply {
    let request = agent_with(token, "POST", path).body(Body::from(body.to_string()));
    rig.call(request.expect("a request")).await
}

async fn get(rig: &Rig, token: &str, path: &str) -> Reply {
    rig.call(empty(agent_with(token, "GET", path))).await
}

async fn observe(rig: &Rig, token: &str, mut parameters: Value) -> Reply {
    parameters["what"] = json!("a11y_tree");
    post(rig, token, "/observe", &parameters).await
}

#[tokio::test(start_paused = true)]
async fn the_extension_learns_the_agents_name() {
    let rig = Rig::new();
    let token = add(&rig, "reader", None);
    let pending = {
        let rig = rig.clone();
        tokio::spawn(async move { get(&rig, &token, "/tabs").await })
    };
    let queries = rig.poll("a", 25).await;
    let agent = &queries[0].agent;
    assert_eq!((&*agent.name, agent.scope), ("reader", TokenScope::Read));
    assert_eq!(agent.sites, ["example.com"]);
    assert!(agent.id != "user" && agent.id != "reader", "{agent:?}");
    pending.abort();
    let pending = {
        let rig = rig.clone();
        tokio::spawn(async move { rig.get("/tabs").await })
    };
    assert_eq!(rig.poll("a", 25).await[0].agent.name, "user");
    pending.abort();
}

#[tokio::test(start_paused = true)]
async fn a_token_that_is_revoked_stops_at_the_next_request() {
    let (rig, _browser, _extension) = start(page());
    let token = add(&rig, "reader", None);
    observe(&rig, &token, json!({})).await.ok();
    assert_eq!(rig.state.sessions().count(), 1);
    assert!(rig.tokens.revoke("reader").expect("it is written"));
    let fault = get(&rig, &token, "/status").await.fault(Code::Unauthorized);
    assert!(fault.message.contains("\"reader\" was revoked"), "{fault}");
    assert_eq!(rig.state.sessions().count(), 0);
    // A new one of the same name is another agent.
    let again = add(&rig, "reader", None);
    observe(&rig, &again, json!({})).await.ok();
    let locate = post(&rig, &token, "/locate", &json!({"uid": "42"})).await;
    locate.fault(Code::Unauthorized);
}

#[tokio::test(start_paused = true)]
async fn a_request_under_way_when_its_token_is_revoked_is_not_answered() {
    let rig = Rig::new();
    let token = add(&rig, "reader", None);
    let pending = {
        let rig = rig.clone();
        tokio::spawn(async move { get(&rig, &token, "/tabs").await })
    };
    let queries = rig.poll("a", 25).await;
    assert!(rig.tokens.revoke("reader").expect("it is written"));
    rig.result(&queries[0].id, &json!({"ok": {"tabs": []}}))
        .await;
    let fault = pending.await.expect("it ends").fault(Code::Unauthorized);
    assert!(fault.message.contains("\"reader\" was revoked"), "{fault}");
}

#[tokio::test(start_paused = true)]
async fn an_expired_token_says_when_it_expired() {
    let (rig, _browser, _extension) = start(page());
    let token = add(&rig, "reader", Some(Duration::ZERO));
    let fault = observe(&rig, &token, json!({})).await;
    let fault = fault.fault(Code::Unauthorized);
    assert!(
        fault.message.contains("\"reader\" expired at 20"),
        "{fault}"
    );
    assert!(fault.hint.contains("axlens token add reader"), "{fault}");
    let token = add(&rig, "other", Some(Duration::from_secs(3600)));
    observe(&rig, &token, json!({})).await.ok();
}

#[tokio::test(start_paused = true)]
async fn agents_do_not_share_sessions() {
    let (rig, _browser, _extension) = start(many());
    let (one, other) = (add(&rig, "one", None), add(&rig, "other", None));
    let ask = || json!({"session": "s", "max_chars": 400, "format": "lean"});
    let read = observe(&rig, &one, ask()).await.ok();
    let uid = read["uidMap"].as_object().expect("a map").keys().next();
    let uid = uid.expect("there are uids").clone();
    let locate = json!({"uid": uid, "session": "s"});
    post(&rig, &one, "/locate", &locate).await.ok();
    for token in [&*other, crate::http::rig::AGENT] {
        let reply = post(&rig, token, "/locate", &locate).await;
        reply.fault(Code::UnknownUid);
        let reply = post(&rig, token, "/explain", &locate).await;
        reply.fault(Code::UnknownUid);
        let reply = observe(
            &rig,
            token,
            json!({"scope": format!("uid={uid}"), "session": "s"}),
        )
        .await;
        reply.fault(Code::UnknownUid);
        let cursor = read["cursor"].as_str().expect("there is more");
        let reply = observe(&rig, token, json!({"cursor": cursor, "session": "s"})).await;
        reply.fault(Code::BadRequest);
    }
    let cursor = json!({"cursor": read["cursor"], "session": "s"});
    observe(&rig, &one, cursor).await.ok();
    // A delta has no base in another agent's session.
    let delta = json!({"session": "s", "format": "lean", "compression": "delta"});
    let reply = observe(&rig, &other, delta).await.ok();
    assert_eq!(
        (&reply["since"], &reply["snapshot"]),
        (&Value::Null, &json!(1))
    );
}

#[tokio::test]
async fn a_token_identifies_the_agent_on_the_unix_socket_too() {
    let rig = Rig::new();
    let token = add(&rig, "reader", None);
    for (token, status) in [
        (&*token, 200),
        ("axl_wrong", 401),
        (crate::http::rig::AGENT, 200),
    ] {
        let request = empty(agent_with(token, "GET", "/status"));
        let response = rig.socket().oneshot(request).await;
        assert_eq!(response.expect("an answer").status(), status, "{token}");
    }
}

#[tokio::test]
async fn no_named_agent_is_admitted_with_an_untrusted_token_file() {
    let rig = Rig::new();
    let token = add(&rig, "reader", None);
    get(&rig, &token, "/status").await.ok();
    let file = rig.tokens.path();
    let good = std::fs::read_to_string(&file).expect("it is there");
    let is_refused = async || {
        let reply = get(&rig, &token, "/status").await;
        reply.fault(Code::Unauthorized);
        rig.get("/status").await.ok();
    };
    for mode in [0o644, 0o666] {
        set_permissions(&file, Permissions::from_mode(mode)).expect("own file");
        is_refused().await;
    }
    set_permissions(&file, Permissions::from_mode(0o600)).expect("own file");
    get(&rig, &token, "/status").await.ok();
    std::fs::write(&file, good.replace("\"read\"", "\"all\"")).expect("written");
    is_refused().await;
    let elsewhere = file.with_extension("elsewhere");
    std::fs::write(&file, &good).expect("written");
    std::fs::rename(&file, &elsewhere).expect("moved");
    symlink(&elsewhere, &file).expect("linked");
    is_refused().await;
}

#[tokio::test(start_paused = true)]
async fn the_user_sees_all_agents_and_a_named_one_itself() {
    let (rig, _browser, _extension) = start(page());
    let token = add(&rig, "reader", Some(Duration::from_secs(3600)));
    add(&rig, "other", None);
    observe(&rig, &token, json!({"session": "one"})).await.ok();
    observe(&rig, &token, json!({"session": "two"})).await.ok();
    let agents = |status: Value| -> Vec<Value> {
        let agents = status["agents"].as_array().expect("agents").iter();
        agents
            .map(|agent| {
                json!([
                    agent["name"],
                    agent["scope"],
                    agent["sites"],
                    agent["sessions"]
                ])
            })
            .collect()
    };
    let reader = json!(["reader", "read", ["example.com"], 2]);
    let own = get(&rig, &token, "/status").await.ok();
    assert!(own["agents"][0]["expires"].is_u64() && own["agents"][0]["lastSeenMs"].is_u64());
    assert_eq!(json!(agents(own)), json!([reader]));
    let all = rig.get("/status").await.ok();
    assert_eq!(all["agents"][2]["lastSeenMs"], Value::Null);
    let other = json!(["other", "read", ["example.com"], 0]);
    assert_eq!(agents(all), [json!(["user", "act", [], 0]), reader, other]);
}

#[tokio::test]
async fn a_named_agent_sees_no_numbers_of_others() {
    let (rig, _browser, _extension) = start(page());
    let token = add(&rig, "reader", None);
    observe(&rig, &token, json!({"session": "one"})).await.ok();
    rig.observe(json!({"session": "of the user"})).await.ok();
    let mut own = get(&rig, &token, "/status").await.ok();
    assert_eq!(own["sessions"], 1);
    for field in ["audit", "cache", "queue", "shownBytes"] {
        assert_eq!(own[field], Value::Null, "{field}");
    }
    let all = rig.get("/status").await.ok();
    assert_eq!(all["sessions"], 2);
    assert!(all["cache"]["budgetBytes"].is_u64(), "{all}");
    let browsers = get(&rig, &token, "/browsers").await.ok();
    assert_eq!(browsers["browsers"], own["browsers"]);
    for browser in [own["browsers"][0].take(), own["extension"].take()] {
        assert_eq!(browser["connected"], true);
        for field in ["instance", "lastSeenMs", "refusedWire"] {
            assert_eq!(browser[field], Value::Null, "{field}");
        }
    }
    assert!(all["browsers"][0]["lastSeenMs"].is_u64());
}

#[tokio::test]
async fn the_extension_lists_agents_and_revokes_them() {
    let rig = Rig::new();
    let token = add(&rig, "reader", None);
    let extension = async |method: &str, path: &str, body: &str| {
        let request = rig
            .extension(method, path, "a")
            .body(Body::from(body.to_owned()));
        rig.call(request.expect("a request")).await
    };
    let listed = extension("GET", "/agents", "").await.ok();
    let names = listed["agents"].as_array().expect("agents").iter();
    let names: Vec<&Value> = names.map(|agent| &agent["name"]).collect();
    assert_eq!(names, ["user", "reader"]);
    assert!(listed["agents"][1]["created"].is_u64() && listed["agents"][1]["id"].is_string());
    let revoke = async |body: &str| extension("POST", "/agents/revoke", body).await;
    revoke(r#"{"name": "nobody"}"#).await.fault(Code::NotFound);
    revoke(r#"{"name": "user"}"#).await.fault(Code::NotFound);
    revoke(r#"{"id": "reader"}"#).await.fault(Code::BadRequest);
    assert_eq!(revoke(r#"{"name": "reader"}"#).await.status, 204);
    get(&rig, &token, "/status").await.fault(Code::Unauthorized);
    // Agents may use neither endpoint.
    rig.get("/agents").await.fault(Code::VersionMismatch);
    let own = agent_with(crate::http::rig::AGENT, "GET", "/agents").header("x-axlens-wire", WIRE);
    let reply = rig.call(empty(own)).await;
    reply.fault(Code::Unauthorized);
}

#[tokio::test]
async fn only_the_extension_may_count_tokens() {
    let rig = Rig::new();
    let count = async |body: &str| {
        let request = rig.extension("POST", "/tokens", "a");
        let request = request.body(Body::from(body.to_owned()));
        rig.call(request.expect("a request")).await
    };
    let reply = count(r#"{"text": "hello world"}"#).await.ok();
    assert_eq!(reply, json!({"tokens": 2}));
    assert_eq!(count(r#"{"text": ""}"#).await.ok()["tokens"], 0);
    count("{}").await.fault(Code::BadRequest);
    let long = json!({"text": "x".repeat(8 * 1024 * 1024)}).to_string();
    count(&long).await.fault(Code::BodyTooLarge);
    let own = agent_with(crate::http::rig::AGENT, "POST", "/tokens").header("x-axlens-wire", WIRE);
    let reply = rig.call(empty(own)).await;
    reply.fault(Code::Unauthorized);
}
