//! Looks up an element of a snapshot in the live page. An element that was removed, or can be
//! another one than the snapshot showed, is a fault and never another element.

mod acknowledged;
mod candidates;
mod changed;
mod matching;
mod named_frames;
mod own_edits;
pub mod role_selector;
mod search;
mod selected;

use crate::api::context::RequestContext;
use crate::api::resolve_id;
use crate::api::tabs::TabChoice;
use crate::audit::subject;
use crate::sessions::ids::ResolvedElement;
use crate::sessions::key::SessionKey;
use crate::sessions::session::{Acknowledgement, Acknowledgements, Appearance};
use crate::state::App;
use axlens_local::secret;
use axlens_protocol::model::ElementId;
use axlens_protocol::wire::{
    DocumentHandle, FrameResult, Method, NodeHandle, ObserveParams, ObserveResult, PlacesChoice,
    TargetQuery, page_pieces,
};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::ContextChange;
use axlens_snapshot::render::lean::line_without_uid;
use axlens_snapshot::tree::{FrameTree, Node};
use sha2::{Digest, Sha256};
use std::sync::Arc;

pub use acknowledged::{Answered, acknowledge_row};
pub use own_edits::{OwnEdit, written_by};
pub use search::{ElementSearch, ElementSelector, SearchFields};
pub use selected::{container_of, count, select};

/// Maximum number of reads to find an element: a second one if it was removed, and a third one to
/// measure its successor.
const MAX_READS: usize = 3;

/// How a request names an element.
#[derive(Debug, Clone, Default)]
pub struct ElementChoice {
    /// Its id.
    pub uid: Option<ElementId>,
    /// Another name of `uid`.
    pub id: Option<ElementId>,
    /// Number of the snapshot that the id is from.
    pub snapshot: Option<u64>,
    /// Its tab.
    pub tab: TabChoice,
    /// The `seen` of a fault: acknowledges the change that the fault describes.
    pub seen: Option<String>,
}

/// The six numbers of an element's place, see `place_from_numbers`.
pub type Layout = [f64; 6];

/// An element of a session's snapshots.
#[derive(Debug, Clone)]
pub struct ShownElement {
    /// The id that the agent wrote.
    pub id: ElementId,
    /// The element of this id.
    pub resolved: ResolvedElement,
    /// The point of the element that the request names, in CSS pixels from the upper left corner
    /// of its padding box.
    pub point: Option<[f64; 2]>,
    /// What earlier actions of the request have written.
    pub own_edits: Vec<OwnEdit>,
    /// The session of the snapshot.
    session: SessionKey,
    seen: Option<String>,
}

/// An element in the live page.
#[derive(Debug)]
pub struct LiveElement {
    /// The extension's name of the tree in which it was verified; `None` if that has no name.
    pub tree_name: Option<Box<str>>,
    tree: Arc<FrameTree>,
    index: usize,
    change: ContextChange,
    is_rerendered: bool,
    /// Its layout, if it was measured.
    pub layout: Option<Layout>,
}

impl LiveElement {
    /// Its node.
    pub fn node(&self) -> &Node {
        &self.tree.nodes[self.index]
    }

    /// Its line without the uid, and a text that tells it from others of the same name.
    pub fn line_in_place(&self) -> String {
        let line = line_without_uid(self.node());
        match changed::place(&self.tree, self.index) {
            Some(place) => format!("{line} {place}"),
            None => line,
        }
    }

