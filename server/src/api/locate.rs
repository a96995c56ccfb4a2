//! `POST /locate`: box and selector of an element of a snapshot. The element is looked up in
//! the live page first: one that is gone, or is in another context than in the snapshot, is a fault
//! and never another element.

use crate::agents::Agent;
use crate::api::request;
use crate::api::resolve_id;
use crate::api::tabs::TabChoice;
use crate::api::turn::turn;
use crate::api::{extension, page_pieces};
use crate::audit::subject;
use crate::sessions::ids::ResolvedElement;
use crate::state::App;
use axlens_protocol::agent::locate::{CoveringElement, LocateAnswer, LocateRequest};
use axlens_protocol::agent::{CssPixels, ElementId};
use axlens_protocol::wire::{
    DocumentHandle, FrameAnswer, Method, ObserveAnswer, ObserveParams, PlacesChoice, record_format,
};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::Role;
use axlens_snapshot::quote::{quoted, shortened};
use axlens_snapshot::tree::{FrameTree, Node};
use std::sync::Arc;

/// Longest text of a context that a fault repeats, in characters.
const CONTEXT: usize = 200;

/// Answers a request.
///
/// # Errors
/// Those of ids, `stale_uid`, `changed_uid`, and every fault of the extension.
pub async fn locate(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: LocateRequest,
) -> Result<LocateAnswer, Fault> {
    let limit = request::limit(request.timeout_ms)?;
    let session = request::session(agent, request.session)?;
    let (_turn, limit) = turn(app, agent, limit).await?;
    let choice = TabChoice {
        tab: request.tab,
        browser: request.browser,
    };
    let id = match (request.uid, request.id) {
        (Some(id), None) | (None, Some(id)) => id,
        _ => return Err(Fault::bad_request("Give `uid`, or an `id` of a snapshot.")),
    };
    let resolved = resolve_id::find(app, &session, &id, request.snapshot, &choice)?;
    let method = Method::Observe(ObserveParams {
        only: Some(DocumentHandle {
            document: resolved.element.node.document.clone(),
            world: resolved.element.node.world,
        }),
        places: PlacesChoice::Nodes(vec![resolved.element.node.node]),
        selectors: true,
        frames: false,
        ..ObserveParams::default()
    });
    let target = resolved.chrome.into();
    let read: ObserveAnswer = extension::ask(app, agent, method, target, limit).await?;
    subject::note_tab(&read.tab);
    let frame = frame_of(read, &resolved)?;
    let tree = frame.tree.as_deref().ok_or_else(|| resolve_id::gone(&id))?;
    let at = tree
        .nodes
        .iter()
        .position(|node| node.node == resolved.element.node.node)
        .ok_or_else(|| resolve_id::gone(&id))?;
    let node = &tree.nodes[at];
    if node.context != resolved.element.context {
        if let Some(session) = app.sessions().known(&session) {
            session.shown_again(resolved.tab, &resolved.element.node, node.context);
        }
        return Err(changed(&id, tree, at));
    }
    subject::note_element(resolved.element.uid.clone(), node.role.word(), &node.name);
    Ok(found(&resolved, node, &frame))
}

/// The document of the snapshot, unless it was loaded again since.
fn frame_of(read: ObserveAnswer, resolved: &ResolvedElement) -> Result<FrameAnswer, Fault> {
    let handle = &resolved.element.node;
    let mut frames = read.frames.into_iter();
    let frame = frames.find(|frame| frame.document == handle.document);
    let mut frame = frame.ok_or_else(|| stale_document("The page has gone"))?;
    page_pieces::read(std::slice::from_mut(&mut frame));
    if let Some(fault) = frame.fault {
        return Err(fault);
    }
    match frame
        .tree
        .as_ref()
        .is_some_and(|tree| tree.world == handle.world)
    {
        true => Ok(frame),
        false => Err(stale_document(
            "The page was loaded again since the snapshot",
        )),
    }
}

fn found(resolved: &ResolvedElement, node: &Node, frame: &FrameAnswer) -> LocateAnswer {
    let path = node.path.as_deref().cloned().unwrap_or_default();
    let found = LocateAnswer {
        document: resolved.element.node.document.clone(),
        frame: resolved.element.frame.clone(),
        hosts: path.hosts,
        name: node.name.clone(),
        role: node.role,
        selector: path.selector,
        tab: resolved.tab,
        uid: resolved.element.uid.clone(),
        world: resolved.element.node.world,
        ..LocateAnswer::default()
    };
    match frame.measured.get(&node.node) {
        Some(place) => with_layout(found, frame, place),
        None => found,
    }
}

/// Adds what was measured.
fn with_layout(found: LocateAnswer, frame: &FrameAnswer, numbers: &[f64; 6]) -> LocateAnswer {
    let place = record_format::place(*numbers);
    LocateAnswer {
        rect: Some(place.rect.map(CssPixels::rounded)),
        covered: Some(place.covered),
        covered_by: Some(covering(frame, place.covered_by)),
        has_size: Some(!place.empty),
        in_viewport: Some(place.in_viewport),
        transparent: Some(place.transparent),
        ..found
    }
}

/// What covers it, as far as the tree knows.
fn covering(frame: &FrameAnswer, node: u32) -> Option<CoveringElement> {
    let nodes = frame.tree.as_ref().map_or(&[][..], |tree| &tree.nodes);
    let mut nodes = nodes.iter();
    let other = nodes.find(|other| node != 0 && other.node == node)?;
    Some(CoveringElement {
        name: other.name.clone(),
        role: other.role,
        uid: other.uid,
    })
}

fn stale_document(what: &str) -> Fault {
    Fault::new(Code::StaleUid, format!("{what}."))
}

fn changed(id: &ElementId, tree: &FrameTree, at: usize) -> Fault {
    let node = &tree.nodes[at];
    let line = format!(
        "{} {}",
        node.role.word(),
        quoted(&shortened(&node.name, CONTEXT))
    );
    let message = match surroundings(tree, at) {
        Some((role, text)) => format!(
            "{} is in another context than in the snapshot: it is now {line} in the {} {}.",
            id.0,
            role.word(),
            quoted(&shortened(&text, CONTEXT))
        ),
        None => format!(
            "{} is in another context than in the snapshot: it is now {line}.",
            id.0
        ),
    };
    Fault::new(Code::ChangedUid, message)
}

/// The nearest row, list item, article, tree item or dialog around a node, and what it reads.
fn surroundings(tree: &FrameTree, at: usize) -> Option<(Role, String)> {
    let mut depth = tree.nodes[at].depth;
    let around = (0..at).rev().find(|index| {
        let node = &tree.nodes[*index];
        let above = node.depth < depth;
        depth = depth.min(node.depth);
        above && is_context(node.role)
    })?;
    let outer = &tree.nodes[around];
    if !outer.name.is_empty() {
        return Some((outer.role, outer.name.clone()));
    }
    let inside = tree.nodes[around + 1..]
        .iter()
        .take_while(|node| node.depth > outer.depth);
    let mut text = String::new();
    for node in inside.filter(|node| node.role == Role::Text || node.named_by_content) {
        if text.chars().count() > CONTEXT {
            break;
        }
        if !text.ends_with(node.name.as_str()) {
            text.push_str(if text.is_empty() { "" } else { " " });
            text.push_str(&node.name);
        }
    }
    Some((outer.role, text))
}

fn is_context(role: Role) -> bool {
    use Role::*;
    matches!(
        role,
        Row | Listitem | Article | Treeitem | Dialog | Alertdialog
    )
}
