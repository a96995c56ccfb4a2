//! What waits for the extension: a synchronous state machine. Time is passed in, and it knows
//! nothing of sockets, tasks or locks; [`crate::dispatch`] is the thin shell that lets requests
//! wait on it.

use axlens_protocol::wire::{Method, Query};
use axlens_protocol::{Code, Fault};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Most queries that may wait or be worked on at once.
pub const CAPACITY: usize = 64;

/// How long the extension counts as connected after its last poll ended.
pub const CONNECTED_FOR: Duration = Duration::from_secs(2);

/// The number of a query; `q17` on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QueryId(u64);

impl QueryId {
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
pub struct Queue {
    last: u64,
    entries: BTreeMap<QueryId, Entry>,
    /// The worker that polled last. A worker that starts anew has a new id.
    instance: Option<String>,
    /// Polls held open, of this worker or another.
    held: usize,
    /// When a poll last began or ended.
    seen: Option<Instant>,
}

#[derive(Debug)]
struct Entry {
    method: Method,
    tab: Option<i64>,
    deadline: Instant,
    leased: bool,
}

impl Queue {
    /// Adds a query, to be answered by `deadline`.
    ///
    /// # Errors
    /// `queue_full`.
    pub fn add(
        &mut self,
        method: Method,
        tab: Option<i64>,
        deadline: Instant,
    ) -> Result<QueryId, Fault> {
        if self.entries.len() >= CAPACITY {
            let message = format!("{CAPACITY} queries wait already.");
            return Err(Fault::new(Code::QueueFull, message));
        }
        self.last += 1;
        let id = QueryId(self.last);
        let entry = Entry {
            method,
            tab,
            deadline,
            leased: false,
        };
        self.entries.insert(id, entry);
        Ok(id)
    }

    /// A worker begins a poll. Another worker than before: the one before is gone, and what it had
    /// is given out again.
    pub fn begin_poll(&mut self, instance: &str, now: Instant) {
        self.held += 1;
        self.seen = Some(now);
        if self.instance.as_deref() != Some(instance) {
            self.instance = Some(instance.to_owned());
            self.return_leases();
        }
    }

    /// A poll ends, with queries or without, or its connection is gone.
    pub fn end_poll(&mut self, now: Instant) {
        self.held = self.held.saturating_sub(1);
        self.seen = Some(now);
    }

    /// Gives out all that waits; nothing to a worker that another has replaced.
    pub fn take(&mut self, instance: &str, now: Instant) -> Vec<Query> {
        if self.instance.as_deref() != Some(instance) {
            return Vec::new();
        }
        let waiting = self
            .entries
            .iter_mut()
            .filter(|(_, entry)| !entry.leased && entry.deadline > now);
        waiting
            .map(|(id, entry)| {
                entry.leased = true;
                Query {
                    id: id.to_string(),
                    method: entry.method.clone(),
                    deadline_ms: answer_within(entry.deadline.duration_since(now)),
                    tab: entry.tab,
                }
            })
            .collect()
    }

    /// A query is answered, or nobody waits for it any more. False: it was not there.
    pub fn finish(&mut self, id: QueryId) -> bool {
        self.entries.remove(&id).is_some()
    }

    /// Whether a query waits that nobody works on.
    pub fn has_waiting(&self) -> bool {
        self.entries.values().any(|entry| !entry.leased)
    }

    /// Whether nobody works on this query.
    pub fn is_waiting(&self, id: QueryId) -> bool {
        self.entries.get(&id).is_some_and(|entry| !entry.leased)
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

    /// The worker that polled last.
    pub fn instance(&self) -> Option<&str> {
        self.instance.as_deref()
    }

    /// How many wait and how many are worked on.
    pub fn counts(&self) -> Counts {
        let leased = self.entries.values().filter(|entry| entry.leased).count();
        Counts {
            pending: self.entries.len() - leased,
            leased,
        }
    }

    fn return_leases(&mut self) {
        for entry in self.entries.values_mut() {
            if entry.method.is_read_only() {
                entry.leased = false;
            }
        }
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
