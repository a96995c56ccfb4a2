//! What one session was shown: the element of each uid, ref and number. [`super::ids`] resolves ids
//! with it.

use super::elements::PackedElements;
pub use super::elements::{
    Acknowledgement, Acknowledgements, Appearance, Element, IdKind, SnapshotIds,
};
use super::handles::{BrowserTab, TabHandle};
use super::last_actions::LastActions;
use super::uids::{UidElement, UidTable};
use super::views::Views;
use crate::queue::browsers::BrowserKey;
use axlens_protocol::wire::{DocumentHandle, NodeHandle};
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::sync::Arc;

/// Maximum number of tabs of a session whose uids are stored.
const MAX_TABS: usize = 32;

/// Maximum number of documents of a tab whose uids are stored: frames and earlier pages.
const MAX_DOCUMENTS: usize = 256;

/// Maximum number of snapshots of the same unchanged page, in different formats, that are known to
/// be whole.
const MAX_WHOLE_SNAPSHOTS: usize = 8;

/// Maximum number of snapshots whose own ids (refs, numbers) are stored.
const MAX_SNAPSHOTS_WITH_IDS: usize = 16;

/// Maximum number of snapshots whose tabs are known.
const MAX_SNAPSHOT_TABS: usize = 256;

/// SHA-256 of a screenshot.
pub type ScreenshotHash = [u8; 32];

/// What one session was shown.
#[derive(Debug, Default)]
pub struct Session {
    /// The last use, as a count of uses of all sessions.
    pub(super) last_use: u64,
    /// The size at the last update, in bytes.
    pub(super) counted_bytes: usize,
    last_snapshot: u64,
    /// The most recently used tab is last.
    tabs: Vec<(TabHandle, TabElements)>,
    snapshots_with_ids: VecDeque<SnapshotIds>,
    /// The tabs of the last snapshots; the last one is that of `last_snapshot`.
    snapshot_tabs: VecDeque<TabHandle>,
    /// The last view of each tab.
    pub(crate) views: Views,
    /// The last action in each tab.
    pub(crate) last_actions: LastActions,
    /// The last screenshot of each tab.
    screenshots: VecDeque<(TabHandle, ScreenshotHash)>,
    /// Whether snapshots were removed to make room.
    has_removed_snapshots: bool,
}

/// A snapshot, or a part of one, that a session is shown.
#[derive(Debug)]
pub struct ShownSnapshot {
    /// The tab.
    pub tab: TabHandle,
    /// The tab as its browser identifies it.
    pub browser_tab: BrowserTab,
    /// The elements of the uids.
    pub elements: Vec<Element>,
    /// The elements of the snapshot's own ids, if its format has them.
    pub own_ids: Option<(IdKind, Vec<Element>)>,
    /// The name of the page's content and the snapshot's number, if the snapshot shows the whole
    /// page.
    pub whole: Option<(Arc<str>, u64)>,
}

/// What a session has of some elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionKnowledge {
    /// All of them, with their current appearance.
    Current,
    /// All of them, some with an earlier appearance.
    Outdated,
    /// Not all of them.
    Incomplete,
}

/// The elements of the uids that a tab has shown.
#[derive(Debug)]
struct TabElements {
    browser_tab: BrowserTab,
    /// The documents, with the selectors of the iframes around each.
    documents: Vec<(DocumentHandle, Vec<String>)>,
    uids: UidTable,
    /// The name of the page's content, and the numbers of the last snapshots of it. All of their
    /// uids are stored.
    whole: Option<(Arc<str>, Vec<u64>)>,
}

impl Session {
    /// The number of the last snapshot; 0 before the first.
    pub fn last_snapshot(&self) -> u64 {
        self.last_snapshot
    }

