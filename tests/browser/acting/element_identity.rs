//! An action reaches the element of the snapshot, or none: in frames and shadow roots, in a page
//! that changes, and in a page from the back/forward cache.

use crate::acting::observed_page::{ObservedPage, on_page, outcome, tree};
use axlens_harness::Page;
use axlens_harness::on_chain;
use serde_json::json;

const FRAMES: &str = "<title>Frames</title><h1>Frames</h1><iframe id=near srcdoc=\"<button onclick='this.textContent = &quot;Near done&quot;'>Near</button>\"></iframe>
<div id=open></div><div id=closed></div><script>
const fill = (mode) => { const root = document.getElementById(mode).attachShadow({mode});
  root.innerHTML = `<button>In ${mode}</button>`;
  root.firstChild.onclick = () => { root.firstChild.textContent = `Clicked ${mode}`; }; };
fill('open'); fill('closed');</script>";

#[test]
fn elements_in_frames_shadow_roots_and_hidden_tabs_are_clicked() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let far = "<button onclick='this.textContent = \"Far done\"'>Far</button>";
        let far = chain.site.alone("far", Page::html(far));
        let html = format!("{FRAMES}<iframe src='{far}'></iframe>");
        let hidden = chain.hidden_tab().await?;
        hidden.goto(&chain.site.page(Page::html(&html))).await?;
        for page in [
            ObservedPage::open(chain, &html).await?,
            ObservedPage::observe(chain, hidden).await?,
        ] {
            for (button, after) in [
                ("\"Near\"", "Near done"),
                ("\"Far\"", "Far done"),
                ("\"In open\"", "Clicked open"),
                ("\"In closed\"", "Clicked closed"),
            ] {
                let done = page.click(button).await?;
                assert_eq!(outcome(&done), "changed", "{button}: {done:#}");
                assert!(tree(&done).contains(after), "{button}: {done:#}");
            }
        }
        Ok(())
    })
}

#[test]
fn a_page_from_the_back_forward_cache_has_its_own_elements_or_none() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let there = Page::html("<title>There</title><button>Press</button>");
        let there = chain.site.page(there);
        let html = format!("<title>Here</title><a href='{there}'>Go</a> <button>Press</button>");
        let page = ObservedPage::open(chain, &html).await?;
        let log_clicks =
            "document.onclick = ({target}) => { window.pressed = target.textContent; }; 0";
        page.evaluate(log_clicks).await?;
        page.click("\"Go\"").await?;
        page.evaluate(log_clicks).await?;
        let back = json!({"action": "back", "snapshot": "none"});
        let back = page.interact_ok(back).await?;
        assert_eq!(outcome(&back), "navigated", "{back:#}");
        let click = json!({"action": "click", "uid": page.uid("\"Press\"")?});
        let pressed = page.interact(click).await?;
        // Chrome may have restored the document from the cache, or have loaded it again.
        if page.evaluate("window.pressed === 'Press'").await? == true {
            pressed.ok()?;
        } else {
            assert_eq!(pressed.code()?, "stale_uid", "{}", pressed.body);
        }
        let page = ObservedPage::observe(chain, page.tab).await?;
        page.click("\"Go\"").await?;
        assert_eq!(page.evaluate("document.title").await?, "There");
        Ok(())
    })
}

const ROWS: &str = "<title>Rows</title><table><tr><td>Ada</td><td><output>3</output></td>
<td><button onclick='this.closest(\"tr\").querySelector(\"output\").value++'>+</button></td></tr>
<tr><td>Alan</td><td><output>7</output></td><td><button>+</button></td></tr></table>
<button onclick='this.textContent = `Like ${++likes}`'>Like 0</button>
<ul id=list></ul><script>let likes = 0; const clicked = [];
const draw = (names) => { list.innerHTML = ''; for (const name of names) {
  const item = document.createElement('li'); item.innerHTML = `${name} <button>Open</button>`;
  item.querySelector('button').onclick = () => clicked.push(name); list.append(item); } };
draw(['One', 'Two', 'Three']);</script>";

