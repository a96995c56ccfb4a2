//! The Tab key moves the focus into frames of any site, through their documents and out again, in
//! both directions, as with real input. It does not enter frames that the policy forbids.

use anyhow::bail;
use axlens_harness::on_runtime;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Kind, Page, Tab};
use serde_json::{Value, json};

/// Sends the id of each focused element to the top page.
const SENDER: &str = "<script>addEventListener('focusin', (event) => {
    const id = event.composedPath()[0].id;
    if (id) top.postMessage({id, at: performance.timeOrigin + performance.now()}, '*');
}, true);</script>";

/// Collects the ids in the top page. Messages of two processes may arrive in another order, so they
/// are sorted by time.
const RECEIVER: &str = "<script>window.focused = [];
addEventListener('message', ({data}) => data.id && focused.push(data));
window.order = () => focused.sort((one, other) => one.at - other.at).map(({id}) => id);</script>";

/// Opens a page with focusable elements in frames of its own and of another site: a open_nested
/// frame, one in a shadow root, and one without focusable elements.
async fn open_nested(chain: &Chain) -> anyhow::Result<Tab> {
    let other = |html: &str| {
        let url = chain.site.page(Page::html(format!("{SENDER}{html}")));
        url.replacen("127.0.0.1", "other.localhost", 1)
    };
    let deepest = other("<input id=d><button id=e>E</button>");
    let middle = other(&format!(
        "<button id=b>B</button><iframe src='{deepest}'></iframe><button id=f tabindex=1>F</button>"
    ));
    let same = chain.site.page(Page::html(format!(
        "{SENDER}<button id=g>G</button><button id=h>H</button>"
    )));
    let empty = chain.site.page(Page::html("<p>Nothing to focus</p>"));
    let html = format!(
        "{RECEIVER}{SENDER}<button id=a>A</button><iframe src='{middle}'></iframe><input id=c>
        <div id=host></div><iframe name=empty src='{empty}'></iframe><button id=z>Z</button><button id=end>End</button>
        <script>host.attachShadow({{mode: 'open'}}).innerHTML =
            \"<button id=s>S</button><iframe src='{same}'></iframe>\";</script>"
    );
    let tab = chain.open(Page::html(&html)).await?;
    // All frames are loaded when the snapshot has all of them.
    until("every frame", async || {
        let answer = tab.observe(json!({"format": "lean"})).await?;
        let tree = answer["tree"].as_str().unwrap_or_default();
        let all = ["\"E\"", "\"F\"", "\"H\"", "Nothing to focus"];
        Ok(all.iter().all(|part| tree.contains(part)).then_some(()))
    })
    .await?;
    Ok(tab)
}

/// The focused elements, in forward order.
const ORDER: [&str; 11] = ["a", "f", "b", "d", "e", "c", "s", "g", "h", "z", "end"];

/// The frame without focusable elements gets the focus itself, and sends no message.
const EMPTY_FRAME: &str = "empty";

/// The number of presses from the first to the last element, including the empty frame.
const PRESSES: usize = ORDER.len();

/// Waits until this element has received the focus. Returns all focused elements in order.
async fn focus_order(tab: &Tab, last: &str) -> anyhow::Result<Value> {
    until("the last focused element", async || {
        let order = tab.evaluate("order()").await?;
        match order.as_array().and_then(|all| all.last()) == Some(&json!(last)) {
            true => Ok(Some(order)),
            false => bail!("{order}"),
        }
    })
    .await
}

/// Waits until this element has the focus. The focus moves between processes, and a key pressed
/// before that would be sent to the previous element.
async fn wait_for_focus(tab: &Tab, id: &str) -> anyhow::Result<()> {
    match id {
        EMPTY_FRAME => {
            tab.wait_for("document.activeElement.name === 'empty'")
                .await
        }
        _ => focus_order(tab, id).await.map(drop),
    }
}

