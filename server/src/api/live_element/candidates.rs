//! What a page has that is like an element which is gone: named to the agent, never taken for it.

use super::{ShownElement, changed};
use crate::api::resolve_id;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_snapshot::delta::name_on_line;
use axlens_snapshot::quote::{quoted, shortened};
use axlens_snapshot::tree::{FrameTree, Node};

/// Most candidates that are named.
const NAMED: usize = 3;

/// Most elements of the same role that are compared by name.
const COMPARED: usize = 2_000;

/// Longest name that is compared, in characters.
const NAME: usize = 100;

/// Names are similar from here on: `Save draft` and `Save drafts` (0.94) are, `Save` and `Send`
/// (0.33) are not.
const SIMILAR: f64 = 0.6;

/// The fault of an element that is gone from a document. Its hint names what the document has of
/// the same role and the same or a similar name.
pub fn gone(app: &App, shown: &ShownElement, tree: &FrameTree) -> Fault {
    let fault = resolve_id::gone(&shown.id);
    let found = find(app, shown, tree);
    if found.is_empty() {
        return fault;
    }
    let (path, _) = split(shown);
    let lines = found.iter().filter_map(|node| {
        let uid = node.uid?;
        Some(format!("{path}{uid} {}", changed::line(node)))
    });
    let lines: Vec<String> = lines.collect();
    let hint = format!(
        "{} Candidates, none of which is known to be the element: {}.",
        fault.hint,
        lines.join("; ")
    );
    fault.hint(hint)
}

/// The most similar elements of the same role, those of the same name first.
fn find<'t>(app: &App, shown: &ShownElement, tree: &'t FrameTree) -> Vec<&'t Node> {
    let appearance = shown.resolved.element.appearance;
    let name = shown_name(app, shown);
    let alike = tree.nodes.iter().filter(|node| {
        node.uid.is_some() && node.role.number() == appearance.role && !node.name.is_empty()
    });
    let similar = alike.take(COMPARED).filter_map(|node| {
        let similarity = match &name {
            _ if appearance.context.is_called_like(node.context) => 1.0,
            Some(name) => similarity(name, &quoted(&shortened(&node.name, NAME))),
            None => 0.0,
        };
        (similarity >= SIMILAR).then_some((similarity, node))
    });
    let mut similar: Vec<(f64, &Node)> = similar.collect();
    similar.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    similar.truncate(NAMED);
    similar.into_iter().map(|(_, node)| node).collect()
}

/// From 0 to 1.
fn similarity(one: &str, other: &str) -> f64 {
    strsim::sorensen_dice(&one.to_lowercase(), &other.to_lowercase())
}

/// The name that the session was shown, quoted, where a text that has it is still kept for deltas.
fn shown_name(app: &App, shown: &ShownElement) -> Option<String> {
    let uid = shown.resolved.element.uid.as_ref()?;
    let sessions = app.sessions();
    let line = sessions
        .cache
        .line_with_uid(&shown.session, shown.resolved.tab, uid)?;
    name_on_line(&line).map(str::to_owned)
}

/// A uid: the way to its document, and the number in it.
fn split(shown: &ShownElement) -> (&str, &str) {
    let uid = shown.resolved.element.uid.as_deref().unwrap_or_default();
    uid.split_at(uid.rfind('.').map_or(0, |dot| dot + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counts_as_similar() {
        for (one, other) in [
            ("Save draft", "Save drafts"),
            ("Like 3", "Like 4"),
            ("Delete Ada", "delete ada"),
        ] {
            assert!(similarity(one, other) >= SIMILAR, "{one}, {other}");
        }
        for (one, other) in [("Save", "Send"), ("Delete", "Edit"), ("", "Save")] {
            assert!(similarity(one, other) < SIMILAR, "{one}, {other}");
        }
    }
}
