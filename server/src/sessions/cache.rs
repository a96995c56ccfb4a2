//! What is remembered of pages to save work, in one cache with one budget in bytes for the whole
//! server. Whatever lies here may be gone at the next request. Knows sizes and keys; what an entry
//! is for, its own module says.

use super::delta_bases::{DeltaBase, DeltaKey};
use super::handles::{BrowserTab, TabHandle};
use super::key::SessionKey;
use super::pages::Paged;
use super::seen::SeenText;
use super::snapshot_cache::{CachedSnapshot, SnapshotSettings};
use super::trees::CachedTree;
use super::windows::Windowed;
use crate::queue::browsers::BrowserKey;
use quick_cache::unsync;
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use std::collections::VecDeque;
use std::sync::Arc;

/// The budget where none is set, in bytes.
pub const DEFAULT_BUDGET: u64 = 64 * MIB;

/// Bytes of a mebibyte, the unit of `--cache-mb`.
pub const MIB: u64 = 1024 * 1024;

/// How many entries a full cache is expected to hold; what the library sizes its tables by.
const EXPECTED_ENTRIES: usize = 1_000;

/// The part of the budget for entries that were used more than once. The rest is for new ones: a
/// page is most often asked for again soon after it was first read. No entry may be larger: with
/// the default budget, this leaves room for a page of 100,000 links that is read in windows.
const USED_AGAIN: f64 = 0.8;

/// What an entry takes beside its texts, near enough, in bytes.
const OVERHEAD: usize = 256;

/// Most trees that are named to the extension in a query.
const NAMED_TREES: usize = 64;

/// Most trees there are: a page can have many frames, and a tab leaves documents behind it.
const MAX_TREES: usize = 512;

/// What an entry is found by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Key {
    /// The last text of a session's tab with the same options.
    DeltaBase(SessionKey, DeltaKey),
    /// The last snapshot of a tab that was made in one way.
    Snapshot(BrowserTab, SnapshotSettings),
    /// The last tree of a document: its tab, and Chrome's id of itself.
    Tree(BrowserTab, Box<str>),
    /// A snapshot that a session reads in windows, by its name in cursors.
    Window(SessionKey, u64),
    /// A text that a session reads in pages, by its tab.
    Page(SessionKey, TabHandle),
}

#[derive(Debug)]
enum Entry {
    DeltaBase(DeltaBase),
    Snapshot(CachedSnapshot),
    Tree(CachedTree),
    Window(Arc<Windowed>),
    Page(Arc<Paged>),
}

/// The cache.
#[derive(Debug)]
pub struct Cache {
    entries: unsync::Cache<Key, Entry, Bytes>,
    budget: u64,
    /// The tab and document of every tree, the newest last: to name those of a tab, the cache need
    /// not be searched. Of some the tree is gone.
    trees: VecDeque<(BrowserTab, Box<str>)>,
}

impl Default for Cache {
    fn default() -> Cache {
        Cache::new(DEFAULT_BUDGET)
    }
}

impl Cache {
    /// An empty cache that never holds more than `budget` bytes.
    pub fn new(budget: u64) -> Cache {
        // Without shards, which would each have a part of the budget and refuse what is larger.
        let options = OptionsBuilder::new()
            .estimated_items_capacity(EXPECTED_ENTRIES)
            .weight_capacity(budget)
            .hot_allocation(USED_AGAIN)
            .build()
            .unwrap_or_else(|error| unreachable!("every option is given: {error}"));
        let hashing = DefaultHashBuilder::default();
        Cache {
            entries: unsync::Cache::with_options(options, Bytes, hashing, Default::default()),
            budget,
            trees: VecDeque::new(),
        }
    }

    /// The budget, in bytes.
    pub fn budget(&self) -> u64 {
        self.budget
    }

    /// Leaves so much of the budget to others, or a little more.
    pub fn leave(&mut self, bytes: u64) {
        // In steps, so that it is seldom done: it is not exact in what it remembers of evictions.
        let step = (self.budget / 16).max(1);
        let left = self.budget.saturating_sub(bytes.div_ceil(step) * step);
        if left != self.entries.capacity() {
            self.entries.set_capacity(left);
        }
    }

