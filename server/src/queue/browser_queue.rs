//! The queries to the extension of one browser, as a synchronous state machine without sockets,
//! tasks and locks. The time is an argument. [`crate::queue::browsers`] has one queue for each
//! browser, and [`crate::queue::dispatch`] lets requests wait for their answers.

use axlens_protocol::wire::{Method, PendingQueries, Query, QueryAgent};
use axlens_protocol::{Code, Fault};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The maximum number of unanswered queries of one browser.
pub const CAPACITY: usize = 64;

/// How often a query is delivered at most. A page that ends the worker each time it is read must
/// not do so until the deadline.
pub const MAX_LEASES: u8 = 5;

/// How long the extension counts as connected after its last poll has ended.
pub const CONNECTED_FOR: Duration = Duration::from_secs(2);

/// The maximum number of replaced workers that are remembered.
const MAX_REPLACED: usize = 8;

/// The number of a query, unique among all browsers; `q17` on the wire.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QueryId(u64);

impl QueryId {
    /// The number after this one.
    pub fn next(self) -> QueryId {
        QueryId(self.0 + 1)
    }

    /// Parses the form on the wire.
    pub fn parse(name: &str) -> Option<QueryId> {
        let digits = name.strip_prefix('q')?;
        let canonical = digits.bytes().all(|byte| byte.is_ascii_digit());
        canonical.then(|| digits.parse().ok().map(QueryId))?
    }
}

impl std::fmt::Display for QueryId {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "q{}", self.0)
    }
}

/// The number of a worker's connection, unique among all browsers. When a connection ends, its
/// unanswered queries return to the queue.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ConnectionId(u64);

impl ConnectionId {
    /// The number after this one.
    pub fn next(self) -> ConnectionId {
        ConnectionId(self.0 + 1)
    }
}

/// The relation of a connecting worker to the browser's other workers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// The current worker, or the first one.
    Current,
    /// A new worker; the previous one has ended, and its queries wait again, except for these.
    Successor(Vec<LostQuery>),
    /// A new worker, although the previous one still has an open poll: two browsers have one id.
    Duplicate,
    /// A worker that was replaced before: two browsers have one id, and this is the older one.
    Replaced,
}

/// A query that is not delivered again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LostQuery {
    /// The query.
    pub id: QueryId,
    /// How often it was delivered.
    pub leases: u8,
}

/// A query that no worker may answer any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrphanedQuery {
    /// The query.
    pub id: QueryId,
    /// Whether it is an action that a worker has received.
    pub may_be_executed: bool,
}

/// A request of an agent to a browser.
#[derive(Debug, Clone)]
pub struct QueryRequest {
    /// The agent.
    pub agent: Arc<QueryAgent>,
    /// The method with its parameters.
    pub method: Method,
    /// Chrome's id of the tab; `None` for the active tab.
    pub tab: Option<i64>,
}

/// The number of waiting and of delivered queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueryCounts {
    /// Not delivered to a worker.
    pub pending: usize,
    /// Delivered to a worker and not answered.
    pub leased: usize,
}

/// The unanswered queries in order of arrival, and the worker that processes them.
#[derive(Debug, Default)]
pub struct BrowserQueue {
    queries: BTreeMap<QueryId, QueueEntry>,
    /// The worker that connected last. A restarted worker has a new id.
    instance: Option<String>,
    /// The replaced workers, the last one at the end.
    replaced: VecDeque<String>,
    /// The number of open polls of this worker.
    open_polls: usize,
    /// When a poll last began or ended.
    last_poll: Option<Instant>,
    /// Queries that the worker has and that were cancelled since it was last notified.
    cancelled: VecDeque<QueryId>,
}

#[derive(Debug)]
struct QueueEntry {
    request: QueryRequest,
    deadline: Instant,
    /// Whether it may be delivered again: only if it changes nothing.
    repeatable: bool,
    /// The connection that it was delivered to.
    lease: Option<ConnectionId>,
    /// How often it was delivered.
    leases: u8,
}

impl BrowserQueue {
    /// Adds a query, to be answered by `deadline`.
    ///
    /// # Errors
    /// `queue_full`.
    pub fn add(
        &mut self,
        id: QueryId,
        request: QueryRequest,
        deadline: Instant,
    ) -> Result<(), Fault> {
        if self.queries.len() >= CAPACITY {
            let message = format!("{CAPACITY} queries wait already.");
            return Err(Fault::new(Code::QueueFull, message));
        }
        let query = QueueEntry {
            repeatable: request.method.is_read_only(),
            request,
            deadline,
            lease: None,
            leases: 0,
        };
        self.queries.insert(id, query);
        Ok(())
    }

    /// Ends a connection: its unanswered queries wait again. Returns those that may not be
    /// delivered a second time.
    pub fn close(&mut self, connection: ConnectionId) -> Vec<LostQuery> {
        self.return_leases(|lease| lease == connection)
    }

    /// A worker connects. A new one replaces the previous one.
    pub fn arrive(&mut self, instance: &str) -> Arrival {
        if self.is_of(instance) {
            return Arrival::Current;
        }
        if self.replaced.iter().any(|replaced| replaced == instance) {
            return Arrival::Replaced;
        }
        let Some(previous) = self.instance.replace(instance.to_owned()) else {
            return Arrival::Current;
        };
        self.cancelled.clear();
        if self.replaced.len() >= MAX_REPLACED {
            self.replaced.pop_front();
        }
        self.replaced.push_back(previous);
        match std::mem::take(&mut self.open_polls) {
            0 => Arrival::Successor(self.return_leases(|_| true)),
            _ => Arrival::Duplicate,
        }
    }

