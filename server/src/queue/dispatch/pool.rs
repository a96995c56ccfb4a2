//! Leases of the browsers of a pool, on which agents, browsers and the pool's processes agree.

use super::{Dispatch, Inner};
use crate::agents::Agent;
use crate::queue::browsers::{BrowserKey, BrowserState, browser_gone, not_found};
use crate::queue::pool_leases::{LeaseEnd, LeaseLimits, no_pool};
use axlens_protocol::{Code, Fault};
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time;

/// A browser that was leased.
#[derive(Debug)]
pub struct LeasedBrowser {
    /// The browser.
    pub browser: BrowserState,
    /// How long the lease lasts.
    pub ttl: Duration,
}

impl Dispatch {
    /// The server has a pool from now on.
    pub fn open_pool(&self, limits: LeaseLimits) {
        self.lock().pool.open(limits);
    }

    /// Whether the server has a pool.
    pub fn has_pool(&self) -> bool {
        self.lock().pool.is_open()
    }

    /// Adds a browser of the pool that is about to start.
    pub fn add_pool_browser(&self, id: &str, name: &str) {
        self.lock().pool.add(id, name);
    }

    /// A browser of the pool can be leased from now on.
    pub fn set_pool_browser_ready(&self, id: &str) {
        self.lock().pool.set_ready(id);
        self.changes.note();
    }

    /// A browser of the pool ends: from now on nobody can use it. A lease that has not ended yet
    /// ends unexpectedly.
    pub fn end_pool_browser(&self, id: &str) {
        self.end_browser(id, LeaseEnd::Crashed);
    }

    /// Removes a browser of the pool whose process has ended.
    pub fn remove_pool_browser(&self, id: &str) {
        self.lock().pool.remove(id);
        self.changes.note();
    }

    /// Leases a browser of the pool to an agent.
    ///
    /// # Errors
    /// Those of [`crate::queue::pool_leases::PoolLeases::lease`].
    pub fn lease(&self, agent: &Arc<Agent>, ttl: Option<u64>) -> Result<LeasedBrowser, Fault> {
        let now = current();
        let mut inner = self.lock();
        let states = inner.browsers.states(now);
        let of_id = |id: &str| {
            states
                .iter()
                .find(|state| state.id == id && state.connected)
        };
        let (id, ttl) = inner
            .pool
            .lease(agent, ttl, |id| of_id(id).is_some(), now)?;
        drop(inner);
        self.pool_changed.notify_waiters();
        self.changes.note();
        // It was connected a moment ago.
        let browser = of_id(&id).cloned().ok_or_else(|| not_found(&id))?;
        Ok(LeasedBrowser { browser, ttl })
    }

    /// Ends the lease of the browser with this id or name: an agent its own, the user any.
    ///
    /// # Errors
    /// `browser_not_found`; `not_found` without a pool; `bad_request` for a browser of the user.
    pub fn end_lease(&self, agent: &Agent, named: &str) -> Result<BrowserState, Fault> {
        let (state, is_leased) = self.browser_to_end(agent, named)?;
        if !is_leased {
            return Err(not_leased(&state.name));
        }
        let end = match agent.is_user() {
            true => LeaseEnd::User,
            false => LeaseEnd::Agent,
        };
        self.end_browser(&state.id, end);
        Ok(state)
    }

    /// The browser that an agent names to end its lease, and whether it has one.
    fn browser_to_end(&self, agent: &Agent, named: &str) -> Result<(BrowserState, bool), Fault> {
        let (now, inner) = (current(), self.lock());
        if !inner.pool.is_open() {
            return Err(no_pool());
        }
        let is_leased = |id: &str| inner.pool.of(id).is_some();
        let usable =
            |id: &str| inner.pool.admits(id, agent.id(), now) || (agent.is_user() && is_leased(id));
        let key = inner.browsers.named(named, &usable);
        let state = key.and_then(|key| inner.browsers.state(key, now));
        let state = state.ok_or_else(|| inner.unknown(named, agent.id(), now))?;
        let is_leased = is_leased(&state.id);
        Ok((state, is_leased))
    }

    /// Ends the leases of agents that are not valid any more.
    pub fn end_invalid_leases(&self, is_valid: impl Fn(&Agent) -> bool) {
        let invalid = self.lock().pool.with_invalid_agents(is_valid);
        for id in invalid {
            self.end_browser(&id, LeaseEnd::Revoked);
        }
    }

    /// Waits until nobody can use a browser of the pool any more: its lease has ended or expired.
    pub async fn lease_ended(&self, id: &str) {
        loop {
            let mut changed = pin!(self.pool_changed.notified());
            changed.as_mut().enable();
            let (is_ending, until) = {
                let inner = self.lock();
                let until = inner.pool.of(id).map(|lease| lease.until);
                (inner.pool.is_ending(id) || !inner.pool.has(id), until)
            };
            if is_ending {
                return;
            }
            let Some(until) = until else {
                changed.await;
                continue;
            };
            tokio::select! {
                () = changed => {}
                () = tokio::time::sleep_until(until.into()) => {
                    self.end_browser(id, LeaseEnd::Expired);
                }
            }
        }
    }

