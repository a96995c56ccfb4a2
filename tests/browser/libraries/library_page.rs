//! A page of a library, read and acted on through the endpoints. Its values are read with the
//! library's own API.

use crate::libraries::waits::WaitLog;
use anyhow::Context;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Reply, Tab, components, shared};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::time::{Duration, Instant};

/// The theme of Shoelace. It does not affect the other libraries.
const THEME: &str = "@shoelace-style/shoelace/dist/themes/light.css";

/// How long a value must stay the same: an editor may write a text a second time.
const STABLE_TIME: Duration = Duration::from_millis(250);
/// How long an expected value may take.
const VALUE_TIMEOUT: Duration = Duration::from_secs(5);

/// Waits for as many animation frames as an animation of a library takes.
const ANIMATION_FRAMES: &str = "new Promise((done) => {
    let left = 45;
    const next = () => (left-- > 0 ? requestAnimationFrame(next) : done(true));
    next();
})";

/// A page of tests/packages/libraries in a window of its own.
pub struct LibraryPage<'a> {
    chain: &'a Chain,
    pub tab: Tab,
    /// If waits are measured.
    waits: Option<WaitLog>,
}

impl<'a> LibraryPage<'a> {
    /// Opens the page of a library.
    pub async fn open(chain: &'a Chain, name: &str) -> anyhow::Result<Self> {
        let folder = shared::libraries()?;
        let serve = |extension: &str, content_type: &str| {
            let text = std::fs::read_to_string(folder.join(format!("{name}.{extension}"))).ok()?;
            Some(chain.site.page(Page::html(text).content_type(content_type)))
        };
        let script = serve("js", "text/javascript; charset=utf-8").context("no bundle")?;
        let styles = serve("css", "text/css; charset=utf-8")
            .map(|url| format!("<link rel=stylesheet href='{url}'>"));
        let html = format!(
            "<!doctype html><html lang=en><meta charset=utf-8><title>{name}</title>{}\
             <div id=root></div><script type=module src='{script}'></script>",
            styles.unwrap_or_default()
        );
        let tab = chain.open(Page::html(html)).await?;
        let page = Self::of_tab(chain, tab).await;
        page.with_context(|| name.to_owned())
    }

    /// A page whose waits are measured.
    pub fn measured(chain: &'a Chain, tab: Tab, waits: Option<WaitLog>) -> Self {
        Self { chain, tab, waits }
    }

    /// Waits until the page in a tab is ready.
    pub async fn of_tab(chain: &'a Chain, tab: Tab) -> anyhow::Result<Self> {
        tab.wait_for("document.documentElement.dataset.ready === 'yes'")
            .await?;
        let waits = WaitLog::of_page(chain, &tab).await?;
        Ok(Self { chain, tab, waits })
    }

    /// Opens the page of a web component library. `script` closes the components that the page
    /// opens, and defines `getValues`.
    pub async fn open_components(
        chain: &'a Chain,
        name: &str,
        script: &str,
    ) -> anyhow::Result<Self> {
        let tab = components::open(chain, name).await?;
        // The layout, and so the point of a click, depends on the theme.
        let theme = shared::components()?.join("../node_modules").join(THEME);
        let theme = json!(std::fs::read_to_string(theme)?);
        let add = format!(
            "document.head.append(Object.assign(document.createElement('style'), {{textContent: {theme}}})), 0"
        );
        tab.evaluate(&add).await?;
        let prepared = tab.evaluate(script).await;
        prepared.with_context(|| name.to_owned())?;
        let waits = WaitLog::of_page(chain, &tab).await?;
        let page = Self { chain, tab, waits };
        page.wait_until_stable().await?;
        Ok(page)
    }

    /// Waits until the snapshot no longer changes.
    async fn wait_until_stable(&self) -> anyhow::Result<()> {
        let previous = RefCell::new(String::new());
        until("a page that does not change", || async {
            self.tab.evaluate(ANIMATION_FRAMES).await?;
            let tree = self.observe().await?;
            let is_same = previous.replace(tree.clone()) == tree;
            Ok(is_same.then_some(()))
        })
        .await
    }

    async fn observe(&self) -> anyhow::Result<String> {
        let answer = self.tab.observe(json!({"format": "lean"})).await?;
        Ok(answer["tree"].as_str().unwrap_or_default().to_owned())
    }

    /// Takes a snapshot until it has a line with a text. Returns the uid on the first such line.
    pub async fn uid(&self, text: &str) -> anyhow::Result<String> {
        until("a line of the snapshot", || async {
            let tree = self.observe().await?;
            let line = tree.lines().find(|line| line.contains(text));
            let line = line.with_context(|| format!("no {text:?} in\n{tree}"))?;
            let uid = line.trim_start().split([' ', ':']).next();
            Ok(uid.map(str::to_owned))
        })
        .await
    }

    /// Executes an action on the element of the first line with a text, or on the focused element
    /// if there is no text.
    pub async fn act(&self, line: &str, mut body: Value) -> anyhow::Result<Reply> {
        if line.is_empty() {
            self.observe().await?;
        } else {
            body["uid"] = json!(self.uid(line).await?);
        }
        body["session"] = json!(self.tab.name);
        body["tab"] = json!(self.tab.handle().await?);
        let Some(waits) = &self.waits else {
            return self.chain.agent.post("/interact", body).await;
        };
        waits.begin(&self.tab).await?;
        let reply = self.chain.agent.post("/interact", body.clone()).await?;
        waits.append(&self.tab, &body["action"]).await?;
        Ok(reply)
    }

    /// Waits until a value of the library is the expected one and does not change, or for
    /// `VALUE_TIMEOUT`. Returns the value.
    pub async fn wait_for_value(&self, name: &str, expected: &Value) -> anyhow::Result<Value> {
        let start = Instant::now();
        let (mut value, mut changed_at) = (self.value(name).await?, start);
        loop {
            let is_stable = changed_at.elapsed() >= STABLE_TIME;
            if is_stable && (value == *expected || start.elapsed() >= VALUE_TIMEOUT) {
                return Ok(value);
            }
            let now = self.value(name).await?;
            if now != value {
                (value, changed_at) = (now, Instant::now());
            }
        }
    }

    /// A value of the library at the next animation frame.
    async fn value(&self, name: &str) -> anyhow::Result<Value> {
        let script = "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(getValues()))))";
        Ok(self.tab.evaluate(script).await?[name].take())
    }
}
