//! The agents of a run: one takes snapshots, the other clicks, each without a pause.

use crate::connection::soak::run::parts::TITLE;
use anyhow::Context;
use axlens_harness::wait::{silence, until};
use axlens_harness::{Agent, Reply};
use serde_json::json;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::task::JoinHandle;

/// The pause after a request that was not answered.
const RETRY_INTERVAL: Duration = Duration::from_millis(20);

/// How a request ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// An answer.
    Answered,
    /// A fault with this code; of `internal`, with the message.
    Fault(String),
    /// No server answered, with the client's error.
    NoServer(String),
    /// An answer that is neither a success nor a fault.
    Invalid(String),
}

/// A request of an agent.
#[derive(Debug, Clone)]
pub struct Request {
    /// The round in which it ended; `None` before the first one.
    pub round: Option<usize>,
    /// Its path.
    pub path: &'static str,
    /// How long it took.
    pub took: Duration,
    /// How it ended.
    pub end: End,
}

/// A click with a key of its own, which the agent repeats until the answer is final.
#[derive(Debug, Clone)]
pub struct Click {
    /// When the agent sent it first, in milliseconds since 1970.
    pub from: f64,
    /// When the final answer arrived, in milliseconds since 1970.
    pub to: f64,
    /// The outcome, or the code of the final fault.
    pub outcome: String,
}

#[derive(Default)]
struct Log {
    round: Option<usize>,
    requests: Vec<Request>,
    clicks: Vec<Click>,
    snapshots: usize,
    is_stopping: bool,
}

/// The running agents.
pub struct Agents {
    log: Arc<Mutex<Log>>,
    tasks: [JoinHandle<()>; 2],
}

/// An agent, and the log of its requests.
#[derive(Clone)]
struct Client {
    agent: Agent,
    log: Arc<Mutex<Log>>,
}

impl Agents {
    /// Starts both.
    pub fn start(agent: &Agent) -> Self {
        let (log, agent) = (Arc::default(), agent.clone());
        let client = Client {
            agent,
            log: Arc::clone(&log),
        };
        let tasks = [
            tokio::spawn(take_snapshots(client.clone())),
            tokio::spawn(click(client)),
        ];
        Self { log, tasks }
    }

    /// Waits until this number of further snapshots was taken, and until a click was answered.
    pub async fn work(&self, snapshots: usize) -> anyhow::Result<()> {
        let (snapshots, clicks) = {
            let log = lock(&self.log);
            (log.snapshots + snapshots, log.clicks.len() + 1)
        };
        until("snapshots and a click", || async {
            let log = lock(&self.log);
            let is_done = log.snapshots >= snapshots && log.clicks.len() >= clicks;
            Ok(is_done.then_some(()))
        })
        .await
    }

    /// Later ends of requests belong to this round.
    pub fn enter_round(&self, number: usize) {
        lock(&self.log).round = Some(number);
    }

    /// Stops both, and returns their requests and clicks.
    pub async fn stop(self) -> anyhow::Result<(Vec<Request>, Vec<Click>)> {
        lock(&self.log).is_stopping = true;
        for task in self.tasks {
            task.await.context("an agent")?;
        }
        let mut log = lock(&self.log);
        Ok((
            std::mem::take(&mut log.requests),
            std::mem::take(&mut log.clicks),
        ))
    }
}

async fn take_snapshots(client: Client) {
    while !lock(&client.log).is_stopping {
        let Some(tab) = client.tab().await else {
            continue;
        };
        let body = json!({"tab": tab, "session": "soak-reader", "what": "a11y_tree"});
        if client
            .post("/observe", body)
            .await
            .is_some_and(|reply| is_success(&reply))
        {
            lock(&client.log).snapshots += 1;
        }
    }
}

async fn click(client: Client) {
    for number in 0.. {
        if lock(&client.log).is_stopping {
            return;
        }
        let Some(tab) = client.tab().await else {
            continue;
        };
        let body = json!({"action": "click", "selector": "#count", "tab": tab, "snapshot": "none",
            "session": "soak-clicker", "key": format!("click {number}")});
        let from = now();
        let reply = loop {
            match client.post("/interact", body.clone()).await {
                Some(reply) if is_final(&reply) => break reply,
                // The page is open in another browser: the tab does not return.
                Some(reply) if client.tab().await.is_some_and(|other| other != tab) => break reply,
                _ => {}
            }
        };
        let outcome = reply.body["results"][0]["outcome"].as_str();
        let outcome = outcome.or(reply.body["error"].as_str()).unwrap_or_default();
        let outcome = outcome.to_owned();
        let to = now();
        lock(&client.log).clicks.push(Click { from, to, outcome });
    }
}

impl Client {
    /// The number of the page's tab, as the server lists it.
    async fn tab(&self) -> Option<u64> {
        let started = Instant::now();
        let reply = self.agent.get("/tabs").await;
        let reply = self.note("/tabs", started, reply).await?;
        let tabs = reply.body["tabs"].as_array()?;
        let tab = tabs.iter().find(|tab| tab["title"] == TITLE)?;
        tab["tab"].as_u64()
    }

    async fn post(&self, path: &'static str, body: serde_json::Value) -> Option<Reply> {
        let started = Instant::now();
        let reply = self.agent.post(path, body).await;
        self.note(path, started, reply).await
    }

    /// Logs a request. If it was not answered, waits for a moment and looks for another server.
    async fn note(
        &self,
        path: &'static str,
        started: Instant,
        reply: anyhow::Result<Reply>,
    ) -> Option<Reply> {
        let end = match &reply {
            Ok(reply) if reply.status == 200 => End::Answered,
            Ok(reply) => match reply.code() {
                Ok("internal") => End::Fault(format!("internal: {}", reply.body["message"])),
                Ok(code) => End::Fault(code.to_owned()),
                Err(error) => End::Invalid(format!("{error:#}")),
            },
            Err(error) => End::NoServer(format!("{error:#}")),
        };
        {
            let mut log = lock(&self.log);
            let round = log.round;
            log.requests.push(Request {
                round,
                path,
                took: started.elapsed(),
                end,
            });
        }
        if !reply.as_ref().is_ok_and(is_success) {
            silence(RETRY_INTERVAL).await;
            // The file is missing until the next server has written it.
            let _ = self.agent.refresh();
        }
        reply.ok()
    }
}

fn is_success(reply: &Reply) -> bool {
    reply.status == 200
}

/// Whether the request need not be repeated. Another server has another token for the user.
fn is_final(reply: &Reply) -> bool {
    reply.status == 200 || reply.body["retryable"] == false && reply.status != 401
}

/// Milliseconds since 1970.
fn now() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_secs_f64() * 1000.0
}

fn lock(log: &Mutex<Log>) -> MutexGuard<'_, Log> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}
