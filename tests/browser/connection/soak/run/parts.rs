//! The chain whose parts end: programs of its own, which can be replaced, and two profiles.

use crate::connection::soak::run::Times;
use crate::connection::soak::run::event::Event;
use crate::connection::soak::run::programs::{copy_programs, replace_programs};
use anyhow::Context;
use axlens_harness::build::Attendance;
use axlens_harness::process::signal;
use axlens_harness::tab::Place;
use axlens_harness::wait::{silence, until};
use axlens_harness::{Chain, Page, Tab};
use rustix::process::Signal;
use serde_json::{Value, json};
use std::time::{Duration, Instant, SystemTime};

/// The profiles. The harness starts the first one.
const PROFILES: [&str; 2] = ["profile", "profile-2"];

/// The title of the page.
pub const TITLE: &str = "Soak";

/// Reports each click before the click's event ends.
const PAGE: &str = "<title>Soak</title><h1>Soak</h1><button id=count>Count</button><script>
document.querySelector('button').onclick = () => {
  const request = new XMLHttpRequest();
  request.open('POST', '/clicked', false);
  request.send(String(performance.timeOrigin + performance.now()));
};</script>";

/// The chain, and the page in its browser.
pub struct Parts {
    pub chain: Chain,
    url: String,
    page: Tab,
    profile: usize,
}

/// The parts that an event may replace.
struct Running {
    worker: Value,
    server: u32,
    hosts: Vec<u32>,
}

impl Parts {
    /// Starts the chain with a copy of the programs.
    pub async fn start() -> anyhow::Result<Self> {
        let chain = Chain::start_by_host_by(copy_programs).await?;
        let url = chain.site.page(Page::html(PAGE));
        let page = chain.open_url(&url).await?;
        Ok(Self {
            chain,
            url,
            page,
            profile: 0,
        })
    }

    /// When the page was clicked, in milliseconds since 1970.
    pub fn clicked(&self) -> anyhow::Result<Vec<f64>> {
        let clicks = self.chain.site.posted("/clicked");
        let times = clicks.iter().map(|time| time.parse::<f64>());
        Ok(times.collect::<Result<_, _>>()?)
    }

    /// Causes an event. Returns the times from its end until the successors of what has ended are
    /// connected, and until their first snapshot.
    pub async fn cause(&mut self, event: Event) -> anyhow::Result<Times> {
        let before = self.running().await?;
        let end = self.end(event, &before).await?;
        let connected = until("the connection", || self.are_connected(event, &before));
        connected.await.with_context(|| self.chain.state())?;
        let connected = end.elapsed();
        let snapshot = until("a snapshot", || self.snapshot());
        snapshot.await.with_context(|| self.chain.state())?;
        Ok(Times {
            connected,
            snapshot: end.elapsed(),
        })
    }

    async fn running(&self) -> anyhow::Result<Running> {
        let hosts = self.chain.native_hosts();
        until("the parts that run", || async {
            let server = self.chain.agent.refresh()?;
            let status = self.chain.agent.status().await?;
            let worker = status["extension"]["instance"].clone();
            let hosts = hosts.clone();
            Ok(
                (status["extension"]["connected"] == true).then_some(Running {
                    worker,
                    server,
                    hosts,
                }),
            )
        })
        .await
    }

    /// Returns when it has ended.
    async fn end(&mut self, event: Event, before: &Running) -> anyhow::Result<Instant> {
        match event {
            Event::WorkerStopped => self.stop_worker().await?,
            Event::ExtensionKilled => {
                kill(&self.chain.browser.processes_with("--extension-process"));
            }
            Event::BrowserRestarted => {
                self.close_browser().await?;
                return self.start_browser().await;
            }
            Event::BrowserKilled => {
                self.chain.browser.process()?.kill()?;
                return self.start_browser().await;
            }
            Event::ProfileSwitched => {
                self.close_browser().await?;
                self.profile = 1 - self.profile;
                return self.start_browser().await;
            }
            Event::Suspended | Event::SuspendedLong => {
                self.suspend(event.suspension().unwrap_or_default(), before)
                    .await;
            }
            Event::ServerUpgraded => self.upgrade()?,
            Event::ServerKilled => signal(before.server, Signal::KILL)?,
            Event::HostKilled => kill(&before.hosts),
        }
        Ok(Instant::now())
    }

