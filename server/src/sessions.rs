//! All that the server remembers between queries, but for what waits in the queue: what each
//! session was shown, the cache, and the tabs' handles. Nothing of it is written to disk, and
//! nothing else of a page is remembered anywhere.

pub mod cache;
pub mod delta_bases;
pub mod elements;
pub mod handles;
pub mod ids;
pub mod key;
pub mod packed_base;
pub mod pages;
pub mod scope;
pub mod seen;
pub mod shown;
pub mod snapshot_cache;
pub mod trees;
pub mod uids;
pub mod windows;

use crate::queue::browsers::BrowserKey;
use cache::Cache;
use handles::{BrowserTab, TabHandles};
use key::SessionKey;
use seen::{SeenSession, SeenText};
use shown::{Session, Showing};
use snapshot_cache::{CachedSnapshot, SnapshotSettings};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Most sessions that are remembered; of the agent that has most of them, the one not used for
/// longest goes first.
pub const SESSIONS: usize = 64;

/// What sessions were shown takes at most this part of the budget: one half. The cache has the
/// rest, whatever that is.
const SHOWN: u64 = 2;

/// What the server remembers.
#[derive(Debug, Default)]
pub struct Sessions {
    /// Small numbers for tabs.
    pub handles: TabHandles,
    /// What is remembered of pages to save work.
    pub cache: Cache,
    by_key: HashMap<SessionKey, Session>,
    /// The size of what all sessions were shown, in bytes, near enough.
    shown: usize,
    /// Counts uses, to find the session not used for longest.
    uses: u64,
    /// Counts the snapshots of all sessions.
    snapshots: u64,
    /// Counts the snapshots that are read in windows.
    windows: u64,
    /// A session was forgotten for lack of room, or the server was started anew on a state
    /// directory that had served before.
    forgetful: bool,
    /// How often the user had taken reading away when this was last looked at.
    taken: u64,
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

    /// A session, made where it is new.
    pub fn session(&mut self, key: &SessionKey) -> &mut Session {
        self.uses += 1;
        let uses = self.uses;
        if !self.by_key.contains_key(key) && self.by_key.len() >= SESSIONS {
            self.forget_oldest();
        }
        let session = self.by_key.entry(key.clone()).or_default();
        session.used = uses;
        session
    }

    /// Remembers what a session is shown. Returns the snapshot's number in it.
    pub fn show(&mut self, key: &SessionKey, showing: Showing) -> u64 {
        let number = self.session(key).show(showing);
        self.settle(key);
        number
    }

    /// Remembers what more a session is shown of a snapshot, where the session is remembered.
    pub fn show_more(&mut self, key: &SessionKey, snapshot: u64, showing: Showing) {
        if let Some(session) = self.known(key) {
            session.show_more(snapshot, showing);
            self.settle(key);
        }
    }

    /// A session, where it is remembered.
    pub fn known(&mut self, key: &SessionKey) -> Option<&mut Session> {
        self.uses += 1;
        let uses = self.uses;
        let session = self.by_key.get_mut(key)?;
        session.used = uses;
        Some(session)
    }

    /// The snapshots that were made in this way, of a tab or of all of its browser, whose uids this
    /// session knows: where the page is unchanged, they answer its request.
    pub fn reusable(
        &mut self,
        session: &SessionKey,
        browser: BrowserKey,
        chrome: Option<i64>,
        settings: &SnapshotSettings,
    ) -> Vec<CachedSnapshot> {
        let Some(session) = self.by_key.get(session) else {
            return Vec::new();
        };
        let (handles, cache) = (&self.handles, &mut self.cache);
        let found = session.tabs_shown_whole().filter_map(|tab| {
            let known = handles.tab(tab)?;
            let same = chrome.is_none_or(|chrome| chrome == known.chrome);
            let asked = same && known.browser == browser;
            let cached = asked.then(|| cache.snapshot(known, settings))??;
            session
                .has_shown(tab, cached.snapshot.number)
                .then_some(cached)
        });
        found.collect()
    }

    /// Forgets every text of every page where the user has taken reading away since. What uids
    /// stand for stays: an element that can be read again later has the same.
    pub fn follow_access(&mut self, taken: u64) {
        if self.taken != taken {
            self.taken = taken;
            self.cache.clear();
        }
    }

