//! Comboboxes with text: the answer to `fill` contains the suggestions that a page shows some time
//! after the text has changed, and a label that no option has leaves the text as it was.

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

/// A list with the options whose labels contain the text.
const FILTERED: &str = "<title>Cities</title><label>City <input id=city role=combobox
  aria-expanded=false aria-controls=list value=Oslo></label><ul id=list role=listbox hidden></ul><script>
  const draw = () => {
    const labels = ['Lima', 'Lisbon', 'Oslo'].filter((label) => label.includes(city.value));
    list.innerHTML = labels.map((label) => `<li role=option>${label}</li>`).join('');
  };
  const open = (isOpen) => { list.hidden = !isOpen; city.ariaExpanded = String(isOpen); draw(); };
  city.onclick = () => open(true);
  city.oninput = draw;
  city.onkeydown = ({ key }) => { if (key === 'Escape') open(false); };
  list.onclick = ({ target }) => { city.value = target.textContent; open(false); };
</script>";

#[test]
fn a_label_that_no_option_has_leaves_the_text() -> anyhow::Result<()> {
    on_page(FILTERED, async |page| {
        let select = json!({"action": "select", "labels": ["Paris"]});
        let answer = page.act_on("\"City\"", select).await?;
        ensure!(
            answer["results"][0]["hint"] == "option_not_found",
            "{answer:#}"
        );
        assert_eq!(page.evaluate("city.value").await?, "Oslo");
        let select = json!({"action": "select", "labels": ["Lima"]});
        page.act_on("\"City\"", select).await?;
        assert_eq!(page.evaluate("city.value").await?, "Lima");
        Ok(())
    })
}
