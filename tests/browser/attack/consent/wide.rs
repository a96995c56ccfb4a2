//! Attempts to get more than one action allowed, or to use a permission that has ended.

use super::Attacker;
use crate::attack::report::Report;
use anyhow::ensure;
use axlens_harness::consent::open_windows;
use axlens_harness::{Chain, ConsentWindow, Tab};
use serde_json::{Value, json};

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let options = chain.own_page("options").await?;
    forget_grants(&options).await?;
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
    for (name, tried, grant) in [
        (
            "permission_after_its_end",
            "a permission that was not used for 31 days",
            "{at: Date.now() - 90 * 864e5, lastUsed: Date.now() - 31 * 864e5}",
        ),
        (
            "permission_never_used",
            "a permission that is 31 days old and was never used",
            "{at: Date.now() - 31 * 864e5}",
        ),
        (
            "permission_without_a_time",
            "a stored permission without a time",
            "{}",
        ),
    ] {
        let attempt = ended(chain, &options, grant);
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

async fn forget_grants(options: &Tab) -> anyhow::Result<()> {
    let script = "chrome.storage.local.set({grants: []}).then(() => 0)";
    options.evaluate(script).await.map(drop)
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

async fn ended(chain: &Chain, options: &Tab, grant: &str) -> anyhow::Result<String> {
    // The id of the user's own programs is known.
    let attacker = Attacker::at(chain, chain.agent.clone(), "127.0.0.1").await?;
    let script = format!(
        "chrome.storage.local.set({{grants: [{{agent: 'user', name: 'user', site: '*', ...{grant}}}]}}).then(() => 0)"
    );
    options.evaluate(&script).await?;
    let request = attacker.send(json!({"action": "highlight"}))?;
    let window = ConsentWindow::armed(&chain.browser);
    let window = tokio::select! {
        window = window => window?,
        reply = request => anyhow::bail!("no window: {}", reply??.body),
    };
    window.answer(&chain.browser, "once").await?;
    forget_grants(options).await?;
    Ok("the user is asked".into())
}
