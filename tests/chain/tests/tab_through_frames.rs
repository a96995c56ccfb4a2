//! Tab through the frames of a page, as real input goes: into frames of any site, through their
//! documents, and out again, forwards and backwards; and what may not be entered is not.

use anyhow::bail;
use axlens_harness::on_runtime;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};

/// Says to the page on top what gets the focus.
const TELLS: &str = "<script>addEventListener('focusin', (event) => {
    const id = event.composedPath()[0].id;
    if (id) top.postMessage({id, at: performance.timeOrigin + performance.now()}, '*');
}, true);</script>";

/// The page on top keeps what is said. What two processes say may come in another order.
const HEARS: &str = "<script>window.went = [];
addEventListener('message', ({data}) => data.id && went.push(data));
window.order = () => went.sort((one, other) => one.at - other.at).map(({id}) => id);</script>";

/// What has the focus, in this order, with frames of this site and of another, one of them in a
/// shadow root, one with nothing to stop at, and one in another.
async fn nested(chain: &Chain) -> anyhow::Result<Tab> {
    let other = |html: &str| {
        let address = chain.site.page(Page::html(format!("{TELLS}{html}")));
        address.replacen("127.0.0.1", "other.localhost", 1)
    };
    let deepest = other("<input id=d><button id=e>E</button>");
    let middle = other(&format!(
        "<button id=b>B</button><iframe src='{deepest}'></iframe><button id=f tabindex=1>F</button>"
    ));
    let same = chain.site.page(Page::html(format!(
        "{TELLS}<button id=g>G</button><button id=h>H</button>"
    )));
    let empty = chain.site.page(Page::html("<p>Nothing to stop at</p>"));
    let html = format!(
        "{HEARS}{TELLS}<button id=a>A</button><iframe src='{middle}'></iframe><input id=c>
        <div id=host></div><iframe name=empty src='{empty}'></iframe><button id=z>Z</button><button id=end>End</button>
        <script>host.attachShadow({{mode: 'open'}}).innerHTML =
            \"<button id=s>S</button><iframe src='{same}'></iframe>\";</script>"
    );
    let tab = chain.open(Page::html(&html)).await?;
    // All frames are there when all of them are read.
    until("every frame", async || {
        let seen = tab.observe(json!({"format": "lean"})).await?;
        let tree = seen["tree"].as_str().unwrap_or_default();
        let all = ["\"E\"", "\"F\"", "\"H\"", "Nothing to stop at"];
        Ok(all.iter().all(|part| tree.contains(part)).then_some(()))
    })
    .await?;
    Ok(tab)
}

/// The order forwards.
const ORDER: [&str; 11] = ["a", "f", "b", "d", "e", "c", "s", "g", "h", "z", "end"];

/// The frame without a stop is one itself, and its page says nothing.
const SILENT: &str = "empty";

/// How often Tab is pressed from the first to the last, the silent frame among them.
const PRESSES: usize = ORDER.len();

async fn went(tab: &Tab, last: &str) -> anyhow::Result<Value> {
    until("the last stop", async || {
        let went = tab.evaluate("order()").await?;
        let is_there = went.as_array().and_then(|all| all.last()) == Some(&json!(last));
        match is_there {
            true => Ok(Some(went)),
            false => bail!("{went}"),
        }
    })
    .await
}

/// Waits until the focus is there: it goes from process to process, and a key that is pressed on
/// its way goes where it was.
async fn stopped_at(tab: &Tab, stop: &str) -> anyhow::Result<()> {
    match stop {
        SILENT => {
            tab.wait_for("document.activeElement.name === 'empty'")
                .await
        }
        _ => went(tab, stop).await.map(drop),
    }
}

/// Puts the focus on an element of the page on top, and forgets what was said of it and before.
async fn begin_at(tab: &Tab, id: &str) -> anyhow::Result<()> {
    let focus = format!(
        "document.activeElement.blur(); went.length = 0; document.getElementById('{id}').focus()"
    );
    tab.evaluate(&focus).await?;
    went(tab, id).await?;
    tab.evaluate("went.length = 0").await.map(drop)
}

async fn press_really(tab: &Tab, backwards: bool) -> anyhow::Result<()> {
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
fn tab_goes_through_frames_as_a_real_one() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = nested(&chain).await?;
        for backwards in [false, true] {
            let key = if backwards { "Shift+Tab" } else { "Tab" };
            let mut order = ORDER;
            if backwards {
                order.reverse();
            }
            let (first, last) = (order[0], order[order.len() - 1]);
            begin_at(&tab, first).await?;
            let silent = order.iter().position(|id| *id == "z");
            let silent = silent.map_or(0, |place| place + usize::from(backwards));
            let mut stops = order.to_vec();
            stops.insert(silent, SILENT);
            for stop in &stops[1..] {
                press_really(&tab, backwards).await?;
                stopped_at(&tab, stop).await?;
            }
            let person = went(&tab, last).await?;
            assert_eq!(person, json!(order[1..]), "a person, {key}");
            begin_at(&tab, first).await?;
            press(&chain, &tab, json!(vec![key; PRESSES])).await?;
            assert_eq!(went(&tab, last).await?, person, "all at once, {key}");
            assert_eq!(went(&tab, last).await?, person, "all at once, {key}");
            begin_at(&tab, first).await?;
            for _ in 0..PRESSES {
                press(&chain, &tab, json!([key])).await?;
            }
            assert_eq!(went(&tab, last).await?, person, "one by one, {key}");
        }
        Ok(())
    })
}

#[test]
fn keys_end_where_a_frame_may_not_be_entered() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let options = chain.own_page("options").await?;
        for (level, hint) in [
            ("act", Value::Null),
            ("read", json!("stopped_at_frame")),
            ("block", json!("stopped_at_frame")),
        ] {
            let tab = nested(&chain).await?;
            let sites = json!([{"pattern": "other.localhost", "level": level, "confirm": false}]);
            let policy = json!({"default": "act", "sites": sites});
            let set = format!("chrome.storage.local.set({{policy: {policy}}}).then(() => 0)");
            options.evaluate(&set).await?;
            until("the policy to be followed", async || {
                begin_at(&tab, "a").await?;
                let done = press(&chain, &tab, json!(["Tab", "Tab", "Tab", "x"])).await?;
                Ok(
                    (done["results"][0].get("hint").cloned().unwrap_or_default() == hint)
                        .then_some(()),
                )
            })
            .await?;
            // Nothing got the focus, and no key, but what may be acted in.
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
