//! No action is done twice: worker, server, native host and the agent's connection end at each step
//! of one. The extension is a copy that stops at its steps until the test lets it go on, so that
//! the end falls into the step and not somewhere near.

use crate::kills::{self, Part};
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

/// The steps of an action, and where the copy stops in the worker; the page itself stops at
/// `between`, in the first of the events.
const STEPS: [&str; 5] = ["unwritten", "written", "between", "done", "ended"];

const PAGE: &str = "<title>Once</title><h1>Once</h1><button>Count</button><p id=said>0</p><script>
let count = 0;
document.addEventListener('pointerdown', () => {
  for (const method of ['POST', 'GET']) {
    const request = new XMLHttpRequest();
    request.open(method, '/step/between?' + Math.random(), false);
    request.send();
  } });
document.querySelector('button').onclick = () => { said.textContent = String(++count); };</script>";

/// What ends at a step: a part of the way, or the agent that hangs up.
type Ends = Option<Part>;

/// Makes the worker of a copy of the extension say where it is, and wait there.
fn stop_at_steps(extension: &Path, origin: &str) -> anyhow::Result<()> {
    let file = "worker/acting/act-on-element.js";
    let stop = format!(
        "async function step(name) {{
  const address = '{origin}/step/' + name;
  await fetch(address, {{ method: 'POST' }});
  await fetch(address, {{ cache: 'no-store' }}).then((answer) => answer.text());
}}
const NOTHING_SEEN"
    );
    replace_in(extension, file, "const NOTHING_SEEN", &stop)?;
    let begun = "await noteBegun(params.id, this.chosen.id, target.document);";
    let around = format!("await step('unwritten'); {begun} await step('written');");
    replace_in(extension, file, begun, &around)?;
    let ended = "noteEnded(params.id, this.chosen.id, this.wish.target.document, report)";
    let around = format!("step('done').then(() => {ended}).then(() => step('ended'))");
    replace_in(extension, file, ended, &around)
}

/// The chain, the page, and the site whose answers the steps wait for.
struct Steps {
    chain: Chain,
    steps: Site,
    internals: Tab,
    page: Tab,
}

impl Steps {
    async fn start() -> anyhow::Result<Self> {
        let steps = Site::start().await?;
        let origin = steps.origin().to_owned();
        let change = |extension: &Path| stop_at_steps(extension, &origin);
        let chain = Chain::start_by_host_by(change).await?;
        let internals = kills::internals(&chain).await?;
        let page = chain.open_url(&steps.page(Page::html(PAGE))).await?;
        Ok(Self {
            chain,
            steps,
            internals,
            page,
        })
    }

    async fn count(&self) -> anyhow::Result<u64> {
        let count = self.page.evaluate("count").await?;
        count.as_u64().context("a count")
    }

    /// The worker that is connected now.
    async fn worker(&self) -> anyhow::Result<String> {
        until("a worker", || async {
            self.chain.agent.refresh()?;
            let status = self.chain.agent.status().await?;
            Ok(status["extension"]["instance"].as_str().map(str::to_owned))
        })
        .await
    }

    /// The uid of the button, as a server that may be another one shows it.
    async fn look(&self, session: &str) -> anyhow::Result<String> {
        let tree = until("the page", || async {
            self.chain.agent.refresh()?;
            let tabs = self.chain.agent.tabs().await?;
            let tab = tabs.iter().find(|tab| tab["title"] == "Once");
            let tab = tab.context("the tab")?["tab"].clone();
            let body = json!({"tab": tab, "session": session, "format": "outline"});
            Ok(Some(self.chain.agent.observe(body).await?.ok()?))
        })
        .await?;
        uid_of(tree["tree"].as_str().unwrap_or_default(), "\"Count\"")
    }

