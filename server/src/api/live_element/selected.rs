//! The element that a selector or a text matches. Several matches are a fault.

use super::matching::{NO_MATCH, matches_in, no_match, read};
use super::named_frames::{Frames, named_frames};
use super::search::{ElementSearch, ElementSelector};
use super::{ElementChoice, ShownElement, appearance, resolve, verify};
use crate::api::context::RequestContext;
use crate::api::extension::Destination;
use crate::audit::subject;
use crate::sessions::handles::{BrowserTab, TabHandle};
use crate::sessions::ids::ResolvedElement;
use crate::sessions::session::Element;
use axlens_protocol::agent::explain::Explanation;
use axlens_protocol::model::ElementId;
use axlens_protocol::wire::{
    ElementAtParams, ElementAtResult, ExplainParams, ExplainResult, FrameResult, Method,
    NodeHandle, PointHit, page_pieces,
};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::frame_selectors::FrameSelectors;
use axlens_snapshot::page_tree::{Tree, TreeNode};
use axlens_snapshot::quote::shortened_line;
use axlens_snapshot::render::lean::line_with_uid;
use axlens_snapshot::stitch::stitch;
use axlens_snapshot::uid::Uid;
use std::fmt::Write;

/// The next step if no element is at a point.
const NO_POINT: &str = "Take a screenshot for the current positions: `at=X,Y` counts CSS pixels from the upper left corner of the viewport.";

/// The next step if several elements match.
const NARROW: &str = "Give `nth` (1 for the first of them), `within` with the uid of an element that contains the right one, `hosts` or `frame` as in the answer of `/locate`, or the uid of an element of a snapshot.";

/// The next step if the element is not rendered.
const NOT_RENDERED: &str = "Make the element visible first, for example by opening the menu, dialog or section that contains it.";

/// The next step if the element is inert.
const CLOSE_FIRST: &str =
    "Close the dialog, or do what else makes the element usable, and take a new snapshot.";

/// Maximum number of matches in a fault.
const MAX_LISTED: usize = 5;

/// Maximum length of a text of the page in a fault, in characters.
const MAX_TEXT_LEN: usize = 200;

/// Finds the element in the live page.
///
/// # Errors
/// `scope_not_found` if no element matches, `ambiguous_id` if several do, `element_not_visible` if
/// the page does not render it, and every fault of the extension and of the element that contains
/// it.
pub async fn select(
    context: RequestContext<'_>,
    destination: Destination,
    search: &ElementSearch,
) -> Result<ShownElement, Fault> {
    let container = container(context, destination, search).await?;
    let hit = match search.selector {
        ElementSelector::Point(point) => Some(element_at(context, destination, point).await?),
        ElementSelector::Css(_) | ElementSelector::Text(_) | ElementSelector::Role(_) => None,
    };
    let around = (container.as_ref(), hit.as_ref());
    let mut read = read(context, destination, search, around).await?;
    subject::note_tab(&read.tab);
    page_pieces::parse(&mut read.frames);
    let browser_tab = destination.tab(read.tab.id);
    let tab = {
        let handles = &mut context.app.sessions().handles;
        handles.get_or_reassign(browser_tab, &read.tab.was)
    };
    if let Some(fault) = read.frames.first().and_then(|main| main.fault.clone()) {
        return Err(fault);
    }
    let (tree, matches) = matches_of(search, read.frames, container.as_ref())?;
    let paths = FrameSelectors::new(&tree);
    let page = (&tree, &paths);
    let frames = named_frames(context, destination, search, page).await?;
    let place = (container.as_ref(), frames.as_ref());
    let found = matches_within(page, &matches, search, place);
    let others = match found.is_empty() {
        true => same_role(search, &tree, place.0)?,
        false => Vec::new(),
    };
    let others = matches_within(page, &others, search, place);
    let chosen = chosen(&found, &others, search);
    if chosen.is_err() {
        let listed = [found.clone(), others].concat();
        remember(context, browser_tab, tab, (page, &listed));
    }
    let element = match selected(page, chosen?) {
        SelectedNode::Rendered(element) => *element,
        SelectedNode::NotRendered(node) => {
            return Err(not_rendered_match(context, browser_tab, search, node).await);
        }
    };
    let id = element.uid.clone().map(ElementId);
    Ok(ShownElement {
        id: id.unwrap_or_else(|| search.selector.as_id()),
        resolved: ResolvedElement {
            other_tabs: Vec::new(),
            tab,
            browser_tab,
            element,
        },
        point: hit.map(|hit| hit.position),
        own_edits: Vec::new(),
        session: context.session.clone(),
        seen: None,
    })
}

