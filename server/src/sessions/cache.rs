//! The cache of pages and texts: one cache with one budget in bytes for the whole server. Any entry
//! can be missing at the next request. The modules of the entries describe what they are for.

use super::delta_bases::{DeltaBase, DeltaKey};
use super::handles::{BrowserTab, TabHandle};
use super::key::SessionKey;
use super::pages::PagedSnapshot;
use super::shown_texts::ShownText;
use super::snapshot_cache::{CachedSnapshot, SnapshotSettings};
use super::trees::CachedTree;
use super::windows::WindowedSnapshot;
use crate::queue::browsers::BrowserKey;
use quick_cache::unsync;
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use std::collections::VecDeque;
use std::sync::Arc;

/// The default budget, in bytes.
pub const DEFAULT_BUDGET: u64 = 64 * MIB;

/// Bytes of a mebibyte, the unit of `--cache-mb`.
pub const MIB: u64 = 1024 * 1024;

/// The expected number of entries of a full cache, from which the library computes the size of its
/// tables.
const EXPECTED_ENTRIES: usize = 1_000;

/// The part of the budget for entries that were used more than once. The rest is for new entries,
/// because a page is most often requested again soon after the first time. No entry can be larger
/// than this part: with the default budget, a page of 100,000 links that is read in windows fits.
const HOT_FRACTION: f64 = 0.8;

/// The approximate overhead of an entry, in bytes.
const ENTRY_OVERHEAD: usize = 256;

/// Maximum number of trees that a query names to the extension.
const MAX_NAMED_TREES: usize = 64;

/// Maximum number of trees. A page can have many frames, and the trees of a tab's earlier documents
/// stay in the cache.
const MAX_TREES: usize = 512;

/// The key of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum CacheKey {
    /// The last text of a session's tab with the same options.
    DeltaBase(SessionKey, DeltaKey),
    /// The last snapshot of a tab with the same settings.
    Snapshot(BrowserTab, SnapshotSettings),
    /// The last tree of a document: its tab, and Chrome's id of the document.
    Tree(BrowserTab, Box<str>),
    /// A snapshot that a session reads in windows, by its number in cursors.
    Window(SessionKey, u64),
    /// A snapshot that a session reads in chunks, by its tab.
    Page(SessionKey, TabHandle),
}

#[derive(Debug)]
enum CacheEntry {
    DeltaBase(DeltaBase),
    Snapshot(CachedSnapshot),
    Tree(CachedTree),
    Window(Arc<WindowedSnapshot>),
    Page(Arc<PagedSnapshot>),
}

