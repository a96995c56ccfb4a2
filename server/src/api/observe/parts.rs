//! The larger parts of an answer as JSON text: the text of the page, and how to find the elements
//! of its ids.

use crate::sessions::snapshot_cache::SerializedParts;
use crate::sessions::windows::LocatedId;
use crate::text::tokens;
use axlens_protocol::agent::SerializedJson;
use axlens_protocol::agent::observe::IdMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashSet};

/// The parts of an answer with the whole text.
pub fn whole(text: &str, ids: &[LocatedId], refs: Option<&Map<String, Value>>) -> SerializedParts {
    SerializedParts {
        tree: SerializedJson::new(text),
        tokens: tokens::count(text),
        ids: serialized_ids(ids),
        refs: refs.map(SerializedJson::new),
    }
}

/// The parts of an answer with a part of the text, which has only these ids.
pub fn some(text: &str, ids: &[LocatedId], refs: Option<&Map<String, Value>>) -> SerializedParts {
    let refs = refs.map(|refs| {
        let printed: HashSet<&str> = ids.iter().map(|id| id.id.as_str()).collect();
        let printed = refs.iter().filter(|(id, _)| printed.contains(id.as_str()));
        SerializedJson::new(&printed.collect::<BTreeMap<_, _>>())
    });
    SerializedParts {
        refs,
        ..whole(text, ids, None)
    }
}

/// No ids at all.
pub fn no_ids() -> SerializedJson<IdMap> {
    serialized_ids(&[])
}

fn serialized_ids(ids: &[LocatedId]) -> SerializedJson<IdMap> {
    SerializedJson::new(&InOrder(ids))
}

/// Serializes ids in the order of the lines.
struct InOrder<'a>(&'a [LocatedId]);

impl Serialize for InOrder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|id| (&id.id, &id.entry)))
    }
}
