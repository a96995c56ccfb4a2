//! The tests that need a screen. Without one, `cargo xtask test` skips this module by its name.

mod picture_in_picture;
mod place;

use crate::permission::consent_on_screen::UNARMED_MS;
use crate::permission::consent_on_screen::desktop::{
    Desktop, PAGE, at_changed_desktop, at_desktop,
};
use anyhow::Context;
use axlens_harness::build::replace_in;
use axlens_harness::consent::{none_open, open_windows};
use axlens_harness::own_page::press_pause;
use axlens_harness::wait::until;
use axlens_harness::{Page, on_runtime};
use serde_json::{Value, json};
use std::path::Path;

const ANSWERS: [&str; 3] = ["once", "wider", "deny"];

/// The keyboard shortcut for a pause, in X's notation.
const PAUSE: &str = "ctrl+shift+period";

#[test]
fn real_clicks_answer_and_the_users_window_is_active_again() -> anyhow::Result<()> {
    on_runtime(async || {
        at_desktop(async |desktop| {
            window_is_hidden_from_agents(desktop)
                .await
                .context("hidden from agents")?;
            each_answer(desktop).await.context("each answer")?;
            focusing_click_is_ignored(desktop).await.context("focus")?;
            hidden_tab(desktop).await.context("hidden tab")
        })
        .await
    })
}

#[test]
fn a_prompt_closes_and_the_next_one_becomes_active() -> anyhow::Result<()> {
    on_runtime(async || {
        at_desktop(async |desktop| {
            agent_disconnects(desktop).await.context("agent")?;
            two_requests(desktop).await.context("two requests")?;
            page_navigates(desktop).await.context("page")?;
            pause_by_shortcut(desktop).await.context("shortcut")?;
            pause_in_another_window(desktop).await.context("pause")
        })
        .await
    })
}

#[test]
fn real_input_is_ignored_while_the_window_is_unarmed() -> anyhow::Result<()> {
    on_runtime(async || {
        let change = |extension: &Path| {
            let (file, old) = ("ui/common/arming.js", "UNARMED_MS = 500");
            replace_in(extension, file, old, "UNARMED_MS = 1e9")?;
            let (file, old) = ("worker/policy/consent.js", "TIMEOUT_MS = 60_000");
            replace_in(extension, file, old, "TIMEOUT_MS = 10_000")
        };
        at_changed_desktop(change, input_before_arming).await
    })
}

/// Agents can't see the open consent window, or that it has the focus.
async fn window_is_hidden_from_agents(desktop: &Desktop<'_>) -> anyhow::Result<()> {
    let own = desktop.own_agent().await?;
    let request = own.send();
    let prompt = desktop.wait_for_prompt().await?;
    let handle = desktop.tab.handle().await?;
    let tabs = desktop.chain.agent.tabs().await?;
    let extension_tabs = tabs.iter().filter(|tab| {
        let url = tab["url"].as_str().unwrap_or_default();
        url.contains("consent") || url.starts_with("chrome-extension")
    });
    assert_eq!(extension_tabs.count(), 0, "{tabs:?}");
    let focused = tabs
        .iter()
        .filter(|tab| tab["windowFocused"] == true && tab["active"] == true);
    let focused: Vec<&Value> = focused.map(|tab| &tab["tab"]).collect();
    assert_eq!(focused, [handle], "{tabs:?}");
    let default = desktop.chain.agent.observe(json!({"session": "default"}));
    assert_eq!(default.await?.ok()?["tab"], handle);
    assert_eq!(desktop.screen.focused()?, Some(prompt.window));

    prompt.wait_armed().await?;
    desktop.screen.press("Escape")?;
    assert_eq!(request.await??.code()?, "permission_denied");
    desktop.wait_closed(&prompt).await
}

async fn each_answer(desktop: &Desktop<'_>) -> anyhow::Result<()> {
    let ada = desktop.named_agent("ada").await?;
    let denied = desktop.request_and_answer(&ada, "deny").await?;
    assert_eq!(denied.code()?, "permission_denied");
    desktop.request_and_answer(&ada, "once").await?.ok()?;
    // "once" permits one action. The next request needs consent again.
    desktop.request_and_answer(&ada, "site").await?.ok()?;
    ada.act_without_prompt(desktop).await?;

    let bob = desktop.named_agent("bob").await?;
    desktop.request_and_answer(&bob, "everywhere").await?.ok()?;
    bob.act_without_prompt(desktop).await
}