    /// Ends a part, and waits until it has ended; worker and server until another one is there.
    async fn end(&self, part: Part, worker: &str) -> anyhow::Result<()> {
        let (server, hosts) = (self.chain.agent.refresh()?, self.chain.native_hosts());
        part.kill(&self.chain, &self.internals, 0).await?;
        until("the end of it", || async {
            Ok(match part {
                Part::Worker => self.worker().await? != worker,
                Part::Server => self.chain.agent.refresh()? != server,
                Part::Host => {
                    let left = self.chain.native_hosts();
                    left.iter().all(|host| !hosts.contains(host))
                }
            }
            .then_some(()))
        })
        .await
    }

    /// Asks until there is an answer; a fault that is not `retryable` is one.
    async fn repeat(&self, body: &Value) -> anyhow::Result<Reply> {
        until("an answer", || async {
            self.chain.agent.refresh()?;
            let reply = self.chain.agent.post("/interact", body.clone()).await?;
            let again = reply.status >= 400 && reply.body["retryable"] == true;
            Ok((!again).then_some(reply))
        })
        .await
    }

    /// One click, in which a part ends at a step; asked again after. Gives what was said at last.
    async fn round(&self, ends: Ends, step: &str) -> anyhow::Result<(u64, String)> {
        let name = format!("{ends:?} {step}");
        let (worker, session) = (self.worker().await?, self.chain.session());
        let body = json!({"action": "click", "uid": self.look(&session).await?,
            "session": session, "key": name, "snapshot": "none"});
        let (before, path, gate) = (
            self.count().await?,
            format!("/step/{step}"),
            Gate::default(),
        );
        let reached = self.steps.posted(&path).len();
        self.steps
            .replace(&path, Page::html("held").then(&gate, "let go"));
        let first = self.chain.agent.post_and_hold("/interact", &body).await?;
        until("the step", || async {
            Ok((self.steps.posted(&path).len() > reached).then_some(()))
        })
        .await?;
        // Who hangs up hears no answer; all else ends under a request that is waited for.
        let waiting = ends.is_some().then_some(first);
        if let Some(part) = ends {
            self.end(part, &worker).await?;
        }
        self.steps.replace(&path, Page::html("passed"));
        gate.open();
        let reply = self.repeat(&body).await?;
        drop(waiting);
        let again = self.repeat(&body).await?;
        let clicks = self.count().await? - before;
        let told = word(&reply).to_owned();
        let right = match told.as_str() {
            "changed" | "done" | "unknown" => clicks == 1,
            // Nothing was sent, and the next server has shown nothing.
            _ => told == "unknown_uid" && ends == Some(Part::Server) && clicks == 0,
        };
        anyhow::ensure!(right, "{name}: {clicks} clicks, {reply:?}");
        // Whatever is asked once more, what is known by then stays.
        anyhow::ensure!(
            clicks == 0 || again.body["results"][0]["before"] == true,
            "{name}: {again:?}"
        );
        writeln!(std::io::stdout(), "{name}: {clicks} {told}")?;
        Ok((clicks, told))
    }
}

/// The outcome or the fault's code of an answer.
fn word(reply: &Reply) -> &str {
    let outcome = reply.body["results"][0]["outcome"].as_str();
    outcome.or(reply.body["code"].as_str()).unwrap_or_default()
}

#[test]
fn an_action_is_done_once_whatever_ends_at_whatever_step() -> anyhow::Result<()> {
    on_runtime(async || {
        let steps = Steps::start().await?;
        let mut clicks = 0;
        let ends = kills::PARTS.into_iter().map(Some).chain([None]);
        for ends in ends {
            for step in STEPS {
                let round = steps.round(ends, step).await;
                let (done, told) = round.with_context(|| format!("{ends:?} {step}"))?;
                clicks += done;
                // The document stays, and can always tell.
                assert_ne!(told, "unknown", "{ends:?} {step}");
            }
        }
        assert_eq!(steps.count().await?, clicks, "nothing was done later");
        Ok(())
    })
}