    /// A hash of its role, its name, and the text that tells it from others of the same name.
    pub fn hash_in_place(&self) -> String {
        let node = self.node();
        let text = changed::text_around(&self.tree, self.index);
        let mut hash = Sha256::new();
        for part in [node.role.as_str(), &node.name, &text] {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        secret::hex(&hash.finalize())
    }

    /// The node of its document that has this id.
    pub fn node_with_id(&self, id: u32) -> Option<&Node> {
        let mut nodes = self.tree.nodes.iter();
        nodes.find(|node| id != 0 && node.node == id)
    }

    /// The only field of its document that has the same name.
    pub fn field_named_like_it(&self) -> Option<&Node> {
        let name = Some(&self.node().name).filter(|name| !name.is_empty())?;
        let fields = self.tree.nodes.iter().filter(|node| node.uid.is_some());
        let mut named = fields.filter(|node| node.role.takes_value() && node.name == *name);
        named.next().filter(|_| named.next().is_none())
    }

    /// Whether its name has changed since the snapshot.
    pub fn is_renamed(&self) -> bool {
        matches!(
            self.change,
            ContextChange::Renamed | ContextChange::Relabeled
        )
    }

    /// Whether the page has replaced its node since the snapshot.
    pub fn is_rerendered(&self) -> bool {
        self.is_rerendered
    }

    /// The fault of an element that has changed, with its present state.
    pub fn changed_fault(&self, id: &ElementId) -> Fault {
        changed::fault(id, &self.tree, self.index)
    }
}

/// Resolves the id of a request.
///
/// # Errors
/// `bad_request` if the request has no id or two, and those of [`resolve_id::find`].
pub fn resolve(context: RequestContext<'_>, choice: ElementChoice) -> Result<ShownElement, Fault> {
    let RequestContext { app, session, .. } = context;
    let id = match (choice.uid, choice.id) {
        (Some(id), None) | (None, Some(id)) => id,
        _ => return Err(Fault::bad_request("Give `uid`, or an `id` of a snapshot.")),
    };
    let resolved = resolve_id::find(app, session, &id, choice.snapshot, &choice.tab)?;
    Ok(ShownElement {
        id,
        resolved,
        point: None,
        own_edits: Vec::new(),
        session: session.clone(),
        seen: choice.seen,
    })
}

/// Reads an element from the live page, and verifies that it is the one of the snapshot. A change
/// stays a fault until a snapshot shows the element again, or a request acknowledges the change
/// with `seen`.
///
/// # Errors
/// `changed_uid`, `stale_uid`, and every fault of the extension.
pub async fn verify(
    context: RequestContext<'_>,
    element: &ShownElement,
) -> Result<LiveElement, Fault> {
    let verified = verify_for(context, element, Use::Read).await;
    verified.map_err(|fault| element.resolved.naming_tabs(fault))
}

/// [`verify`] for an action: also an element with another label is a fault, because it can do
/// something else.
///
/// # Errors
/// Those of [`verify`].
pub async fn verify_for_action(
    context: RequestContext<'_>,
    element: &ShownElement,
) -> Result<LiveElement, Fault> {
    verify_for(context, element, Use::Act).await
}

/// [`verify_for_action`] in the last tree of the document that the server has, without a query, for
/// elements of one document. Returns the first ones, up to one that is not in the tree as the
/// snapshot showed it. The extension acts only if the document still has this tree.
pub async fn verify_in_cached_tree(
    context: RequestContext<'_>,
    elements: &[&ShownElement],
) -> Vec<LiveElement> {
    let Some(first) = elements.first() else {
        return Vec::new();
    };
    let (document, tab) = (
        &first.resolved.element.node.document,
        first.resolved.browser_tab,
    );
    let Some(cached) = context.app.sessions().cache.tree(tab, document) else {
        return Vec::new();
    };
    let (size, agent) = (cached.text.len(), context.agent.id());
    let parse = move || serde_json::from_str::<FrameTree>(&cached.text).ok();
    let Ok(Some(tree)) = context.app.threads.run(agent, size, parse).await else {
        return Vec::new();
    };
    let tree = Arc::new(tree);
    let elements = elements.iter();
    let found = elements.map_while(|element| element_in(&tree, &cached.name, element));
    found.collect()
}

/// The element in a tree of its document; `None` if the snapshot showed it otherwise.
fn element_in(tree: &Arc<FrameTree>, name: &str, element: &ShownElement) -> Option<LiveElement> {
    let known = &element.resolved.element;
    known.uid.as_ref()?;
    let mut nodes = tree.nodes.iter();
    let index = nodes.position(|node| node.node == known.node.node)?;
    let change = known.appearance.compare(appearance(&tree.nodes[index]));
    let is_same = tree.world == known.node.world && Use::Act.permits(change);
    is_same.then(|| LiveElement {
        tree_name: Some(name.into()),
        tree: Arc::clone(tree),
        index,
        change,
        is_rerendered: false,
        layout: None,
    })
}

/// What an element is verified for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Read,
    Act,
}

