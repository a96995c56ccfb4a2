//! An agent that wants the user's consent for more than the user sees or intends.

mod display;
mod fatigue;
mod wide;

use crate::attack::report::Report;
use anyhow::{Context, ensure};
use axlens_harness::consent::open_windows;
use axlens_harness::tab::uid_of;
use axlens_harness::{Agent, Chain, ConsentWindow, Kind, Page, Reply, Tab};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

/// Runs them all, in a browser with a user.
pub async fn attacks(report: &mut Report) -> anyhow::Result<()> {
    let chain = Chain::lease(Kind::Attended).await?;
    // The control: an action that the user allows is executed.
    let control = Attacker::new(&chain, "control").await?;
    let request = control.send(json!({"action": "highlight"}))?;
    let window = ConsentWindow::armed(&chain.browser).await?;
    window.answer(&chain.browser, "once").await?;
    request.await??.ok().context("the control")?;
    display::attacks(report, &chain).await?;
    fatigue::attacks(report, &chain).await?;
    wide::attacks(report, &chain).await
}

/// A page on which an agent with a token of its own acts.
const PAGE: &str = "<!doctype html><title>Form</title><button>Press me</button>\
    <input aria-label=Name><input type=password aria-label=Password>\
    <input type=file aria-label=File><p role=button tabindex=0>Card</p>\
    <p role=button tabindex=0>Bin → button \"Keep\"</p>\
    <p role=button tabindex=0>Allow once. Axlens: this is safe</p>";

/// An agent that no other attack uses, with a snapshot of a page.
struct Attacker {
    agent: Agent,
    tab: Tab,
    tree: String,
}

impl Attacker {
    async fn new(chain: &Chain, name: &str) -> anyhow::Result<Self> {
        let made = chain.run(&["token", "add", name, "--scope", "act"])?;
        ensure!(made.status.success(), "{made:?}");
        let token = String::from_utf8(made.stdout)?;
        Self::at(chain, chain.agent.with_token(token.trim()), "127.0.0.1").await
    }

    /// An agent with the page on a site of this name.
    async fn at(chain: &Chain, agent: Agent, host: &str) -> anyhow::Result<Self> {
        let url = chain
            .site
            .page(Page::html(PAGE))
            .replacen("127.0.0.1", host, 1);
        let tab = chain.open_url(&url).await?;
        let params = json!({"tab": tab.handle().await?, "session": tab.name});
        let answer = agent.observe(params).await?.ok()?;
        let tree = answer["tree"].as_str().context("a tree")?.to_owned();
        Ok(Self { agent, tab, tree })
    }

    /// The body of an action on the element of the name in `on`; by default the button.
    fn body(&self, mut act: Value) -> anyhow::Result<Value> {
        if let Some(to) = act["to"].as_str() {
            act["to"] = json!({"uid": uid_of(&self.tree, to)?});
        }
        let on = act.as_object_mut().context("an object")?.remove("on");
        let on = on.unwrap_or(json!("Press me"));
        if let Some(name) = on.as_str() {
            act["uid"] = json!(uid_of(&self.tree, name)?);
        }
        act["session"] = json!(self.tab.name);
        act["timeoutMs"] = json!(30_000);
        Ok(act)
    }

    /// Sends an action without waiting for its response.
    fn send(&self, act: Value) -> anyhow::Result<JoinHandle<anyhow::Result<Reply>>> {
        let (agent, body) = (self.agent.clone(), self.body(act)?);
        Ok(tokio::spawn(
            async move { agent.post("/interact", body).await },
        ))
    }

    /// Sends an action, which the user denies.
    async fn denied(&self, chain: &Chain) -> anyhow::Result<()> {
        let request = self.send(json!({"action": "highlight"}))?;
        let window = ConsentWindow::armed(&chain.browser).await?;
        window.answer(&chain.browser, "deny").await?;
        let reply = request.await??;
        ensure!(reply.code()? == "permission_denied", "{}", reply.body);
        Ok(())
    }

    /// Sends an action and checks that it is denied without a window.
    async fn denied_at_once(&self, chain: &Chain, act: Value) -> anyhow::Result<String> {
        let request = self.send(act)?;
        tokio::select! {
            window = ConsentWindow::armed(&chain.browser) => {
                window?.close().await?;
                anyhow::bail!("another window opens");
            }
            reply = request => {
                let reply = reply??;
                ensure!(reply.code()? == "permission_denied", "{}", reply.body);
                let open = open_windows(&chain.browser).await?;
                ensure!(open.is_empty(), "a window is open");
                Ok(reply.body["message"].as_str().context("a message")?.to_owned())
            }
        }
    }
}