    /// The current worker begins a poll.
    pub fn begin_poll(&mut self, now: Instant) {
        self.open_polls += 1;
        self.last_poll = Some(now);
    }

    /// A poll ends, with or without queries, or its connection has ended. The poll of a replaced
    /// worker has no effect.
    pub fn end_poll(&mut self, instance: &str, now: Instant) {
        if self.is_of(instance) {
            self.open_polls = self.open_polls.saturating_sub(1);
            self.last_poll = Some(now);
        }
    }

    /// Whether this worker is the current one.
    pub fn is_of(&self, instance: &str) -> bool {
        self.instance.as_deref() == Some(instance)
    }

    /// Takes all waiting queries and all cancellations for a worker; nothing for a replaced one.
    pub fn take(
        &mut self,
        instance: &str,
        connection: ConnectionId,
        now: Instant,
    ) -> PendingQueries {
        if !self.is_of(instance) {
            return PendingQueries::default();
        }
        let cancelled = self.cancelled.drain(..);
        PendingQueries {
            cancelled: cancelled.map(|id| id.to_string()).collect(),
            queries: self.lease_all(connection, now),
        }
    }

    fn lease_all(&mut self, connection: ConnectionId, now: Instant) -> Vec<Query> {
        let waiting = self
            .queries
            .iter_mut()
            .filter(|(_, query)| query.lease.is_none() && query.deadline > now);
        waiting
            .map(|(id, query)| {
                query.lease = Some(connection);
                query.leases += 1;
                Query {
                    id: id.to_string(),
                    method: query.request.method.clone(),
                    deadline_ms: worker_deadline(query.deadline.duration_since(now)),
                    tab: query.request.tab,
                    agent: (*query.request.agent).clone(),
                }
            })
            .collect()
    }

    /// Removes every query, unanswered.
    pub fn empty(&mut self) -> Vec<OrphanedQuery> {
        let queries = std::mem::take(&mut self.queries).into_iter();
        let orphaned = queries.map(|(id, query)| OrphanedQuery {
            id,
            may_be_executed: query.leases > 0 && !query.repeatable,
        });
        orphaned.collect()
    }

    /// Whether a query was ever delivered.
    pub fn was_delivered(&self, id: QueryId) -> bool {
        self.queries.get(&id).is_some_and(|query| query.leases > 0)
    }

    /// Removes an answered query. Returns false if there is none.
    pub fn finish(&mut self, id: QueryId) -> bool {
        self.queries.remove(&id).is_some()
    }

    /// Removes a query whose request has ended. A worker that has it is notified.
    pub fn cancel(&mut self, id: QueryId) {
        let query = self.queries.remove(&id);
        if query.is_none_or(|query| query.lease.is_none()) {
            return;
        }
        if self.cancelled.len() >= CAPACITY {
            self.cancelled.pop_front();
        }
        self.cancelled.push_back(id);
    }

    /// Whether a query waits for a worker.
    pub fn has_waiting(&self) -> bool {
        self.queries.values().any(|query| query.lease.is_none())
    }

    /// Whether this query waits for a worker.
    pub fn is_waiting(&self, id: QueryId) -> bool {
        let query = self.queries.get(&id);
        query.is_some_and(|query| query.lease.is_none())
    }

    /// Whether a poll is open.
    pub fn is_polled(&self) -> bool {
        self.open_polls > 0
    }

    /// Whether a poll is open or has ended recently.
    pub fn is_connected(&self, now: Instant) -> bool {
        self.is_polled()
            || self
                .last_poll
                .is_some_and(|polled| now.saturating_duration_since(polled) <= CONNECTED_FOR)
    }

    /// How long ago a poll began or ended; zero while one is open.
    pub fn last_seen(&self, now: Instant) -> Option<Duration> {
        match self.open_polls {
            0 => self
                .last_poll
                .map(|polled| now.saturating_duration_since(polled)),
            _ => Some(Duration::ZERO),
        }
    }

    /// The id of the current worker.
    pub fn instance(&self) -> Option<&str> {
        self.instance.as_deref()
    }

    /// Every query with its request, and whether it was delivered.
    pub fn queries(&self) -> impl Iterator<Item = (QueryId, &QueryRequest, bool)> {
        let queries = self.queries.iter();
        queries.map(|(id, query)| (*id, &query.request, query.lease.is_some()))
    }

    /// The number of waiting and of delivered queries.
    pub fn counts(&self) -> QueryCounts {
        let queries = self.queries.values();
        let leased = queries.filter(|query| query.lease.is_some()).count();
        QueryCounts {
            pending: self.queries.len() - leased,
            leased,
        }
    }

    /// Returns the queries of these connections to the queue. The result has those that are lost.
    fn return_leases(&mut self, has_ended: impl Fn(ConnectionId) -> bool) -> Vec<LostQuery> {
        let leased = self.queries.iter_mut();
        let leased = leased.filter(|(_, query)| query.lease.is_some_and(&has_ended));
        let mut lost = Vec::new();
        for (id, query) in leased {
            if query.repeatable && query.leases < MAX_LEASES {
                query.lease = None;
            } else {
                let leases = query.leases;
                lost.push(LostQuery { id: *id, leases });
            }
        }
        lost
    }
}

/// The worker's time in milliseconds: a little less than is left, so that its own fault of a
/// timeout arrives in time.
fn worker_deadline(left: Duration) -> u64 {
    let margin = (left / 10).min(Duration::from_millis(300));
    u64::try_from((left - margin).as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
