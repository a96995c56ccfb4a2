//! Lists of actions on fields: they share one wait and one comparison, and each has its own checks,
//! events and outcome.

use crate::acting::observed_page::{ObservedPage, on_page, tree};
use axlens_harness::{Page, on_chain};
use serde_json::{Value, json};

/// Ten fields of different kinds. The page logs their events.
const KINDS: &str = "<title>Kinds</title><h1>Kinds</h1><form>
<label>Name <input></label> <label>Born <input type=date></label>
<label>Secret <input type=password></label> <label>Notes <textarea></textarea></label>
<label>Colour <select><option>Red</option><option>Green</option></select></label>
<label><input type=checkbox> Paid</label> <label><input type=checkbox checked> Late</label>
<label>Old <input value=old></label><div contenteditable aria-label=Story></div></form>
<div id=size role=combobox tabindex=0 aria-label=Size aria-expanded=false aria-controls=sizes>Small</div>
<ul id=sizes role=listbox hidden><li role=option>Small<li role=option>Large</ul>
<script>
size.onclick = () => { sizes.hidden = false; size.ariaExpanded = 'true'; };
sizes.onclick = ({ target }) => {
  size.textContent = target.textContent; sizes.hidden = true; size.ariaExpanded = 'false'; };
const events = {};
for (const type of ['input', 'change'])
  document.addEventListener(type, () => { events[type] = (events[type] ?? 0) + 1; });
</script>";

fn outcomes(answer: &Value) -> Vec<&str> {
    let results = answer["results"].as_array().into_iter().flatten();
    let outcomes = results.map(|result| result["outcome"].as_str().unwrap_or_default());
    outcomes.collect()
}

/// `fill` for each of these fields and values.
fn fills(page: &ObservedPage<'_>, fields: &[(&str, &str)]) -> anyhow::Result<Value> {
    let fill = |(name, value): &(&str, &str)| {
        let uid = page.uid(&format!("\"{name}\""))?;
        Ok(json!({"action": "fill", "uid": uid, "value": value}))
    };
    let actions: anyhow::Result<Vec<Value>> = fields.iter().map(fill).collect();
    Ok(json!({"actions": actions?}))
}

#[test]
fn ten_fields_of_different_kinds_share_one_wait() -> anyhow::Result<()> {
    on_page(KINDS, async |page| {
        let uid = |name: &str| page.uid(&format!("\"{name}\""));
        let list = json!({"actions": [
            {"action": "fill", "uid": uid("Name")?, "value": "Ada"},
            {"action": "set", "uid": uid("Born")?, "value": "1815-12-10"},
            {"action": "fill", "uid": uid("Secret")?, "value": "babbage"},
            {"action": "fill", "uid": uid("Notes")?, "value": "one\ntwo"},
            {"action": "select", "uid": uid("Colour")?, "labels": ["Green"]},
            {"action": "check", "uid": uid("Paid")?},
            {"action": "uncheck", "uid": uid("Late")?},
            {"action": "clear", "uid": uid("Old")?},
            {"action": "fill", "uid": uid("Story")?, "value": "Once"},
            {"action": "select", "uid": uid("Size")?, "labels": ["Large"]},
        ]});
        let done = page.interact_ok(list).await?;
        // Whether a secret value has changed is not reported.
        let mut expected = vec!["changed"; 10];
        expected[2] = "done";
        assert_eq!(outcomes(&done), expected, "{done:#}");
        let text = done.to_string();
        assert!(!text.contains("babbage"), "{done:#}");
        let values = "[...document.querySelectorAll('input, textarea, select')]
            .map((field) => field.type === 'checkbox' ? field.checked : field.value)
            .concat(document.querySelector('[contenteditable]').textContent, size.textContent)";
        let expected = json!([
            "Ada",
            "1815-12-10",
            "babbage",
            "one\ntwo",
            "Green",
            true,
            false,
            "",
            "Once",
            "Large"
        ]);
        assert_eq!(page.evaluate(values).await?, expected);
        assert!(!text.contains("readBack"), "{done:#}");
        Ok(())
    })
}

