//! The registry of a document: the uid of each node, and every uid that was ever issued. As text:
//! `2|retired,…|node:uid:key:flags,…`, keys in hexadecimal; flags: 1 unique, 2 in the last record.
//! An invalid text is parsed as an empty registry. The recorder stores the text unchanged, so only
//! a bug can make it invalid.

use crate::digits;
use crate::pace::{Pace, sort};
use crate::table::{HashTable, pair};

/// The largest uid of each range. A new range starts when 60 % of the previous one is issued.
const RANGES: [u32; 7] = [
    999,
    9_999,
    99_999,
    999_999,
    9_999_999,
    99_999_999,
    999_999_999,
];

/// The position for several nodes with one key.
const NO_POSITION: u32 = u32::MAX - 1;

/// The last known state of an element with a uid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegistryEntry {
    /// Its uid.
    pub uid: u32,
    /// Its key.
    pub key: u64,
    /// Whether its key was unique in the last record with the element.
    pub unique: bool,
    /// Whether it was in the last record, or is in the current one.
    pub recent: bool,
}

impl RegistryEntry {
    fn print(&self, node: u32, text: &mut String) {
        digits::push(text, node.into());
        text.push(':');
        digits::push(text, self.uid.into());
        text.push(':');
        digits::push_hex(text, self.key);
        text.push(':');
        let flags = u64::from(self.unique) | u64::from(self.recent) << 1;
        digits::push(text, flags);
    }
}

/// The registry of one document.
#[derive(Debug, Default)]
pub struct Registry {
    /// Nodes and their entries. The uid of a retired entry is 0.
    entries: Vec<(u32, RegistryEntry)>,
    /// Whether the node of each entry is in the current record.
    is_current: Vec<bool>,
    /// The position of a node's entry.
    positions: HashTable,
    /// Every uid that was ever issued.
    issued: HashTable,
}

impl Registry {
    /// Parses the output of [`Registry::print`]; an empty registry if it is invalid.
    pub async fn parse(text: &str, pace: &Pace) -> Registry {
        Self::try_parse(text, pace).await.unwrap_or_default()
    }

    async fn try_parse(text: &str, pace: &Pace) -> Option<Registry> {
        let (retired, entries) = text.strip_prefix("2|")?.split_once('|')?;
        let mut registry = Registry::default();
        for number in retired.split(',').filter(|number| !number.is_empty()) {
            pace.step().await;
            registry
                .issued
                .add(u32::try_from(digits::parse(number)?).ok()?.into());
        }
        for entry in entries.split(',').filter(|entry| !entry.is_empty()) {
            pace.step().await;
            let (node, entry) = parse_entry(entry)?;
            if entry.uid == 0 || !registry.issued.add(entry.uid.into()) {
                return None;
            }
            registry.put(node, entry);
        }
        registry.is_current = vec![false; registry.entries.len()];
        Some(registry)
    }

    /// The text of the registry.
    pub async fn print(&self, pace: &Pace) -> String {
        let mut current_uids = HashTable::with_capacity(self.entries.len());
        let mut order = Vec::with_capacity(self.entries.len());
        for (position, (node, entry)) in self.entries.iter().enumerate() {
            pace.step().await;
            if entry.uid != 0 {
                current_uids.add(entry.uid.into());
                order.push(pair(*node, position as u32));
            }
        }
        sort(&mut order, pace).await;
        let mut retired = Vec::new();
        for number in self.issued.keys() {
            pace.step().await;
            if !current_uids.has(number) {
                retired.push(number);
            }
        }
        sort(&mut retired, pace).await;
        let mut text = String::with_capacity(16 + retired.len() * 5 + self.entries.len() * 32);
        text.push_str("2|");
        for (position, number) in retired.iter().enumerate() {
            pace.step().await;
            if position > 0 {
                text.push(',');
            }
            digits::push(&mut text, *number);
        }
        text.push('|');
        for (position, key) in order.iter().enumerate() {
            pace.step().await;
            let index = *key as u32 as usize;
            let (node, entry) = self.entries[index];
            if position > 0 {
                text.push(',');
            }
            let recent = self.is_current[index];
            RegistryEntry { recent, ..entry }.print(node, &mut text);
        }
        text
    }

