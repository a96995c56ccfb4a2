//! What has changed since the session's last snapshot of the tab with the same options.

use crate::sessions::delta_bases::DeltaBase;
use crate::sessions::packed_base::PackedBase;
use crate::sessions::windows::LocatedId;
use crate::tokens::Counter;
use axlens_protocol::agent::observe::DeltaKind;
use axlens_snapshot::delta::{Answer, always_full, answer};
use axlens_snapshot::options::Format;
use axlens_snapshot::render::PrintedId;
use std::collections::HashSet;

/// A text instead of the whole one.
#[derive(Debug)]
pub struct Delta {
    /// What it is.
    pub kind: DeltaKind,
    /// The text.
    pub text: String,
    /// The snapshot it is taken against; none where there is none.
    pub since: Option<u64>,
}

/// The changes, or the whole text with the reason on its first line.
pub fn delta(
    counter: Counter,
    format: Format,
    old: Option<&DeltaBase>,
    new: Option<&PackedBase>,
    full: &str,
) -> Delta {
    let Some(new) = new else {
        let why = always_full(format).unwrap_or("nothing is kept of it");
        return Delta {
            kind: DeltaKind::Full,
            text: format!("...(full snapshot: {why})\n{full}"),
            since: None,
        };
    };
    let since = old.map(|old| old.snapshot);
    let count = |text: &str| counter.count(text);
    let now = new.unpacked();
    // Most often nothing has changed: then one of the two is enough.
    let same = old.is_some_and(|old| *old.base == *new);
    let before = old.filter(|_| !same).map(|old| old.base.unpacked());
    let before = before.as_ref().or(same.then_some(&now));
    let (kind, text) = match answer(before, &now, since.unwrap_or(0), full, &count) {
        Answer::Unchanged(text) => (DeltaKind::Unchanged, text),
        Answer::Changes(text) => (DeltaKind::Changes, text),
        Answer::Full(reason) => (DeltaKind::Full, reason + full),
    };
    Delta { kind, text, since }
}

impl Delta {
    /// Of the ids that the whole text prints, those of this one: all of them, or those of the lines
    /// that are new or say something else.
    pub fn ids(
        &self,
        old: Option<&DeltaBase>,
        printed: &[PrintedId],
        ids: &[LocatedId],
    ) -> Vec<LocatedId> {
        match (self.kind, old) {
            (DeltaKind::Unchanged, _) => Vec::new(),
            (DeltaKind::Changes, Some(old)) => {
                let before: HashSet<(&str, &str)> = old.base.lines().collect();
                let pairs = ids.iter().zip(printed);
                let new = pairs.filter(|(_, printed)| {
                    !before.contains(&(printed.id.as_str(), printed.line.as_str()))
                });
                new.map(|(known, _)| known.clone()).collect()
            }
            _ => ids.to_vec(),
        }
    }
}
