//! What a document's registry holds: which node has which number, and every number that was ever
//! issued. As text, `2|retired,…|node:uid:key:flags,…`, keys in hexadecimal; flags: 1 unique, 2 in
//! the last record. A text that makes no sense is an empty registry: the recorder keeps it, and
//! only a fault of ours could break it.

use crate::digits;
use crate::pace::{Pace, sort};
use crate::table::{Table, pair};

/// The largest number of each range; a range is left when 60 % of it is issued.
const RANGES: [u32; 7] = [
    999,
    9_999,
    99_999,
    999_999,
    9_999_999,
    99_999_999,
    999_999_999,
];

/// The place of no node.
const NO_PLACE: u32 = u32::MAX - 1;

/// An element with a uid, as it was when it was last seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegistryEntry {
    /// Its number.
    pub uid: u32,
    /// Its key.
    pub key: u64,
    /// Nothing else had its key.
    pub unique: bool,
    /// It was in the last record; of one that is being noted, it is in this one.
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
    /// Nodes, and how they were. One that was struck has no number any more: 0.
    entries: Vec<(u32, RegistryEntry)>,
    /// By place: the node is in this record.
    noted: Vec<bool>,
    /// The position of a node's entry.
    places: Table,
    /// Every number ever issued, of living elements and of those gone.
    issued: Table,
}

impl Registry {
    /// Reads the text of [`Registry::print`]; an empty registry when it is not that.
    pub async fn parse(text: &str, pace: &Pace) -> Registry {
        Self::parsed(text, pace).await.unwrap_or_default()
    }

    async fn parsed(text: &str, pace: &Pace) -> Option<Registry> {
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
        registry.noted = vec![false; registry.entries.len()];
        Some(registry)
    }

    /// The text to keep.
    pub async fn print(&self, pace: &Pace) -> String {
        let mut living = Table::with_capacity(self.entries.len());
        let mut order = Vec::with_capacity(self.entries.len());
        for (place, (node, entry)) in self.entries.iter().enumerate() {
            pace.step().await;
            if entry.uid != 0 {
                living.add(entry.uid.into());
                order.push(pair(*node, place as u32));
            }
        }
        sort(&mut order, pace).await;
        let mut retired = Vec::new();
        for number in self.issued.keys() {
            pace.step().await;
            if !living.has(number) {
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
        for (position, place) in order.iter().enumerate() {
            pace.step().await;
            let place = *place as u32 as usize;
            let (node, entry) = self.entries[place];
            if position > 0 {
                text.push(',');
            }
            let recent = self.noted[place];
            RegistryEntry { recent, ..entry }.print(node, &mut text);
        }
        text
    }

    /// The number of a node that has one.
    pub fn uid(&self, node: u32) -> Option<u32> {
        let place = self.places.get(node.into())?;
        let (_, entry) = self.entries[place as usize];
        (entry.uid != 0).then_some(entry.uid)
    }

    /// Notes how a node is now.
    pub fn set(&mut self, node: u32, entry: RegistryEntry) {
        self.issued.add(entry.uid.into());
        let place = self.put(node, entry);
        self.noted.resize(self.entries.len(), false);
        self.noted[place] = true;
    }

    /// Returns the node's place.
    fn put(&mut self, node: u32, entry: RegistryEntry) -> usize {
        let new = self.entries.len();
        let place = *self.places.entry(node.into(), new as u32) as usize;
        match self.entries.get_mut(place) {
            Some(before) => before.1 = entry,
            None => self.entries.push((node, entry)),
        }
        place
    }

    /// No node has a number.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The nodes that stand in the record no more. `present`: those that do.
    pub async fn removed(&self, present: &Table, pace: &Pace) -> RemovedNodes {
        let mut removed = RemovedNodes::default();
        for (place, (node, entry)) in self.entries.iter().enumerate() {
            pace.step().await;
            if !present.has((*node).into()) {
                let places = if entry.recent {
                    &mut removed.recent
                } else {
                    &mut removed.earlier
                };
                let place = place as u32;
                let known = places.entry(entry.key, place);
                if *known != place {
                    *known = NO_PLACE;
                }
            }
        }
        removed
    }

    /// The number of the gone node at a place, for what takes it over; the gone node is struck.
    /// `None` when something else was like it.
    pub fn strike(&mut self, place: u32) -> Option<u32> {
        let (_, entry) = self.entries.get_mut(place as usize)?;
        if !entry.unique {
            return None;
        }
        let uid = std::mem::take(&mut entry.uid);
        (uid != 0).then_some(uid)
    }

    /// A number never issued before: the hash folded into the range in use, then the next that is
    /// free.
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

    /// The range that new numbers come from: the first that is less than 60 % issued.
    fn range(&self) -> (u32, u32) {
        let mut first = 1;
        let mut below = 0;
        for last in RANGES {
            // Ranges fill one after the other, so what was issued beyond the earlier ones is all in
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

/// Places of removed nodes, by key. Of two with one key it is unknown which of them was created
/// back: that is no place.
#[derive(Debug, Default)]
pub struct RemovedNodes {
    /// Those that the last record had.
    recent: Table,
    /// Those that were gone by then.
    earlier: Table,
}

impl RemovedNodes {
    /// The place of the node with a key. What was there until now counts before what was gone
    /// already and had read the same once.
    pub fn with_key(&self, key: u64) -> Option<u32> {
        self.recent.get(key).or_else(|| self.earlier.get(key))
    }
}

/// The high half carries more of the text than the low one does in FNV; both count.
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