/// The number of elements in the live page that a selector or a text matches, rendered or not.
///
/// # Errors
/// Every fault of the extension and of the element that contains them.
pub async fn count(
    context: RequestContext<'_>,
    destination: Destination,
    search: &ElementSearch,
) -> Result<usize, Fault> {
    let container = container(context, destination, search).await?;
    let read = read(context, destination, search, (container.as_ref(), None)).await;
    let mut frames = match read {
        Ok(read) => read.frames,
        Err(fault) if fault.code == Code::ScopeNotFound => return Ok(0),
        Err(fault) => return Err(fault),
    };
    page_pieces::parse(&mut frames);
    let (_, matches) = matches_of(search, frames, container.as_ref())?;
    let document = container.map(|container| container.document);
    let is_inside =
        |found: &&NodeHandle| document.as_ref().is_none_or(|own| *own == found.document);
    Ok(matches.iter().filter(is_inside).count())
}

/// The tree of a page that was read for a search, and the elements that match.
fn matches_of(
    search: &ElementSearch,
    frames: Vec<FrameResult>,
    container: Option<&NodeHandle>,
) -> Result<(Tree, Vec<NodeHandle>), Fault> {
    let in_page: Vec<NodeHandle> = frames.iter().flat_map(matches_in).collect();
    let tree = stitch(frames.into_iter().map(Into::into).collect());
    let matches = match &search.selector {
        ElementSelector::Role(role) => role.matches(&tree, container)?,
        ElementSelector::Css(_) | ElementSelector::Text(_) | ElementSelector::Point(_) => in_page,
    };
    Ok((tree, matches))
}

/// The element at a point of the viewport.
async fn element_at(
    context: RequestContext<'_>,
    destination: Destination,
    [x, y]: [f64; 2],
) -> Result<PointHit, Fault> {
    let method = Method::ElementAt(ElementAtParams { x, y });
    let found: ElementAtResult = context.query(destination, method).await?;
    subject::note_tab(&found.tab);
    found.hit.ok_or_else(|| {
        let message = format!("No element that can be read is at {x},{y} in the viewport.");
        Fault::new(Code::ScopeNotFound, message).hint(NO_POINT)
    })
}

/// The element of a snapshot that contains the wanted one, if the search names one.
///
/// # Errors
/// Those of ids.
pub fn container_of(
    context: RequestContext<'_>,
    search: &ElementSearch,
) -> Result<Option<ResolvedElement>, Fault> {
    let container = search.within.as_ref();
    let container = container.map(|id| resolve(context, choice(id)).map(|found| found.resolved));
    container.transpose()
}

fn choice(id: &ElementId) -> ElementChoice {
    ElementChoice {
        uid: Some(id.clone()),
        ..ElementChoice::default()
    }
}

/// The element that contains the wanted one, in the live page.
async fn container(
    context: RequestContext<'_>,
    destination: Destination,
    search: &ElementSearch,
) -> Result<Option<NodeHandle>, Fault> {
    let Some(id) = &search.within else {
        return Ok(None);
    };
    let container = resolve(context, choice(id))?;
    if destination
        .tab_id
        .is_some_and(|tab| tab != container.resolved.browser_tab.tab_id)
    {
        let message = "`within`: the element is in another tab.";
        return Err(Fault::bad_request(message));
    }
    let live = verify(context, &container).await?;
    Ok(Some(NodeHandle {
        node: live.node().node,
        ..container.resolved.element.node
    }))
}

