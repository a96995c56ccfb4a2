//! What one session was shown: for each uid, ref and number, the element that it stands for.
//! Decides nothing; [`super::ids`] reads it.

use super::elements::PackedElements;
pub use super::elements::{Acknowledged, Acknowledgement, Appearance, Element};
use super::handles::{BrowserTab, TabHandle};
use super::uids::{Stored, Uids};
use axlens_protocol::wire::{DocumentHandle, NodeHandle};
use std::collections::VecDeque;
use std::sync::Arc;

/// Most tabs of a session whose uids are remembered.
const TABS: usize = 32;

/// Most documents of a tab whose uids are remembered: its frames, and the pages before.
const DOCUMENTS: usize = 256;

/// Most ways in which a tab was shown whole that are remembered.
const WHOLE: usize = 8;

/// Most snapshots whose own ids (refs, numbers) are remembered.
const LISTS: usize = 16;

/// SHA-256 of a picture.
pub type PictureHash = [u8; 32];

/// What one session was shown.
#[derive(Debug, Default)]
pub struct Session {
    /// When it was used last, by the count of uses.
    pub(super) used: u64,
    /// Its size when it was counted last, in bytes.
    pub(super) counted: usize,
    last: u64,
    tabs: Vec<(TabHandle, TabShown)>,
    lists: VecDeque<List>,
    /// The last picture of each tab, by its hash.
    pictures: VecDeque<(TabHandle, PictureHash)>,
    /// Something was forgotten for lack of room.
    forgetful: bool,
}

/// What stands behind the ids of a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListKind {
    /// `e1`, `e2` …: formats `refs` and `tabs`.
    Refs,
    /// 1, 2 …: format `numbered`.
    Numbers,
}

/// A snapshot with ids of its own.
#[derive(Debug)]
pub struct List {
    /// Its number.
    pub snapshot: u64,
    /// Its tab.
    pub tab: TabHandle,
    /// What its ids are.
    pub kind: ListKind,
    /// The elements, from the id 1 on.
    pub elements: PackedElements,
}

/// What is shown now.
#[derive(Debug)]
pub struct Showing {
    /// Of which tab.
    pub tab: TabHandle,
    /// Its browser's id of it.
    pub chrome: BrowserTab,
    /// What its uids mean.
    pub elements: Vec<Element>,
    /// Ids of its own, where the format has them.
    pub list: Option<(ListKind, Vec<Element>)>,
    /// The page, where it is shown whole: the name of what was read, and the snapshot's number.
    pub whole: Option<(Arc<str>, u64)>,
}

/// Whether a session knows elements as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// All of them.
    All,
    /// All of them, but some were otherwise when they were shown.
    Otherwise,
    /// Some were never shown, or are forgotten.
    NotAll,
}

#[derive(Debug)]
struct TabShown {
    chrome: BrowserTab,
    documents: Vec<(DocumentHandle, Vec<String>)>,
    uids: Uids,
    /// What was read last, and the numbers of the last snapshots of it, whose uids are remembered,
    /// all of them.
    whole: Option<(Arc<str>, Vec<u64>)>,
}

impl Session {
    /// Number of the last snapshot; 0 before the first.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Remembers what is shown. Returns the snapshot's number.
    pub fn show(&mut self, showing: Showing) -> u64 {
        self.last += 1;
        let tab = self.tab_entry(showing.tab, showing.chrome);
        tab.note_whole(showing.whole.filter(|_| showing.list.is_none()));
        tab.remember(showing.elements);
        if let Some((kind, elements)) = showing.list {
            if self.lists.len() >= LISTS {
                self.lists.pop_front();
            }
            let mut list = List {
                snapshot: self.last,
                tab: showing.tab,
                kind,
                elements: PackedElements::default(),
            };
            list.elements.extend(elements);
            self.lists.push_back(list);
        }
        self.last
    }

    /// Whether the snapshot of this number was shown whole, and since then nothing of its tab that
    /// was read at another time: what its uids mean is remembered.
    pub fn has_shown(&self, tab: TabHandle, number: u64) -> bool {
        let whole = self.tab(tab).and_then(|tab| tab.whole.as_ref());
        whole.is_some_and(|(_, numbers)| numbers.contains(&number))
    }

    /// The tabs of which a snapshot was shown whole, the one used last at the end.
    pub fn tabs_shown_whole(&self) -> impl Iterator<Item = TabHandle> {
        let tabs = self.tabs.iter().filter(|(_, tab)| tab.whole.is_some());
        tabs.map(|(handle, _)| *handle)
    }