    /// How often the user has taken reading away: what was planned before then must be read again.
    pub fn taken(&self) -> u64 {
        self.taken
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

    /// These are all the tabs of a browser.
    pub fn keep_tabs(&mut self, browser: BrowserKey, living: impl IntoIterator<Item = i64>) {
        let living: HashSet<i64> = living.into_iter().collect();
        self.keep(|tab| tab.browser != browser || living.contains(&tab.chrome));
    }

    /// These are all the browsers.
    pub fn keep_browsers(&mut self, living: &[BrowserKey]) {
        self.keep(|tab| living.contains(&tab.browser));
    }

    fn keep(&mut self, lives: impl Fn(BrowserTab) -> bool) {
        self.handles.keep(&lives);
        let handles = &self.handles;
        self.cache
            .keep_tabs(lives, |handle| handles.tab(handle).is_some());
    }

    /// How many sessions are remembered.
    pub fn count(&self) -> usize {
        self.by_key.len()
    }

    /// Every session with what is kept of the texts that it was shown, the one used last first.
    pub fn seen(&self) -> Vec<SeenSession> {
        let mut texts: HashMap<&SessionKey, Vec<SeenText>> = HashMap::new();
        for (session, text) in self.cache.texts() {
            texts.entry(session).or_default().push(text);
        }
        let mut sessions: Vec<_> = self.by_key.iter().collect();
        sessions.sort_by_key(|(_, session)| Reverse(session.used));
        let seen = sessions.into_iter().map(|(key, session)| {
            let mut texts = texts.remove(key).unwrap_or_default();
            // Of one tab, the newest last.
            texts.sort_by_key(|text| (text.tab, text.id.len(), text.id.clone()));
            SeenSession {
                key: key.clone(),
                bytes: session.counted,
                texts,
            }
        });
        seen.collect()
    }

    /// A text that a session was shown, where it is still kept.
    pub fn seen_text(&self, session: &SessionKey, id: &str) -> Option<SeenText> {
        let mut texts = self.cache.texts();
        let found = texts.find(|(of, text)| *of == session && text.id == id);
        found.map(|(_, text)| text)
    }

    /// How many sessions of an agent are remembered.
    pub fn count_of(&self, agent: &str) -> usize {
        let sessions = self.by_key.keys();
        sessions.filter(|key| *key.agent == *agent).count()
    }

    /// Forgets the sessions of an agent that will not come back.
    pub fn forget_agent(&mut self, agent: &str) {
        let sessions = self.by_key.keys().filter(|key| *key.agent == *agent);
        for key in sessions.cloned().collect::<Vec<_>>() {
            self.forget(&key);
        }
    }

    /// The size of what all sessions were shown, in bytes, near enough. It has its part of the
    /// budget before the cache: without it ids would stand for nothing.
    pub fn shown_bytes(&self) -> usize {
        self.shown
    }

    /// Counts what a session was shown, and forgets what is too much.
    fn settle(&mut self, key: &SessionKey) {
        self.count_again(key);
        let most = self.cache.budget() / SHOWN;
        while self.shown as u64 > most && self.forget_some() {}
        self.cache.leave(self.shown as u64);
    }

    fn count_again(&mut self, key: &SessionKey) {
        if let Some(session) = self.by_key.get_mut(key) {
            let before = session.counted;
            session.counted = session.bytes() + key.bytes();
            self.shown = self.shown + session.counted - before;
        }
    }

    /// Forgets something of the agent that was shown most: the oldest of the session that has most.
    /// Where none has more than its last: all of a session that has half of what there is room for,
    /// or else the one not used for longest. False: there is nothing to forget.
    fn forget_some(&mut self) -> bool {
        let Some(agent) = self.agent_with_most(|session| session.counted) else {
            return false;
        };
        let half = (self.cache.budget() / SHOWN / 2) as usize;
        let may = |session: &Session| match session.has_older() {
            true => true,
            false => !session.is_empty() && session.counted > half,
        };
        let sessions = self.by_key.iter();
        let sessions = sessions.filter(|(key, session)| key.agent == agent && may(session));
        let most = sessions.max_by_key(|(_, session)| session.counted);
        let Some(key) = most.map(|(key, _)| key.clone()) else {
            return self.forget_oldest_of(&agent);
        };
        if let Some(session) = self.by_key.get_mut(&key) {
            session.forget_oldest();
        }
        self.count_again(&key);
        true
    }

    /// The agent whose sessions have most of something in all; of equal ones, whose session was not
    /// used for longest.
    fn agent_with_most(&self, of: impl Fn(&Session) -> usize) -> Option<Arc<str>> {
        let mut agents: HashMap<&Arc<str>, (usize, Reverse<u64>)> = HashMap::new();
        for (key, session) in &self.by_key {
            let (sum, used) = agents.entry(&key.agent).or_insert((0, Reverse(u64::MAX)));
            *sum += of(session);
            used.0 = used.0.min(session.used);
        }
        let most = agents.into_iter().max_by_key(|(_, has)| *has);
        most.map(|(agent, _)| Arc::clone(agent))
    }

    fn forget_oldest(&mut self) -> bool {
        let agent = self.agent_with_most(|_| 1);
        agent.is_some_and(|agent| self.forget_oldest_of(&agent))
    }

    fn forget_oldest_of(&mut self, agent: &str) -> bool {
        let sessions = self.by_key.iter().filter(|(key, _)| *key.agent == *agent);
        let oldest = sessions.min_by_key(|(_, session)| session.used);
        let Some(key) = oldest.map(|(key, _)| key.clone()) else {
            return false;
        };
        self.forget(&key);
        self.forgetful = true;
        true
    }

    fn forget(&mut self, key: &SessionKey) {
        let gone = self.by_key.remove(key);
        self.shown -= gone.map_or(0, |session| session.counted);
        self.cache.forget_session(key);
    }
}

#[cfg(test)]
mod tests {
    use super::handles::TabHandle;
    use super::scope::Scope;
    use super::shown::{Appearance, Element, ListKind};
    use super::snapshot_cache::Snapshot;
    use super::*;
    use crate::page_selector::PageSelector;
    use axlens_protocol::model::EngineChoice;
    use axlens_protocol::wire::NodeHandle;
    use axlens_snapshot::Options;

