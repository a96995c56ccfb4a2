//! Fields: `fill`, `set`, `select`, `type` and `clear`, and a task with a form and a table.

use crate::acting::observed_page::{ObservedPage, on_page, outcome, tree};
use axlens_harness::Page;
use axlens_harness::on_chain;
use serde_json::{Value, json};

const FORM: &str = "<title>Form</title><h1>Form</h1><form action='/page/1'>
<label>Name <input name=name></label> <label>Mail <input name=mail type=email></label>
<label>Born <input type=date></label> <label>Secret <input type=password name=secret></label>
<label>Notes <textarea></textarea></label>
<label>Colour <select><option>Red</option><option>Green</option></select></label>
<label>Upper <input id=upper oninput='this.value = this.value.toUpperCase()'></label>
<button>Send</button></form><p id=log></p>
<script>document.addEventListener('input', (event) => { log.textContent += '.'; });</script>";

#[test]
fn fields_are_filled_one_by_one_and_in_lists() -> anyhow::Result<()> {
    on_page(FORM, async |page| {
        let fill = json!({"action": "fill", "value": "Ada"});
        let filled = page.act_on("\"Name\"", fill).await?;
        assert_eq!(outcome(&filled), "changed", "{filled:#}");
        let name = "document.forms[0].elements.name.value";
        assert_eq!(page.evaluate(name).await?, "Ada");
        let list = json!({"actions": [
            {"action": "fill", "uid": page.uid("\"Mail\"")?, "value": "ada@example.org"},
            {"action": "set", "uid": page.uid("\"Born\"")?, "value": "1815-12-10"},
            {"action": "fill", "uid": page.uid("\"Secret\"")?, "value": "babbage"},
            {"action": "fill", "uid": page.uid("\"Notes\"")?, "value": "one\ntwo"},
            {"action": "select", "uid": page.uid("\"Colour\"")?, "labels": ["Green"]},
            {"action": "fill", "uid": page.uid("\"Upper\"")?, "value": "abc"},
        ]});
        let done = page.interact_ok(list).await?;
        let results = done["results"].as_array().into_iter().flatten();
        let outcomes: Vec<&Value> = results.map(|result| &result["outcome"]).collect();
        let expected = [
            "changed", "changed", "done", "changed", "changed", "changed",
        ];
        assert_eq!(outcomes, expected, "{done:#}");
        assert!(!done.to_string().contains("babbage"), "{done:#}");
        let values =
            "[...document.querySelectorAll('input, textarea, select')].map((field) => field.value)";
        let born = "1815-12-10";
        assert_eq!(
            page.evaluate(values).await?,
            json!([
                "Ada",
                "ada@example.org",
                born,
                "babbage",
                "one\ntwo",
                "Green",
                "ABC"
            ])
        );
        let upper = &done["results"][5]["evidence"];
        assert_eq!(upper["readBack"], "value_differs", "{done:#}");
        assert_eq!(upper["now"], "ABC", "{done:#}");
        Ok(())
    })
}

#[test]
fn a_fault_lists_the_options_and_other_fields_accept_text() -> anyhow::Result<()> {
    on_page(FORM, async |page| {
        let wrong = json!({"action": "select", "uid": page.uid("\"Colour\"")?, "labels": ["Blue"]});
        let wrong = page.interact(wrong).await?;
        assert_eq!(wrong.code()?, "option_not_found");
        let message = wrong.body["message"].as_str().unwrap_or_default();
        assert!(message.contains("\"Red\", \"Green\""), "{message}");
        for (field, action) in [
            ("\"Name\"", json!({"action": "type", "text": "!"})),
            (
                "\"Mail\"",
                json!({"action": "fill", "value": "ada@example.org"}),
            ),
            ("\"Mail\"", json!({"action": "clear"})),
            ("\"Born\"", json!({"action": "set", "value": "1815-12-10"})),
            ("\"Born\"", json!({"action": "clear"})),
        ] {
            let done = page.act_on(field, action.clone()).await?;
            assert_eq!(outcome(&done), "changed", "{action}: {done:#}");
        }
        let born = "document.querySelector('[type=date]').value";
        assert_eq!(page.evaluate(born).await?, "");
        Ok(())
    })
}

