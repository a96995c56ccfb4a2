//! What the user does on a page takes effect, and the pages load their data once.

use crate::ui::own_pages::{click, open_options, text_of, wait_for_listing, wait_for_text};
use anyhow::Context;
use axlens_harness::on_runtime;
use axlens_harness::own_page::{go_to_own_page, press_pause};
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Kind, Page};
use serde_json::{Value, json};

/// The test opens the popup in a tab.
#[test]
fn the_popup_pauses_and_resumes() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = chain
            .open(Page::html("<title>Shown</title><h1>Shown</h1>"))
            .await?;
        tab.observe(json!({})).await?;
        let popup = chain.own_page("popup").await?;
        // In a tab, the popup itself is the active tab, which can't be read.
        wait_for_text(&popup, "#no-site", "can't be read").await?;
        let is_paused = || async {
            let status = chain.agent.status().await?;
            Ok::<bool, anyhow::Error>(status["extension"]["paused"] == true)
        };
        click(&popup, "#pause").await?;
        until("the pause", || async {
            Ok(is_paused().await?.then_some(()))
        })
        .await?;
        wait_for_text(&popup, "#pause", "Resume").await?;
        assert_eq!(tab.ask(json!({})).await?.code()?, "reading_paused");
        click(&popup, "#pause").await?;
        until("the end of the pause", || async {
            Ok((!is_paused().await?).then_some(()))
        })
        .await?;
        let commands = popup
            .evaluate("chrome.commands.getAll().then((all) => all.map((each) => each.name))")
            .await?;
        assert!(commands.to_string().contains("pause"), "{commands}");
        Ok(())
    })
}

#[test]
fn settings_of_the_options_page_take_effect() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = chain
            .open(Page::html("<title>Shown</title><h1>Shown</h1>"))
            .await?;
        tab.observe(json!({})).await?;
        let options = open_options(&chain).await?;

        let add = |pattern: &str| {
            format!(
                "document.querySelector('#pattern').value = {}; document.querySelector('#add-site').requestSubmit()",
                json!(pattern)
            )
        };
        options.evaluate(&add("no pattern/")).await?;
        wait_for_text(&options, "#site-fault", "not a site pattern").await?;
        options.evaluate(&add("127.0.0.1")).await?;
        wait_for_text(&options, "#rules", "127.0.0.1").await?;
        options
            .evaluate("(() => { const level = document.querySelector('#rules select'); level.value = 'block'; level.dispatchEvent(new Event('change')); })()")
            .await?;
        wait_for_listing(&chain, "Shown", false).await?;
        click(&options, "#rules button").await?;
        wait_for_listing(&chain, "Shown", true).await?;

        click(&options, "#everything-off").await?;
        wait_for_text(&options, "#off-done", "Done").await?;
        assert_eq!(chain.agent.get("/tabs").await?.code()?, "reading_paused");
        click(&options, "#undo-off").await?;
        until("reading to be allowed again", || async {
            Ok((chain.agent.get("/tabs").await?.status == 200).then_some(()))
        })
        .await?;
        wait_for_listing(&chain, "Shown", true).await?;

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
        let chain = Chain::lease(Kind::Unattended).await?;
        let created = chain.run(&["token", "add", "scout", "--site", "example.org"])?;
        anyhow::ensure!(created.status.success(), "{created:?}");
        let token = String::from_utf8(created.stdout)?.trim().to_owned();
        let tab = chain
            .open(Page::html(
                "<title>Shown</title><button>Shown button</button>",
            ))
            .await?;
        let handle = tab.handle().await?;
        let uid = uid_of(&tab.tree().await?, "Shown button")?;
        let act = json!({"action": "highlight", "uid": uid, "session": tab.name});
        chain.agent.post("/interact", act).await?.ok()?;
        // The token gives no access to other sites.
        let scout = chain.agent.with_token(&token);
        assert_eq!(scout.tabs().await?, Vec::<Value>::new());
        let denied = scout.observe(json!({"tab": handle})).await?;
        assert_eq!(denied.code()?, "tab_not_found");

        let options = open_options(&chain).await?;
        wait_for_text(&options, "#tokens", "scout").await?;
        wait_for_text(&options, "#tokens", "example.org").await?;
        wait_for_text(&options, "#entries", "observe").await?;
        wait_for_text(&options, "#entries", "127.0.0.1").await?;
        // The log says how the action was allowed.
        wait_for_text(
            &options,
            "#entries",
            "shown (unattended: the user was not asked)",
        )
        .await?;
        let revoke = "#tokens tr:last-child button";
        click(&options, revoke).await?;
        wait_for_text(&options, revoke, "Really").await?;
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

/// Notifies two open pages of fifty changes. Returns how many permissions are checked until both
/// pages have received the last change.
const COUNT_PERMISSION_CHECKS: &str =
    "import('/worker/browser/extension-pages.js').then(async ({ ExtensionPages }) => {
    let [checks, changes] = [0, 0];
    const { contains } = chrome.permissions;
    chrome.permissions.contains = (what) => {
        checks += 1;
        return contains.call(chrome.permissions, what);
    };
    const connection = { settings: { url: '', key: '' }, state: () => ({ phase: changes }) };
    const pages = new ExtensionPages({ connection, paused: () => false });
    const listen = { addListener() {} };
    const received = [0, 1].map(() => new Promise((resolve) => pages.serve({
        onDisconnect: listen,
        onMessage: listen,
        postMessage: ({ state }) => state.connection.phase === 50 && resolve(0),
    })));
    while (changes < 50) {
        changes += 1;
        pages.update();
    }
    await Promise.all(received);
    return checks;
})";

#[test]
fn many_changes_are_sent_to_the_pages_together() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let page = open_options(&chain).await?;
        // Four permissions for the first page, and four for all later changes.
        let checks = page.evaluate(COUNT_PERMISSION_CHECKS).await?;
        assert!(
            (4..=8).contains(&checks.as_u64().unwrap_or_default()),
            "{checks}"
        );
        Ok(())
    })
}

/// Records the messages of a page to the worker. It must run before the page's own scripts.
const RECORD_MESSAGES: &str = "window.messages = []; const { connect } = chrome.runtime; \
    chrome.runtime.connect = (...args) => { \
      const port = connect.apply(chrome.runtime, args); \
      const post = port.postMessage.bind(port); \
      port.postMessage = (message) => { messages.push(message.do); post(message); }; \
      return port; \
    };";

/// The page requests agents and log when it opens, but not after each change.
#[test]
fn the_options_page_loads_once() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let page = chain.tab().await?;
        let script = json!({"source": RECORD_MESSAGES});
        page.command("Page.addScriptToEvaluateOnNewDocument", script)
            .await?;
        go_to_own_page(&page, "options").await?;
        page.wait_for("document.querySelector('#entries').innerText !== ''")
            .await?;
        for paused in [true, false] {
            press_pause(&page, paused).await?;
        }
        let messages = page.evaluate("messages").await?;
        assert_eq!(messages, json!(["load", "pause", "pause"]));
        Ok(())
    })
}

#[test]
fn the_onboarding_page_shows_a_snapshot() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let page = chain.own_page("onboarding").await?;
        wait_for_text(&page, "#headline", "Connected").await?;
        click(&page, "#try").await?;
        wait_for_text(&page, "#tried", "button \"Show what an agent sees\"").await?;
        let snapshot = text_of(&page, "#tried pre").await?;
        let heading = snapshot.lines().find(|line| line.contains("Three steps"));
        heading.with_context(|| snapshot.clone())?;
        Ok(())
    })
}
