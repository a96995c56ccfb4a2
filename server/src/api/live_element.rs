//! An element that was shown, looked up in the live page: one that is gone, or can be another than
//! the snapshot showed, is a fault and never another element.

mod candidates;
mod changed;
mod selected;

use crate::agents::Agent;
use crate::api::tabs::TabChoice;
use crate::api::{extension, resolve_id};
use crate::audit::subject;
use crate::sessions::ids::ResolvedElement;
use crate::sessions::key::SessionKey;
use crate::sessions::shown::{Acknowledged, Acknowledgement, Appearance};
use crate::sessions::windows::LocatedId;
use crate::state::App;
use axlens_protocol::model::ElementId;
use axlens_protocol::wire::{
    DocumentHandle, FrameResult, Method, ObserveParams, ObserveResult, PlacesChoice, page_pieces,
};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::ContextChange;
use axlens_snapshot::tree::{FrameTree, Node};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use selected::{SelectorChoice, selected};

/// How often a page is read to find an element: once, once more where it is gone, and again where
/// another has taken over its uid, to measure that one.
const READS: usize = 3;

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
    pub frame: FrameResult,
    tree: Box<FrameTree>,
    at: usize,
    change: ContextChange,
    rerendered: bool,
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

    /// Whether it has another name than it was shown with.
    pub fn renamed(&self) -> bool {
        self.change == ContextChange::Renamed
    }

    /// Whether the page made it anew since it was shown.
    pub fn rerendered(&self) -> bool {
        self.rerendered
    }

    /// The fault of an element that is not what it was: says what it is now.
    pub fn changed(&self, id: &ElementId) -> Fault {
        changed::fault(id, &self.tree, self.at)
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

/// Looks at an element anew, whatever it has become. One that is gone is looked for once more:
/// where the page made it anew and the engine gave its uid to the new one, it is that.
///
/// # Errors
/// `stale_uid`, and every fault of the extension.
pub async fn look(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    shown: &ShownElement,
    limit: Duration,
) -> Result<LiveElement, Fault> {
    let began = Instant::now();
    let was = shown.resolved.element.node.node;
    let mut node = was;
    for read in 1..=READS {
        let left = limit.saturating_sub(began.elapsed());
        let (frame, tree) = read_node(app, agent, shown, node, left).await?;
        if let Some(at) = tree.nodes.iter().position(|each| each.node == node) {
            let change = shown
                .resolved
                .element
                .appearance
                .compare(now(&tree.nodes[at]));
            let rerendered = node != was;
            if rerendered {
                acknowledge(app, shown, node, shown.resolved.element.appearance);
            }
            return Ok(LiveElement {
                frame,
                tree,
                at,
                change,
                rerendered,
            });
        }
        match heir(shown, &tree) {
            Some(heir) => node = heir,
            None if read > 1 => return Err(candidates::gone(app, shown, &tree)),
            None => {}
        }
    }
    Err(resolve_id::gone(&shown.id))
}

/// Looks at an element anew. One that can be another than was shown is a fault, and stays one until
/// it is shown again, or a request says that what the fault says was seen.
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
    if live.change != ContextChange::Changed {
        return Ok(live);
    }
    if shown.seen.as_ref() != Some(&changed::seen(&live.tree, live.at)) {
        return Err(live.changed(&shown.id));
    }
    acknowledge(app, shown, live.node().node, now(live.node()));
    Ok(live)
}

/// What an action itself changed in the row, list item, article, tree item or dialog of its element
/// counts as shown by its answer. `before`: the element when it was acted on; `after`: the elements
/// of the page since. What was not as the session knew it when the action began stays as the
/// session knows it.
pub fn acknowledge_row(app: &App, shown: &ShownElement, before: &LiveElement, after: &[LocatedId]) {
    let document = &shown.resolved.element.node.document;
    let after = after
        .iter()
        .map(|known| &known.element)
        .filter(|each| each.node.document == *document && each.node.world == before.tree.world);
    let after = after
        .map(|each| (each.node.node, each.appearance))
        .collect();
    remember(app, shown, &changes_in_row(&before.tree, before.at, &after));
}

/// What became of the elements of the row of the element at this position.
fn changes_in_row(before: &FrameTree, at: usize, after: &HashMap<u32, Appearance>) -> Acknowledged {
    if !after.contains_key(&before.nodes[at].node) {
        return Acknowledged::new();
    }
    let changes = changed::row(before, at).filter_map(|node| {
        let (was, now, node) = (now(node), *after.get(&node.node)?, node.node);
        (was != now).then_some((node, Acknowledgement { was, node, now }))
    });
    changes.collect()
}