/// A list that stays open and marks only its selected option. A click on another one has no effect
/// if the list is busy.
const MARKING_LIST: &str =
    "<title>List</title><main><div id=box role=combobox tabindex=0 aria-label=Colour
  aria-expanded=true aria-controls=list>Red</div>
<div id=list role=listbox><div role=option aria-selected=true>Red</div><div role=option>Green</div>
</div><p id=hint></p></main>
<script>
  list.onclick = ({ target }) => {
    if (list.hasAttribute('aria-busy')) return void (hint.textContent = 'One moment');
    for (const option of list.children) option.toggleAttribute('aria-selected', false);
    target.setAttribute('aria-selected', 'true');
  };
</script>";

#[test]
fn an_option_that_is_not_selected_after_the_click_is_reported() -> anyhow::Result<()> {
    on_page(MARKING_LIST, async |page| {
        let select = json!({"action": "select", "labels": ["Green"]});
        page.evaluate("list.ariaBusy = 'true'; void 0").await?;
        let done = page.act_on("combobox", select.clone()).await?;
        let evidence = &done["results"][0]["evidence"];
        assert_eq!(evidence["readBack"], "reverted", "{done:#}");
        assert_eq!(evidence["now"], "Red", "{done:#}");
        page.evaluate("list.ariaBusy = null; void 0").await?;
        let done = page.act_on("combobox", select).await?;
        assert_eq!(outcome(&done), "changed", "{done:#}");
        let evidence = &done["results"][0]["evidence"];
        assert!(evidence["readBack"].is_null(), "{done:#}");
        Ok(())
    })
}

/// Components that make their elements again with the old values while they handle an event; a list
/// that loses the item that was checked; a field that takes three characters.
const COMPONENTS: &str = "<title>Components</title><main>
<p id=p></p><p id=q></p><p id=r></p><ul id=s></ul>
<label>Short <input id=short maxlength=3></label></main>
<script>
  const make = (box, html, event) => {
    const render = () => {
      box.innerHTML = html;
      box.firstElementChild.addEventListener(event, render);
    };
    render();
  };
  make(p, '<label>Amount <input value=3></label>', 'input');
  make(q, '<label>Size <select><option>S</option><option>M</option></select></label>', 'change');
  make(r, '<label><input type=checkbox>News</label>', 'change');
  let items = ['Milk', 'Bread', 'Salt'];
  const list = () => {
    s.innerHTML = items.map((item) => `<li><input type=checkbox aria-label=Bought>${item}`).join('');
    for (const box of s.querySelectorAll('input'))
      box.onchange = () => {
        items = items.filter((item) => item !== box.parentNode.textContent);
        list();
      };
  };
  list();
</script>";

#[test]
fn a_field_that_the_page_makes_again_is_read_back() -> anyhow::Result<()> {
    on_page(COMPONENTS, async |page| {
        let check = json!({"action": "check"});
        for (field, action, now) in [
            ("\"Amount\"", json!({"action": "fill", "value": "5"}), "3"),
            (
                "\"Size\"",
                json!({"action": "select", "labels": ["M"]}),
                "S",
            ),
            ("checkbox \"News\"", check.clone(), "unchecked"),
        ] {
            let done = page.act_on(field, action).await?;
            assert_eq!(outcome(&done), "reverted", "{done:#}");
            assert_eq!(done["results"][0]["evidence"]["now"], now, "{done:#}");
        }
        let done = page.act_on("checkbox \"Bought\"", check).await?;
        assert_eq!(outcome(&done), "changed", "{done:#}");
        let evidence = &done["results"][0]["evidence"];
        assert_eq!(evidence["readBack"], "removed", "{done:#}");
        assert_eq!(page.evaluate("items.join()").await?, "Bread,Salt");
        let long = json!({"action": "type", "text": "abcdef"});
        let done = page.act_on("\"Short\"", long).await?;
        assert_eq!(outcome(&done), "value_differs", "{done:#}");
        Ok(())
    })
}

