//! Elements that a request names by CSS selector.

use crate::acting::observed_page::{ObservedPage, is_replayed, on_page, outcome};
use anyhow::Context;
use serde_json::{Value, json};

const PAGE: &str = "<title>By selector</title><h1>By selector</h1><p id=clicked>Nothing</p>
<button class=save onclick='report(\"first\")'>Save</button><button class=save>Save</button>
<button id=only onclick='report(\"only\")'>Only</button><button id=invisible hidden>Invisible</button>
<iframe id=near srcdoc=\"<button class=inner onclick='parent.report(&quot;inner&quot;)'>In</button>\"></iframe>
<div id=one></div><div id=two></div><script>
window.report = (button) => { clicked.textContent = `Clicked ${button}`; };
for (const host of ['one', 'two']) {
  const root = document.getElementById(host).attachShadow({mode: 'open'});
  root.innerHTML = '<button class=twin>Twin</button>';
  root.firstChild.onclick = () => report(host);
}</script>";

/// A click on the element that the fields of `target` name.
fn click(target: &Value) -> Value {
    let mut body = target.clone();
    body["action"] = json!("click");
    body
}

async fn assert_clicked(page: &ObservedPage<'_>, button: &str, target: &Value) {
    let text = page.evaluate("clicked.textContent").await;
    let expected = json!(format!("Clicked {button}"));
    assert_eq!(text.ok(), Some(expected), "{target}");
}

#[test]
fn a_selector_names_exactly_one_element() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        for (target, button) in [
            (json!({"selector": "#only"}), "only"),
            (json!({"selector": "button", "frame": ["#near"]}), "inner"),
            (json!({"selector": ".twin", "hosts": ["#two"]}), "two"),
            (json!({"selector": ".inner"}), "inner"),
        ] {
            let answer = page.interact_ok(click(&target)).await;
            let answer = answer.with_context(|| target.to_string())?;
            assert_eq!(outcome(&answer), "changed", "{answer:#}");
            assert_clicked(&page, button, &target).await;
        }
        page.evaluate("report('nothing')").await?;
        for (target, code) in [
            (json!({"selector": ".save"}), "ambiguous_id"),
            (json!({"selector": ".twin"}), "ambiguous_id"),
            (
                json!({"selector": ".twin", "hosts": ["#three"]}),
                "scope_not_found",
            ),
            (json!({"selector": "#nowhere"}), "scope_not_found"),
            (json!({"selector": "#invisible"}), "element_not_visible"),
            (json!({"selector": "["}), "bad_request"),
            (json!({"selector": "[value^=a]"}), "bad_request"),
            (json!({"selector": "#only", "uid": "1"}), "bad_request"),
            (json!({"hosts": ["#two"], "uid": "1"}), "bad_request"),
        ] {
            let refused = page.interact(click(&target)).await?;
            assert_eq!(refused.code()?, code, "{target}");
            assert_clicked(&page, "nothing", &target).await;
        }
        by_command_and_with_a_key(&page).await
    })
}

async fn by_command_and_with_a_key(page: &ObservedPage<'_>) -> anyhow::Result<()> {
    let tab = page.tab.handle().await?.to_string();
    let output = page.chain.run(&["click", "css=#only", "--tab", &tab])?;
    assert!(output.status.success(), "{output:?}");
    let target = json!({"selector": "#only", "key": "once"});
    assert_clicked(page, "only", &target).await;
    // A repeated request with the same key is not executed again.
    page.interact_ok(click(&target)).await?;
    page.evaluate("report('nothing')").await?;
    let repeated = page.interact_ok(click(&target)).await?;
    assert!(is_replayed(&repeated), "{repeated:#}");
    assert_clicked(page, "nothing", &target).await;
    Ok(())
}
