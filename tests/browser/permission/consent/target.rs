//! A page with a button that agents act on, and the audit log.

use anyhow::Context;
use axlens_harness::consent::{none_open, open_windows};
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, ConsentWindow, Page, Reply, Tab};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

pub const PAGE: &str = "<!doctype html><title>Orders</title><ul><li><b>Ada</b> <button id=b>Press me</button></ul>\
    <script>window.mutations = 0; new MutationObserver((list) => { window.mutations += list.length; })\
    .observe(document, {subtree: true, childList: true, attributes: true, characterData: true});</script>";

/// The kind of the action on it.
const HIGHLIGHT: &str = "interact:highlight";

/// A page with a button, and the uid of the button in a snapshot.
pub struct Target {
    pub tab: Tab,
    pub uid: String,
}

impl Target {
    pub async fn open(chain: &Chain) -> anyhow::Result<Self> {
        Self::in_tab(chain.open(Page::html(PAGE)).await?).await
    }

    /// Opens the page on another site.
    pub async fn open_at(chain: &Chain, host: &str) -> anyhow::Result<Self> {
        let url = chain.site.page(Page::html(PAGE));
        let url = url.replacen("127.0.0.1", host, 1);
        Self::in_tab(chain.open_url(&url).await?).await
    }

    pub async fn in_tab(tab: Tab) -> anyhow::Result<Self> {
        let uid = uid_of(&tab.tree().await?, "Press me")?;
        Ok(Self { tab, uid })
    }

    pub fn body(&self) -> Value {
        json!({"action": "highlight", "uid": self.uid, "session": self.tab.name, "timeoutMs": 30_000})
    }

    /// Sends the request without waiting for its response.
    pub fn send(&self, chain: &Chain) -> JoinHandle<anyhow::Result<Reply>> {
        let (agent, body) = (chain.agent.clone(), self.body());
        tokio::spawn(async move { agent.post("/interact", body).await })
    }

    /// Sends the request, and the user clicks on this answer.
    pub async fn send_and_answer(&self, chain: &Chain, answer: &str) -> anyhow::Result<Reply> {
        let request = self.send(chain);
        let window = ConsentWindow::armed(&chain.browser).await;
        let window = window.with_context(|| chain.state())?;
        window.answer(&chain.browser, answer).await?;
        let reply = request.await??;
        none_open(&chain.browser).await?;
        Ok(reply)
    }

    /// Sends the request and asserts that no consent window opens.
    pub async fn send_without_prompt(&self, chain: &Chain) -> anyhow::Result<Value> {
        let answer = self.send(chain).await??.ok()?;
        assert!(open_windows(&chain.browser).await?.is_empty());
        Ok(answer)
    }

    /// The numbers of animations and of mutations that the page can see.
    pub async fn traces(&self) -> anyhow::Result<Value> {
        self.tab
            .evaluate("[document.getAnimations().length, window.mutations]")
            .await
    }
}

/// Outcome and consent of each highlighting in the audit log.
pub fn logged(chain: &Chain) -> anyhow::Result<Vec<(String, String)>> {
    logged_as(chain, HIGHLIGHT)
}

/// Outcome and consent of each action of a kind in the audit log.
fn logged_as(chain: &Chain, kind: &str) -> anyhow::Result<Vec<(String, String)>> {
    let entries = chain.log()?;
    let text = |entry: &Value, field: &str| entry[field].as_str().unwrap_or_default().to_owned();
    let acts = entries.iter().filter(|entry| entry["kind"] == kind);
    acts.map(|entry| {
        anyhow::ensure!(entry["origin"].is_string(), "no site: {entry}");
        Ok((text(entry, "outcome"), text(entry, "consent")))
    })
    .collect()
}

/// Waits until the audit log has exactly these outcomes and consents.
pub async fn wait_for_log(chain: &Chain, expected: &[(&str, &str)]) -> anyhow::Result<()> {
    wait_for_log_of(chain, HIGHLIGHT, expected).await
}

/// Waits until the audit log has exactly these outcomes and consents of actions of a kind.
pub async fn wait_for_log_of(
    chain: &Chain,
    kind: &str,
    expected: &[(&str, &str)],
) -> anyhow::Result<()> {
    until("the audit log", || async {
        let entries = logged_as(chain, kind)?;
        let entries: Vec<(&str, &str)> = entries.iter().map(|(a, b)| (&**a, &**b)).collect();
        anyhow::ensure!(entries == expected, "{entries:?}");
        Ok(Some(()))
    })
    .await
}