/// The cache.
#[derive(Debug)]
pub struct Cache {
    entries: unsync::Cache<CacheKey, CacheEntry, ByteWeighter>,
    budget: u64,
    /// The tab and document of every tree, the newest last, so that naming the trees of a tab does
    /// not search the cache. Some of the trees may have been evicted.
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
        // Without shards: each would have a part of the budget and reject larger entries.
        let options = OptionsBuilder::new()
            .estimated_items_capacity(EXPECTED_ENTRIES)
            .weight_capacity(budget)
            .hot_allocation(HOT_FRACTION)
            .build()
            .unwrap_or_else(|error| unreachable!("every option is set: {error}"));
        let hashing = DefaultHashBuilder::default();
        Cache {
            entries: unsync::Cache::with_options(
                options,
                ByteWeighter,
                hashing,
                Default::default(),
            ),
            budget,
            trees: VecDeque::new(),
        }
    }

    /// The budget, in bytes.
    pub fn budget(&self) -> u64 {
        self.budget
    }

    /// Reserves at least this part of the budget for the sessions.
    pub fn reserve_for_sessions(&mut self, bytes: u64) {
        // In steps, because each change of the capacity makes the eviction statistics less exact.
        let step = (self.budget / 16).max(1);
        let capacity = self.budget.saturating_sub(bytes.div_ceil(step) * step);
        if capacity != self.entries.capacity() {
            self.entries.set_capacity(capacity);
        }
    }

    /// The size of all entries, in bytes.
    pub fn bytes(&self) -> u64 {
        self.entries.weight()
    }

    /// The last text of a session's tab with the same options.
    pub fn delta_base(&mut self, session: &SessionKey, key: DeltaKey) -> Option<DeltaBase> {
        let key = CacheKey::DeltaBase(session.clone(), key);
        let Some(CacheEntry::DeltaBase(base)) = self.entries.get(&key) else {
            return None;
        };
        Some(base.clone())
    }

    /// The line with a uid in a text of a tab that a session was shown.
    pub fn line_with_uid(&self, session: &SessionKey, tab: TabHandle, uid: &str) -> Option<String> {
        let mut bases = self.entries.iter().filter_map(|(key, entry)| {
            let (CacheKey::DeltaBase(owner, key), CacheEntry::DeltaBase(base)) = (key, entry)
            else {
                return None;
            };
            (owner == session && key.tab == tab).then_some(base)
        });
        bases.find_map(|base| {
            let (_, line) = base.base.lines().find(|(line_uid, _)| *line_uid == uid)?;
            Some(line.to_owned())
        })
    }

    /// Every text that a session was shown and that is still in the cache.
    pub fn shown_texts(&self) -> impl Iterator<Item = (&SessionKey, ShownText)> {
        let entries = self.entries.iter();
        entries.filter_map(|(key, entry)| shown_text(key, entry))
    }

    /// Stores a text as the last one of its key.
    pub fn store_delta_base(&mut self, session: &SessionKey, key: DeltaKey, base: DeltaBase) {
        let key = CacheKey::DeltaBase(session.clone(), key);
        self.replace(key, CacheEntry::DeltaBase(base));
    }

    /// Removes the last text of a key.
    pub fn remove_delta_base(&mut self, session: &SessionKey, key: DeltaKey) {
        let key = CacheKey::DeltaBase(session.clone(), key);
        self.entries.remove(&key);
    }

    /// The last snapshot of a tab with the same settings.
    pub fn snapshot(
        &mut self,
        tab: BrowserTab,
        settings: &SnapshotSettings,
    ) -> Option<CachedSnapshot> {
        let key = CacheKey::Snapshot(tab, settings.clone());
        let Some(CacheEntry::Snapshot(snapshot)) = self.entries.get(&key) else {
            return None;
        };
        Some(snapshot.clone())
    }

    /// Stores a snapshot as the last one of its tab and settings.
    pub fn store_snapshot(
        &mut self,
        tab: BrowserTab,
        settings: SnapshotSettings,
        snapshot: CachedSnapshot,
    ) {
        let key = CacheKey::Snapshot(tab, settings);
        self.replace(key, CacheEntry::Snapshot(snapshot));
    }

    /// The newest trees of one tab or of all tabs of a browser, the oldest first. Does not count as
    /// a use: a tree that is used is replaced by its successor.
    pub fn trees(&self, browser: BrowserKey, tab_id: Option<i64>) -> Vec<CachedTree> {
        let is_of_tab = |tab: &BrowserTab| {
            tab.browser == browser && tab_id.is_none_or(|tab_id| tab_id == tab.tab_id)
        };
        let newest_first = self.trees.iter().rev();
        let trees = newest_first
            .filter(|(tab, _)| is_of_tab(tab))
            .filter_map(|(tab, document)| {
                let key = CacheKey::Tree(*tab, document.clone());
                let Some(CacheEntry::Tree(tree)) = self.entries.peek(&key) else {
                    return None;
                };
                Some(tree.clone())
            });
        let mut trees: Vec<CachedTree> = trees.take(MAX_NAMED_TREES).collect();
        trees.reverse();
        trees
    }

    /// The last tree of a document.
    pub fn tree(&mut self, tab: BrowserTab, document: &str) -> Option<CachedTree> {
        let key = CacheKey::Tree(tab, document.into());
        let Some(CacheEntry::Tree(tree)) = self.entries.get(&key) else {
            return None;
        };
        Some(tree.clone())
    }

    /// Stores a tree as the last one of its document.
    pub fn store_tree(&mut self, tab: BrowserTab, document: &str, tree: CachedTree) {
        self.trees
            .retain(|(known, of)| (*known, &**of) != (tab, document));
        if self.trees.len() >= MAX_TREES
            && let Some((tab, document)) = self.trees.pop_front()
        {
            self.entries.remove(&CacheKey::Tree(tab, document));
        }
        self.trees.push_back((tab, document.into()));
        let key = CacheKey::Tree(tab, document.into());
        self.replace(key, CacheEntry::Tree(tree));
    }

    /// The snapshot of a session's cursor.
    pub fn window(&mut self, session: &SessionKey, number: u64) -> Option<Arc<WindowedSnapshot>> {
        let key = CacheKey::Window(session.clone(), number);
        let Some(CacheEntry::Window(windowed)) = self.entries.get(&key) else {
            return None;
        };
        Some(Arc::clone(windowed))
    }

    /// Stores a snapshot that a session reads in windows. Returns `false` if it is too large.
    pub fn store_window(&mut self, session: &SessionKey, windowed: WindowedSnapshot) -> bool {
        let key = CacheKey::Window(session.clone(), windowed.window_number);
        self.replace(key.clone(), CacheEntry::Window(Arc::new(windowed)));
        self.entries.contains_key(&key)
    }

    /// The snapshot of a tab that a session reads in chunks.
    pub fn page(&mut self, session: &SessionKey, tab: TabHandle) -> Option<Arc<PagedSnapshot>> {
        let key = CacheKey::Page(session.clone(), tab);
        let Some(CacheEntry::Page(paged)) = self.entries.get(&key) else {
            return None;
        };
        Some(Arc::clone(paged))
    }

    /// Stores the snapshot of a tab that a session begins to read in chunks.
    pub fn store_page(&mut self, session: &SessionKey, tab: TabHandle, paged: Arc<PagedSnapshot>) {
        let key = CacheKey::Page(session.clone(), tab);
        self.replace(key, CacheEntry::Page(paged));
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.trees.clear();
    }

    /// Removes the entries of a session.
    pub fn remove_session(&mut self, removed: &SessionKey) {
        self.entries.retain(|key, _| match key {
            CacheKey::DeltaBase(session, _)
            | CacheKey::Window(session, _)
            | CacheKey::Page(session, _) => session != removed,
            CacheKey::Snapshot(..) | CacheKey::Tree(..) => true,
        });
    }

    /// Removes the entries of closed tabs, except windows: a snapshot can be read to its end.
    pub fn retain_tabs(
        &mut self,
        is_open: impl Fn(BrowserTab) -> bool,
        has_handle: impl Fn(TabHandle) -> bool,
    ) {
        self.trees.retain(|(tab, _)| is_open(*tab));
        self.entries.retain(|key, _| match key {
            CacheKey::Snapshot(tab, _) | CacheKey::Tree(tab, _) => is_open(*tab),
            CacheKey::DeltaBase(_, key) => has_handle(key.tab),
            CacheKey::Page(_, tab) => has_handle(*tab),
            CacheKey::Window(..) => true,
        });
    }

    /// Removes the previous entry even if the new one is too large for the cache. Otherwise an
    /// earlier text would count as the last one.
    fn replace(&mut self, key: CacheKey, entry: CacheEntry) {
        self.entries.remove(&key);
        self.entries.insert(key, entry);
    }
}

