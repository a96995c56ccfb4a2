//! What the user does on a page takes effect, and the pages load their data once.

use crate::ui::own_pages::{
    click, open_options, open_popup_and_shop, text_of, wait_for_listing, wait_for_text,
};
use anyhow::Context;
use axlens_harness::build::replace_in;
use axlens_harness::on_runtime;
use axlens_harness::own_page::{go_to_own_page, press_pause};
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Kind, Page};
use serde_json::{Value, json};
use std::path::Path;

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
        // The text about a column of the table is not there without the table.
        let has_text = "!document.querySelector('#console-why').hidden";
        assert_eq!(options.evaluate(has_text).await?, false);
        options.evaluate(&add("127.0.0.1")).await?;
        wait_for_text(&options, "#rules", "127.0.0.1").await?;
        assert_eq!(options.evaluate(has_text).await?, true);
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
        let scout = chain.add_agent(&["scout", "--site", "example.org"])?;
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
        assert_eq!(scout.tabs().await?, Vec::<Value>::new());
        let denied = scout.observe(json!({"tab": handle})).await?;
        assert_eq!(denied.code()?, "tab_not_found");

        let options = open_options(&chain).await?;
        wait_for_text(&options, "#tokens", "scout").await?;
        wait_for_text(&options, "#tokens", "example.org").await?;
        wait_for_text(&options, "#entries", "read the page").await?;
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

#[test]
fn times_on_the_options_page_are_updated() -> anyhow::Result<()> {
    on_runtime(async || {
        let often = |extension: &Path| {
            let (file, old) = ("ui/common/parts.js", "TIMES_INTERVAL_MS = 15_000");
            replace_in(extension, file, old, "TIMES_INTERVAL_MS = 100")
        };
        let chain = Chain::start_attended_by(often).await?;
        let scout = chain.add_agent(&["scout"])?;
        scout.tabs().await?;
        let options = open_options(&chain).await?;
        wait_for_text(&options, "#tokens", "scout").await?;
        let last_seen = "[...document.querySelectorAll('#tokens tbody tr')] \
            .find((row) => row.textContent.includes('scout')).cells[5].textContent";
        let before = options.evaluate(last_seen).await?;
        options.wait_for(&format!("{last_seen} !== {before}")).await
    })
}

#[test]
fn the_popup_says_that_the_host_was_uninstalled() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended().await?;
        let popup = chain.own_page("popup").await?;
        wait_for_text(&popup, "#headline", "Connected").await?;
        let profile = chain.folder.path().join("profile");
        let profile = profile.to_str().context("a path of text")?;
        let output = chain.run(&["uninstall", "--user-data-dir", profile])?;
        assert!(output.status.success(), "{output:?}");
        wait_for_text(&popup, "#headline", "no native messaging host").await?;
        wait_for_text(&popup, "#steps", "axlens install").await?;
        let start = "document.querySelector('#start').hidden";
        assert_eq!(popup.evaluate(start).await?, true);
        Ok(())
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
        // Five permissions for the first page, and five for all later changes.
        let checks = page.evaluate(COUNT_PERMISSION_CHECKS).await?;
        assert!(
            (5..=10).contains(&checks.as_u64().unwrap_or_default()),
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
        let heading = snapshot.lines().find(|line| line.contains("First steps"));
        heading.with_context(|| snapshot.clone())?;
        // The steps that are done have a mark: the server is connected, and an agent has read.
        let done = "[...document.querySelectorAll('#first-steps .done')].map(({ id }) => id)";
        let steps = page.evaluate(done).await?.to_string();
        assert!(steps.contains("step-server"), "{steps}");
        let tab = chain.open(Page::html("<p>Read by an agent")).await?;
        tab.tree().await?;
        page.command("Page.reload", json!({})).await?;
        page.wait_for(&format!("{done}.includes('step-agent')"))
            .await?;
        Ok(())
    })
}

#[test]
fn the_popup_revokes_grants_and_starts_a_stopped_server() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let options = open_options(&chain).await?;
        let grant = "{agent: 'user', name: 'user', site: '*', at: Date.now()}";
        let store = format!("chrome.storage.local.set({{grants: [{grant}]}}).then(() => 0)");
        options.evaluate(&store).await?;
        let (popup, _shop) = open_popup_and_shop(&chain).await?;
        wait_for_text(&popup, "#grants", "Allowed without asking").await?;
        click(&popup, "#grants button").await?;
        let revoked = "chrome.storage.local.get('grants').then(({grants}) => grants.length === 0)";
        popup.wait_for(revoked).await?;
        popup
            .wait_for("document.querySelector('#grants').childElementCount === 0")
            .await?;

        let start = "document.querySelector('#start')";
        popup.wait_for(&format!("{start}.hidden")).await?;
        assert!(chain.run(&["stop"])?.status.success());
        popup.wait_for(&format!("!{start}.hidden")).await?;
        popup.evaluate(&format!("{start}.click()")).await?;
        wait_for_text(&popup, "#headline", "Connected").await?;
        popup.wait_for(&format!("{start}.hidden")).await
    })
}
