//! The browsers of a pool and their leases: a synchronous state machine without processes and
//! locks. The time is an argument. [`crate::pool`] starts and ends the processes.
//!
//! A browser of a pool has one lease in its life, so that no agent gets the profile of another one.

use crate::agents::Agent;
use crate::queue::browsers::BrowserKey;
use axlens_protocol::{Code, Fault};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The beginning of the id of each browser of a pool. The id of another browser is a UUID, so that
/// a browser that an earlier pool has left is recognized by its id.
pub const ID_PREFIX: &str = "pool-";

/// The id with which the pool itself uses a browser that is not ready yet. No token has it.
pub const POOL_AGENT: &str = "pool";

/// The duration of a lease if the request has none.
const DEFAULT_TTL: Duration = Duration::from_secs(600);

/// The maximum number of ended leases that are remembered, to explain them to their agents.
const MAX_ENDED: usize = 64;

/// The next step of an agent without a browser.
const LEASE_ONE: &str = "Lease a browser: `POST /browsers`.";

/// The limits of leases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaseLimits {
    /// The longest lease.
    pub max_ttl: Duration,
    /// The maximum number of leases of one agent at a time.
    pub per_agent: usize,
}

/// A lease.
#[derive(Debug, Clone)]
pub struct Lease {
    /// The only agent that can use the browser.
    pub agent: Arc<Agent>,
    /// When the lease ends.
    pub until: Instant,
}

/// Why a lease has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeaseEnd {
    /// The agent has ended it.
    Agent,
    /// The user has ended it.
    User,
    /// Its time is over.
    Expired,
    /// The agent's token is not valid any more.
    Revoked,
    /// The browser has ended unexpectedly.
    Crashed,
}

/// A browser of the pool.
#[derive(Debug)]
struct PoolBrowser {
    id: String,
    name: String,
    state: PoolState,
}

#[derive(Debug)]
enum PoolState {
    /// It is not ready for a lease yet.
    Starting,
    Ready,
    Leased(Lease),
    /// Nobody can use it any more, and its process is about to end.
    Ending,
}

/// A lease that has ended.
#[derive(Debug)]
struct EndedLease {
    agent: String,
    id: String,
    name: String,
    key: Option<BrowserKey>,
    end: LeaseEnd,
}

/// Every browser of the pool; without a pool, none.
#[derive(Debug, Default)]
pub struct PoolLeases {
    limits: Option<LeaseLimits>,
    browsers: Vec<PoolBrowser>,
    ended: VecDeque<EndedLease>,
}

impl PoolLeases {
    /// The server has a pool with these limits.
    pub fn open(&mut self, limits: LeaseLimits) {
        self.limits = Some(limits);
    }

    /// Whether the server has a pool.
    pub fn is_open(&self) -> bool {
        self.limits.is_some()
    }

    /// Adds a browser that is about to start.
    pub fn add(&mut self, id: &str, name: &str) {
        self.browsers.push(PoolBrowser {
            id: id.to_owned(),
            name: name.to_owned(),
            state: PoolState::Starting,
        });
    }

    /// A browser that has started can be leased from now on.
    pub fn set_ready(&mut self, id: &str) {
        if let Some(browser) = self.of_id(id)
            && matches!(browser.state, PoolState::Starting)
        {
            browser.state = PoolState::Ready;
        }
    }

    /// Removes a browser whose process has ended.
    pub fn remove(&mut self, id: &str) {
        self.browsers.retain(|browser| browser.id != id);
    }

    /// Whether a browser with this id may connect.
    pub fn accepts(&self, id: &str) -> bool {
        let own = self.browsers.iter().find(|browser| browser.id == id);
        match own.map(|browser| &browser.state) {
            None => !id.starts_with(ID_PREFIX),
            Some(PoolState::Ending) => false,
            Some(PoolState::Starting | PoolState::Ready | PoolState::Leased(_)) => true,
        }
    }

    /// Whether an agent can use the browser with this id.
    pub fn admits(&self, id: &str, agent: &str, now: Instant) -> bool {
        let own = self.browsers.iter().find(|browser| browser.id == id);
        match own.map(|browser| &browser.state) {
            None => !id.starts_with(ID_PREFIX),
            Some(PoolState::Starting) => agent == POOL_AGENT,
            Some(PoolState::Leased(lease)) => lease.agent.id() == agent && now < lease.until,
            Some(PoolState::Ready | PoolState::Ending) => false,
        }
    }

