//! The user's policy in a real browser: no request of an agent reads a blocked site.

mod administrator;
mod blocked_site;
mod console;
mod effects;
mod incognito;
mod page_tools;

use axlens_harness::wait::until;
use axlens_harness::{Chain, Reply, Tab};
use serde_json::Value;

/// Opens the options page, in which [`set_policy`] runs.
async fn open_options(chain: &Chain) -> anyhow::Result<Tab> {
    chain.own_page("options").await
}

async fn set_policy(options: &Tab, policy: Value) -> anyhow::Result<()> {
    let script = format!("chrome.storage.local.set({{policy: {policy}}}).then(() => 0)");
    options.evaluate(&script).await.map(|_| ())
}

/// The handle of the listed tab with this title.
async fn listed_tab(chain: &Chain, title: &str) -> anyhow::Result<Option<u64>> {
    let tabs = chain.agent.tabs().await?;
    let tab = tabs.iter().find(|tab| tab["title"] == title);
    Ok(tab.and_then(|tab| tab["tab"].as_u64()))
}

/// Waits until a tab with this title is listed, or is not.
async fn wait_for_listing(chain: &Chain, title: &str, listed: bool) -> anyhow::Result<()> {
    until("the policy to apply", || async {
        Ok((listed_tab(chain, title).await?.is_some() == listed).then_some(()))
    })
    .await
}

async fn observe(chain: &Chain, params: Value) -> anyhow::Result<Reply> {
    chain.agent.observe(params).await
}
