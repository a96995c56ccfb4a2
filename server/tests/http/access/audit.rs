//! The audit log: which parts of an agent's requests it has.

use crate::http::rig::{BROWSER, Rig, SimulatedExtension, agent, agent_with, chrome_tab};
use crate::http::rig::{empty, new_token};
use axlens_local::tokens::NewToken;
use axlens_protocol::Code;
use axlens_protocol::agent::audit::AuditEntry;
use axlens_protocol::model::{Consent, TokenScope};
use axlens_protocol::wire::{Method, Query};
use axlens_server::audit::file;
use serde_json::{Value, json};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const CHROME: i64 = 1_000_000_001;
const SECRET: &str = "hunter2-4111111111111111";

/// A server with an audit log.
fn logged() -> Rig {
    let rig = Rig::new();
    rig.log();
    rig
}

/// Ends the log and reads it, as text too.
fn read(rig: &Rig) -> (Vec<AuditEntry>, String) {
    rig.state.audit.get().expect("it is set").close();
    let text = std::fs::read_to_string(rig.dir.audit_file(0)).unwrap_or_default();
    (file::read(&rig.dir).expect("readable"), text)
}

/// A page with a secret in a field, in a normal or an incognito tab.
fn page(rig: &Rig, incognito: bool) -> SimulatedExtension {
    page_where(rig, incognito, |_| None)
}

/// A page whose extension replies differently to some queries.
fn page_where(
    rig: &Rig,
    incognito: bool,
    other: impl Fn(&Query) -> Option<Value> + Send + 'static,
) -> SimulatedExtension {
    rig.simulate(move |query| {
        if let Some(reply) = other(query) {
            return reply;
        }
        let url = format!("https://user:{SECRET}@example.org:8443/a/{SECRET}?q={SECRET}#{SECRET}");
        let mut tab = chrome_tab(CHROME, &url);
        tab["title"] = json!(SECRET);
        tab["incognito"] = json!(incognito);
        if serde_json::to_value(query).expect("JSON")["kind"] == "tabs" {
            return json!({"ok": {"tabs": [tab]}});
        }
        let name = format!("Save\n{{\"outcome\":\"forged\"}}\u{202e}{}", "x".repeat(200));
        let nodes = json!([
            {"d": 0, "r": "document", "t": SECRET},
            {"d": 1, "r": "text", "t": SECRET},
            {"d": 1, "n": 2, "u": 42, "r": "textbox", "t": name, "v": SECRET, "c": true, "g": "input",
             "p": {"selector": "#pin"}}]);
        let tree = json!({"url": url, "title": SECRET, "ready": "complete", "world": 11, "nodes": nodes,
            "viewport": [1280, 720], "scroll": [0, 0, 1280, 720], "elements": 5,
            "query_dom_bytes": 900, "index": -1});
        json!({"ok": {"tab": tab, "engine": "worker", "frames": [{"document": "D1", "frame": 0,
            "parent": -1, "url": url, "windowIndex": -1, "element": 0, "tree": tree}]}})
    })
}

#[tokio::test]
async fn a_request_is_one_line_without_page_content_except_an_elements_name() {
    let rig = logged();
    let _page = page(&rig, false);
    rig.observe(json!({})).await.ok();
    rig.post("/locate", &json!({"uid": 42})).await.ok();
    rig.get("/tabs").await.ok();
    let bad = rig.post("/locate", &json!({"uid": 43})).await;
    let fault = bad.fault(Code::UnknownUid);
    let (entries, text) = read(&rig);
    let response: Vec<(&str, &str, Option<&str>)> = entries
        .iter()
        .map(|entry| {
            (
                &*entry.kind,
                entry.outcome.as_str(),
                entry.origin.as_deref(),
            )
        })
        .collect();
    let site = Some("https://example.org:8443");
    assert_eq!(
        response,
        [
            ("observe", "ok", site),
            ("locate", "ok", site),
            ("tabs", "ok", None),
            ("locate", fault.code.as_str(), None),
        ]
    );
    assert_eq!(text.lines().count(), 4, "{text}");
    assert!(
        !text.contains(SECRET) && !text.contains("example.org:8443/"),
        "{text}"
    );
    let element = entries[1].element.as_ref().expect("it is about one");
    assert_eq!(
        (element.uid.as_deref(), &*element.role),
        (Some("42"), "textbox")
    );
    assert!(element.name.starts_with("Save\\n{") && element.name.len() < 120);
    for entry in &entries {
        assert_eq!((&*entry.agent.id, &*entry.agent.name), ("user", "user"));
        assert!(entry.time.ends_with('Z') && entry.time.len() == 24);
    }
    assert!(entries[0].browser.is_some() && entries[0].element.is_none());
}