#[test]
fn an_unchanged_field_of_a_list_is_unchanged() -> anyhow::Result<()> {
    let html = "<title>Mixed</title><label>One <input></label>
        <label>Two <input oninput='this.value = \"\"'></label>
        <label>Three <input value=c></label> <label>Four <input></label><p id=log></p>
        <script>document.oninput = () => { log.textContent += '.'; };</script>";
    on_page(html, async |page| {
        let list = fills(&page, &[("One", "a"), ("Three", "c"), ("Four", "d")])?;
        let done = page.interact_ok(list).await?;
        assert_eq!(
            outcomes(&done),
            ["changed", "already", "changed"],
            "{done:#}"
        );
        page.evaluate("document.oninput = null").await?;
        let done = page
            .interact_ok(fills(&page, &[("Two", "b"), ("Four", "e")])?)
            .await?;
        assert_eq!(outcomes(&done), ["reverted"], "{done:#}");
        let evidence = &done["results"][0]["evidence"];
        assert!(!evidence["readBack"].is_null(), "{done:#}");
        Ok(())
    })
}

#[test]
fn a_field_that_disappears_ends_the_list() -> anyhow::Result<()> {
    let html = "<title>Gone</title><label>One <input oninput='two.remove()'></label>
        <label id=two>Two <input></label> <label>Three <input></label>";
    on_page(html, async |page| {
        let list = fills(&page, &[("One", "a"), ("Two", "b"), ("Three", "c")])?;
        let reply = page.interact(list).await?;
        assert_eq!(reply.code()?, "stale_uid", "{:#}", reply.body);
        assert_eq!(
            outcomes(&reply.body["done"]),
            ["changed"],
            "{:#}",
            reply.body
        );
        let message = reply.body["message"].as_str().unwrap_or_default();
        assert!(message.ends_with("Step 3 was not executed."), "{message}");
        let three = "[...document.querySelectorAll('input')].map((field) => field.value)";
        assert_eq!(page.evaluate(three).await?, json!(["a", ""]));
        Ok(())
    })
}

#[test]
fn a_navigation_ends_the_list() -> anyhow::Result<()> {
    let html = "<title>Away</title><label>One <input></label>
        <label>Two <select onchange='location.href = \"/page/1?next\"'>
        <option>A</option><option>B</option></select></label> <label>Three <input></label>";
    on_page(html, async |page| {
        let mut list = fills(&page, &[("One", "a"), ("Two", "B"), ("Three", "c")])?;
        list["timeoutMs"] = json!(8000);
        let reply = page.interact(list).await?;
        assert_eq!(reply.code()?, "stale_uid", "{:#}", reply.body);
        let done = outcomes(&reply.body["done"]);
        assert_eq!(done, ["done", "navigated"], "{:#}", reply.body);
        Ok(())
    })
}

#[test]
fn a_dialog_ends_the_list() -> anyhow::Result<()> {
    let html = "<title>Alert</title><label>One <input></label>
        <label>Two <input oninput='alert(1)'></label> <label>Three <input></label>";
    on_page(html, async |page| {
        let mut list = fills(&page, &[("One", "a"), ("Two", "b"), ("Three", "c")])?;
        list["dialogs"] = json!({});
        let done = page.interact_ok(list.clone()).await?;
        assert_eq!(outcomes(&done), ["changed"; 3], "{done:#}");
        assert_eq!(
            done["results"][1]["evidence"]["dialogs"][0]["message"], "1",
            "{done:#}"
        );
        list["dialogs"] = json!(null);
        for action in list["actions"].as_array_mut().into_iter().flatten() {
            action["value"] = json!("other");
        }
        let reply = page.interact(list).await?;
        assert_eq!(reply.code()?, "page_blocked", "{:#}", reply.body);
        let done = outcomes(&reply.body["done"]);
        assert_eq!(done, ["done"], "{:#}", reply.body);
        Ok(())
    })
}

#[test]
fn a_field_whose_label_changes_is_not_filled() -> anyhow::Result<()> {
    let html = "<title>Labels</title><label>One <input></label>
        <div><label for=two>Two</label><input id=two oninput='label.textContent = \"Four\"'></div>
        <div><div><label id=label for=three>Three</label></div><div><input id=three></div></div>";
    on_page(html, async |page| {
        let list = fills(&page, &[("One", "a"), ("Two", "b"), ("Three", "c")])?;
        let reply = page.interact(list).await?;
        assert_eq!(reply.code()?, "changed_uid", "{:#}", reply.body);
        assert_eq!(
            outcomes(&reply.body["done"]),
            ["changed"; 2],
            "{:#}",
            reply.body
        );
        assert_eq!(page.evaluate("three.value").await?, "");
        Ok(())
    })
}

