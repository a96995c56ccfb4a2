//! Actions inside a page (`extension/page/act/`), without worker and server: their events compared
//! with those of real input, the checks before the first event, and what is read back.
//!
//! A bundle of the modules is a content script in a copy of the extension, so that they run in the
//! extension's isolated world as usual.

use anyhow::Context;
use axlens_harness::on_runtime;
use axlens_harness::{Chain, Page, Tab, shared};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use tokio::sync::{Mutex, OnceCell};

mod at_rest;
mod checks;
mod compare;
mod differences;
mod keys;
mod real_input;
mod scenarios;

/// The name of the bundle in the copy of the extension.
const SCRIPT: &str = "acting-in-page.js";

/// The bundler that `cargo xtask build` has downloaded.
fn bundler() -> anyhow::Result<PathBuf> {
    let tools = shared::build()?.join("tools");
    let bundler = std::fs::read_dir(&tools)?
        .flatten()
        .find(|entry| entry.file_name().to_string_lossy().starts_with("esbuild@"));
    let folder = bundler.with_context(|| format!("no esbuild in {}", tools.display()))?;
    Ok(folder.path().join("node_modules/.bin/esbuild"))
}

/// Adds the bundle to a copy of the extension, as a content script of every page.
fn add_script(extension: &Path) -> anyhow::Result<()> {
    let mut command = Command::new(bundler()?);
    command
        .arg(shared::workspace().join("tests/acting/in-page.js"))
        .args(["--bundle", "--format=iife", "--log-level=warning"])
        .arg(format!("--outfile={}", extension.join(SCRIPT).display()));
    anyhow::ensure!(command.status()?.success(), "the modules can't be bundled");
    let path = extension.join("manifest.json");
    let mut manifest: Value = serde_json::from_str(&std::fs::read_to_string(&path)?)?;
    // The worker would open its welcome page in front of the page of the test.
    if let Some(fields) = manifest.as_object_mut() {
        fields.remove("background");
    }
    manifest["content_scripts"] = json!([{
        "matches": ["<all_urls>"], "js": [SCRIPT], "run_at": "document_start", "all_frames": true,
    }]);
    Ok(std::fs::write(path, manifest.to_string())?)
}

/// Runs a test on a page, one test at a time: windows take the focus from each other.
fn on_page(
    html: &str,
    test: impl AsyncFnOnce(ScriptedPage) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    static CHAIN: OnceCell<Chain> = OnceCell::const_new();
    static FOCUS: Mutex<()> = Mutex::const_new(());
    on_runtime(async || {
        let _focus = FOCUS.lock().await;
        let start = || Chain::start_without_host_by(add_script);
        let chain = CHAIN.get_or_try_init(start).await?;
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
        let call = format!("axlensPerform({}, {action}, {options})", json!(selector));
        self.evaluate_in_extension(&call).await
    }
}
