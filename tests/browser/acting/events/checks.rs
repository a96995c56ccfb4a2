//! The checks before an action sends its first event, and what an action reads back.

use crate::acting::events::{ScriptedPage, on_page};
use anyhow::bail;
use serde_json::{Value, json};

/// Elements for each check. The page logs all events of mouse, keyboard, focus and forms.
const PAGE: &str = r#"<!doctype html><meta charset=utf-8><title>Checks</title>
<style>
  body { margin: 0; height: 4000px }
  #header { position: sticky; top: 0; height: 300px; background: silver }
  #footer { position: fixed; bottom: 0; left: 0; right: 0; height: 100px; background: silver }
  #moving { position: absolute; left: 0; top: 400px; animation: move 1s linear infinite }
  @keyframes move { to { left: 500px } }
  .near { position: absolute; left: 300px }
  .unseen { position: absolute; opacity: 0; width: 1px; height: 1px; clip: rect(0 0 0 0) }
</style>
<div id=header></div><div id=footer></div>
<div class=near style="top: 320px">
  <button id=disabled disabled><b id=in-disabled>Disabled</b></button>
  <fieldset disabled><input id=in-fieldset></fieldset>
  <div inert><button id=inert>Inert</button></div>
  <details><summary id=summary>More</summary><button id=folded>Folded</button></details>
  <button id=removed>Removed</button>
  <button id=none style="display: none">None</button>
  <button id=invisible style="visibility: hidden">Invisible</button>
  <button id=flat style="width: 0; height: 0; padding: 0; border: 0; overflow: hidden"></button>
  <button id=ghost style="pointer-events: none">Ghost</button>
  <button id=moving>Moving</button>
  <input id=readonly readonly value=fixed>
  <p id=text>Text</p>
  <select id=pick><option value=a>Apple<option value=b>Banana<option value=c disabled>Cherry</select>
  <input id=date type=date> <input id=hue type=color> <input id=slide type=range min=0 max=10 value=3>
</div>
<div style="position: absolute; top: 900px">
  <button id=covered style="width: 200px">Covered</button>
  <div id=cover style="position: absolute; inset: 0; z-index: 1"></div>
</div>
<div style="position: absolute; top: 1200px">
  <button id=half style="width: 200px">Half covered</button>
  <div id=half-cover style="position: absolute; inset: 0 40% 0 0"></div>
</div>
<div style="position: absolute; top: 1500px">
  <label id=hidden-label><input type=checkbox class=unseen id=hidden-box>A box that is not seen</label>
  <label for=absent-box id=absent-label>None at all</label><input type=checkbox id=absent-box style="display: none">
  <input type=checkbox id=stubborn onclick="event.preventDefault()">
  <span id=aria role=checkbox aria-checked=false tabindex=0
    onclick="this.ariaChecked = String(this.ariaChecked !== 'true')">Own</span>
</div>
<button id=below style="position: absolute; top: 2500px">Under the header</button>
<div style="position: absolute; top: 3000px; overflow: auto; height: 100px; width: 200px" id=scroller>
  <div style="height: 1000px"></div><button id=deep>Deep</button></div>
<div id=shut style="position: absolute; top: 3200px"></div>
<form id=form style="position: absolute; top: 3400px" onsubmit="event.preventDefault()">
  <input id=shouting oninput="this.value = this.value.toUpperCase()">
  <input id=refusing onbeforeinput="event.preventDefault()" value=old>
  <input id=short maxlength=3>
  <input id=secret type=password oninput="this.value += '!'">
  <input id=plain-field value=same>
</form>
<dialog id=dialog><button id=in-dialog>In a dialog</button></dialog>
<script>
  window.sent = [];
  const types = ('pointerover pointerenter pointermove pointerdown pointerup pointerout mouseover mousemove mousedown ' +
    'mouseup click auxclick dblclick contextmenu focus focusin blur focusout keydown keypress keyup beforeinput input ' +
    'change submit select invalid').split(' ');
  for (const type of types) addEventListener(type, (event) => event.target !== window && sent.push(type + ' ' + event.target.id), true);
  shut.attachShadow({mode: 'closed'}).innerHTML = '<button id=inner onclick="window.sent.push(`inner`)">Inside</button>';
  document.addEventListener('test-begin', (event) => { new Function(event.detail)(); });
