//! The outcome of an action from the extension's report and the differences between the page before
//! and after. Background changes of the page, such as clocks, do not count.

use super::page_look::PageLook;
use crate::sessions::packed_base::PackedBase;
use axlens_protocol::agent::interact::{Evidence, Outcome};
use axlens_protocol::model::action::Action;
use axlens_protocol::model::dialogs::SeenDialog;
use axlens_protocol::wire::{ActReport, BackgroundMutation, NavigationKind};
use axlens_snapshot::delta::{Base, Row};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// The outcome of an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The outcome.
    pub outcome: Outcome,
    /// The evidence for it.
    pub evidence: Evidence,
}

/// Judges an action. `before` and `after` are the page, unless it navigated.
pub fn judge(
    action: &Action,
    report: &ActReport,
    before: Option<&PageLook>,
    after: Option<&PageLook>,
) -> Judgement {
    let focus = Focus::of(action);
    let bases = before.zip(after).and_then(|(before, after)| {
        let (before, after) = (before.base.as_ref()?, after.base.as_ref()?);
        Some((before.as_ref(), after.as_ref()))
    });
    let lines = bases.map(|(before, after)| match before == after {
        true => 0,
        false => changed_lines((before, after), &report.background_mutations, focus),
    });
    let outcome = outcome(action, report, lines);
    let quiet = matches!(outcome, Outcome::Unchanged);
    Judgement {
        outcome,
        evidence: Evidence {
            dialogs: report.dialogs.clone(),
            lines: lines.filter(|lines| *lines > 0),
            now: report.verified.as_ref().and_then(|found| found.now.clone()),
            read_back: report.verified.as_ref().map(|found| found.outcome),
            url: report
                .navigation
                .as_ref()
                .map(|navigation| navigation.url.clone()),
            watched_ms: quiet.then_some(report.watched_ms),
        },
    }
}

/// Whether it is a change that another element has the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Focus {
    Counts,
    /// Every click moves it: that alone is no effect.
    IsLeftOut,
}

impl Focus {
    fn of(action: &Action) -> Focus {
        match action {
            Action::Focus | Action::Press { .. } | Action::Type { .. } => Focus::Counts,
            _ => Focus::IsLeftOut,
        }
    }

    /// A line of an element, as it is compared.
    fn in_line(self, line: &str) -> Cow<'_, str> {
        const FOCUSED: &str = " focused";
        // Names are quoted: behind the last quote there are states alone.
        let states = line.rfind('"').map_or(0, |quote| quote + 1);
        match line[states..].contains(FOCUSED) && self == Focus::IsLeftOut {
            true => Cow::Owned(line[..states].to_owned() + &line[states..].replace(FOCUSED, "")),
            false => Cow::Borrowed(line),
        }
    }
}

fn outcome(action: &Action, report: &ActReport, lines: Option<usize>) -> Outcome {
    match action {
        Action::Highlight => return Outcome::Shown,
        Action::ClaimTab => return Outcome::Claimed,
        Action::ReleaseTab => return Outcome::Released,
        _ => {}
    }
    match &report.navigation {
        // Nothing more can be said of a page that waits for the person.
        _ if report.dialogs.iter().any(SeenDialog::is_open) => Outcome::Dialog,
        _ if report.already => Outcome::Already,
        _ if report.closed => Outcome::ClosedTab,
        Some(navigation) if navigation.kind == NavigationKind::Navigated => Outcome::Navigated,
        _ if !report.opened.is_empty() => Outcome::OpenedTab,
        Some(_) => Outcome::Routed,
        None => match lines {
            Some(1..) => Outcome::Changed,
            _ if !report.dialogs.is_empty() => Outcome::Dialog,
            // Something may have come of it later.
            _ if report.unseen => Outcome::Done,
            Some(0) => Outcome::Unchanged,
            // Nothing can be compared: what was seen has to do.
            None if report.mutations > 0 => Outcome::Changed,
            None => Outcome::Unchanged,
        },
    }
}

