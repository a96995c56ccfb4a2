//! `fill` on fields of every kind, options by label or value, keys by code, and reactions that come
//! some time after an action.

use crate::acting::observed_page::{on_page, outcome, tree};
use serde_json::{Value, json};

const FIELDS: &str = "<title>Fields</title>
<label>Day <input type=date></label> <label>Hour <input type=time></label>
<label>Paint <input type=color></label> <label>Size <input type=range min=0 max=10></label>
<label>State <select><option value=o>Open</option><option value=p>Paid</option></select></label>
<div role=slider tabindex=0 aria-label=Volume aria-valuemin=0 aria-valuemax=5 aria-valuenow=1>Volume</div>
<label>Agree <input type=checkbox></label>
<script>
  const slider = document.querySelector('[role=slider]');
  slider.addEventListener('keydown', ({ key }) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[key] ?? 0;
    slider.ariaValueNow = String(Number(slider.ariaValueNow) + step);
  });
</script>";

#[test]
fn fill_takes_fields_of_every_kind() -> anyhow::Result<()> {
    on_page(FIELDS, async |page| {
        for (field, value, property) in [
            ("[type=date]", "2026-11-25", "value"),
            ("[type=time]", "13:45", "value"),
            ("[type=color]", "#ff8800", "value"),
            ("[type=range]", "7", "value"),
            ("select", "Paid", "selectedOptions[0].text"),
            ("[role=slider]", "4", "ariaValueNow"),
        ] {
            let filled = page
                .interact_ok(json!({"action": "fill", "selector": field, "value": value}))
                .await?;
            assert_eq!(outcome(&filled), "changed", "{field}: {filled:#}");
            let now = format!("document.querySelector({field:?}).{property}");
            assert_eq!(page.evaluate(&now).await?, value, "{field}");
        }
        // The value of an option is as good as its label.
        for select in [json!({"values": ["Open"]}), json!({"labels": ["p"]})] {
            let mut action = select.clone();
            action["action"] = json!("select");
            let selected = page.act_on("\"State\"", action).await?;
            assert_eq!(outcome(&selected), "changed", "{select}: {selected:#}");
        }
        let wrong = json!({"action": "fill", "uid": page.uid("\"Day\"")?, "value": "tomorrow"});
        let wrong = page.interact(wrong).await?;
        assert_eq!(wrong.code()?, "bad_request", "{}", wrong.body);
        let check = json!({"action": "fill", "uid": page.uid("\"Agree\"")?, "value": "yes"});
        let check = page.interact(check).await?;
        assert_eq!(check.code()?, "not_editable", "{}", check.body);
        Ok(())
    })
}

/// The submenu and the suggestions appear 300 ms after their cause, as those of jQuery UI do.
const LATE: &str = "<title>Late</title>
<div id=menu><button id=file>File</button><ul id=sub hidden><li>Recent files</li></ul></div>
<label>City <input id=city autocomplete=off></label><p id=length></p><ul id=list></ul>
<script>
  file.addEventListener('mouseenter', () => setTimeout(() => { sub.hidden = false; }, 300));
  city.addEventListener('input', () => {
    length.textContent = city.value.length + ' letters';
    setTimeout(() => { list.innerHTML = '<li>London</li>'; }, 300);
  });
</script>";

#[test]
fn a_late_submenu_and_late_suggestions_are_in_the_answer() -> anyhow::Result<()> {
    on_page(LATE, async |page| {
        let hovered = page.act_on("\"File\"", json!({"action": "hover"})).await?;
        assert_eq!(outcome(&hovered), "changed", "{hovered:#}");
        assert!(tree(&hovered).contains("Recent files"), "{hovered:#}");
        let filled = page
            .act_on("\"City\"", json!({"action": "fill", "value": "Lon"}))
            .await?;
        assert!(tree(&filled).contains("London"), "{filled:#}");
        Ok(())
    })
}

const KEYS: &str = "<title>Keys</title><label>Text <input id=text value=hello></label>
<button id=other>Other</button>
<script>
  window.pressed = [];
  document.addEventListener('keydown', ({ key, code, location }) =>
    pressed.push([key, code, location].join(' ')));
