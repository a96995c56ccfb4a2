//! The tools of the Model Context Protocol over `/mcp`, in its present version and an earlier one.

use crate::http::browser::{page, start};
use crate::http::elements::locate::{CHROME, TestPage};
use crate::http::rig::{AGENT, Rig, agent, agent_with, chrome_tab, plain};
use axlens_protocol::model::TokenScope;
use axlens_server::mcp::tools::TOOLS;
use axum::body::Body;
use axum::http::request::Builder;
use axum::http::{Response, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::time::Duration;

const PRESENT: &str = "2026-07-28";
const EARLIER: &str = "2025-11-25";

/// A request of the present version: each says all that there is to know of its client.
fn request(builder: Builder, method: &str, mut params: Value) -> axum::http::Request<Body> {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(PRESENT);
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    let name = params["name"].as_str().unwrap_or_default().to_owned();
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    builder
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json")
        .header("mcp-protocol-version", PRESENT)
        .header("mcp-method", method)
        .header("mcp-name", name)
        .body(Body::from(body.to_string()))
        .expect("a request")
}

/// The messages of an answer, up to its end.
async fn messages(response: Response<Body>) -> Vec<Value> {
    let bytes = axum::body::to_bytes(response.into_body(), usize::MAX);
    let text = bytes.await.expect("the body is whole");
    let text = String::from_utf8_lossy(&text).into_owned();
    match serde_json::from_str(&text) {
        Ok(message) => vec![message],
        Err(_) => in_events(&text),
    }
}

fn in_events(text: &str) -> Vec<Value> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("data:"));
    let messages = lines.filter_map(|line| serde_json::from_str(line.trim()).ok());
    messages.collect()
}

async fn ask(rig: &Rig, method: &str, params: Value) -> Value {
    let response = rig
        .raw(request(agent("POST", "/mcp"), method, params))
        .await;
    let messages = messages(response).await;
    messages.last().cloned().expect("an answer")
}

/// Calls a tool. Its result.
pub async fn call(rig: &Rig, tool: &str, arguments: Value) -> Value {
    let params = json!({"name": tool, "arguments": arguments});
    ask(rig, "tools/call", params).await["result"].clone()
}

/// The text of a result.
pub fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_default()
}

#[tokio::test]
async fn the_tools_are_listed_and_called() {
    let (rig, _, _extension) = start(page());
    let listed = ask(&rig, "tools/list", json!({})).await;
    let tools = listed["result"]["tools"]
        .as_array()
        .expect("a list")
        .clone();
    let names: Vec<&str> = tools
        .iter()
        .flat_map(|tool| tool["name"].as_str())
        .collect();
    assert_eq!(names, TOOLS.each_ref().map(|tool| tool.name));
    assert_eq!(tools[0]["annotations"], json!({"readOnlyHint": true}));
    assert_eq!(tools[1]["annotations"], json!({"destructiveHint": true}));

    let observed = call(&rig, "observe", json!({})).await;
    assert_eq!(observed["isError"], false, "{observed}");
    let text = text(&observed);
    let mark = text.lines().next().expect("a mark");
    assert!(text.ends_with(&mark.replace('<', "</")), "{text}");
    assert!(text.contains("42 link \"Home\""), "{text}");
    assert_eq!(observed["structuredContent"], Value::Null);
    // What it showed may be used, in the same session.
    let located = call(&rig, "find", json!({"role": "link"})).await;
    assert!(
        self::text(&located).contains("...(1 match: 42)"),
        "{located}"
    );
    let tabs = call(&rig, "tabs", json!({})).await;
    assert!(self::text(&tabs).contains("https://example.com/"), "{tabs}");
    let screenshot = call(&rig, "screenshot", json!({})).await;
    assert_eq!(screenshot["content"][0]["type"], "image", "{screenshot}");
}

