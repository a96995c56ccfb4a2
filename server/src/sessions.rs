//! Everything that the server stores between requests, except the queue: the snapshots of each
//! session, the cache, and the handles of the tabs. All of it is in memory, and no other module
//! stores the content of pages.

pub mod cache;
pub mod delta_bases;
pub mod elements;
mod eviction;
pub mod handles;
pub mod ids;
pub mod key;
pub mod last_actions;
pub mod packed_base;
pub mod pages;
pub mod scope;
pub mod session;
pub mod shown_texts;
pub mod snapshot_cache;
pub mod trees;
pub mod uids;
pub mod views;
pub mod windows;

use crate::queue::browsers::BrowserKey;
use cache::Cache;
use handles::{BrowserTab, TabHandles};
use key::SessionKey;
use session::{Session, ShownSnapshot};
use shown_texts::{SessionTexts, ShownText};
use snapshot_cache::{CachedSnapshot, SnapshotSettings};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// Maximum number of sessions. A new one replaces the least recently used session of the agent with
/// most sessions.
pub const MAX_SESSIONS: usize = 64;

/// The data that the server stores between requests.
#[derive(Debug, Default)]
pub struct Sessions {
    /// Small numbers for tabs.
    pub handles: TabHandles,
    /// Pages and texts, stored to save work.
    pub cache: Cache,
    by_key: HashMap<SessionKey, Session>,
    /// The approximate size of all sessions, in bytes.
    shown_bytes: usize,
    /// Counts uses of sessions, to find the least recently used one.
    uses: u64,
    /// Counts the snapshots of all sessions.
    snapshots: u64,
    /// Counts the snapshots that are read in windows.
    windows: u64,
    /// Whether sessions were removed to make room, or an earlier server used the same state
    /// directory.
    has_removed_sessions: bool,
    /// The number of access reductions that [`Sessions::apply_access_reductions`] has seen.
    access_reductions: u64,
}

impl Sessions {
    /// No sessions. `had_earlier_server`: an earlier server may have shown snapshots to any
    /// session. `budget`: of sessions and cache, in bytes.
    pub fn new(had_earlier_server: bool, budget: u64) -> Sessions {
        Sessions {
            cache: Cache::new(budget),
            has_removed_sessions: had_earlier_server,
            ..Sessions::default()
        }
    }

    /// A session, created if it does not exist.
    pub fn get_or_create(&mut self, key: &SessionKey) -> &mut Session {
        self.uses += 1;
        let uses = self.uses;
        if !self.by_key.contains_key(key) && self.by_key.len() >= MAX_SESSIONS {
            self.remove_oldest_session();
        }
        let session = self.by_key.entry(key.clone()).or_default();
        session.last_use = uses;
        session
    }

    /// A session, if it exists.
    pub fn get(&mut self, key: &SessionKey) -> Option<&mut Session> {
        self.uses += 1;
        let uses = self.uses;
        let session = self.by_key.get_mut(key)?;
        session.last_use = uses;
        Some(session)
    }

    /// Adds a snapshot to a session. Returns the snapshot's number in it.
    pub fn add_snapshot(&mut self, key: &SessionKey, snapshot: ShownSnapshot) -> u64 {
        let number = self.get_or_create(key).add_snapshot(snapshot);
        self.enforce_budget(key);
        number
    }

    /// Adds another part of a snapshot to a session, if the session exists.
    pub fn extend_snapshot(&mut self, key: &SessionKey, number: u64, part: ShownSnapshot) {
        if let Some(session) = self.get(key) {
            session.extend_snapshot(number, part);
            self.enforce_budget(key);
        }
    }

    /// Cached snapshots with these settings, of one tab or of all tabs of a browser, whose uids the
    /// session has. If the page is unchanged, they answer the session's request.
    pub fn reusable_snapshots(
        &mut self,
        session: &SessionKey,
        browser: BrowserKey,
        tab_id: Option<i64>,
        settings: &SnapshotSettings,
    ) -> Vec<CachedSnapshot> {
        let Some(session) = self.by_key.get(session) else {
            return Vec::new();
        };
        let (handles, cache) = (&self.handles, &mut self.cache);
        let snapshots = session.tabs_with_whole_snapshot().filter_map(|handle| {
            let tab = handles.tab(handle)?;
            if tab.browser != browser || tab_id.is_some_and(|tab_id| tab_id != tab.tab_id) {
                return None;
            }
            let cached = cache.snapshot(tab, settings)?;
            session
                .has_whole_snapshot(handle, cached.snapshot.number)
                .then_some(cached)
        });
        snapshots.collect()
    }