#[tokio::test]
async fn the_site_of_an_incognito_tab_is_not_in_the_log() {
    let rig = logged();
    let _page = page(&rig, true);
    let tab = &rig.get("/tabs").await.ok()["tabs"][0]["tab"];
    rig.observe(json!({"tab": tab})).await.ok();
    let (entries, text) = read(&rig);
    assert_eq!((&*entries[1].kind, &entries[1].origin), ("observe", &None));
    assert!(!text.contains("example"), "{text}");
}

/// Replies of the extension to actions, each with outcome, consent and site in the log.
fn acts() -> [(Value, &'static str, Option<Consent>, &'static str); 6] {
    let done = |tab: &str, audit: Value| {
        let tab = chrome_tab(CHROME, tab);
        json!({"ok": {"done": {"tab": tab, "report": {}}}, "audit": audit})
    };
    let denied = |audit: Value| {
        let fault = json!({"error": "permission_denied", "message": "No."});
        json!({"fault": fault, "audit": audit})
    };
    let (page, frame) = ("https://example.org:8443", "https://frame.example");
    let response = |consent: &str| json!({"site": frame, "consent": consent});
    [
        (
            done(page, response("allowed_once")),
            "shown",
            Some(Consent::AllowedOnce),
            frame,
        ),
        (
            denied(response("denied")),
            "permission_denied",
            Some(Consent::Denied),
            frame,
        ),
        (
            denied(json!({"site": format!("{frame}/{SECRET}"), "consent": "unanswered"})),
            "permission_denied",
            Some(Consent::Unanswered),
            frame,
        ),
        (
            denied(json!({"site": frame})),
            "permission_denied",
            None,
            frame,
        ),
        (denied(json!({})), "permission_denied", None, page),
        (
            done(page, json!({"consent": "policy"})),
            "shown",
            Some(Consent::Policy),
            page,
        ),
    ]
}

#[tokio::test]
async fn an_action_has_its_consent_and_site() {
    let rig = logged();
    let replies: Vec<Value> = acts().into_iter().map(|(reply, ..)| reply).collect();
    let replies = Mutex::new(replies.into_iter());
    let _page = page_where(&rig, false, move |query| match query.method {
        Method::Interact(_) => replies.lock().expect("no panic").next(),
        _ => None,
    });
    rig.observe(json!({})).await.ok();
    for _ in acts() {
        let act = json!({"action": "highlight", "uid": 42});
        let response = rig.post("/interact", &act).await;
        assert!(response.body.get("audit").is_none(), "{}", response.body);
    }
    let (entries, text) = read(&rig);
    assert!(!text.contains(SECRET), "{text}");
    let (read, acted) = entries.split_first().expect("entries");
    assert_eq!((&*read.kind, read.consent), ("observe", None));
    for (entry, (_, outcome, consent, site)) in acted.iter().zip(acts()) {
        assert_eq!((entry.outcome.as_str(), entry.consent), (outcome, consent));
        assert_eq!(entry.origin.as_deref(), Some(site), "{entry:?}");
        assert!(entry.element.is_some() && entry.kind == "interact:highlight");
    }
    assert_eq!(acted.len(), acts().len());
    // The list of last requests has the actions, without page content.
    let recent = rig.state.audit.get().expect("it is set").recent.all();
    assert_eq!(recent.len(), entries.len());
    for ended in &recent[1..] {
        assert_eq!(ended.entry.kind, "interact:highlight");
        assert!(ended.entry.element.is_none() && ended.bytes.is_some());
        assert!(ended.entry.origin.is_some());
    }
}

#[tokio::test]
async fn tab_endpoints_are_logged_as_actions() {
    let rig = logged();
    let _page = page_where(&rig, false, |query| match query.method {
        Method::Interact(_) => {
            let done = json!({"tab": chrome_tab(CHROME, "https://example.org:8443/"),
                "report": {"via": "script"}});
            Some(json!({"ok": {"done": done}, "audit": {"consent": "policy"}}))
        }
        _ => None,
    });
    let response = rig.get("/tabs/1/snapshot?userId=ada").await;
    response.ok();
    for body in [json!({"userId": "ada"}), json!({})] {
        rig.post("/tabs/1/back", &body).await;
    }
    rig.post("/tabs", &json!({})).await;
    let (entries, text) = read(&rig);
    let response: Vec<(&str, &str)> = entries
        .iter()
        .map(|entry| (&*entry.kind, entry.outcome.as_str()))
        .collect();
    let refused = ("interact", "bad_request");
    let expected = [
        ("tab_snapshot", "ok"),
        ("interact:back", "unchanged"),
        refused,
        refused,
    ];
    assert_eq!(response, expected, "{text}");
    assert_eq!(entries[1].consent, Some(Consent::Policy));
}