    /// Whether it knows elements of a tab as they are.
    pub fn knows(&self, tab: TabHandle, elements: &[Element]) -> Known {
        let Some(tab) = self.tab(tab) else {
            return Known::NotAll;
        };
        let mut all = Known::All;
        for element in elements {
            match tab.knows(element) {
                None => return Known::NotAll,
                Some(true) => {}
                Some(false) => all = Known::Otherwise,
            }
        }
        all
    }

    /// Counts a snapshot that shows what the last one of its tab has shown. Returns its number.
    pub fn show_again(&mut self, tab: TabHandle, chrome: BrowserTab) -> u64 {
        self.last += 1;
        self.tab_entry(tab, chrome);
        self.last
    }

    /// Remembers what more is shown of a snapshot that is not shown all at once.
    pub fn show_more(&mut self, snapshot: u64, showing: Showing) {
        let tab = self.tab_entry(showing.tab, showing.chrome);
        tab.whole = None;
        tab.remember(showing.elements);
        let list = self.lists.iter_mut().find(|list| list.snapshot == snapshot);
        if let (Some(list), Some((_, elements))) = (list, showing.list) {
            list.elements.extend(elements);
        }
    }

    /// Remembers the picture of a tab. Whether it is the one that was given last.
    pub fn is_last_picture(&mut self, tab: TabHandle, picture: PictureHash) -> bool {
        let known = self.pictures.iter().position(|(handle, _)| *handle == tab);
        let last = known.and_then(|at| self.pictures.remove(at));
        if self.pictures.len() >= TABS {
            self.pictures.pop_front();
        }
        self.pictures.push_back((tab, picture));
        last.is_some_and(|(_, last)| last == picture)
    }

    /// The size of what is remembered, in bytes, near enough.
    pub fn bytes(&self) -> usize {
        let tabs: usize = self.tabs.iter().map(|(_, tab)| tab.bytes()).sum();
        let list = |list: &List| size_of::<List>() + list.elements.bytes();
        let pictures = self.pictures.len() * size_of::<(TabHandle, PictureHash)>();
        size_of::<Session>() + tabs + pictures + self.lists.iter().map(list).sum::<usize>()
    }

    /// Whether it has more than what was shown last.
    pub fn has_older(&self) -> bool {
        self.lists.len() > 1 || self.tabs.len() > 1
    }

    /// Whether it remembers nothing.
    pub fn is_empty(&self) -> bool {
        self.lists.is_empty() && self.tabs.is_empty()
    }

    /// Forgets the oldest of what was shown: ids of a snapshot first, then a tab's.
    pub fn forget_oldest(&mut self) {
        self.forgetful = true;
        if self.lists.len() > 1 {
            self.lists.pop_front();
        } else if self.tabs.len() > 1 {
            self.tabs.remove(0);
        } else {
            self.lists.clear();
            self.tabs.clear();
            self.pictures.clear();
        }
    }

    /// Whether something that was shown may be forgotten.
    pub fn is_forgetful(&self) -> bool {
        self.forgetful
    }

    /// The tabs in which a uid was shown.
    pub fn tabs_with(&self, uid: &str) -> Vec<TabHandle> {
        let tabs = self
            .tabs
            .iter()
            .filter(|(_, tab)| tab.uids.get(uid).is_some());
        tabs.map(|(handle, _)| *handle).collect()
    }

    /// The element that a uid stands for in a tab.
    pub fn uid(&self, tab: TabHandle, uid: &str) -> Option<Element> {
        self.tab(tab)?.element(uid)
    }

    /// The snapshot of this number, where it has ids of its own and is remembered.
    pub fn list(&self, snapshot: u64) -> Option<&List> {
        self.lists.iter().find(|list| list.snapshot == snapshot)
    }

    /// The last snapshot with such ids of each tab.
    pub fn last_lists(&self, kind: ListKind) -> Vec<&List> {
        let mut last: Vec<&List> = Vec::new();
        for list in self.lists.iter().rev().filter(|list| list.kind == kind) {
            if last.iter().all(|later| later.tab != list.tab) {
                last.push(list);
            }
        }
        last
    }

    /// Its browser's id of a tab this session was shown something of.
    pub fn chrome(&self, tab: TabHandle) -> Option<BrowserTab> {
        self.tab(tab).map(|tab| tab.chrome)
    }

    /// Elements of a document are known to be like this now. Those that were never shown stay
    /// unknown.
    pub fn acknowledge(&mut self, tab: TabHandle, document: &DocumentHandle, now: &Acknowledged) {
        if let Some((_, tab)) = self.tabs.iter_mut().find(|(handle, _)| *handle == tab) {
            tab.acknowledge(document, now);
        }
        let lists = self.lists.iter_mut().filter(|list| list.tab == tab);
        for list in lists {
            list.elements.acknowledge(document, now);
        }
    }