    fn named(name: &str) -> SessionKey {
        SessionKey::new("user", name)
    }

    #[test]
    fn the_session_not_used_for_longest_is_forgotten_first() {
        let mut sessions = Sessions::default();
        for number in 0..SESSIONS {
            sessions.session(&named(&number.to_string()));
        }
        sessions.session(&named("0"));
        assert!(!sessions.is_forgetful());
        sessions.session(&named("new"));
        assert_eq!(sessions.count(), SESSIONS);
        assert!(sessions.known(&named("0")).is_some() && sessions.known(&named("1")).is_none());
        assert!(sessions.is_forgetful());
    }

    #[test]
    fn the_agent_with_most_sessions_makes_room() {
        let mut sessions = Sessions::default();
        let quiet = SessionKey::new("quiet", "only");
        sessions.session(&quiet);
        for number in 0..3 * SESSIONS {
            sessions.session(&SessionKey::new("busy", &number.to_string()));
        }
        assert_eq!(sessions.count(), SESSIONS);
        assert_eq!(
            (sessions.count_of("quiet"), sessions.count_of("busy")),
            (1, SESSIONS - 1)
        );
        assert!(sessions.known(&quiet).is_some());
        sessions.forget_agent("busy");
        assert_eq!((sessions.count(), sessions.count_of("busy")), (1, 0));
    }

    #[test]
    fn one_name_is_another_session_to_another_agent() {
        let mut sessions = Sessions::default();
        let (one, other) = (SessionKey::new("a", "s"), SessionKey::new("b", "s"));
        sessions.show(&one, page(1, 10, true));
        assert!(sessions.known(&other).is_none());
        assert!(sessions.session(&other).uid(1, "7").is_none());
        assert!(sessions.session(&one).uid(1, "7").is_some());
    }

    #[test]
    fn the_agent_that_was_shown_most_in_all_forgets_first() {
        let mut sessions = Sessions::new(false, cache::MIB / 2);
        let quiet = SessionKey::new("quiet", "only");
        sessions.show(&quiet, page(1, LINKS, true));
        sessions.show(&quiet, page(2, LINKS, true));
        for number in 0..SESSIONS as u64 {
            let key = SessionKey::new("busy", &number.to_string());
            sessions.show(&key, page(1, LINKS / 2, true));
            assert!(sessions.shown_bytes() as u64 <= cache::MIB / 4);
        }
        let quiet = sessions.known(&quiet).expect("it is remembered");
        assert!(!quiet.is_forgetful() && quiet.list(1).is_some());
    }

    /// A tenth of a large page, and of the budget for it.
    const LINKS: u32 = 1_000;
    const BUDGET: u64 = cache::DEFAULT_BUDGET / 10;

