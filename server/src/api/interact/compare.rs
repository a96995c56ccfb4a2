//! The outcome of an action from the extension's report and the differences between the page before
//! and after. Background changes of the page, such as clocks, do not count.

mod formats;

use super::judging_rules::{FocusRule, Rules};
use super::page_state::PageState;
use crate::sessions::packed_base::PackedBase;
use axlens_protocol::agent::interact::{Evidence, Outcome};
use axlens_protocol::model::action::Action;
use axlens_protocol::model::dialogs::OpenedDialog;
use axlens_protocol::model::{ActionHint, ReadBackOutcome, Via};
use axlens_protocol::wire::{ActionReport, BackgroundMutation, NavigationKind};
use axlens_snapshot::delta::background::Background;
use axlens_snapshot::delta::{Base, BaseRow};
use formats::is_same_value;
pub use formats::numbers;
use std::borrow::Cow;
use std::collections::HashMap;

/// The outcome of an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The outcome.
    pub outcome: Outcome,
    /// The evidence for it.
    pub evidence: Evidence,
    /// The lines that the action changed; `None` if the pages can't be compared.
    pub lines: Option<ActionLines>,
}

/// The lines that were added, removed, moved or changed by an action, without background changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ActionLines {
    /// The number of lines.
    pub count: usize,
    /// Their elements, each as Chrome's document id and a node id.
    pub elements: Vec<(String, u32)>,
    /// Whether there are texts, which have no node id.
    pub has_texts: bool,
    /// The added ones without a uid: the agent can't act on their elements, so a view may leave
    /// them out.
    pub added: Vec<Box<str>>,
    /// The removed ones without a uid.
    pub removed: Vec<Box<str>>,
}

/// What is judged.
#[derive(Debug, Clone, Copy)]
pub struct JudgedTarget<'a> {
    /// The action.
    pub action: &'a Action,
    /// Its element: Chrome's document id and a node id; `None` for an action without one.
    pub element: Option<(&'a str, u32)>,
}

impl Judgement {
    /// Whether the page is unchanged.
    pub fn is_unchanged(&self) -> bool {
        self.outcome == Outcome::Unchanged
    }
}

