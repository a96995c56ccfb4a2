//! The pages can be used with the keyboard.

use crate::ui::own_pages::{
    PARTS, open_full_options, open_onboarding_with_snapshot, open_popup_and_shop, open_shop,
    populate, show_part, text_of, wait_for_listing, wait_for_text,
};
use anyhow::Context;
use axlens_harness::on_runtime;
use axlens_harness::{Chain, Kind, Tab};
use serde_json::json;

/// Presses and releases a key.
async fn press(page: &Tab, key: &str) -> anyhow::Result<()> {
    let (code, number, letters) = match key {
        " " => ("Space", 32, " "),
        "Enter" => ("Enter", 13, "\r"),
        "Tab" => ("Tab", 9, ""),
        "ArrowUp" => ("ArrowUp", 38, ""),
        "ArrowRight" => ("ArrowRight", 39, ""),
        _ => anyhow::bail!("unknown key {key}"),
    };
    for (kind, letters) in [("keyDown", letters), ("keyUp", "")] {
        let event = json!({"type": kind, "key": key, "code": code, "text": letters,
            "windowsVirtualKeyCode": number});
        page.command("Input.dispatchKeyEvent", event).await?;
    }
    Ok(())
}

/// Records the indices of focused controls. Of a group of radio buttons, Tab focuses only the
/// checked one, and of a list of tabs the selected one.
const RECORD_FOCUS: &str = "(() => {
  const controls = [...document.querySelectorAll('a, button, input, select, textarea')]
    .filter((node) => node.checkVisibility() && !node.disabled && node.tabIndex >= 0 && (node.type !== 'radio' || node.checked));
  globalThis.reached = [];
  document.addEventListener('focusin', ({ target }) => {
    if (controls.includes(target)) globalThis.reached.push(controls.indexOf(target));
  });
  return controls.length;
})()";

/// Presses Tab and asserts that each control is focused once, in the order of the page.
pub async fn tab_through(page: &Tab) -> anyhow::Result<()> {
    page.command(
        "Emulation.setFocusEmulationEnabled",
        json!({"enabled": true}),
    )
    .await?;
    let count = page.evaluate(RECORD_FOCUS).await?;
    let count = count.as_u64().context("a count")?;
    assert!(count > 1, "{count} controls");
    let reached = || page.evaluate("globalThis.reached");
    // Scrollable areas get the focus too.
    for _ in 0..count + 8 {
        if reached().await?.as_array().map(Vec::len) >= usize::try_from(count).ok() {
            break;
        }
        press(page, "Tab").await?;
    }
    let all: Vec<u64> = (0..count).collect();
    assert_eq!(reached().await?, json!(all));
    Ok(())
}

#[test]
fn every_control_is_reached_by_tab_in_order() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        populate(&chain).await?;
        open_shop(&chain).await?;
        for part in PARTS {
            let options = open_full_options(&chain).await?;
            show_part(&options, part).await?;
            options.evaluate("document.activeElement.blur()").await?;
            tab_through(&options).await?;
        }
        tab_through(&open_onboarding_with_snapshot(&chain).await?).await?;
        let (popup, _shop) = open_popup_and_shop(&chain).await?;
        tab_through(&popup).await
    })
}

#[test]
fn arrows_lead_from_tab_to_tab_of_the_options() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let options = chain.own_page("options").await?;
        let focus = "document.querySelector('#tab-sites').focus(); 0";
        options.evaluate(focus).await?;
        for part in ["agents", "audit", "browser-part", "sites"] {
            press(&options, "ArrowRight").await?;
            let visible = "[...document.querySelectorAll('[role=tabpanel]')]
                .filter((each) => each.checkVisibility()).map(({id}) => id)";
            assert_eq!(options.evaluate(visible).await?, json!([part]));
            let focused = options.evaluate("document.activeElement.id").await?;
            assert_eq!(focused, json!(format!("tab-{part}")));
        }
        Ok(())
    })
}

#[test]
fn the_popup_pauses_and_changes_a_policy_by_keyboard() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let (popup, _shop) = open_popup_and_shop(&chain).await?;
        popup
            .command(
                "Emulation.setFocusEmulationEnabled",
                json!({"enabled": true}),
            )
            .await?;
        wait_for_text(&popup, "#visits", "your own programs (user): read").await?;
        press(&popup, "Tab").await?;
        press(&popup, " ").await?;
        wait_for_text(&popup, "#no-visits", "while paused").await?;
        assert_eq!(text_of(&popup, "#visits").await?, "");
        assert_eq!(chain.agent.get("/tabs").await?.code()?, "reading_paused");
        // The pause has cleared the list.
        press(&popup, "Enter").await?;
        wait_for_text(&popup, "#no-visits", "None").await?;
        wait_for_listing(&chain, "Shop", true).await?;

        // From the pause button, over both links and the button to take over, to the checked level.
        for _ in 0..4 {
            press(&popup, "Tab").await?;
        }
        let focused = "document.activeElement.id";
        assert_eq!(popup.evaluate(focused).await?, json!("level-ask"));
        for level in ["read", "block"] {
            press(&popup, "ArrowUp").await?;
            popup
                .wait_for(&format!(
                    "chrome.storage.local.get('policy').then(({{policy}}) => policy.sites.some(({{pattern, level}}) => pattern.includes('shop') && level === '{level}'))"
                ))
                .await?;
            popup
                .wait_for(&format!("document.querySelector('#level-{level}').checked"))
                .await?;
        }
        wait_for_listing(&chain, "Shop", false).await
    })
}
