//! Actions at points: of the viewport, of an element, and at the ends of a drag. Selected and
//! inserted texts.

use crate::acting::observed_page::{ObservedPage, on_page, outcome};
use serde_json::{Value, json};

const PAGE: &str =
    "<title>Points</title><style>body { margin: 0 } #area { position: relative; height: 100px;
border: 10px solid } #knob { position: absolute; left: 20px; top: 20px; width: 40px; height: 40px;
background: red } #large { width: 3000px; height: 4000px }</style><p id=seen>Nothing</p>
<div id=area><div id=knob></div></div>
<iframe style='width: 200px; height: 80px; border: 5px solid' srcdoc=\"<body style='margin: 0'>
<div id=inner style='width: 200px; height: 80px'></div><script>inner.onclick = (event) => {
parent.seen.textContent = `inner ${event.offsetX} ${event.offsetY}`; };</script>\"></iframe>
<p id=words>The quick <b>brown fox</b> jumps, and the dog sleeps.</p>
<textarea id=note>hello world</textarea> <input type=number id=number value=1234>
<p id=contents><span style='display: contents'>A box of its contents</span></p>
<div id=around>Card: <span contenteditable id=secret style='-webkit-text-security: disc'>4111 2222</span> end</div><div id=large></div><script>
const report = (name) => (event) => {
  seen.textContent = `${name} ${event.offsetX} ${event.offsetY}`;
};
area.onclick = report('area');
large.onclick = report('large');
knob.onclick = (event) => event.stopPropagation();
knob.onpointerdown = (down) => {
  const [left, top] = [knob.offsetLeft - down.clientX, knob.offsetTop - down.clientY];
  const move = (event) => {
    knob.style.left = `${left + event.clientX}px`;
    knob.style.top = `${top + event.clientY}px`;
  };
  document.addEventListener('pointermove', move);
  document.addEventListener('pointerup', () => document.removeEventListener('pointermove', move));
};</script>";

async fn seen(page: &ObservedPage<'_>) -> anyhow::Result<Value> {
    page.evaluate("seen.textContent").await
}

#[test]
fn a_point_of_the_viewport_is_clicked_also_in_a_frame() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        let at = |script: &str| format!("(() => {{ {script} }})()");
        let area = "const box = area.getBoundingClientRect(); return `at=${box.left + 110},${box.top + 15}`";
        let selector = page.evaluate(&at(area)).await?;
        page.interact_ok(json!({"action": "click", "selector": selector}))
            .await?;
        assert_eq!(seen(&page).await?, json!("area 100 5"));
        let frame = "const box = document.querySelector('iframe').getBoundingClientRect();
            return `at=${box.left + 5 + 70},${box.top + 5 + 30}`";
        let selector = page.evaluate(&at(frame)).await?;
        page.interact_ok(json!({"action": "click", "selector": selector}))
            .await?;
        assert_eq!(seen(&page).await?, json!("inner 70 30"));
        let outside = json!({"action": "click", "selector": "at=90000,5"});
        let reply = page.interact(outside).await?;
        assert_eq!(reply.body["error"], "scope_not_found");
        Ok(())
    })
}

#[test]
fn a_position_outside_of_the_viewport_is_scrolled_to() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        let click = json!({"action": "click", "selector": "#large", "position": [2500, 3500]});
        page.interact_ok(click).await?;
        assert_eq!(seen(&page).await?, json!("large 2500 3500"));
        Ok(())
    })
}

#[test]
fn a_drag_begins_and_ends_at_its_positions() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        let drag = json!({"action": "drag", "selector": "#knob", "position": [5, 5],
            "to": {"selector": "#area", "position": [105, 45]}});
        let answer = page.interact_ok(drag).await?;
        let place = page
            .evaluate("`${knob.offsetLeft} ${knob.offsetTop}`")
            .await?;
        assert_eq!(place, json!("100 40"));
        // The snapshot does not show where a box is.
        assert_eq!(outcome(&answer), "unchanged");
        let hidden = &answer["results"][0]["evidence"]["hiddenChanges"];
        assert!(hidden.as_u64().is_some_and(|count| count > 0), "{answer}");
        Ok(())
    })
}

#[test]
fn a_text_across_elements_and_in_a_field_is_selected() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        let select = |selector: &str, text: &str| json!({"action": "select_text", "selector": selector, "text": text});
        let answer = page
            .interact_ok(select("#words", "quick brown fox jumps"))
            .await?;
        assert_eq!(outcome(&answer), "selected");
        let selected = page.evaluate("getSelection().toString()").await?;
        assert_eq!(selected, json!("quick brown fox jumps"));
        page.interact_ok(select("#note", "world")).await?;
        let selected = page
            .evaluate("`${note.selectionStart} ${note.selectionEnd}`")
            .await?;
        assert_eq!(selected, json!("6 11"));
        let fault = page.interact(select("#words", "e")).await?.body;
        assert_eq!(fault["error"], "not_applicable", "{fault}");
        assert!(
            fault["message"]
                .as_str()
                .is_some_and(|text| text.contains("4 times")),
            "{fault}"
        );
        page.evaluate("document.onselectionchange = () => getSelection().removeAllRanges()")
            .await?;
        let answer = page.interact_ok(select("#words", "jumps")).await?;
        assert_eq!(outcome(&answer), "unchanged", "{answer}");
        Ok(())
    })
}