#[test]
fn an_element_whose_text_changes_stays_the_same_element() -> anyhow::Result<()> {
    on_page(ROWS, async |page| {
        // The "+" of a row that each click changes, and a button whose name is a counter.
        let plus = json!({"action": "click", "uid": page.uid("button \"+\"")?});
        for count in 4..7 {
            let mut click = plus.clone();
            click["snapshot"] = json!("none");
            let done = page.interact_ok(click).await?;
            assert_eq!(outcome(&done), "changed", "{count}: {done:#}");
        }
        page.interact_ok(json!({"actions": vec![plus; 3]})).await?;
        let value = "document.querySelector('output').value";
        assert_eq!(page.evaluate(value).await?, "9");
        for _ in 0..2 {
            page.click("\"Like 0\"").await?;
        }
        assert_eq!(page.evaluate("likes").await?, 2);
        Ok(())
    })
}

#[test]
fn equal_elements_of_other_rows_are_never_clicked() -> anyhow::Result<()> {
    on_page(ROWS, async |page| {
        let two = json!({"action": "click", "uid": page.nth_uid("\"Open\"", 1)?});
        let insert = "list.prepend(document.createElement('li')); \
            list.firstChild.innerHTML = 'Zero <button>Open</button>'; 0";
        for change in [insert, "list.children[1].remove(); 0"] {
            page.evaluate(change).await?;
            page.interact_ok(two.clone()).await?;
        }
        assert_eq!(page.evaluate("clicked").await?, json!(["Two", "Two"]));
        // The same row is found after it was rendered again; another row is not taken for it.
        page.evaluate("draw(['Three', 'Two']); 0").await?;
        let rendered = page.interact_ok(two.clone()).await?;
        assert_eq!(rendered["results"][0]["rerendered"], true, "{rendered:#}");
        page.evaluate("draw(['Three', 'Mallory']); 0").await?;
        let stale = page.interact(two).await?;
        assert_eq!(stale.code()?, "stale_uid", "{}", stale.body);
        let clicked = page.evaluate("clicked").await?;
        assert_eq!(clicked, json!(["Two", "Two", "Two"]));
        Ok(())
    })
}

/// Rows whose first cell is edited in place. With `SORTS`, each edit exchanges what they show.
const EDITED_ROWS: &str = "<title>Guests</title><div role=grid aria-label=Guests id=grid></div>
<p id=out></p><script>
  const items = [{ name: 'Ada' }, { name: 'Cyd' }];
  const rows = items.map(() => {
    const row = document.createElement('div');
    row.setAttribute('role', 'row');
    row.innerHTML = '<div role=gridcell><span></span> <input aria-label=Name></div><div role=gridcell><button>Save</button></div>';
    grid.append(row);
    return row;
  });
  const show = () => rows.forEach((row, at) => {
    row.item = items[at];
    row.querySelector('span').textContent = row.item.name;
    row.querySelector('input').value = row.item.name;
  });
  rows.forEach((row) => {
    row.querySelector('input').oninput = ({ target }) => {
      row.item.name = target.value;
      if (SORTS) items.reverse();
      show();
    };
    row.querySelector('button').onclick = () => { out.textContent += `saved ${row.item.name} `; };
  });
  show();
</script>";

#[test]
fn a_row_stays_the_same_if_the_request_itself_has_changed_its_title() -> anyhow::Result<()> {
    for (sorts, saved) in [("false", "saved Dora "), ("true", "")] {
        on_page(&EDITED_ROWS.replace("SORTS", sorts), async |page| {
            let field = page.nth_uid("\"Name\"", 1)?;
            let actions = json!([
                {"action": "fill", "uid": field, "value": "Dora"},
                {"action": "press", "uid": field, "keys": "Enter"},
                {"action": "click", "uid": page.nth_uid("\"Save\"", 1)?},
            ]);
            let answer = page.interact(json!({"actions": actions})).await?;
            let now = page.evaluate("out.textContent").await?;
            assert_eq!(now, saved, "{:#}", answer.body);
            Ok(())
        })?;
    }
    Ok(())
}
