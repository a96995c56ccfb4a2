//! The DevTools panel as a page of its own, with DevTools and the worker played by a stub, and
//! answers of the extension as the server gets them. Knows nothing of what the panel shows.

use anyhow::Context;
use axlens_harness::{Chain, Tab, shared};
use bpe_openai::o200k_base;
use serde_json::{Value, json};

const STUB: &str = include_str!("../devtools/panel-stub.js");

/// The panel, once it has asked for the page. `before`: what is done to the stub first.
///
/// # Errors
/// Where there is no such page.
pub async fn open(chain: &Chain, before: &str) -> anyhow::Result<Tab> {
    let tab = chain.tab().await?;
    let source = json!({"source": format!("{STUB}\n{before}")});
    tab.command("Page.addScriptToEvaluateOnNewDocument", source)
        .await?;
    let id = shared::extension_id()?;
    tab.goto(&format!("chrome-extension://{id}/devtools/panel.html"))
        .await?;
    tab.wait_for("document.body?.dataset.ready !== undefined")
        .await?;
    Ok(tab)
}

/// What the worker would answer the server about the tab with this address, by the same modules in
/// a page of the extension's own.
///
/// # Errors
/// The faults of the extension.
pub async fn wire_answer(
    reader: &Tab,
    address: &str,
    kind: &str,
    params: &Value,
) -> anyhow::Result<String> {
    let (address, kind) = (json!(address), json!(kind));
    let read = reader
        .evaluate(&format!(
            "(async () => {{
                const {{ answer }} = await import('/worker/queries.js');
                const {{ Deadline }} = await import('/worker/deadline.js');
                const tabs = await chrome.tabs.query({{}});
                const tab = tabs.find(({{ url }}) => url === {address}).id;
                const agent = {{ id: 'user', name: 'user', scope: 'act' }};
                const deadline = new Deadline(60_000);
                const query = {{ id: 'q', kind: {kind}, params: {params}, agent, tab,
                    deadlineMs: deadline.left() }};
                return answer(query, deadline, {{ note: () => {{}} }});
            }})()"
        ))
        .await?;
    Ok(read.as_str().context("an answer")?.to_owned())
}

/// The tokens of a text, counted.
pub fn tokens(text: &str) -> usize {
    o200k_base().count(text)
}
