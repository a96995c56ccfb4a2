//! Which of the changed lines each action of a list has changed.

use super::{ActionLines, JudgedTarget};
use axlens_protocol::wire::ActionReport;
use std::collections::HashSet;

/// The lines of each action: that of its own element, and those of elements that changed between
/// its begin and that of the next action. The remaining ones belong to the last action during which
/// elements have changed.
pub fn of_each(
    lines: ActionLines,
    targets: &[JudgedTarget<'_>],
    reports: &[ActionReport],
) -> Vec<ActionLines> {
    if targets.len() <= 1 {
        return vec![lines];
    }
    let touched: Vec<HashSet<u32>> = reports
        .iter()
        .map(|report| report.touched.iter().copied().collect())
        .collect();
    let has_changed = |index: usize, (document, node): (&str, u32)| {
        targets[index].element.is_some_and(|(own_document, own)| {
            let is_changed = own == node || touched[index].contains(&node);
            own_document == document && is_changed
        })
    };
    let mut each = vec![ActionLines::default(); targets.len()];
    let rest = rest_owner(reports);
    for (document, node) in &lines.elements {
        let is_owner = |index: &usize| has_changed(*index, (document, *node));
        let owners: Vec<usize> = (0..targets.len()).filter(is_owner).collect();
        let owners = if owners.is_empty() {
            vec![rest]
        } else {
            owners
        };
        for owner in owners {
            each[owner].count += 1;
            each[owner].elements.push((document.clone(), *node));
        }
    }
    each[rest].count += lines.count - lines.elements.len();
    each[rest].has_texts = lines.has_texts;
    each[rest].added = lines.added;
    each[rest].removed = lines.removed;
    each
}

/// The action whose changes have no known element.
fn rest_owner(reports: &[ActionReport]) -> usize {
    let last = |is_owner: fn(&ActionReport) -> bool| reports.iter().rposition(is_owner);
    last(|report| !report.already && !report.touched.is_empty())
        .or_else(|| last(|report| !report.already))
        .unwrap_or_default()
}
