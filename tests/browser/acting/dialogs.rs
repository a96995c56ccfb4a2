//! Dialogs of the page during an action: answered as the request says, or left to the user.

use crate::acting::observed_page::{ObservedPage, on_page, outcome, tree};
use anyhow::{Context, bail};
use axlens_harness::{Chain, Page};
use serde_json::{Value, json};

const PAGE: &str = "<title>Dialogs</title><h1>Dialogs</h1><p id=result>Nothing</p>
<button id=delete onclick='report(confirm(\"Delete 1?\"))'>Delete</button>
<button onclick='setTimeout(() => report(confirm(\"Delete 2?\")), 50)'>Delete soon</button>
<button onclick='report(prompt(\"Name?\", \"x\"))'>Rename</button>
<button onclick='alert(\"Careful\")'>Warn</button>
<button onclick='while (!confirm(\"Sure?\")); report(\"Sure\")'>Insist</button>
<iframe srcdoc='<button onclick=\"parent.report(confirm(&amp;quot;Delete 3?&amp;quot;))\">Delete inside</button>'></iframe>
<script>function report(value) { result.textContent = `Returned ${value}`; }</script>";

/// The button, `dialogs` of the request, kind, message and answer in the evidence, and the text
/// that the page shows then.
const ANSWERED: &str = r#"Delete | {"confirm": "accept"} | confirm | Delete 1? | accept | Returned true
Delete | {"confirm": "dismiss"} | confirm | Delete 1? | dismiss | Returned false
Delete soon | {"confirm": "accept"} | confirm | Delete 2? | accept | Returned true
Rename | {"prompt": "Ada"} | prompt | Name? | accept | Returned Ada
Rename | {"prompt": null} | prompt | Name? | dismiss | Returned null
Delete inside | {"confirm": "accept"} | confirm | Delete 3? | accept | Returned true
Warn | {} | alert | Careful | accept | nothing"#;

/// A click on a button, with answers to dialogs.
async fn click(page: &ObservedPage<'_>, button: &str, dialogs: Value) -> anyhow::Result<Value> {
    let body = json!({"action": "click", "dialogs": dialogs});
    page.act_on(&format!("\"{button}\""), body).await
}

/// Replaces every method of every built-in object with one that notes its call while `watching`.
/// The functions that send and receive events, and those that the page itself calls, remain.
const POISON: &str = "<script>
  window.called = [];
  window.watching = false;
  const call = Function.prototype.call.bind(Function.prototype.call);
  const own = new Set(['dispatchEvent', 'addEventListener', 'removeEventListener', 'preventDefault']);
  const poison = (holder, label) => {
    for (const key of Reflect.ownKeys(holder)) {
      const property = Reflect.getOwnPropertyDescriptor(holder, key);
      if (typeof property?.value !== 'function' || !property.writable || key === 'constructor') continue;
      if (own.has(key) || key === 'defineProperty') continue;
      const original = property.value;
      holder[key] = function (...args) {
        if (window.watching) { window.watching = false; window.called[window.called.length] = label + '.' + String(key); window.watching = true; }
        return call(original, this, ...args);
      };
    }
  };
  const kinds = [Object, Array, String, Number, Boolean, RegExp, Map, Set, Promise, Function, Error, Date];
  for (const kind of kinds) { poison(kind.prototype, kind.name); poison(kind, kind.name); }
  poison(JSON, 'JSON'); poison(Reflect, 'Reflect'); poison(Math, 'Math');
  poison(Object.getPrototypeOf([][Symbol.iterator]()), 'ArrayIterator');
  for (const name of ['bubbles', 'cancelable', 'composed', 'once', 'passive', 'capture', 'signal', 'toJSON', 'get', 'set', 'writable'])
    Object.defineProperty(Object.prototype, name, { configurable: true, get() {
      if (window.watching) { window.watching = false; window.called[window.called.length] = 'get ' + name; window.watching = true; }
    }, set(value) { Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: true }); } });
</script>";

#[test]
fn the_scripts_in_the_world_of_the_page_call_nothing_that_a_page_can_replace() -> anyhow::Result<()>
{
    let html = format!(
        "<title>Poisoned</title>{POISON}<button id=ask>Ask</button><p id=result></p>
        <p id=from draggable=true>From</p><p id=to>To</p><script>
        ask.onclick = () => {{ window.watching = true; const answer = confirm('Sure?');
          const name = prompt('Name?'); alert(); window.watching = false; result.textContent = answer + name; }};
        to.ondragover = (event) => {{ event.preventDefault(); event.dataTransfer.dropEffect = 'move'; }};
        from.ondragstart = (event) => {{ window.watching = true; event.dataTransfer.effectAllowed = 'move'; }};
        from.ondragend = (event) => {{ window.watching = false; result.textContent = event.dataTransfer.dropEffect; }};
        </script>"
    );
    on_page(&html, async |page| {
        let dialogs = json!({"confirm": "accept", "prompt": "Ada"});
        let done = click(&page, "Ask", dialogs).await?;
        assert_eq!(outcome(&done), "changed", "{done:#}");
        assert_eq!(page.evaluate("result.textContent").await?, "trueAda");
        let drag = json!({"action": "drag", "selector": "#from", "to": {"selector": "#to"}});
        page.interact_ok(drag).await?;
        assert_eq!(page.evaluate("result.textContent").await?, "move");
        assert_eq!(page.evaluate("window.called").await?, json!([]));
        Ok(())
    })
}

