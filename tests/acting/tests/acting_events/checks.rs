//! What is refused, and that nothing is sent then; and what an action reads back.

use super::{Acting, in_turn};
use serde_json::{Value, json};

/// Everything that can be in the way, each on a page that notes all events of mouse, keyboard,
/// focus and forms.
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
  <button id=gone>Gone</button>
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

/// An element, an action, what is said, and which element is named as the one in the way.
const REFUSED: &[(&str, &str, &str, &str)] = &[
    ("#disabled", r#"{"action": "click"}"#, "disabled", ""),
    ("#in-disabled", r#"{"action": "click"}"#, "disabled", ""),
    (
        "#in-fieldset",
        r#"{"action": "fill", "value": "x"}"#,
        "disabled",
        "",
    ),
    ("#inert", r#"{"action": "click"}"#, "inert", ""),
    ("#inert", r#"{"action": "focus"}"#, "inert", ""),
    ("#inert", r#"{"action": "activate"}"#, "inert", ""),
    ("#folded", r#"{"action": "click"}"#, "closed_details", ""),
    ("#none", r#"{"action": "click"}"#, "no_box", ""),
    ("#invisible", r#"{"action": "hover"}"#, "no_box", ""),
    ("#flat", r#"{"action": "click"}"#, "no_box", ""),
    ("#ghost", r#"{"action": "click"}"#, "no_pointer_events", ""),
    ("#moving", r#"{"action": "click"}"#, "moving", ""),
    ("#covered", r#"{"action": "click"}"#, "covered", "cover"),
    (
        "#half",
        r#"{"action": "click", "position": [5, 5]}"#,
        "covered",
        "half-cover",
    ),
    (
        "#readonly",
        r#"{"action": "fill", "value": "x"}"#,
        "not_editable",
        "",
    ),
    (
        "#text",
        r#"{"action": "fill", "value": "x"}"#,
        "not_editable",
        "",
    ),
    (
        "#text",
        r#"{"action": "type", "text": "x"}"#,
        "not_editable",
        "",
    ),
    ("#text", r#"{"action": "check"}"#, "not_checkable", ""),
    (
        "#text",
        r#"{"action": "set", "value": "1"}"#,
        "not_settable",
        "",
    ),
    ("#text", r#"{"action": "submit"}"#, "no_form", ""),
    (
        "#date",
        r#"{"action": "set", "value": "tomorrow"}"#,
        "bad_value",
        "",
    ),
    (
        "#hue",
        r#"{"action": "set", "value": "red"}"#,
        "bad_value",
        "",
    ),
    (
        "#slide",
        r#"{"action": "set", "value": "much"}"#,
        "bad_value",
        "",
    ),
    (
        "#text",
        r#"{"action": "press", "keys": ["Enter", "Hyper"]}"#,
        "bad_value",
        "",
    ),
    (
        "#pick",
        r#"{"action": "select", "labels": ["Cherry"]}"#,
        "option_not_found",
        "",
    ),
    (
        "#pick",
        r#"{"action": "select", "values": ["z"]}"#,
        "option_not_found",
        "",
    ),
];

async fn sent(acting: &Acting) -> anyhow::Result<Value> {
    acting.tab.evaluate("sent.splice(0)").await
}

#[test]
fn what_is_refused_is_sent_nothing() -> anyhow::Result<()> {
    in_turn(async |chain| {
        let acting = Acting::open(chain, PAGE).await?;
        for (selector, act, why, by) in REFUSED {
            let came = acting
                .perform(Some(selector), &serde_json::from_str(act)?)
                .await?;
            assert_eq!(came["refused"]["why"], *why, "{selector} {act}: {came}");
            assert_eq!(
                came["refused"]["by"].as_str().unwrap_or_default(),
                *by,
                "{came}"
            );
            assert_eq!(came["begun"], 0, "{selector} {act}: {came}");
            assert_eq!(sent(&acting).await?, json!([]), "{selector} {act}");
        }
        let came = acting
            .perform(
                Some("#pick"),
                &json!({"action": "select", "labels": ["Fig"]}),
            )
            .await?;
        assert_eq!(
            came["refused"]["options"],
            json!(["Apple", "Banana", "Cherry"])
        );
        acting
            .tab
            .evaluate("dialog.showModal(); sent.length = 0")
            .await?;
        let came = acting
            .perform(Some("#summary"), &json!({"action": "activate"}))
            .await?;
        assert_eq!(came["refused"]["why"], "inert", "behind a dialog: {came}");
        assert_eq!(sent(&acting).await?, json!([]));
        Ok(())
    })
}

/// Where writing the action down fails, or the page changes meanwhile.
#[test]
fn nothing_is_sent_where_the_action_is_not_written_down() -> anyhow::Result<()> {
    in_turn(async |chain| {
        let acting = Acting::open(chain, PAGE).await?;
        for (selector, act) in [
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
            let came = acting
                .perform_with(Some(selector), &act, &json!({"breaks": true}))
                .await?;
            assert!(came["threw"].is_string(), "{act}: {came}");
            assert_eq!(sent(&acting).await?, json!([]), "{act}");
        }
        let covers = "document.body.append(Object.assign(document.createElement('i'), {id: 'late', \
            style: 'position: fixed; inset: 0; z-index: 9'}))";
        let came = acting
            .perform_with(
                Some("#below"),
                &json!({"action": "click"}),
                &json!({"before": covers}),
            )
            .await?;
        assert_eq!(came["refused"]["why"], "covered", "{came}");
        assert_eq!(
            (&came["refused"]["by"], &came["begun"]),
            (&json!("late"), &json!(1))
        );
        assert_eq!(sent(&acting).await?, json!([]));
        Ok(())
    })
}

#[test]
fn what_can_be_reached_is() -> anyhow::Result<()> {
    in_turn(async |chain| {
        let acting = Acting::open(chain, PAGE).await?;
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
            let came = acting
                .perform(Some(selector), &json!({"action": "click"}))
                .await?;
            assert_eq!(came["done"]["via"], via, "{selector}: {came}");
            assert_eq!(came["begun"], 1, "{selector}");
            let events = sent(&acting).await?;
            let hits = events.as_array().into_iter().flatten();
            assert_eq!(
                hits.filter(|event| *event == clicked).count(),
                1,
                "{selector}: {events}"
            );
        }
        let came = acting
            .perform(Some("#covered"), &json!({"action": "activate"}))
            .await?;
        assert_eq!(came["done"]["via"], "activate", "{came}");
        assert_eq!(sent(&acting).await?, json!(["click covered"]));
        Ok(())
    })
}

#[test]
fn what_came_of_it_is_read_back() -> anyhow::Result<()> {
    in_turn(async |chain| {
        let acting = Acting::open(chain, PAGE).await?;
        let fill = |value: &str| json!({"action": "fill", "value": value});
        let set = |value: &str| json!({"action": "set", "value": value});
        for (selector, act, verified) in [
            (
                "#shouting",
                fill("ada"),
                json!({"outcome": "value_differs", "now": "ADA"}),
            ),
            (
                "#refusing",
                fill("new"),
                json!({"outcome": "reverted", "now": "old"}),
            ),
            (
                "#short",
                fill("long"),
                json!({"outcome": "value_differs", "now": "lon"}),
            ),
            ("#short", json!({"action": "clear"}), Value::Null),
            (
                "#secret",
                fill("hidden"),
                json!({"outcome": "value_differs"}),
            ),
            (
                "#stubborn",
                json!({"action": "check"}),
                json!({"outcome": "reverted", "now": "unchecked"}),
            ),
            ("#aria", json!({"action": "check"}), Value::Null),
            ("#aria", json!({"action": "uncheck"}), Value::Null),
            ("#date", set("2027-01-31"), Value::Null),
            ("#slide", set("7"), Value::Null),
            (
                "#pick",
                json!({"action": "select", "values": ["b"]}),
                Value::Null,
            ),
        ] {
            let came = acting.perform(Some(selector), &act).await?;
            assert!(came["done"].is_object(), "{selector} {act}: {came}");
            assert_eq!(came["done"]["already"], Value::Null, "{selector} {act}");
            assert_eq!(came["begun"], 1, "{selector} {act}");
            let read = acting.inside("axlensVerify()").await?;
            assert_eq!(read, verified, "{selector} {act}");
        }
        let events = sent(&acting).await?.to_string();
        assert_eq!(events.matches("click stubborn").count(), 1, "{events}");
        nothing_is_done_twice(&acting).await
    })
}

async fn nothing_is_done_twice(acting: &Acting) -> anyhow::Result<()> {
    for (selector, act) in [
        ("#plain-field", json!({"action": "fill", "value": "same"})),
        ("#pick", json!({"action": "select", "labels": ["Banana"]})),
        ("#aria", json!({"action": "uncheck"})),
        ("#slide", json!({"action": "set", "value": "7"})),
    ] {
        let came = acting.perform(Some(selector), &act).await?;
        assert_eq!(
            (&came["done"]["already"], &came["begun"]),
            (&json!(true), &json!(0))
        );
        assert_eq!(sent(acting).await?, json!([]), "{selector} {act}");
    }
    Ok(())
}