    fn tab(&self, tab: TabHandle) -> Option<&TabShown> {
        let found = self.tabs.iter().find(|(handle, _)| *handle == tab);
        found.map(|(_, tab)| tab)
    }

    /// The tab's entry, now the last of all.
    fn tab_entry(&mut self, handle: TabHandle, chrome: BrowserTab) -> &mut TabShown {
        let entry = match self.tabs.iter().position(|(known, _)| *known == handle) {
            Some(index) => self.tabs.remove(index),
            None => (handle, TabShown::new(chrome)),
        };
        if self.tabs.len() >= TABS {
            self.tabs.remove(0);
            self.forgetful = true;
        }
        self.tabs.push(entry);
        let last = self.tabs.len() - 1;
        &mut self.tabs[last].1
    }
}

impl TabShown {
    fn bytes(&self) -> usize {
        let documents = self.documents.iter().map(|(handle, frame)| {
            size_of::<(DocumentHandle, Vec<String>)>()
                + handle.document.len()
                + frame.iter().map(String::len).sum::<usize>()
        });
        let whole = self.whole.as_ref().map_or(0, |(name, _)| name.len());
        size_of::<TabShown>() + self.uids.bytes() + documents.sum::<usize>() + whole
    }

    fn new(chrome: BrowserTab) -> TabShown {
        TabShown {
            chrome,
            documents: Vec::new(),
            uids: Uids::default(),
            whole: None,
        }
    }

    fn note_whole(&mut self, whole: Option<(Arc<str>, u64)>) {
        self.whole = match (whole, self.whole.take()) {
            (None, _) => None,
            (Some((name, number)), Some((known, mut numbers))) if name == known => {
                numbers.truncate(WHOLE - 1);
                numbers.insert(0, number);
                Some((known, numbers))
            }
            (Some((name, number)), _) => Some((name, vec![number])),
        };
    }

    fn remember(&mut self, elements: Vec<Element>) {
        for element in elements {
            self.remember_one(element);
        }
        self.uids.settle();
    }

    fn remember_one(&mut self, element: Element) {
        let Some(uid) = element.uid else { return };
        let handle = DocumentHandle {
            document: element.node.document,
            world: element.node.world,
        };
        let document = self.document(handle, element.frame);
        let stored = Stored {
            document,
            node: element.node.node,
            appearance: element.appearance,
        };
        self.uids.insert(&uid, stored);
    }

    fn document(&mut self, handle: DocumentHandle, frame: Vec<String>) -> u16 {
        let known = self
            .documents
            .iter()
            .rposition(|(known, _)| *known == handle);
        let index = known.unwrap_or_else(|| {
            if self.documents.len() >= DOCUMENTS {
                self.forget_documents();
            }
            self.documents.push((handle, Vec::new()));
            self.documents.len() - 1
        });
        self.documents[index].1 = frame;
        u16::try_from(index).unwrap_or(u16::MAX)
    }

    /// Forgets the older half of the documents and what stood in them.
    fn forget_documents(&mut self) {
        self.whole = None;
        let gone = DOCUMENTS / 2;
        self.documents.drain(..gone);
        let gone = u16::try_from(gone).unwrap_or(u16::MAX);
        self.uids.change(|stored| {
            let document = stored.document.checked_sub(gone)?;
            Some(Stored { document, ..stored })
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

    /// Whether an element that it knows is as it was shown. What has no uid is of no account.
    fn knows(&self, element: &Element) -> Option<bool> {
        let Some(uid) = &element.uid else {
            return Some(true);
        };
        let stored = self.uids.get(uid)?;
        let (document, _) = self.documents.get(usize::from(stored.document))?;
        let node = &element.node;
        let same = stored.node == node.node
            && document.world == node.world
            && document.document == node.document;
        same.then_some(stored.appearance == element.appearance)
    }

    fn acknowledge(&mut self, document: &DocumentHandle, now: &Acknowledged) {
        self.whole = None;
        let documents = self.documents.iter();
        let of: Vec<bool> = documents.map(|(handle, _)| handle == document).collect();
        self.uids.change(|stored| {
            let is_its = of.get(usize::from(stored.document)) == Some(&true);
            let now = now.get(&stored.node).filter(|_| is_its);
            let now = now.and_then(|now| now.of(stored.appearance));
            Some(now.map_or(stored, |(node, appearance)| Stored {
                node,
                appearance,
                ..stored
            }))
        });
    }
}
