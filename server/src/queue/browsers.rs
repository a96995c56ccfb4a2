//! The browsers that have connected, each with its id, name, queue and greeting: a synchronous
//! state machine without sockets, tasks and locks. The time is an argument.
//! [`crate::queue::dispatch`] is the asynchronous shell around it.

mod faults;
mod names;

use crate::queue::browser_queue::{
    Arrival, BrowserQueue, ConnectionId, LostQuery, OrphanedQuery, QueryCounts, QueryId,
    QueryRequest,
};
use axlens_protocol::Fault;
use axlens_protocol::wire::{Hello, PendingQueries};
use faults::{ambiguous, full, id_taken};
use std::time::{Duration, Instant};

pub use faults::{browser_gone, not_found};

/// The maximum number of browsers that are remembered. The least recently active disconnected one
/// is removed for a new one.
pub const MAX_BROWSERS: usize = 16;

/// Identifies a browser while the server remembers it. Unlike the browser's id, it is never the
/// same for a copy of the browser's profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BrowserKey(u64);

impl BrowserKey {
    /// The key with this number, for tests.
    #[cfg(test)]
    pub fn of(number: u64) -> BrowserKey {
        BrowserKey(number)
    }
}

/// An extension's worker, as it identifies itself in every request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worker {
    /// Id of its browser, random, created when the extension was installed.
    pub browser: String,
    /// Its own id, random, created when it started.
    pub instance: String,
}

/// The state of a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrowserState {
    /// Its key.
    pub key: BrowserKey,
    /// Its id.
    pub id: String,
    /// Its unique name.
    pub name: String,
    /// Whether a poll is open or has ended recently.
    pub connected: bool,
    /// The last greeting of its extension.
    pub hello: Option<Hello>,
    /// Id of its current worker.
    pub instance: Option<String>,
    /// How long ago it polled.
    pub last_seen: Option<Duration>,
    /// The wire version of its extension, if that was rejected after the last greeting.
    pub rejected_wire: Option<u32>,
    /// The rest of its lease if it is one of a pool; zero without a lease.
    pub lease: Option<Duration>,
    /// Whether it can be leased now, if it is one of a pool.
    pub is_ready: Option<bool>,
}

/// An unanswered query.
#[derive(Debug, Clone)]
pub struct UnansweredQuery {
    /// The query.
    pub id: QueryId,
    /// Its browser.
    pub browser: BrowserKey,
    /// Name of that browser.
    pub browser_name: String,
    /// The agent's request.
    pub request: QueryRequest,
    /// Whether it was delivered to a worker.
    pub leased: bool,
    /// Whether it waits for the user's consent.
    pub waits_for_user: bool,
}

/// The browsers in the order of their first connection.
#[derive(Debug, Default)]
pub struct Browsers {
    last_key: u64,
    last_query: QueryId,
    last_connection: ConnectionId,
    known: Vec<BrowserEntry>,
}

#[derive(Debug)]
struct BrowserEntry {
    key: BrowserKey,
    id: String,
    /// The name in its extension's greeting.
    wanted_name: String,
    name: String,
    hello: Option<Hello>,
    /// The worker that sent the greeting.
    greeted_by: String,
    rejected_wire: Option<u32>,
    /// When its extension last sent anything.
    last_active: Instant,
    /// Its worker was replaced, maybe by another browser's: the tabs that are known so far may be
    /// of either browser.
    is_ambiguous: bool,
    queue: BrowserQueue,
}

/// The effects of a worker's arrival.
#[derive(Debug)]
pub struct ArrivalEffects {
    /// Whether the worker is admitted.
    pub admitted: Result<(), Fault>,
    /// Queries that may not be delivered a second time.
    pub lost: Vec<LostQuery>,
    /// Queries that no worker may answer any more.
    pub orphaned: Vec<OrphanedQuery>,
}

