//! A tab in chunks, through `GET /tabs/{tab}/snapshot`.

use crate::http::browser::{page, start};
use axlens_protocol::Code;
use serde_json::{Value, json};

#[tokio::test(start_paused = true)]
async fn a_tab_snapshot_has_its_documented_fields() {
    let (rig, browser, _extension) = start(page());
    let reply = rig.get("/tabs/1/snapshot?userId=agent1").await.ok();
    assert_eq!(
        (&reply["url"], &reply["refsCount"]),
        (&json!("https://example.com/"), &json!(2))
    );
    assert_eq!(
        (&reply["truncated"], &reply["hasMore"], &reply["nextOffset"]),
        (&json!(false), &json!(false), &Value::Null)
    );
    let text = reply["snapshot"].as_str().expect("text");
    assert!(text.contains("- link \"Home\" [e1]"), "{text}");
    assert_eq!(reply["totalChars"], text.chars().count());
    let reply = rig
        .get("/tabs/1/snapshot?userId=agent1&includeScreenshot=true&format=text&offset=0")
        .await
        .ok();
    assert_eq!(
        reply["screenshot"],
        json!({"data": "iVBORw0KGgo=", "mimeType": "image/png"})
    );
    browser.change(|state| state.visible = false);
    rig.get("/tabs/1/snapshot?userId=agent1&includeScreenshot=true")
        .await
        .fault(Code::TabNotVisible);
    rig.post("/locate", &json!({"id": "e1", "session": "user:agent1"}))
        .await
        .ok();
    rig.post("/locate", &json!({"id": "e1", "session": "user:agent2"}))
        .await
        .fault(Code::UnknownUid);
}

#[tokio::test(start_paused = true)]
async fn a_tab_snapshot_has_its_documented_status_codes() {
    let (rig, _browser, _extension) = start(page());
    for path in [
        "/tabs/1/snapshot",
        "/tabs/1/snapshot?userId=",
        "/tabs/9/snapshot",
        "/tabs/1/snapshot?userId=a&offset=x",
        "/tabs/1/snapshot?userId=a&offset=-1",
        "/tabs/1/snapshot?userId=a&format=html",
        "/tabs/1/snapshot?userId=a&includeScreenshot=maybe",
    ] {
        rig.get(path).await.fault(Code::BadRequest);
    }
    for path in [
        "/tabs/9/snapshot?userId=a",
        "/tabs/abc123/snapshot?userId=a",
        "/tabs/99999999999/snapshot?userId=a",
        "/tabs/9/snapshot?userId=a&offset=5",
    ] {
        rig.get(path).await.fault(Code::TabNotFound);
    }
}

#[tokio::test(start_paused = true)]
async fn a_long_page_comes_in_pieces_of_one_snapshot() {
    let link = |number: u32| json!({"d": 1, "n": number, "u": number, "r": "link", "t": format!("Link number {number} of a long page"), "c": true, "g": "a", "p": {"selector": "a"}});
    let (rig, browser, _extension) = start((1..=4000).map(link).collect());
    let first = rig.get("/tabs/1/snapshot?userId=a").await.ok();
    assert_eq!(
        (&first["truncated"], &first["hasMore"], &first["refsCount"]),
        (&json!(true), &json!(true), &json!(4000))
    );
    let next = first["nextOffset"].as_u64().expect("an offset");
    browser.change(|state| state.nodes = page());
    let path = format!("/tabs/1/snapshot?userId=a&offset={next}");
    let second = rig.get(&path).await.ok();
    assert_eq!(second["totalChars"], first["totalChars"]);
    assert!(
        second["snapshot"]
            .as_str()
            .expect("text")
            .contains("Link number 4000 ")
    );
    assert_eq!(browser.observed(), 1, "the page was read once");
    // Elsewhere, the snapshot is of another page and no longer good.
    browser.change(|state| state.url = "https://example.com/other".to_owned());
    let third = rig.get(&path).await.ok();
    assert_eq!(
        (&third["url"], &third["refsCount"]),
        (&json!("https://example.com/other"), &json!(2))
    );
    assert_eq!(third["snapshot"], "");
}