/// Signs in, filters a table and edits a row: the example of the README.
#[test]
fn a_task_from_sign_in_to_an_edited_row() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let shop = chain.open_fixture("shop.html").await?;
        let mut page = ObservedPage::observe(chain, shop).await?;
        // The answer does not report whether a secret value has changed.
        for value in ["wrong", "wrong again"] {
            let fill = json!({"action": "fill", "value": value});
            let filled = page.act_on("\"Password\"", fill).await?;
            assert_eq!(outcome(&filled), "done", "{filled:#}");
        }
        let sign_in = json!({"snapshot": "full", "actions": [
            {"action": "fill", "uid": page.uid("\"E-mail\"")?, "value": "ada@example.org"},
            {"action": "fill", "uid": page.uid("\"Password\"")?, "value": "engine"},
            {"action": "click", "uid": page.uid("button \"Sign in\"")?},
        ]});
        let signed_in = page.interact_ok(sign_in).await?;
        assert_eq!(signed_in["results"][2]["outcome"], "changed");
        page.tree = tree(&signed_in).to_owned();
        assert!(page.tree.contains("60 of 60 orders"), "{signed_in:#}");
        assert!(!page.tree.contains("engine"), "{signed_in:#}");

        let filter = json!({"action": "fill", "value": "grace", "snapshot": "full"});
        let filtered = page.act_on("\"Customer\"", filter).await?;
        page.tree = tree(&filtered).to_owned();
        assert!(page.tree.contains("12 of 60 orders"), "{filtered:#}");
        assert!(!page.tree.contains("Ada Lovelace"), "{filtered:#}");

        let edit = json!({"action": "click", "snapshot": "full"});
        let editing = page.act_on("button \"Edit\"", edit).await?;
        page.tree = tree(&editing).to_owned();
        assert!(page.tree.contains("h2 \"Order 1002\""), "{editing:#}");
        let save = json!({"actions": [
            {"action": "fill", "uid": page.uid("spinbutton \"Amount\"")?, "value": "99"},
            {"action": "select", "uid": page.uid("combobox \"State\"")?, "labels": ["Paid"]},
            {"action": "click", "uid": page.uid("button \"Save\"")?},
        ]});
        let saved = page.interact_ok(save).await?;
        let row =
            "[...document.querySelector('tbody').rows[0].cells].map((cell) => cell.textContent)";
        let expected = json!(["1002", "Grace Hopper", "99.00", "Paid", "Edit"]);
        assert_eq!(page.evaluate(row).await?, expected, "{saved:#}");
        Ok(())
    })
}

/// Keys without an element go to the focused element, in whichever frame it is.
#[test]
fn keys_go_to_the_frame_that_has_the_focus() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let inner = chain.site.page(Page::html("<input aria-label=Deep>"));
        let inner = inner.replacen("127.0.0.1", "other.localhost", 1);
        let html = format!(
            "<input aria-label=Top><iframe srcdoc=\"<iframe src='{inner}'></iframe>\"></iframe>"
        );
        let page = ObservedPage::open(chain, &html).await?;
        let focus = json!({"action": "focus"});
        page.act_on("\"Deep\"", focus.clone()).await?;
        type_text(&page, "ab").await?;
        press(&page, "Backspace").await?;
        ensure_line(&page, "textbox \"Deep\" =\"a\"").await?;
        page.act_on("\"Top\"", focus).await?;
        type_text(&page, "c").await?;
        ensure_line(&page, "textbox \"Top\" =\"c\"").await?;
        // The field in the inner frame is the first stop of the outer frame.
        press(&page, "Tab").await?;
        type_text(&page, "d").await?;
        ensure_line(&page, "textbox \"Deep\" =\"d\"").await
    })
}

async fn type_text(page: &ObservedPage<'_>, text: &str) -> anyhow::Result<()> {
    let body = json!({"action": "type", "text": text});
    page.interact_ok(body).await.map(drop)
}

async fn press(page: &ObservedPage<'_>, key: &str) -> anyhow::Result<()> {
    let body = json!({"action": "press", "keys": key});
    page.interact_ok(body).await.map(drop)
}

async fn ensure_line(page: &ObservedPage<'_>, line: &str) -> anyhow::Result<()> {
    let answer = page.tab.observe(json!({"format": "lean"})).await?;
    anyhow::ensure!(
        tree(&answer).contains(line),
        "no {line} in\n{}",
        tree(&answer)
    );
    Ok(())
}