/// A click on a button that also activates the window is ignored.
async fn focusing_click_is_ignored(desktop: &Desktop<'_>) -> anyhow::Result<()> {
    let own = desktop.own_agent().await?;
    let request = own.send();
    let prompt = desktop.wait_for_prompt().await?;
    for clicks in 1.. {
        prompt.wait_armed().await?;
        desktop.click_on_page().await?;
        prompt.events("blur", clicks).await?;
        assert_eq!(prompt.page.evaluate("document.hasFocus()").await?, false);
        let is_armed = prompt.page.evaluate("'armed' in document.body.dataset");
        assert_eq!(is_armed.await?, false);
        desktop.click(&prompt, "once").await?;
        desktop.screen.wait_in_front(prompt.window).await?;
        let focus = prompt.events("focus", clicks).await?.pop();
        let click = prompt.events("click", clicks).await?.pop();
        let (focus, click) = focus.zip(click).context("focus and click")?;
        let times = click["at"].as_f64().zip(focus["at"].as_f64());
        let (click_at, focus_at) = times.context("times of both")?;
        assert_eq!(
            [&click["trusted"], &click["on"]],
            [&json!(true), &json!("once")]
        );
        assert_eq!(click["armed"], false, "{focus} {click}");
        assert!(!request.is_finished());
        // On a busy machine, the click may arrive too late after the focus. Then it is repeated.
        if click_at - focus_at < UNARMED_MS {
            break;
        }
    }
    // If a click had been accepted, this one would be too late.
    prompt.wait_armed().await?;
    desktop.click(&prompt, "deny").await?;
    assert_eq!(request.await??.code()?, "permission_denied");
    desktop.wait_closed(&prompt).await
}

/// An element in a hidden tab is outlined, and the tab is not activated.
async fn hidden_tab(desktop: &Desktop<'_>) -> anyhow::Result<()> {
    let eve = desktop.named_agent("eve").await?;
    desktop.request_and_answer(&eve, "site").await?.ok()?;
    let front = desktop.chain.front_tab().await?;
    desktop
        .tab
        .wait_for("document.visibilityState === 'hidden'")
        .await?;
    // The earlier outlines have ended.
    desktop
        .tab
        .wait_for("document.getAnimations().length === 0")
        .await?;
    eve.act_without_prompt(desktop).await?;
    let state = "[document.visibilityState, document.getAnimations().length]";
    assert_eq!(desktop.tab.evaluate(state).await?, json!(["hidden", 1]));
    assert_eq!(front.evaluate("document.visibilityState").await?, "visible");
    Ok(())
}

async fn agent_disconnects(desktop: &Desktop<'_>) -> anyhow::Result<()> {
    let own = desktop.own_agent().await?;
    let held = own.agent.post_and_hold("/interact", &own.body).await?;
    let prompt = desktop.wait_for_prompt().await?;
    drop(held);
    desktop.wait_closed(&prompt).await?;
    assert_eq!(desktop.outlines().await?, 0);
    Ok(())
}

/// Two agents at the same time: one consent window after the other. Both become active.
async fn two_requests(desktop: &Desktop<'_>) -> anyhow::Result<()> {
    let (ada, bob) = (
        desktop.named_agent("ada").await?,
        desktop.named_agent("bob").await?,
    );
    let first = ada.send();
    let prompt = desktop.wait_for_prompt().await?;
    assert_eq!(prompt.page.text("agent").await?, "ada");
    let second = bob.send();
    until("both queries to be leased", || async {
        let status = desktop.chain.agent.status().await?;
        Ok((status["queue"]["leased"] == 2).then_some(()))
    })
    .await?;
    let open = open_windows(&desktop.chain.browser).await?;
    assert_eq!(open, [prompt.page.target()]);
    // A second window would have opened before that, and would have the focus.
    assert_eq!(desktop.screen.focused()?, Some(prompt.window));
    prompt.wait_armed().await?;
    // This allows all sites for this agent, but not for the other.
    desktop.answer(&prompt, "everywhere").await?;
    first.await??.ok()?;
    desktop.screen.wait_closed(prompt.window).await?;
    let next = desktop.wait_for_prompt().await?;
    assert_eq!(next.page.text("agent").await?, "bob");
    next.wait_armed().await?;
    desktop.click(&next, "deny").await?;
    assert_eq!(second.await??.code()?, "permission_denied");
    desktop.wait_closed(&next).await
}

