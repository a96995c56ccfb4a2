//! Reading and acting work on a page with the strictest policies (Content Security Policy, Trusted
//! Types, cross-origin isolation), and violate none of them.

mod selectors;
mod visual;

use axlens_harness::on_chain;
use axlens_harness::tab::uid_of;
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};

const POLICY: &str = "default-src 'none'; script-src 'nonce-own'; style-src 'nonce-own'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
    trusted-types 'none'; sandbox allow-scripts allow-same-origin allow-modals";

const PAGE: &str = r#"<!doctype html><title>Strict</title><style nonce=own>
#basket { height: 60px; width: 120px; background: silver }</style>
<button id=press>Press</button><p id=result></p>
<input id=name aria-label=Name><textarea aria-label=Text></textarea>
<div id=rich contenteditable role=textbox aria-label=Rich></div>
<select aria-label=Fruit><option>Apple<option>Banana</select>
<input type=checkbox aria-label=Box><input type=date aria-label=Day>
<input type=file aria-label=Files>
<div id=card role=button draggable=true>Card</div><div id=basket role=button>Basket</div>
<script nonce=own>
  window.violations = [];
  document.addEventListener('securitypolicyviolation', ({violatedDirective, sourceFile}) =>
    violations.push(`${violatedDirective} ${sourceFile}`));
  press.addEventListener('click', () => { result.textContent = confirm('Sure?') ? 'Yes' : 'No'; });
  basket.addEventListener('dragover', (event) => event.preventDefault());
  basket.addEventListener('drop', () => { result.textContent = 'Dropped'; });
</script>"#;

async fn interact(chain: &Chain, tab: &Tab, name: &str, mut body: Value) -> anyhow::Result<Value> {
    body["uid"] = json!(uid_of(&tab.tree().await?, name)?);
    body["session"] = json!(tab.name);
    body["tab"] = json!(tab.handle().await?);
    let answer = chain.agent.post("/interact", body).await?.ok()?;
    Ok(answer["results"][0].clone())
}

#[test]
fn reading_and_acting_work_on_a_page_with_the_strictest_policies() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let page = Page::html(PAGE).header("content-security-policy", POLICY);
        let page = page.header("cross-origin-opener-policy", "same-origin");
        let page = page.header("cross-origin-embedder-policy", "require-corp");
        let page = page.header(
            "permissions-policy",
            "clipboard-read=(), clipboard-write=()",
        );
        let tab = chain.open(page).await?;
        let file = json!([{"name": "a.txt", "type": "text/plain", "base64": "YQ=="}]);
        let basket = uid_of(&tab.tree().await?, "\"Basket\"")?;
        for (name, body) in [
            (
                "\"Press\"",
                json!({"action": "click", "dialogs": {"confirm": "accept"}}),
            ),
            ("\"Name\"", json!({"action": "fill", "value": "Ada"})),
            (
                "\"Name\"",
                json!({"action": "press", "keys": ["Control+A", "x"]}),
            ),
            ("\"Text\"", json!({"action": "type", "text": "one\ntwo"})),
            ("\"Rich\"", json!({"action": "fill", "value": "one\ntwo"})),
            (
                "\"Fruit\"",
                json!({"action": "select", "labels": ["Banana"]}),
            ),
            ("\"Box\"", json!({"action": "check"})),
            ("\"Day\"", json!({"action": "set", "value": "2026-11-24"})),
            ("\"Files\"", json!({"action": "upload", "files": file})),
            ("\"Card\"", json!({"action": "drag", "to": {"uid": basket}})),
        ] {
            let result = interact(chain, &tab, name, body.clone()).await?;
            assert_eq!(result["outcome"], "changed", "{name} {body}: {result}");
            if body["action"] == "click" {
                assert_eq!(tab.evaluate("result.textContent").await?, "Yes");
            }
        }
        assert_eq!(tab.evaluate("result.textContent").await?, "Dropped");
        let values = "[...document.querySelectorAll('input, textarea')].map((field) => \
            field.type === 'checkbox' ? field.checked : field.files?.length ?? field.value)";
        let values = tab.evaluate(values).await?;
        assert_eq!(values, json!(["x", "one\ntwo", true, "2026-11-24", 1]));

        let html = json!({"what": "html", "selector": "#press", "tab": tab.handle().await?});
        let html = chain.agent.post("/get", html).await?.ok()?;
        assert!(html["html"].to_string().contains("Press"), "{html}");
        let wait = json!({"for": "text", "value": "Dropped", "tab": tab.handle().await?});
        chain.agent.post("/wait", wait).await?.ok()?;
        assert_eq!(tab.evaluate("violations").await?, json!([]));
        Ok(())
    })
}
