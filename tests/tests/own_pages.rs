//! The extension's own pages in a real browser: what a person does there is done.

use anyhow::Context;
use axlens_tests::chain::on_runtime;
use axlens_tests::wait::until;
use axlens_tests::{Chain, Page, Tab, shared};
use serde_json::{Value, json};

/// One of the extension's own pages, when its script has shown what the worker said.
async fn own_page(chain: &Chain, path: &str) -> anyhow::Result<Tab> {
    let page = chain.tab().await?;
    let id = shared::extension_id()?;
    page.goto(&format!("chrome-extension://{id}/{path}"))
        .await?;
    page.wait_for(
        "document.body?.dataset.ready !== undefined || Boolean(document.querySelector('#version')?.textContent)",
    )
    .await?;
    Ok(page)
}

async fn options(chain: &Chain) -> anyhow::Result<Tab> {
    own_page(chain, "options/options.html").await
}

async fn click(page: &Tab, selector: &str) -> anyhow::Result<()> {
    let wanted = format!("document.querySelector({})", json!(selector));
    page.wait_for(&format!("{wanted} !== null")).await?;
    page.evaluate(&format!("{wanted}.click()")).await?;
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

async fn until_text(page: &Tab, selector: &str, part: &str) -> anyhow::Result<()> {
    until("the page to say so", || async {
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

async fn until_listed(chain: &Chain, title: &str, wanted: bool) -> anyhow::Result<()> {
    until("the policy to be followed", || async {
        Ok((titles(chain).await?.contains(title) == wanted).then_some(()))
    })
    .await
}

/// What the popup would do: it is opened as a page here, and told which site is in front.
#[test]
fn the_popup_pauses_and_has_the_policy_of_the_site() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain
            .open(Page::html("<title>Shown</title><h1>Shown</h1>"))
            .await?;
        tab.observe(json!({})).await?;
        let popup = own_page(&chain, "popup/popup.html").await?;
        // In a tab of its own it is itself in front.
        until_text(&popup, "#no-site", "can't be read").await?;
        let paused = || async {
            let status = chain.agent.status().await?;
            Ok::<bool, anyhow::Error>(status["extension"]["paused"] == true)
        };
        click(&popup, "#pause").await?;
        until("the pause", || async { Ok(paused().await?.then_some(())) }).await?;
        until_text(&popup, "#pause", "Resume").await?;
        assert_eq!(tab.ask(json!({})).await?.code()?, "reading_paused");
        click(&popup, "#pause").await?;
        until("the resuming", || async {
            Ok((!paused().await?).then_some(()))
        })
        .await?;
        let keys = popup
            .evaluate("chrome.commands.getAll().then((all) => all.map((each) => each.name))")
            .await?;
        assert!(keys.to_string().contains("pause"), "{keys}");
        Ok(())
    })
}

#[test]
fn what_is_set_on_the_options_page_holds() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain
            .open(Page::html("<title>Shown</title><h1>Shown</h1>"))
            .await?;
        tab.observe(json!({})).await?;
        let options = options(&chain).await?;

        let add = |pattern: &str| {
            format!(
                "document.querySelector('#pattern').value = {}; document.querySelector('#add-site').requestSubmit()",
                json!(pattern)
            )
        };
        options.evaluate(&add("no pattern/")).await?;
        until_text(&options, "#site-fault", "no pattern").await?;
        options.evaluate(&add("127.0.0.1")).await?;
        until_text(&options, "#rules", "127.0.0.1").await?;
        options
            .evaluate("(() => { const level = document.querySelector('#rules select'); level.value = 'block'; level.dispatchEvent(new Event('change')); })()")
            .await?;
        until_listed(&chain, "Shown", false).await?;
        click(&options, "#rules button").await?;
        until_listed(&chain, "Shown", true).await?;

        click(&options, "#everything-off").await?;
        until_text(&options, "#off-done", "Done").await?;
        assert_eq!(chain.agent.get("/tabs").await?.code()?, "reading_paused");
        click(&options, "#undo-off").await?;
        until("everything to be as before", || async {
            Ok((chain.agent.get("/tabs").await?.status == 200).then_some(()))
        })
        .await?;
        until_listed(&chain, "Shown", true).await?;

        options
            .evaluate("document.querySelector('#name').value = 'Mine'; document.querySelector('#browser').requestSubmit()")
            .await?;
        until("the browser's new name", || async {
            let browsers = chain.agent.get("/browsers").await?.ok()?;
            Ok((browsers["browsers"][0]["name"] == "Mine").then_some(()))
        })
        .await
    })
}

#[test]
fn agents_are_listed_and_their_tokens_revoked() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let made = chain.command(&["token", "add", "scout", "--site", "example.org"])?;
        anyhow::ensure!(made.status.success(), "{made:?}");
        let token = String::from_utf8(made.stdout)?.trim().to_owned();
        let tab = chain
            .open(Page::html("<title>Shown</title><h1>Shown</h1>"))
            .await?;
        let handle = tab.handle().await?;
        tab.observe(json!({})).await?;
        // Outside the token's sites there is nothing for it.
        let scout = chain.agent.with_token(&token);
        assert_eq!(scout.tabs().await?, Vec::<Value>::new());
        let asked = scout.observe(json!({"tab": handle})).await?;
        assert_eq!(asked.code()?, "tab_not_found");

        let options = options(&chain).await?;
        until_text(&options, "#tokens", "scout").await?;
        until_text(&options, "#tokens", "example.org").await?;
        until_text(&options, "#entries", "observe").await?;
        until_text(&options, "#entries", "127.0.0.1").await?;
        let revoke = "#tokens tr:last-child button";
        click(&options, revoke).await?;
        until_text(&options, revoke, "Really").await?;
        click(&options, revoke).await?;
        until("the token to be revoked", || async {
            Ok((scout.get("/status").await?.status == 401).then_some(()))
        })
        .await?;
        until("the list without it", || async {
            Ok((!text_of(&options, "#tokens").await?.contains("scout")).then_some(()))
        })
        .await
    })
}

#[test]
fn a_new_user_sees_what_an_agent_sees() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = own_page(&chain, "onboarding/onboarding.html").await?;
        until_text(&page, "#headline", "Connected").await?;
        click(&page, "#try").await?;
        until_text(&page, "#tried", "button \"Show what an agent sees\"").await?;
        let shown = text_of(&page, "#tried pre").await?;
        let heading = shown.lines().find(|line| line.contains("Three steps"));
        heading.with_context(|| shown.clone())?;
        Ok(())
    })
}
