//! What waits for the extension of one browser: a synchronous state machine. Time is passed in, and
//! it knows nothing of sockets, tasks or locks; [`crate::queue::browsers`] has one for each
//! browser, and [`crate::queue::dispatch`] is the thin shell that lets requests wait on them.

use axlens_protocol::wire::{Method, PendingQueries, Query, QueryAgent};
use axlens_protocol::{Code, Fault};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Most queries that may wait for one browser or be worked on in it at once.
pub const CAPACITY: usize = 64;

/// How often a query is given out at most. A page that ends the worker each time it is read must
/// not do so until the deadline.
pub const LEASES: u8 = 5;

/// How long the extension counts as connected after its last poll ended.
pub const CONNECTED_FOR: Duration = Duration::from_secs(2);

/// Most workers that are remembered as replaced.
const REPLACED: usize = 8;

/// The number of a query, which no other has, of this browser or another; `q17` on the wire.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QueryId(u64);

impl QueryId {
    /// The number after this one.
    pub fn next(self) -> QueryId {
        QueryId(self.0 + 1)
    }

    /// The id of its name on the wire.
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

/// A worker's connection: what it was given goes back when it ends. No other has its number, of
/// this browser or another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ConnectionId(u64);

impl ConnectionId {
    /// The number after this one.
    pub fn next(self) -> ConnectionId {
        ConnectionId(self.0 + 1)
    }
}

/// What a worker is that says it is the browser's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// The one that is known, or the first.
    Known,
    /// A new one; the one before is gone, and what that had waits again, but for this.
    Successor(Vec<Lost>),
    /// A new one, though the one before still has a poll open: two browsers have one id.
    Beside,
    /// One that another has replaced: two browsers have one id, and this is the older.
    Replaced,
}

/// A query that will not be given out again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lost {
    /// The query.
    pub id: QueryId,
    /// How often it was given out.
    pub leases: u8,
}

/// What is asked, and by whom.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The agent.
    pub agent: Arc<QueryAgent>,
    /// What it asks.
    pub method: Method,
    /// Chrome's id of the tab; none: the one in front of the user.
    pub tab: Option<i64>,
}

/// How many queries wait and how many are being worked on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Given to nobody yet.
    pub pending: usize,
    /// Given to a worker.
    pub leased: usize,
}

/// Queries, in order of arrival, and the worker that works on them.
#[derive(Debug, Default)]
pub struct BrowserQueue {
    entries: BTreeMap<QueryId, Entry>,
    /// The worker that came last. A worker that starts anew has a new id.
    instance: Option<String>,
    /// Workers that were replaced, the last one at the end.
    replaced: VecDeque<String>,
    /// Polls of this worker that are held open.
    held: usize,
    /// When a poll last began or ended.
    seen: Option<Instant>,
    /// Queries that the worker has and nobody waits for any more, as long as it has not been told.
    cancelled: VecDeque<QueryId>,
}

#[derive(Debug)]
struct Entry {
    asked: Asked,
    deadline: Instant,
    /// Only what changes nothing may be asked a second time.
    repeatable: bool,
    /// Who works on it.
    lease: Option<ConnectionId>,
    /// How often it was given out.
    leases: u8,
}

impl BrowserQueue {
    /// Adds a query, to be answered by `deadline`.
    ///
    /// # Errors
    /// `queue_full`.
    pub fn add(&mut self, id: QueryId, asked: Asked, deadline: Instant) -> Result<(), Fault> {
        if self.entries.len() >= CAPACITY {
            let message = format!("{CAPACITY} queries wait already.");
            return Err(Fault::new(Code::QueueFull, message));
        }
        let entry = Entry {
            repeatable: asked.method.is_read_only(),
            asked,
            deadline,
            lease: None,
            leases: 0,
        };
        self.entries.insert(id, entry);
        Ok(())
    }

    /// A connection has ended: what was given to it and is not answered waits again. Returns what
    /// may not be asked a second time.
    pub fn close(&mut self, connection: ConnectionId) -> Vec<Lost> {
        self.return_leases(|lease| lease == connection)
    }

    /// A worker comes. The newest takes over: of two browsers with one id, the other one is told.
    pub fn arrive(&mut self, instance: &str) -> Arrival {
        if self.is_of(instance) {
            return Arrival::Known;
        }
        if self.replaced.iter().any(|replaced| replaced == instance) {
            return Arrival::Replaced;
        }
        let Some(before) = self.instance.replace(instance.to_owned()) else {
            return Arrival::Known;
        };
        self.cancelled.clear();
        if self.replaced.len() >= REPLACED {
            self.replaced.pop_front();
        }
        self.replaced.push_back(before);
        match std::mem::take(&mut self.held) {
            0 => Arrival::Successor(self.return_leases(|_| true)),
            _ => Arrival::Beside,
        }
    }