/// Focuses an element of the top page and clears the list of focused elements.
async fn start_at(tab: &Tab, id: &str) -> anyhow::Result<()> {
    let focus = format!(
        "document.activeElement.blur(); focused.length = 0; document.getElementById('{id}').focus()"
    );
    tab.evaluate(&focus).await?;
    focus_order(tab, id).await?;
    tab.evaluate("focused.length = 0").await.map(drop)
}

/// Presses Tab with real input.
async fn press_tab(tab: &Tab, backwards: bool) -> anyhow::Result<()> {
    let modifiers = if backwards { 8 } else { 0 };
    for kind in ["rawKeyDown", "keyUp"] {
        let params = json!({"type": kind, "key": "Tab", "code": "Tab", "modifiers": modifiers,
            "windowsVirtualKeyCode": 9, "nativeVirtualKeyCode": 9});
        tab.command("Input.dispatchKeyEvent", params).await?;
    }
    Ok(())
}

async fn press(chain: &Chain, tab: &Tab, keys: Value) -> anyhow::Result<Value> {
    let body = json!({"action": "press", "keys": keys, "tab": tab.handle().await?,
        "session": tab.name, "snapshot": "none"});
    chain.agent.post("/interact", body).await?.ok()
}

#[test]
fn tab_moves_through_frames_like_real_input() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = open_nested(&chain).await?;
        for backwards in [false, true] {
            let key = if backwards { "Shift+Tab" } else { "Tab" };
            let mut order = ORDER;
            if backwards {
                order.reverse();
            }
            let (first, last) = (order[0], order[order.len() - 1]);
            start_at(&tab, first).await?;
            let empty = order.iter().position(|id| *id == "z");
            let empty = empty.map_or(0, |place| place + usize::from(backwards));
            let mut all = order.to_vec();
            all.insert(empty, EMPTY_FRAME);
            for id in &all[1..] {
                press_tab(&tab, backwards).await?;
                wait_for_focus(&tab, id).await?;
            }
            let real = focus_order(&tab, last).await?;
            assert_eq!(real, json!(order[1..]), "real input, {key}");
            start_at(&tab, first).await?;
            press(&chain, &tab, json!(vec![key; PRESSES])).await?;
            assert_eq!(focus_order(&tab, last).await?, real, "one request, {key}");
            start_at(&tab, first).await?;
            for _ in 0..PRESSES {
                press(&chain, &tab, json!([key])).await?;
            }
            assert_eq!(focus_order(&tab, last).await?, real, "one by one, {key}");
        }
        Ok(())
    })
}

#[test]
fn keys_stop_at_a_frame_that_the_policy_forbids() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let options = chain.own_page("options").await?;
        for (level, hint) in [
            ("act", Value::Null),
            ("read", json!("stopped_at_frame")),
            ("block", json!("stopped_at_frame")),
        ] {
            let tab = open_nested(&chain).await?;
            let sites = json!([{"pattern": "other.localhost", "level": level, "confirm": false}]);
            let policy = json!({"default": "act", "sites": sites});
            let set = format!("chrome.storage.local.set({{policy: {policy}}}).then(() => 0)");
            options.evaluate(&set).await?;
            until("the policy to apply", async || {
                start_at(&tab, "a").await?;
                let answer = press(&chain, &tab, json!(["Tab", "Tab", "Tab", "x"])).await?;
                let received = answer["results"][0].get("hint").cloned();
                Ok((received.unwrap_or_default() == hint).then_some(()))
            })
            .await?;
            // Only frames in which the policy allows actions receive the focus and keys.
            let expected: &[&str] = if level == "act" {
                &["f", "b", "d"]
            } else {
                &[]
            };
            assert_eq!(tab.evaluate("order()").await?, json!(expected), "{level}");
            if level == "act" {
                assert!(tab.tree().await?.contains("=\"x\""));
            }
            if level == "read" {
                assert!(!tab.tree().await?.contains("=\"x\""));
            }
        }
        Ok(())
    })
}
