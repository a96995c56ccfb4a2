//! Agents that ask again and again, until the user allows something.

use super::{Attacker, PAGE};
use crate::attack::report::Report;
use anyhow::{Context, ensure};
use axlens_harness::consent::{none_open, open_windows, wait_for_prompts};
use axlens_harness::{Chain, ConsentWindow, Page};
use serde_json::json;

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let tried = "six requests after two denials";
    report
        .attack("six_windows", tried, six_windows(chain))
        .await;
    let tried = "another action with another key on another element, after two denials";
    report
        .attack("denied_in_other_words", tried, other_words(chain))
        .await;
    let tried = "four requests that wait while the first one is denied";
    report
        .attack("requests_in_waiting", tried, in_waiting(chain))
        .await;
    let tried = "a request on a sixth site after denials on five sites";
    report
        .attack("denied_on_other_sites", tried, other_sites(chain))
        .await;
    let tried = "connections that close and open, so that the window does";
    report
        .attack("windows_by_disconnects", tried, disconnects(chain))
        .await;
    let tried = "a page that navigates, so that the window closes and opens";
    report
        .attack("windows_by_navigations", tried, navigations(chain))
        .await;
    let tried = "a request after the user has denied until they allow it, with all sites allowed";
    report
        .attack("denied_until_allowed", tried, until_allowed(chain))
        .await;
    Ok(())
}

async fn twice_denied(chain: &Chain, name: &str) -> anyhow::Result<Attacker> {
    let attacker = Attacker::new(chain, name).await?;
    for _ in 0..2 {
        attacker.denied(chain).await?;
    }
    Ok(attacker)
}

async fn six_windows(chain: &Chain) -> anyhow::Result<String> {
    let attacker = twice_denied(chain, "six-windows").await?;
    let mut answer = String::new();
    for _ in 0..6 {
        answer = attacker
            .denied_at_once(chain, json!({"action": "highlight"}))
            .await?;
    }
    Ok(format!("no window: {answer:.120}"))
}

async fn other_words(chain: &Chain) -> anyhow::Result<String> {
    let attacker = twice_denied(chain, "other-words").await?;
    for act in [
        json!({"action": "click", "key": "other", "on": "Card"}),
        json!({"action": "fill", "on": "Name", "value": "x"}),
        json!({"action": "reload", "on": null}),
    ] {
        attacker.denied_at_once(chain, act).await?;
    }
    Ok("no window".into())
}

async fn in_waiting(chain: &Chain) -> anyhow::Result<String> {
    let attacker = Attacker::new(chain, "in-waiting").await?;
    let send = || attacker.send(json!({"action": "highlight"}));
    let first = send()?;
    let window = ConsentWindow::armed(&chain.browser).await?;
    let others = [send()?, send()?, send()?, send()?];
    wait_for_prompts(&chain.agent, 5).await?;
    window.answer(&chain.browser, "deny").await?;
    first.await??;
    let mut denied = 0;
    for other in others {
        tokio::select! {
            window = ConsentWindow::armed(&chain.browser) => {
                window?.close().await?;
            }
            reply = other => denied += u32::from(reply??.code()? == "permission_denied"),
        }
    }
    ensure!(denied == 4, "{denied} of 4 are denied with the first one");
    none_open(&chain.browser).await?;
    Ok("one denial is the answer to all".into())
}

async fn other_sites(chain: &Chain) -> anyhow::Result<String> {
    let first = Attacker::new(chain, "other-sites").await?;
    for host in ["one", "two", "three", "four", "five"] {
        let host = format!("{host}.localhost");
        let attacker = Attacker::at(chain, first.agent.clone(), &host).await?;
        attacker.denied(chain).await?;
    }
    first
        .denied_at_once(chain, json!({"action": "highlight"}))
        .await
}

async fn disconnects(chain: &Chain) -> anyhow::Result<String> {
    let attacker = Attacker::new(chain, "disconnects").await?;
    let body = attacker.body(json!({"action": "highlight"}))?;
    for _ in 0..2 {
        let held = attacker.agent.post_and_hold("/interact", &body).await?;
        ConsentWindow::with_question(&chain.browser).await?;
        drop(held);
        none_open(&chain.browser).await?;
    }
    attacker
        .denied_at_once(chain, json!({"action": "highlight"}))
        .await
}

async fn navigations(chain: &Chain) -> anyhow::Result<String> {
    let first = Attacker::new(chain, "navigations").await?;
    let mut attacker = Attacker::at(chain, first.agent.clone(), "127.0.0.1").await?;
    for _ in 0..2 {
        let request = attacker.send(json!({"action": "highlight"}))?;
        ConsentWindow::with_question(&chain.browser).await?;
        attacker
            .tab
            .goto(&chain.site.page(Page::html(PAGE)))
            .await?;
        request.await??;
        none_open(&chain.browser).await?;
        attacker = Attacker::at(chain, first.agent.clone(), "127.0.0.1").await?;
    }
    attacker
        .denied_at_once(chain, json!({"action": "highlight"}))
        .await
}

async fn until_allowed(chain: &Chain) -> anyhow::Result<String> {
    let attacker = Attacker::new(chain, "until-allowed").await?;
    let request = attacker.send(json!({"action": "highlight"}))?;
    let window = ConsentWindow::armed(&chain.browser).await?;
    let button = window
        .evaluate("document.querySelector('button[value=ban]') !== null")
        .await?;
    if button != true {
        window.answer(&chain.browser, "deny").await?;
        request.await??;
        anyhow::bail!("the user can't deny more than this action");
    }
    window.answer(&chain.browser, "ban").await?;
    request.await??;
    let other = Attacker::at(chain, attacker.agent.clone(), "all.localhost").await?;
    let request = other.send(json!({"action": "highlight"}))?;
    let window = ConsentWindow::armed(&chain.browser).await?;
    window.answer(&chain.browser, "everywhere").await?;
    request
        .await??
        .ok()
        .context("the control: all sites are allowed")?;
    let denied = attacker
        .denied_at_once(chain, json!({"action": "highlight"}))
        .await?;
    ensure!(
        open_windows(&chain.browser).await?.is_empty(),
        "a window opens"
    );
    Ok(format!("{denied:.120}"))
}
