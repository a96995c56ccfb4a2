//! Attempts to get more than one action allowed.

use super::Attacker;
use crate::attack::report::Report;
use anyhow::ensure;
use axlens_harness::consent::open_windows;
use axlens_harness::{Chain, ConsentWindow, Tab};
use serde_json::{Value, json};

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let options = chain.own_page("options").await?;
    for (name, tried, way) in [
        (
            "all_sites_by_one_click",
            "one click on the answer for all sites",
            Way::Click,
        ),
        (
            "all_sites_by_a_double_click",
            "two clicks at the place of that answer",
            Way::DoubleClick,
        ),
        (
            "all_sites_by_keys",
            "the key Enter, again and again, on that answer",
            Way::Keys,
        ),
    ] {
        let attempt = all_sites(chain, &options, name, way);
        report.attack(name, tried, attempt).await;
    }
    Ok(())
}

/// How an answer is given without an intention.
#[derive(Clone, Copy)]
enum Way {
    Click,
    DoubleClick,
    Keys,
}

async fn stored_grants(options: &Tab) -> anyhow::Result<Value> {
    options
        .evaluate("chrome.storage.local.get('grants').then(({grants}) => grants ?? [])")
        .await
}

async fn wait_armed(window: &ConsentWindow) -> anyhow::Result<()> {
    window.wait_for("'armed' in document.body.dataset").await
}

async fn all_sites(chain: &Chain, options: &Tab, name: &str, way: Way) -> anyhow::Result<String> {
    let attacker = Attacker::new(chain, name).await?;
    let request = attacker.send(json!({"action": "highlight"}))?;
    let window = ConsentWindow::armed(&chain.browser).await?;
    // The wide answers may be behind another button.
    if window.next_button("everywhere").await? == "wider" {
        window.click("wider").await?;
        window
            .wait_for("document.querySelector('button[value=agent]').checkVisibility()")
            .await?;
        wait_armed(&window).await?;
    }
    let button = "document.querySelector('button[value=agent]')";
    let place = window
        .evaluate(&format!(
            "(() => {{ const box = {button}.getBoundingClientRect(); \
        return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ))
        .await?;
    match way {
        Way::Click => window.click("agent").await?,
        Way::DoubleClick => {
            window.click_at(&place).await?;
            window.click_at(&place).await?;
            if !open_windows(&chain.browser).await?.is_empty() {
                wait_armed(&window).await?;
                window.click_at(&place).await?;
            }
        }
        Way::Keys => {
            window.evaluate(&format!("{button}.focus(); 0")).await?;
            for _ in 0..5 {
                window.press("Enter").await?;
            }
        }
    }
    ensure!(!request.is_finished(), "the request has its answer");
    let open = open_windows(&chain.browser).await?;
    ensure!(!open.is_empty(), "the window is closed");
    ensure!(
        stored_grants(options).await? == json!([]),
        "all sites are allowed"
    );
    wait_armed(&window).await?;
    window.press("Escape").await?;
    request.await??;
    Ok("the window asks again, at another place".into())
}