    /// The uid of a node.
    pub fn uid(&self, node: u32) -> Option<u32> {
        let position = self.positions.get(node.into())?;
        let (_, entry) = self.entries[position as usize];
        (entry.uid != 0).then_some(entry.uid)
    }

    /// Updates the entry of a node.
    pub fn set(&mut self, node: u32, entry: RegistryEntry) {
        self.issued.add(entry.uid.into());
        let position = self.put(node, entry);
        self.is_current.resize(self.entries.len(), false);
        self.is_current[position] = true;
    }

    /// Adds or replaces an entry. Returns its position.
    fn put(&mut self, node: u32, entry: RegistryEntry) -> usize {
        let new = self.entries.len();
        let position = *self.positions.entry(node.into(), new as u32) as usize;
        match self.entries.get_mut(position) {
            Some(before) => before.1 = entry,
            None => self.entries.push((node, entry)),
        }
        position
    }

    /// Whether no node has a uid.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The nodes that are no longer in the record. `present` has those that are.
    pub async fn removed(&self, present: &HashTable, pace: &Pace) -> RemovedNodes {
        let mut removed = RemovedNodes::default();
        for (position, (node, entry)) in self.entries.iter().enumerate() {
            pace.step().await;
            if !present.has((*node).into()) {
                let positions = if entry.recent {
                    &mut removed.recent
                } else {
                    &mut removed.earlier
                };
                let position = position as u32;
                let known = positions.entry(entry.key, position);
                if *known != position {
                    *known = NO_POSITION;
                }
            }
        }
        removed
    }

    /// Retires the entry of a removed node and returns its uid, which another element inherits.
    /// `None` if its key was not unique.
    pub fn retire(&mut self, position: u32) -> Option<u32> {
        let (_, entry) = self.entries.get_mut(position as usize)?;
        if !entry.unique {
            return None;
        }
        let uid = std::mem::take(&mut entry.uid);
        (uid != 0).then_some(uid)
    }

    /// Issues a new uid: the hash modulo the current range, or the next free number.
    pub fn issue(&mut self, hash: u64) -> u32 {
        let (first, last) = self.range();
        let size = u64::from(last - first) + 1;
        let start = fold(hash) % size;
        let free = (0..size)
            .map(|step| first + u32::try_from((start + step) % size).unwrap_or(0))
            .find(|number| !self.issued.has((*number).into()))
            .unwrap_or(last);
        self.issued.add(free.into());
        free
    }

    /// The current range: the first one of which less than 60 % is issued.
    fn range(&self) -> (u32, u32) {
        let mut first = 1;
        let mut below = 0;
        for last in RANGES {
            // Ranges are used one after another, so all uids that exceed the earlier ranges are in
            // this one.
            let size = last - first + 1;
            let full = size / 5 * 3 + size % 5 * 3 / 5;
            let issued = u32::try_from(self.issued.len())
                .unwrap_or(u32::MAX)
                .saturating_sub(below);
            if issued < full {
                return (first, last);
            }
            below += full;
            first = last + 1;
        }
        (RANGES[RANGES.len() - 2] + 1, RANGES[RANGES.len() - 1])
    }
}

/// Positions of removed nodes, by key. If several nodes have the same key, it is unknown which of
/// them was re-rendered, so none has a position.
#[derive(Debug, Default)]
pub struct RemovedNodes {
    /// Nodes that were in the last record.
    recent: HashTable,
    /// Nodes that were removed earlier.
    earlier: HashTable,
}

impl RemovedNodes {
    /// The position of the node with a key. Nodes of the last record have priority over nodes that
    /// were removed earlier.
    pub fn with_key(&self, key: u64) -> Option<u32> {
        self.recent.get(key).or_else(|| self.earlier.get(key))
    }
}

/// Combines both halves of a hash, because the high half of FNV depends on more of the text.
fn fold(hash: u64) -> u64 {
    hash ^ (hash >> 32)
}

fn parse_entry(text: &str) -> Option<(u32, RegistryEntry)> {
    let mut fields = text.split(':');
    let mut whole = || u32::try_from(digits::parse(fields.next()?)?).ok();
    let (node, uid) = (whole()?, whole()?);
    let key = digits::parse_hex(fields.next()?)?;
    let flags = digits::parse(fields.next()?)?;
    let entry = RegistryEntry {
        uid,
        key,
        unique: flags & 1 != 0,
        recent: flags & 2 != 0,
    };
    Some((node, entry))
}