    fn link(document: &str, node: u32) -> Element {
        Element {
            node: NodeHandle {
                document: document.to_owned(),
                world: 1,
                node,
            },
            uid: Some(node.to_string()),
            frame: Vec::new(),
            appearance: Appearance::default(),
        }
    }

    /// A page of so many links, with ids of its own or not.
    fn page(tab: TabHandle, links: u32, refs: bool) -> Showing {
        let document = format!("{tab:032}");
        let all = || (1..=links).map(|node| link(&document, node)).collect();
        Showing {
            tab,
            chrome: BrowserTab {
                browser: BrowserKey::default(),
                chrome: i64::from(tab),
            },
            elements: all(),
            list: refs.then(|| (ListKind::Refs, all())),
            whole: None,
        }
    }

    fn text(number: u64) -> CachedSnapshot {
        let text = "x".repeat(50_000).into();
        let snapshot = Snapshot {
            number,
            text,
            ..Snapshot::default()
        };
        CachedSnapshot {
            name: "a".into(),
            snapshot: snapshot.into(),
        }
    }

    fn settings(scope: String) -> SnapshotSettings {
        let selector = PageSelector::new(scope).expect("a selector");
        SnapshotSettings {
            scope: Scope::Selector(selector),
            options: Options::default(),
            engine: EngineChoice::Auto,
        }
    }

    #[test]
    fn all_that_is_remembered_of_large_pages_stays_within_the_budget() {
        let mut sessions = Sessions::new(false, BUDGET);
        let budget = sessions.cache.budget();
        for round in 0..16_u64 {
            for session in 0..SESSIONS {
                let name = named(&format!("session {session}"));
                let page = page(1, LINKS, true);
                let tab = page.chrome;
                let number = sessions.show(&name, page);
                assert_eq!(number, round + 1);
                let way = settings(format!("#{session}"));
                sessions.cache.keep_snapshot(tab, way, text(number));
                let all = sessions.cache.bytes() + sessions.shown_bytes() as u64;
                assert!(all <= budget, "{all}");
            }
        }
        let counted: usize = sessions.by_key.values().map(|each| each.bytes()).sum();
        let names: usize = sessions.by_key.keys().map(SessionKey::bytes).sum();
        assert_eq!(sessions.shown_bytes(), counted + names);
        assert!(sessions.cache.bytes() > budget / 4);
        // What was shown last stands for the same elements to every session; what was shown before
        // may be forgotten.
        for session in 0..SESSIONS {
            let known = sessions.known(&named(&format!("session {session}")));
            let known = known.expect("no session had to go");
            assert!(known.is_forgetful() && known.list(1).is_none());
            let last = known.list(16).expect("the last list is known");
            assert_eq!(last.elements.get(41), Some(link(&format!("{:032}", 1), 42)));
            assert_eq!(
                known.uid(1, "42").map(|element| element.node.node),
                Some(42)
            );
        }
    }

    #[test]
    fn the_session_that_was_shown_most_forgets_first() {
        let mut sessions = Sessions::new(false, cache::MIB / 2);
        sessions.show(&named("small"), page(1, 100, true));
        for tab in 1..40 {
            sessions.show(&named("large"), page(tab, LINKS, true));
            assert!(sessions.shown_bytes() as u64 <= cache::MIB / 4);
        }
        let small = sessions.known(&named("small")).expect("it is remembered");
        assert!(!small.is_forgetful() && small.list(1).is_some());
        let large = sessions.known(&named("large")).expect("it is remembered");
        assert!(large.list(39).is_some() && large.uid(1, "7").is_none());
    }

    #[test]
    fn a_page_beyond_all_bounds_is_forgotten_and_nothing_else() {
        let mut sessions = Sessions::new(false, cache::MIB / 4);
        sessions.show(&named("small"), page(1, 100, true));
        sessions.show(&named("huge"), page(1, 20_000, true));
        assert!(sessions.shown_bytes() as u64 <= cache::MIB / 8);
        let huge = sessions.known(&named("huge")).expect("it is remembered");
        assert!(huge.is_empty() && huge.is_forgetful());
        let small = sessions.known(&named("small")).expect("it is remembered");
        assert!(!small.is_forgetful());
    }

    #[test]
    fn a_budget_of_nothing_is_kept() {
        let mut sessions = Sessions::new(false, 0);
        assert_eq!(sessions.show(&named("a"), page(1, 100, true)), 1);
        assert_eq!((sessions.count(), sessions.shown_bytes()), (0, 0));
    }
}
