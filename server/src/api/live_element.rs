//! An element that was shown, looked up in the live page: one that is gone, or is in another
//! context than in the snapshot, is a fault and never another element.

use crate::agents::Agent;
use crate::api::tabs::TabChoice;
use crate::api::{extension, page_pieces, resolve_id};
use crate::audit::subject;
use crate::sessions::ids::ResolvedElement;
use crate::sessions::key::SessionKey;
use crate::state::App;
use axlens_protocol::agent::ElementId;
use axlens_protocol::wire::{
    DocumentHandle, FrameAnswer, Method, ObserveAnswer, ObserveParams, PlacesChoice,
};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::Role;
use axlens_snapshot::quote::{quoted, shortened};
use axlens_snapshot::tree::{FrameTree, Node};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

/// Longest text of a context that a fault repeats, in characters.
const CONTEXT: usize = 200;

/// How a request names an element.
#[derive(Debug, Clone, Default)]
pub struct ElementChoice {
    /// Its id.
    pub uid: Option<ElementId>,
    /// The same.
    pub id: Option<ElementId>,
    /// Number of the snapshot that the id is from.
    pub snapshot: Option<u64>,
    /// Its tab.
    pub tab: TabChoice,
    /// The `seen` of a fault: the element is meant as that fault says it is.
    pub seen: Option<String>,
}

/// An element that a session was shown.
#[derive(Debug, Clone)]
pub struct ShownElement {
    /// As the agent has written it.
    pub id: ElementId,
    /// What it means.
    pub resolved: ResolvedElement,
    /// The session that it was shown to.
    session: SessionKey,
    seen: Option<String>,
}

/// An element as it is now.
#[derive(Debug)]
pub struct LiveElement {
    /// Its frame.
    pub frame: FrameAnswer,
    tree: Box<FrameTree>,
    at: usize,
}

impl LiveElement {
    /// Its node.
    pub fn node(&self) -> &Node {
        &self.tree.nodes[self.at]
    }

    /// The node of its document that has this id.
    pub fn other(&self, node: u32) -> Option<&Node> {
        let mut nodes = self.tree.nodes.iter();
        nodes.find(|other| node != 0 && other.node == node)
    }

    /// The fault of an element that is not what it was: says what it is now.
    pub fn changed(&self, id: &ElementId) -> Fault {
        changed(id, &self.tree, self.at)
    }
}

/// The element that a request names.
///
/// # Errors
/// `bad_request` where it names none or two, and those of [`resolve_id::find`].
pub fn shown(
    app: &App,
    session: &SessionKey,
    choice: ElementChoice,
) -> Result<ShownElement, Fault> {
    let id = match (choice.uid, choice.id) {
        (Some(id), None) | (None, Some(id)) => id,
        _ => return Err(Fault::bad_request("Give `uid`, or an `id` of a snapshot.")),
    };
    let resolved = resolve_id::find(app, session, &id, choice.snapshot, &choice.tab)?;
    Ok(ShownElement {
        id,
        resolved,
        session: session.clone(),
        seen: choice.seen,
    })
}

/// Looks at an element anew, in whatever context it is.
///
/// # Errors
/// `stale_uid`, and every fault of the extension.
pub async fn look(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    shown: &ShownElement,
    limit: Duration,
) -> Result<LiveElement, Fault> {
    let handle = &shown.resolved.element.node;
    let method = Method::Observe(ObserveParams {
        only: Some(DocumentHandle {
            document: handle.document.clone(),
            world: handle.world,
        }),
        places: PlacesChoice::Nodes(vec![handle.node]),
        selectors: true,
        frames: false,
        ..ObserveParams::default()
    });
    let target = shown.resolved.chrome.into();
    let read: ObserveAnswer = extension::ask(app, agent, method, target, limit).await?;
    subject::note_tab(&read.tab);
    let mut frame = frame_of(read, &shown.resolved)?;
    let gone = || resolve_id::gone(&shown.id);
    let tree = frame.tree.take().ok_or_else(gone)?;
    let at = tree.nodes.iter().position(|node| node.node == handle.node);
    let at = at.ok_or_else(gone)?;
    Ok(LiveElement { frame, tree, at })
}

/// Looks at an element anew. One that is in another context than it was shown in is a fault, and
/// stays one until it is shown again, or a request says that what the fault says was seen.
///
/// # Errors
/// `changed_uid`, and those of [`look`].
pub async fn look_for_same(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    shown: &ShownElement,
    limit: Duration,
) -> Result<LiveElement, Fault> {
    let live = look(app, agent, shown, limit).await?;
    if live.node().context == shown.resolved.element.context {
        return Ok(live);
    }
    if shown.seen.as_ref() != Some(&seen(&live.tree, live.at)) {
        return Err(live.changed(&shown.id));
    }
    let resolved = &shown.resolved;
    if let Some(session) = app.sessions().known(&shown.session) {
        session.acknowledge(resolved.tab, &resolved.element.node, live.node().context);
    }
    Ok(live)
}

/// Stands for an element as a fault describes it: another one where it reads otherwise, or stands
/// elsewhere.
fn seen(tree: &FrameTree, at: usize) -> String {
    let node = &tree.nodes[at];
    let mut hasher = DefaultHasher::new();
    (node.role, &node.name, node.context, surroundings(tree, at)).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
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
    Fault::new(Code::ChangedUid, message).seen(seen(tree, at))
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