/// How many lines are new, gone, elsewhere or say something else, but for those that change by
/// themselves.
fn changed_lines(
    (before, after): (&PackedBase, &PackedBase),
    background_mutations: &[BackgroundMutation],
    focus: Focus,
) -> usize {
    let moving = Moving::of(background_mutations);
    let (before, after) = (before.unpacked(), after.unpacked());
    let (old, new) = (
        at_rest(&before, &moving, focus),
        at_rest(&after, &moving, focus),
    );
    let (gone, come) = (differing(&old, &new), differing(&new, &old));
    // Texts are no elements: of those, as many may have been replaced as elements read otherwise.
    let reads_anew: u32 = background_mutations.iter().map(|each| each.texts).sum();
    let reads_anew = reads_anew as usize;
    let texts = |lines: &[&Line]| lines.iter().filter(|line| line.node == 0).count();
    let explained = match (texts(&gone), texts(&come)) {
        (gone, come) if gone == come && gone <= reads_anew => gone + come,
        _ => 0,
    };
    match gone.len() + come.len() - explained {
        0 if explained == 0 => moved(&old, &new),
        lines => lines,
    }
}

/// Lines that the two have in common, where they stand in another order.
fn moved(old: &[Line], new: &[Line]) -> usize {
    old.iter().zip(new).filter(|(old, new)| old != new).count()
}

/// Lines of one list that the other has not.
fn differing<'a, 'b>(these: &'b [Line<'a>], others: &[Line<'a>]) -> Vec<&'b Line<'a>> {
    let mut left: HashMap<&Line, usize> = HashMap::new();
    for line in others {
        *left.entry(line).or_default() += 1;
    }
    let missing = these.iter().filter(|line| match left.get_mut(line) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    });
    missing.collect()
}

/// A line of a page.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Line<'a> {
    document: &'a str,
    /// Its element's node id; 0 of a text.
    node: u32,
    text: Cow<'a, str>,
}

/// What changes by itself, each a document and a node id there.
struct Moving<'a> {
    elements: HashSet<(&'a str, u32)>,
    /// What these have taken in or let go.
    brought: HashSet<(&'a str, u32)>,
}

impl<'a> Moving<'a> {
    fn of(background_mutations: &'a [BackgroundMutation]) -> Moving<'a> {
        let brought = background_mutations.iter().flat_map(|each| {
            let nodes = each.brought.iter();
            nodes.map(|node| (each.document.as_str(), *node))
        });
        let elements = background_mutations.iter();
        Moving {
            elements: elements
                .map(|each| (each.document.as_str(), each.node))
                .collect(),
            brought: brought.collect(),
        }
    }
}

/// The lines of a page but for those of elements that change by themselves, and of what these have
/// brought with all in it.
fn at_rest<'a>(base: &'a Base, moving: &Moving<'_>, focus: Focus) -> Vec<Line<'a>> {
    let mut deepest_brought: Option<u32> = None;
    let mut lines = Vec::with_capacity(base.rows.len());
    for row in &base.rows {
        if deepest_brought.is_some_and(|depth| row.depth > depth) {
            continue;
        }
        let document = document(base, row);
        let at = (document, row.node);
        let is_brought = row.node != 0 && moving.brought.contains(&at);
        deepest_brought = is_brought.then_some(row.depth);
        if !is_brought && !moving.elements.contains(&at) {
            lines.push(Line {
                document,
                node: row.node,
                text: match row.node {
                    0 => Cow::Borrowed(&*row.line),
                    _ => focus.in_line(&row.line),
                },
            });
        }
    }
    lines
}

/// Chrome's id of the document of a line; none of a text.
fn document<'a>(base: &'a Base, row: &Row) -> &'a str {
    if row.node == 0 {
        return "";
    }
    let life = base.documents.get(row.frame as usize);
    life.and_then(|life| life.split(' ').next())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
