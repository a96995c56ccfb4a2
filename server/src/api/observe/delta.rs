//! What has changed since the session's last snapshot of the tab with the same options.

use crate::sessions::delta_bases::DeltaBase;
use crate::sessions::packed_base::PackedBase;
use crate::sessions::windows::LocatedId;
use crate::text::tokens::Counter;
use axlens_protocol::agent::observe::DeltaKind;
use axlens_snapshot::containers::Containers;
use axlens_snapshot::delta::{DeltaAnswer, Since, always_full, answer};
use axlens_snapshot::options::Format;
use axlens_snapshot::render::PrintedId;
use std::collections::HashSet;

/// The text that a delta is taken against.
#[derive(Debug)]
pub struct Earlier {
    /// What it is to the reader.
    pub since: Since,
    /// It, and what was said beside it.
    pub base: DeltaBase,
}

impl Earlier {
    fn text(&self) -> &PackedBase {
        &self.base.base
    }
}

/// A text instead of the whole one.
#[derive(Debug)]
pub struct Delta {
    /// What it is.
    pub kind: DeltaKind,
    /// The text.
    pub text: String,
    /// The snapshot it is taken against; none where there is none.
    pub since: Option<u64>,
    /// Of changes, the lines of the whole text that they say.
    pub said: Vec<usize>,
}

/// The changes, or the whole text with the reason on its first line.
pub fn delta(
    counter: Counter,
    format: Format,
    old: Option<&Earlier>,
    new: Option<&PackedBase>,
    full: &str,
) -> Delta {
    let Some(new) = new else {
        let why = always_full(format).unwrap_or("nothing is kept of it");
        return Delta {
            kind: DeltaKind::Full,
            text: format!("...(full snapshot: {why})\n{full}"),
            since: None,
            said: Vec::new(),
        };
    };
    let since = old.map(|old| old.since);
    let count = |text: &str| counter.count(text);
    let now = new.unpacked();
    // Most often nothing has changed: then one of the two is enough.
    let same = old.is_some_and(|old| *old.text() == *new);
    let before = old.filter(|_| !same).map(|old| old.text().unpacked());
    let before = before.as_ref().or(same.then_some(&now));
    let (kind, text, said) = match answer(
        before,
        &now,
        since.unwrap_or(Since::Snapshot(0)),
        full,
        &count,
    ) {
        DeltaAnswer::Unchanged(text) => (DeltaKind::Unchanged, text, Vec::new()),
        DeltaAnswer::Changes(text, said) => (DeltaKind::Changes, text, said),
        DeltaAnswer::Full(reason) => (DeltaKind::Full, reason + full, Vec::new()),
    };
    let since = match since {
        Some(Since::Snapshot(number)) => Some(number),
        Some(Since::Actions) | None => None,
    };
    Delta {
        kind,
        text,
        since,
        said,
    }
}

impl Delta {
    /// Which lines of the whole text this shows to a reader who knows the text before: those that
    /// it says, and all of a row, list item, article, tree item or dialog of which it says one.
    /// None: it is the whole text. `lines`: the container of each line.
    pub fn shown(&self, containers: &Containers, lines: &[u32]) -> Option<Vec<bool>> {
        if self.kind == DeltaKind::Full {
            return None;
        }
        let of = |line: &usize| lines.get(*line).copied();
        let shown = containers.with_ancestors(self.said.iter().filter_map(of));
        let mut is_shown: Vec<bool> = lines.iter().map(|at| shown.contains(at)).collect();
        for line in &self.said {
            is_shown[*line] = true;
        }
        Some(is_shown)
    }

    /// Of the ids that the whole text prints, those of this one: all of them, or those of the lines
    /// that are new or say something else.
    pub fn ids(
        &self,
        old: Option<&Earlier>,
        printed: &[PrintedId],
        ids: &[LocatedId],
    ) -> Vec<LocatedId> {
        match (self.kind, old) {
            (DeltaKind::Unchanged, _) => Vec::new(),
            (DeltaKind::Changes, Some(old)) => {
                let before: HashSet<(&str, &str)> = old.text().lines().collect();
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