</script>"#;

/// The element, the action, the reason of the refusal, and the element that covers it.
const REFUSED: &str = r##"#disabled | {"action": "click"} | disabled | none
#in-disabled | {"action": "click"} | disabled | none
#in-fieldset | {"action": "fill", "value": "x"} | disabled | none
#inert | {"action": "click"} | inert | none
#inert | {"action": "focus"} | inert | none
#inert | {"action": "activate"} | inert | none
#folded | {"action": "click"} | closed_details | none
#none | {"action": "click"} | no_box | none
#invisible | {"action": "hover"} | no_box | none
#flat | {"action": "click"} | no_box | none
#ghost | {"action": "click"} | no_pointer_events | none
#moving | {"action": "click"} | moving | none
#covered | {"action": "click"} | covered | cover
#half | {"action": "click", "position": [5, 5]} | covered | half-cover
#readonly | {"action": "fill", "value": "x"} | not_editable | none
#text | {"action": "fill", "value": "x"} | not_editable | none
#text | {"action": "type", "text": "x"} | not_editable | none
#text | {"action": "check"} | not_checkable | none
#text | {"action": "set", "value": "1"} | not_settable | none
#text | {"action": "submit"} | no_form | none
#date | {"action": "set", "value": "tomorrow"} | bad_value | none
#hue | {"action": "set", "value": "red"} | bad_value | none
#slide | {"action": "set", "value": "much"} | bad_value | none
#text | {"action": "press", "keys": ["Enter", "Hyper"]} | bad_value | none
#pick | {"action": "select", "labels": ["Cherry"]} | option_not_found | none
#pick | {"action": "select", "values": ["z"]} | option_not_found | none"##;

/// The events since the last call.
async fn take_events(page: &ScriptedPage) -> anyhow::Result<Value> {
    page.evaluate("sent.splice(0)").await
}

async fn assert_no_events(page: &ScriptedPage, context: &str) {
    let events = take_events(page).await;
    assert_eq!(events.ok(), Some(json!([])), "{context}");
}

#[test]
fn a_refused_action_sends_no_event() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        for row in REFUSED.lines() {
            let cells: Vec<&str> = row.split(" | ").collect();
            let [selector, action, why, by] = cells[..] else {
                bail!("{row}");
            };
            let action = serde_json::from_str(action)?;
            let result = page.perform(Some(selector), &action).await?;
            let refused = &result["refused"];
            assert_eq!(refused["why"], why, "{row}: {result}");
            assert_eq!(refused["by"].as_str().unwrap_or("none"), by, "{result}");
            assert_eq!(result["begun"], 0, "{row}: {result}");
            assert_no_events(&page, row).await;
        }
        let select = json!({"action": "select", "labels": ["Fig"]});
        let result = page.perform(Some("#pick"), &select).await?;
        let options = json!(["Apple", "Banana"]);
        assert_eq!(result["refused"]["options"], options);
        page.evaluate("dialog.showModal(); sent.length = 0").await?;
        let activate = json!({"action": "activate"});
        let result = page.perform(Some("#summary"), &activate).await?;
        assert_eq!(
            result["refused"]["why"], "inert",
            "outside a modal dialog: {result}"
        );
        assert_no_events(&page, "outside a modal dialog").await;
        Ok(())
    })
}

#[test]
fn no_event_is_sent_if_the_action_cannot_be_logged() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        for (selector, action) in [
            ("#below", json!({"action": "click"})),
            ("#below", json!({"action": "activate"})),
            ("#short", json!({"action": "fill", "value": "x"})),
            ("#short", json!({"action": "type", "text": "x"})),
            ("#short", json!({"action": "press", "keys": ["x"]})),
            ("#pick", json!({"action": "select", "indexes": [1]})),
            ("#slide", json!({"action": "set", "value": "4"})),
            ("#aria", json!({"action": "check"})),
            ("#form", json!({"action": "submit"})),
            ("#short", json!({"action": "focus"})),
        ] {
            let breaks = json!({"breaks": true});
            let result = page.perform_with(Some(selector), &action, &breaks).await?;
            assert!(result["threw"].is_string(), "{action}: {result}");
            assert_no_events(&page, &action.to_string()).await;
        }
        Ok(())
    })
}

