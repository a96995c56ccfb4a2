//! The tenants, their tokens, and what the tasks of a run share.

use super::log::{Kind, Label, Log, Outcome, Request};
use crate::fleet::Tokens;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The tenants with simulated edges.
const TENANTS: [&str; 4] = ["acme", "beta", "corp", "delta"];

/// The edges that each tenant has, in addition to one with a name of its own.
const EDGES: [&str; 3] = ["laptop", "desk", "tv"];

/// The tenant of the local server, and its edge.
pub const REAL: [&str; 2] = ["real", "server"];

/// The tenant of the pool of real Chromiums, and its edge.
pub const POOL: [&str; 2] = ["pool", "pool"];

/// The tenant whose edge breaks the protocol, and that edge.
pub const ROGUE: [&str; 2] = ["rogue", "laptop"];

/// The name of each agent.
pub const AGENT: &str = "ci";

/// A tenant.
pub struct Tenant {
    /// Its name.
    pub name: String,
    /// The token of an agent that may use all of its edges.
    pub agent: String,
    /// The token of an agent that may use only its first edge.
    pub limited: String,
    /// The names of its edges, and their tokens.
    pub edges: Vec<(String, String)>,
}

impl Tenant {
    /// The tenant with new tokens for these edges.
    ///
    /// # Errors
    /// If the program rejects a name.
    pub fn new(tokens: &Tokens, name: &str, edges: Vec<String>) -> anyhow::Result<Tenant> {
        let limited = tokens.agent(name, "limited", edges.first().map(String::as_str))?;
        let edges = edges.into_iter().map(|edge| {
            let token = tokens.edge(name, &edge)?;
            anyhow::Ok((edge, token))
        });
        Ok(Tenant {
            name: name.to_owned(),
            agent: tokens.agent(name, AGENT, None)?,
            limited,
            edges: edges.collect::<anyhow::Result<_>>()?,
        })
    }

    /// One of its edges.
    pub fn label(&self, index: usize) -> Label {
        Label {
            tenant: self.name.clone(),
            edge: self.edges[index].0.clone(),
        }
    }

    /// The name of the edge that no other tenant has.
    pub fn own_edge(&self) -> &str {
        self.edges.last().map_or("", |(name, _)| name)
    }
}

/// What the tasks share.
pub struct World {
    /// The addresses of the gateways.
    pub gateways: Vec<SocketAddr>,
    /// The tenants with simulated edges.
    pub tenants: Vec<Tenant>,
    /// The tenant of the local server.
    pub real: Tenant,
    /// The tenant of the pool.
    pub pool: Tenant,
    /// The tenant whose edge breaks the protocol.
    pub rogue: Tenant,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Cancelled when no further request is sent.
    pub stop: CancellationToken,
    log: Mutex<Log>,
    last_number: AtomicU64,
}

impl World {
    /// Tenants with new tokens.
    ///
    /// # Errors
    /// If a token can't be created.
    pub fn new(tokens: &Tokens, gateways: Vec<SocketAddr>, seed: u64) -> anyhow::Result<World> {
        let tenants = TENANTS.iter().map(|name| {
            let own = format!("only-{name}");
            let edges = EDGES.iter().map(|edge| (*edge).to_owned()).chain([own]);
            Tenant::new(tokens, name, edges.collect())
        });
        let one = |[tenant, edge]: [&str; 2]| Tenant::new(tokens, tenant, vec![edge.to_owned()]);
        Ok(World {
            gateways,
            tenants: tenants.collect::<anyhow::Result<_>>()?,
            real: one(REAL)?,
            pool: one(POOL)?,
            rogue: one(ROGUE)?,
            seed,
            stop: CancellationToken::new(),
            log: Mutex::default(),
            last_number: AtomicU64::new(0),
        })
    }

    /// A number that grows: the id of a request, the epoch of a line.
    pub fn next_number(&self) -> u64 {
        self.last_number.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Notes a request that has ended.
    pub fn note(&self, request: Request) {
        self.log().requests.push(request);
    }

    /// Notes that an edge executes an action.
    pub fn note_execution(&self, action: u64, edge: &Label) {
        let mut log = self.log();
        log.executions.entry(action).or_default().push(edge.clone());
    }

    /// Notes a line that had to be refused.
    pub fn note_line(&self, what: &'static str, is_accepted: bool) {
        let mut log = self.log();
        match is_accepted {
            true => log.accepted_lines.push(what),
            false => log.refused_lines += 1,
        }
    }

    /// The log.
    pub fn log(&self) -> MutexGuard<'_, Log> {
        // No operation under the lock can leave it inconsistent.
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request before its end.
pub struct Sent {
    /// Its number.
    pub id: u64,
    /// What the agent wants.
    pub kind: Kind,
    /// The time that the agent allows.
    pub deadline: Duration,
}

impl Sent {
    /// The request with its end.
    pub fn ended(self, outcome: Outcome, took: Duration) -> Request {
        Request {
            id: self.id,
            kind: self.kind,
            outcome,
            deadline: self.deadline,
            took,
        }
    }
}
