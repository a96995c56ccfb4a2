//! A web page in a real Chromium, which runs the scripts in [`SCRIPTS`]. It knows the server's
//! address and token.

mod scripts;

use crate::attack::report::Report;
use crate::attack::target::Target;
use anyhow::{Context, bail, ensure};
use axlens_harness::{Page, Tab};
use scripts::{PRELUDE, SCRIPTS};
use serde_json::json;

const HTML: &str = "<!doctype html><title>A page</title><h1>Prices</h1><button id=buy>Buy</button>";

/// Runs them all.
pub async fn attacks(report: &mut Report, target: &Target<'_>) -> anyhow::Result<()> {
    let tab = target.chain.open(Page::html(HTML)).await?;
    tab.tree().await?;
    let control = "a page reads a site that allows it, for comparison";
    report
        .attack("control", control, readable(target, &tab))
        .await;
    for (name, tried, script) in SCRIPTS {
        report.attack(name, tried, run(target, &tab, script)).await;
    }
    let tried = "a form sent to the server, to read the response";
    report.attack("form_post", tried, form_post(target)).await;
    let tried = "a service worker of the page fetches with the token";
    report
        .attack("service_worker", tried, service_worker(target))
        .await;
    let tried = "a page that replaces the methods by which it is read";
    report
        .attack("poisoned_prototypes", tried, poisoned(target))
        .await;
    let tried = "a page looks for what reading it changes";
    report
        .attack("watched_globals", tried, watched(target))
        .await;
    let tried = "messages and events to the recorder";
    report
        .attack("messages_to_the_recorder", tried, messages(&tab))
        .await;
    let tried = "after all of it, the same server still serves";
    report
        .attack("server_unharmed", tried, unharmed(target))
        .await;
    Ok(())
}

/// Runs a script, whose value begins with `refused`.
async fn run(target: &Target<'_>, tab: &Tab, script: &str) -> anyhow::Result<String> {
    let (url, token) = (json!(target.chain.agent.url()), json!(target.token));
    let (port, id) = (target.port, json!(target.extension));
    let whole = format!(
        "(async (url, token, port, id) => {{ {PRELUDE}\n return await ({script})(); }})({url}, {token}, {port}, {id})"
    );
    match tab.evaluate(&whole).await?.as_str() {
        Some(outcome) if outcome.starts_with("refused") => Ok(outcome.to_owned()),
        outcome => bail!("{outcome:?}"),
    }
}

async fn readable(target: &Target<'_>, tab: &Tab) -> anyhow::Result<String> {
    let page = Page::html("open").header("access-control-allow-origin", "*");
    let open = json!(target.chain.site.foreign(page));
    let script = format!("() => read(fetch({open}))");
    match run(target, tab, &script).await {
        Ok(outcome) => bail!("the control sees nothing: {outcome}"),
        Err(error) => Ok(format!("{error:.60}")),
    }
}

async fn form_post(target: &Target<'_>) -> anyhow::Result<String> {
    let tab = target.chain.open(Page::html(HTML)).await?;
    let url = json!(format!("{}/observe", target.chain.agent.url()));
    tab.evaluate(&format!("const form = document.createElement('form'); form.method = 'post'; form.enctype = 'text/plain'; form.action = {url}; document.body.append(form); form.submit()"))
        .await?;
    tab.wait_for(&format!(
        "location.href === {url} && document.readyState === 'complete'"
    ))
    .await?;
    let text = tab.evaluate("document.body.innerText").await?;
    let text = text.as_str().context("a text")?;
    ensure!(text.contains("\"forbidden\""), "{text}");
    Ok("403 forbidden, shown to the user alone".into())
}

async fn service_worker(target: &Target<'_>) -> anyhow::Result<String> {
    let worker = "onmessage = async (event) => { try { const answer = await fetch(event.data.url + '/tabs', {headers: {authorization: 'Bearer ' + event.data.token}}); event.source.postMessage('GOT ' + answer.status); } catch (error) { event.source.postMessage('refused: ' + error.message); } };";
    let site = &target.chain.site;
    let path = site.path(Page::html(worker).content_type("text/javascript"));
    let tab = target.chain.open(Page::html(HTML)).await?;
    let script = format!(
        "async () => {{
            const registration = await navigator.serviceWorker.register('{path}', {{scope: '/page/'}});
            const worker = registration.installing ?? registration.waiting ?? registration.active;
            const received = new Promise((done) => navigator.serviceWorker.onmessage = (event) => done(event.data));
            worker.postMessage({{url, token}});
            const outcome = await received;
            await registration.unregister();
            return outcome;
        }}"
    );
    run(target, &tab, &script).await
}

const POISON: &str = "<!doctype html><script>
for (const prototype of [Element.prototype, Node.prototype, HTMLElement.prototype, Document.prototype])
  for (const name of Object.getOwnPropertyNames(prototype))
    try { Object.defineProperty(prototype, name, {get: () => 'POISON', configurable: true}); } catch {}
for (const name of ['push', 'join', 'map']) Array.prototype[name] = () => 'POISON';
JSON.stringify = () => 'POISON'; globalThis.getComputedStyle = () => 'POISON';
</script><button aria-label=Truth>Truth</button>";

async fn poisoned(target: &Target<'_>) -> anyhow::Result<String> {
    let tree = target.chain.open(Page::html(POISON)).await?.tree().await?;
    ensure!(
        tree.contains("\"Truth\"") && !tree.contains("POISON"),
        "{tree}"
    );
    Ok("the page is read as it is".into())
}

async fn watched(target: &Target<'_>) -> anyhow::Result<String> {
    let tab = target.chain.open(Page::html(HTML)).await?;
    let state = "JSON.stringify([Object.getOwnPropertyNames(globalThis), document.documentElement.outerHTML, Object.getOwnPropertyNames(Element.prototype), performance.getEntriesByType('resource').length])";
    let before = tab.evaluate(state).await?;
    tab.tree().await?;
    ensure!(
        tab.evaluate(state).await? == before,
        "something has changed"
    );
    tab.evaluate("globalThis.mine = 1").await?;
    ensure!(
        tab.evaluate(state).await? != before,
        "the control sees nothing"
    );
    Ok("globals, prototypes, document and requests are as before".into())
}

async fn messages(tab: &Tab) -> anyhow::Result<String> {
    let before = tab.tree().await?;
    let received = tab
        .evaluate("new Promise((done) => { const received = []; addEventListener('message', (event) => received.push(event.data)); for (const kind of ['record', 'locate', 'observe', 'ping']) { const message = {kind, type: kind, method: kind, axlens: true}; postMessage(message, '*'); dispatchEvent(new CustomEvent('axlens', {detail: message})); document.dispatchEvent(new CustomEvent(kind, {detail: message})); } setTimeout(() => done(received.length), 200); })")
        .await?;
    ensure!(received == 4, "something answered: {received}");
    ensure!(tab.tree().await? == before, "the snapshot differs");
    Ok("nothing answers, and the snapshot is the same".into())
}

async fn unharmed(target: &Target<'_>) -> anyhow::Result<String> {
    let status = target.chain.agent.status().await?;
    ensure!(status["extension"]["connected"] == true, "{status}");
    let open = status["queue"]["pending"].as_u64();
    ensure!(open == Some(0), "a query of the page's waits: {status}");
    Ok("it does, and no query waits".into())
}
