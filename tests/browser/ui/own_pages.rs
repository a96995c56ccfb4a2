//! The extension's own pages in a real browser: popup, options, onboarding and consent window.

mod accessibility;
mod functions;
mod gateway;
mod german;
mod keyboard;

use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Tab};
use serde_json::json;

async fn open_options(chain: &Chain) -> anyhow::Result<Tab> {
    chain.own_page("options").await
}

async fn click(page: &Tab, selector: &str) -> anyhow::Result<()> {
    let element = format!("document.querySelector({})", json!(selector));
    page.wait_for(&format!("{element} !== null")).await?;
    page.evaluate(&format!("{element}.click()")).await?;
    Ok(())
}

async fn text_of(page: &Tab, selector: &str) -> anyhow::Result<String> {
    let read = format!(
        "document.querySelector({})?.innerText ?? ''",
        json!(selector)
    );
    let text = page.evaluate(&read).await?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

async fn wait_for_text(page: &Tab, selector: &str, part: &str) -> anyhow::Result<()> {
    until("the text on the page", || async {
        let text = text_of(page, selector).await?;
        anyhow::ensure!(text.contains(part), "{selector}: {text}");
        Ok(Some(()))
    })
    .await
}

async fn titles(chain: &Chain) -> anyhow::Result<String> {
    let tabs = chain.agent.tabs().await?;
    Ok(tabs.iter().map(|tab| tab["title"].to_string()).collect())
}

/// Waits until a tab with this title is listed, or is not.
async fn wait_for_listing(chain: &Chain, title: &str, listed: bool) -> anyhow::Result<()> {
    until("the policy to apply", || async {
        Ok((titles(chain).await?.contains(title) == listed).then_some(()))
    })
    .await
}

/// Creates two of everything that has a row: agents, rules, permissions.
async fn populate(chain: &Chain) -> anyhow::Result<()> {
    for name in ["scout", "reader"] {
        chain.add_token(&[name])?;
    }
    let options = open_options(chain).await?;
    let rule = |pattern| json!({"pattern": pattern, "level": "read", "confirm": false});
    let policy =
        json!({"default": "ask", "sites": [rule("one.example"), rule("https://two.example")]});
    let of = |name| {
        format!(
            "{{agent: '{name}', name: '{name}', site: 'https://three.example', at: Date.now()}}"
        )
    };
    let both = format!("[{}, {}]", of("scout"), of("reader"));
    options
        .evaluate(&format!(
            "chrome.storage.local.set({{policy: {policy}, grants: {both}, denied: {both}}}).then(() => 0)"
        ))
        .await?;
    options.close().await
}

/// Opens a page with a button.
async fn open_shop(chain: &Chain) -> anyhow::Result<Tab> {
    let page = Page::html("<title>Shop</title><h1>Shop</h1><button>Buy</button>");
    let shop = chain.open_url(&chain.site.alone("shop", page)).await?;
    shop.observe(json!({})).await?;
    Ok(shop)
}

/// Opens a page and the popup for it.
async fn open_popup_and_shop(chain: &Chain) -> anyhow::Result<(Tab, Tab)> {
    let popup = chain.own_page("popup").await?;
    let shop = open_shop(chain).await?;
    shop.activate().await?;
    popup.evaluate("location.reload()").await?;
    until("the site of the active tab", || async {
        let is_visible = popup
            .evaluate("document.querySelector('#this-site')?.hidden === false")
            .await?;
        Ok((is_visible == true).then_some(()))
    })
    .await?;
    Ok((popup, shop))
}

/// Opens the options page and waits until all its lists have rows.
async fn open_full_options(chain: &Chain) -> anyhow::Result<Tab> {
    let page = open_options(chain).await?;
    page.wait_for("['#tokens table', '#entries table', '#rules table', '#grants table', '#denials table'].every((each) => document.querySelector(each))")
        .await?;
    Ok(page)
}

/// The parts of the options page, of which one is visible.
const PARTS: [&str; 4] = ["sites", "agents", "audit", "browser-part"];

/// Shows a part of the options page, by its tab.
async fn show_part(options: &Tab, part: &str) -> anyhow::Result<()> {
    click(options, &format!("#tab-{part}")).await?;
    options
        .wait_for(&format!(
            "document.getElementById({part:?}).checkVisibility()"
        ))
        .await
}

/// Opens the onboarding page and lets it show a snapshot.
async fn open_onboarding_with_snapshot(chain: &Chain) -> anyhow::Result<Tab> {
    let page = chain.own_page("onboarding").await?;
    click(&page, "#try").await?;
    page.wait_for("document.querySelector('#tried pre') !== null")
        .await?;
    Ok(page)
}