impl Browsers {
    /// A worker sends a request. A new browser is added. A worker whose browser id another worker
    /// uses since then gets `browser_id_taken`.
    pub fn arrive(&mut self, worker: &Worker, now: Instant) -> ArrivalEffects {
        let (position, mut orphaned) = match self.find_or_add(worker, now) {
            Ok(place) => place,
            Err(full) => {
                return ArrivalEffects {
                    admitted: Err(full),
                    lost: Vec::new(),
                    orphaned: Vec::new(),
                };
            }
        };
        let key = self.next_key();
        let browser = &mut self.known[position];
        let (mut admitted, mut lost) = (Ok(()), Vec::new());
        match browser.queue.arrive(&worker.instance) {
            Arrival::Current => {}
            Arrival::Successor(unrepeatable) => (browser.is_ambiguous, lost) = (true, unrepeatable),
            Arrival::Duplicate => orphaned.extend(browser.reset(key)),
            Arrival::Replaced => {
                if browser.is_ambiguous {
                    orphaned.extend(browser.reset(key));
                }
                admitted = Err(id_taken());
            }
        }
        if admitted.is_ok() {
            browser.last_active = now;
        }
        ArrivalEffects {
            admitted,
            lost,
            orphaned,
        }
    }

    /// Stores the greeting of a worker that has arrived. An older greeting, which another
    /// connection has delayed, is ignored.
    pub fn greet(&mut self, worker: &Worker, hello: Hello) {
        let wanted = names::cleaned(&hello.name);
        let Some(position) = self.position(&worker.browser) else {
            return;
        };
        if self.known[position].has_newer_greeting(worker, &hello) {
            return;
        }
        if self.known[position].wanted_name != wanted {
            let name = self.unique_name(&wanted, position);
            (self.known[position].name, self.known[position].wanted_name) = (name, wanted);
        }
        let browser = &mut self.known[position];
        browser.rejected_wire = None;
        browser.hello = Some(hello);
        browser.greeted_by.clone_from(&worker.instance);
    }

    /// Records that the extension of this browser has another wire version.
    pub fn reject_wire(&mut self, browser: &str, wire: u32) {
        if let Some(browser) = self.of_id(browser) {
            browser.rejected_wire = Some(wire);
        }
    }

    /// Adds a query to a browser, to be answered by `deadline`.
    ///
    /// # Errors
    /// `queue_full`; `extension_disconnected` for a browser that was removed.
    pub fn add_query(
        &mut self,
        browser: BrowserKey,
        request: QueryRequest,
        deadline: Instant,
    ) -> Result<QueryId, Fault> {
        let id = self.last_query.next();
        let browser = self.of_key_mut(browser).ok_or_else(browser_gone)?;
        browser.queue.add(id, request, deadline)?;
        self.last_query = id;
        Ok(id)
    }

    /// Takes all waiting queries and all cancellations of a worker's browser.
    ///
    /// # Errors
    /// `browser_id_taken` for a replaced worker.
    pub fn take(
        &mut self,
        worker: &Worker,
        connection: ConnectionId,
        now: Instant,
    ) -> Result<PendingQueries, Fault> {
        let browser = self.of_id(&worker.browser);
        let browser = browser.filter(|browser| browser.queue.is_of(&worker.instance));
        let queue = &mut browser.ok_or_else(id_taken)?.queue;
        Ok(queue.take(&worker.instance, connection, now))
    }

    /// The id of a new connection.
    pub fn open(&mut self) -> ConnectionId {
        self.last_connection = self.last_connection.next();
        self.last_connection
    }

    /// Ends a worker's connection: its unanswered queries wait again. Returns those that may not be
    /// delivered a second time.
    pub fn close(&mut self, worker: &Worker, connection: ConnectionId) -> Vec<LostQuery> {
        let browser = self.of_id(&worker.browser);
        browser.map_or_else(Vec::new, |browser| browser.queue.close(connection))
    }

    /// Ends a query with a worker's answer. Returns false if the query was not delivered to that
    /// worker or was cancelled.
    pub fn answer(&mut self, worker: &Worker, id: QueryId) -> bool {
        let is_delivered = self.is_delivered_to(worker, id);
        let browser = self.of_id(&worker.browser).filter(|_| is_delivered);
        browser.is_some_and(|browser| browser.queue.finish(id))
    }

    /// Whether this query was delivered to this worker.
    pub fn is_delivered_to(&self, worker: &Worker, id: QueryId) -> bool {
        let position = self.position(&worker.browser);
        let queue = position.map(|position| &self.known[position].queue);
        queue.is_some_and(|queue| queue.is_of(&worker.instance) && queue.was_delivered(id))
    }

