//! Elements that snapshots do not include, named by selector or by their visible text.

use crate::acting::observed_page::{ObservedPage, on_page, outcome};
use anyhow::Context;
use serde_json::{Value, json};

const PAGE: &str = "<title>Unlisted</title><style>.item { display: inline-block; padding: 4px }
.contents { display: contents }</style><h1>Unlisted</h1><p id=clicked>Nothing</p>
<div id=bar><span class='item reply' data-name=reply>Reply</span>
<span class='item forward' data-name=forward>For<b>ward</b></span></div>
<svg width=60 height=60 viewBox='0 0 60 60'><circle id=dot data-name=dot cx=30 cy=30 r=25 fill=red /></svg>
<p id=words data-name=words>A paragraph  with
words</p><span class=item aria-hidden=true id=cross data-name=cross>×</span>
<span class=contents id=around data-name=around><b>Around</b></span>
<span class=contents id=bare data-name=bare>Bare text</span>
<div id=row-one><span class=item data-name=twin-one>Twin</span></div>
<section id=row-two aria-label=Second><span class=item data-name=twin-two>Twin</span></section>
<button data-name=button><span>Press <i>me</i></span></button>
<input type=submit value=Send data-name=send><button aria-label=Close data-name=close>☒</button>
<button disabled><span id=off data-name=off>Off</span></button>
<div style='position: relative; width: 200px; height: 40px'><span id=covered data-name=covered>Covered</span>
<div style='position: absolute; inset: 0; background: white'></div></div>
<div hidden id=closed><span id=invisible data-name=invisible>Invisible</span></div><script>
window.report = (what) => { clicked.textContent = `Clicked ${what}`; };
document.addEventListener('click', (event) => {
  const named = event.target.closest('[data-name]');
  if (named) report(named.dataset.name);
});</script>";

/// A plain `div` that takes drops, and an element with `display: contents` outside the viewport.
const DROP_PAGE: &str = "<title>Drop</title><p id=dropped>Nothing</p>
<span id=card draggable=true>Card</span><div id=basket style='width: 200px; height: 80px'></div>
<div style='height: 3000px'></div><span id=far style='display: contents'><b>Far away</b></span><script>
card.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'card');
basket.ondragover = (event) => event.preventDefault();
basket.ondrop = (event) => { event.preventDefault(); dropped.textContent = 'Dropped'; };
far.onclick = () => { dropped.textContent = 'Far'; };
</script>";

#[test]
fn a_plain_element_takes_a_drop_and_contents_are_scrolled_to() -> anyhow::Result<()> {
    on_page(DROP_PAGE, async |page| {
        let drag =
            json!({"action": "drag", "selector": "text=Card", "to": {"selector": "#basket"}});
        page.interact_ok(drag).await?;
        let text = page.evaluate("dropped.textContent").await?;
        assert_eq!(text, json!("Dropped"));
        page.interact_ok(click("#far")).await?;
        let text = page.evaluate("dropped.textContent").await?;
        assert_eq!(text, json!("Far"));
        Ok(())
    })
}

fn click(selector: &str) -> Value {
    json!({"action": "click", "selector": selector})
}

async fn assert_clicked(page: &ObservedPage<'_>, what: &str, target: &Value) {
    let text = page.evaluate("clicked.textContent").await;
    let expected = json!(format!("Clicked {what}"));
    assert_eq!(text.ok(), Some(expected), "{target}");
}

#[test]
fn whatever_is_rendered_is_clicked_by_selector_or_text() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        for (selector, what) in [
            (".reply", "reply"),
            ("#dot", "dot"),
            ("#words", "words"),
            ("#cross", "cross"),
            ("#around", "around"),
            ("#bare", "bare"),
            ("text=Forward", "forward"),
            ("text= Reply ", "reply"),
            ("text=A paragraph with words", "words"),
            ("text=×", "cross"),
            ("text=Bare text", "bare"),
            ("text=Press me", "button"),
            ("text=Send", "send"),
            ("text=Close", "close"),
        ] {
            let answer = page.interact_ok(click(selector)).await;
            let answer = answer.with_context(|| selector.to_owned())?;
            assert_eq!(outcome(&answer), "changed", "{selector}: {answer:#}");
            assert_clicked(&page, what, &json!(selector)).await;
        }
        Ok(())
    })
}

#[test]
fn a_control_is_found_by_the_text_inside_it() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        let answer = page.interact_ok(click("text=Press me")).await?;
        assert_eq!(answer["results"][0]["role"], "button", "{answer:#}");
        assert!(answer["results"][0]["uid"].is_string(), "{answer:#}");
        let answer = page.interact_ok(click("#words")).await?;
        assert_eq!(answer["results"][0]["role"], "paragraph", "{answer:#}");
        assert!(answer["results"][0]["uid"].is_null(), "{answer:#}");
        Ok(())
    })
}

