//! Connects requests with the browsers' extensions: the asynchronous shell around
//! [`crate::queue::browsers`]. No lock is held across an `await`. Independent of the contents of
//! queries and answers.

mod connection;
mod faults;
mod pool;
mod waiter;

use crate::queue::access::Access;
use crate::queue::browser_queue::{LostQuery, OrphanedQuery, QueryCounts, QueryId, QueryRequest};
use crate::queue::browsers::{
    BrowserKey, BrowserState, Browsers, UnansweredQuery, Worker, browser_gone,
};
use crate::queue::changes::Changes;
use crate::queue::pool_leases::{PoolLeases, not_of_pool};
use axlens_protocol::wire::Hello;
use axlens_protocol::{Code, Fault};
use axum::body::Bytes;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::Instant;
use waiter::{BrowserWait, PendingQuery, Waiter, passed};

pub use connection::Connection;
pub use faults::{EXTENSION, mismatch, mismatch_with};
use faults::{broken_off, perhaps_executed, stopped};
pub use pool::LeasedBrowser;

/// How long a query waits at least for a disconnected extension.
pub const CONNECT_WAIT: Duration = Duration::from_secs(2);

/// How long a request waits for a browser after the server has started, or after a browser was last
/// connected: the browser or its extension may be starting.
pub const STARTUP_WAIT: Duration = Duration::from_secs(6);

/// How long a query's deadline is extended each time its worker reports that it waits for the user:
/// a little longer than the consent window stays open.
pub const CONSENT_TIMEOUT: Duration = Duration::from_secs(65);

/// An unparsed answer of the extension.
pub type RawAnswer = Bytes;

/// The meeting point of requests and extension.
#[derive(Debug)]
pub struct Dispatch {
    inner: Mutex<Inner>,
    /// Notifies waiting requests and polls of a change.
    changed: Notify,
    /// Notifies the pool of a change of a lease.
    pool_changed: Notify,
    stopping: watch::Sender<bool>,
    started: Instant,
    /// New queries are rejected.
    draining: AtomicBool,
    /// What extensions may read.
    pub access: Access,
    /// Counts the changes that the dashboard shows.
    pub changes: Changes,
}

#[derive(Debug, Default)]
struct Inner {
    browsers: Browsers,
    pool: PoolLeases,
    waiters: HashMap<QueryId, Waiter>,
    /// The number of requests that wait for a browser to connect.
    browser_waits: usize,
    /// The wire version of an extension that was rejected after the last accepted one.
    rejected_wire: Option<u32>,
}

impl Default for Dispatch {
    fn default() -> Self {
        Dispatch {
            access: Access::default(),
            changes: Changes::default(),
            inner: Mutex::default(),
            changed: Notify::new(),
            pool_changed: Notify::new(),
            stopping: watch::Sender::new(false),
            started: Instant::now(),
            draining: AtomicBool::new(false),
        }
    }
}