/// Judges actions that were executed one after another, each with its report; the last report has
/// what was observed of the whole page. `before` and `after` are the page before the first and
/// after the last one, unless it navigated.
pub fn judge_all(
    targets: &[JudgedTarget<'_>],
    reports: &[ActionReport],
    before: Option<&PageState>,
    after: Option<&PageState>,
) -> Vec<Judgement> {
    let bases = before.zip(after).and_then(|(before, after)| {
        let (before, after) = (before.base.as_ref()?, after.base.as_ref()?);
        Some((before.as_ref(), after.as_ref()))
    });
    let (Some(last), Some(common)) = (targets.last(), reports.last()) else {
        return Vec::new();
    };
    let shares = match bases {
        Some((before, after)) if before == after => {
            Some(vec![ActionLines::default(); targets.len()])
        }
        Some(bases) => {
            let lines = changed_lines(bases, &common.background_mutations, *last);
            Some(shares::of_each(lines, targets, reports))
        }
        None => None,
    };
    let mut shares = shares.map(Vec::into_iter);
    let judged = targets.iter().zip(reports).map(|(target, report)| {
        let lines = shares.as_mut().and_then(Iterator::next);
        judge(target.action, report, lines)
    });
    judged.collect()
}

/// Judges an action that has changed these lines; `None` if the pages can't be compared.
fn judge(action: &Action, report: &ActionReport, lines: Option<ActionLines>) -> Judgement {
    let rules = Rules::of(action);
    let count = lines.as_ref().map(|lines| lines.count);
    let outcome = match rules.only_outcome {
        None if report.hint == Some(ActionHint::AwaitsUser) => Outcome::AwaitsUser,
        // The page has undone the selection.
        Some(Outcome::Selected) if report.verified.is_some() => Outcome::Unchanged,
        Some(only) => only,
        None => match (outcome(report, count), refused(action, report)) {
            (Outcome::Changed | Outcome::Unchanged | Outcome::Unobserved, Some(refused)) => refused,
            // The page has handled the wheel, and did not scroll.
            (Outcome::Unchanged, None)
                if rules.without_lines == Outcome::Scrolled && report.via == Some(Via::Pointer) =>
            {
                Outcome::Unchanged
            }
            (Outcome::Unchanged, None) => rules.without_lines,
            (other, _) => other,
        },
    };
    Judgement {
        outcome,
        evidence: evidence(report, outcome, count),
        // Of an action that has sent no event, they are known without a comparison.
        lines: lines.or_else(|| report.already.then(ActionLines::default)),
    }
}

/// What the page did with the value of an action, if it did not take it. A value in another format,
/// such as a telephone number with spaces, was taken.
fn refused(action: &Action, report: &ActionReport) -> Option<Outcome> {
    if report.hint == Some(ActionHint::OptionNotFound) {
        return Some(Outcome::ValueDiffers);
    }
    let verified = report.verified.as_ref()?;
    match (verified.outcome, requested(action), &verified.now) {
        (ReadBackOutcome::Reverted, _, _) => Some(Outcome::Reverted),
        (ReadBackOutcome::Removed, _, _) => None,
        // A secret value is not known.
        (ReadBackOutcome::ValueDiffers, _, None) => None,
        (ReadBackOutcome::ValueDiffers, Some(value), Some(now)) if is_same_value(now, value) => {
            None
        }
        (ReadBackOutcome::ValueDiffers, _, Some(_)) => Some(Outcome::ValueDiffers),
    }
}

/// The value that an action gives to a field.
fn requested(action: &Action) -> Option<&str> {
    if let Action::Fill { value } | Action::Set { value } = action {
        return Some(value);
    }
    None
}

fn evidence(report: &ActionReport, outcome: Outcome, lines: Option<usize>) -> Evidence {
    let is_unchanged = outcome == Outcome::Unchanged;
    let verified = report.verified.as_ref();
    let navigation = report.navigation.as_ref();
    Evidence {
        dialogs: report.dialogs.clone(),
        needs_consent: false,
        lines: lines.filter(|lines| *lines > 0),
        now: verified.and_then(|verified| verified.now.clone()),
        read_back: verified.map(|verified| verified.outcome),
        url: navigation.and_then(|navigation| navigation.url.clone()),
        url_withheld: navigation.is_some_and(|navigation| navigation.url.is_none()),
        blocked: report.blocked,
        failed_requests: report.failed_requests.clone(),
        more_failed_requests: report.more_failed_requests,
        exceptions: report.exceptions.clone(),
        more_exceptions: report.more_exceptions,
        download: report.download.clone(),
        status: navigation.and_then(|navigation| navigation.status),
        hidden_changes: (is_unchanged && report.mutations > 0).then_some(report.mutations),
        watched_ms: is_unchanged.then_some(report.watched_ms),
    }
}

/// The outcome of an action. `lines` is the number of changed lines; `None` if the pages can't be
/// compared.
fn outcome(report: &ActionReport, lines: Option<usize>) -> Outcome {
    // A page that waits for the user's answer can't be compared.
    if report.dialogs.iter().any(OpenedDialog::is_open) {
        return Outcome::Dialog;
    }
    if report.already {
        return Outcome::Already;
    }
    if report.closed {
        return Outcome::ClosedTab;
    }
    let navigation = report.navigation.as_ref();
    let navigation = navigation.map(|navigation| navigation.kind);
    if navigation == Some(NavigationKind::Navigated) {
        return Outcome::Navigated;
    }
    if !report.opened.is_empty() {
        return Outcome::OpenedTab;
    }
    if navigation.is_some() {
        return Outcome::Routed;
    }
    match lines {
        Some(1..) => Outcome::Changed,
        _ if !report.dialogs.is_empty() => Outcome::Dialog,
        // The action may have had an effect that the extension did not observe.
        _ if report.unseen => Outcome::Unobserved,
        Some(0) => Outcome::Unchanged,
        // Without a comparison, the observed mutations decide.
        None if report.mutations > 0 => Outcome::Changed,
        None => Outcome::Unchanged,
    }
}

/// The lines that were added, removed, moved or changed, without background changes.
fn changed_lines(
    (before, after): (&PackedBase, &PackedBase),
    background_mutations: &[BackgroundMutation],
    target: JudgedTarget<'_>,
) -> ActionLines {
    let background = background_of(background_mutations);
    let (before, after) = (before.unpacked(), after.unpacked());
    let focus_counts = focus_counts(target, &after);
    let (old, new) = (
        foreground_lines(&before, &background, focus_counts),
        foreground_lines(&after, &background, focus_counts),
    );
    let (removed, added) = (difference(&old, &new), difference(&new, &old));
    // The line of a text has no node id. Up to the number of texts that changed in the background,
    // replaced texts are background changes.
    let texts = |lines: &[&PageLine]| lines.iter().filter(|line| line.node == 0).count();
    let (removed_texts, added_texts) = (texts(&removed), texts(&added));
    let are_explained = removed_texts == added_texts && removed_texts <= background.texts;
    let is_foreground = |line: &&&PageLine| line.node != 0 || !are_explained;
    let changed: Vec<&PageLine> = removed
        .iter()
        .chain(&added)
        .filter(is_foreground)
        .copied()
        .collect();
    match changed.is_empty() {
        true => ActionLines::of(&moved(&without(&old, &removed), &without(&new, &added))),
        false => ActionLines {
            added: without_uid(&added, &is_foreground),
            removed: without_uid(&removed, &is_foreground),
            ..ActionLines::of(&changed)
        },
    }
}

/// The texts of the lines without a uid.
fn without_uid(lines: &[&PageLine], is_foreground: &impl Fn(&&&PageLine) -> bool) -> Vec<Box<str>> {
    let lines = lines.iter().filter(is_foreground);
    let texts = lines.filter(|line| !line.has_uid);
    texts.map(|line| Box::from(&*line.text)).collect()
}

/// Whether a change of the focused element counts, given the page afterwards.
fn focus_counts(target: JudgedTarget<'_>, after: &Base) -> bool {
    match Rules::of(target.action).focus {
        FocusRule::Ignored => false,
        FocusRule::Counts => true,
        FocusRule::IgnoredOnTarget => !target.element.is_some_and(|(document, node)| {
            let is_target = |row: &&BaseRow| row.node == node && after.document_of(row) == document;
            let mut rows = after.rows.iter();
            rows.find(is_target)
                .is_some_and(|row| matches!(without_focus(&row.line), Cow::Owned(_)))
        }),
    }
}

impl ActionLines {
    fn of(lines: &[&PageLine]) -> ActionLines {
        let elements = lines.iter().filter(|line| line.node != 0);
        ActionLines {
            count: lines.len(),
            elements: elements
                .map(|line| (line.document.to_owned(), line.node))
                .collect(),
            has_texts: lines.iter().any(|line| line.node == 0),
            ..ActionLines::default()
        }
    }
}

/// The lines of a list except some of them, which are references into the list.
fn without<'a, 'b>(
    lines: &'b [PageLine<'a>],
    excluded: &[&'b PageLine<'a>],
) -> Vec<&'b PageLine<'a>> {
    let mut excluded = excluded.iter().peekable();
    let is_kept = |line: &&PageLine| {
        excluded
            .next_if(|next| std::ptr::eq(**next, *line))
            .is_none()
    };
    lines.iter().filter(is_kept).collect()
}