/// The match of a search.
enum SelectedNode {
    Rendered(Box<Element>),
    NotRendered(NodeHandle),
}

/// A match: its document and node id, and its node if the page renders it.
type FoundNode<'t> = (&'t NodeHandle, Option<&'t TreeNode>);

/// The matches in the shadow roots, the frames and the document of the search.
fn matches_within<'t>(
    (tree, _): (&'t Tree, &FrameSelectors),
    matches: &'t [NodeHandle],
    search: &ElementSearch,
    (container, frames): (Option<&NodeHandle>, Option<&Frames>),
) -> Vec<FoundNode<'t>> {
    let is_narrowed = search.hosts.is_some() || frames.is_some();
    let matches = matches
        .iter()
        .filter(|found| container.is_none_or(|container| container.document == found.document));
    // A match without a node is not rendered by the page.
    let node_of = |found: &NodeHandle| found.position_in(tree).map(|index| &tree.nodes[index]);
    let nodes = matches.map(|found| (found, node_of(found)));
    nodes
        .filter(|(_, node)| node.map_or(!is_narrowed, |node| is_within(search, frames, node)))
        .collect()
}

fn selected(
    (tree, paths): (&Tree, &FrameSelectors),
    (found, node): &FoundNode<'_>,
) -> SelectedNode {
    match node {
        Some(node) => SelectedNode::Rendered(Box::new(element(tree, paths, node))),
        None => SelectedNode::NotRendered((*found).clone()),
    }
}

