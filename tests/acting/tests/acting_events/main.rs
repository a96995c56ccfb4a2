//! What acting does inside a page (`extension/page/act/`), without worker and server: its events
//! beside those of real input on the same page, and what it refuses before it sends any.
//!
//! The modules run where they always do, in the extension's isolated world: a bundle of them is a
//! content script of a copy of the extension.

use anyhow::{Context, bail};
use axlens_harness::on_runtime;
use axlens_harness::{Chain, Page, Tab, shared};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use tokio::sync::{Mutex, OnceCell};

mod checks;
mod compare;
mod keys;
mod real_input;

/// The bundle's name in the copy of the extension.
const SCRIPT: &str = "acting-in-page.js";

/// The bundler that `cargo xtask build` has fetched.
fn bundler() -> anyhow::Result<PathBuf> {
    let tools = shared::build()?.join("tools");
    let found = std::fs::read_dir(&tools)?
        .flatten()
        .find(|entry| entry.file_name().to_string_lossy().starts_with("esbuild@"));
    let folder = found.with_context(|| format!("no esbuild in {}", tools.display()))?;
    Ok(folder.path().join("node_modules/.bin/esbuild"))
}

/// Makes the modules a content script of the copy.
fn add_script(extension: &Path) -> anyhow::Result<()> {
    let mut command = Command::new(bundler()?);
    command
        .arg(shared::workspace().join("tests/acting/in-page.js"))
        .args(["--bundle", "--format=iife", "--log-level=warning"])
        .arg(format!("--outfile={}", extension.join(SCRIPT).display()));
    anyhow::ensure!(command.status()?.success(), "the modules can't be bundled");
    let path = extension.join("manifest.json");
    let mut manifest: Value = serde_json::from_str(&std::fs::read_to_string(&path)?)?;
    // No worker: it would open its first page, which comes in front of the page of the test.
    if let Some(fields) = manifest.as_object_mut() {
        fields.remove("background");
    }
    manifest["content_scripts"] = json!([{
        "matches": ["<all_urls>"], "js": [SCRIPT], "run_at": "document_start", "all_frames": true,
    }]);
    Ok(std::fs::write(path, manifest.to_string())?)
}

/// One test at a time: windows take the focus from each other.
fn in_turn(test: impl AsyncFnOnce(&'static Chain) -> anyhow::Result<()>) -> anyhow::Result<()> {
    static CHAIN: OnceCell<Chain> = OnceCell::const_new();
    static TURN: Mutex<()> = Mutex::const_new(());
    on_runtime(async || {
        let _turn = TURN.lock().await;
        let start = || Chain::start_without_host_by(add_script);
        test(CHAIN.get_or_try_init(start).await?).await
    })
}

/// A page, and the extension's world in it.
struct Acting {
    tab: Tab,
    session: String,
    world: Value,
}

impl Acting {
    async fn open(chain: &Chain, html: &str) -> anyhow::Result<Self> {
        let tab = chain.open(Page::html(html)).await?;
        let session = tab.sessions().await?.swap_remove(0);
        let mut acting = Self {
            tab,
            session,
            world: Value::Null,
        };
        acting.find_world().await?;
        Ok(acting)
    }

    /// The same page once more, as if nothing had happened.
    async fn renew(&mut self) -> anyhow::Result<()> {
        let url = self.tab.evaluate("location.href.split('#')[0]").await?;
        self.tab.goto("about:blank").await?;
        self.tab.goto(url.as_str().unwrap_or_default()).await?;
        self.find_world().await
    }

    async fn find_world(&mut self) -> anyhow::Result<()> {
        let (session, tab) = (self.session.as_str(), &self.tab);
        tab.command("Runtime.disable", json!({})).await?;
        let created = "Runtime.executionContextCreated";
        let come = tab.events_of(session, "Runtime.enable", created).await?;
        let found = come.iter().map(|event| &event["context"]).find(|context| {
            context["auxData"]["type"] == "isolated" && context["name"] == "Axlens"
        });
        self.world = found.context("the extension's world")?["id"].clone();
        Ok(())
    }

    /// Value of an expression in the extension's world.
    async fn inside(&self, expression: &str) -> anyhow::Result<Value> {
        let params = json!({"expression": expression, "contextId": self.world,
            "awaitPromise": true, "returnByValue": true});
        let mut answer = self.tab.command("Runtime.evaluate", params).await?;
        if let Some(exception) = answer.get("exceptionDetails") {
            bail!("{expression}: {exception}");
        }
        Ok(answer["result"]["value"].take())
    }

    async fn perform(&self, selector: Option<&str>, act: &Value) -> anyhow::Result<Value> {
        self.perform_with(selector, act, &json!({})).await
    }

    async fn perform_with(
        &self,
        selector: Option<&str>,
        act: &Value,
        options: &Value,
    ) -> anyhow::Result<Value> {
        let call = format!("axlensPerform({}, {act}, {options})", json!(selector));
        self.inside(&call).await
    }

    /// What the page has heard since the last time it was asked, once no more comes.
    async fn heard(&self) -> anyhow::Result<Vec<Value>> {
        let script = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
            setTimeout(() => done(takeLog())))))";
        let log = self.tab.evaluate(script).await?;
        Ok(log.as_array().cloned().unwrap_or_default())
    }
}

#[test]
fn events_are_those_of_real_input() -> anyhow::Result<()> {
    in_turn(async |chain| {
        let html = std::fs::read_to_string(shared::workspace().join("tests/acting/page.html"))?;
        let mut acting = Acting::open(chain, &html).await?;
        compare::all(&mut acting).await
    })
}