impl Use {
    fn permits(self, change: ContextChange) -> bool {
        match change {
            ContextChange::None | ContextChange::Renamed => true,
            ContextChange::Relabeled => self == Use::Read,
            ContextChange::Changed => false,
        }
    }

    fn places(self, node: u32) -> PlacesChoice {
        match self {
            Use::Read => PlacesChoice::Nodes(vec![node]),
            Use::Act => PlacesChoice::None,
        }
    }
}

async fn verify_for(
    context: RequestContext<'_>,
    element: &ShownElement,
    purpose: Use,
) -> Result<LiveElement, Fault> {
    let live = read(context, element, purpose).await?;
    if purpose.permits(live.change) {
        return Ok(live);
    }
    let is_seen = element.seen.as_ref() == Some(&changed::seen(&live.tree, live.index));
    if !is_seen && !own_edits::explain_change(element, &live) {
        return Err(live.changed_fault(&element.id));
    }
    let node = live.node();
    acknowledge(context.app, element, node.node, appearance(node));
    Ok(live)
}

/// Reads an element from the live page. If its node was removed, reads the page a second time: the
/// page may have replaced the node, and the engine given its uid to the new one.
async fn read(
    context: RequestContext<'_>,
    element: &ShownElement,
    purpose: Use,
) -> Result<LiveElement, Fault> {
    let shown_node = element.resolved.element.node.node;
    let shown_appearance = element.resolved.element.appearance;
    let mut node = shown_node;
    for read in 1..=MAX_READS {
        let is_listed = element.resolved.element.uid.is_some();
        let (frame, tree) = read_node(context, element, (node, purpose), is_listed).await?;
        if let Some(index) = tree.nodes.iter().position(|each| each.node == node) {
            if node != shown_node {
                acknowledge(context.app, element, node, shown_appearance);
            }
            return Ok(live(element, &frame, tree, index));
        }
        match successor(element, &tree) {
            Some(successor) => node = successor,
            None if read > 1 => return unlisted(context, element, purpose, &tree).await,
            None => {}
        }
    }
    Err(resolve_id::element_removed(&element.id))
}

/// The element at a position of its document's tree.
fn live(
    element: &ShownElement,
    frame: &FrameResult,
    tree: Box<FrameTree>,
    index: usize,
) -> LiveElement {
    let known = &element.resolved.element;
    let node = &tree.nodes[index];
    let name = Some(frame.tree_name.as_str()).filter(|name| !name.is_empty());
    LiveElement {
        tree_name: name.map(Box::from),
        change: known.appearance.compare(appearance(node)),
        is_rerendered: node.node != known.node.node,
        layout: frame.measured.get(&node.node).copied(),
        tree: tree.into(),
        index,
    }
}

/// An element that snapshots no longer include, perhaps because the page has hidden it from
/// assistive technology only.
///
/// # Errors
/// `element_disabled` if it is inert, `element_not_visible` if the page does not render it,
/// `stale_uid` if it was removed.
async fn unlisted(
    context: RequestContext<'_>,
    element: &ShownElement,
    purpose: Use,
    listed: &FrameTree,
) -> Result<LiveElement, Fault> {
    let handle = &element.resolved.element.node;
    let tab = element.resolved.browser_tab;
    let removed = || candidates::fault(context.app, element, listed);
    let why = selected::reason(context, tab, handle.clone()).await;
    let why = why.map_err(|_| removed())?;
    if let Some(fault) = selected::unusable(&element.id.0, &why) {
        return Err(fault);
    }
    let (frame, tree) = read_node(context, element, (handle.node, purpose), false).await?;
    let mut nodes = tree.nodes.iter();
    match nodes.position(|each| each.node == handle.node) {
        Some(index) => Ok(live(element, &frame, tree, index)),
        None => Err(removed()),
    }
}