#[test]
fn dialogs_are_answered_as_the_request_says() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        for row in ANSWERED.lines() {
            let cells: Vec<&str> = row.split(" | ").collect();
            let [button, dialogs, kind, message, answer, text] = cells[..] else {
                bail!("{row:?}");
            };
            let done = click(&page, button, serde_json::from_str(dialogs)?).await?;
            let expected = json!([{"kind": kind, "message": message, "answer": answer}]);
            assert_eq!(
                done["results"][0]["evidence"]["dialogs"], expected,
                "{done:#}"
            );
            if text == "nothing" {
                assert_eq!(outcome(&done), "dialog", "{done:#}");
            } else {
                assert_eq!(outcome(&done), "changed", "{done:#}");
                assert!(tree(&done).contains(text), "{done:#}");
            }
            // The functions of the page are replaced only during the action.
            let are_native =
                "[confirm, prompt, alert].every((each) => String(each).includes('native code'))";
            page.tab.wait_for(are_native).await?;
        }
        a_strict_content_security_policy(page.chain).await?;
        a_dialog_without_an_answer_stays_open(&page).await?;
        a_request_without_dialogs_is_blocked(&page).await
    })
}

async fn a_strict_content_security_policy(chain: &Chain) -> anyhow::Result<()> {
    let html = "<title>Strict</title><button id=b>Ask</button><p id=result></p>
        <script nonce=abc>b.onclick = () => { result.textContent = confirm('Sure?') ? 'Yes' : 'No' }</script>";
    let policy = "default-src 'none'; script-src 'nonce-abc'; require-trusted-types-for 'script'; trusted-types none";
    let page = Page::html(html).header("content-security-policy", policy);
    let page = ObservedPage::observe(chain, chain.open(page).await?).await?;
    let done = click(&page, "Ask", json!({"confirm": "accept"})).await?;
    assert!(tree(&done).contains("Yes"), "{done:#}");
    Ok(())
}

async fn a_dialog_without_an_answer_stays_open(page: &ObservedPage<'_>) -> anyhow::Result<()> {
    for (button, dialogs) in [
        ("Delete", json!({"prompt": "Ada"})),
        ("Delete soon", json!({"prompt": "Ada"})),
        ("Insist", json!({"confirm": "dismiss"})),
    ] {
        let done = click(page, button, dialogs).await?;
        assert_eq!(outcome(&done), "dialog", "{done:#}");
        let dialogs = done["results"][0]["evidence"]["dialogs"].as_array();
        let last = dialogs.and_then(|dialogs| dialogs.last());
        assert_eq!(last.context("a dialog")?["answer"], Value::Null, "{done:#}");
        assert!(
            done.get("tree").is_none() && done["hint"].is_string(),
            "{done:#}"
        );
        let scroll = json!({"action": "scroll", "by": [0, 9]});
        assert_eq!(page.interact(scroll).await?.code()?, "page_blocked");
        accept_as_user(page).await?;
    }
    Ok(())
}

async fn a_request_without_dialogs_is_blocked(page: &ObservedPage<'_>) -> anyhow::Result<()> {
    for button in ["\"Delete\"", "\"Delete soon\""] {
        let click = json!({"action": "click", "uid": page.uid(button)?});
        let blocked = page.interact(click).await?;
        assert_eq!(blocked.code()?, "page_blocked", "{button}");
        assert_eq!(blocked.body["retryable"], false, "{:#}", blocked.body);
        accept_as_user(page).await?;
    }
    // The next action does not wait for the blocked one.
    let scroll = json!({"action": "scroll", "by": [0, 9], "timeoutMs": 6000});
    page.interact_ok(scroll).await?;
    let tab = page.tab.handle().await?.to_string();
    let command = [
        "click",
        "css=#delete",
        "--confirm",
        "dismiss",
        "--tab",
        &tab,
    ];
    let output = page.chain.run(&command)?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let expected = "confirm \"Delete 1?\": dismissed";
    assert!(printed.contains(expected), "{output:?}");
    Ok(())
}

async fn accept_as_user(page: &ObservedPage<'_>) -> anyhow::Result<()> {
    let accept = json!({"accept": true});
    let command = page.tab.command("Page.handleJavaScriptDialog", accept);
    command.await.map(drop)
}
