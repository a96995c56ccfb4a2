//! Leases of a pool's browsers, without processes: which agent can use, list and end which browser,
//! and what it gets when its lease has ended.

use crate::http::browser::{SimulatedBrowser, page};
use crate::http::rig::{Reply, Rig, SimulatedExtension, agent_with};
use axlens_protocol::Code;
use axlens_protocol::model::TokenScope;
use axlens_server::queue::pool_leases::LeaseLimits;
use axum::body::Body;
use serde_json::{Value, json};
use std::time::Duration;

const IDS: [&str; 2] = ["pool-1", "pool-2"];

/// An agent with a token of its own.
struct Client {
    rig: Rig,
    token: String,
}

impl Client {
    fn new(rig: &Rig, name: &str, scope: TokenScope) -> Client {
        let token = rig.token(name, scope);
        let rig = rig.clone();
        Client { rig, token }
    }

    async fn send(&self, method: &str, path: &str, body: &str) -> Reply {
        let request = agent_with(&self.token, method, path).body(Body::from(body.to_owned()));
        self.rig.call(request.expect("a request")).await
    }

    async fn lease(&self) -> Reply {
        self.send("POST", "/browsers", r#"{"ttl": 60}"#).await
    }

    async fn end(&self, id: &str) -> Reply {
        self.send("DELETE", &format!("/browsers/{id}"), "").await
    }

    async fn observe(&self, mut fields: Value) -> Reply {
        fields["what"] = json!("a11y_tree");
        self.send("POST", "/observe", &fields.to_string()).await
    }

    /// The names of the browsers that it can list.
    async fn listed(&self) -> Vec<String> {
        let listed = self.send("GET", "/browsers", "").await.ok();
        let browsers = listed["browsers"].as_array().expect("browsers").iter();
        let names = browsers.map(|browser| browser["name"].as_str().expect("a name").to_owned());
        names.collect()
    }
}

/// A pool with two browsers that are ready, and two agents.
struct Pool {
    rig: Rig,
    ada: Client,
    bob: Client,
    _extensions: Vec<SimulatedExtension>,
}

async fn pool() -> Pool {
    let rig = Rig::new();
    rig.state.dispatch.open_pool(LeaseLimits {
        max_ttl: Duration::from_secs(3600),
        per_agent: 2,
    });
    let mut extensions = Vec::new();
    for id in IDS {
        extensions.push(add(&rig, id).await);
    }
    let (ada, bob) = (
        Client::new(&rig, "ada", TokenScope::Act),
        Client::new(&rig, "bob", TokenScope::Act),
    );
    Pool {
        rig,
        ada,
        bob,
        _extensions: extensions,
    }
}

/// A browser that is ready, and a task that follows its lease.
async fn add(rig: &Rig, id: &'static str) -> SimulatedExtension {
    let extension = start(rig, id).await;
    rig.state.dispatch.set_pool_browser_ready(id);
    let dispatch = std::sync::Arc::clone(&rig.state.dispatch);
    tokio::spawn(async move { dispatch.lease_ended(id).await });
    extension
}

/// A browser that has connected and is not ready.
async fn start(rig: &Rig, id: &'static str) -> SimulatedExtension {
    rig.state.dispatch.add_pool_browser(id, id);
    rig.hello_in((id, "pretended"), id).await.ok();
    let snapshot = SimulatedBrowser::new(page());
    snapshot.change(|state| state.url = format!("https://{id}.example/"));
    let extension = rig.simulate_in(id, move |query| snapshot.answer(query));
    tokio::task::yield_now().await;
    extension
}

#[tokio::test(start_paused = true)]
async fn an_agent_leases_a_browser_and_uses_it_without_naming_it() {
    let Pool { ada, .. } = &pool().await;
    let lease = ada.lease().await.ok();
    assert_eq!(
        (&lease["id"], &lease["ttl"]),
        (&json!("pool-1"), &json!(60))
    );
    assert!(
        lease["expires"]
            .as_str()
            .is_some_and(|time| time.ends_with('Z'))
    );
    let read = ada.observe(json!({})).await.ok();
    assert_eq!(read["url"], "https://pool-1.example/");
    let listed = ada.send("GET", "/browsers", "").await.ok();
    assert_eq!(listed["browsers"][0]["leaseSeconds"], 60);
    assert_eq!(ada.listed().await, ["pool-1"]);
    let tabs = ada.send("GET", "/tabs", "").await.ok();
    assert_eq!(tabs["tabs"][0]["browser"], "pool-1");
}

#[tokio::test(start_paused = true)]
async fn the_user_sees_which_browsers_can_be_leased() {
    let Pool { rig, ada, .. } = &pool().await;
    let _third = start(rig, "pool-3").await;
    let ready = async || {
        let listed = rig.get("/browsers").await.ok();
        let browsers = listed["browsers"].as_array().cloned().unwrap_or_default();
        browsers
            .into_iter()
            .map(|browser| browser["ready"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(ready().await, [true, true, false]);
    ada.lease().await.ok();
    assert_eq!(ready().await, [false, true, false]);
    rig.state.dispatch.set_pool_browser_ready("pool-3");
    assert_eq!(ready().await, [false, true, true]);
}

#[tokio::test(start_paused = true)]
async fn the_browser_of_another_agent_does_not_exist() {
    let Pool { rig, ada, bob, .. } = &pool().await;
    ada.lease().await.ok();
    let tab = ada.send("GET", "/tabs", "").await.ok()["tabs"][0]["tab"].clone();
    let missing = bob.observe(json!({"browser": "pool-9"})).await;
    let missing = missing.fault(Code::BrowserNotFound).message;
    for named in ["pool-1", "pool-2"] {
        let fault = bob.observe(json!({"browser": named})).await;
        let fault = fault.fault(Code::BrowserNotFound);
        assert_eq!(fault.message, missing.replace("pool-9", named));
        let fault = bob.end(named).await.fault(Code::BrowserNotFound);
        assert_eq!(fault.message, missing.replace("pool-9", named));
    }
    let fault = bob.observe(json!({})).await.fault(Code::BrowserNotFound);
    assert!(fault.hint.contains("POST /browsers"), "{fault:?}");
    bob.observe(json!({"tab": tab}))
        .await
        .fault(Code::BrowserNotFound);
    bob.lease().await.ok();
    let fault = bob
        .observe(json!({"tab": tab}))
        .await
        .fault(Code::TabNotFound);
    assert!(fault.message.contains("There is no tab"), "{fault}");
    assert_eq!(bob.listed().await, ["pool-2"]);
    // Without a name, each uses its own.
    let read = bob.observe(json!({})).await.ok();
    assert_eq!(read["url"], "https://pool-2.example/");
    // The user's own agent lists all, and uses none.
    let listed = rig.get("/browsers").await.ok();
    assert_eq!(listed["browsers"].as_array().map(Vec::len), Some(2));
    for fields in [json!({}), json!({"browser": "pool-1"})] {
        rig.observe(fields).await.fault(Code::BrowserNotFound);
    }
}

#[tokio::test(start_paused = true)]
async fn a_browser_is_never_leased_twice() {
    let Pool { ada, bob, .. } = &pool().await;
    let first = ada.lease().await.ok();
    let ended = ada.end(first["id"].as_str().expect("an id")).await.ok();
    assert_eq!(ended, json!({"id": "pool-1", "name": "pool-1"}));
    assert_eq!(bob.lease().await.ok()["id"], "pool-2");
    let fault = bob.lease().await.fault(Code::QueueFull);
    assert!(
        fault.retryable && fault.hint.contains("replaced"),
        "{fault:?}"
    );
    for fields in [json!({}), json!({"browser": "pool-1"})] {
        let fault = ada.observe(fields).await.fault(Code::BrowserNotFound);
        assert!(fault.message.contains("the agent has ended it"), "{fault}");
    }
    ada.end("pool-1").await.fault(Code::BrowserNotFound);
}

#[tokio::test(start_paused = true)]
async fn a_lease_expires_also_during_a_request() {
    let Pool { rig, ada, .. } = &pool().await;
    ada.lease().await.ok();
    tokio::time::advance(Duration::from_secs(59)).await;
    ada.observe(json!({})).await.ok();
    tokio::time::advance(Duration::from_secs(1)).await;
    let fault = ada.observe(json!({})).await.fault(Code::BrowserNotFound);
    assert!(fault.message.contains("its time is over"), "{fault}");
    // A browser that answers no query.
    let id = "pool-3";
    rig.state.dispatch.add_pool_browser(id, id);
    rig.hello_in((id, "pretended"), id).await.ok();
    let polling = rig.clone();
    let poll = tokio::spawn(async move { polling.poll_in((id, "pretended"), 25).await });
    tokio::task::yield_now().await;
    rig.state.dispatch.set_pool_browser_ready(id);
    ada.lease().await.ok();
    let lease = ada.lease().await.ok();
    assert_eq!(lease["id"], id);
    let (waiting, end) = tokio::join!(ada.observe(json!({"browser": id})), async {
        poll.await.expect("a poll").ok();
        ada.end(id).await
    });
    end.ok();
    let fault = waiting.fault(Code::BrowserNotFound);
    assert!(fault.message.contains("has ended"), "{fault}");
}

#[tokio::test(start_paused = true)]
async fn an_agent_has_a_maximum_of_leases() {
    let Pool { rig, ada, bob, .. } = &pool().await;
    let _third = add(rig, "pool-3").await;
    ada.lease().await.ok();
    ada.lease().await.ok();
    let fault = ada.lease().await.fault(Code::QueueFull);
    assert!(
        fault.message.contains("its maximum of leases: 2"),
        "{fault}"
    );
    bob.lease().await.ok();
    // With two browsers, one has to be named.
    ada.observe(json!({})).await.fault(Code::AmbiguousBrowser);
    ada.observe(json!({"browser": "pool-2"})).await.ok();
}

#[tokio::test(start_paused = true)]
async fn invalid_requests_lease_nothing() {
    let Pool { rig, ada, .. } = &pool().await;
    for body in [
        r#"{"ttl": 0}"#,
        r#"{"ttl": 3601}"#,
        r#"{"ttl": 18446744073709551615}"#,
        r#"{"ttl": 18446744073709551616}"#,
        r#"{"ttl": -1}"#,
        r#"{"ttl": 1.5}"#,
        r#"{"ttl": "60"}"#,
        r#"{"ttl": 60, "agent": "bob"}"#,
        "[1, 2]",
        "{",
    ] {
        let reply = ada.send("POST", "/browsers", body).await;
        reply.fault(Code::BadRequest);
    }
    for id in [
        "..%2F..%2Fetc",
        "%2Fetc%2Fpasswd",
        "pool-1%00",
        "*",
        "%F0%9F%98%80",
    ] {
        ada.end(id).await.fault(Code::BrowserNotFound);
    }
    let reader = Client::new(rig, "reader", TokenScope::Read);
    reader.lease().await.fault(Code::PermissionDenied);
    assert_eq!(ada.listed().await, [] as [&str; 0]);
    let lease = ada.send("POST", "/browsers", "").await.ok();
    assert_eq!(lease["ttl"], 600, "the default");
}

#[tokio::test(start_paused = true)]
async fn the_user_ends_any_lease_and_a_revoked_token_ends_its_own() {
    let Pool { rig, ada, bob, .. } = &pool().await;
    ada.lease().await.ok();
    bob.lease().await.ok();
    let request = crate::http::rig::agent("DELETE", "/browsers/pool-1").body(Body::empty());
    rig.call(request.expect("a request")).await.ok();
    let fault = ada.observe(json!({})).await.fault(Code::BrowserNotFound);
    assert!(fault.message.contains("the user has ended it"), "{fault}");
    assert!(rig.tokens.revoke("bob").expect("it is written"));
    let (dispatch, agents) = (&rig.state.dispatch, &rig.state.agents);
    dispatch.end_invalid_leases(|agent| agents.check(agent).is_ok());
    let followed = tokio::time::timeout(Duration::from_secs(1), dispatch.lease_ended("pool-2"));
    assert!(followed.await.is_ok(), "its process can end");
    assert_eq!(rig.get("/browsers").await.ok()["browsers"], json!([]));
}

#[tokio::test(start_paused = true)]
async fn a_lease_ends_with_its_browser() {
    let Pool { rig, ada, .. } = &pool().await;
    ada.lease().await.ok();
    let tab = ada.send("GET", "/tabs", "").await.ok()["tabs"][0]["tab"].clone();
    rig.state.dispatch.end_pool_browser("pool-1");
    for fields in [json!({}), json!({"browser": "pool-1"}), json!({"tab": tab})] {
        let fault = ada.observe(fields).await.fault(Code::BrowserNotFound);
        assert!(fault.message.contains("ended unexpectedly"), "{fault}");
    }
    // The process may still run for a moment, and it may be one of an earlier pool.
    for id in ["pool-1", "pool-77"] {
        let hello = rig.hello_in((id, "pretended"), id).await;
        hello.fault(Code::Forbidden);
        rig.poll_in((id, "pretended"), 0)
            .await
            .fault(Code::Forbidden);
    }
}

#[tokio::test(start_paused = true)]
async fn a_browser_of_the_user_has_no_lease() {
    let Pool { rig, ada, .. } = &pool().await;
    rig.hello_in(("0b1e", "pretended"), "Chrome").await.ok();
    let snapshot = SimulatedBrowser::new(page());
    let _extension = rig.simulate_in("0b1e", move |query| snapshot.answer(query));
    tokio::task::yield_now().await;
    ada.observe(json!({})).await.ok();
    ada.end("Chrome").await.fault(Code::BadRequest);
    let without_pool = Rig::new();
    let eve = Client::new(&without_pool, "eve", TokenScope::Act);
    let fault = eve.lease().await.fault(Code::NotFound);
    assert!(fault.hint.contains("axlens pool"), "{fault:?}");
    eve.end("pool-1").await.fault(Code::NotFound);
}