    /// Cancels a query whose request has ended.
    pub fn cancel(&mut self, id: QueryId) {
        for browser in &mut self.known {
            browser.queue.cancel(id);
        }
    }

    /// A worker begins a poll.
    pub fn begin_poll(&mut self, worker: &Worker, now: Instant) {
        if let Some(browser) = self.of_id(&worker.browser) {
            browser.queue.begin_poll(now);
        }
    }

    /// A poll ends, with or without queries, or its connection has ended.
    pub fn end_poll(&mut self, worker: &Worker, now: Instant) {
        if let Some(browser) = self.of_id(&worker.browser) {
            browser.queue.end_poll(&worker.instance, now);
        }
    }

    /// The browser with this id or name; without one, the only connected browser. `None` if it has
    /// not connected. `usable`: which browsers the agent can use, by their ids.
    ///
    /// # Errors
    /// `ambiguous_browser` if none is named and several are connected.
    pub fn choose(
        &self,
        named: Option<&str>,
        usable: &dyn Fn(&str) -> bool,
        now: Instant,
    ) -> Result<Option<BrowserKey>, Fault> {
        if let Some(named) = named {
            return Ok(self.named(named, usable));
        }
        let connected = self.known.iter();
        let connected = connected.filter(|browser| usable(&browser.id));
        let connected = connected.filter(|browser| browser.queue.is_connected(now));
        let connected: Vec<&BrowserEntry> = connected.collect();
        match connected[..] {
            [] => Ok(None),
            [one] => Ok(Some(one.key)),
            _ => Err(ambiguous(&connected)),
        }
    }

    /// The browser with this id or name. Ids have precedence, because any browser may choose any
    /// name.
    pub fn named(&self, id_or_name: &str, usable: &dyn Fn(&str) -> bool) -> Option<BrowserKey> {
        let known = || self.known.iter().filter(|browser| usable(&browser.id));
        let of_id = known().find(|browser| browser.id == id_or_name);
        let of_name = || known().find(|browser| browser.name == id_or_name);
        of_id.or_else(of_name).map(|browser| browser.key)
    }

    /// The id of the browser with this key.
    pub fn id_of(&self, key: BrowserKey) -> Option<&str> {
        let browser = self.known.iter().find(|browser| browser.key == key);
        browser.map(|browser| browser.id.as_str())
    }

    /// Removes the browser with this id. Returns its queries.
    pub fn remove(&mut self, id: &str) -> Vec<OrphanedQuery> {
        let position = self.position(id);
        position.map_or_else(Vec::new, |position| {
            self.known.remove(position).queue.empty()
        })
    }

    /// Whether a query waits for a browser without an open poll.
    pub fn has_waiting(&self) -> bool {
        let mut known = self.known.iter();
        known.any(|browser| browser.queue.has_waiting() && !browser.queue.is_polled())
    }

    /// Whether this query waits for a browser without an open poll.
    pub fn is_undeliverable(&self, id: QueryId) -> bool {
        let mut known = self.known.iter();
        known.any(|browser| browser.queue.is_waiting(id) && !browser.queue.is_polled())
    }

    /// Whether this query waits for a worker.
    pub fn is_waiting(&self, id: QueryId) -> bool {
        let mut known = self.known.iter();
        known.any(|browser| browser.queue.is_waiting(id))
    }

    /// The numbers of waiting and of delivered queries of all browsers.
    pub fn counts(&self) -> QueryCounts {
        let none = QueryCounts {
            pending: 0,
            leased: 0,
        };
        let counts = self.known.iter().map(|browser| browser.queue.counts());
        counts.fold(none, |sum, each| QueryCounts {
            pending: sum.pending + each.pending,
            leased: sum.leased + each.leased,
        })
    }

    /// Every unanswered query, browser by browser.
    pub fn unanswered(&self) -> Vec<UnansweredQuery> {
        let unanswered = self.known.iter().flat_map(|browser| {
            let queries = browser.queue.queries();
            queries.map(|(id, request, leased)| UnansweredQuery {
                id,
                browser: browser.key,
                browser_name: browser.name.clone(),
                request: request.clone(),
                leased,
                waits_for_user: false,
            })
        });
        unanswered.collect()
    }