    /// What the entries take, in bytes.
    pub fn bytes(&self) -> u64 {
        self.entries.weight()
    }

    /// The last text of a session's tab with the same options.
    pub fn delta_base(&mut self, session: &SessionKey, key: DeltaKey) -> Option<DeltaBase> {
        match self.entries.get(&Key::DeltaBase(session.clone(), key))? {
            Entry::DeltaBase(base) => Some(base.clone()),
            _ => None,
        }
    }

    /// The line of a uid in a text that this session was shown of a tab.
    pub fn line_with_uid(&self, session: &SessionKey, tab: TabHandle, uid: &str) -> Option<String> {
        let of_tab =
            |key: &Key| matches!(key, Key::DeltaBase(of, key) if of == session && key.tab == tab);
        let texts = self.entries.iter().filter(|(key, _)| of_tab(key));
        let mut lines = texts.filter_map(|(_, entry)| match entry {
            Entry::DeltaBase(base) => base.base.lines().find(|(shown, _)| *shown == uid),
            _ => None,
        });
        lines.next().map(|(_, line)| line.to_owned())
    }

    /// Every text that a session was shown and that is still here.
    pub fn texts(&self) -> impl Iterator<Item = (&SessionKey, SeenText)> {
        self.entries
            .iter()
            .filter_map(|(key, entry)| match (key, entry) {
                (Key::DeltaBase(session, key), Entry::DeltaBase(base)) => {
                    Some((session, SeenText::last(key, base)))
                }
                (Key::Window(session, _), Entry::Window(windowed)) => {
                    Some((session, SeenText::windowed(windowed)))
                }
                (Key::Page(session, tab), Entry::Page(paged)) => {
                    Some((session, SeenText::paged(*tab, paged)))
                }
                _ => None,
            })
    }

    /// Keeps a text as the last of its key.
    pub fn keep_delta_base(&mut self, session: &SessionKey, key: DeltaKey, base: DeltaBase) {
        self.replace(Key::DeltaBase(session.clone(), key), Entry::DeltaBase(base));
    }

    /// Forgets the last text of its key.
    pub fn forget_delta_base(&mut self, session: &SessionKey, key: DeltaKey) {
        self.entries.remove(&Key::DeltaBase(session.clone(), key));
    }

    /// The last snapshot of a tab that was made in one way.
    pub fn snapshot(
        &mut self,
        tab: BrowserTab,
        settings: &SnapshotSettings,
    ) -> Option<CachedSnapshot> {
        match self.entries.get(&Key::Snapshot(tab, settings.clone()))? {
            Entry::Snapshot(cached) => Some(cached.clone()),
            _ => None,
        }
    }

    /// Keeps a snapshot as the last of its tab and settings.
    pub fn keep_snapshot(
        &mut self,
        tab: BrowserTab,
        settings: SnapshotSettings,
        snapshot: CachedSnapshot,
    ) {
        self.replace(Key::Snapshot(tab, settings), Entry::Snapshot(snapshot));
    }

    /// The newest trees of a browser's tab, or of all its tabs, the oldest first. To be named is
    /// not to be used: a tree that is used is replaced by the one after it.
    pub fn trees(&self, browser: BrowserKey, chrome: Option<i64>) -> Vec<CachedTree> {
        let of_tab = |tab: BrowserTab| {
            tab.browser == browser && chrome.is_none_or(|chrome| chrome == tab.chrome)
        };
        let keys = self.trees.iter().rev().filter(|(tab, _)| of_tab(*tab));
        let found = keys.filter_map(|(tab, document)| {
            match self.entries.peek(&Key::Tree(*tab, document.clone()))? {
                Entry::Tree(tree) => Some(tree.clone()),
                _ => None,
            }
        });
        let mut newest: Vec<CachedTree> = found.take(NAMED_TREES).collect();
        newest.reverse();
        newest
    }

