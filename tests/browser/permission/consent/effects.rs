//! What the window says about the effect of an action, and what happens if the page changes that
//! effect while the window is open.

use crate::permission::consent::arguments::window_text;
use anyhow::ensure;
use axlens_harness::consent::none_open;
use axlens_harness::on_runtime;
use axlens_harness::tab::uid_of;
use axlens_harness::{Chain, ConsentWindow, Kind, Page, Reply, Tab};
use serde_json::json;

/// A link or a form to another site, next to a field.
fn page(to: &str) -> Page {
    Page::html(format!(
        "<!doctype html><title>Here</title><input aria-label=Draft><a href='{to}'>Next</a>\
         <form action='{to}'><button id=b type=button>Press me</button></form>"
    ))
}

#[test]
fn the_window_names_every_site_and_the_text_that_is_left() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::WithoutPauses).await?;
        let to = chain.site.alone("shop", Page::html("<title>There</title>"));
        let tab = chain.open(page(&to)).await?;
        let link = json!({"action": "click", "uid": uid_of(&tab.tree().await?, "Next")?});
        let text = window_text(&chain, &tab, link.clone()).await?;
        let shop = to.split("/page/").next().unwrap_or_default();
        for part in [chain.site.origin(), shop, "opens a page of"] {
            ensure!(text.contains(part), "no {part} in {text}");
        }
        ensure!(!text.contains("entered"), "{text}");
        tab.evaluate("document.querySelector('input').value = 'My draft'")
            .await?;
        let text = window_text(&chain, &tab, link).await?;
        ensure!(text.contains("entered"), "{text}");
        let away = json!({"action": "navigate", "url": to, "tab": tab.handle().await?});
        let text = window_text(&chain, &tab, away).await?;
        ensure!(text.contains("entered") && text.contains(shop), "{text}");
        // The button submits the form of the other site.
        tab.evaluate("document.querySelector('#b').type = 'submit'")
            .await?;
        let button = uid_of(&tab.tree().await?, "Press me")?;
        let send = json!({"action": "click", "uid": button});
        let text = window_text(&chain, &tab, send).await?;
        let sends = format!("sends the form to {shop}");
        ensure!(text.contains(&sends), "no {sends} in {text}");
        Ok(())
    })
}

/// Requests a click on the button. While the window is open, the page runs a script.
async fn click_and_change(chain: &Chain, tab: &Tab, script: &str) -> anyhow::Result<Reply> {
    let uid = uid_of(&tab.tree().await?, "Press me")?;
    let body = json!({"action": "click", "uid": uid, "session": tab.name, "timeoutMs": 30_000});
    let agent = chain.agent.clone();
    let request = tokio::spawn(async move { agent.post("/interact", body).await });
    let window = ConsentWindow::armed(&chain.browser).await?;
    tab.evaluate(script).await?;
    window.answer(&chain.browser, "once").await?;
    let reply = request.await??;
    none_open(&chain.browser).await?;
    Ok(reply)
}

#[test]
fn consent_does_not_cover_another_effect() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::WithoutPauses).await?;
        let to = chain.site.alone("shop", Page::html("<title>There</title>"));
        let path = to.find("/page/").map(|at| &to[at..]).unwrap_or_default();
        let tab = chain.open(page(&to)).await?;
        // The control: a change without another effect.
        let same = "document.querySelector('#b').dataset.seen = '1'; 0";
        click_and_change(&chain, &tab, same).await?.ok()?;
        for script in [
            "document.querySelector('#b').type = 'submit'; 0",
            "document.querySelector('#b').outerHTML = '<button id=b>Press me</button>'; 0",
        ] {
            let tab = chain.open(page(&to)).await?;
            let reply = click_and_change(&chain, &tab, script).await?;
            ensure!(reply.status >= 400, "it was executed: {}", reply.body);
            ensure!(!chain.site.was_requested(path), "the form was sent");
        }
        Ok(())
    })
}