/// The moved lines, of two lists with the same lines.
fn moved<'a, 'b>(old: &[&'b PageLine<'a>], new: &[&'b PageLine<'a>]) -> Vec<&'b PageLine<'a>> {
    let pairs = old.iter().zip(new).filter(|(old, new)| old != new);
    pairs.map(|(_, new)| *new).collect()
}

/// The lines of one list that are not in the other one.
fn difference<'a, 'b>(these: &'b [PageLine<'a>], others: &[PageLine<'a>]) -> Vec<&'b PageLine<'a>> {
    let mut counts: HashMap<&PageLine, usize> = HashMap::new();
    for line in others {
        *counts.entry(line).or_default() += 1;
    }
    let missing = these.iter().filter(|line| match counts.get_mut(line) {
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
struct PageLine<'a> {
    document: &'a str,
    /// The node id of its element; 0 for a text.
    node: u32,
    has_uid: bool,
    text: Cow<'a, str>,
}

/// The lines of a page without background changes: without elements that change in the background,
/// and without the subtrees of their added and removed children.
fn foreground_lines<'a>(
    base: &'a Base,
    background: &Background,
    focus_counts: bool,
) -> Vec<PageLine<'a>> {
    let mut skipped_subtree: Option<u32> = None;
    let mut lines = Vec::with_capacity(base.rows.len());
    for row in &base.rows {
        if skipped_subtree.is_some_and(|depth| row.depth > depth) {
            continue;
        }
        let document = base.document_of(row);
        let is_child = row.node != 0 && background.brought.contains(document, row.node);
        skipped_subtree = is_child.then_some(row.depth);
        if !is_child && !background.elements.contains(document, row.node) {
            lines.push(PageLine {
                document,
                node: row.node,
                has_uid: !row.uid.is_empty(),
                text: match row.node {
                    0 => Cow::Borrowed(&*row.line),
                    _ if focus_counts => Cow::Borrowed(&*row.line),
                    _ => without_focus(&row.line),
                },
            });
        }
    }
    lines
}

/// The line of an element without the state `focused`.
fn without_focus(line: &str) -> Cow<'_, str> {
    const FOCUSED: &str = " focused";
    // Names are quoted, so there are only states after the last quotation mark.
    let states = line.rfind('"').map_or(0, |quote| quote + 1);
    match line[states..].contains(FOCUSED) {
        true => Cow::Owned(line[..states].to_owned() + &line[states..].replace(FOCUSED, "")),
        false => Cow::Borrowed(line),
    }
}

/// The elements that changed by themselves during an action.
fn background_of(mutations: &[BackgroundMutation]) -> Background {
    let mut background = Background::default();
    for mutation in mutations.iter().filter(|mutation| !mutation.idle) {
        let document = &mutation.document;
        background.elements.insert(document, mutation.node);
        for brought in &mutation.brought {
            background.brought.insert(document, *brought);
        }
        background.texts += mutation.texts as usize;
    }
    background
}

mod shares;
#[cfg(test)]
mod tests;
