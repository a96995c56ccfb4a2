//! A page in a tab of its own, with the snapshot from which the tests take uids.

use anyhow::Context;
use axlens_harness::{Chain, Page, Reply, Tab, on_chain, on_runtime};
use serde_json::{Value, json};

/// Opens a page, and runs a test on it.
pub fn on_page(
    html: &str,
    test: impl AsyncFnOnce(ObservedPage<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    on_chain(async |chain| test(ObservedPage::open(chain, html).await?).await)
}

/// Like [`on_page`], in a browser of its own, in which no action has been logged before.
pub fn on_page_of_own_browser(
    html: &str,
    test: impl AsyncFnOnce(ObservedPage<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        test(ObservedPage::open(&chain, html).await?).await
    })
}

/// A page, and its snapshot in the tab's session.
pub struct ObservedPage<'a> {
    pub chain: &'a Chain,
    pub tab: Tab,
    /// The snapshot, in the lean format.
    pub tree: String,
}

impl<'a> ObservedPage<'a> {
    pub async fn open(chain: &'a Chain, html: &str) -> anyhow::Result<Self> {
        let tab = chain.open(Page::html(html)).await?;
        Self::observe(chain, tab).await
    }

    /// Takes a snapshot of a tab.
    pub async fn observe(chain: &'a Chain, tab: Tab) -> anyhow::Result<Self> {
        let answer = tab.observe(json!({"format": "lean"})).await?;
        let tree = tree(&answer).to_owned();
        Ok(ObservedPage { chain, tab, tree })
    }

    /// The uid on the first line of the snapshot that contains a text.
    pub fn uid(&self, text: &str) -> anyhow::Result<String> {
        self.nth_uid(text, 0)
    }

    /// The uid on the nth line, from 0, that contains a text.
    pub fn nth_uid(&self, text: &str, index: usize) -> anyhow::Result<String> {
        let line = self
            .tree
            .lines()
            .filter(|line| line.contains(text))
            .nth(index);
        let line = line.with_context(|| format!("no {text:?} in\n{}", self.tree))?;
        let uid = line.trim_start().split([' ', ':']).next();
        Ok(uid.unwrap_or_default().to_owned())
    }

    /// Sends `POST /interact` in this tab and session.
    pub async fn interact(&self, mut body: Value) -> anyhow::Result<Reply> {
        body["session"] = json!(self.tab.name);
        if body.get("tab").is_none() {
            body["tab"] = json!(self.tab.handle().await?);
        }
        self.chain.agent.post("/interact", body).await
    }

    /// Sends a request about this tab, which must succeed. Returns the answer.
    pub async fn post_ok(&self, path: &str, mut body: Value) -> anyhow::Result<Value> {
        body["tab"] = json!(self.tab.handle().await?);
        self.chain.agent.post(path, body).await?.ok()
    }

    /// Executes actions that must succeed. Returns the answer.
    pub async fn interact_ok(&self, body: Value) -> anyhow::Result<Value> {
        self.interact(body).await?.ok()
    }

    /// Executes an action on the element of the first line that contains a text.
    pub async fn act_on(&self, text: &str, mut body: Value) -> anyhow::Result<Value> {
        body["uid"] = json!(self.uid(text)?);
        self.interact_ok(body).await
    }

    pub async fn click(&self, text: &str) -> anyhow::Result<Value> {
        self.act_on(text, json!({"action": "click"})).await
    }

    /// The value of an expression in the page.
    pub async fn evaluate(&self, expression: &str) -> anyhow::Result<Value> {
        self.tab.evaluate(expression).await
    }
}

/// The outcome of the first action of an answer.
pub fn outcome(answer: &Value) -> &str {
    answer["results"][0]["outcome"].as_str().unwrap_or_default()
}

/// The text of an answer's snapshot.
pub fn tree(answer: &Value) -> &str {
    answer["tree"].as_str().unwrap_or_default()
}

/// Whether the first result of an answer is that of an earlier request with the same key.
pub fn is_replayed(answer: &Value) -> bool {
    answer["results"][0]["before"] == json!(true)
}
