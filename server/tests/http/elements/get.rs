//! `/get`: properties of elements and of the page.

use crate::http::browser::start;
use crate::http::elements::locate::TestPage;
use crate::http::rig::Rig;
use axlens_protocol::Code;
use axlens_snapshot::{ContextHash, NameHash};
use serde_json::{Value, json};

/// The context of an element: its row and its own name.
fn context(row: u64) -> Value {
    json!(ContextHash::in_container(row << 8, true, NameHash::new(4, 4)).number())
}

fn form() -> Vec<Value> {
    let field = |uid: u32, value: &str, states: Value| {
        json!({"d": 1, "n": uid, "u": uid, "r": "textbox", "t": "Field", "v": value, "g": "input", "s": states,
               "p": {"selector": format!("#f{uid}")}, "x": context(1)})
    };
    vec![
        field(
            1,
            "Ada\n2 button",
            json!({"required": true, "disabled": true}),
        ),
        field(2, "[REDACTED]", json!({"secret": true})),
        field(3, &"x".repeat(4000), json!({})),
        json!({"d": 1, "n": 4, "u": 4, "r": "button", "t": "Save", "c": true, "g": "button", "p": {"selector": "button"}, "x": context(1)}),
    ]
}

#[tokio::test]
async fn each_fact_is_answered_alone() {
    let (rig, browser, _extension) = start(form());
    rig.post("/observe", &json!({"what": "a11y_tree"}))
        .await
        .ok();
    for (params, reply) in [
        (
            json!({"what": "value", "uid": 1}),
            json!({"value": "Ada\n2 button", "tab": 1}),
        ),
        (
            json!({"what": "value", "uid": 2}),
            json!({"secret": true, "tab": 1}),
        ),
        (
            json!({"what": "value", "id": 4}),
            json!({"value": null, "tab": 1}),
        ),
        (
            json!({"what": "state", "uid": 1}),
            json!({"role": "textbox", "name": "Field", "states": ["disabled", "required"], "tab": 1}),
        ),
        (
            json!({"what": "box", "uid": 4}),
            json!({"box": null, "tab": 1}),
        ),
        (
            json!({"what": "url"}),
            json!({"url": "https://example.com/", "tab": 1}),
        ),
    ] {
        assert_eq!(rig.post("/get", &params).await.ok(), reply, "{params}");
    }
    let long = rig
        .post("/get", &json!({"what": "value", "uid": 3}))
        .await
        .ok();
    assert_eq!(long["truncated"], true);
    // Now, not when the snapshot was taken.
    browser.change(|state| state.nodes[0]["v"] = json!("Grace"));
    let now = rig
        .post("/get", &json!({"what": "value", "uid": 1}))
        .await
        .ok();
    assert_eq!(now["value"], "Grace");
}

#[tokio::test]
async fn what_is_gone_or_makes_no_sense_is_a_fault() {
    let (rig, browser, _extension) = start(form());
    rig.post("/observe", &json!({"what": "a11y_tree"}))
        .await
        .ok();
    for params in [
        json!({"what": "value"}),
        json!({"what": "value", "uid": 1, "id": 1}),
        json!({"what": "title", "uid": 1}),
        json!({"what": "colour", "uid": 1}),
        json!({"uid": 1}),
    ] {
        rig.post("/get", &params).await.fault(Code::BadRequest);
    }
    let unknown = json!({"what": "state", "uid": 99});
    rig.post("/get", &unknown).await.fault(Code::UnknownUid);
    browser.change(|state| state.nodes[3]["x"] = context(2));
    let changed = json!({"what": "state", "uid": 4});
    rig.post("/get", &changed).await.fault(Code::ChangedUid);
    browser.change(|state| state.nodes.truncate(3));
    rig.post("/get", &changed).await.fault(Code::StaleUid);
}

#[tokio::test]
async fn the_box_is_that_of_locate() {
    let (rig, page) = (Rig::new(), TestPage::new());
    let _extension = rig.simulate(move |query| page.answer(query));
    rig.post("/observe", &json!({"what": "a11y_tree"}))
        .await
        .ok();
    let located = rig.post("/locate", &json!({"uid": 5})).await.ok();
    let got = rig
        .post("/get", &json!({"what": "box", "uid": 5}))
        .await
        .ok();
    assert!(located["box"].is_array(), "{located}");
    assert_eq!(got, json!({"box": located["box"], "tab": 1}));
}

#[tokio::test]
async fn what_no_tree_holds_is_asked_of_the_page() {
    let (rig, _browser, _extension) = start(form());
    rig.post("/observe", &json!({"what": "a11y_tree"}))
        .await
        .ok();
    for (params, reply) in [
        (
            json!({"what": "html", "ref": 4}),
            json!({"html": "<button>Save</button>", "tab": 1}),
        ),
        (
            json!({"what": "attribute", "uid": 4, "name": "href"}),
            json!({"value": null, "tab": 1}),
        ),
        (
            json!({"what": "attribute", "uid": 2, "name": "value"}),
            json!({"secret": true, "tab": 1}),
        ),
        (
            json!({"what": "styles", "uid": 4, "names": ["color"]}),
            json!({"styles": {"color": "red"}, "tab": 1}),
        ),
        (
            json!({"what": "visual"}),
            json!({"visual": "at=132,88 circle red 20x20 in 4\n4 button blue 30x30", "tab": 1}),
        ),
    ] {
        assert_eq!(rig.post("/get", &params).await.ok(), reply, "{params}");
    }
    for params in [
        json!({"what": "attribute", "uid": 4}),
        json!({"what": "attribute", "name": "href"}),
        json!({"what": "styles", "uid": 4, "names": []}),
        json!({"what": "styles", "uid": 4, "names": vec!["color"; 51]}),
        json!({"what": "html", "uid": 4, "names": ["color"]}),
        json!({"what": "html", "uid": 4, "selector": "a"}),
        json!({"what": "html", "frame": ["iframe"]}),
    ] {
        rig.post("/get", &params).await.fault(Code::BadRequest);
    }
}
