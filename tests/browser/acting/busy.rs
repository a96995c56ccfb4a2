//! An element that becomes busy announces more changes: the answer contains them, although the page
//! does not change in between. An element that does not belong to the action announces nothing.

use crate::acting::observed_page::{ObservedPage, tree};
use anyhow::ensure;
use axlens_harness::on_chain;
use serde_json::{Value, json};

/// The result of each button is a text that comes after 1.2 seconds. Without an announcement, the
/// wait ends long before.
const PAGE: &str = "<title>Busy</title><button id=redo>Redo</button><button id=undo>Undo</button>
<fieldset id=group><legend>Group</legend><button id=within>Within</button></fieldset>
<form id=form><label>Name <input id=name></label><button id=send>Send</button></form>
<button id=region>Region</button><section id=list aria-label=List></section>
<p id=result></p>
<script>
  const begin = (what) => {
    result.textContent = `began ${what}`;
    setTimeout(() => { result.textContent = `ended ${what}`; }, 1200);
  };
  undo.onclick = () => { undo.disabled = true; begin('undo'); };
  within.onclick = () => { group.disabled = true; begin('within'); };
  form.onsubmit = (event) => { event.preventDefault(); send.disabled = true; begin('send'); };
  region.onclick = () => { list.setAttribute('aria-busy', 'true'); begin('region'); };
  redo.onclick = () => { undo.disabled = true; begin('redo'); };
  document.getElementById('name').oninput = () => { send.disabled = true; begin('name'); };
</script>";

/// An action on the element with an id, and whether the answer contains its result.
const CASES: [(&str, &str, bool); 6] = [
    ("undo", r#"{"action": "click"}"#, true),
    ("within", r#"{"action": "click"}"#, true),
    ("send", r#"{"action": "click"}"#, true),
    ("region", r#"{"action": "click"}"#, true),
    ("redo", r#"{"action": "click"}"#, false),
    ("name", r#"{"action": "fill", "value": "Ada"}"#, false),
];

#[test]
fn an_answer_contains_what_a_busy_element_announces() -> anyhow::Result<()> {
    on_chain(async |chain| {
        for (id, act, is_awaited) in CASES {
            let page = ObservedPage::open(chain, PAGE).await?;
            let mut action: Value = serde_json::from_str(act)?;
            action["selector"] = json!(format!("#{id}"));
            let answer = page.interact_ok(action).await?;
            let has_ended = tree(&answer).contains(&format!("ended {id}"));
            ensure!(has_ended == is_awaited, "{id}: {answer:#}");
        }
        Ok(())
    })
}
