//! Lists of steps that decide: tasks that would take a request for each decision otherwise.

use crate::acting::observed_page::{ObservedPage, on_page};
use serde_json::{Value, json};

/// The results of a request, each with the number of its step: `3#2.1 changed`.
fn numbered(answer: &Value) -> Vec<String> {
    let list = |field: &str| answer[field].as_array().cloned().unwrap_or_default();
    let results = list("results").into_iter().map(|result| {
        let outcome = result["outcome"].as_str().map(str::to_owned);
        outcome.unwrap_or_else(|| result.to_string())
    });
    let steps = list("steps");
    let steps = steps.iter().map(|step| step.as_str().unwrap_or_default());
    steps
        .zip(results)
        .map(|(step, result)| format!("{step} {result}"))
        .collect()
}

async fn run(page: &ObservedPage<'_>, actions: Value) -> anyhow::Result<Value> {
    page.interact_ok(json!({"actions": actions})).await
}

/// A directory of ten pages.
const DIRECTORY: &str = "<title>Directory</title><h1>Directory</h1><ul id=list></ul>
<button id=next>Next</button>
<script>
  const names = 'Ada Bob Cleo Dan Eve Fay Gus Hal Ida Jon'.split(' ');
  let at = 0;
  const draw = () => {
    list.innerHTML = `<li><a href='#${names[at]}'>${names[at]}</a></li>`;
    next.disabled = at === names.length - 1;
  };
  next.onclick = () => { at += 1; draw(); };
  draw();
</script>";

#[test]
fn pages_are_turned_until_a_name_appears() -> anyhow::Result<()> {
    on_page(DIRECTORY, async |page| {
        let actions = json!([
            {"for": {"times": 20}, "do": [
                {"if": {"find": {"role": "link", "name": "Dan"}}, "then": [
                    {"let": "dan", "from": {"find": {"role": "link", "name": "Dan"}}},
                    {"action": "click", "uid": "$dan"},
                    {"stop": "found"},
                ]},
                {"expect": {"find": {"role": "button", "name": "Next"}}},
                {"action": "click", "selector": "text=Next"},
            ]},
            {"stop": "not found"},
        ]);
        let answer = run(&page, actions).await?;
        assert_eq!(page.evaluate("location.hash").await?, "#Dan");
        let steps = numbered(&answer);
        assert_eq!(
            steps[..3],
            ["1#1.3 changed", "1#2.3 changed", "1#3.3 changed"]
        );
        assert_eq!(steps[5], "1#4.1.3 {\"stop\":\"found\"}", "{steps:?}");
        Ok(())
    })
}

#[test]
fn rows_are_collected_over_pages() -> anyhow::Result<()> {
    on_page(DIRECTORY, async |page| {
        let actions = json!([
            {"for": {"times": 20}, "do": [
                {"get": {"what": "text", "selector": "#list"}},
                {"unless": {"wait": {"for": "enabled", "role": "button", "name": "Next",
                    "timeoutMs": 100}}, "then": [{"stop": "the last page"}]},
                {"action": "click", "selector": "text=Next"},
            ]},
        ]);
        let answer = run(&page, actions).await?;
        let results = answer["results"].as_array().cloned().unwrap_or_default();
        let texts = results
            .iter()
            .filter_map(|result| result["get"]["text"].as_str());
        let names: Vec<&str> = texts.collect();
        assert_eq!(names.join(" "), "Ada Bob Cleo Dan Eve Fay Gus Hal Ida Jon");
        assert_eq!(
            results.last().map(|last| &last["stop"]),
            Some(&json!("the last page"))
        );
        Ok(())
    })
}

const BILLS: &str = "<title>Bills</title><table><tr><th>Paid<th>Name<th>State</tr>
<tr><td><input type=checkbox><td>Ada<td>overdue</tr>
<tr><td><input type=checkbox><td>Bob<td>paid</tr>
<tr><td><input type=checkbox><td>Cleo<td>overdue</tr></table>";

