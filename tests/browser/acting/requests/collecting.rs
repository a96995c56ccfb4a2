//! Rows that are collected over the pages of a table and the parts of a list.

use crate::acting::observed_page::{ObservedPage, on_page};
use serde_json::{Value, json};

/// The values of the first column, in order, and why no more were read.
async fn collect(page: &ObservedPage<'_>, step: Value) -> anyhow::Result<(Vec<String>, Value)> {
    let answer = page.interact_ok(json!({"actions": [step]})).await?;
    let results = answer["results"].as_array().cloned().unwrap_or_default();
    let last = results
        .last()
        .map_or(Value::Null, |last| last["collect"].clone());
    let column = last["columns"][0].as_str().unwrap_or_default();
    let rows = last["rows"].as_array().cloned().unwrap_or_default();
    let cells = rows.iter().filter_map(|row| row["cells"][column].as_str());
    Ok((cells.map(str::to_owned).collect(), last))
}

fn numbers(count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("Item {number}")).collect()
}

/// Three pages of a table. Each of them is loaded by a link.
const PAGES: &str = "<title>Items</title><table id=list></table><p id=claim></p>
<a id=next>Next</a>
<script>
  const at = Number(new URLSearchParams(location.search).get('at') ?? 0);
  const row = (n) => `<tr><td>Item ${n}<td>${n % 2 ? 'odd' : 'even'}<td><button>Open</button>`;
  list.innerHTML = '<tr><th>Name<th>Kind<th></tr>' + [1, 2, 3].map((n) => row(at * 3 + n)).join('');
  claim.textContent = `${at * 3 + 1}-${at * 3 + 3} of 9`;
  if (at < 2) next.href = `?at=${at + 1}`;
  else next.remove();
</script>";

#[test]
fn rows_of_all_pages_are_one_list() -> anyhow::Result<()> {
    on_page(PAGES, async |page| {
        let next = json!({"action": "click", "selector": "text=Next"});
        let uid = page.uid("\"Open\"")?;
        let step = json!({"collect": {"what": "rows", "uid": uid}, "next": next});
        let (names, collected) = collect(&page, step).await?;
        assert_eq!(names, numbers(9), "{collected:#}");
        assert_eq!(collected["ended"], "no_next");
        assert_eq!(
            (&collected["pages"], &collected["claimed"]),
            (&json!(3), &json!(9))
        );
        let has_controls = |row: usize| collected["rows"][row]["controls"].is_array();
        assert_eq!(
            (has_controls(0), has_controls(8)),
            (false, true),
            "{collected:#}"
        );
        Ok(())
    })
}

#[test]
fn the_request_limits_pages_and_rows() -> anyhow::Result<()> {
    on_page(PAGES, async |page| {
        let next = json!({"action": "click", "selector": "text=Next"});
        let rows = json!({"what": "rows", "where": {"Kind": "odd"}, "columns": ["Name"]});
        let step = json!({"collect": rows, "next": next, "pages": 2});
        let (names, collected) = collect(&page, step).await?;
        assert_eq!(names, ["Item 1", "Item 3", "Item 5"], "{collected:#}");
        assert_eq!(collected["ended"], "pages");
        let step = json!({"collect": {"what": "rows", "limit": 2}, "next": next});
        let (names, collected) = collect(&page, step).await?;
        assert_eq!(names, ["Item 4", "Item 5"], "{collected:#}");
        assert_eq!(collected["ended"], "rows");
        // A column that is not there is known after the first page.
        let before = page.evaluate("location.search").await?;
        let step = json!({"collect": {"what": "rows", "columns": ["Price"]}, "next": next});
        let refused = page.interact(json!({"actions": [step]})).await?;
        assert_eq!(refused.code()?, "option_not_found", "{:#}", refused.body);
        assert_eq!(page.evaluate("location.search").await?, before);
        Ok(())
    })
}

/// A list that adds rows to the others, and ends with a disabled button.
const MORE: &str = "<title>Items</title><ul id=list></ul><button id=more>More</button>
<script>
  const draw = () => {
    const count = list.children.length;
    for (let n = count + 1; n <= count + 4; n++) list.innerHTML += `<li>Item ${n}</li>`;
    more.disabled = list.children.length >= 12;
  };
  more.onclick = () => setTimeout(draw, 30);
  draw();
</script>";

#[test]
fn rows_that_a_button_adds_are_listed_once() -> anyhow::Result<()> {
    on_page(MORE, async |page| {
        let next = json!({"action": "click", "uid": page.uid("\"More\"")?});
        let step = json!({"collect": {"what": "rows"}, "next": next});
        let (names, collected) = collect(&page, step).await?;
        assert_eq!(names, numbers(12), "{collected:#}");
        assert_eq!(collected["ended"], "no_next");
        Ok(())
    })
}

/// A list that has only the rows in view and two more.
const VIRTUAL: &str = "<title>Items</title>
<div id=box style='height: 200px; overflow: auto' tabindex=0>
  <div style='height: 1200px; position: relative'><ul id=list style='position: absolute'></ul></div>
</div>
<script>
  const draw = () => {
    const first = Math.floor(box.scrollTop / 40);
    list.style.top = `${first * 40}px`;
    const drawn = [...Array(7).keys()].map((n) => first + n + 1).filter((n) => n <= 30);
    list.innerHTML = drawn.map((n) => `<li style='height: 40px'>Item ${n}</li>`).join('');
  };
  box.onscroll = draw;
  draw();
</script>";

#[test]
fn a_list_that_draws_the_rows_in_view_is_read_while_it_scrolls() -> anyhow::Result<()> {
    on_page(VIRTUAL, async |page| {
        let scroll = |by: i32| json!({"action": "scroll", "selector": "#box", "by": [0, by]});
        let step = json!({"collect": {"what": "rows"}, "next": scroll(160)});
        let (names, collected) = collect(&page, step).await?;
        assert_eq!(names, numbers(30), "{collected:#}");
        assert_eq!(collected["ended"], "nothing_new");
        assert!(collected["gaps"].is_null(), "{collected:#}");
        // A step that is too large is reported.
        page.evaluate("box.scrollTop = 0; draw(); 0").await?;
        let step = json!({"collect": {"what": "rows"}, "next": scroll(400)});
        let (_, collected) = collect(&page, step).await?;
        assert_eq!(collected["gaps"], 2, "{collected:#}");
        Ok(())
    })
}