    /// Waits until a browser of the pool is connected and in a certain state.
    pub async fn pool_browser(
        &self,
        id: &str,
        is_it: impl Fn(&BrowserState) -> bool,
    ) -> BrowserState {
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            let states = self.lock().browsers.states(current());
            let mut own = states.into_iter().filter(|state| state.id == id);
            if let Some(state) = own.find(|state| state.connected && is_it(state)) {
                return state;
            }
            changed.await;
        }
    }

    /// Whether an agent can use the browser with this key, or could before its lease ended.
    pub fn may_use(&self, agent: &str, key: BrowserKey) -> bool {
        let (now, inner) = (current(), self.lock());
        match inner.browsers.id_of(key) {
            Some(id) => inner.pool.admits(id, agent, now),
            None => !inner.pool.was_of_another(key, agent),
        }
    }

    /// The state of every browser that an agent can use, in the order of their first connection.
    pub fn usable_browsers(&self, agent: &str) -> Vec<BrowserState> {
        let (now, inner) = (current(), self.lock());
        let usable = inner.usable(agent, now);
        let states = inner.states(now).into_iter();
        states.filter(|state| usable(&state.id)).collect()
    }

    /// Ends the lease of a browser, its queries and its connections.
    fn end_browser(&self, id: &str, end: LeaseEnd) {
        let mut inner = self.lock();
        let key = inner.browsers.named(id, &|known| known == id);
        let agent = inner.pool.of(id).map(|lease| lease.agent.id().to_owned());
        inner.pool.end(id, key, end);
        let orphaned = inner.browsers.remove(id);
        let fault = agent.and_then(|agent| inner.pool.ended(id, &agent, current()));
        drop(inner);
        let fault = fault.unwrap_or_else(|| not_found(id));
        self.end_queries(orphaned, &fault);
        self.note_change();
        self.pool_changed.notify_waiters();
    }
}

impl Inner {
    /// Which browsers an agent can use, by their ids.
    pub(super) fn usable<'a>(&'a self, agent: &'a str, now: Instant) -> impl Fn(&str) -> bool + 'a {
        move |id| self.pool.admits(id, agent, now)
    }

    /// The state of every browser, in the order of their first connection.
    pub(super) fn states(&self, now: Instant) -> Vec<BrowserState> {
        let states = self.browsers.states(now).into_iter();
        states.map(|state| self.with_lease(state, now)).collect()
    }

    /// The state of a browser with the rest of its lease.
    pub(super) fn with_lease(&self, state: BrowserState, now: Instant) -> BrowserState {
        if !self.pool.has(&state.id) {
            return state;
        }
        let lease = self.pool.of(&state.id);
        let rest = lease.map_or(Duration::ZERO, |lease| lease.until.duration_since(now));
        BrowserState {
            lease: Some(rest),
            is_ready: Some(state.connected && self.pool.is_ready(&state.id)),
            ..state
        }
    }

    /// Checks that an agent can use a browser.
    pub(super) fn check_access(&self, agent: &str, browser: BrowserKey) -> Result<(), Fault> {
        match self.browsers.id_of(browser) {
            Some(id) if !self.pool.admits(id, agent, current()) => Err(browser_gone()),
            Some(_) => Ok(()),
            None => self.pool.ended_with_key(browser, agent).map_or(Ok(()), Err),
        }
    }

    /// Why an agent finds no browser with this id or name.
    pub(super) fn unknown(&self, named: &str, agent: &str, now: Instant) -> Fault {
        let ended = self.pool.ended(named, agent, now);
        ended.unwrap_or_else(|| not_found(named))
    }

    /// Why an agent does not have to wait for a browser to connect.
    pub(super) fn missing(&self, named: Option<&str>, agent: &str, now: Instant) -> Option<Fault> {
        if !self.pool.is_open() {
            return None;
        }
        let usable = self.usable(agent, now);
        let has_any = self
            .browsers
            .states(now)
            .iter()
            .any(|state| usable(&state.id));
        match named {
            Some(named) => self.pool.ended(named, agent, now),
            None => (!has_any).then(|| self.pool.no_lease(agent, now)),
        }
    }
}

/// The time, which tests can set.
fn current() -> Instant {
    time::Instant::now().into_std()
}

fn not_leased(name: &str) -> Fault {
    let message = format!("Browser {name:?} is a user's own: it has no lease that can end.");
    Fault::new(Code::BadRequest, message)
        .hint("Name a browser that was leased (`GET /browsers`, `axlens browsers`).")
}