    /// The worker that has arrived begins a poll.
    pub fn begin_poll(&mut self, now: Instant) {
        self.held += 1;
        self.seen = Some(now);
    }

    /// A poll ends, with queries or without, or its connection is gone. That of a worker that was
    /// replaced counts for nothing any more.
    pub fn end_poll(&mut self, instance: &str, now: Instant) {
        if self.is_of(instance) {
            self.held = self.held.saturating_sub(1);
            self.seen = Some(now);
        }
    }

    /// Whether this worker is the one that came last.
    pub fn is_of(&self, instance: &str) -> bool {
        self.instance.as_deref() == Some(instance)
    }

    /// Gives out all that waits, and says what is not to be worked on any more; nothing to a worker
    /// that another has replaced.
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
            queries: self.give_out(connection, now),
        }
    }

    fn give_out(&mut self, connection: ConnectionId, now: Instant) -> Vec<Query> {
        let waiting = self
            .entries
            .iter_mut()
            .filter(|(_, entry)| entry.lease.is_none() && entry.deadline > now);
        waiting
            .map(|(id, entry)| {
                entry.lease = Some(connection);
                entry.leases += 1;
                Query {
                    id: id.to_string(),
                    method: entry.asked.method.clone(),
                    deadline_ms: answer_within(entry.deadline.duration_since(now)),
                    tab: entry.asked.tab,
                    agent: (*entry.asked.agent).clone(),
                }
            })
            .collect()
    }

    /// Takes out every query, unanswered.
    pub fn empty(&mut self) -> Vec<QueryId> {
        std::mem::take(&mut self.entries).into_keys().collect()
    }

    /// Whether a query was ever given out.
    pub fn was_given_out(&self, id: QueryId) -> bool {
        self.entries.get(&id).is_some_and(|entry| entry.leases > 0)
    }

    /// A query is answered. False: it was not there.
    pub fn finish(&mut self, id: QueryId) -> bool {
        self.entries.remove(&id).is_some()
    }

    /// Nobody waits for a query any more: a worker that has it is to know.
    pub fn cancel(&mut self, id: QueryId) {
        let entry = self.entries.remove(&id);
        if entry.is_none_or(|entry| entry.lease.is_none()) {
            return;
        }
        if self.cancelled.len() >= CAPACITY {
            self.cancelled.pop_front();
        }
        self.cancelled.push_back(id);
    }

    /// Whether a query waits that nobody works on.
    pub fn has_waiting(&self) -> bool {
        self.entries.values().any(|entry| entry.lease.is_none())
    }

    /// Whether nobody works on this query.
    pub fn is_waiting(&self, id: QueryId) -> bool {
        let entry = self.entries.get(&id);
        entry.is_some_and(|entry| entry.lease.is_none())
    }

    /// Whether a poll is held open.
    pub fn is_polled(&self) -> bool {
        self.held > 0
    }

    /// Whether a poll is held open or was a moment ago.
    pub fn is_connected(&self, now: Instant) -> bool {
        self.is_polled()
            || self
                .seen
                .is_some_and(|seen| now.saturating_duration_since(seen) <= CONNECTED_FOR)
    }

    /// How long ago a poll began or ended; zero while one is held.
    pub fn last_seen(&self, now: Instant) -> Option<Duration> {
        match self.held {
            0 => self.seen.map(|seen| now.saturating_duration_since(seen)),
            _ => Some(Duration::ZERO),
        }
    }

    /// The worker that came last.
    pub fn instance(&self) -> Option<&str> {
        self.instance.as_deref()
    }

    /// Every query with what is asked, and whether somebody works on it.
    pub fn entries(&self) -> impl Iterator<Item = (QueryId, &Asked, bool)> {
        let entries = self.entries.iter();
        entries.map(|(id, entry)| (*id, &entry.asked, entry.lease.is_some()))
    }

    /// How many wait and how many are worked on.
    pub fn counts(&self) -> Counts {
        let entries = self.entries.values();
        let leased = entries.filter(|entry| entry.lease.is_some()).count();
        Counts {
            pending: self.entries.len() - leased,
            leased,
        }
    }

    /// What was given to these connections waits again, or is lost.
    fn return_leases(&mut self, ended: impl Fn(ConnectionId) -> bool) -> Vec<Lost> {
        let leased = self.entries.iter_mut();
        let leased = leased.filter(|(_, entry)| entry.lease.is_some_and(&ended));
        let mut lost = Vec::new();
        for (id, entry) in leased {
            if entry.repeatable && entry.leases < LEASES {
                entry.lease = None;
            } else {
                let leases = entry.leases;
                lost.push(Lost { id: *id, leases });
            }
        }
        lost
    }
}

/// Milliseconds the worker is given: a little less than is left, so that its own reason for being
/// late arrives in time.
fn answer_within(left: Duration) -> u64 {
    let margin = (left / 10).min(Duration::from_millis(300));
    u64::try_from((left - margin).as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