    /// Adds a snapshot. Returns its number.
    pub fn add_snapshot(&mut self, snapshot: ShownSnapshot) -> u64 {
        self.count_snapshot(snapshot.tab);
        let tab = self.use_tab(snapshot.tab, snapshot.browser_tab);
        tab.add_whole(snapshot.whole.filter(|_| snapshot.own_ids.is_none()));
        tab.store(snapshot.elements);
        if let Some((kind, elements)) = snapshot.own_ids {
            if self.snapshots_with_ids.len() >= MAX_SNAPSHOTS_WITH_IDS {
                self.snapshots_with_ids.pop_front();
            }
            let mut ids = SnapshotIds {
                snapshot: self.last_snapshot,
                tab: snapshot.tab,
                kind,
                elements: PackedElements::default(),
            };
            ids.elements.extend(elements);
            self.snapshots_with_ids.push_back(ids);
        }
        self.last_snapshot
    }

    /// Adds a snapshot whose page is the same as in the tab's last one. Returns its number.
    pub fn repeat_snapshot(&mut self, tab: TabHandle, browser_tab: BrowserTab) -> u64 {
        self.count_snapshot(tab);
        self.use_tab(tab, browser_tab);
        self.last_snapshot
    }

    fn count_snapshot(&mut self, tab: TabHandle) {
        self.last_snapshot += 1;
        if self.snapshot_tabs.len() >= MAX_SNAPSHOT_TABS {
            self.snapshot_tabs.pop_front();
        }
        self.snapshot_tabs.push_back(tab);
    }

    /// The tab of the snapshot with this number, if it is one of the last.
    pub fn tab_of_snapshot(&self, snapshot: u64) -> Option<TabHandle> {
        let age = usize::try_from(self.last_snapshot.checked_sub(snapshot)?).ok()?;
        let index = self.snapshot_tabs.len().checked_sub(age + 1)?;
        self.snapshot_tabs.get(index).copied()
    }

    /// Adds another part of a snapshot.
    pub fn extend_snapshot(&mut self, number: u64, part: ShownSnapshot) {
        let tab = self.use_tab(part.tab, part.browser_tab);
        tab.whole = None;
        tab.store(part.elements);
        let mut snapshots = self.snapshots_with_ids.iter_mut();
        let ids = snapshots.find(|ids| ids.snapshot == number);
        if let (Some(ids), Some((_, elements))) = (ids, part.own_ids) {
            ids.elements.extend(elements);
        }
    }

    /// Whether the snapshot with this number showed the whole page, and the tab has shown no other
    /// state of the page since. Then all uids of the snapshot are stored.
    pub fn has_whole_snapshot(&self, tab: TabHandle, number: u64) -> bool {
        let whole = self.tab(tab).and_then(|tab| tab.whole.as_ref());
        whole.is_some_and(|(_, numbers)| numbers.contains(&number))
    }

    /// The tabs with a snapshot of the whole page, the most recently used one last.
    pub fn tabs_with_whole_snapshot(&self) -> impl Iterator<Item = TabHandle> {
        let tabs = self.tabs.iter().filter(|(_, tab)| tab.whole.is_some());
        tabs.map(|(handle, _)| *handle)
    }

    /// What the session has of these elements of a tab.
    pub fn knowledge_of(&self, tab: TabHandle, elements: &[Element]) -> SessionKnowledge {
        let Some(tab) = self.tab(tab) else {
            return SessionKnowledge::Incomplete;
        };
        let mut knowledge = SessionKnowledge::Current;
        for element in elements {
            match tab.has_appearance_of(element) {
                None => return SessionKnowledge::Incomplete,
                Some(true) => {}
                Some(false) => knowledge = SessionKnowledge::Outdated,
            }
        }
        knowledge
    }

    /// Stores the hash of a tab's screenshot. Returns whether it equals the last one.
    pub fn store_screenshot_hash(&mut self, tab: TabHandle, hash: ScreenshotHash) -> bool {
        let mut screenshots = self.screenshots.iter();
        let position = screenshots.position(|(handle, _)| *handle == tab);
        let last = position.and_then(|position| self.screenshots.remove(position));
        if self.screenshots.len() >= MAX_TABS {
            self.screenshots.pop_front();
        }
        self.screenshots.push_back((tab, hash));
        last.is_some_and(|(_, last)| last == hash)
    }

