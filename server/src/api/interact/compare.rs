//! The outcome of an action from the extension's report and the differences between the page before
//! and after. Background changes of the page, such as clocks, do not count.

use super::judging_rules::Rules;
use super::page_state::PageState;
use crate::sessions::packed_base::PackedBase;
use axlens_protocol::agent::interact::{Evidence, Outcome};
use axlens_protocol::model::action::Action;
use axlens_protocol::model::dialogs::OpenedDialog;
use axlens_protocol::wire::{ActionReport, BackgroundMutation, NavigationKind};
use axlens_snapshot::delta::{Base, BaseRow};
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
    report: &ActionReport,
    before: Option<&PageState>,
    after: Option<&PageState>,
) -> Judgement {
    let rules = Rules::of(action);
    let bases = before.zip(after).and_then(|(before, after)| {
        let (before, after) = (before.base.as_ref()?, after.base.as_ref()?);
        Some((before.as_ref(), after.as_ref()))
    });
    let lines = bases.map(|(before, after)| match before == after {
        true => 0,
        false => changed_lines((before, after), &report.background_mutations, rules),
    });
    let outcome = rules.only_outcome.unwrap_or_else(|| outcome(report, lines));
    let is_unchanged = outcome == Outcome::Unchanged;
    let verified = report.verified.as_ref();
    let navigation = report.navigation.as_ref();
    Judgement {
        outcome,
        evidence: Evidence {
            dialogs: report.dialogs.clone(),
            lines: lines.filter(|lines| *lines > 0),
            now: verified.and_then(|verified| verified.now.clone()),
            read_back: verified.map(|verified| verified.outcome),
            url: navigation.map(|navigation| navigation.url.clone()),
            watched_ms: is_unchanged.then_some(report.watched_ms),
        },
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

/// The number of lines that were added, removed, moved or changed, without background changes.
fn changed_lines(
    (before, after): (&PackedBase, &PackedBase),
    background_mutations: &[BackgroundMutation],
    rules: Rules,
) -> usize {
    let background = BackgroundNodes::new(background_mutations);
    let (before, after) = (before.unpacked(), after.unpacked());
    let (old, new) = (
        foreground_lines(&before, &background, rules),
        foreground_lines(&after, &background, rules),
    );
    let (removed, added) = (difference(&old, &new), difference(&new, &old));
    // The line of a text has no node id. Up to the number of texts that changed in the background,
    // replaced texts are background changes.
    let background_texts: u32 = background_mutations.iter().map(|each| each.texts).sum();
    let texts = |lines: &[&PageLine]| lines.iter().filter(|line| line.node == 0).count();
    let explained = match (texts(&removed), texts(&added)) {
        (removed, added) if removed == added && removed <= background_texts as usize => {
            removed + added
        }
        _ => 0,
    };
    match removed.len() + added.len() - explained {
        0 => moved(&without(&old, &removed), &without(&new, &added)),
        lines => lines,
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

/// The number of moved lines, of two lists with the same lines.
fn moved(old: &[&PageLine], new: &[&PageLine]) -> usize {
    old.iter().zip(new).filter(|(old, new)| old != new).count()
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
    text: Cow<'a, str>,
}

/// Nodes that change in the background, each as a document and a node id.
struct BackgroundNodes<'a> {
    elements: HashSet<(&'a str, u32)>,
    /// Nodes that were added to these elements, or removed from them.
    children: HashSet<(&'a str, u32)>,
}

impl<'a> BackgroundNodes<'a> {
    fn new(background_mutations: &'a [BackgroundMutation]) -> BackgroundNodes<'a> {
        let children = background_mutations.iter().flat_map(|each| {
            let nodes = each.brought.iter();
            nodes.map(|node| (each.document.as_str(), *node))
        });
        let elements = background_mutations.iter();
        BackgroundNodes {
            elements: elements
                .map(|each| (each.document.as_str(), each.node))
                .collect(),
            children: children.collect(),
        }
    }
}

/// The lines of a page without background changes: without elements that change in the background,
/// and without the subtrees of their added and removed children.
fn foreground_lines<'a>(
    base: &'a Base,
    background: &BackgroundNodes<'_>,
    rules: Rules,
) -> Vec<PageLine<'a>> {
    let mut skipped_subtree: Option<u32> = None;
    let mut lines = Vec::with_capacity(base.rows.len());
    for row in &base.rows {
        if skipped_subtree.is_some_and(|depth| row.depth > depth) {
            continue;
        }
        let document = document(base, row);
        let at = (document, row.node);
        let is_child = row.node != 0 && background.children.contains(&at);
        skipped_subtree = is_child.then_some(row.depth);
        if !is_child && !background.elements.contains(&at) {
            lines.push(PageLine {
                document,
                node: row.node,
                text: match row.node {
                    0 => Cow::Borrowed(&*row.line),
                    _ if rules.focus_counts => Cow::Borrowed(&*row.line),
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

/// Chrome's id of the document of a line; empty for a text.
fn document<'a>(base: &'a Base, row: &BaseRow) -> &'a str {
    if row.node == 0 {
        return "";
    }
    // Each entry is a document id and the number of its registry.
    let document = base.documents.get(row.frame as usize);
    document
        .and_then(|document| document.split(' ').next())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