</script>";

#[test]
fn keys_have_the_names_of_their_codes_too() -> anyhow::Result<()> {
    on_page(KEYS, async |page| {
        page.evaluate("text.setSelectionRange(2, 4); other.focus(); 0")
            .await?;
        let keys = [
            "KeyA",
            "Shift+KeyB",
            "Digit5",
            "Numpad7",
            "NumpadEnter",
            "MediaPlayPause",
        ];
        page.act_on("\"Text\"", json!({"action": "press", "keys": keys}))
            .await?;
        let expected = json!([
            "a KeyA 0",
            "Shift ShiftLeft 1",
            "B KeyB 0",
            "5 Digit5 0",
            "7 Numpad7 3",
            "Enter NumpadEnter 3",
            "MediaPlayPause MediaPlayPause 0"
        ]);
        assert_eq!(page.evaluate("pressed").await?, expected);
        // The field had no focus, so its earlier selection does not count.
        assert_eq!(page.evaluate("text.value").await?, "aB57hello");
        let unknown = json!({"action": "press", "uid": page.uid("\"Text\"")?, "keys": "Entre"});
        let unknown = page.interact(unknown).await?;
        assert_eq!(unknown.code()?, "bad_request");
        let message = unknown.body["message"].as_str().unwrap_or_default();
        assert!(message.contains("Enter"), "{message}");
        Ok(())
    })
}

#[test]
fn keys_are_pressed_as_often_as_the_count() -> anyhow::Result<()> {
    on_page(KEYS, async |page| {
        let text = page.uid("\"Text\"")?;
        let press = |keys: Value, count: u32| json!({"action": "press", "uid": text, "keys": keys, "count": count});
        page.interact_ok(press(json!("ArrowRight"), 3)).await?;
        page.interact_ok(press(json!(["a", "b"]), 2)).await?;
        assert_eq!(page.evaluate("text.value").await?, "helabablo");
        page.evaluate("text.value = ''; 0").await?;
        page.interact_ok(press(json!("x"), 100)).await?;
        assert_eq!(page.evaluate("text.value").await?, "x".repeat(100));
        for count in [0, 101] {
            let refused = page.interact(press(json!("x"), count)).await?;
            assert_eq!(refused.code()?, "bad_request", "{count}");
        }
        assert_eq!(page.evaluate("text.value").await?, "x".repeat(100));
        Ok(())
    })
}

/// A list that is sorted by dragging, next to a clock that ticks for a long time.
const SORTED: &str = "<title>Sorted</title><p id=clock>0</p>
<ul id=list role=listbox><li role=option tabindex=0>Ada</li><li role=option tabindex=0>Bob</li>
<li role=option tabindex=0>Cid</li></ul>
<script>
  let ticks = 0, dragged = null;
  setInterval(() => { clock.textContent = String(++ticks); }, 150);
  list.addEventListener('pointerdown', ({ target }) => { dragged = target.closest('li'); });
  addEventListener('pointerup', ({ clientX, clientY }) => {
    const onto = document.elementFromPoint(clientX, clientY)?.closest('li');
    if (dragged && onto && onto !== dragged) onto.after(dragged);
    dragged = null;
  });
</script>";

#[test]
fn a_sorted_list_next_to_a_clock_has_changed() -> anyhow::Result<()> {
    on_page(SORTED, async |page| {
        for _ in 0..4 {
            // The clock becomes a background change after some ticks.
            page.tab.wait_for("ticks % 10 === 9").await?;
            let first = page.evaluate("list.firstElementChild.textContent").await?;
            let onto = page.evaluate("list.children[1].textContent").await?;
            let (first, onto) = (first.as_str().unwrap_or(""), onto.as_str().unwrap_or(""));
            let to = json!({"uid": page.uid(&format!("\"{onto}\""))?});
            let dragged = page
                .act_on(&format!("\"{first}\""), json!({"action": "drag", "to": to}))
                .await?;
            let now: Value = page.evaluate("list.children[1].textContent").await?;
            assert_eq!(now, first, "{dragged:#}");
            assert_eq!(outcome(&dragged), "changed", "{dragged:#}");
        }
        Ok(())
    })
}