    /// The approximate size, in bytes.
    pub fn bytes(&self) -> usize {
        let tabs: usize = self.tabs.iter().map(|(_, tab)| tab.bytes()).sum();
        let ids = self.snapshots_with_ids.iter();
        let ids = ids.map(|ids| size_of::<SnapshotIds>() + ids.elements.bytes());
        let screenshots = self.screenshots.len() * size_of::<(TabHandle, ScreenshotHash)>();
        let views = self.views.bytes() + self.last_actions.bytes();
        size_of::<Session>() + tabs + screenshots + views + ids.sum::<usize>()
    }

    /// Whether there is more than the last snapshot.
    pub fn has_older_snapshots(&self) -> bool {
        self.snapshots_with_ids.len() > 1 || self.tabs.len() > 1
    }

    /// Whether no snapshot is stored.
    pub fn is_empty(&self) -> bool {
        self.snapshots_with_ids.is_empty() && self.tabs.is_empty()
    }

    /// Removes the oldest snapshot with its own ids, otherwise the least recently used tab. If that
    /// is the only one, removes everything.
    pub fn remove_oldest_snapshot(&mut self) {
        self.has_removed_snapshots = true;
        if self.snapshots_with_ids.len() > 1 {
            self.snapshots_with_ids.pop_front();
        } else if self.tabs.len() > 1 {
            let (tab, _) = self.tabs.remove(0);
            self.views.remove(tab);
        } else {
            self.views.clear();
            self.snapshots_with_ids.clear();
            self.tabs.clear();
            self.screenshots.clear();
        }
    }

    /// Whether snapshots were removed to make room.
    pub fn has_removed_snapshots(&self) -> bool {
        self.has_removed_snapshots
    }

    /// Removes what it has of the tabs of other browsers than these. Returns whether there was any.
    pub fn retain_browsers(&mut self, browsers: &[BrowserKey]) -> bool {
        let is_other = |tab: &TabElements| !browsers.contains(&tab.browser_tab.browser);
        let tabs = self.tabs.iter().filter(|(_, tab)| is_other(tab));
        let removed: Vec<TabHandle> = tabs.map(|(handle, _)| *handle).collect();
        if removed.is_empty() {
            return false;
        }
        self.has_removed_snapshots = true;
        self.tabs.retain(|(handle, _)| !removed.contains(handle));
        self.snapshots_with_ids
            .retain(|ids| !removed.contains(&ids.tab));
        self.screenshots
            .retain(|(handle, _)| !removed.contains(handle));
        for handle in removed {
            self.views.remove(handle);
        }
        true
    }

    /// The tabs that have shown a uid, the most recently used one first.
    pub fn tabs_with(&self, uid: &str) -> Vec<TabHandle> {
        let newest_first = self.tabs.iter().rev();
        let tabs = newest_first.filter(|(_, tab)| tab.uids.get(uid).is_some());
        tabs.map(|(handle, _)| *handle).collect()
    }

    /// The element of a uid in a tab.
    pub fn element(&self, tab: TabHandle, uid: &str) -> Option<Element> {
        self.tab(tab)?.element(uid)
    }

    /// The uids of a document's elements.
    pub fn uids_in(&self, tab: TabHandle, document: &DocumentHandle) -> Vec<(String, UidElement)> {
        let Some(tab) = self.tab(tab) else {
            return Vec::new();
        };
        let mut documents = tab.documents.iter();
        let index = documents.rposition(|(handle, _)| handle == document);
        let index = index.and_then(|index| u16::try_from(index).ok());
        index.map_or_else(Vec::new, |index| tab.uids.in_document(index))
    }

    /// The ids of the snapshot with this number, if it has its own ids and is still stored.
    pub fn snapshot_ids(&self, snapshot: u64) -> Option<&SnapshotIds> {
        let mut ids = self.snapshots_with_ids.iter();
        ids.find(|ids| ids.snapshot == snapshot)
    }

