//! All that the server remembers between queries, but for what waits in the queue: what each
//! session was shown, the cache, and the tabs' handles. Nothing of it is written to disk, and
//! nothing else of a page is remembered anywhere.

pub mod cache;
pub mod delta_bases;
pub mod handles;
pub mod ids;
pub mod packed_base;
pub mod pages;
pub mod scope;
pub mod shown;
pub mod snapshot_cache;
pub mod trees;
pub mod uids;
pub mod windows;

use cache::Cache;
use handles::TabHandles;
use shown::Session;
use snapshot_cache::{CachedSnapshot, SnapshotSettings};
use std::collections::{HashMap, HashSet};

/// Most sessions that are remembered; the one not used for longest goes first.
pub const SESSIONS: usize = 64;

/// What the server remembers.
#[derive(Debug, Default)]
pub struct Sessions {
    /// Small numbers for tabs.
    pub handles: TabHandles,
    /// What is remembered of pages to save work.
    pub cache: Cache,
    by_name: HashMap<String, Session>,
    /// Counts uses, to find the session not used for longest.
    uses: u64,
    /// Counts the snapshots of all sessions.
    snapshots: u64,
    /// Counts the snapshots that are read in windows.
    windows: u64,
    /// A session was forgotten for lack of room, or the server was started anew on a state
    /// directory that had served before.
    forgetful: bool,
}

impl Sessions {
    /// Nothing is remembered; `served_before`: by an earlier server, which may have shown things to
    /// any session. `budget`: of the cache, in bytes.
    pub fn new(served_before: bool, budget: u64) -> Sessions {
        Sessions {
            cache: Cache::new(budget),
            forgetful: served_before,
            ..Sessions::default()
        }
    }

    /// The session of this name, made where it is new.
    pub fn session(&mut self, name: &str) -> &mut Session {
        self.uses += 1;
        let uses = self.uses;
        if !self.by_name.contains_key(name) && self.by_name.len() >= SESSIONS {
            self.forget_oldest();
        }
        let session = self.by_name.entry(name.to_owned()).or_default();
        session.used = uses;
        session
    }

    /// The session of this name, where it is remembered.
    pub fn known(&mut self, name: &str) -> Option<&mut Session> {
        self.uses += 1;
        let uses = self.uses;
        let session = self.by_name.get_mut(name)?;
        session.used = uses;
        Some(session)
    }

    /// The snapshots that were made in this way, of a tab or of all, whose uids this session knows:
    /// where the page is unchanged, they answer its request.
    pub fn reusable(
        &mut self,
        session: &str,
        chrome: Option<i64>,
        settings: &SnapshotSettings,
    ) -> Vec<CachedSnapshot> {
        let Some(session) = self.by_name.get(session) else {
            return Vec::new();
        };
        let (handles, cache) = (&self.handles, &mut self.cache);
        let found = session.tabs_shown_whole().filter_map(|tab| {
            let known = handles.chrome(tab)?;
            let asked = chrome.is_none_or(|chrome| chrome == known);
            let cached = asked.then(|| cache.snapshot(known, settings))??;
            session
                .has_shown(tab, cached.snapshot.number)
                .then_some(cached)
        });
        found.collect()
    }

    /// A number that no snapshot has had yet.
    pub fn number_snapshot(&mut self) -> u64 {
        self.snapshots += 1;
        self.snapshots
    }

    /// A name that no snapshot read in windows has had yet.
    pub fn name_window(&mut self) -> u64 {
        self.windows += 1;
        self.windows
    }

    /// Whether a session that is not remembered may yet have been shown something.
    pub fn is_forgetful(&self) -> bool {
        self.forgetful
    }

    /// These are all the tabs there are.
    pub fn keep_tabs(&mut self, living: impl IntoIterator<Item = i64>) {
        let living: HashSet<i64> = living.into_iter().collect();
        self.handles.keep(living.iter().copied());
        let handles = &self.handles;
        self.cache.keep_tabs(
            |chrome| living.contains(&chrome),
            |tab| handles.chrome(tab).is_some(),
        );
    }

    /// How many sessions are remembered.
    pub fn count(&self) -> usize {
        self.by_name.len()
    }

    /// The size of what all sessions were shown, in bytes, near enough. Not part of the cache:
    /// without it ids would stand for nothing.
    pub fn shown_bytes(&self) -> usize {
        self.by_name.values().map(Session::bytes).sum()
    }

    fn forget_oldest(&mut self) {
        let oldest = self
            .by_name
            .iter()
            .min_by_key(|(_, session)| session.used)
            .map(|(name, _)| name.clone());
        if let Some(name) = oldest {
            self.by_name.remove(&name);
            self.cache.forget_session(&name);
            self.forgetful = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_session_not_used_for_longest_is_forgotten_first() {
        let mut sessions = Sessions::default();
        for number in 0..SESSIONS {
            sessions.session(&number.to_string());
        }
        sessions.session("0");
        assert!(!sessions.is_forgetful());
        sessions.session("new");
        assert_eq!(sessions.count(), SESSIONS);
        assert!(sessions.known("0").is_some() && sessions.known("1").is_none());
        assert!(sessions.is_forgetful());
    }
}