#[test]
fn each_row_with_a_text_is_checked() -> anyhow::Result<()> {
    on_page(BILLS, async |page| {
        let actions = json!([
            {"for": {"find": {"role": "checkbox", "row": "overdue"}}, "as": "box", "do": [
                {"action": "check", "uid": "$box"},
            ]},
        ]);
        let answer = run(&page, actions).await?;
        let checked = "[...document.querySelectorAll('input')].map((box) => box.checked)";
        assert_eq!(page.evaluate(checked).await?, json!([true, false, true]));
        let steps = numbered(&answer);
        assert_eq!(
            steps.last().map(String::as_str),
            Some("1 {\"for\":{\"rounds\":2}}")
        );
        Ok(())
    })
}

/// A form that is another one after it was sent.
const FORM: &str = "<title>Form</title><div id=box></div><p id=log></p>
<script>
  const draw = () => {
    box.innerHTML = `<form><label>Name <input name=name></label>
      <label>Mail <input name=mail></label><button>Send</button></form>`;
    box.firstChild.onsubmit = (event) => {
      event.preventDefault();
      log.textContent += `${event.target.name.value} ${event.target.mail.value}; `;
      draw();
    };
  };
  draw();
</script>";

#[test]
fn a_form_is_sent_for_each_row() -> anyhow::Result<()> {
    on_page(FORM, async |page| {
        let rows: Vec<Value> = (1..=10)
            .map(|at| json!({"name": format!("N{at}"), "mail": format!("{at}@x.example")}))
            .collect();
        let actions = json!([
            {"for": {"rows": rows}, "do": [
                {"action": "fill", "selector": "[name=name]", "value": "$name"},
                {"action": "fill", "selector": "[name=mail]", "value": "$mail"},
                {"action": "click", "selector": "text=Send"},
            ]},
            {"expect": {"find": {"text": "N10 10@x.example"}}},
        ]);
        let answer = run(&page, actions).await?;
        let log = page.evaluate("log.textContent").await?;
        let sent: String = (1..=10)
            .map(|at| format!("N{at} {at}@x.example; "))
            .collect();
        assert_eq!(log, sent, "{answer:#}");
        assert_eq!(numbered(&answer)[29], "1#10.3 changed");
        Ok(())
    })
}

/// A form that loads its page again, and a page of another address with a form like it.
const GUESTS: &str = "<title>Guests</title><h1>Guests</h1><form method=get>
<label>Name <input name=n></label><button>Add</button></form><ol id=list></ol>
<script>
  const sent = new URLSearchParams(location.search).getAll('n');
  const known = JSON.parse(sessionStorage.known ?? '[]').concat(sent);
  sessionStorage.known = JSON.stringify(known);
  list.innerHTML = known.map((name) => `<li>${name}`).join('');
  if (known.length === 3) document.forms[0].action = '/page/1';
</script>";

#[test]
fn uids_stay_those_of_a_form_that_loads_its_page_again() -> anyhow::Result<()> {
    on_page(GUESTS, async |page| {
        let (name, add) = (page.uid("\"Name\"")?, page.uid("\"Add\"")?);
        let rows = ["Ada", "Bob", "Cleo"].map(|name| json!({"name": name}));
        let actions = json!([{"for": {"rows": rows}, "do": [
            {"action": "fill", "uid": name, "value": "$name"},
            {"action": "click", "uid": add},
        ]}]);
        let answer = run(&page, actions.clone()).await?;
        let known = "JSON.parse(sessionStorage.known)";
        let three = json!(["Ada", "Bob", "Cleo"]);
        assert_eq!(page.evaluate(known).await?, three, "{answer:#}");
        // The page of another address is another one.
        let list = json!({"actions": [
            {"action": "click", "uid": add}, {"action": "click", "uid": add},
        ]});
        let stopped = page.interact(list).await?;
        assert_eq!(stopped.code()?, "stale_uid", "{:#}", stopped.body);
        Ok(())
    })
}

const MENU: &str = "<title>Menu</title><table><tr><th>Dish<th>Price<th></tr>
<tr><td>Soup<td>$4.50<td><button onclick='soup++'>Add</button></tr>
<tr><td>Caesar Salad<td>$9.75<td><button onclick='salad++'>Add</button></tr></table>
<script>let soup = 0, salad = 0;</script>";

