//! An action is executed once although the worker, the server, the native host or the connection of
//! the agent ends at one of its steps. The extension is a copy that pauses at each step until the
//! test opens a gate, so that the component ends exactly there.

use crate::acting::truth::components::{COMPONENTS, Component, is_final, open_internals};
use anyhow::Context;
use axlens_harness::build::replace_in;
use axlens_harness::on_runtime;
use axlens_harness::site::{Gate, Site};
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Reply, Tab};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;

/// The steps at which the copy of the worker pauses. At `between-events` the page pauses, in the
/// first event.
const STEPS: [&str; 5] = [
    "before-log",
    "logged",
    "between-events",
    "before-outcome-log",
    "outcome-logged",
];

const PAGE: &str = "<title>Once</title><h1>Once</h1><button>Count</button><p id=output>0</p><script>
let count = 0;
document.addEventListener('pointerdown', () => {
  for (const method of ['POST', 'GET']) {
    const request = new XMLHttpRequest();
    request.open(method, '/step/between-events?' + Math.random(), false);
    request.send();
  } });
document.querySelector('button').onclick = () => { output.textContent = String(++count); };</script>";

/// Makes the worker report a step with a `POST`, and pause until the response to a `GET` ends.
fn pause_at_steps(extension: &Path, origin: &str) -> anyhow::Result<()> {
    let log = "worker/acting/action-log.js";
    let begun = format!(
        "async function pauseAt(step) {{
  const address = '{origin}/step/' + step;
  await fetch(address, {{ method: 'POST' }});
  await fetch(address, {{ cache: 'no-store' }}).then((response) => response.text());
}}
export async function logBegin(...args) {{
  await pauseAt('before-log');
  await writeBegin(...args);
  await pauseAt('logged');
}}
async function writeBegin("
    );
    replace_in(extension, log, "export async function logBegin(", &begun)?;
    let ended = "export const logEnd = async (...args) => {
  await pauseAt('before-outcome-log');
  await writeEnd(...args);
  await pauseAt('outcome-logged');
};
const writeEnd = (";
    replace_in(extension, log, "export const logEnd = (", ended)
}

/// The chain with the copy, the page, and the site on which the steps wait.
struct Setup {
    chain: Chain,
    site: Site,
    internals: Tab,
    page: Tab,
}

impl Setup {
    async fn start() -> anyhow::Result<Self> {
        let site = Site::start().await?;
        let origin = site.origin().to_owned();
        let change = |extension: &Path| pause_at_steps(extension, &origin);
        let chain = Chain::start_by_host_by(change).await?;
        let internals = open_internals(&chain).await?;
        let page = chain.open_url(&site.page(Page::html(PAGE))).await?;
        Ok(Self {
            chain,
            site,
            internals,
            page,
        })
    }

    /// The number of clicks that the page has received.
    async fn clicks(&self) -> anyhow::Result<u64> {
        let count = self.page.evaluate("count").await?;
        count.as_u64().context("a count")
    }

    /// The instance of the connected worker.
    async fn worker(&self) -> anyhow::Result<String> {
        until("a worker", || async {
            self.chain.agent.refresh()?;
            let status = self.chain.agent.status().await?;
            Ok(status["extension"]["instance"].as_str().map(str::to_owned))
        })
        .await
    }

    /// The uid of the button. The server may be another one than before.
    async fn uid_of_button(&self, session: &str) -> anyhow::Result<String> {
        let answer = until("a snapshot", || async {
            self.chain.agent.refresh()?;
            let tabs = self.chain.agent.tabs().await?;
            let tab = tabs.iter().find(|tab| tab["title"] == "Once");
            let tab = tab.context("the tab")?["tab"].clone();
            let body = json!({"tab": tab, "session": session, "format": "outline"});
            Ok(Some(self.chain.agent.observe(body).await?.ok()?))
        })
        .await?;
        uid_of(answer["tree"].as_str().unwrap_or_default(), "\"Count\"")
    }