    /// The ids of the last snapshot of each tab with ids of this kind, the last used tab first.
    pub fn last_snapshot_ids(&self, kind: IdKind) -> Vec<&SnapshotIds> {
        let mut last: Vec<&SnapshotIds> = Vec::new();
        let newest_first = self.snapshots_with_ids.iter().rev();
        for ids in newest_first.filter(|ids| ids.kind == kind) {
            if last.iter().all(|later| later.tab != ids.tab) {
                last.push(ids);
            }
        }
        let use_of = |tab: TabHandle| self.tabs.iter().position(|(handle, _)| *handle == tab);
        last.sort_by_key(|ids| Reverse(use_of(ids.tab)));
        last
    }

    /// The tab as its browser identifies it, if the session was shown a snapshot of it.
    pub fn browser_tab(&self, tab: TabHandle) -> Option<BrowserTab> {
        self.tab(tab).map(|tab| tab.browser_tab)
    }

    /// Adds the elements that a fault names. Those that the session was shown before keep their
    /// appearance.
    pub fn add_named_elements(
        &mut self,
        (tab, browser_tab): (TabHandle, BrowserTab),
        mut elements: Vec<Element>,
    ) {
        let tab = self.use_tab(tab, browser_tab);
        let known = |element: &Element| tab.element(element.uid.as_deref()?);
        let is_known = |element: &Element| {
            known(element).is_some_and(|known| known.node.document == element.node.document)
        };
        // If it replaces one of an earlier page, not all uids of that are stored any more.
        let replaces = |element: &Element| !is_known(element) && known(element).is_some();
        let whole = tab.whole.clone().filter(|_| !elements.iter().any(replaces));
        elements.retain(|element| !is_known(element));
        tab.store(elements);
        tab.whole = whole;
    }

    /// Replaces the appearance of elements of a document that the agent has learned from an action.
    /// Adds no elements.
    pub fn acknowledge(
        &mut self,
        tab: TabHandle,
        document: &DocumentHandle,
        acknowledgements: &Acknowledgements,
    ) {
        if let Some((_, tab)) = self.tabs.iter_mut().find(|(handle, _)| *handle == tab) {
            tab.acknowledge(document, acknowledgements);
        }
        let snapshots = self.snapshots_with_ids.iter_mut();
        for ids in snapshots.filter(|ids| ids.tab == tab) {
            ids.elements.acknowledge(document, acknowledgements);
        }
    }

    fn tab(&self, tab: TabHandle) -> Option<&TabElements> {
        let (_, tab) = self.tabs.iter().find(|(handle, _)| *handle == tab)?;
        Some(tab)
    }

    /// Moves a tab to the end of the list, or adds it.
    fn use_tab(&mut self, handle: TabHandle, browser_tab: BrowserTab) -> &mut TabElements {
        let tab = match self.tabs.iter().position(|(known, _)| *known == handle) {
            Some(position) => self.tabs.remove(position),
            None => (handle, TabElements::new(browser_tab)),
        };
        if self.tabs.len() >= MAX_TABS {
            self.tabs.remove(0);
            self.has_removed_snapshots = true;
        }
        self.tabs.push(tab);
        let last = self.tabs.len() - 1;
        &mut self.tabs[last].1
    }
}

impl TabElements {
    fn new(browser_tab: BrowserTab) -> TabElements {
        TabElements {
            browser_tab,
            documents: Vec::new(),
            uids: UidTable::default(),
            whole: None,
        }
    }

    fn bytes(&self) -> usize {
        let documents = self.documents.iter().map(|(handle, frame)| {
            size_of::<(DocumentHandle, Vec<String>)>()
                + handle.document.len()
                + frame.iter().map(String::len).sum::<usize>()
        });
        let whole = self.whole.as_ref().map_or(0, |(name, _)| name.len());
        size_of::<TabElements>() + self.uids.bytes() + documents.sum::<usize>() + whole
    }

