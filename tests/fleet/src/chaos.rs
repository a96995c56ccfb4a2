//! The chaos run: agents send reads and actions, some of them hostile, to the edges of several
//! tenants through all gateways, while gateways, servers of NATS, edges and Chromiums are killed.
//!
//! | module | contents |
//! |---|---|
//! | `world` | tenants and tokens |
//! | `agents`, `hostile` | the agents, those that try to reach another tenant, and a rogue edge |
//! | `browser_agents` | the agents that use real Chromiums of a pool |
//! | `edges` | the simulated edges, which note what they execute |
//! | `killer` | kills parts and starts them again |
//! | `log` | what has happened, and the checks of it |
//! | `report` | the summary |

mod agents;
mod browser_agents;
mod edges;
mod hostile;
mod killer;
pub mod log;
mod report;
mod world;

use crate::client::Connection;
use crate::fleet::{Fleet, LocalServer, status};
use agents::Agent;
use anyhow::{Context, bail};
use axlens_harness::site::Site;
use browser_agents::{BrowserAgent, executed, page};
use edges::SimulatedEdge;
use hostile::{HostileAgent, rogue_edge};
use killer::Killer;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::{interval, timeout};
use world::{Tenant, World};

/// Number of agents, and of hostile ones.
const AGENTS: usize = 15;
const HOSTILE_AGENTS: usize = 8;

/// Number of Chromiums, and of the agents that use them: each browser is in use or starts.
const CHROMIUMS: usize = 5;
const BROWSER_AGENTS: usize = 4;

/// The maximum time until all edges are reachable through all gateways: longer than the longest
/// delay with which an edge connects again.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(120);

/// Runs for this time and returns the summary.
///
/// # Errors
/// If a promise of a gateway was broken.
pub async fn run(programs: &Path, time: Duration, seed: u64) -> anyhow::Result<String> {
    let fleet = Fleet::start(programs).await?;
    let world = Arc::new(World::new(&fleet.tokens, fleet.addresses(), seed)?);
    let server = fleet.local_server(0, &world.real.edges[0].1).await?;
    let pool = fleet.pool(1, &world.pool.edges[0].1, CHROMIUMS).await?;
    let site = Site::start().await?;
    let address = page(&site);
    let mut edges = JoinSet::new();
    let mut killed = Vec::new();
    for (tenant, owner) in world.tenants.iter().enumerate() {
        for index in 0..owner.edges.len() {
            let edge = SimulatedEdge::new(&world, tenant, index);
            killed.push(edge.killed());
            edges.spawn(edge.run());
        }
    }
    recovered(&world, &pool)
        .await
        .context("before the first kill")?;
    let mut agents = JoinSet::new();
    for number in 0..AGENTS {
        agents.spawn(Agent::new(&world, number).run());
    }
    for number in 0..HOSTILE_AGENTS {
        agents.spawn(HostileAgent::new(&world, number).run());
    }
    for number in 0..BROWSER_AGENTS {
        agents.spawn(BrowserAgent::new(&world, number, &address).run());
    }
    agents.spawn(rogue_edge(Arc::clone(&world)));
    let mut killer = Killer::new(fleet, [server, pool], killed, seed);
    let start = Instant::now();
    let outcome = killer.run(&world, time).await;
    let ran = start.elapsed();
    world.stop.cancel();
    // Every request ends by its deadline.
    agents.join_all().await;
    outcome?;
    killer.start_all().await?;
    let recovery = recovered(&world, &killer.pool).await;
    let recovery = recovery.context("after the last kill")?;
    executed(&site, &world)?;
    let log = world.log();
    let summary = report::summary(&log, &killer.kills, [ran, recovery], seed);
    match log.violations().as_slice() {
        [] => Ok(summary),
        violations => bail!("{summary}\n\n{}", report::listed(violations)),
    }
}

/// Waits until each edge answers through each gateway, and each Chromium is ready. Returns the
/// time.
async fn recovered(world: &World, pool: &LocalServer) -> anyhow::Result<Duration> {
    let start = Instant::now();
    for tenant in world.tenants.iter().chain([&world.real, &world.pool]) {
        for (edge, _) in &tenant.edges {
            for gateway in &world.gateways {
                let waiting = answers(*gateway, tenant, edge);
                let answered = timeout(RECOVERY_TIMEOUT, waiting).await;
                let place = || format!("{}/{edge} is not reachable through {gateway}", tenant.name);
                answered.with_context(place)?;
            }
        }
    }
    pool.browsers_ready(CHROMIUMS).await?;
    Ok(start.elapsed())
}

/// Waits until an edge answers through a gateway.
async fn answers(gateway: SocketAddr, tenant: &Tenant, edge: &str) {
    let mut attempts = interval(Duration::from_millis(100));
    loop {
        attempts.tick().await;
        let browser = (tenant.edges.len() > 1).then_some(edge);
        let attempt = async {
            let mut connection = Connection::open(gateway).await?;
            status(&mut connection, &tenant.agent, browser).await
        };
        // A connection that is lost is one more failed attempt.
        if let Ok(Ok(reply)) = timeout(Duration::from_secs(5), attempt).await
            && reply.status == 200
        {
            return;
        }
    }
}