    /// The state of a browser.
    pub fn state(&self, key: BrowserKey, now: Instant) -> Option<BrowserState> {
        let browser = self.known.iter().find(|browser| browser.key == key);
        browser.map(|browser| browser.state(now))
    }

    /// The state of every browser, in the order of their first connection.
    pub fn states(&self, now: Instant) -> Vec<BrowserState> {
        let known = self.known.iter();
        known.map(|browser| browser.state(now)).collect()
    }

    fn position(&self, id: &str) -> Option<usize> {
        self.known.iter().position(|browser| browser.id == id)
    }

    fn of_id(&mut self, id: &str) -> Option<&mut BrowserEntry> {
        self.known.iter_mut().find(|browser| browser.id == id)
    }

    fn of_key_mut(&mut self, key: BrowserKey) -> Option<&mut BrowserEntry> {
        self.known.iter_mut().find(|browser| browser.key == key)
    }

    fn next_key(&mut self) -> BrowserKey {
        self.last_key += 1;
        BrowserKey(self.last_key)
    }

    /// The position of a worker's browser, which is added if it is new, and the queries of the
    /// browser that was removed for it.
    fn find_or_add(
        &mut self,
        worker: &Worker,
        now: Instant,
    ) -> Result<(usize, Vec<OrphanedQuery>), Fault> {
        if let Some(position) = self.position(&worker.browser) {
            return Ok((position, Vec::new()));
        }
        let orphaned = self.make_room(now)?;
        let key = self.next_key();
        let position = self.known.len();
        let wanted_name = names::cleaned("");
        self.known.push(BrowserEntry {
            key,
            id: worker.browser.clone(),
            name: self.unique_name(&wanted_name, position),
            wanted_name,
            hello: None,
            greeted_by: String::new(),
            rejected_wire: None,
            last_active: now,
            is_ambiguous: false,
            queue: BrowserQueue::default(),
        });
        Ok((position, orphaned))
    }

    /// Removes a browser if there are as many as possible. Returns its queries.
    fn make_room(&mut self, now: Instant) -> Result<Vec<OrphanedQuery>, Fault> {
        if self.known.len() < MAX_BROWSERS {
            return Ok(Vec::new());
        }
        let disconnected = self.known.iter().enumerate();
        let disconnected = disconnected.filter(|(_, browser)| !browser.queue.is_connected(now));
        let oldest = disconnected.min_by_key(|(_, browser)| browser.last_active);
        match oldest.map(|(position, _)| position) {
            Some(position) => Ok(self.known.remove(position).queue.empty()),
            None => Err(full()),
        }
    }

    fn unique_name(&self, wanted: &str, position: usize) -> String {
        let others = self.known.iter().enumerate();
        let others = others.filter(|(other, _)| *other != position);
        let others: Vec<&str> = others.map(|(_, browser)| browser.name.as_str()).collect();
        names::unique(wanted, &others)
    }
}

impl BrowserEntry {
    /// Whether this worker has sent a newer greeting already.
    fn has_newer_greeting(&self, worker: &Worker, hello: &Hello) -> bool {
        let last = self.hello.as_ref().map_or(0, |last| last.count);
        self.greeted_by == worker.instance && hello.count < last
    }

    fn state(&self, now: Instant) -> BrowserState {
        BrowserState {
            key: self.key,
            id: self.id.clone(),
            name: self.name.clone(),
            connected: self.queue.is_connected(now),
            hello: self.hello.clone(),
            instance: self.queue.instance().map(str::to_owned),
            last_seen: self.queue.last_seen(now),
            rejected_wire: self.rejected_wire,
            lease: None,
            is_ready: None,
        }
    }

    /// Handles two browsers with one id. The tabs that are known so far may be the other browser's,
    /// so this one, which keeps the id, gets a new key. Returns its queries.
    fn reset(&mut self, key: BrowserKey) -> Vec<OrphanedQuery> {
        tracing::warn!(
            browser = self.name,
            "two browsers have one id, as copies of a profile do: the older one gets another"
        );
        (self.key, self.is_ambiguous) = (key, false);
        self.queue.empty()
    }
}

#[cfg(test)]
mod tests;