/// The user consented, and the element has changed since: the log has both.
#[tokio::test]
async fn consent_to_an_action_that_fails_is_in_the_log() {
    let rig = logged();
    let removed = AtomicBool::new(false);
    let _page = page_where(&rig, false, move |query| match query.method {
        Method::Interact(_) => {
            removed.store(true, Ordering::Relaxed);
            let audit = json!({"site": "https://frame.example", "consent": "allowed_site"});
            Some(json!({"ok": {"consented": "a-permit"}, "audit": audit}))
        }
        _ if removed.load(Ordering::Relaxed) => {
            let fault = json!({"error": "stale_uid", "message": "It is gone."});
            let audit = json!({"site": "https://example.org:8443"});
            Some(json!({"fault": fault, "audit": audit}))
        }
        _ => None,
    });
    rig.observe(json!({})).await.ok();
    let act = json!({"action": "highlight", "uid": 42});
    let response = rig.post("/interact", &act).await;
    response.fault(Code::StaleUid);
    let (entries, _) = read(&rig);
    let last = entries.last().expect("an entry");
    assert_eq!(
        (last.outcome.as_str(), last.consent, last.origin.as_deref()),
        (
            "stale_uid",
            Some(Consent::AllowedSite),
            Some("https://frame.example")
        )
    );
}

#[tokio::test]
async fn a_request_for_the_head_is_logged_like_the_request_that_it_is() {
    let rig = logged();
    let call = async |method: &str| rig.raw(empty(agent(method, "/tabs"))).await.status();
    assert_eq!(call("HEAD").await, 503, "no browser is connected");
    for unknown in ["PUT", "QUERY"] {
        assert_eq!(call(unknown).await, 405);
    }
    let (entries, text) = read(&rig);
    let kinds: Vec<&str> = entries.iter().map(|entry| &*entry.kind).collect();
    assert_eq!(kinds, ["tabs"], "{text}");
}

/// An unknown token has no agent.
#[tokio::test]
async fn a_rejected_request_is_in_the_log_if_its_token_is_known() {
    let rig = logged();
    let late = NewToken {
        lasts: Some(Duration::ZERO),
        ..new_token("late", TokenScope::Read)
    };
    let expired = rig.tokens.add(&late).expect("a token");
    let revoked = rig.token("gone", TokenScope::Read);
    assert!(rig.tokens.revoke("gone").expect("it is written"));
    // A new token with the same name is another agent.
    rig.token("gone", TokenScope::Read);
    for token in [&*expired, &*revoked, "axl_unknown"] {
        let response = rig.call(empty(agent_with(token, "GET", "/tabs"))).await;
        response.fault(Code::Unauthorized);
    }
    let wrong_method = empty(agent_with(&revoked, "GET", "/observe"));
    let answer = rig.call(wrong_method).await;
    answer.fault(Code::Unauthorized);
    let (entries, text) = read(&rig);
    let response: Vec<(&str, &str, &str)> = entries
        .iter()
        .map(|entry| (&*entry.agent.name, &*entry.kind, entry.outcome.as_str()))
        .collect();
    let refused = |name, kind| (name, kind, "unauthorized");
    let expected = [
        refused("late", "tabs"),
        refused("gone", "tabs"),
        refused("gone", "observe"),
    ];
    assert_eq!(response, expected, "{text}");
    let now = rig.tokens.read().expect("readable");
    assert_eq!(now[1].name, "gone");
    assert_ne!(entries[1].agent.id, now[1].id);
    for token in [expired, revoked] {
        assert!(!text.contains(&token), "no token is in the log");
    }
}

/// The connection ends before the answer.
#[tokio::test]
async fn a_cancelled_request_is_in_the_log() {
    let rig = logged();
    let pending = {
        let rig = rig.clone();
        tokio::spawn(async move { rig.observe(json!({})).await })
    };
    let queries = rig.poll("a", 5).await;
    assert_eq!(queries.len(), 1);
    pending.abort();
    assert!(pending.await.is_err_and(|error| error.is_cancelled()));
    let (entries, _) = read(&rig);
    assert_eq!(entries.len(), 1);
    assert_eq!(
        (&*entries[0].kind, entries[0].outcome.as_str()),
        ("observe", "cancelled")
    );
}

#[tokio::test]
async fn only_the_extension_can_read_the_log() {
    let rig = logged();
    let _page = page(&rig, false);
    for _ in 0..3 {
        rig.observe(json!({})).await.ok();
    }
    rig.get("/tabs").await.ok();
    rig.state.audit.get().expect("it is set").close();
    let tail = async |path: &str| -> Value {
        let request = rig.extension_in("GET", path, (BROWSER, "pretended"));
        rig.call(empty(request)).await.ok()["entries"].clone()
    };
    assert_eq!(tail("/audit").await.as_array().map(Vec::len), Some(4));
    let last = tail("/audit?last=1").await;
    assert_eq!((&last[0]["kind"], &last[1]), (&json!("tabs"), &Value::Null));
    let of_site = tail("/audit?origin=https://example.org:8443").await;
    assert_eq!(of_site.as_array().map(Vec::len), Some(3), "{of_site}");
    let response = rig.call(empty(agent("GET", "/audit"))).await;
    assert!(response.status.is_client_error(), "{}", response.body);
}
