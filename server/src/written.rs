//! JSON text that is written once and sent many times.

use serde::ser::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::sync::Arc;

/// A value as JSON text.
#[derive(Debug, Clone)]
pub struct Written(Arc<RawValue>);

impl Written {
    /// Writes a value. What the server writes has string keys and no number that JSON lacks, so it can be written.
    pub fn new(value: &impl Serialize) -> Written {
        let text = to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned());
        Written(text.into())
    }

    /// Writes an object of these pairs.
    pub fn object<'a, V: Serialize>(pairs: impl Iterator<Item = (&'a str, V)> + Clone) -> Written {
        Written::new(&Pairs(pairs))
    }

    /// Its length, in bytes.
    pub fn bytes(&self) -> usize {
        self.0.get().len()
    }
}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_ref().serialize(serializer)
    }
}

struct Pairs<I>(I);

impl<'a, V, I> Serialize for Pairs<I>
where
    V: Serialize,
    I: Iterator<Item = (&'a str, V)> + Clone,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.clone())
    }
}