/// Adds the matches that a fault lists to the session, so that the agent can use their uids.
fn remember(
    context: RequestContext<'_>,
    browser_tab: BrowserTab,
    tab: TabHandle,
    ((tree, paths), found): ((&Tree, &FrameSelectors), &[FoundNode<'_>]),
) {
    let nodes = found.iter().take(MAX_LISTED).filter_map(|(_, node)| *node);
    let elements: Vec<Element> = nodes.map(|node| element(tree, paths, node)).collect();
    if !elements.is_empty() {
        let mut sessions = context.app.sessions();
        let session = sessions.get_or_create(context.session);
        session.add_named_elements((tab, browser_tab), elements);
    }
}

/// The elements of the role of a search, with any name; none for another search.
fn same_role(
    search: &ElementSearch,
    tree: &Tree,
    container: Option<&NodeHandle>,
) -> Result<Vec<NodeHandle>, Fault> {
    match &search.selector {
        ElementSelector::Role(role) => role.of_any_name().matches(tree, container),
        ElementSelector::Css(_) | ElementSelector::Text(_) | ElementSelector::Point(_) => {
            Ok(Vec::new())
        }
    }
}

/// The only match, or the one that the search numbers. `others`: elements of the same role.
fn chosen<'n, 't>(
    nodes: &'n [FoundNode<'t>],
    others: &[FoundNode<'t>],
    search: &ElementSearch,
) -> Result<&'n FoundNode<'t>, Fault> {
    match (nodes, search.nth) {
        ([], _) => Err(no_such_name(search, others)),
        ([only], None) => Ok(only),
        (several, None) => Err(several_matches(search, several)),
        (nodes, Some(nth)) => nodes
            .get((nth as usize).saturating_sub(1))
            .ok_or_else(|| too_few_matches(search, nodes, nth)),
    }
}

/// Whether a node is in the shadow roots and frames of the search.
fn is_within(search: &ElementSearch, frames: Option<&Frames>, node: &TreeNode) -> bool {
    let hosts = node
        .node
        .path
        .as_deref()
        .map_or(&[][..], |path| &path.hosts);
    let is_in_hosts = |wanted: &Vec<String>| wanted == hosts;
    let is_in_frame = frames.is_none_or(|frames| frames.contains(&node.frame));
    search.hosts.as_ref().is_none_or(is_in_hosts) && is_in_frame
}

fn element(tree: &Tree, paths: &FrameSelectors, node: &TreeNode) -> Element {
    Element {
        node: NodeHandle::in_tree(tree, node.frame, node.node.node),
        uid: node.uid.as_ref().map(Uid::to_text),
        frame: paths.for_frame(node.frame).to_vec(),
        appearance: appearance(&node.node),
    }
}

fn too_few_matches(search: &ElementSearch, nodes: &[FoundNode<'_>], nth: u32) -> Fault {
    let message = format!(
        "`nth` is {nth}, and {} elements match {}.",
        nodes.len(),
        search.selector.describe()
    );
    Fault::new(Code::ScopeNotFound, message).hint(NO_MATCH)
}

fn several_matches(search: &ElementSearch, nodes: &[FoundNode<'_>]) -> Fault {
    let message = format!(
        "{} elements match {}. {}.",
        nodes.len(),
        search.selector.describe(),
        listed(nodes)
    );
    Fault::new(Code::AmbiguousId, message).hint(NARROW)
}

/// The fault of a search without a match. `others` have the role, and other names.
fn no_such_name(search: &ElementSearch, others: &[FoundNode<'_>]) -> Fault {
    let mut fault = no_match(search);
    if !others.is_empty() {
        let _ = write!(fault.message, " With this role: {}.", listed(others));
    }
    fault
}

/// The first elements with their numbers and lines, and how many more there are.
fn listed(nodes: &[FoundNode<'_>]) -> String {
    let first = nodes.iter().take(MAX_LISTED).enumerate();
    let lines: Vec<String> = first
        .map(|(index, (_, node))| match node {
            Some(node) => format!("{}: {}", index + 1, line_with_uid(node)),
            None => format!("{}: not rendered", index + 1),
        })
        .collect();
    let more = match nodes.len().saturating_sub(MAX_LISTED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    lines.join("; ") + &more
}

/// The fault of a match that the page does not render, with the reason that the engine knows.
async fn not_rendered_match(
    context: RequestContext<'_>,
    tab: BrowserTab,
    search: &ElementSearch,
    node: NodeHandle,
) -> Fault {
    let why = reason(context, tab, node).await;
    let why = why.unwrap_or_else(|_| "not rendered by the page".to_owned());
    let name = format!("The element that matches {}", search.selector.describe());
    not_rendered(&name, &why)
}

/// Why the tree has an element or not, in the words of the engine.
///
/// # Errors
/// Those of the extension, such as `stale_uid` for an element that was removed.
pub(super) async fn reason(
    context: RequestContext<'_>,
    tab: BrowserTab,
    node: NodeHandle,
) -> Result<String, Fault> {
    let method = Method::Explain(ExplainParams::Node(node));
    let explained: ExplainResult<Explanation> = context.query(tab.into(), method).await?;
    Ok(explained.explanation.why)
}

/// The fault of an element with this reason, if a user can't use it.
pub(super) fn unusable(name: &str, why: &str) -> Option<Fault> {
    if why.starts_with("inert") {
        let message = format!("{name} is {}.", shortened_line(why, MAX_TEXT_LEN));
        return Some(Fault::new(Code::ElementDisabled, message).hint(CLOSE_FIRST));
    }
    why.starts_with("not rendered")
        .then(|| not_rendered(name, why))
}

/// The fault of an element that the page does not render.
fn not_rendered(name: &str, why: &str) -> Fault {
    let message = format!("{name} is {}.", shortened_line(why, MAX_TEXT_LEN));
    Fault::new(Code::ElementNotVisible, message).hint(NOT_RENDERED)
}
