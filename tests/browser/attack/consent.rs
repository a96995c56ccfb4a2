//! An agent that wants the user's consent for more than the user sees or intends.

mod display;
mod wide;

use crate::attack::report::Report;
use anyhow::Context;
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
    wide::attacks(report, &chain).await
}

/// A page on which an agent with a token of its own acts.
const PAGE: &str = "<!doctype html><title>Form</title><button>Press me</button>\
    <input aria-label=Name><input type=file aria-label=File><p role=button tabindex=0>Card</p>\
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
        let agent = chain.add_agent(&[name, "--scope", "act"])?;
        let tab = chain.open(Page::html(PAGE)).await?;
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
        let name = on.as_ref().and_then(Value::as_str).unwrap_or("Press me");
        act["uid"] = json!(uid_of(&self.tree, name)?);
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
}
