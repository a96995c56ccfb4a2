//! Where keys lead: Tab through `tabindex`, shadow roots, slots and dialogs as a real one goes,
//! Escape, and `change` once for each edit.

use super::real_input::{SHIFT, Step, take};
use super::{Acting, in_turn};
use serde_json::{Value, json};

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

/// So many times Tab goes to something new; what comes after the last is the browser's own.
const STEPS: usize = 15;

async fn walk(acting: &mut Acting, backwards: bool, real: bool) -> anyhow::Result<Value> {
    acting.renew().await?;
    if backwards {
        acting.tab.evaluate("last.focus()").await?;
    }
    // Backwards it begins on the last.
    let steps = if backwards { STEPS - 1 } else { STEPS };
    if real {
        for _ in 0..steps {
            let modifiers = if backwards { SHIFT } else { 0 };
            take(&acting.tab, Step::Key("Tab", modifiers)).await?;
        }
    } else {
        let key = if backwards { "Shift+Tab" } else { "Tab" };
        let act = json!({"action": "press", "keys": vec![key; steps]});
        acting.perform(None, &act).await?;
    }
    acting.tab.evaluate("stops").await
}

#[test]
fn tab_goes_where_a_real_one_goes() -> anyhow::Result<()> {
    in_turn(async |chain| {
        let mut acting = Acting::open(chain, STOPS).await?;
        for backwards in [false, true] {
            let person = walk(&mut acting, backwards, true).await?;
            let agent = walk(&mut acting, backwards, false).await?;
            assert_eq!(person, agent, "backwards: {backwards}");
            assert!(
                person
                    .as_array()
                    .is_some_and(|stops| stops.len() >= STEPS - 1)
            );
        }
        acting
            .tab
            .evaluate("dialog.showModal(); stops.length = 0")
            .await?;
        let tabs = json!({"action": "press", "keys": ["Tab", "Tab", "Shift+Tab", "Shift+Tab"]});
        acting.perform(None, &tabs).await?;
        assert_eq!(
            acting.tab.evaluate("stops").await?,
            json!(["d2", "d1", "d2", "d1"])
        );
        let escape = json!({"action": "press", "keys": ["Escape"]});
        acting.perform(None, &escape).await?;
        assert_eq!(acting.tab.evaluate("dialog.open").await?, false);
        acting.tab.evaluate("pop.showPopover()").await?;
        acting.perform(None, &escape).await?;
        assert_eq!(
            acting.tab.evaluate("pop.matches(':popover-open')").await?,
            false
        );
        Ok(())
    })
}

const FORM: &str = r#"<!doctype html><meta charset=utf-8><title>Change</title>
<form id=form onsubmit="event.preventDefault(); heard.push('submit')"><input id=name></form><button id=other>Other</button>
<script>window.heard = []; addEventListener('change', (event) => heard.push('change ' + event.target.value));</script>"#;

#[test]
fn change_comes_once_for_each_edit() -> anyhow::Result<()> {
    in_turn(async |chain| {
        let acting = Acting::open(chain, FORM).await?;
        let press = |keys: Value| json!({"action": "press", "keys": keys});
        acting
            .perform(Some("#name"), &press(json!(["a", "Enter"])))
            .await?;
        acting
            .perform(Some("#other"), &json!({"action": "focus"}))
            .await?;
        acting.perform(Some("#name"), &press(json!(["b"]))).await?;
        acting
            .perform(Some("#other"), &json!({"action": "click"}))
            .await?;
        acting
            .perform(Some("#name"), &press(json!(["Enter"])))
            .await?;
        acting
            .perform(Some("#other"), &json!({"action": "focus"}))
            .await?;
        let heard = acting.tab.evaluate("heard").await?;
        let text: Vec<&str> = heard
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(text[..2], ["change a", "submit"]);
        assert!(text[2].starts_with("change "), "{text:?}");
        assert_eq!(text[3..], ["submit"], "{text:?}");
        Ok(())
    })
}

const SUBMITTING: &str = r#"<!doctype html><meta charset=utf-8><title>Kinds</title>
<form><input id=field><textarea id=text></textarea><button id=send>Send</button><button id=plain type=button>Plain</button></form>
<button id=alone>Alone</button><a id=away href="http://elsewhere.localhost/">Away</a>"#;

#[test]
fn keys_that_submit_or_lead_away_are_known_for_it() -> anyhow::Result<()> {
    in_turn(async |chain| {
        let acting = Acting::open(chain, SUBMITTING).await?;
        for (selector, keys, expected) in [
            ("#send", json!(["Space"]), "submit"),
            ("#send", json!([" "]), "submit"),
            ("#send", json!(["Enter"]), "submit"),
            ("#send", json!(["Return"]), "submit"),
            ("#send", json!(["a"]), "harmless"),
            ("#plain", json!(["Space"]), "harmless"),
            ("#alone", json!(["Space"]), "harmless"),
            ("#field", json!(["a", "Enter"]), "submit"),
            ("#field", json!(["Space"]), "harmless"),
            ("#text", json!(["Enter"]), "harmless"),
            ("#away", json!(["Enter"]), "leave"),
            ("#away", json!(["Space"]), "harmless"),
            // What has the focus then, nobody can tell.
            ("#alone", json!(["Tab", "Enter"]), "submit"),
            ("#alone", json!(["Shift+Tab", "Space"]), "submit"),
            ("#alone", json!(["Tab", "a"]), "harmless"),
        ] {
            let act = json!({"action": "press", "keys": keys});
            let kind = acting
                .inside(&format!("axlensKind({}, {act})", json!(selector)))
                .await?;
            assert_eq!(kind, expected, "{selector} {act}");
        }
        Ok(())
    })
}
