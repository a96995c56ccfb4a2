//! The agents that use real Chromiums of a pool: each leases one, opens pages in it, reads them and
//! clicks, and ends the lease. The page reports what is executed.

use super::agents::{Client, Message, fault};
use super::log::{Kind, Outcome};
use super::world::{POOL, Sent, World};
use anyhow::Context;
use axlens_harness::Page;
use axlens_harness::measure::Random;
use axlens_harness::site::Site;
use axlens_harness::wait::silence;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Its address has the ids of two actions: it reports the first one while it loads, the second one
/// when its button is clicked. A report arrives before the action has its answer.
const PAGE: &str = "<!doctype html><title>Actions</title><p></p><button>Act</button><script>
const [opened, clicked] = location.search.slice(1).split('-');
const report = (id) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/executed', false);
    request.send(id);
};
document.querySelector('p').textContent = `opened by ${opened}.`;
document.querySelector('button').addEventListener('click', () => report(clicked));
report(opened);
</script>";

/// Where the page reports.
const REPORTS: &str = "/executed";

/// The time of a lease, in seconds: one whose end is lost ends after it.
const TTL: u64 = 20;

/// The maximum number of pages that are opened with a lease.
const MAX_PAGES: usize = 8;

/// The time between two attempts to lease a browser.
const RETRY: Duration = Duration::from_millis(300);

/// Adds the page to a site. Its address.
pub fn page(site: &Site) -> String {
    site.page(Page::html(PAGE))
}

/// Notes the actions that the pages have reported.
///
/// # Errors
/// If a report is no id.
pub fn executed(site: &Site, world: &World) -> anyhow::Result<()> {
    for report in site.posted(REPORTS) {
        let id = report.parse().context(report)?;
        world.note_execution(id, &world.pool.label(0));
    }
    Ok(())
}

/// An agent with one browser at a time.
pub struct BrowserAgent {
    world: Arc<World>,
    random: Random,
    client: Client,
    page: String,
}

impl BrowserAgent {
    /// The agent with this number, which opens this page.
    pub fn new(world: &Arc<World>, number: usize, page: &str) -> BrowserAgent {
        BrowserAgent {
            world: Arc::clone(world),
            random: Random::new(world.seed + 4000 + number as u64),
            client: Client::new(),
            page: page.to_owned(),
        }
    }

    /// Leases one browser after another until the run stops.
    pub async fn run(mut self) {
        while !self.world.stop.is_cancelled() {
            match self.lease().await {
                Some(browser) => {
                    self.use_browser(&browser).await;
                    self.end(&browser).await;
                }
                None => silence(RETRY).await,
            }
        }
    }

    /// The id of the leased browser.
    async fn lease(&mut self) -> Option<String> {
        let target = ("POST", format!("/browsers?browser={}", POOL[1]));
        let id = self.world.next_number();
        let kind = Kind::Read(self.world.pool.label(0));
        let body = json!({"ttl": TTL});
        let answer = self.request((id, kind), target, &body, |_| true).await?;
        Some(answer["id"].as_str()?.to_owned())
    }

    async fn use_browser(&mut self, browser: &str) {
        for _ in 0..=self.random.below(MAX_PAGES) {
            if self.world.stop.is_cancelled() || self.visit(browser).await.is_none() {
                return;
            }
        }
    }

    /// Opens the page, reads it and clicks. `None` if one of them had no answer.
    async fn visit(&mut self, browser: &str) -> Option<()> {
        let (opened, clicked) = (self.world.next_number(), self.world.next_number());
        let url = format!("{}?{opened}-{clicked}", self.page);
        let navigate = json!({"action": "navigate", "url": url, "browser": browser});
        self.act(opened, &navigate).await?;
        self.read(browser, opened).await?;
        let click = json!({"action": "click", "selector": "button", "browser": browser});
        self.act(clicked, &click).await
    }

    async fn act(&mut self, id: u64, body: &Value) -> Option<()> {
        let kind = Kind::Action(self.world.pool.label(0));
        let target = ("POST", "/interact".to_owned());
        self.request((id, kind), target, body, |_| true).await?;
        Some(())
    }

    /// Reads the page that this action has opened.
    async fn read(&mut self, browser: &str, opened: u64) -> Option<()> {
        let id = self.world.next_number();
        let kind = Kind::Read(self.world.pool.label(0));
        let target = ("POST", "/get".to_owned());
        let body = json!({"what": "text", "browser": browser});
        let own = format!("opened by {opened}.");
        let is_own = |text: &str| text.contains(&own);
        self.request((id, kind), target, &body, is_own).await?;
        Some(())
    }

    async fn end(&mut self, browser: &str) {
        let target = (
            "DELETE",
            format!("/browsers/{}", browser.replace('/', "%2F")),
        );
        let id = self.world.next_number();
        let kind = Kind::Read(self.world.pool.label(0));
        self.request((id, kind), target, &Value::Null, |_| true)
            .await;
    }

    /// Sends a request, once, and notes how it ends. Its answer, `None` if it has none.
    async fn request(
        &mut self,
        (id, kind): (u64, Kind),
        target: (&'static str, String),
        body: &Value,
        is_own: impl Fn(&str) -> bool,
    ) -> Option<Value> {
        let world = Arc::clone(&self.world);
        let gateway = world.gateways[self.random.below(world.gateways.len())];
        let deadline = Duration::from_millis(2000 + self.random.below(6000) as u64);
        let message = Message {
            target,
            headers: Vec::new(),
            authorization: format!("Bearer {}", world.pool.agent),
            body: if body.is_null() {
                String::new()
            } else {
                body.to_string()
            },
        };
        let start = Instant::now();
        let reply = self.client.reply(gateway, deadline, &message).await;
        let mut answer = None;
        let outcome = match reply {
            Err(outcome) => outcome,
            Ok(reply) => fault(&reply).unwrap_or_else(|| {
                let is_own = is_own(&reply.text());
                answer = is_own.then(|| reply.json());
                Outcome::Answer {
                    from: world.pool.label(0),
                    // The answer to an unknown request.
                    request: if is_own { id } else { 0 },
                }
            }),
        };
        let sent = Sent { id, kind, deadline };
        world.note(sent.ended(outcome, start.elapsed()));
        answer
    }
}
