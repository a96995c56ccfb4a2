//! What of an agent's requests is in the audit log, and what is not.

use crate::rig::{BROWSER, Pretended, Rig, agent, agent_with, chrome_tab};
use axlens_local::StateDir;
use axlens_local::tokens::NewToken;
use axlens_protocol::Code;
use axlens_protocol::agent::audit::AuditEntry;
use axlens_protocol::wire::TokenScope;
use axlens_server::audit::{Audit, file};
use axum::body::Body;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

const CHROME: i64 = 1_000_000_001;
const SECRET: &str = "hunter2-4111111111111111";

/// A server that keeps a log in a folder of its own.
struct Logged {
    rig: Rig,
    dir: StateDir,
    _folder: TempDir,
}

impl Logged {
    fn new() -> Logged {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().to_owned());
        let rig = Rig::new();
        let audit = Arc::new(Audit::open(&dir));
        assert!(rig.state.audit.set(audit).is_ok(), "it had none");
        Logged {
            rig,
            dir,
            _folder: folder,
        }
    }

    /// Ends the log and reads it, as text too.
    fn read(&self) -> (Vec<AuditEntry>, String) {
        self.rig.state.audit.get().expect("it is set").close();
        let text = std::fs::read_to_string(self.dir.audit_file(0)).unwrap_or_default();
        (file::read(&self.dir).expect("readable"), text)
    }
}

/// A page with a field that holds a secret, in a tab of this kind.
fn page(rig: &Rig, incognito: bool) -> Pretended {
    rig.pretend(move |query| {
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
async fn a_request_is_one_line_with_who_what_where_and_nothing_of_the_page_but_a_name() {
    let logged = Logged::new();
    let _page = page(&logged.rig, false);
    logged.rig.observe(json!({})).await.ok();
    logged.rig.post("/locate", &json!({"uid": 42})).await.ok();
    logged.rig.get("/tabs").await.ok();
    let bad = logged.rig.post("/locate", &json!({"uid": 43})).await;
    let fault = bad.fault(Code::UnknownUid);
    let (entries, text) = logged.read();
    let said: Vec<(&str, &str, Option<&str>)> = entries
        .iter()
        .map(|entry| (&*entry.kind, &*entry.outcome, entry.origin.as_deref()))
        .collect();
    let site = Some("https://example.org:8443");
    assert_eq!(
        said,
        [
            ("observe", "ok", site),
            ("locate", "ok", site),
            ("tabs", "ok", None),
            ("locate", fault.code.word(), None),
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
async fn of_an_incognito_tab_no_site_is_kept() {
    let logged = Logged::new();
    let _page = page(&logged.rig, true);
    let tab = &logged.rig.get("/tabs").await.ok()["tabs"][0]["tab"];
    logged.rig.observe(json!({"tab": tab})).await.ok();
    let (entries, text) = logged.read();
    assert_eq!((&*entries[1].kind, &entries[1].origin), ("observe", &None));
    assert!(!text.contains("example"), "{text}");
}

/// Of a token that nobody has, or has had, there is nothing to say.
#[tokio::test]
async fn a_refused_request_is_a_line_where_it_is_known_whose_the_token_is() {
    let logged = Logged::new();
    let new = NewToken {
        name: "late".to_owned(),
        scope: TokenScope::Read,
        sites: Vec::new(),
        lasts: Some(Duration::ZERO),
    };
    let expired = logged.rig.tokens.add(&new).expect("a token");
    for token in [&*expired, "axl_unknown"] {
        let request = agent_with(token, "GET", "/tabs").body(Body::empty());
        let said = logged.rig.call(request.expect("a request")).await;
        said.fault(Code::Unauthorized);
    }
    let (entries, text) = logged.read();
    assert_eq!(entries.len(), 1, "{text}");
    let entry = &entries[0];
    let said = (&*entry.agent.name, &*entry.kind, &*entry.outcome);
    assert_eq!(said, ("late", "tabs", "unauthorized"));
    assert!(!text.contains(&expired), "no token is in the log");
}

/// Its connection ends before the answer.
#[tokio::test]
async fn an_agent_that_goes_away_leaves_a_line_too() {
    let logged = Logged::new();
    let rig = logged.rig.clone();
    let asking = tokio::spawn(async move { rig.observe(json!({})).await });
    let queries = logged.rig.poll("a", 5).await;
    assert_eq!(queries.len(), 1);
    asking.abort();
    assert!(asking.await.is_err_and(|error| error.is_cancelled()));
    let (entries, _) = logged.read();
    assert_eq!(entries.len(), 1);
    assert_eq!(
        (&*entries[0].kind, &*entries[0].outcome),
        ("observe", "cancelled")
    );
}

#[tokio::test]
async fn the_extension_reads_the_end_of_the_log_and_agents_do_not() {
    let logged = Logged::new();
    let _page = page(&logged.rig, false);
    for _ in 0..3 {
        logged.rig.observe(json!({})).await.ok();
    }
    logged.rig.get("/tabs").await.ok();
    let ended = || logged.rig.state.audit.get().expect("it is set").close();
    ended();
    let tail = async |path: &str| -> Value {
        let request = logged.rig.extension_in("GET", path, (BROWSER, "pretended"));
        let said = logged
            .rig
            .call(request.body(Body::empty()).expect("a request"));
        said.await.ok()["entries"].clone()
    };
    assert_eq!(tail("/audit").await.as_array().map(Vec::len), Some(4));
    let last = tail("/audit?last=1").await;
    assert_eq!((&last[0]["kind"], &last[1]), (&json!("tabs"), &Value::Null));
    let of_site = tail("/audit?origin=https://example.org:8443").await;
    assert_eq!(of_site.as_array().map(Vec::len), Some(3), "{of_site}");
    let stranger = agent("GET", "/audit").body(Body::empty());
    let said = logged.rig.call(stranger.expect("a request")).await;
    assert!(said.status.is_client_error(), "{}", said.body);
}