    /// Leases a browser to an agent. `is_connected`: whether the browser with this id is. Returns
    /// the browser's id, and when the lease ends.
    ///
    /// # Errors
    /// `not_found` without a pool, `bad_request` for an invalid duration, `queue_full` if no
    /// browser is ready or the agent has its maximum.
    pub fn lease(
        &mut self,
        agent: &Arc<Agent>,
        ttl: Option<u64>,
        is_connected: impl Fn(&str) -> bool,
        now: Instant,
    ) -> Result<(String, Duration), Fault> {
        let limits = self.limits.ok_or_else(no_pool)?;
        let ttl = duration(ttl, limits.max_ttl)?;
        if self.count_of(agent.id()) >= limits.per_agent {
            return Err(too_many(agent, limits.per_agent));
        }
        let none_ready = self.none_ready();
        let mut browsers = self.browsers.iter_mut();
        let is_ready = |browser: &&mut PoolBrowser| {
            matches!(browser.state, PoolState::Ready) && is_connected(&browser.id)
        };
        let browser = browsers.find(is_ready).ok_or(none_ready)?;
        browser.state = PoolState::Leased(Lease {
            agent: Arc::clone(agent),
            until: now + ttl,
        });
        Ok((browser.id.clone(), ttl))
    }

    /// The lease of a browser, if it has one.
    pub fn of(&self, id: &str) -> Option<&Lease> {
        let browser = self.browsers.iter().find(|browser| browser.id == id)?;
        match &browser.state {
            PoolState::Leased(lease) => Some(lease),
            PoolState::Starting | PoolState::Ready | PoolState::Ending => None,
        }
    }

    /// Whether this browser is one of the pool.
    pub fn has(&self, id: &str) -> bool {
        self.browsers.iter().any(|browser| browser.id == id)
    }

    /// Whether this browser has started and has no lease.
    pub fn is_ready(&self, id: &str) -> bool {
        let mut browsers = self.browsers.iter();
        browsers.any(|browser| browser.id == id && matches!(browser.state, PoolState::Ready))
    }

    /// Whether this browser has to end.
    pub fn is_ending(&self, id: &str) -> bool {
        let mut browsers = self.browsers.iter();
        browsers.any(|browser| browser.id == id && matches!(browser.state, PoolState::Ending))
    }

    /// Nobody can use the browser any more. If it has a lease, that ends. `key`: under which the
    /// server knows the browser.
    pub fn end(&mut self, id: &str, key: Option<BrowserKey>, end: LeaseEnd) {
        let Some(browser) = self.of_id(id) else {
            return;
        };
        let before = std::mem::replace(&mut browser.state, PoolState::Ending);
        if let PoolState::Leased(lease) = before {
            let (id, name) = (browser.id.clone(), browser.name.clone());
            let agent = lease.agent.id().to_owned();
            self.ended.push_back(EndedLease {
                agent,
                id,
                name,
                key,
                end,
            });
        }
        if self.ended.len() > MAX_ENDED {
            self.ended.pop_front();
        }
    }

    /// The ids of the browsers whose agents are not valid any more.
    pub fn with_invalid_agents(&self, is_valid: impl Fn(&Agent) -> bool) -> Vec<String> {
        let invalid = self.browsers.iter().filter(|browser| match &browser.state {
            PoolState::Leased(lease) => !is_valid(&lease.agent),
            PoolState::Starting | PoolState::Ready | PoolState::Ending => false,
        });
        invalid.map(|browser| browser.id.clone()).collect()
    }

    /// Why an agent can't use the browser with this id or name: its lease has ended.
    pub fn ended(&self, named: &str, agent: &str, now: Instant) -> Option<Fault> {
        let is_named = |id: &str, name: &str| id == named || name == named;
        let expired = self
            .expired(agent, now)
            .find(|lease| is_named(&lease.id, &lease.name));
        let expired = expired.map(|browser| lease_ended(&browser.name, LeaseEnd::Expired));
        expired.or_else(|| self.last_ended(agent, |lease| is_named(&lease.id, &lease.name)))
    }

    /// Why an agent can't use the browser with this key: its lease has ended.
    pub fn ended_with_key(&self, key: BrowserKey, agent: &str) -> Option<Fault> {
        self.last_ended(agent, |lease| lease.key == Some(key))
    }

