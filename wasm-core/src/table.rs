//! The one kind of map that the engine has: from whole numbers to whole numbers. Everything else is
//! looked up by a number too: a node by its place, a text by the place where it was put aside. A
//! library's map would be compiled for each kind of key and value again, two kilobytes at a time.

/// The content of a free slot. It is never a value: all values are counts, places or ids.
const FREE: u32 = u32::MAX;

/// The fewest places of a table that holds anything.
const FEWEST: usize = 16;

/// Numbers by numbers. Nothing is ever taken out of it.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// A power of two of slots. A key is in the slot of its hash or, if that is
    /// taken, at the next that is free.
    keys: Vec<u64>,
    /// By slot. Separate from the keys, because together they would take a third more memory.
    values: Vec<u32>,
    len: usize,
}

impl Table {
    /// Room for so many keys. A table that has grown too small moves all that it holds, in one go.
    pub fn with_capacity(keys: usize) -> Table {
        let mut table = Table::default();
        table.resize((keys + keys / 3 + 1).next_power_of_two().max(FEWEST));
        table
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of a key.
    #[inline(never)]
    pub fn get(&self, key: u64) -> Option<u32> {
        let value = self.values[self.place(key)?];
        (value != FREE).then_some(value)
    }

    /// There is such a key.
    pub fn has(&self, key: u64) -> bool {
        self.get(key).is_some()
    }

    /// The number of a key, to be changed; this one where the key is new.
    #[inline(never)]
    pub fn entry(&mut self, key: u64, value: u32) -> &mut u32 {
        if self.len + self.len / 3 >= self.keys.len() {
            self.resize((self.keys.len() * 2).max(FEWEST));
        }
        let place = self.place(key).unwrap_or_default();
        let known = &mut self.values[place];
        if *known == FREE {
            *known = value;
            self.keys[place] = key;
            self.len += 1;
        }
        known
    }

    /// Adds a key without a number of its own; `true` where it is new.
    pub fn add(&mut self, key: u64) -> bool {
        let before = self.len;
        self.entry(key, 0);
        self.len > before
    }

    /// Counts a key; how often it was counted before.
    pub fn count(&mut self, key: u64) -> u32 {
        let count = self.entry(key, 0);
        *count += 1;
        *count - 1
    }

    /// Every key, in no order.
    pub fn keys(&self) -> impl Iterator<Item = u64> {
        let places = self.keys.iter().zip(&self.values);
        places.filter_map(|(key, value)| (*value != FREE).then_some(*key))
    }

    /// The slot of a key, or the free slot for it. `None`: the table has no slots.
    #[inline(always)]
    fn place(&self, key: u64) -> Option<usize> {
        let last = self.keys.len().checked_sub(1)?;
        let mut place = mixed(key) as usize & last;
        // There is always a free one: a quarter of all.
        while self.values[place] != FREE && self.keys[place] != key {
            place = (place + 1) & last;
        }
        Some(place)
    }

    #[inline(never)]
    fn resize(&mut self, places: usize) {
        let keys = std::mem::replace(&mut self.keys, vec![0; places]);
        let values = std::mem::replace(&mut self.values, vec![FREE; places]);
        for (key, value) in keys.into_iter().zip(values) {
            if value != FREE
                && let Some(place) = self.place(key)
            {
                (self.keys[place], self.values[place]) = (key, value);
            }
        }
    }
}

/// Two numbers as one key, in their order.
pub fn pair(first: u32, second: u32) -> u64 {
    u64::from(first) << 32 | u64::from(second)
}

/// Each bit of the key changes each bit of the hash, so that consecutive keys get distant slots.
/// Source: the finalizer of MurmurHash3, https://github.com/aappleby/smhasher
fn mixed(key: u64) -> u64 {
    let key = (key ^ (key >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let key = (key ^ (key >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    key ^ (key >> 33)
}

#[cfg(test)]
mod tests {
    use super::Table;
    use std::collections::BTreeMap;

    #[test]
    fn it_holds_what_was_put_into_it() {
        for mut table in [
            Table::default(),
            Table::with_capacity(100),
            Table::with_capacity(5_000),
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
    fn a_set_says_what_is_new() {
        let mut table = Table::default();
        assert_eq!(
            [table.add(7), table.add(7), table.add(u64::MAX)],
            [true, false, true]
        );
    }
}
