//! Opens the DevTools panel in a tab, with simulated DevTools and worker, and requests answers of
//! the extension as the server receives them.

use anyhow::Context;
use axlens_harness::{Chain, Tab, shared};
use bpe_openai::o200k_base;
use serde_json::{Value, json};

const STUB: &str = include_str!("panel/panel-stub.js");

/// Opens the panel and waits until it has requested the page. `setup` is a script that changes the
/// stub before that.
///
/// # Errors
/// If the panel does not load.
pub async fn open_panel(chain: &Chain, setup: &str) -> anyhow::Result<Tab> {
    let tab = chain.tab().await?;
    let source = json!({"source": format!("{STUB}\n{setup}")});
    tab.command("Page.addScriptToEvaluateOnNewDocument", source)
        .await?;
    let id = shared::extension_id()?;
    tab.goto(&format!("chrome-extension://{id}/devtools/panel.html"))
        .await?;
    tab.wait_for("document.body?.dataset.ready !== undefined")
        .await?;
    Ok(tab)
}

/// The worker's answer to a query about the tab with this URL. The worker's modules run in an
/// extension page, `reader`.
///
/// # Errors
/// The faults of the extension.
pub async fn wire_answer(
    reader: &Tab,
    url: &str,
    kind: &str,
    params: &Value,
) -> anyhow::Result<String> {
    let (url, kind) = (json!(url), json!(kind));
    let read = reader
        .evaluate(&format!(
            "(async () => {{
                const {{ answer }} = await import('/worker/queries.js');
                const {{ Deadline }} = await import('/worker/deadline.js');
                const tabs = await chrome.tabs.query({{}});
                const tab = tabs.find((each) => each.url === {url}).id;
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

/// The number of tokens of a text.
pub fn tokens(text: &str) -> usize {
    o200k_base().count(text)
}