async fn page_navigates(desktop: &Desktop<'_>) -> anyhow::Result<()> {
    let own = desktop.named_agent("carol").await?;
    let request = own.send();
    let prompt = desktop.wait_for_prompt().await?;
    let next = desktop.chain.site.page(Page::html(PAGE));
    desktop.tab.goto(&next).await?;
    assert_eq!(request.await??.code()?, "stale_uid");
    desktop.wait_closed(&prompt).await?;
    assert_eq!(desktop.outlines().await?, 0);
    Ok(())
}

/// The shortcut works in the user's window and in the consent window.
async fn pause_by_shortcut(desktop: &Desktop<'_>) -> anyhow::Result<()> {
    desktop.click_on_page().await?;
    for paused in [true, false] {
        desktop.screen.press(PAUSE)?;
        wait_for_pause(desktop, paused)
            .await
            .context("in the page")?;
    }
    let own = desktop.own_agent().await?;
    let request = own.send();
    let prompt = desktop.wait_for_prompt().await?;
    prompt.wait_armed().await?;
    desktop.screen.press(PAUSE)?;
    assert_eq!(request.await??.code()?, "reading_paused");
    desktop.wait_closed(&prompt).await?;
    desktop.screen.press(PAUSE)?;
    wait_for_pause(desktop, false).await
}

async fn wait_for_pause(desktop: &Desktop<'_>, paused: bool) -> anyhow::Result<()> {
    until(&format!("paused to be {paused}"), || async {
        let reply = desktop
            .chain
            .agent
            .observe(json!({"session": "pause"}))
            .await?;
        let now = reply.status != 200 && reply.code()? == "reading_paused";
        Ok((now == paused).then_some(()))
    })
    .await
}

/// The user pauses on the options page, in another window.
async fn pause_in_another_window(desktop: &Desktop<'_>) -> anyhow::Result<()> {
    let own = desktop.own_agent().await?;
    let request = own.send();
    let prompt = desktop.wait_for_prompt().await?;
    prompt.wait_armed().await?;
    let options = desktop.chain.own_page("options").await?;
    press_pause(&options, true).await?;
    assert_eq!(request.await??.code()?, "reading_paused");
    none_open(&desktop.chain.browser).await?;
    desktop.screen.wait_closed(prompt.window).await?;
    assert_eq!(desktop.outlines().await?, 0);
    Ok(())
}

/// Clicks on every button and presses keys before the window is armed: all input is ignored.
async fn input_before_arming(desktop: &Desktop<'_>) -> anyhow::Result<()> {
    let own = desktop.own_agent().await?;
    let request = own.send();
    let prompt = desktop.wait_for_prompt().await?;
    for answer in ANSWERS {
        desktop.click(&prompt, answer).await?;
    }
    // The last clicked button has the focus, so Enter clicks on it.
    for key in ["Escape", "Return"] {
        desktop.screen.press(key)?;
    }
    let clicks = prompt.events("click", ANSWERS.len() + 1).await?;
    let on: Vec<&str> = clicks
        .iter()
        .filter_map(|each| each["on"].as_str())
        .collect();
    assert_eq!(on, ["once", "wider", "deny", "deny"]);
    let keys = prompt.events("keydown", 2).await?;
    for input in clicks.iter().chain(&keys) {
        assert_eq!(
            [&input["trusted"], &input["armed"]],
            [true, false],
            "{input}"
        );
    }
    let reply = request.await??;
    assert_eq!(reply.code()?, "permission_denied");
    let message = reply.body["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("Nobody has allowed"), "{message}");
    desktop.wait_closed(&prompt).await?;
    assert_eq!(desktop.outlines().await?, 0);
    Ok(())
}
