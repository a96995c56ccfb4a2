//! Keeps the Chromiums of a pool running: a task for each, which starts one, makes it ready, waits
//! until its lease or its process has ended, ends it, and starts the next one.

use super::Pool;
use super::chromium::{Chromium, new_identity};
use crate::queue::browser_queue::QueryRequest;
use crate::queue::pool_leases::POOL_AGENT;
use crate::state::App;
use anyhow::{Context, bail};
use axlens_local::StateDir;
use axlens_protocol::wire::{Method, QueryAgent, Reply, TabsResult};
use futures_util::future::join_all;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval, timeout};

/// How long a Chromium has time to connect.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(60);

/// How long its extension has time to answer the first query, which waits for the administrator's
/// policy.
const FIRST_QUERY_TIMEOUT: Duration = Duration::from_secs(30);

/// Delay before the next start after a failure, doubled with each further one.
const FIRST_DELAY: Duration = Duration::from_millis(500);
const MAX_DELAY: Duration = Duration::from_secs(30);

/// Interval of the checks whether the agents of all leases are valid.
const AGENTS_INTERVAL: Duration = Duration::from_secs(1);

/// Runs a pool until the server is stopped. Then all its Chromiums have ended.
pub async fn run(app: Arc<App>, dir: StateDir, pool: Pool) {
    app.dispatch.open_pool(pool.limits);
    let slots = PoolSlots {
        app: Arc::clone(&app),
        dir,
        count: AtomicU64::new(0),
        pool,
    };
    let running = join_all((0..slots.pool.size).map(|_| slots.keep()));
    tokio::select! {
        _ = running => {}
        () = end_invalid_leases(&app) => {}
    }
}

/// Ends the leases of agents whose tokens are revoked or expired.
async fn end_invalid_leases(app: &App) {
    let mut checks = interval(AGENTS_INTERVAL);
    checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        checks.tick().await;
        app.dispatch
            .end_invalid_leases(|agent| app.agents.check(agent).is_ok());
    }
}

struct PoolSlots {
    app: Arc<App>,
    dir: StateDir,
    pool: Pool,
    /// The number of Chromiums that were started.
    count: AtomicU64,
}

impl PoolSlots {
    /// Keeps one Chromium running until the server is stopped.
    async fn keep(&self) {
        let mut delay = FIRST_DELAY;
        while !self.app.dispatch.is_stopping() {
            match self.one_life().await {
                Ok(()) => delay = FIRST_DELAY,
                Err(error) => {
                    tracing::warn!("a browser of the pool did not start: {error:#}");
                    // The end of the delay, or of the server.
                    let _ = timeout(delay, self.app.dispatch.stopped()).await;
                    delay = MAX_DELAY.min(2 * delay);
                }
            }
        }
    }

    /// The life of one Chromium, from its start until its profile is deleted.
    async fn one_life(&self) -> anyhow::Result<()> {
        let dispatch = &self.app.dispatch;
        let identity = new_identity(self.count.fetch_add(1, Ordering::Relaxed) + 1)?;
        dispatch.add_pool_browser(&identity.id, &identity.name);
        let id = identity.id.clone();
        let started = Chromium::start(&self.pool, &self.dir, identity);
        let mut chromium = started.inspect_err(|_| dispatch.remove_pool_browser(&id))?;
        let result = self.until_end(&mut chromium).await;
        let result = result.with_context(|| format!("its output: {}", chromium.last_output()));
        // From now on no agent can use it. Its id stays known until the process has ended.
        dispatch.end_pool_browser(&id);
        chromium.end().await;
        dispatch.remove_pool_browser(&id);
        self.app.forget_removed_browsers();
        result
    }

    /// Waits until the Chromium has to end or has ended.
    async fn until_end(&self, chromium: &mut Chromium) -> anyhow::Result<()> {
        let (dispatch, name) = (&self.app.dispatch, chromium.identity.name.clone());
        let id = chromium.identity.id.clone();
        let mut is_ready = false;
        let life = async {
            self.make_ready(&id).await?;
            is_ready = true;
            dispatch.set_pool_browser_ready(&id);
            tracing::info!(browser = name, "ready");
            dispatch.lease_ended(&id).await;
            anyhow::Ok(())
        };
        let result = tokio::select! {
            result = life => result,
            () = dispatch.stopped() => Ok(()),
            () = chromium.ended() => Err(anyhow::anyhow!("the process has ended")),
        };
        match result {
            // It worked before, so that the next one starts at once.
            Err(error) if is_ready => {
                tracing::warn!(browser = name, "{error:#}");
                Ok(())
            }
            result => result,
        }
    }

    /// Waits until the Chromium's extension is connected and can answer queries at once.
    async fn make_ready(&self, id: &str) -> anyhow::Result<()> {
        let dispatch = &self.app.dispatch;
        let connected = dispatch.pool_browser(id, |state| state.hello.is_some());
        let connected = timeout(CONNECT_TIMEOUT, connected).await;
        let browser = connected.context("its extension does not connect")?;
        let query = QueryRequest {
            agent: Arc::new(pool_agent()),
            method: Method::Tabs {},
            tab: None,
        };
        let answer = dispatch
            .ask(browser.key, query, FIRST_QUERY_TIMEOUT)
            .await?;
        let reply: Reply<TabsResult> = serde_json::from_slice(&answer)?;
        reply.into_result()?;
        let unattended = dispatch.pool_browser(id, |state| {
            state.hello.as_ref().is_some_and(|hello| hello.unattended)
        });
        if timeout(FIRST_QUERY_TIMEOUT, unattended).await.is_err() {
            bail!("the administrator's policy allows no unattended browsers");
        }
        Ok(())
    }
}

/// The pool itself, as its browsers receive it.
fn pool_agent() -> QueryAgent {
    QueryAgent {
        id: POOL_AGENT.to_owned(),
        name: POOL_AGENT.to_owned(),
        ..QueryAgent::user()
    }
}
