//! Malicious JSON ends in a fault, and the server keeps running.

use crate::http::rig::{Rig, agent, chrome_tab};
use axlens_protocol::Code;
use axum::body::Body;
use serde_json::{Value, json};

const URL: &str = "https://example.com/";

/// Arrays inside arrays.
fn nested(depth: usize) -> String {
    "[".repeat(depth) + &"]".repeat(depth)
}

fn frame(number: i64, parent: i64, nodes: &Value) -> Value {
    json!({"document": format!("D{number}"), "frame": number, "parent": parent, "url": URL, "windowIndex": 0, "element": 0,
        "tree": {"url": URL, "title": "A page", "ready": "complete", "world": 1, "nodes": nodes,
            "viewport": [1280, 720], "scroll": [0, 0, 1280, 720], "elements": 1, "query_dom_bytes": 10, "index": -1}})
}

fn page(frames: &[Value]) -> Value {
    json!({"ok": {"tab": chrome_tab(1, URL), "engine": "worker", "name": "", "frames": frames}})
}

/// The response to an agent's request whose query has this answer.
async fn response_to(rig: &Rig, path: &str, ask: Value, answer: String) -> crate::http::rig::Reply {
    let pending = tokio::spawn({
        let (rig, path) = (rig.clone(), path.to_owned());
        async move { rig.post(&path, &ask).await }
    });
    for query in rig.poll("a", 25).await {
        let path = format!("/results/{}", query.id);
        let post = rig
            .extension("POST", &path, "a")
            .body(Body::from(answer.clone()));
        rig.call(post.expect("a request")).await;
    }
    pending.await.expect("it ends")
}

#[tokio::test]
async fn a_deep_request_is_refused() {
    let rig = Rig::new();
    let deep = nested(30_000);
    for field in ["scope", "unknown", "roles", "find", "session", "what"] {
        let body = format!("{{\"what\": \"a11y_tree\", \"{field}\": {deep}}}");
        for path in ["/observe", "/locate", "/explain", "/ping"] {
            let request = agent("POST", path).body(Body::from(body.clone()));
            let reply = rig.call(request.expect("a request")).await;
            let fault = reply.fault(Code::BadRequest);
            assert!(fault.message.len() < 1_000, "{fault}");
        }
    }
    let request = agent("POST", "/observe").body(Body::from(deep));
    let reply = rig.call(request.expect("a request")).await;
    reply.fault(Code::BadRequest);
}

#[tokio::test]
async fn a_deep_answer_is_a_fault() {
    let rig = Rig::new();
    let observe = json!({"what": "a11y_tree"});
    let explain = json!({"selector": "a"});
    for depth in [200, 1_000_000] {
        let deep = nested(depth);
        for answer in [
            deep.clone(),
            format!("{{\"ok\": {deep}}}"),
            format!("{{\"fault\": {deep}}}"),
            page(&[json!("deep")])
                .to_string()
                .replace("\"deep\"", &deep),
            page(&[frame(0, -1, &json!("deep"))])
                .to_string()
                .replace("\"deep\"", &deep),
            "{\"ok\":".repeat(depth),
        ] {
            let reply = response_to(&rig, "/observe", observe.clone(), answer.clone()).await;
            let fault = reply.fault(Code::Internal);
            assert!(fault.message.len() < 1_000, "{fault}");
            let reply = response_to(&rig, "/explain", explain.clone(), answer).await;
            reply.fault(Code::Internal);
        }
    }
}

#[tokio::test]
async fn answers_of_another_shape_are_faults() {
    let rig = Rig::new();
    let ask = json!({"what": "a11y_tree"});
    let no_text = json!([{"d": 0, "r": "document"}, {"d": -1, "r": "text"}]);
    for answer in [
        json!(null),
        json!({}),
        json!({"ok": null}),
        json!({}),
        json!({"ok": {"tabs": []}, "fault": {"error": "timeout", "message": "both"}}),
        json!({"ok": {"tabs": []}, "audit": {"consent": "a word that is none"}}),
        json!({"ok": {"tab": chrome_tab(1, URL)}}),
        page(&[]),
        page(&[json!(7)]),
        page(&[frame(0, -1, &json!({}))]),
        page(&[frame(0, -1, &no_text)]),
        page(&[frame(0, -1, &json!([{"d": 1e300, "r": "text"}]))]),
    ] {
        let reply = response_to(&rig, "/observe", ask.clone(), answer.to_string()).await;
        reply.fault(Code::Internal);
    }
    let many: Vec<Value> = (0..2_001)
        .map(|number| frame(number, 0, &json!([])))
        .collect();
    let reply = response_to(&rig, "/observe", ask, page(&many).to_string()).await;
    reply.fault(Code::ResultTooLarge);
}

#[tokio::test]
async fn a_tree_that_nests_without_end_is_presented() {
    let rig = Rig::new();
    let nodes: Vec<Value> = (0..30_000)
        .map(|depth| json!({"d": depth, "n": depth, "u": depth, "r": "region", "t": "part"}))
        .collect();
    let answer = page(&[frame(0, -1, &json!(nodes))]).to_string();
    for format in ["outline", "lean", "refs", "tabs", "numbered"] {
        let ask = json!({"what": "a11y_tree", "format": format});
        let reply = response_to(&rig, "/observe", ask, answer.clone())
            .await
            .ok();
        assert!(
            reply["tree"]
                .as_str()
                .is_some_and(|tree| tree.len() < 1_000_000)
        );
    }
    // Nor does a depth beyond all numbers.
    let far = json!([{"d": 0, "r": "document"}, {"d": u32::MAX, "r": "text", "t": "far"}]);
    let ask = json!({"what": "a11y_tree"});
    let reply = response_to(
        &rig,
        "/observe",
        ask,
        page(&[frame(0, -1, &far)]).to_string(),
    )
    .await;
    assert!(
        reply.ok()["tree"]
            .as_str()
            .is_some_and(|tree| tree.contains("far"))
    );
}