    /// Clears the cache if the user has reduced read access since the last call. Uids stay valid,
    /// because an element that becomes readable again has the same uid.
    pub fn apply_access_reductions(&mut self, count: u64) {
        if self.access_reductions != count {
            self.access_reductions = count;
            self.cache.clear();
        }
    }

    /// How often the user has reduced read access. A page that was requested before the last
    /// reduction has to be read again.
    pub fn access_reductions(&self) -> u64 {
        self.access_reductions
    }

    /// A new number for a snapshot, unique among all sessions.
    pub fn next_snapshot_number(&mut self) -> u64 {
        self.snapshots += 1;
        self.snapshots
    }

    /// A new number for a snapshot that is read in windows.
    pub fn next_window_number(&mut self) -> u64 {
        self.windows += 1;
        self.windows
    }

    /// Whether a session that does not exist may have had snapshots.
    pub fn has_removed_sessions(&self) -> bool {
        self.has_removed_sessions
    }

    /// Removes the tabs of a browser except the open ones.
    pub fn retain_tabs(&mut self, browser: BrowserKey, open: impl IntoIterator<Item = i64>) {
        let open: HashSet<i64> = open.into_iter().collect();
        self.retain(|tab| tab.browser != browser || open.contains(&tab.tab_id));
    }

    /// Removes the tabs of all browsers except these, and what sessions have of them: a uid does
    /// not mean an element of a removed browser.
    pub fn retain_browsers(&mut self, browsers: &[BrowserKey]) {
        self.retain(|tab| browsers.contains(&tab.browser));
        let sessions = self.by_key.iter_mut();
        let changed = sessions.filter_map(|(key, session)| {
            let has_changed = session.retain_browsers(browsers);
            has_changed.then(|| key.clone())
        });
        let changed: Vec<SessionKey> = changed.collect();
        for key in changed {
            self.update_size(&key);
        }
    }

    fn retain(&mut self, is_open: impl Fn(BrowserTab) -> bool) {
        self.handles.retain(&is_open);
        let handles = &self.handles;
        self.cache
            .retain_tabs(is_open, |handle| handles.tab(handle).is_some());
    }

    /// The number of sessions.
    pub fn count(&self) -> usize {
        self.by_key.len()
    }

    /// The number of an agent's sessions.
    pub fn count_of_agent(&self, agent: &str) -> usize {
        let sessions = self.by_key.keys();
        sessions.filter(|key| *key.agent == *agent).count()
    }

    /// The approximate size of all sessions, in bytes. Sessions use the budget before the cache
    /// does, because ids do not work without them.
    pub fn shown_bytes(&self) -> usize {
        self.shown_bytes
    }

    /// Every session with the cached texts of its snapshots, the most recently used one first.
    pub fn shown_texts(&self) -> Vec<SessionTexts> {
        let mut texts: HashMap<&SessionKey, Vec<ShownText>> = HashMap::new();
        for (session, text) in self.cache.shown_texts() {
            texts.entry(session).or_default().push(text);
        }
        let mut sessions: Vec<_> = self.by_key.iter().collect();
        sessions.sort_by_key(|(_, session)| Reverse(session.last_use));
        let sessions = sessions.into_iter().map(|(key, session)| {
            let mut texts = texts.remove(key).unwrap_or_default();
            // The newest text of a tab is last.
            texts.sort_by_key(|text| (text.tab, text.id.len(), text.id.clone()));
            SessionTexts {
                key: key.clone(),
                bytes: session.counted_bytes,
                texts,
            }
        });
        sessions.collect()
    }

    /// A text that a session was shown, if it is still in the cache.
    pub fn shown_text(&self, session: &SessionKey, id: &str) -> Option<ShownText> {
        let mut texts = self.cache.shown_texts();
        let (_, text) = texts.find(|(key, text)| *key == session && text.id == id)?;
        Some(text)
    }

    /// Removes the sessions of a revoked or expired agent.
    pub fn remove_agent(&mut self, agent: &str) {
        let sessions = self.by_key.keys().filter(|key| *key.agent == *agent);
        for key in sessions.cloned().collect::<Vec<_>>() {
            self.remove(&key);
        }
    }

    fn remove(&mut self, key: &SessionKey) {
        let removed = self.by_key.remove(key);
        self.shown_bytes -= removed.map_or(0, |session| session.counted_bytes);
        self.cache.remove_session(key);
    }
}

#[cfg(test)]
mod tests;
