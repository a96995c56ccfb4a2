//! Actions inside a page (`extension/page/act/`), without worker and server: their events compared
//! with those of real input, the checks before the first event, and what is read back.
//!
//! A bundle of the modules is a content script in a copy of the extension, so that they run in the
//! extension's isolated world as usual.

use axlens_harness::on_runtime;
use axlens_harness::{Chain, Kind, Page, Tab};
use serde_json::{Value, json};

mod at_rest;
mod checks;
mod compare;
mod differences;
mod keys;
mod real_input;
mod scenarios;

/// Runs a test on a page.
fn on_page(
    html: &str,
    test: impl AsyncFnOnce(ScriptedPage) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::PageModules).await?;
        let tab = chain.open(Page::html(html)).await?;
        test(ScriptedPage { tab }).await
    })
}

/// A page with the modules in the extension's isolated world.
struct ScriptedPage {
    tab: Tab,
}

impl ScriptedPage {
    /// Loads the page again, in its initial state.
    async fn reload(&self) -> anyhow::Result<()> {
        let url = self.evaluate("location.href.split('#')[0]").await?;
        self.tab.goto("about:blank").await?;
        self.tab.goto(url.as_str().unwrap_or_default()).await
    }

    /// The value of an expression in the page.
    async fn evaluate(&self, expression: &str) -> anyhow::Result<Value> {
        self.tab.evaluate(expression).await
    }

    /// The value of an expression in the extension's isolated world.
    async fn evaluate_in_extension(&self, expression: &str) -> anyhow::Result<Value> {
        self.tab.evaluate_in("Axlens", expression).await
    }

    /// Executes an action on an element, or without one. Returns the result.
    async fn perform(&self, selector: Option<&str>, action: &Value) -> anyhow::Result<Value> {
        self.perform_with(selector, action, &json!({})).await
    }

    async fn perform_with(
        &self,
        selector: Option<&str>,
        action: &Value,
        options: &Value,
    ) -> anyhow::Result<Value> {
        if action["action"] == "drag" {
            let script = self.evaluate_in_extension("axlensDragScript()").await?;
            self.evaluate(script.as_str().unwrap_or_default()).await?;
        }
        let call = format!("axlensPerform({}, {action}, {options})", json!(selector));
        self.evaluate_in_extension(&call).await
    }
}