/// The element of a session is this node, and like this, from now on.
fn acknowledge(app: &App, shown: &ShownElement, node: u32, now: Appearance) {
    let element = &shown.resolved.element;
    let was = element.appearance;
    let acknowledgement = Acknowledgement { was, node, now };
    remember(app, shown, &[(element.node.node, acknowledgement)].into());
}

fn remember(app: &App, shown: &ShownElement, now: &Acknowledged) {
    let document = document_of(&shown.resolved);
    if let Some(session) = app.sessions().known(&shown.session)
        && !now.is_empty()
    {
        session.acknowledge(shown.resolved.tab, &document, now);
    }
}

/// How a node is.
fn now(node: &Node) -> Appearance {
    Appearance::new(node.role, node.context)
}

/// The node that has the uid of an element which is gone: the engine gives it to what the page made
/// anew, where nothing else it could be.
fn heir(shown: &ShownElement, tree: &FrameTree) -> Option<u32> {
    let uid = shown.resolved.element.uid.as_ref()?;
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

/// Reads the document of an element and measures a node of it.
async fn read_node(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    shown: &ShownElement,
    node: u32,
    limit: Duration,
) -> Result<(FrameResult, Box<FrameTree>), Fault> {
    let method = Method::Observe(ObserveParams {
        only: Some(document_of(&shown.resolved)),
        places: PlacesChoice::Nodes(vec![node]),
        selectors: true,
        frames: false,
        ..ObserveParams::default()
    });
    let target = shown.resolved.chrome.into();
    let read: ObserveResult = extension::ask(app, agent, method, target, limit).await?;
    subject::note_tab(&read.tab);
    let mut frame = frame_of(read, &shown.resolved)?;
    let gone = || resolve_id::gone(&shown.id);
    let tree = frame.tree.take().ok_or_else(gone)?;
    Ok((frame, tree))
}

/// The document of the snapshot, unless it was loaded again since.
fn frame_of(read: ObserveResult, resolved: &ResolvedElement) -> Result<FrameResult, Fault> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_snapshot::{ContextHash, Role};

    /// Two rows with a number, `+` and `-`; the first has the number.
    fn counters(first: u64) -> FrameTree {
        let mut nodes = vec![Node::default()];
        for (row, number) in [(1, first), (2, 9)] {
            let element = |depth, role, node: u32, number: u64| Node {
                depth,
                role,
                node,
                uid: (role == Role::Button).then_some(node),
                context: ContextHash::within(number << 8, true, u64::from(node)),
                ..Node::default()
            };
            nodes.push(element(1, Role::Row, row, 0));
            nodes.push(element(2, Role::Button, 10 * row, number));
            nodes.push(element(2, Role::Button, 10 * row + 1, number));
        }
        FrameTree {
            world: 7,
            nodes,
            ..FrameTree::default()
        }
    }

    #[test]
    fn what_an_action_changed_in_its_row_is_acknowledged_and_nothing_else() {
        let (before, mut after) = (counters(1), counters(2));
        after.nodes[5].context = ContextHash::within(99, true, 0);
        let elements = |tree: &FrameTree| -> HashMap<u32, Appearance> {
            let nodes = tree.nodes.iter().filter(|node| node.uid.is_some());
            nodes.map(|node| (node.node, now(node))).collect()
        };
        let changes = changes_in_row(&before, 2, &elements(&after));
        let mut nodes: Vec<u32> = changes.keys().copied().collect();
        nodes.sort_unstable();
        assert_eq!(nodes, [10, 11], "of the first row, not of the second");
        let plus = changes[&11];
        assert_eq!(
            (plus.was, plus.now),
            (now(&before.nodes[3]), now(&after.nodes[3]))
        );
        // Only of what the session knew as it was right before.
        assert_eq!(plus.of(plus.was), Some((11, plus.now)));
        assert_eq!(plus.of(now(&counters(5).nodes[3])), None);
        assert!(changes_in_row(&before, 2, &elements(&before)).is_empty());
        // Neither where the element is gone, nor in another life of the document.
        let mut gone = elements(&after);
        gone.remove(&10);
        assert!(changes_in_row(&before, 2, &gone).is_empty());
        assert!(changes_in_row(&before, 2, &HashMap::new()).is_empty());
    }
}