#[tokio::test]
async fn the_first_contract_has_its_own_text() {
    let (rig, _, _extension) = start(page());
    let arguments = json!({"what": "a11y_tree", "interactive_only": true, "max_depth": 3});
    let observed = call(&rig, "observe", arguments).await;
    assert!(
        text(&observed).contains("link \"Home\" [uid=42]"),
        "{observed}"
    );
    let other = call(&rig, "observe", json!({"what": "dom"})).await;
    assert!(text(&other).starts_with("bad_request: "), "{other}");
}

#[tokio::test]
async fn the_fault_of_a_pdf_file_names_the_tool() {
    let rig = Rig::new();
    let _extension = rig.simulate(|_| {
        json!({"fault": {"error": "restricted_page", "message": "A PDF file.",
            "hint": "Read the text of the file (`POST /get` with `pdf`)."}})
    });
    let observed = call(&rig, "observe", json!({})).await;
    assert!(
        text(&observed).contains("(tool `get` with `pdf`)"),
        "{observed}"
    );
}

#[tokio::test]
async fn the_text_of_a_pdf_file_is_marked_as_that_of_a_page() {
    let rig = Rig::new();
    let file = include_bytes!("../../../../fixtures/pdf/print-only.pdf");
    let _extension = rig.simulate(move |_| {
        let tab = chrome_tab(1_000_000_001, "https://example.com/a.pdf");
        json!({"ok": {"tab": tab, "data": STANDARD.encode(file)}})
    });
    let got = call(&rig, "get", json!({"what": "pdf", "pages": "1"})).await;
    let lines: Vec<&str> = text(&got).lines().collect();
    assert!(lines[0].starts_with("<page-"), "{got}");
    assert_eq!(
        lines[1..3],
        ["# page 1 of 1", "Invoice 2024-17: efficient office"]
    );
    assert!(
        text(&got).contains("...(the file was requested again"),
        "{got}"
    );
}

#[tokio::test]
async fn faults_are_answers_that_say_what_to_do() {
    let (rig, _, _extension) = start(page());
    for (tool, arguments, code) in [
        ("explain", json!({"uid": 99}), "unknown_uid"),
        ("observe", json!({"depth": 3}), "bad_request"),
        ("find", json!({}), "bad_request"),
        (
            "wait",
            json!({"for": "url", "value": "/orders", "seconds": 0.1}),
            "not_yet",
        ),
        ("wait", json!({"for": "text"}), "bad_request"),
        (
            "interact",
            json!({"actions": [{"action": "click", "uid": 99}]}),
            "unknown_uid",
        ),
        ("interact", json!({"actions": []}), "bad_request"),
        (
            "navigate",
            json!({"to": "back", "new_tab": true}),
            "bad_request",
        ),
    ] {
        let result = call(&rig, tool, arguments).await;
        assert_eq!(result["isError"], true, "{tool}: {result}");
        let text = text(&result);
        assert!(text.starts_with(&format!("{code}: ")), "{tool}: {text}");
        assert_eq!(text.lines().count(), 2, "{text}");
    }
    let unknown = ask(&rig, "tools/call", json!({"name": "fly", "arguments": {}})).await;
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
}

#[tokio::test]
async fn who_has_no_token_or_comes_from_a_page_is_turned_away() {
    let (rig, _, _extension) = start(page());
    let list = |builder: Builder| request(builder, "tools/list", json!({}));
    let unknown = rig.raw(list(plain("POST", "/mcp"))).await;
    assert_eq!(unknown.status(), StatusCode::UNAUTHORIZED);
    let page = agent("POST", "/mcp").header("origin", "https://example.com");
    let page = rig.raw(list(page)).await;
    assert_eq!(page.status(), StatusCode::FORBIDDEN);
    assert_eq!(
        rig.raw(list(agent("POST", "/mcp"))).await.status(),
        StatusCode::OK
    );
}

/// A client of an earlier version, with a session of the protocol.
struct McpSession<'a> {
    rig: &'a Rig,
    id: String,
}

