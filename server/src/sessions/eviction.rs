//! Keeps the sessions within their part of the memory budget. The agent that uses most memory makes
//! room first.

use super::Sessions;
use super::key::SessionKey;
use super::session::Session;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

/// Sessions use at most `1 / BUDGET_DIVISOR` of the budget. The cache has the rest.
const BUDGET_DIVISOR: u64 = 2;

impl Sessions {
    /// Updates the size of a session that has grown, and removes snapshots until all sessions fit
    /// into the budget.
    pub(super) fn enforce_budget(&mut self, key: &SessionKey) {
        self.update_size(key);
        let max_bytes = self.cache.budget() / BUDGET_DIVISOR;
        while self.shown_bytes as u64 > max_bytes && self.remove_some() {}
        self.cache.reserve_for_sessions(self.shown_bytes as u64);
    }

    pub(super) fn update_size(&mut self, key: &SessionKey) {
        if let Some(session) = self.by_key.get_mut(key) {
            let before = session.counted_bytes;
            session.counted_bytes = session.bytes() + key.bytes();
            self.shown_bytes = self.shown_bytes + session.counted_bytes - before;
        }
    }

    /// Removes the oldest snapshot of the largest session of the agent that uses most memory. If no
    /// session of the agent has an older snapshot, removes the content of a session that uses half
    /// of the available memory, otherwise the least recently used session. Returns `false` if there
    /// is nothing to remove.
    fn remove_some(&mut self) -> bool {
        let Some(agent) = self.agent_with_most(|session| session.counted_bytes) else {
            return false;
        };
        let half = (self.cache.budget() / BUDGET_DIVISOR / 2) as usize;
        let can_shrink = |session: &Session| {
            session.has_older_snapshots() || !session.is_empty() && session.counted_bytes > half
        };
        let sessions = self.by_key.iter();
        let sessions = sessions.filter(|(key, session)| key.agent == agent && can_shrink(session));
        let largest = sessions.max_by_key(|(_, session)| session.counted_bytes);
        let Some(key) = largest.map(|(key, _)| key.clone()) else {
            return self.remove_oldest_session_of(&agent);
        };
        if let Some(session) = self.by_key.get_mut(&key) {
            session.remove_oldest_snapshot();
        }
        self.update_size(&key);
        true
    }

    /// The agent with the largest sum over its sessions. Among agents with equal sums, the one with
    /// the least recently used session.
    fn agent_with_most(&self, amount: impl Fn(&Session) -> usize) -> Option<Arc<str>> {
        let mut agents: HashMap<&Arc<str>, (usize, Reverse<u64>)> = HashMap::new();
        for (key, session) in &self.by_key {
            let (sum, last_use) = agents.entry(&key.agent).or_insert((0, Reverse(u64::MAX)));
            *sum += amount(session);
            last_use.0 = last_use.0.min(session.last_use);
        }
        let most = agents.into_iter().max_by_key(|(_, rank)| *rank);
        most.map(|(agent, _)| Arc::clone(agent))
    }

    /// Removes the least recently used session of the agent with most sessions.
    pub(super) fn remove_oldest_session(&mut self) {
        if let Some(agent) = self.agent_with_most(|_| 1) {
            self.remove_oldest_session_of(&agent);
        }
    }

    fn remove_oldest_session_of(&mut self, agent: &str) -> bool {
        let sessions = self.by_key.iter().filter(|(key, _)| *key.agent == *agent);
        let oldest = sessions.min_by_key(|(_, session)| session.last_use);
        let Some(key) = oldest.map(|(key, _)| key.clone()) else {
            return false;
        };
        self.remove(&key);
        self.has_removed_sessions = true;
        true
    }
}
