//! The only map of the engine, from integers to integers. Other keys are converted to integers,
//! such as the position of a node or the index of a text. A library's map would be compiled for
//! each type of key and value, with two kilobytes each.

/// The value of a free slot. Valid values are counts, positions or ids, and never equal it.
const FREE: u32 = u32::MAX;

/// Minimum number of slots of a table that is not empty.
const MIN_SLOTS: usize = 16;

/// A hash table with open addressing. Keys are never removed.
#[derive(Debug, Clone, Default)]
pub struct HashTable {
    /// The number of slots is a power of two. A key is in the slot of its hash, or in the next free
    /// slot.
    keys: Vec<u64>,
    /// The value of each slot. Separate from the keys, because pairs would need a third more
    /// memory.
    values: Vec<u32>,
    len: usize,
}

impl HashTable {
    /// Creates a table for a number of keys. A table that becomes too small moves all entries at
    /// once.
    pub fn with_capacity(keys: usize) -> HashTable {
        let mut table = HashTable::default();
        table.resize((keys + keys / 3 + 1).next_power_of_two().max(MIN_SLOTS));
        table
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The value of a key.
    #[inline(never)]
    pub fn get(&self, key: u64) -> Option<u32> {
        let value = self.values[self.slot(key)?];
        (value != FREE).then_some(value)
    }

    /// Whether the table has a key.
    pub fn has(&self, key: u64) -> bool {
        self.get(key).is_some()
    }

    /// The value of a key, to modify it; initially `value`.
    #[inline(never)]
    pub fn entry(&mut self, key: u64, value: u32) -> &mut u32 {
        if self.len + self.len / 3 >= self.keys.len() {
            self.resize((self.keys.len() * 2).max(MIN_SLOTS));
        }
        let slot = self.slot(key).unwrap_or_default();
        let known = &mut self.values[slot];
        if *known == FREE {
            *known = value;
            self.keys[slot] = key;
            self.len += 1;
        }
        known
    }

    /// Adds a key. Returns whether it is new.
    pub fn add(&mut self, key: u64) -> bool {
        let before = self.len;
        self.entry(key, 0);
        self.len > before
    }

    /// Increments the count of a key. Returns the previous count.
    pub fn count(&mut self, key: u64) -> u32 {
        let count = self.entry(key, 0);
        *count += 1;
        *count - 1
    }

    /// All keys, in no particular order.
    pub fn keys(&self) -> impl Iterator<Item = u64> {
        let slots = self.keys.iter().zip(&self.values);
        slots.filter_map(|(key, value)| (*value != FREE).then_some(*key))
    }

    /// The slot of a key, or the free slot for it. `None`: the table has no slots.
    #[inline(always)]
    fn slot(&self, key: u64) -> Option<usize> {
        let last = self.keys.len().checked_sub(1)?;
        let mut slot = mix(key) as usize & last;
        // A quarter of the slots is always free.
        while self.values[slot] != FREE && self.keys[slot] != key {
            slot = (slot + 1) & last;
        }
        Some(slot)
    }

    #[inline(never)]
    fn resize(&mut self, slots: usize) {
        let keys = std::mem::replace(&mut self.keys, vec![0; slots]);
        let values = std::mem::replace(&mut self.values, vec![FREE; slots]);
        for (key, value) in keys.into_iter().zip(values) {
            if value != FREE
                && let Some(slot) = self.slot(key)
            {
                (self.keys[slot], self.values[slot]) = (key, value);
            }
        }
    }
}

/// Two numbers as one key, ordered by the first.
pub fn pair(first: u32, second: u32) -> u64 {
    u64::from(first) << 32 | u64::from(second)
}

/// Each bit of the key changes each bit of the hash, so that consecutive keys get distant slots.
/// Source: the finalizer of MurmurHash3, https://github.com/aappleby/smhasher
fn mix(key: u64) -> u64 {
    let key = (key ^ (key >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let key = (key ^ (key >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    key ^ (key >> 33)
}

#[cfg(test)]
mod tests {
    use super::HashTable;
    use std::collections::BTreeMap;

    #[test]
    fn counts_and_keys_are_stored() {
        for mut table in [
            HashTable::default(),
            HashTable::with_capacity(100),
            HashTable::with_capacity(5_000),
        ] {
            let mut expected = BTreeMap::new();
            assert_eq!((table.get(0), table.is_empty()), (None, true));
            for number in 0..5_000_u64 {
                let key = (number * number % 3_001) << (number % 3 * 20);
                let before = expected.entry(key).or_insert(0);
                assert_eq!(table.count(key), *before);
                *before += 1;
            }
            assert_eq!(table.len(), expected.len());
            let mut keys: Vec<u64> = table.keys().collect();
            keys.sort_unstable();
            assert!(keys.iter().eq(expected.keys()));
            assert!(
                expected
                    .iter()
                    .all(|(key, count)| table.get(*key) == Some(*count))
            );
            assert!((100_000..101_000).all(|key| !table.has(key)));
        }
    }

    #[test]
    fn add_returns_whether_a_key_is_new() {
        let mut table = HashTable::default();
        assert_eq!(
            [table.add(7), table.add(7), table.add(u64::MAX)],
            [true, false, true]
        );
    }
}