impl Dispatch {
    /// The browser with this id or name that an agent can use; without one, the only connected
    /// browser that it can use. Waits for it to connect.
    ///
    /// # Errors
    /// `ambiguous_browser` if none is named and several are connected; `browser_not_found`;
    /// `extension_disconnected` if none connects.
    pub async fn choose(
        &self,
        agent: &str,
        named: Option<&str>,
        limit: Duration,
    ) -> Result<BrowserKey, Fault> {
        let begun = Instant::now();
        let connect_deadline = self.connect_deadline(begun, begun + limit);
        let mut browser_wait = None;
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            if let Some(browser) = self.choose_now(agent, named)? {
                return Ok(browser);
            }
            if browser_wait.is_none() {
                browser_wait = Some(BrowserWait::begin(self));
            }
            tokio::select! {
                () = changed => {}
                () = tokio::time::sleep_until(connect_deadline) => {
                    let now = Instant::now().into_std();
                    let unknown = |named| self.lock().unknown(named, agent, now);
                    return Err(named.map_or_else(|| self.disconnected(None), unknown));
                }
                () = self.stopped() => return Err(stopped()),
            }
        }
    }

    /// The browser of [`Dispatch::choose`], if it has connected.
    fn choose_now(&self, agent: &str, named: Option<&str>) -> Result<Option<BrowserKey>, Fault> {
        let (now, inner) = (Instant::now().into_std(), self.lock());
        let usable = inner.usable(agent, now);
        match inner.browsers.choose(named, &usable, now)? {
            Some(browser) => Ok(Some(browser)),
            None => inner.missing(named, agent, now).map_or(Ok(None), Err),
        }
    }

    /// Sends a query to a browser's extension and returns its unparsed answer.
    ///
    /// # Errors
    /// `queue_full`; `extension_disconnected` if no worker receives the query; `timeout`; or the
    /// endpoint's fault for an invalid answer.
    pub async fn ask(
        &self,
        browser: BrowserKey,
        request: QueryRequest,
        limit: Duration,
    ) -> Result<RawAnswer, Fault> {
        self.ask_held(browser, request, limit).await.0
    }

    /// As [`Dispatch::ask`]. Returns the time too that the query waited for the user, which is not
    /// part of `limit`.
    pub async fn ask_held(
        &self,
        browser: BrowserKey,
        request: QueryRequest,
        limit: Duration,
    ) -> (Result<RawAnswer, Fault>, Duration) {
        let deadline = Instant::now() + limit;
        let (late, deadlines) = watch::channel(deadline);
        let ending = deadlines.clone();
        let answer = self.ask_until(browser, request, (limit, late, deadlines));
        let answer = answer.await;
        let held = ending.borrow().saturating_duration_since(deadline);
        (answer, held)
    }

    async fn ask_until(
        &self,
        browser: BrowserKey,
        request: QueryRequest,
        (limit, late, deadlines): (Duration, watch::Sender<Instant>, watch::Receiver<Instant>),
    ) -> Result<RawAnswer, Fault> {
        let deadline = *deadlines.borrow();
        if self.draining.load(Ordering::Relaxed) {
            return Err(stopped());
        }
        let (sender, receiver) = oneshot::channel();
        let waiter = Waiter {
            answer: sender,
            deadline: late,
            waits_for_user_since: None,
            agent: request.agent.id.clone(),
        };
        let id = self.add(browser, request, deadline, waiter)?;
        let _pending = PendingQuery { dispatch: self, id };
        self.note_change();
        let mut answer = pin!(receiver);
        let begun = Instant::now();
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            let connect_deadline = self
                .gone_deadline(browser, deadline)
                .unwrap_or_else(|| self.connect_deadline(begun, deadline));
            // An available answer has precedence over events at the same time.
            tokio::select! {
                biased;
                result = &mut answer => return result.unwrap_or_else(|_| Err(stopped())),
                () = tokio::time::sleep_until(connect_deadline) => {
                    if self.is_undeliverable(id) {
                        return Err(self.disconnected(Some(browser)));
                    }
                    break;
                }
                () = changed => {}
                () = self.stopped() => return Err(stopped()),
            }
        }
        tokio::select! {
            biased;
            result = &mut answer => result.unwrap_or_else(|_| Err(stopped())),
            () = passed(deadlines) => Err(self.too_late(browser, id, limit)),
            () = self.stopped() => Err(stopped()),
        }
    }

    /// When a request stops waiting for a browser to connect.
    fn connect_deadline(&self, begun: Instant, deadline: Instant) -> Instant {
        let now = Instant::now();
        let lost = self.browsers().into_iter().filter(|state| !state.connected);
        let last_seen = lost.filter_map(|state| now.checked_sub(state.last_seen?));
        let last_event = last_seen.fold(self.started, Instant::max);
        let wait = (begun + CONNECT_WAIT).max(last_event + STARTUP_WAIT);
        wait.min(deadline)
    }

    /// When a request stops waiting for a browser while another one is connected: the user has
    /// probably ended the first one, for instance to start another profile. `None` if no other one
    /// is connected.
    fn gone_deadline(&self, browser: BrowserKey, deadline: Instant) -> Option<Instant> {
        let states = self.browsers();
        let mut others = states.iter().filter(|state| state.key != browser);
        let own = states.iter().find(|state| state.key == browser)?;
        let last_seen = Instant::now().checked_sub(own.last_seen?)?;
        let is_other_connected = others.any(|state| state.connected);
        is_other_connected.then(|| (last_seen + CONNECT_WAIT).min(deadline))
    }

    /// Opens a worker's connection.
    pub fn connect(self: &Arc<Self>, worker: Worker) -> Connection {
        Connection {
            id: self.lock().browsers.open(),
            worker,
            dispatch: Arc::clone(self),
            received: false,
        }
    }

    /// Waits until there is a query and no worker polls for it (true), at most `wait` (false).
    pub async fn wake(&self, wait: Duration) -> bool {
        let deadline = Instant::now() + wait;
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            if self.needs_waking() {
                return true;
            }
            tokio::select! {
                () = changed => {}
                () = tokio::time::sleep_until(deadline) => return false,
                () = self.stopped() => return false,
            }
        }
    }

    /// Delivers a worker's answer to its request. Returns false if there is none, or if the query
    /// was delivered to another worker.
    pub fn deliver(&self, worker: &Worker, name: &str, answer: Result<Bytes, Fault>) -> bool {
        let Some(id) = QueryId::parse(name) else {
            return false;
        };
        let waiter = {
            let mut inner = self.lock();
            let is_accepted = inner.browsers.answer(worker, id);
            if !is_accepted && inner.waiters.contains_key(&id) {
                let browser = &worker.browser;
                tracing::warn!(%id, browser, "dropped the answer to a query of another worker");
            }
            is_accepted.then(|| inner.waiters.remove(&id)).flatten()
        };
        self.changes.note();
        waiter.is_some_and(|mut waiter| {
            waiter.release(Instant::now());
            waiter.answer.send(answer).is_ok()
        })
    }

    /// A worker has started, or its paused state or access has changed.
    ///
    /// # Errors
    /// Those of [`Connection::poll`].
    pub fn greet(&self, worker: &Worker, hello: Hello) -> Result<(), Fault> {
        self.arrive(worker)?;
        self.access.note(&hello);
        let mut inner = self.lock();
        inner.rejected_wire = None;
        inner.browsers.greet(worker, hello);
        drop(inner);
        self.changes.note();
        Ok(())
    }

    /// Records an extension that was rejected for its wire version.
    pub fn reject_wire(&self, browser: Option<&str>, wire: u32) {
        let mut inner = self.lock();
        inner.rejected_wire = Some(wire);
        if let Some(browser) = browser {
            inner.browsers.reject_wire(browser, wire);
        }
    }

    /// The wire version of an extension that was rejected after the last accepted one.
    pub fn rejected_wire(&self) -> Option<u32> {
        self.lock().rejected_wire
    }

    /// The state of every browser, in the order of their first connection.
    pub fn browsers(&self) -> Vec<BrowserState> {
        self.lock().states(Instant::now().into_std())
    }

    /// The state of a browser.
    pub fn browser(&self, key: BrowserKey) -> Option<BrowserState> {
        let (now, inner) = (Instant::now().into_std(), self.lock());
        let state = inner.browsers.state(key, now)?;
        Some(inner.with_lease(state, now))
    }

    /// The browser with this id or name that an agent can use.
    ///
    /// # Errors
    /// `browser_not_found`.
    pub fn named(&self, agent: &str, id_or_name: &str) -> Result<BrowserKey, Fault> {
        let (now, inner) = (Instant::now().into_std(), self.lock());
        let found = inner.browsers.named(id_or_name, &inner.usable(agent, now));
        found.ok_or_else(|| inner.unknown(id_or_name, agent, now))
    }

    /// The numbers of waiting and of delivered queries.
    pub fn counts(&self) -> QueryCounts {
        self.lock().browsers.counts()
    }

    /// Every unanswered query, browser by browser.
    pub fn unanswered(&self) -> Vec<UnansweredQuery> {
        let inner = self.lock();
        let unanswered = inner.browsers.unanswered().into_iter();
        let waits = |id: QueryId| {
            let waiter = inner.waiters.get(&id);
            waiter.is_some_and(|waiter| waiter.waits_for_user_since.is_some())
        };
        let unanswered = unanswered.map(|query| UnansweredQuery {
            waits_for_user: waits(query.id),
            ..query
        });
        unanswered.collect()
    }

    /// Rejects new queries, and returns when all pending ones have ended.
    pub async fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            if self.lock().waiters.is_empty() {
                return;
            }
            changed.await;
        }
    }

    /// Ends all waiting requests and polls.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Whether it has been stopped.
    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Returns when it has been stopped.
    pub async fn stopped(&self) {
        let mut stopping = self.stopping.subscribe();
        // The sender lives as long as `self`, so the wait ends only with its value.
        let _ = stopping.wait_for(|stopping| *stopping).await;
    }

    /// Notifies all waiting requests and polls.
    fn note_change(&self) {
        self.changed.notify_waiters();
        self.changes.note();
    }

    fn add(
        &self,
        browser: BrowserKey,
        request: QueryRequest,
        deadline: Instant,
        waiter: Waiter,
    ) -> Result<QueryId, Fault> {
        let mut inner = self.lock();
        inner.check_access(&request.agent.id, browser)?;
        let id = inner
            .browsers
            .add_query(browser, request, deadline.into_std())?;
        inner.waiters.insert(id, waiter);
        Ok(id)
    }

    /// Ends the requests whose queries are not delivered again.
    fn give_up(&self, lost: Vec<LostQuery>) {
        for LostQuery { id, leases } in lost {
            let waiter = self.lock().waiters.remove(&id);
            if let Some(waiter) = waiter {
                // The request may have ended already.
                let _ = waiter.answer.send(Err(broken_off(leases)));
            }
        }
    }

    /// Admits a worker, and ends the queries that no worker may answer any more.
    fn arrive(&self, worker: &Worker) -> Result<(), Fault> {
        let now = Instant::now().into_std();
        let mut inner = self.lock();
        if !inner.pool.accepts(&worker.browser) {
            return Err(not_of_pool());
        }
        let effects = inner.browsers.arrive(worker, now);
        drop(inner);
        self.give_up(effects.lost);
        self.end_queries(effects.orphaned, &browser_gone());
        // Requests may wait for this browser, and a replaced worker must be notified.
        self.note_change();
        effects.admitted
    }

    /// Ends queries that no worker may answer any more.
    fn end_queries(&self, orphaned: Vec<OrphanedQuery>, fault: &Fault) {
        for query in orphaned {
            let waiter = self.lock().waiters.remove(&query.id);
            if let Some(waiter) = waiter {
                let fault = match query.may_be_executed {
                    true => perhaps_executed(fault),
                    false => fault.clone(),
                };
                // The request may have ended already.
                let _ = waiter.answer.send(Err(fault));
            }
        }
    }

    fn needs_waking(&self) -> bool {
        let inner = self.lock();
        inner.browser_waits > 0 || inner.browsers.has_waiting()
    }

    fn is_undeliverable(&self, id: QueryId) -> bool {
        self.lock().browsers.is_undeliverable(id)
    }

    fn too_late(&self, browser: BrowserKey, id: QueryId, limit: Duration) -> Fault {
        if self.lock().browsers.is_waiting(id) {
            return self.disconnected(Some(browser));
        }
        let message = format!("The page did not answer within {} ms.", limit.as_millis());
        Fault::new(Code::Timeout, message)
    }

    /// The fault of a disconnected browser, or of all if none is named.
    fn disconnected(&self, browser: Option<BrowserKey>) -> Fault {
        let states = self.browsers();
        let named = states.iter().find(|state| Some(state.key) == browser);
        let rejected_wire = match named {
            Some(state) => state.rejected_wire,
            None => self.rejected_wire(),
        };
        if let Some(theirs) = rejected_wire {
            return mismatch(EXTENSION, theirs);
        }
        let message = match named {
            Some(state) if states.len() > 1 => {
                format!(
                    "The Axlens extension in browser {:?} is not connected.",
                    state.name
                )
            }
            _ => "The Axlens extension is not connected.".to_owned(),
        };
        Fault::new(Code::ExtensionDisconnected, message)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // No operation under the lock can leave it inconsistent.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
