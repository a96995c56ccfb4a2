//! The answer to `fill` contains the suggestions that a page shows some time after the text of a
//! field has changed.

use crate::acting::observed_page::{on_page, tree};
use anyhow::ensure;
use serde_json::json;

/// Fields whose suggestions come 200 ms after the text, from a timer or from a request.
const PAGE: &str = "<title>Suggestions</title><main>
<section><label>Combobox <input role=combobox aria-expanded=false aria-controls=a></label><ul id=a role=listbox hidden></ul></section>
<section><label>Open combobox <input role=combobox></label><div></div></section>
<section><label>Described <input aria-autocomplete=list></label><div></div></section>
<section><label>Own list <input autocomplete=off></label><div></div></section>
<section><label>Search <input type=search></label><div></div></section>
<section role=search><label>Site <input></label><div></div></section>
<section><label>With list <input></label><ul></ul></section>
<section class=typeahead><label>By class <input></label><div></div></section>
<section><span role=combobox><label>Wrapped <input></label></span><div></div></section>
</main><script>
  const later = (show) => setTimeout(show, 200);
  const fetched = (show) => fetch('data:,x').then((reply) => reply.text()).then(() => later(show));
  document.querySelectorAll('section').forEach((section, index) => {
    const input = section.querySelector('input');
    const list = section.lastElementChild;
    const reply = index % 2 === 0 ? later : fetched;
    input.addEventListener('input', () => reply(() => {
      list.hidden = false;
      list.innerHTML = `<div role=option>${input.value}ndon</div>`;
      if (input.ariaExpanded) input.ariaExpanded = 'true';
    }));
  });
</script>";

#[test]
fn late_suggestions_are_part_of_the_answer() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        for field in [
            "Combobox",
            "Open combobox",
            "Described",
            "Own list",
            "Search",
            "Site",
            "With list",
            "By class",
            "Wrapped",
        ] {
            let fill = json!({"action": "fill", "value": "Lo"});
            let answer = page.act_on(&format!("\"{field}\""), fill).await?;
            ensure!(tree(&answer).contains("London"), "{field}: {answer:#}");
        }
        Ok(())
    })
}