#[test]
fn what_cannot_be_clicked_is_refused_with_the_reason() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        page.evaluate("report('nothing')").await?;
        for (selector, code, reason) in [
            (
                "#invisible",
                "element_not_visible",
                "not rendered: hidden attribute on #closed",
            ),
            ("text=Invisible", "scope_not_found", "'Invisible'"),
            ("text=twin", "scope_not_found", "'twin'"),
            (
                "text=Twin",
                "ambiguous_id",
                "2 elements match text 'Twin'. 1: ",
            ),
            ("#off", "element_disabled", "is disabled"),
            ("#covered", "element_covered", "is covered by"),
            ("text=", "bad_request", "after `text=`"),
        ] {
            let refused = page.interact(click(selector)).await?;
            assert_eq!(refused.code()?, code, "{selector}: {}", refused.body);
            let message = refused.body["message"].as_str();
            let message = message.unwrap_or_default();
            assert!(message.contains(reason), "{selector}: {message}");
            assert_clicked(&page, "nothing", &json!(selector)).await;
        }
        Ok(())
    })
}

#[test]
fn one_of_several_matches_is_named_by_number_or_container() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        let mut target = click("text=Twin");
        for (nth, what) in [(2, "twin-two"), (1, "twin-one")] {
            target["nth"] = json!(nth);
            page.interact_ok(target.clone()).await?;
            assert_clicked(&page, what, &target).await;
        }
        target["nth"] = json!(3);
        let refused = page.interact(target).await?;
        assert_eq!(refused.code()?, "scope_not_found", "{}", refused.body);
        let nowhere = json!({"action": "click", "selector": ".nowhere"});
        let refused = page.interact(nowhere).await?;
        assert_eq!(refused.code()?, "scope_not_found", "{}", refused.body);
        let hint = refused.body["hint"].as_str().unwrap_or_default();
        assert!(hint.contains("uid"), "{}", refused.body);
        let tab = page.tab.handle().await?.to_string();
        let output = page
            .chain
            .run(&["click", "text=Twin", "--nth", "2", "--tab", &tab])?;
        assert!(output.status.success(), "{output:?}");
        assert_clicked(&page, "twin-two", &json!("command")).await;
        Ok(())
    })
}

/// Rows with equal buttons, in a page and in a frame.
const ROWS: &str = "<title>Rows</title><h2>People</h2><p id=clicked>Nothing</p><ul>
<li>Ada <button data-name=ada>Delete</button></li><li>Grace <button data-name=grace>Delete</button></li>
</ul><iframe srcdoc='<button onclick=\"parent.report(`inside`)\">Inside</button>'></iframe><script>
window.report = (what) => { clicked.textContent = `Clicked ${what}`; };
document.addEventListener('click', ({target}) => report(target.dataset.name));
</script>";

#[test]
fn the_line_of_a_snapshot_is_a_selector() -> anyhow::Result<()> {
    on_page(ROWS, async |page| {
        for (selector, code) in [
            ("role=button \"Delete\"", "ambiguous_id"),
            ("role=button \"delete\"", "scope_not_found"),
            ("role=button \"Delete\" in=\"Alan\"", "scope_not_found"),
            ("role=knob \"Delete\"", "bad_request"),
            ("role=button Delete", "bad_request"),
        ] {
            let reply = page.interact(click(selector)).await?;
            assert_eq!(reply.code()?, code, "{selector}: {:#}", reply.body);
        }
        // The names that there are, with uids that the session can use.
        let reply = page.interact(click("role=heading \"Persons\"")).await?;
        let message = reply.body["message"].as_str().unwrap_or_default();
        assert!(message.contains("With this role: 1: "), "{message}");
        assert!(message.contains("h2 \"People\""), "{message}");
        for (selector, what) in [
            ("role=button \"Delete\" in=\"Grace\"", "grace"),
            ("role=button[name=\"Inside\"]", "inside"),
            ("role=h2 \"People\"", "undefined"),
        ] {
            page.interact_ok(click(selector)).await?;
            assert_clicked(&page, what, &json!(selector)).await;
        }
        let first = json!({"action": "click", "selector": "role=button \"Delete\"", "nth": 1});
        page.interact_ok(first).await?;
        assert_clicked(&page, "ada", &json!("nth")).await;
        // A value in a name stays in the name.
        let name = json!({"let": "name", "from": {"get": {"what": "text", "selector": "h2"}}});
        let step = json!({"action": "click", "selector": "role=heading \"$name\""});
        page.interact_ok(json!({"actions": [name, step]})).await?;
        Ok(())
    })
}
