//! The changes since the session's last snapshot of the tab with the same options.

use super::request::SnapshotRequest;
use crate::sessions::delta_bases::DeltaBase;
use crate::sessions::packed_base::PackedBase;
use crate::sessions::windows::LocatedId;
use crate::text::tokens;
use axlens_protocol::agent::observe::DeltaKind;
use axlens_snapshot::containers::Containers;
use axlens_snapshot::delta::background::{Foreground, without_background};
use axlens_snapshot::delta::{Base, DeltaAnswer, FullReason, Since, always_full, answer};
use axlens_snapshot::render::PrintedId;
use std::collections::HashSet;
use std::sync::Arc;

/// The earlier text that a delta compares with.
#[derive(Debug)]
pub struct EarlierText {
    /// How the delta names it.
    pub since: Since,
    /// The text.
    pub base: DeltaBase,
}

impl EarlierText {
    fn text(&self) -> &PackedBase {
        &self.base.base
    }
}

/// A text that can replace the whole one.
#[derive(Debug)]
pub struct DeltaText {
    /// Its kind.
    pub kind: DeltaKind,
    /// The text.
    pub text: String,
    /// The snapshot of the earlier text, if the session has one.
    pub since: Option<u64>,
    /// The lines of the whole text that the changes contain.
    pub lines: Vec<usize>,
    /// The text as the agent knows it, if background changes were left out.
    pub known: Option<Arc<PackedBase>>,
    /// The lines of the whole text that the agent does not know for this reason.
    pub left_out: Vec<usize>,
}

/// The changes, or the whole text with the reason in its first line.
pub fn delta(
    request: &SnapshotRequest,
    old: Option<&EarlierText>,
    new: Option<&PackedBase>,
    full: &str,
) -> DeltaText {
    let new = match always_full_in(request) {
        Some(reason) => return DeltaText::full(&reason, full),
        None => new,
    };
    let Some(new) = new else {
        return DeltaText::full(&FullReason::NoEarlierText, full);
    };
    let since = old.map(|old| old.since);
    let now = new.unpacked();
    // Most often nothing has changed. Then unpacking one of the two is enough.
    let is_same = old.is_some_and(|old| *old.text() == *new);
    let before = old.filter(|_| !is_same).map(|old| old.text().unpacked());
    let foreground = before
        .as_ref()
        .and_then(|before| foreground(request, before, &now));
    let before = before.as_ref().or(is_same.then_some(&now));
    let reported = foreground
        .as_ref()
        .map_or(&now, |foreground| &foreground.base);
    let default_since = Since::Snapshot(0);
    let (kind, text, lines) = match answer(
        before,
        reported,
        since.unwrap_or(default_since),
        full,
        &tokens::count,
    ) {
        DeltaAnswer::Unchanged(text) => (DeltaKind::Unchanged, text, Vec::new()),
        DeltaAnswer::Changes(text, lines) => (DeltaKind::Changes, text, lines),
        DeltaAnswer::Full(reason) => return DeltaText::full(&reason, full),
    };
    let since = match since {
        Some(Since::Snapshot(number)) => Some(number),
        Some(Since::Actions) | None => None,
    };
    let lines = match &foreground {
        Some(foreground) => foreground.in_new_text(&lines),
        None => lines,
    };
    let left_out = foreground
        .as_ref()
        .map_or_else(Vec::new, |foreground| foreground.left_out.clone());
    DeltaText {
        kind,
        text,
        since,
        lines,
        known: foreground.map(|foreground| Arc::new(PackedBase::new(foreground.base))),
        left_out,
    }
}

/// The new text without what the page has changed by itself; `None` if that is nothing.
fn foreground(request: &SnapshotRequest, before: &Base, now: &Base) -> Option<Foreground> {
    let background = &request.after_actions.as_ref()?.background;
    let is_comparable = !background.is_empty() && before.has_same_document(now);
    let foreground = is_comparable.then(|| without_background(before, now, background))?;
    (foreground.base != *now).then_some(foreground)
}

/// Why a request is answered with the full text, whatever has changed.
fn always_full_in(request: &SnapshotRequest) -> Option<FullReason> {
    let context = request.after_actions.as_ref();
    let scope_gone = context.and_then(|context| context.scope_gone.clone());
    let scope_gone = scope_gone.map(FullReason::ScopeGone);
    scope_gone.or_else(|| always_full(request.options.format))
}

impl DeltaText {
    fn full(reason: &FullReason, full: &str) -> DeltaText {
        DeltaText {
            kind: DeltaKind::Full,
            text: reason.line() + full,
            since: None,
            lines: Vec::new(),
            known: None,
            left_out: Vec::new(),
        }
    }

    /// For each line of the whole text, whether the agent sees it if it knows the earlier text: the
    /// lines of the changes, and all lines of a row, list item, article, tree item or dialog with a
    /// changed line. `None` if the delta is the whole text. `containers_of_lines` has the container
    /// of each line.
    pub fn visible_lines(
        &self,
        containers: &Containers,
        containers_of_lines: &[u32],
    ) -> Option<Vec<bool>> {
        if self.kind == DeltaKind::Full {
            return None;
        }
        let changed = self.lines.iter();
        let changed = changed.filter_map(|line| containers_of_lines.get(*line).copied());
        let visible = containers.with_ancestors(changed);
        let lines = containers_of_lines.iter();
        let mut is_visible: Vec<bool> =
            lines.map(|container| visible.contains(container)).collect();
        for line in &self.lines {
            is_visible[*line] = true;
        }
        for line in &self.left_out {
            is_visible[*line] = false;
        }
        Some(is_visible)
    }

    /// The ids in this text: of changes, the ids of new and changed lines; otherwise all ids of the
    /// whole text, or none if nothing has changed.
    pub fn ids(
        &self,
        old: Option<&EarlierText>,
        printed: &[PrintedId],
        ids: &[LocatedId],
    ) -> Vec<LocatedId> {
        let old = match self.kind {
            DeltaKind::Unchanged => return Vec::new(),
            DeltaKind::Full => return ids.to_vec(),
            DeltaKind::Changes => old,
        };
        let lines = old.into_iter().flat_map(|old| old.text().lines());
        let before: HashSet<(&str, &str)> = lines.collect();
        let pairs = ids.iter().zip(printed);
        let new = pairs
            .filter(|(id, _)| !self.left_out.contains(&id.row))
            .filter(|(_, printed)| !before.contains(&(printed.id.as_str(), printed.line.as_str())));
        new.map(|(id, _)| id.clone()).collect()
    }
}