#[test]
fn an_element_that_is_covered_while_the_action_is_logged_gets_no_event() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        let cover = "document.body.append(Object.assign(document.createElement('i'), {id: 'late', \
            style: 'position: fixed; inset: 0; z-index: 9'}))";
        let (click, options) = (json!({"action": "click"}), json!({"before": cover}));
        let result = page.perform_with(Some("#below"), &click, &options).await?;
        assert_eq!(result["refused"]["why"], "covered", "{result}");
        assert_eq!(result["refused"]["by"], "late", "{result}");
        assert_eq!(result["begun"], 1, "{result}");
        assert_no_events(&page, "covered").await;
        Ok(())
    })
}

#[test]
fn reachable_elements_are_clicked_once() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        let click = json!({"action": "click"});
        for (selector, via, clicked) in [
            ("#below", "pointer", "click below"),
            ("#deep", "pointer", "click deep"),
            ("#half", "pointer", "click half"),
            ("#shut >>> #inner", "pointer", "inner"),
            ("#summary", "pointer", "click summary"),
            ("#folded", "pointer", "click folded"),
            ("#hidden-box", "pointer", "click hidden-box"),
            ("#absent-box", "label", "click absent-box"),
        ] {
            let result = page.perform(Some(selector), &click).await?;
            assert_eq!(result["done"]["via"], via, "{selector}: {result}");
            assert_eq!(result["begun"], 1, "{selector}");
            let events = take_events(&page).await?;
            let hits = events.as_array().into_iter().flatten();
            let hits = hits.filter(|event| **event == clicked).count();
            assert_eq!(hits, 1, "{selector}: {events}");
        }
        let activate = json!({"action": "activate"});
        let result = page.perform(Some("#covered"), &activate).await?;
        assert_eq!(result["done"]["via"], "activate", "{result}");
        assert_eq!(take_events(&page).await?, json!(["click covered"]));
        Ok(())
    })
}

#[test]
fn the_value_of_a_field_is_read_back() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        let fill = |value: &str| json!({"action": "fill", "value": value});
        let set = |value: &str| json!({"action": "set", "value": value});
        let check = json!({"action": "check"});
        let differs = |now: &str| json!({"outcome": "value_differs", "now": now});
        let reverted = |now: &str| json!({"outcome": "reverted", "now": now});
        for (selector, action, read_back) in [
            ("#shouting", fill("ada"), differs("ADA")),
            ("#refusing", fill("new"), reverted("old")),
            ("#short", fill("long"), differs("lon")),
            ("#short", json!({"action": "clear"}), Value::Null),
            (
                "#secret",
                fill("hidden"),
                json!({"outcome": "value_differs"}),
            ),
            ("#stubborn", check.clone(), reverted("unchecked")),
            ("#aria", check, Value::Null),
            ("#aria", json!({"action": "uncheck"}), Value::Null),
            ("#date", set("2027-01-31"), Value::Null),
            ("#slide", set("7"), Value::Null),
            (
                "#pick",
                json!({"action": "select", "values": ["b"]}),
                Value::Null,
            ),
        ] {
            let result = page.perform(Some(selector), &action).await?;
            assert!(result["done"].is_object(), "{selector} {action}: {result}");
            assert_eq!(
                result["done"]["already"],
                Value::Null,
                "{selector} {action}"
            );
            assert_eq!(result["begun"], 1, "{selector} {action}");
            let verified = page.evaluate_in_extension("axlensVerify()").await?;
            assert_eq!(verified, read_back, "{selector} {action}");
        }
        let events = take_events(&page).await?.to_string();
        assert_eq!(events.matches("click stubborn").count(), 1, "{events}");
        a_reached_state_is_not_set_again(&page).await
    })
}

async fn a_reached_state_is_not_set_again(page: &ScriptedPage) -> anyhow::Result<()> {
    for (selector, action) in [
        ("#plain-field", json!({"action": "fill", "value": "same"})),
        ("#pick", json!({"action": "select", "labels": ["Banana"]})),
        ("#aria", json!({"action": "uncheck"})),
        ("#slide", json!({"action": "set", "value": "7"})),
    ] {
        let result = page.perform(Some(selector), &action).await?;
        assert_eq!(result["done"]["already"], true, "{action}");
        assert_eq!(result["begun"], 0, "{action}");
        assert_no_events(page, &action.to_string()).await;
    }
    Ok(())
}