    /// Adds the number of a snapshot of the whole page, or `None` for another snapshot.
    fn add_whole(&mut self, whole: Option<(Arc<str>, u64)>) {
        self.whole = match (whole, self.whole.take()) {
            (None, _) => None,
            (Some((name, number)), Some((last, mut numbers))) if name == last => {
                numbers.truncate(MAX_WHOLE_SNAPSHOTS - 1);
                numbers.insert(0, number);
                Some((last, numbers))
            }
            (Some((name, number)), _) => Some((name, vec![number])),
        };
    }

    fn store(&mut self, elements: Vec<Element>) {
        for element in elements {
            self.insert(element);
        }
        self.uids.pack();
    }

    /// Inserts an element, if it has a uid.
    fn insert(&mut self, element: Element) {
        let Some(uid) = element.uid else { return };
        let handle = DocumentHandle {
            document: element.node.document,
            world: element.node.world,
        };
        let document = self.document_index(handle, element.frame);
        let stored = UidElement {
            document,
            node: element.node.node,
            appearance: element.appearance,
        };
        self.uids.insert(&uid, stored);
    }

    /// The index of a document, which is added if it is missing.
    fn document_index(&mut self, handle: DocumentHandle, frame: Vec<String>) -> u16 {
        let mut documents = self.documents.iter();
        let index = documents.rposition(|(known, _)| *known == handle);
        let index = index.unwrap_or_else(|| {
            if self.documents.len() >= MAX_DOCUMENTS {
                self.remove_oldest_documents();
            }
            self.documents.push((handle, Vec::new()));
            self.documents.len() - 1
        });
        self.documents[index].1 = frame;
        u16::try_from(index).unwrap_or(u16::MAX)
    }

    /// Removes the older half of the documents with their elements.
    fn remove_oldest_documents(&mut self) {
        const REMOVED: u16 = (MAX_DOCUMENTS / 2) as u16;
        self.whole = None;
        self.documents.drain(..usize::from(REMOVED));
        self.uids.update(|element| {
            let document = element.document.checked_sub(REMOVED)?;
            Some(UidElement {
                document,
                ..element
            })
        });
    }

    fn element(&self, uid: &str) -> Option<Element> {
        let stored = self.uids.get(uid)?;
        let (handle, frame) = self.documents.get(usize::from(stored.document))?;
        Some(Element {
            node: NodeHandle {
                document: handle.document.clone(),
                world: handle.world,
                node: stored.node,
            },
            uid: Some(uid.to_owned()),
            frame: frame.clone(),
            appearance: stored.appearance,
        })
    }

    /// Whether the stored element has the same appearance. `None` if the element is not stored.
    /// `true` for an element without a uid, which no id refers to.
    fn has_appearance_of(&self, element: &Element) -> Option<bool> {
        let Some(uid) = &element.uid else {
            return Some(true);
        };
        let stored = self.uids.get(uid)?;
        let (document, _) = self.documents.get(usize::from(stored.document))?;
        let node = &element.node;
        let is_same = stored.node == node.node
            && document.world == node.world
            && document.document == node.document;
        is_same.then_some(stored.appearance == element.appearance)
    }

    fn acknowledge(&mut self, document: &DocumentHandle, acknowledgements: &Acknowledgements) {
        self.whole = None;
        let documents = self.documents.iter();
        let is_in_document: Vec<bool> = documents.map(|(handle, _)| handle == document).collect();
        self.uids.update(|stored| {
            let is_candidate = is_in_document.get(usize::from(stored.document)) == Some(&true);
            let acknowledgement = acknowledgements.get(&stored.node).filter(|_| is_candidate);
            let update = acknowledgement.and_then(|new| new.update(stored.appearance));
            Some(update.map_or(stored, |(node, appearance)| UidElement {
                node,
                appearance,
                ..stored
            }))
        });
    }
}
