//! Screenshots of the extension's pages, also in DevTools, and of the dashboard, light and dark,
//! with invented agents and sites, and one with marks as an agent gets it. Each is a line with a
//! file's name and a PNG in base64, for `docs/images/extension-pages.sh`.

#![allow(clippy::print_stdout, reason = "the screenshots are the output")]

use anyhow::Context;
use axlens_harness::consent::{end_pauses, none_open};
use axlens_harness::on_runtime;
use axlens_harness::pixels::screenshot;
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, ConsentWindow, Inspector, Page, Tab};
use serde_json::{Value, json};

const SCHEMES: [&str; 2] = ["light", "dark"];

/// A page of a shop, with something to act on.
const SHOP: &str = "<!doctype html><title>Orders</title><h1>Orders</h1><ul><li>Ada Lovelace <button>Send reminder</button></ul>";

/// A page with a form.
const MESSAGE: &str = "<!doctype html><title>Orders</title><ul><li>Ada Lovelace</ul><form action=/send>
<label>Message to the seller <input></label> <label>Card number <input autocomplete=cc-number></label>
<button>Send</button></form>";

fn main() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended().await?;
        populate(&chain).await?;
        draw_server_page(&chain).await?;
        for page in ["options", "onboarding"] {
            draw_page(&chain, page).await?;
        }
        draw_popup(&chain).await?;
        draw_marks(&chain).await?;
        draw_sidebar(&chain).await?;
        draw_panel(&chain).await?;
        draw_consent(&chain).await
    })
}

/// Agents with tokens, who have read something; rules and grants.
async fn populate(chain: &Chain) -> anyhow::Result<()> {
    chain.run(&[
        "token",
        "add",
        "scout",
        "--scope",
        "act",
        "--expires",
        "30d",
    ])?;
    let made = chain.run(&["token", "add", "reader", "--site", "*.localhost"])?;
    let token = String::from_utf8(made.stdout)?;
    let shop = chain
        .open_url(&chain.site.alone("shop", Page::html(SHOP)))
        .await?;
    let handle = shop.handle().await?;
    shop.observe(json!({})).await?;
    let reader = chain.agent.with_token(token.trim());
    reader.observe(json!({"tab": handle})).await?;
    let options = chain.own_page("options").await?;
    let policy = json!({"default": "ask", "sites": [
        {"pattern": "*.bank.example", "level": "block", "confirm": false},
        {"pattern": "https://shop.example", "level": "act", "confirm": true},
    ]});
    let grants = "[{agent: 'a', name: 'scout', site: 'https://wiki.example', \
        at: Date.now() - 9 * 864e5, lastUsed: Date.now() - 36e5}]";
    options
        .evaluate(&format!(
            "chrome.storage.local.set({{policy: {policy}, grants: {grants}}}).then(() => 0)"
        ))
        .await?;
    options.close().await
}

async fn draw_page(chain: &Chain, name: &str) -> anyhow::Result<()> {
    let page = chain.own_page(name).await?;
    if name == "onboarding" {
        page.evaluate("document.querySelector('#try').click()")
            .await?;
        page.wait_for("document.querySelector('#tried pre') !== null")
            .await?;
    } else {
        page.wait_for("document.querySelector('#entries table') !== null")
            .await?;
    }
    draw(&page, name, 860).await?;
    if name == "options" {
        page.evaluate("document.querySelector('#tab-audit').click()")
            .await?;
        draw(&page, "options-audit", 860).await?;
    }
    page.close().await
}

/// As the popup is over a page of the shop.
async fn draw_popup(chain: &Chain) -> anyhow::Result<()> {
    let popup = chain.own_page("popup").await?;
    let shop = chain
        .open_url(&chain.site.alone("shop", Page::html(SHOP)))
        .await?;
    shop.activate().await?;
    popup.evaluate("location.reload()").await?;
    until("the site in front", || async {
        let is_shown = popup
            .evaluate("document.querySelector('#this-site')?.hidden === false")
            .await?;
        Ok((is_shown == true).then_some(()))
    })
    .await?;
    draw(&popup, "popup", 352).await?;
    popup.close().await
}

/// The page of the tests, with marks.
async fn draw_marks(chain: &Chain) -> anyhow::Result<()> {
    let tab = chain.open_fixture("dashboard.html").await?;
    let answer = screenshot(&tab, json!({"marks": true})).await?.ok()?;
    print(
        "screenshot",
        "marks",
        answer["data"].as_str().context("a screenshot")?,
    );
    tab.close().await
}

/// The panel, with a line explained.
async fn draw_panel(chain: &Chain) -> anyhow::Result<()> {
    let tab = chain.open_fixture("widgets.html").await?;
    let inspector = Inspector::open(&chain.browser, &tab).await?;
    let panel = inspector.show_panel().await?;
    let line = "[...document.querySelectorAll('#lines .line')]
        .find((line) => line.textContent.includes('Mute'))";
    panel.wait_for(&format!("{line} !== undefined")).await?;
    panel.evaluate(&format!("{line}.click()")).await?;
    panel
        .wait_for("document.getElementById('explanation').innerText !== ''")
        .await?;
    panel
        .wait_for("!document.getElementById('tokens').innerText.includes('≈')")
        .await?;
    print("devtools-panel", "light", &inspector.screenshot().await?);
    inspector.darken().await?;
    panel
        .wait_for("document.documentElement.dataset.theme === 'dark'")
        .await?;
    print("devtools-panel", "dark", &inspector.screenshot().await?);
    tab.close().await
}