/// The text of an entry that belongs to one session.
fn shown_text<'a>(key: &'a CacheKey, entry: &CacheEntry) -> Option<(&'a SessionKey, ShownText)> {
    match key {
        CacheKey::DeltaBase(session, key) => {
            let CacheEntry::DeltaBase(base) = entry else {
                return None;
            };
            Some((session, ShownText::of_delta_base(key, base)))
        }
        CacheKey::Window(session, _) => {
            let CacheEntry::Window(windowed) = entry else {
                return None;
            };
            Some((session, ShownText::of_window(windowed)))
        }
        CacheKey::Page(session, tab) => {
            let CacheEntry::Page(paged) = entry else {
                return None;
            };
            Some((session, ShownText::of_page(*tab, paged)))
        }
        CacheKey::Snapshot(..) | CacheKey::Tree(..) => None,
    }
}

/// The weight of an entry is its approximate size in bytes. Data that two entries share counts
/// twice.
#[derive(Debug, Clone)]
struct ByteWeighter;

impl Weighter<CacheKey, CacheEntry> for ByteWeighter {
    fn weight(&self, key: &CacheKey, entry: &CacheEntry) -> u64 {
        let key = match key {
            CacheKey::DeltaBase(session, key) => session.bytes() + key.bytes(),
            CacheKey::Snapshot(_, settings) => settings.bytes(),
            // Twice: also in the list of trees.
            CacheKey::Tree(_, document) => 2 * document.len(),
            CacheKey::Window(session, _) | CacheKey::Page(session, _) => session.bytes(),
        };
        let entry = match entry {
            CacheEntry::DeltaBase(base) => base.bytes(),
            CacheEntry::Snapshot(cached) => cached.bytes(),
            CacheEntry::Tree(tree) => tree.bytes(),
            CacheEntry::Window(windowed) => windowed.bytes(),
            CacheEntry::Page(paged) => paged.bytes(),
        };
        (ENTRY_OVERHEAD + key + entry) as u64
    }
}

#[cfg(test)]
mod tests;