impl<'a> McpSession<'a> {
    async fn open(rig: &'a Rig) -> McpSession<'a> {
        let params = json!({"protocolVersion": EARLIER, "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}});
        let body = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
        let response = rig.raw(Self::post(None, &body)).await;
        assert_eq!(response.status(), StatusCode::OK);
        let id = response.headers()["mcp-session-id"]
            .to_str()
            .expect("text")
            .to_owned();
        let begun = first_message(response).await;
        assert_eq!(begun["result"]["protocolVersion"], EARLIER, "{begun}");
        assert!(begun["result"]["instructions"].as_str().is_some());
        let session = McpSession { rig, id };
        session
            .tell(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
        session
    }

    fn post(id: Option<&str>, body: &Value) -> axum::http::Request<Body> {
        let builder = agent("POST", "/mcp")
            .header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json");
        let builder = match id {
            Some(id) => builder
                .header("mcp-session-id", id)
                .header("mcp-protocol-version", EARLIER),
            None => builder,
        };
        builder
            .body(Body::from(body.to_string()))
            .expect("a request")
    }

    async fn tell(&self, message: Value) {
        let response = self.rig.raw(Self::post(Some(&self.id), &message)).await;
        assert_eq!(response.status(), StatusCode::ACCEPTED);
    }

    async fn send(&self, message: Value) -> Response<Body> {
        self.rig.raw(Self::post(Some(&self.id), &message)).await
    }
}

#[tokio::test]
async fn a_session_of_another_agent_does_not_exist() {
    let (rig, _, _extension) = start(page());
    let session = McpSession::open(&rig).await;
    let other = rig.token("other", TokenScope::Act);
    let send = async |token: &str, method: &str, headers: &[(&str, &str)]| {
        let list = json!({"jsonrpc": "2.0", "id": 5, "method": "tools/list", "params": {}});
        let builder = agent_with(token, method, "/mcp")
            .header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json")
            .header("mcp-protocol-version", EARLIER);
        let add = |builder: Builder, (name, value): &(&str, &str)| builder.header(*name, *value);
        let builder = headers.iter().fold(builder, add);
        let response = rig.raw(
            builder
                .body(Body::from(list.to_string()))
                .expect("a request"),
        );
        response.await.status()
    };
    let unknown = ("mcp-session-id", "unknown");
    let foreign = ("mcp-session-id", &*session.id);
    for method in ["POST", "GET", "DELETE"] {
        for (headers, status) in [
            (&[unknown][..], StatusCode::NOT_FOUND),
            (&[foreign], StatusCode::NOT_FOUND),
            (&[foreign, ("last-event-id", "0/0")], StatusCode::NOT_FOUND),
            (
                &[foreign, ("x-http-method-override", "DELETE")],
                StatusCode::NOT_FOUND,
            ),
            (&[unknown, foreign], StatusCode::BAD_REQUEST),
            (&[foreign, unknown], StatusCode::BAD_REQUEST),
        ] {
            let answered = send(&other, method, headers).await;
            assert_eq!(answered, status, "{method} {headers:?}");
        }
    }
    assert_eq!(send(AGENT, "POST", &[foreign]).await, StatusCode::OK);
    let ended = send(AGENT, "DELETE", &[foreign]).await;
    assert_eq!(ended, StatusCode::ACCEPTED);
    let ended = send(AGENT, "POST", &[foreign]).await;
    assert_eq!(ended, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_agent_with_many_sessions_ends_its_own() {
    let (rig, _, _extension) = start(page());
    let first = McpSession::open(&rig).await;
    let busy = rig.token("busy", TokenScope::Act);
    let initialize = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params":
        {"protocolVersion": EARLIER, "capabilities": {}, "clientInfo": {"name": "b", "version": "1"}}});
    for count in 0..150 {
        let builder = agent_with(&busy, "POST", "/mcp")
            .header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json");
        let request = builder.body(Body::from(initialize.to_string()));
        let response = rig.raw(request.expect("a request")).await;
        assert_eq!(response.status(), StatusCode::OK, "{count}");
    }
    let list = json!({"jsonrpc": "2.0", "id": 5, "method": "tools/list", "params": {}});
    assert_eq!(first.send(list).await.status(), StatusCode::OK);
    McpSession::open(&rig).await;
}

/// The first message of a stream that may go on.
async fn first_message(response: Response<Body>) -> Value {
    let mut stream = response.into_body().into_data_stream();
    let mut text = String::new();
    while let Some(Ok(bytes)) = stream.next().await {
        text += &String::from_utf8_lossy(&bytes);
        if let Some(message) = in_events(&text).into_iter().next() {
            return message;
        }
    }
    panic!("no message in {text:?}")
}

fn slow_call(token: Option<&str>) -> Value {
    let mut params =
        json!({"name": "wait", "arguments": {"for": "text", "value": "never", "seconds": 60}});
    if let Some(token) = token {
        params["_meta"]["progressToken"] = json!(token);
    }
    json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params})
}

/// An extension whose page never changes.
fn still_page(rig: &Rig) -> crate::http::rig::SimulatedExtension {
    let page = TestPage::new();
    rig.simulate_partly(move |query| {
        let query_json = serde_json::to_value(query).expect("JSON");
        let tab = chrome_tab(CHROME, "https://example.com/");
        match (
            query_json["kind"].as_str(),
            query_json["params"]["seen"].is_null(),
        ) {
            (Some("changes"), true) => {
                Some(json!({"ok": {"tab": tab, "seen": "1", "changed": true}}))
            }
            (Some("changes"), false) => None,
            _ => Some(page.answer(query)),
        }
    })
}

async fn leased(rig: &Rig, count: usize) {
    let come = async {
        while rig.state.dispatch.counts().leased != count {
            tokio::task::yield_now().await;
        }
    };
    let come = tokio::time::timeout(Duration::from_secs(20), come).await;
    assert!(come.is_ok(), "{:?}", rig.state.dispatch.counts());
}

#[tokio::test]
async fn a_call_that_is_cancelled_ends_in_the_extension_too() {
    let rig = Rig::new();
    let _extension = still_page(&rig);
    let session = McpSession::open(&rig).await;
    let response = session.send(slow_call(None)).await;
    leased(&rig, 1).await;
    let cancelled = json!({"requestId": 7, "reason": "test"});
    session
        .tell(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled}))
        .await;
    leased(&rig, 0).await;
    drop(response);
    // In the present version, who hangs up cancels.
    let arguments = json!({"for": "text", "value": "never", "seconds": 60});
    let params = json!({"name": "wait", "arguments": arguments});
    let (client, call) = (
        rig.clone(),
        request(agent("POST", "/mcp"), "tools/call", params),
    );
    let pending = tokio::spawn(async move {
        let response = client.raw(call).await;
        axum::body::to_bytes(response.into_body(), usize::MAX).await
    });
    leased(&rig, 1).await;
    pending.abort();
    leased(&rig, 0).await;
}

#[tokio::test]
async fn a_client_that_requests_progress_is_notified() {
    let rig = Rig::new();
    let _extension = still_page(&rig);
    let session = McpSession::open(&rig).await;
    let response = session.send(slow_call(Some("mine"))).await;
    let word = first_message(response).await;
    assert_eq!(word["method"], "notifications/progress", "{word}");
    assert_eq!(word["params"]["progressToken"], "mine");
    let message = word["params"]["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("waiting for the page"), "{word}");
}

#[tokio::test]
async fn sessions_have_uids_of_their_own() {
    let (rig, _, _extension) = start(page());
    let (one, other) = (McpSession::open(&rig).await, McpSession::open(&rig).await);
    let call = |tool: &str, arguments: Value| json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": tool, "arguments": arguments}});
    first_message(one.send(call("observe", json!({}))).await).await;
    let focus = call("find", json!({"role": "link", "within": 42}));
    let known = first_message(one.send(focus.clone()).await).await;
    assert_eq!(known["result"]["isError"], false, "{known}");
    let unknown = first_message(other.send(focus).await).await;
    assert!(
        text(&unknown["result"]).starts_with("unknown_uid"),
        "{unknown}"
    );
    assert!(!AGENT.is_empty());
}