/// The sidebar in Elements, with the button of docs/devtools.md.
async fn draw_sidebar(chain: &Chain) -> anyhow::Result<()> {
    let tab = chain.open_fixture("left-hidden.html").await?;
    tab.evaluate("document.querySelector('#accept').click()")
        .await?;
    let inspector = Inspector::open(&chain.browser, &tab).await?;
    let sidebar = inspector.select("#order").await?;
    sidebar
        .wait_for("document.getElementById('facts').innerText.includes('aria-hidden')")
        .await?;
    print("devtools-sidebar", "light", &inspector.screenshot().await?);
    tab.close().await
}

/// The consent window: a text for a field, several actions, a script, the question for all sites.
async fn draw_consent(chain: &Chain) -> anyhow::Result<()> {
    let shop = chain
        .open_url(&chain.site.alone("shop", Page::html(MESSAGE)))
        .await?;
    let tree = shop.tree().await?;
    let uid = uid_of(&tree, "Message to the seller")?;
    let text = "Please leave the parcel with my neighbour, Mrs. Miller, on the second floor.";
    let script = "return document.title;";
    let fill = json!({"action": "fill", "uid": uid, "value": text});
    let card = uid_of(&tree, "Card number")?;
    let send = uid_of(&tree, "Send")?;
    let list = json!({"actions": [
        fill,
        {"action": "fill", "uid": card, "value": "4111111111111111"},
        {"action": "click", "uid": send},
        {"action": "new_tab", "url": "https://example.com/"},
    ]});
    let script = json!({"action": "execute_js", "script": script, "tab": shop.handle().await?});
    draw_question(chain, &shop, fill, ("consent", &[], "once")).await?;
    draw_question(chain, &shop, list, ("consent-list", &[], "once")).await?;
    draw_question(
        chain,
        &shop,
        script.clone(),
        ("consent-script", &[], "once"),
    )
    .await?;
    let clicks = ["wider", "agent"];
    draw_question(
        chain,
        &shop,
        script,
        ("consent-everywhere", &clicks, "back"),
    )
    .await
}

/// Draws the question about an action under a name, after some clicks, when an answer is visible.
async fn draw_question(
    chain: &Chain,
    tab: &Tab,
    mut body: Value,
    (name, clicks, visible): (&str, &[&str], &str),
) -> anyhow::Result<()> {
    body["session"] = json!(tab.name);
    let held = chain.agent.post_and_hold("/interact", &body).await?;
    let window = ConsentWindow::armed(&chain.browser).await?;
    for click in clicks {
        window.click(click).await?;
        window.wait_for("'armed' in document.body.dataset").await?;
    }
    let visible = format!("document.querySelector('[value={visible}]').checkVisibility()");
    window.wait_for(&visible).await?;
    for scheme in SCHEMES {
        print(name, scheme, &window.screenshot(scheme).await?);
    }
    drop(held);
    none_open(&chain.browser).await?;
    // After the second denial or disconnect, no window opens for a while.
    let options = chain.own_page("options").await?;
    end_pauses(&options).await?;
    options.close().await
}

/// The dashboard, with a text that an agent read.
async fn draw_server_page(chain: &Chain) -> anyhow::Result<()> {
    let shop = chain
        .open_url(&chain.site.alone("shop", Page::html(SHOP)))
        .await?;
    let tree = shop.observe(json!({"format": "lean"})).await?["tree"].to_string();
    let uid = uid_of(&shop.tree().await?, "Send reminder")?;
    anyhow::ensure!(tree.contains("Send reminder"), "{tree}");
    let located = shop.locate(&uid).await?;
    located.ok()?;
    let link = String::from_utf8(chain.run(&["open", "--print"])?.stdout)?;
    let page = chain.tab().await?;
    page.goto(link.trim()).await?;
    // Listing the tabs removes the state of closed tabs.
    page.wait_for("document.querySelector('#tabs table') !== null")
        .await?;
    let button = "document.querySelector('#seen button')";
    page.wait_for(&format!("{button} !== null")).await?;
    page.evaluate(&format!("{button}.click()")).await?;
    page.wait_for("document.querySelector('#text').textContent !== ''")
        .await?;
    page.evaluate("document.activeElement.blur()").await?;
    draw(&page, "server-page", 1100).await
}

async fn draw(page: &Tab, name: &str, width: u32) -> anyhow::Result<()> {
    for scheme in SCHEMES {
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        page.command("Emulation.setEmulatedMedia", media).await?;
        let size = json!({"width": width, "height": 600, "deviceScaleFactor": 1, "mobile": false});
        page.command("Emulation.setDeviceMetricsOverride", size)
            .await?;
        let whole = json!({"format": "png", "captureBeyondViewport": true});
        let shot = page.command("Page.captureScreenshot", whole).await?;
        print(name, scheme, shot["data"].as_str().context("a screenshot")?);
    }
    Ok(())
}

fn print(name: &str, scheme: &str, data: &str) {
    println!("{name}-{scheme}.png {data}");
}