    async fn stop_worker(&self) -> anyhow::Result<()> {
        let internals = self.chain.tab().await?;
        internals.goto("chrome://serviceworker-internals/").await?;
        internals
            .wait_for("document.querySelector('[data-command=stop]') !== null")
            .await?;
        let stop = "document.querySelectorAll('[data-command=stop]') \
            .forEach((button) => button.click())";
        internals.evaluate(stop).await?;
        internals.close().await
    }

    async fn close_browser(&mut self) -> anyhow::Result<()> {
        let browser = &mut self.chain.browser;
        browser.devtools.send("", "Browser.close", json!({}))?;
        browser.process()?.ended().await;
        Ok(())
    }

    /// Starts the browser with the current profile, and opens the page. Returns the time of the
    /// start.
    async fn start_browser(&mut self) -> anyhow::Result<Instant> {
        let profile = PROFILES[self.profile];
        self.chain.browser = self.chain.another_browser(profile).await?;
        let started = Instant::now();
        let (devtools, agent) = (&self.chain.browser.devtools, &self.chain.agent);
        self.page = Tab::new(devtools, agent, self.chain.session(), Place::Front).await?;
        self.page.goto(&self.url).await?;
        Ok(started)
    }

    async fn suspend(&self, duration: Duration, before: &Running) {
        let mut processes = self.chain.browser.processes_with("");
        processes.extend([before.server]);
        processes.extend(&before.hosts);
        send(&processes, Signal::STOP);
        silence(duration).await;
        send(&processes, Signal::CONT);
    }

    /// Installs newer programs: the same ones with a later time.
    fn upgrade(&self) -> anyhow::Result<()> {
        replace_programs(&self.chain.build.extension(), SystemTime::now())?;
        let (build, folder) = (&self.chain.build, &self.chain.folder);
        build.register_host(folder, PROFILES[self.profile], Attendance::Unattended)
    }

    /// Whether the successors of all parts that the event has ended are connected.
    async fn are_connected(&self, event: Event, before: &Running) -> anyhow::Result<Option<()>> {
        let server = self.chain.agent.refresh()?;
        if event.ends_server() && server == before.server {
            return Ok(None);
        }
        let hosts = self.chain.native_hosts();
        let is_old = hosts.is_empty() || hosts.iter().any(|host| before.hosts.contains(host));
        if event == Event::HostKilled && is_old {
            return Ok(None);
        }
        let extension = &self.chain.agent.status().await?["extension"];
        let is_new = !event.ends_worker() || extension["instance"] != before.worker;
        Ok((is_new && extension["connected"] == true).then_some(()))
    }

    /// A snapshot of the page.
    async fn snapshot(&self) -> anyhow::Result<Option<()>> {
        let tabs = self.chain.agent.tabs().await?;
        let Some(tab) = tabs.iter().find(|tab| tab["title"] == TITLE) else {
            return Ok(None);
        };
        let body = json!({"tab": tab["tab"], "session": "soak", "format": "outline"});
        let answer = self.chain.agent.observe(body).await?.ok()?;
        let tree = answer["tree"].as_str().unwrap_or_default();
        Ok(tree.contains("Count").then_some(()))
    }
}

fn kill(processes: &[u32]) {
    send(processes, Signal::KILL);
}

/// Sends a signal. A process that has ended meanwhile is skipped.
fn send(processes: &[u32], number: Signal) {
    for process in processes {
        let _ = signal(*process, number);
    }
}