    /// Keeps a tree as the last of its document.
    pub fn keep_tree(&mut self, tab: BrowserTab, document: &str, tree: CachedTree) {
        self.trees
            .retain(|(known, of)| (*known, &**of) != (tab, document));
        if self.trees.len() >= MAX_TREES
            && let Some((of, oldest)) = self.trees.pop_front()
        {
            self.entries.remove(&Key::Tree(of, oldest));
        }
        self.trees.push_back((tab, document.into()));
        self.replace(Key::Tree(tab, document.into()), Entry::Tree(tree));
    }

    /// The snapshot that a session's cursor names.
    pub fn window(&mut self, session: &SessionKey, name: u64) -> Option<Arc<Windowed>> {
        match self.entries.get(&Key::Window(session.clone(), name))? {
            Entry::Window(windowed) => Some(Arc::clone(windowed)),
            _ => None,
        }
    }

    /// Keeps a snapshot that a session reads in windows. False: it is too large.
    pub fn keep_window(&mut self, session: &SessionKey, windowed: Windowed) -> bool {
        let key = Key::Window(session.clone(), windowed.name);
        self.replace(key.clone(), Entry::Window(Arc::new(windowed)));
        self.entries.contains_key(&key)
    }

    /// The text of a tab that a session is in the middle of.
    pub fn page(&mut self, session: &SessionKey, tab: TabHandle) -> Option<Arc<Paged>> {
        match self.entries.get(&Key::Page(session.clone(), tab))? {
            Entry::Page(paged) => Some(Arc::clone(paged)),
            _ => None,
        }
    }

    /// Keeps the text of a tab that a session begins to read.
    pub fn keep_page(&mut self, session: &SessionKey, tab: TabHandle, paged: Arc<Paged>) {
        self.replace(Key::Page(session.clone(), tab), Entry::Page(paged));
    }

    /// Drops everything.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.trees.clear();
    }

    /// Drops what belongs to a session.
    pub fn forget_session(&mut self, forgotten: &SessionKey) {
        self.entries.retain(|key, _| match key {
            Key::DeltaBase(session, _) | Key::Window(session, _) | Key::Page(session, _) => {
                session != forgotten
            }
            Key::Snapshot(..) | Key::Tree(..) => true,
        });
    }

    /// Drops what belongs to tabs that are gone, but for windows: a snapshot can be read to its
    /// end.
    pub fn keep_tabs(
        &mut self,
        is_open: impl Fn(BrowserTab) -> bool,
        has_handle: impl Fn(TabHandle) -> bool,
    ) {
        self.trees.retain(|(tab, _)| is_open(*tab));
        self.entries.retain(|key, _| match key {
            Key::Snapshot(tab, _) | Key::Tree(tab, _) => is_open(*tab),
            Key::DeltaBase(_, key) => has_handle(key.tab),
            Key::Page(_, tab) => has_handle(*tab),
            Key::Window(..) => true,
        });
    }

    /// The entry before goes even where the new one is too large to be kept: an older text must
    /// never be taken for the last.
    fn replace(&mut self, key: Key, entry: Entry) {
        self.entries.remove(&key);
        self.entries.insert(key, entry);
    }
}

/// An entry weighs what it takes in bytes, near enough. What two entries share counts twice.
#[derive(Debug, Clone)]
struct Bytes;

impl Weighter<Key, Entry> for Bytes {
    fn weight(&self, key: &Key, entry: &Entry) -> u64 {
        let key = match key {
            Key::DeltaBase(session, key) => session.bytes() + key.bytes(),
            Key::Snapshot(_, settings) => settings.bytes(),
            // Twice: once in the list of trees.
            Key::Tree(_, document) => 2 * document.len(),
            Key::Window(session, _) | Key::Page(session, _) => session.bytes(),
        };
        let entry = match entry {
            Entry::DeltaBase(base) => base.bytes(),
            Entry::Snapshot(cached) => cached.bytes(),
            Entry::Tree(tree) => tree.bytes(),
            Entry::Window(windowed) => windowed.bytes(),
            Entry::Page(paged) => paged.bytes(),
        };
        (OVERHEAD + key + entry) as u64
    }
}

#[cfg(test)]
mod tests;
