//! A page of a library: opened, looked at and acted on as an agent does it, and asked what it holds
//! by the library's own API.

use anyhow::Context;
use axlens_harness::{Chain, Page, Reply, Tab, components, shared};
use serde_json::{Value, json};

/// The theme of Shoelace, which changes nothing in the others.
const THEME: &str = "@shoelace-style/shoelace/dist/themes/light.css";

/// A page of tests/libraries in a window of its own.
pub struct LibraryPage<'a> {
    chain: &'a Chain,
    pub tab: Tab,
}

impl<'a> LibraryPage<'a> {
    /// Opens a page once its library stands.
    pub async fn open(chain: &'a Chain, name: &str) -> anyhow::Result<Self> {
        let folder = shared::libraries()?;
        let serve = |ending: &str, kind: &str| {
            let text = std::fs::read_to_string(folder.join(format!("{name}.{ending}"))).ok()?;
            Some(chain.site.page(Page::html(text).content_type(kind)))
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
        Self::of(chain, tab).await.with_context(|| name.to_owned())
    }

    /// A tab, once its page says that it stands.
    pub async fn of(chain: &'a Chain, tab: Tab) -> anyhow::Result<Self> {
        tab.wait_for("document.documentElement.dataset.ready === 'yes'")
            .await?;
        Ok(Self { chain, tab })
    }

    /// Opens the page of a web component library, once `script` has closed what it opens by itself
    /// and says, as `held`, what the components hold.
    pub async fn open_components(
        chain: &'a Chain,
        name: &str,
        script: &str,
    ) -> anyhow::Result<Self> {
        let tab = components::open(chain, name).await?;
        // What it looks like says where it can be clicked.
        let theme = shared::components()?.join("../node_modules").join(THEME);
        let theme = json!(std::fs::read_to_string(theme)?);
        let add = format!(
            "document.head.append(Object.assign(document.createElement('style'), {{textContent: {theme}}})), 0"
        );
        tab.evaluate(&add).await?;
        tab.evaluate(script)
            .await
            .with_context(|| name.to_owned())?;
        let page = Self { chain, tab };
        page.rest().await?;
        Ok(page)
    }

    /// The page as an agent sees it.
    pub async fn look(&self) -> anyhow::Result<String> {
        let observed = self.tab.observe(json!({"format": "lean"})).await?;
        Ok(observed["tree"].as_str().unwrap_or_default().to_owned())
    }

    /// Looks, and does something to the element of the first line that holds this; to what has the
    /// focus where it holds nothing.
    pub async fn act(&self, line: &str, mut body: Value) -> anyhow::Result<Reply> {
        if line.is_empty() {
            self.look().await?;
        } else {
            body["uid"] = json!(self.uid(line).await?);
        }
        body["session"] = json!(self.tab.name);
        body["tab"] = json!(self.tab.handle().await?);
        self.chain.agent.post("/interact", body).await
    }

    /// Looks, and gives the uid of the first line that holds this.
    pub async fn uid(&self, line: &str) -> anyhow::Result<String> {
        let tree = self.look().await?;
        let found = tree.lines().find(|each| each.contains(line));
        let found = found.with_context(|| format!("no {line:?} in\n{tree}"))?;
        let uid = found.trim_start().split([' ', ':']).next();
        Ok(uid.unwrap_or_default().to_owned())
    }

    /// Waits as long as the slowest library takes to write down what it was told.
    pub async fn rest(&self) -> anyhow::Result<()> {
        const A_WHILE: &str =
            "new Promise((done) => setTimeout(() => requestAnimationFrame(() => done(0)), 250))";
        self.tab.evaluate(A_WHILE).await?;
        Ok(())
    }

    /// What the library says that it holds.
    pub async fn held(&self) -> anyhow::Result<Value> {
        self.tab.evaluate("held()").await
    }
}
