//! Frames whose processes a page has taken over: what they send costs their own frame alone.

use crate::http::rig::{Rig, chrome_tab};
use axlens_protocol::Code;
use axlens_protocol::wire::Query;
use serde_json::{Value, json};

fn tree(name: &str, inner: &[Value]) -> Value {
    let mut nodes = vec![
        json!({"d": 0, "r": "document", "t": name}),
        json!({"d": 1, "n": 2, "u": 42, "r": "button", "t": name, "g": "button", "p": {"selector": "#b"}, "i": true}),
    ];
    nodes.extend(inner.iter().cloned());
    json!({"url": "https://example.com/", "title": name, "ready": "complete", "world": 11, "nodes": nodes,
        "viewport": [1280, 720], "scroll": [0, 0, 1280, 720], "elements": 5, "query_dom_bytes": 900, "index": -1})
}

/// A page with two frames; the first of them sends this.
fn page(piece: &Value) -> impl Fn(&Query) -> Value + Send + 'static {
    let iframe = |node: u32, index: i32| json!({"d": 1, "n": node, "u": node, "r": "iframe", "g": "iframe", "p": {"selector": "iframe"}, "f": index});
    let main = tree("Main", &[iframe(7, 0), iframe(8, 1)]);
    let frame = |number: i64, index: i32| {
        json!({"document": format!("D{number}"), "frame": number, "parent": 0,
        "url": "https://ads.example/", "windowIndex": index, "element": 0})
    };
    let mut taken_over = frame(4, 0);
    for (field, value) in piece.as_object().expect("fields") {
        taken_over[field] = value.clone();
    }
    let mut sibling = frame(5, 1);
    sibling["tree"] = tree("Sibling", &[]);
    sibling["places"] = json!("{\"2\":[1,2,3,4,1,0]}");
    let frames = json!([
        {"document": "D1", "frame": 0, "parent": -1, "url": "https://example.com/", "windowIndex": -1, "element": 0,
         "tree": main, "places": "{\"2\":[1,2,3,4,1,0]}"},
        taken_over, sibling]);
    move |_| json!({"ok": {"tab": chrome_tab(1_000_000_001, "https://example.com/"), "engine": "worker", "frames": frames}})
}

#[tokio::test(start_paused = true)]
async fn a_frame_that_sends_garbage_costs_itself_alone() {
    let good = tree("Framed", &[]);
    let deep = format!("{}1{}", "[".repeat(50_000), "]".repeat(50_000));
    let escape = "{\"2\":[1,2,3,4,1,0]}},{\"document\":\"D5\",\"frame\":5,\"parent\":0,\"url\":\"\",\"tree\":{}";
    for piece in [
        json!({"pageTree": "garbage"}),
        json!({"pageTree": format!("{good},\"places\":{{}}}},{{\"document\":\"D5\"")}),
        json!({"pageTree": deep}),
        json!({"pageTree": "{\"nodes\": []}"}),
        json!({"tree": good, "places": escape}),
        json!({"tree": good, "places": deep}),
        json!({"tree": good, "places": "{\"2\":[1,2]}"}),
    ] {
        let rig = Rig::new();
        let _extension = rig.simulate(page(&piece));
        let request = json!({"format": "lean", "include": ["boxes"]});
        let answer = rig.observe(request).await.ok();
        let text = answer["tree"].as_str().expect("text");
        assert!(
            text.contains("42 button \"Main\" @1,2,3,4"),
            "{piece:.100}: {text}"
        );
        assert!(
            text.contains("8.42 button \"Sibling\" @1,2,3,4"),
            "{piece:.100}: {text}"
        );
        let missing = answer["header"]["framesMissing"].to_string();
        assert!(
            missing.contains("The process of this page sent"),
            "{answer}"
        );
        assert!(!text.contains("Framed"), "{piece:.100}: {text}");
        assert_eq!(
            answer["uidMap"].as_object().map(|map| map.len()),
            Some(4),
            "{answer}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_tree_that_an_engine_in_the_page_made_is_read() {
    let rig = Rig::new();
    let _extension = rig.simulate(page(&json!({"pageTree": tree("Framed", &[]).to_string()})));
    let answer = rig.observe(json!({"format": "lean"})).await.ok();
    let text = answer["tree"].as_str().expect("text");
    assert!(text.contains("7.42 button \"Framed\""), "{text}");
}

#[tokio::test(start_paused = true)]
async fn a_page_that_sends_garbage_itself_is_a_fault() {
    let rig = Rig::new();
    let _extension = rig.simulate(|_| {
        json!({"ok": {"tab": chrome_tab(1, "https://example.com/"), "engine": "page", "frames": [
            {"document": "D1", "frame": 0, "parent": -1, "url": "https://example.com/", "windowIndex": -1, "element": 0,
             "pageTree": "garbage"}]}})
    });
    let fault = rig.observe(json!({})).await.fault(Code::Internal);
    assert!(fault.message.contains("invalid data"), "{fault:?}");
}
