//! The lifetime of the parts: if a part ends, hangs or restarts, every query ends and the parts
//! connect again. Each test has its own server and browser.

mod access;
mod connection;
mod restarts;

use anyhow::Context;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Tab};
use serde_json::{Value, json};

/// Repeats a request until it succeeds. Faults are allowed before that.
async fn observe_again(chain: &Chain, tab: &Tab) -> anyhow::Result<Value> {
    let answer = until("a response", || async {
        chain.agent.refresh()?;
        Ok(Some(tab.observe(json!({"max_depth": 15})).await?))
    });
    answer.await.with_context(|| chain.state())
}

/// The random id of the connected worker.
async fn worker_instance(chain: &Chain) -> anyhow::Result<Value> {
    Ok(chain.agent.status().await?["extension"]["instance"].clone())
}

/// Opens a page of the browser or the extension.
async fn open_page(chain: &Chain, url: &str) -> anyhow::Result<Tab> {
    let tab = chain.tab().await?;
    tab.goto(url).await?;
    Ok(tab)
}
