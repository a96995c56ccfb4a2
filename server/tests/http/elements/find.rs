//! Elements found by what they are called and what they say.

use crate::http::browser::{page, start};
use axlens_protocol::Code;
use serde_json::{Value, json};

fn orders() -> Vec<Value> {
    let row = |node: u32, name: &str, uid: u32| {
        [
            json!({"d": 1, "n": node, "r": "row", "t": format!("{name} Edit"), "c": true, "g": "tr"}),
            json!({"d": 2, "n": node + 1, "r": "cell", "t": name, "c": true, "g": "td"}),
            json!({"d": 3, "r": "text", "t": name}),
            json!({"d": 2, "n": node + 2, "r": "cell", "t": "Edit", "c": true, "g": "td"}),
            json!({"d": 3, "n": node + 3, "u": uid, "r": "button", "t": "Edit", "c": true, "g": "button", "p": {"selector": "button"}, "x": 1}),
        ]
    };
    [row(10, "Ada", 14), row(20, "Alan", 24)].concat()
}

#[tokio::test]
async fn what_is_found_has_been_shown() {
    let (rig, _, _extension) = start(orders());
    let found = rig
        .post("/find", &json!({"role": "button", "name": "edit"}))
        .await
        .ok();
    assert_eq!(found["count"], 2);
    assert_eq!(
        found["matches"][1],
        json!({"name": "Edit", "role": "button", "uid": "24"})
    );
    let tree = found["tree"].as_str().expect("a text");
    assert!(tree.contains("Ada") && tree.contains("24 button"), "{tree}");
    // Its uids may be used.
    rig.post("/locate", &json!({"uid": 24})).await.ok();
    rig.post("/locate", &json!({"uid": 99}))
        .await
        .fault(Code::UnknownUid);
}

#[tokio::test]
async fn a_text_is_found_with_its_row_and_within_an_element() {
    let (rig, _, _extension) = start(orders());
    let found = rig.post("/find", &json!({"text": "alan"})).await.ok();
    assert_eq!(found["count"], 1);
    assert_eq!(found["matches"][0]["uid"], Value::Null);
    let tree = found["tree"].as_str().expect("a text");
    assert!(
        tree.contains("24 button") && !tree.contains("14 button"),
        "{tree}"
    );
    rig.post("/find", &json!({"text": "edit", "within": 14}))
        .await
        .fault(Code::UnknownUid);
    let inside = rig
        .post("/find", &json!({"text": "edit", "within": 24}))
        .await
        .ok();
    assert_eq!(
        (&inside["count"], &inside["matches"][0]["uid"]),
        (&json!(1), &json!("24"))
    );
}

#[tokio::test]
async fn nothing_that_matches_is_an_answer() {
    let (rig, _, _extension) = start(page());
    for nothing in [
        json!({"name": "none of this name"}),
        json!({"selector": "#nonexistent"}),
    ] {
        let found = rig.post("/find", &nothing).await.ok();
        assert_eq!(
            (&found["count"], &found["matches"]),
            (&json!(0), &json!([]))
        );
        let tree = found["tree"].as_str().expect("a text");
        assert!(tree.contains("nothing matches"), "{tree}");
        // What could not be read may hold it.
        assert!(tree.contains("frame not read"), "{tree}");
    }
    let found = rig.post("/find", &json!({"testid": "ads"})).await.ok();
    assert_eq!(found["matches"][1]["uid"], "37");
}

#[tokio::test]
async fn what_makes_no_sense_is_refused() {
    let (rig, _, _extension) = start(page());
    for body in [
        json!({}),
        json!({"role": "knob"}),
        json!({"name": ""}),
        json!({"nme": "Save"}),
        json!({"name": "Save", "limit": 0}),
        json!({"name": "Save", "limit": 101}),
        json!({"selector": "[value^=a]"}),
        json!({"name": "Save", "timeoutMs": 1}),
    ] {
        rig.post("/find", &body).await.fault(Code::BadRequest);
    }
}