    /// Whether the browser with this key had a lease of another agent.
    pub fn was_of_another(&self, key: BrowserKey, agent: &str) -> bool {
        let mut ended = self.ended.iter();
        ended.any(|lease| lease.key == Some(key) && lease.agent != agent)
    }

    /// Why an agent that names no browser has none.
    pub fn no_lease(&self, agent: &str, now: Instant) -> Fault {
        let expired = self.expired(agent, now).next();
        let expired = expired.map(|browser| lease_ended(&browser.name, LeaseEnd::Expired));
        let last = expired.or_else(|| self.last_ended(agent, |_| true));
        last.unwrap_or_else(|| {
            let message = "This agent has no browser: it has leased none of the server's pool.";
            Fault::new(Code::BrowserNotFound, message).hint(LEASE_ONE)
        })
    }

    /// The browsers whose leases have expired a moment ago.
    fn expired<'a>(&'a self, agent: &str, now: Instant) -> impl Iterator<Item = &'a PoolBrowser> {
        self.browsers
            .iter()
            .filter(move |browser| match &browser.state {
                PoolState::Leased(lease) => lease.agent.id() == agent && lease.until <= now,
                PoolState::Starting | PoolState::Ready | PoolState::Ending => false,
            })
    }

    fn last_ended(&self, agent: &str, is_it: impl Fn(&EndedLease) -> bool) -> Option<Fault> {
        let mut newest_first = self.ended.iter().rev();
        let lease = newest_first.find(|lease| lease.agent == agent && is_it(lease))?;
        Some(lease_ended(&lease.name, lease.end))
    }

    fn count_of(&self, agent: &str) -> usize {
        let own = self.browsers.iter().filter(|browser| match &browser.state {
            PoolState::Leased(lease) => lease.agent.id() == agent,
            PoolState::Starting | PoolState::Ready | PoolState::Ending => false,
        });
        own.count()
    }

    fn none_ready(&self) -> Fault {
        let is_leased = |browser: &&PoolBrowser| matches!(browser.state, PoolState::Leased(_));
        let leased = self.browsers.iter().filter(is_leased).count();
        let message = format!("No browser of the pool is ready; {leased} are leased.");
        Fault::new(Code::QueueFull, message)
            .hint("Try again in a few seconds: a browser that has ended is replaced.")
    }

    fn of_id(&mut self, id: &str) -> Option<&mut PoolBrowser> {
        self.browsers.iter_mut().find(|browser| browser.id == id)
    }
}

impl LeaseEnd {
    fn reason(self) -> &'static str {
        match self {
            LeaseEnd::Agent => "the agent has ended it",
            LeaseEnd::User => "the user has ended it",
            LeaseEnd::Expired => "its time is over",
            LeaseEnd::Revoked => {
                "the agent's token was revoked or has expired, or its gateway was left"
            }
            LeaseEnd::Crashed => "the browser has ended unexpectedly",
        }
    }
}

/// The fault of a server without a pool.
pub fn no_pool() -> Fault {
    Fault::new(Code::NotFound, "This server has no pool of browsers.").hint(
        "Use a connected browser (`GET /browsers`, `axlens browsers`). A user of the server's machine can start a pool with `axlens pool`.",
    )
}

/// The fault of a browser with the id of a pool that this server does not have.
pub fn not_of_pool() -> Fault {
    let message = "The browser is not, or no longer, one of this server's pool.";
    Fault::new(Code::Forbidden, message).hint("End the browser: it has no server.")
}

/// The fault of a lease that has ended.
fn lease_ended(name: &str, end: LeaseEnd) -> Fault {
    let message = format!("The lease of browser {name:?} has ended: {}.", end.reason());
    Fault::new(Code::BrowserNotFound, message).hint(LEASE_ONE)
}

fn duration(ttl: Option<u64>, max: Duration) -> Result<Duration, Fault> {
    let ttl = ttl.map_or(DEFAULT_TTL.min(max), Duration::from_secs);
    match ttl.is_zero() || ttl > max {
        false => Ok(ttl),
        true => {
            let max = max.as_secs();
            let message = format!("`ttl` must be from 1 to {max} seconds.");
            Err(Fault::bad_request(message))
        }
    }
}

fn too_many(agent: &Agent, max: usize) -> Fault {
    let name = agent.name();
    let message = format!("Agent {name:?} has its maximum of leases: {max}.");
    Fault::new(Code::QueueFull, message).hint("End one of them first: `DELETE /browsers/ID`.")
}

#[cfg(test)]
mod tests;