#[test]
fn a_field_that_is_enabled_late_is_filled() -> anyhow::Result<()> {
    let html = "<title>Late</title><label>One <input oninput='setTimeout(() => { two.disabled = false; }, 20)'></label>
        <label>Two <input id=two disabled></label> <label>Three <input disabled></label>";
    on_page(html, async |page| {
        let list = fills(&page, &[("One", "a"), ("Two", "b"), ("Three", "c")])?;
        let reply = page.interact(list).await?;
        assert_eq!(reply.code()?, "element_disabled", "{:#}", reply.body);
        assert_eq!(
            outcomes(&reply.body["done"]),
            ["changed"; 2],
            "{:#}",
            reply.body
        );
        assert_eq!(page.evaluate("two.value").await?, "b");
        Ok(())
    })
}

#[test]
fn with_a_key_a_list_is_executed_once() -> anyhow::Result<()> {
    on_page(KINDS, async |page| {
        let mut list = fills(&page, &[("Name", "Ada"), ("Notes", "x"), ("Old", "y")])?;
        list["key"] = json!("a list");
        let first = page.interact_ok(list.clone()).await?;
        assert_eq!(outcomes(&first), ["changed"; 3], "{first:#}");
        let count = page.evaluate("events.input").await?;
        let again = page.interact_ok(list).await?;
        assert_eq!(outcomes(&again), ["changed"; 3], "{again:#}");
        assert_eq!(again["results"][2]["before"], true, "{again:#}");
        assert_eq!(page.evaluate("events.input").await?, count);
        Ok(())
    })
}

#[test]
fn a_list_is_executed_on_a_page_with_a_strict_content_security_policy() -> anyhow::Result<()> {
    let html = "<title>Strict</title><label>One <input></label> <label>Two <input></label>
        <p id=result></p><script nonce=abc>
        document.oninput = ({ target }) => { result.textContent += target.value; };</script>";
    let policy = "default-src 'none'; script-src 'nonce-abc'; require-trusted-types-for 'script'; trusted-types none; sandbox allow-scripts";
    on_chain(async |chain| {
        let strict = Page::html(html).header("content-security-policy", policy);
        let page = ObservedPage::observe(chain, chain.open(strict).await?).await?;
        let list = fills(&page, &[("One", "a"), ("Two", "b")])?;
        let done = page.interact_ok(list).await?;
        assert_eq!(outcomes(&done), ["changed"; 2], "{done:#}");
        assert!(tree(&done).contains("ab"), "{done:#}");
        Ok(())
    })
}

/// The second field puts back its value at once; the fourth keeps it in another format.
const REFUSING: &str = "<title>Refusing</title><form>
<label>Name <input></label> <label>Code <input id=code oninput='code.value = 7'></label>
<label>Town <input></label>
<label>Sum <input id=sum oninput='sum.value = sum.value.replace(/^(\\d+)$/, \"$1.00\")'></label>
<label>Note <input></label></form>";

#[test]
fn a_list_ends_at_a_field_that_does_not_keep_its_value() -> anyhow::Result<()> {
    on_page(REFUSING, async |page| {
        let values = "[...document.querySelectorAll('input')].map((field) => field.value)";
        let list = fills(&page, &[("Name", "Ada"), ("Code", "99"), ("Town", "Oslo")])?;
        let answer = page.interact(list).await?;
        assert_eq!(
            outcomes(&answer.body),
            ["changed", "value_differs"],
            "{:#}",
            answer.body
        );
        assert_eq!(
            page.evaluate(values).await?,
            json!(["Ada", "7", "", "", ""])
        );
        let list = fills(&page, &[("Town", "Oslo"), ("Sum", "12"), ("Note", "now")])?;
        let done = page.interact_ok(list).await?;
        assert_eq!(outcomes(&done), ["changed"; 3], "{done:#}");
        assert_eq!(
            page.evaluate(values).await?,
            json!(["Ada", "7", "Oslo", "12.00", "now"])
        );
        Ok(())
    })
}