#[test]
fn a_price_decides_whether_something_is_added() -> anyhow::Result<()> {
    on_page(MENU, async |page| {
        let add = |limit: f64| {
            json!([
                {"let": "price", "from": {"get": {"what": "rows", "columns": ["Price"],
                    "where": {"Dish": "caesar salad"}}}},
                {"if": {"value": "$price", "over": limit}, "then": [
                    {"stop": "it costs $price"},
                ]},
                {"let": "add", "from": {"find": {"name": "Add", "row": "Caesar Salad"}}},
                {"for": {"times": 3}, "do": [{"action": "click", "uid": "$add"}]},
            ])
        };
        let answer = run(&page, add(9.0)).await?;
        assert_eq!(
            numbered(&answer),
            [
                "1 {\"let\":{\"name\":\"price\",\"value\":\"$9.75\"}}",
                "2.1 {\"stop\":\"it costs $9.75\"}"
            ]
        );
        run(&page, add(10.0)).await?;
        assert_eq!(page.evaluate("[soup, salad]").await?, json!([0, 3]));
        Ok(())
    })
}

const DIALOGS: &str = "<title>News</title><h1>News</h1><script>
  let left = 4;
  const open = () => {
    if (left-- === 0) return;
    const box = document.createElement('dialog');
    box.innerHTML = `<h2>Offer ${left}</h2><button>Close</button>`;
    box.querySelector('button').onclick = () => { box.remove(); open(); };
    document.body.append(box);
    box.showModal();
  };
  open();
</script>";

#[test]
fn dialogs_are_closed_until_none_is_left() -> anyhow::Result<()> {
    on_page(DIALOGS, async |page| {
        let actions = json!([
            {"for": {"times": 20}, "do": [
                {"unless": {"find": {"role": "dialog"}}, "then": [{"stop": "none is left"}]},
                {"action": "click", "selector": "text=Close"},
            ]},
        ]);
        let answer = run(&page, actions).await?;
        assert_eq!(numbered(&answer).len(), 5, "{answer:#}");
        assert_eq!(
            page.evaluate("document.querySelector('dialog')").await?,
            Value::Null
        );
        Ok(())
    })
}

#[test]
fn what_is_not_as_expected_ends_the_request_and_is_described() -> anyhow::Result<()> {
    on_page(BILLS, async |page| {
        let actions = json!([
            {"action": "check", "selector": "input", "nth": 1},
            {"if": {"find": {"role": "row", "text": "overdue"}}, "then": [
                {"expect": {"find": {"role": "checkbox", "name": "Accept"}}},
            ]},
            {"action": "check", "selector": "input", "nth": 2},
        ]);
        let stopped = page.interact(json!({"actions": actions})).await?;
        assert_eq!(stopped.code()?, "not_as_expected");
        let message = stopped.body["message"].as_str().unwrap_or_default();
        assert!(
            message.starts_with("Step 2.1: Not as expected"),
            "{message}"
        );
        assert!(
            message.contains("\"Bills\" has 3 of the role checkbox"),
            "{message}"
        );
        assert_eq!(numbered(&stopped.body["done"]), ["1 changed"]);
        // Nothing is executed if a step is invalid.
        for invalid in [
            json!([{"action": "check", "selector": "input", "nth": 2}, {"if": {}, "then": []}]),
            json!([{"for": {"times": 101}, "do": [{"action": "reload"}]}]),
            json!([{"let": "x", "from": {"get": {"what": "url"}}},
                {"action": "fill", "selector": "input", "value": "$y"}]),
        ] {
            let refused = page.interact(json!({"actions": invalid})).await?;
            assert_eq!(refused.code()?, "bad_request", "{invalid}");
        }
        let checked = "[...document.querySelectorAll('input')].map((box) => box.checked)";
        assert_eq!(page.evaluate(checked).await?, json!([true, false, false]));
        Ok(())
    })
}