/// From now on, the session's element is this node, with this appearance.
fn acknowledge(app: &App, element: &ShownElement, node: u32, now: Appearance) {
    let known = &element.resolved.element;
    let was = known.appearance;
    let acknowledgement = Acknowledgement { was, node, now };
    store(app, element, &[(known.node.node, acknowledgement)].into());
}

fn store(app: &App, element: &ShownElement, acknowledged: &Acknowledgements) {
    let document = document_of(&element.resolved);
    if let Some(session) = app.sessions().get(&element.session)
        && !acknowledged.is_empty()
    {
        session.acknowledge(element.resolved.tab, &document, acknowledged);
    }
}

fn appearance(node: &Node) -> Appearance {
    Appearance::new(node.role, node.context)
}

/// The node that now has the uid of a removed element. The engine gives it the uid only if no other
/// node can be the element.
fn successor(element: &ShownElement, tree: &FrameTree) -> Option<u32> {
    let uid = element.resolved.element.uid.as_ref()?;
    let number = uid.rsplit('.').next()?.parse().ok()?;
    let node = tree.nodes.iter().find(|node| node.uid == Some(number))?;
    Some(node.node)
}

fn document_of(resolved: &ResolvedElement) -> DocumentHandle {
    let handle = &resolved.element.node;
    DocumentHandle {
        document: handle.document.clone(),
        world: handle.world,
    }
}

/// Reads the document of an element, with the place of one of its nodes if it is measured.
/// `is_listed`: snapshots include the element; otherwise the tree does.
async fn read_node(
    context: RequestContext<'_>,
    element: &ShownElement,
    (node, purpose): (u32, Use),
    is_listed: bool,
) -> Result<(FrameResult, Box<FrameTree>), Fault> {
    let known = &element.resolved.element;
    let unlisted = (!is_listed).then(|| NodeHandle {
        node,
        ..known.node.clone()
    });
    let method = Method::Observe(ObserveParams {
        only: Some(document_of(&element.resolved)),
        targets: unlisted.is_some().then(TargetQuery::default),
        scope_node: unlisted,
        places: purpose.places(node),
        selectors: true,
        frames: false,
        ..ObserveParams::default()
    });
    let destination = element.resolved.browser_tab.into();
    let read: ObserveResult = context.query(destination, method).await?;
    subject::note_tab(&read.tab);
    let mut frame = find_frame(read, &element.resolved)?;
    let removed = || resolve_id::element_removed(&element.id);
    let tree = frame.tree.take().ok_or_else(removed)?;
    Ok((frame, tree))
}

/// The document of the snapshot, unless it was loaded again since.
fn find_frame(read: ObserveResult, resolved: &ResolvedElement) -> Result<FrameResult, Fault> {
    let handle = &resolved.element.node;
    let mut frames = read.frames.into_iter();
    let frame = frames.find(|frame| frame.document == handle.document);
    let stale = |message| Fault::new(Code::StaleUid, message);
    let frame = frame.ok_or_else(|| stale("The document of the element is no longer in the tab."));
    let mut frame = frame?;
    page_pieces::parse(std::slice::from_mut(&mut frame));
    if let Some(fault) = frame.fault {
        return Err(fault);
    }
    let world = frame.tree.as_ref().map(|tree| tree.world);
    match world == Some(handle.world) {
        true => Ok(frame),
        false => Err(stale("The page was reloaded after the snapshot.")),
    }
}
