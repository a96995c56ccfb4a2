//! Facts.

use axlens_harness::{Page, Tab, on_chain};
use serde_json::{Value, json};

const POLICY: &str = "default-src 'none'; script-src 'nonce-own' 'report-sample'; connect-src 'self'; frame-src *; img-src data:; \
    require-trusted-types-for 'script'; trusted-types 'none'";

async fn errors(tab: &Tab, mut body: Value) -> anyhow::Result<Value> {
    body["tab"] = json!(tab.handle().await?);
    tab.agent().post("/errors", body).await?.ok()
}

const PAGE: &str = r#"<!doctype html><title>Errors</title>
<script nonce=own>
window.seen = [];
document.addEventListener('securitypolicyviolation', (e) => seen.push([e.effectiveDirective, e.blockedURI, e.lineNumber]));
</script>
<script>inline()</script>
<script nonce=own>
const request = new XMLHttpRequest();
request.open('GET', '/404', false);
request.send();
navigator.vibrate(10);
for (let n = 0; n < 3; n++) { const i = new Image(); i.src = 'https://user:pw@other.example/a.png?token=hush'; }
try { eval('1') } catch {}
try { document.body.innerHTML = '<b onclick="x">' } catch {}
setTimeout(() => { window.done = true; throw new Error('uncaught'); }, 100);
Promise.reject(new Error('rejected'));
console.error('logged');
</script>
<p>Text"#;

#[test]
fn errors_facts() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let page = Page::html(PAGE).header("content-security-policy", POLICY);
        let tab = chain.open(page).await?;
        tab.wait_for("window.done === true").await?;
        println!("SEEN {}", tab.evaluate("seen").await?);
        println!("FIRST {:#}", errors(&tab, json!({})).await?);
        tab.evaluate("(() => { for (let n = 0; n < 3; n++) { const i = new Image(); i.src = 'https://later.example/a.png'; const j = new Image(); j.src = 'data:image/png,broken'; document.body.append(j) } setTimeout(() => {throw 1}); })()").await?;
        tab.evaluate("new Promise((resolve) => setTimeout(resolve, 300))").await?;
        println!("SEEN {}", tab.evaluate("seen").await?);
        println!("LATER {:#}", errors(&tab, json!({})).await?);
        let tab = chain.open(Page::html("<p>Flood").header("content-security-policy", "img-src 'none'")).await?;
        tab.evaluate("(() => { for (let n = 0; n < 150; n++) { const i = new Image(); i.src = 'https://later.example/a.png?' + n; } })()").await?;
        tab.evaluate("new Promise((resolve) => setTimeout(resolve, 300))").await?;
        let answer = errors(&tab, json!({"limit": 2})).await?;
        println!("FLOOD {answer:#}");
        anyhow::bail!("x")
    })
}
