//! What has changed since a session's last snapshot.

use crate::http::browser::{many, start};
use serde_json::{Value, json};

#[tokio::test(start_paused = true)]
async fn deltas_say_what_changed_since_the_sessions_last_snapshot() {
    let (rig, browser, _extension) = start(many());
    let ask = json!({"format": "lean", "compression": "delta"});
    let first = rig.observe(ask.clone()).await.ok();
    assert_eq!(
        (&first["delta"], &first["since"]),
        (&json!("full"), &Value::Null)
    );
    let text = first["tree"].as_str().expect("text");
    assert!(
        text.starts_with("...(full snapshot: ") && text.contains("Button number 60"),
        "{text}"
    );
    let same = rig.observe(ask.clone()).await.ok();
    assert_eq!(
        (&same["delta"], &same["since"], &same["uidMap"]),
        (&json!("unchanged"), &json!(1), &json!({}))
    );
    assert_eq!(same["tree"].as_str().expect("text").lines().count(), 1);
    browser.change(|state| {
        state.nodes[3]["t"] = json!("Renamed");
        state.nodes[50]["s"] = json!({"disabled": true});
    });
    let changes = rig.observe(ask.clone()).await.ok();
    assert_eq!(
        (&changes["delta"], &changes["since"]),
        (&json!("changes"), &json!(2))
    );
    let text = changes["tree"].as_str().expect("text");
    assert!(
        text.contains("Renamed") && text.contains("disabled") && !text.contains("Button number 20"),
        "{text}"
    );
    let uids: Vec<&String> = changes["uidMap"]
        .as_object()
        .expect("a map")
        .keys()
        .collect();
    assert_eq!(uids, ["4", "51"]);
    // What a delta does not repeat is still known.
    rig.post("/locate", &json!({"uid": 20})).await.ok();
    // Another URL of the same document is reported by the answer's `url`.
    browser.change(|state| state.url = "https://example.com/other".to_owned());
    let routed = rig.observe(ask).await.ok();
    assert_eq!(
        (&routed["delta"], &routed["url"]),
        (&json!("unchanged"), &json!("https://example.com/other"))
    );
}

#[tokio::test(start_paused = true)]
async fn a_delta_is_against_the_same_options_and_session() {
    let (rig, _browser, _extension) = start(many());
    rig.observe(json!({"format": "lean"})).await.ok();
    let delta = |more: Value| {
        let mut ask = json!({"format": "lean", "compression": "delta"});
        ask.as_object_mut()
            .expect("an object")
            .extend(more.as_object().expect("an object").clone());
        ask
    };
    assert_eq!(
        rig.observe(delta(json!({}))).await.ok()["delta"],
        "unchanged"
    );
    assert_eq!(
        rig.observe(delta(json!({"compact": true}))).await.ok()["delta"],
        "full"
    );
    assert_eq!(
        rig.observe(delta(json!({"session": "another"}))).await.ok()["delta"],
        "full"
    );
    assert_eq!(
        rig.observe(delta(json!({"scope": "#home"}))).await.ok()["delta"],
        "full"
    );
    for format in ["refs", "numbered", "tabs"] {
        let reply = rig
            .observe(json!({"format": format, "compression": "delta"}))
            .await
            .ok();
        assert_eq!(reply["delta"], "full");
        assert!(
            reply["tree"]
                .as_str()
                .expect("text")
                .starts_with("...(full snapshot: "),
            "{reply}"
        );
    }
}
