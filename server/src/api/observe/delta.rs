//! What changed since the session's last snapshot of the tab with the same options.

use super::answer::Entry;
use super::page::Page;
use super::request::Request;
use crate::sessions::Sessions;
use crate::sessions::bases::{BaseKey, Kept};
use crate::sessions::packed::PackedBase;
use crate::tokens::Counter;
use axlens_snapshot::delta::{Answer, always_full, answer};
use axlens_snapshot::render::PrintedId;
use std::collections::HashSet;
use std::sync::Arc;

/// A text in place of the whole one.
#[derive(Debug)]
pub struct Told {
    /// `unchanged`, `changes` or `full`.
    pub kind: &'static str,
    /// The text.
    pub text: String,
    /// The snapshot it is taken against; none where there is none.
    pub since: Option<u64>,
    old: Option<Arc<PackedBase>>,
}

/// Keeps the text for later deltas, whether or not this request wants one. Returns the one before
/// it.
pub fn keep(
    sessions: &mut Sessions,
    request: &Request,
    page: &Page,
    new: &Arc<PackedBase>,
    snapshot: u64,
) -> Option<Kept> {
    let key = BaseKey {
        tab: page.tab,
        scope: request.scope.root_selector().to_owned(),
        options: request.options.clone(),
    };
    let old = sessions.session(&request.session).bases.get(&key);
    let kept = Kept {
        snapshot,
        base: Arc::clone(new),
    };
    sessions.keep_base(&request.session, key, kept);
    old
}

/// The changes, or the whole text with the reason on its first line.
pub fn tell(
    counter: Counter,
    request: &Request,
    old: Option<Kept>,
    new: Option<&PackedBase>,
    full: &str,
) -> Told {
    let (Some(new), since) = (new, old.as_ref().map(|old| old.snapshot)) else {
        let why = always_full(request.options.format).unwrap_or("nothing is kept of it");
        return Told {
            kind: "full",
            text: format!("...(full snapshot: {why})\n{full}"),
            since: None,
            old: None,
        };
    };
    let count = |text: &str| counter.count(text);
    let now = new.unpacked();
    // Most often nothing has changed: then one of the two is enough.
    let same = old.as_ref().is_some_and(|old| *old.base == *new);
    let before = old.as_ref().filter(|_| !same);
    let before = before.map(|old| old.base.unpacked());
    let before = before.as_ref().or(same.then_some(&now));
    let answered = answer(before, &now, since.unwrap_or(0), full, &count);
    let (kind, text) = match answered {
        Answer::Unchanged(text) => ("unchanged", text),
        Answer::Changes(text) => ("changes", text),
        Answer::Full(reason) => ("full", reason + full),
    };
    Told {
        kind,
        text,
        since,
        old: old.map(|old| old.base),
    }
}

impl Told {
    /// Of what the whole text shows, what this one does: all of it, or the lines that are new or
    /// say something else.
    pub fn shown(&self, shown: &[PrintedId], all: &[Entry]) -> Vec<Entry> {
        match (self.kind, &self.old) {
            ("unchanged", _) => Vec::new(),
            ("changes", Some(old)) => {
                let before: HashSet<(&str, &str)> = old.lines().collect();
                let lines = shown
                    .iter()
                    .map(|shown| (shown.id.as_str(), shown.line.as_str()));
                let pairs = all.iter().zip(lines);
                pairs
                    .filter(|(_, line)| !before.contains(line))
                    .map(|(known, _)| known.clone())
                    .collect()
            }
            _ => all.to_vec(),
        }
    }
}
