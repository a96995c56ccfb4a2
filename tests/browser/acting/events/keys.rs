//! Keys: the order in which Tab moves the focus, Escape, `change` events, and keys that submit a
//! form or leave the page.

use crate::acting::events::real_input::{Input, send};
use crate::acting::events::{ScriptedPage, on_page};
use serde_json::{Value, json};

/// Elements that Tab reaches or skips. The page logs each stop.
const STOPS: &str = r#"<!doctype html><meta charset=utf-8><title>Stops</title>
<button id=first>First</button>
<button id=third tabindex=3>3</button><button id=one tabindex=1>1</button>
<button id=never tabindex=-1>Never</button><span id=host><b slot=later tabindex=0 id=slotted>Slotted</b></span>
<span id=skipped tabindex=-1></span>
<input type=radio name=g id=g1><input type=radio name=g id=g2 checked><input type=radio name=g id=g3>
<input type=radio name=h id=h1><input type=radio name=h id=h2>
<details><summary id=sum>More</summary><button id=in-details>In details</button></details>
<div inert><button id=inert>Inert</button></div><button disabled id=off>Off</button>
<button style="visibility: hidden" id=unseen>Unseen</button>
<div style="display: contents"><a href="?x" id=link>Link</a><a id=no-link>None</a></div>
<div id=scrolls style="overflow: auto; height: 30px; width: 90px"><p style="height: 90px">Text</p></div>
<p contenteditable id=rich>Rich</p><svg width=9 height=9><a href="?y" id=svg-link><text>x</text></a></svg>
<button id=last>Last</button>
<dialog id=dialog><button id=d1>One</button><button id=d2>Two</button></dialog>
<div popover id=pop><button id=in-pop>In a popover</button></div>
<script>
  const make = (host, mode, html) => { host.attachShadow({mode}).innerHTML = html; };
  make(document.getElementById('host'), 'open',
    '<button id=s2 tabindex=2>s2</button><slot name=later></slot><button id=s1 tabindex=1>s1</button><button id=s0>s0</button>');
  make(skipped, 'open', '<button id=in-skipped>In skipped</button>');
  window.stops = [];
  const deep = () => { let a = document.activeElement; while (a?.shadowRoot?.activeElement) a = a.shadowRoot.activeElement; return a.id || a.localName; };
  addEventListener('keyup', (event) => { if (event.key === 'Tab') stops.push(deep()); }, true);
</script>"#;

/// The stops in the page. The next one would be in the browser's own interface.
const STOP_COUNT: usize = 15;

/// The stops of Tab from the first element, or of Shift+Tab from the last.
async fn stops(page: &ScriptedPage, key: &'static str, is_real: bool) -> anyhow::Result<Value> {
    page.reload().await?;
    let mut count = STOP_COUNT;
    if key == "Shift+Tab" {
        page.evaluate("last.focus()").await?;
        count -= 1;
    }
    if is_real {
        let key: &'static [&'static str] = if key == "Tab" {
            &["Tab"]
        } else {
            &["Shift+Tab"]
        };
        for _ in 0..count {
            send(&page.tab, Input::Keys(key)).await?;
        }
    } else {
        press(page, None, &vec![key; count]).await?;
    }
    page.tab
        .wait_for(&format!("stops.length === {count}"))
        .await?;
    page.evaluate("stops").await
}

async fn press(page: &ScriptedPage, selector: Option<&str>, keys: &[&str]) -> anyhow::Result<()> {
    let action = json!({"action": "press", "keys": keys});
    page.perform(selector, &action).await.map(drop)
}

#[test]
fn tab_moves_the_focus_as_real_input_does() -> anyhow::Result<()> {
    on_page(STOPS, async |page| {
        for key in ["Tab", "Shift+Tab"] {
            let real = stops(&page, key, true).await?;
            let ours = stops(&page, key, false).await?;
            assert_eq!(real, ours, "{key}");
        }
        page.evaluate("dialog.showModal(); stops.length = 0")
            .await?;
        press(&page, None, &["Tab", "Tab", "Shift+Tab", "Shift+Tab"]).await?;
        let in_dialog = page.evaluate("stops").await?;
        assert_eq!(in_dialog, json!(["d2", "d1", "d2", "d1"]));
        press(&page, None, &["Escape"]).await?;
        assert_eq!(page.evaluate("dialog.open").await?, false);
        page.evaluate("pop.showPopover()").await?;
        press(&page, None, &["Escape"]).await?;
        let is_open = page.evaluate("pop.matches(':popover-open')").await?;
        assert_eq!(is_open, false);
        Ok(())
    })
}

const FORM: &str = r#"<!doctype html><meta charset=utf-8><title>Change</title>
<form id=form onsubmit="event.preventDefault(); received.push('submit')"><input id=name></form><button id=other>Other</button>
<script>window.received = []; addEventListener('change', (event) => received.push('change ' + event.target.value));</script>"#;

#[test]
fn change_is_sent_once_for_each_edit() -> anyhow::Result<()> {
    on_page(FORM, async |page| {
        let other = Some("#other");
        press(&page, Some("#name"), &["a", "Enter"]).await?;
        page.perform(other, &json!({"action": "focus"})).await?;
        press(&page, Some("#name"), &["b"]).await?;
        page.perform(other, &json!({"action": "click"})).await?;
        press(&page, Some("#name"), &["Enter"]).await?;
        page.perform(other, &json!({"action": "focus"})).await?;
        let received = page.evaluate("received").await?;
        let events: Vec<String> = serde_json::from_value(received)?;
        assert_eq!(events[..2], ["change a", "submit"]);
        assert!(events[2].starts_with("change "), "{events:?}");
        assert_eq!(events[3..], ["submit"], "{events:?}");
        Ok(())
    })
}

const SUBMITTING: &str = r#"<!doctype html><meta charset=utf-8><title>Kinds</title>
<form><input id=field><textarea id=text></textarea><button id=send>Send</button><button id=plain type=button>Plain</button></form>
<button id=alone>Alone</button><a id=away href="http://elsewhere.localhost/">Away</a>"#;

#[test]
fn keys_that_submit_a_form_or_leave_the_page_are_recognized() -> anyhow::Result<()> {
    on_page(SUBMITTING, async |page| {
        for (selector, keys, expected) in [
            ("#send", &["Space"][..], "submit"),
            ("#send", &[" "], "submit"),
            ("#send", &["Enter"], "submit"),
            ("#send", &["Return"], "submit"),
            ("#send", &["a"], "harmless"),
            ("#plain", &["Space"], "harmless"),
            ("#alone", &["Space"], "harmless"),
            ("#field", &["a", "Enter"], "submit"),
            ("#field", &["Space"], "harmless"),
            ("#text", &["Enter"], "harmless"),
            ("#away", &["Enter"], "leave"),
            ("#away", &["Space"], "harmless"),
            // It is not known which element has the focus after Tab.
            ("#alone", &["Tab", "Enter"], "submit"),
            ("#alone", &["Shift+Tab", "Space"], "submit"),
            ("#alone", &["Tab", "a"], "harmless"),
        ] {
            let action = json!({"action": "press", "keys": keys});
            let call = format!("axlensKind({}, {action})", json!(selector));
            let kind = page.evaluate_in_extension(&call).await?;
            assert_eq!(kind, expected, "{selector} {action}");
        }
        Ok(())
    })
}
