//! Calls of a page's tools at each level of its site. The table in `effects` leaves them out.

use super::open_options;
use anyhow::ensure;
use axlens_harness::consent::none_open;
use axlens_harness::own_page::set_policy;
use axlens_harness::{Chain, ConsentWindow, Kind, Page, on_runtime};
use serde_json::json;

const PAGE: &str = "<title>Shop</title><p id=total>0</p><script>
  document.modelContext.registerTool({ name: 'add_to_cart', description: 'Adds goods',
    annotations: { readOnlyHint: true }, inputSchema: { type: 'object',
      properties: { what: { type: 'string' }, many: { type: 'number' } } },
    execute: async ({ many }) => { total.textContent = many; } });
</script>";

#[test]
fn the_level_of_the_site_applies_to_its_tools() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let options = open_options(&chain).await?;
        let tab = chain.open(Page::html(PAGE)).await?;
        let policy = |level: &str| {
            let rule = json!({"pattern": chain.site.origin(), "level": level, "confirm": false});
            json!({"default": "ask", "sites": [rule]})
        };
        let handle = tab.handle().await?;
        let call = |agent: &axlens_harness::Agent| {
            let body = json!({"action": "call_tool", "tool": "add_to_cart", "tab": handle,
                "arguments": {"what": "tea \"x\"", "many": 3}, "session": tab.name,
                "timeoutMs": 30_000});
            let agent = agent.clone();
            tokio::spawn(async move { agent.post("/interact", body).await })
        };
        for (level, code) in [("block", "tab_not_found"), ("read", "permission_denied")] {
            set_policy(&options, &policy(level)).await?;
            let refused = call(&chain.agent).await??;
            ensure!(refused.code()? == code, "{level}: {:#}", refused.body);
        }
        set_policy(&options, &policy("ask")).await?;
        for (answer, total) in [("deny", "0"), ("once", "3")] {
            let called = call(&chain.agent);
            let window = ConsentWindow::armed(&chain.browser).await?;
            let content = window.text("content").await?;
            for part in ["add_to_cart", "many: 3", "what: \"tea"] {
                ensure!(content.contains(part), "{part} is not in\n{content}");
            }
            window.answer(&chain.browser, answer).await?;
            let called = called.await??;
            ensure!(
                tab.evaluate("total.textContent").await? == total,
                "{:#}",
                called.body
            );
            none_open(&chain.browser).await?;
        }
        tab.evaluate("total.textContent = 0").await?;
        set_policy(&options, &policy("act")).await?;
        let called = call(&chain.agent).await??;
        ensure!(called.body["error"].is_null(), "{:#}", called.body);
        ensure!(
            tab.evaluate("total.textContent").await? == "3",
            "{:#}",
            called.body
        );
        Ok(())
    })
}