    /// Ends a component and waits until it has ended. A worker and a server have a successor then.
    async fn end(&self, component: Component, worker: &str) -> anyhow::Result<()> {
        let (server, hosts) = (self.chain.agent.refresh()?, self.chain.native_hosts());
        component.end(&self.chain, &self.internals, 0).await?;
        until("the component to end", || async {
            let has_ended = match component {
                Component::Worker => self.worker().await? != worker,
                Component::Server => self.chain.agent.refresh()? != server,
                Component::Host => {
                    let running = self.chain.native_hosts();
                    running.iter().all(|host| !hosts.contains(host))
                }
            };
            Ok(has_ended.then_some(()))
        })
        .await
    }

    /// Repeats a request until the reply is final.
    async fn repeat(&self, body: &Value) -> anyhow::Result<Reply> {
        until("an answer", || async {
            self.chain.agent.refresh()?;
            let reply = self.chain.agent.post("/interact", body.clone()).await?;
            Ok(is_final(&reply).then_some(reply))
        })
        .await
    }

    /// Clicks, ends a component at a step, and repeats the request. `None`: the agent disconnects.
    /// Returns the number of clicks and the outcome.
    async fn interrupt(
        &self,
        ending: Option<Component>,
        step: &str,
    ) -> anyhow::Result<(u64, String)> {
        let (worker, session) = (self.worker().await?, self.chain.session());
        let body = json!({"action": "click", "uid": self.uid_of_button(&session).await?,
            "session": session, "key": format!("{ending:?} {step}"), "snapshot": "none"});
        let before = self.clicks().await?;
        let (path, gate) = (format!("/step/{step}"), Gate::default());
        let reached = self.site.posted(&path).len();
        let paused = Page::html("paused").then(&gate, "continued");
        self.site.replace(&path, paused);
        let connection = self.chain.agent.post_and_hold("/interact", &body).await?;
        until("the step", || async {
            Ok((self.site.posted(&path).len() > reached).then_some(()))
        })
        .await?;
        // If a component ends, the agent still waits for the answer.
        let connection = ending.is_some().then_some(connection);
        if let Some(component) = ending {
            self.end(component, &worker).await?;
        }
        self.site.replace(&path, Page::html("not paused"));
        gate.open();
        let reply = self.repeat(&body).await?;
        drop(connection);
        let replayed = self.repeat(&body).await?;
        let clicks = self.clicks().await? - before;
        let outcome = outcome_or_code(&reply);
        let is_true = match outcome {
            "changed" | "done" | "unknown" => clicks == 1,
            // Nothing was sent, and the new server has no uids.
            "unknown_uid" => ending == Some(Component::Server) && clicks == 0,
            _ => false,
        };
        anyhow::ensure!(is_true, "{clicks} clicks, {reply:?}");
        let is_replayed = replayed.body["results"][0]["before"] == true;
        anyhow::ensure!(clicks == 0 || is_replayed, "{replayed:?}");
        Ok((clicks, outcome.to_owned()))
    }
}

fn outcome_or_code(reply: &Reply) -> &str {
    let outcome = reply.body["results"][0]["outcome"].as_str();
    outcome.unwrap_or_else(|| reply.code().unwrap_or_default())
}

#[test]
fn an_action_is_executed_once_whichever_component_ends_at_whichever_step() -> anyhow::Result<()> {
    on_runtime(async || {
        let setup = Setup::start().await?;
        let mut total = 0;
        for ending in COMPONENTS.into_iter().map(Some).chain([None]) {
            for step in STEPS {
                let name = format!("{ending:?} at {step}");
                let (clicks, outcome) =
                    setup.interrupt(ending, step).await.context(name.clone())?;
                writeln!(std::io::stdout(), "{name}: {clicks} clicks, {outcome}")?;
                total += clicks;
                // The document still exists, so that the outcome is always known.
                assert_ne!(outcome, "unknown", "{name}");
            }
        }
        assert_eq!(setup.clicks().await?, total, "no click is executed later");
        Ok(())
    })
}