#[test]
fn a_text_in_an_element_without_a_box_is_selected() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        let select =
            json!({"action": "select_text", "selector": "#contents", "text": "its contents"});
        let answer = page.interact_ok(select).await?;
        assert_eq!(outcome(&answer), "selected", "{answer}");
        let selected = page.evaluate("getSelection().toString()").await?;
        assert_eq!(selected, json!("its contents"));
        Ok(())
    })
}

#[test]
fn whether_a_secret_has_a_text_is_not_revealed() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        for selector in ["#secret", "#around"] {
            let select = json!({"action": "select_text", "selector": selector, "text": "4111"});
            let answer = page.interact(select).await?.body;
            assert_eq!(answer["error"], "not_applicable", "{selector}: {answer}");
        }
        Ok(())
    })
}

#[test]
fn a_part_of_a_number_is_refused_before_any_event() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        page.evaluate("number.onpointerdown = () => { seen.textContent = 'Pressed'; }")
            .await?;
        let select = json!({"action": "select_text", "selector": "#number", "text": "23"});
        let answer = page.interact(select).await?.body;
        assert_eq!(answer["error"], "not_applicable", "{answer}");
        assert_eq!(seen(&page).await?, json!("Nothing"));
        Ok(())
    })
}

#[test]
fn a_text_is_inserted_without_key_events() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        page.evaluate("note.onkeydown = () => { seen.textContent = 'A key'; }")
            .await?;
        let insert =
            json!({"action": "type", "selector": "#note", "text": " again", "insert": true});
        page.interact_ok(insert).await?;
        assert_eq!(
            page.evaluate("note.value").await?,
            json!("hello world again")
        );
        assert_eq!(seen(&page).await?, json!("Nothing"));
        Ok(())
    })
}

/// A label with a nested checkbox far from its text, and one for a checkbox elsewhere.
const LABELS: &str = "<title>Labels</title><style>label { display: block; width: 300px }</style>
<label id=nested>Receive the newsletter <span style='float: right'><input type=checkbox id=news></span></label>
<label for=terms id=other>Accept the terms</label><input type=checkbox id=terms>";

#[test]
fn a_click_at_a_point_of_a_label_toggles_its_control() -> anyhow::Result<()> {
    on_page(LABELS, async |page| {
        for (label, control) in [("#nested", "news"), ("#other", "terms")] {
            for expected in [true, false] {
                let click = json!({"action": "click", "selector": label, "position": [10, 8]});
                let clicked = page.interact_ok(click).await?;
                assert_eq!(outcome(&clicked), "changed", "{clicked:#}");
                let checked = page.evaluate(&format!("{control}.checked")).await?;
                assert_eq!(checked, json!(expected), "{label}");
            }
        }
        Ok(())
    })
}

/// Links without a box of their own: their contents have one, or are positioned elsewhere; areas of
/// an image map; and one whose contents are clipped.
const WITHOUT_BOX: &str = "<title>Links</title><style>
.flat { display: block; height: 0 } .far { position: absolute; left: 300px; top: 20px }
.clipped { display: block; height: 0; overflow: hidden }</style>
<p><a href='#1' class=flat><span>Flat</span></a></p><br>
<p><a href='#2'><b class=far>Far</b></a></p>
<div style='height: 3000px'></div>
<img alt=Plan usemap='#plan' width=200 height=50 style='border: 7px solid; padding: 4px'
 src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='200' height='50'/>\">
<map name=plan><area shape=circle coords='30,25,20' href='#3' alt=Round>
<area shape=poly coords='60,0,120,0,120,50' href='#4' alt=Corner></map>
<p><a href='#5' class=clipped>Clipped</a></p>";

#[test]
fn a_link_without_a_box_is_clicked_where_it_is_seen() -> anyhow::Result<()> {
    on_page(WITHOUT_BOX, async |page| {
        for (name, hash) in [
            ("Flat", "#1"),
            ("Far", "#2"),
            ("Round", "#3"),
            ("Corner", "#4"),
        ] {
            let answer = page.click(&format!("\"{name}\"")).await?;
            assert_eq!(answer["results"][0]["outcome"], "routed", "{answer:#}");
            assert_eq!(page.evaluate("location.hash").await?, json!(hash));
        }
        let clipped = json!({"action": "click", "selector": ".clipped"});
        let refused = page.interact(clipped).await?;
        assert_eq!(refused.code()?, "element_not_visible", "{}", refused.body);
        Ok(())
    })
}
