//! An editor may follow the selection of the document some time after the input that has changed
//! it: the next action must find the selection there.

use crate::acting::observed_page::{ObservedPage, on_page};
use anyhow::ensure;
use serde_json::{Value, json};

/// An editor that reads the selection a quarter of a second after the mouse or a key was released;
/// Quill 1 does after a tenth. Its toolbar changes at once, so that the page seems to have reacted.
/// The toolbar's button formats what the editor has read last.
const PAGE: &str = "<title>Editor</title><button id=bold>Bold</button> <span id=state></span>
<div id=editor contenteditable>one</div><script>
  let remembered = null;
  const remember = () => {
    const range = getSelection().getRangeAt(0);
    if (editor.contains(range.startContainer)) remembered = range.cloneRange();
  };
  for (const type of ['mouseup', 'keyup']) editor.addEventListener(type, () => {
    state.className = 'active';
    state.className = '';
    setTimeout(remember, 250);
  });
  bold.onclick = () => {
    if (remembered && !remembered.collapsed) remembered.surroundContents(document.createElement('b'));
  };
</script>";

/// Executes actions and a click on the toolbar in one request. Returns what is bold then.
async fn bold_after(page: &ObservedPage<'_>, mut actions: Vec<Value>) -> anyhow::Result<Value> {
    actions.push(json!({"action": "click", "selector": "#bold"}));
    page.interact_ok(json!({"actions": actions})).await?;
    page.evaluate("editor.querySelector('b')?.textContent ?? null")
        .await
}

#[test]
fn a_toolbar_formats_what_an_action_has_selected() -> anyhow::Result<()> {
    let ways = [
        vec![json!({"action": "select_text", "selector": "#editor"})],
        vec![json!({"action": "click", "selector": "#editor", "position": [8, 8], "count": 2})],
        vec![
            json!({"action": "focus", "selector": "#editor"}),
            json!({"action": "press", "keys": "Control+A"}),
        ],
    ];
    for way in ways {
        on_page(PAGE, async |page| {
            let bold = bold_after(&page, way.clone()).await?;
            ensure!(bold == "one", "{way:?}: {bold}");
            Ok(())
        })?;
    }
    Ok(())
}
