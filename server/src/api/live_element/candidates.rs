//! Candidates for a removed element: similar elements of its document. The fault lists them for the
//! agent; no action uses one.

use super::{ShownElement, changed};
use crate::api::resolve_id;
use crate::sessions::session::{Appearance, Element};
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::wire::NodeHandle;
use axlens_snapshot::delta::name_on_line;
use axlens_snapshot::quote::{quoted, shortened};
use axlens_snapshot::tree::{FrameTree, Node};

/// Maximum number of candidates in a fault.
const MAX_CANDIDATES: usize = 3;

/// Maximum number of elements of the same role whose names are compared.
const MAX_COMPARED: usize = 2_000;

/// Maximum length of a compared name, in characters.
const MAX_NAME_LEN: usize = 100;

/// Minimum similarity of two names. `Save draft` and `Save drafts` have 0.94, `Save` and `Send`
/// 0.33.
const MIN_SIMILARITY: f64 = 0.6;

/// The fault of a removed element. Its hint lists elements of the document that have the same role
/// and the same or a similar name.
pub fn fault(app: &App, element: &ShownElement, tree: &FrameTree) -> Fault {
    let fault = resolve_id::element_removed(&element.id);
    let candidates = find(app, element, tree);
    if candidates.is_empty() {
        return fault;
    }
    let prefix = frame_prefix(element);
    add_to_session(app, element, tree, &candidates);
    let lines = candidates.iter().filter_map(|node| {
        let uid = node.uid?;
        Some(format!("{prefix}{uid} {}", changed::line(node)))
    });
    let lines: Vec<String> = lines.collect();
    let hint = format!(
        "{} Similar elements, of which none is certain to be the same one: {}.",
        fault.hint,
        lines.join("; ")
    );
    fault.hint(hint)
}

/// Adds the candidates to what the session was shown, so that the agent can use their uids.
fn add_to_session(app: &App, removed: &ShownElement, tree: &FrameTree, candidates: &[&Node]) {
    let prefix = frame_prefix(removed);
    let handle = &removed.resolved.element.node;
    let elements = candidates.iter().filter_map(|node| {
        Some(Element {
            node: NodeHandle {
                document: handle.document.clone(),
                world: tree.world,
                node: node.node,
            },
            uid: Some(format!("{prefix}{}", node.uid?)),
            frame: removed.resolved.element.frame.clone(),
            appearance: Appearance::new(node.role, node.context),
        })
    });
    if let Some(session) = app.sessions().get(&removed.session) {
        let tab = (removed.resolved.tab, removed.resolved.browser_tab);
        session.add_named_elements(tab, elements.collect());
    }
}

/// The most similar elements of the same role, those of the same name first.
fn find<'t>(app: &App, element: &ShownElement, tree: &'t FrameTree) -> Vec<&'t Node> {
    let appearance = element.resolved.element.appearance;
    let name = shown_name(app, element);
    let same_role = tree.nodes.iter().filter(|node| {
        node.uid.is_some() && node.role.number() == appearance.role && !node.name.is_empty()
    });
    let similar = same_role.take(MAX_COMPARED).filter_map(|node| {
        let similarity = match &name {
            _ if appearance.context.has_same_name(node.context) => 1.0,
            Some(name) => similarity(name, &quoted(&shortened(&node.name, MAX_NAME_LEN))),
            None => 0.0,
        };
        (similarity >= MIN_SIMILARITY).then_some((similarity, node))
    });
    let mut similar: Vec<(f64, &Node)> = similar.collect();
    similar.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    similar.truncate(MAX_CANDIDATES);
    similar.into_iter().map(|(_, node)| node).collect()
}

/// From 0 to 1.
fn similarity(one: &str, other: &str) -> f64 {
    strsim::sorensen_dice(&one.to_lowercase(), &other.to_lowercase())
}

/// The quoted name in the session's snapshot, if the server still stores a text with its line.
fn shown_name(app: &App, element: &ShownElement) -> Option<String> {
    let uid = element.resolved.element.uid.as_ref()?;
    let sessions = app.sessions();
    let line = sessions
        .cache
        .line_with_uid(&element.session, element.resolved.tab, uid)?;
    name_on_line(&line).map(str::to_owned)
}

/// The part of a uid that identifies the document, with the dot at its end: `37.` of `37.42`.
fn frame_prefix(element: &ShownElement) -> &str {
    let uid = element.resolved.element.uid.as_deref().unwrap_or_default();
    &uid[..uid.rfind('.').map_or(0, |dot| dot + 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_small_differences_are_similar() {
        for (one, other) in [
            ("Save draft", "Save drafts"),
            ("Like 3", "Like 4"),
            ("Delete Ada", "delete ada"),
        ] {
            assert!(similarity(one, other) >= MIN_SIMILARITY, "{one}, {other}");
        }
        for (one, other) in [("Save", "Send"), ("Delete", "Edit"), ("", "Save")] {
            assert!(similarity(one, other) < MIN_SIMILARITY, "{one}, {other}");
        }
    }
}
