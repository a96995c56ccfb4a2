//! The element that a selector matches. Several matches are a fault.

use super::{ShownElement, appearance};
use crate::api::context::RequestContext;
use crate::api::extension::Destination;
use crate::audit::subject;
use crate::page_selector::PageSelector;
use crate::sessions::ids::ResolvedElement;
use crate::sessions::session::Element;
use axlens_protocol::model::ElementId;
use axlens_protocol::wire::{
    FrameResult, Method, NodeHandle, ObserveParams, ObserveResult, page_pieces,
};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::frame_selectors::FrameSelectors;
use axlens_snapshot::page_tree::{Tree, TreeNode};
use axlens_snapshot::stitch::stitch;
use axlens_snapshot::uid::Uid;

/// The next step if a selector matches no element or several.
const NARROW: &str = "Give a selector that matches exactly one element, `hosts` or `frame` as in the answer of `/locate`, or the uid of an element of a snapshot.";

/// A selector of an element.
#[derive(Debug, Clone)]
pub struct SelectorChoice<'a> {
    /// The selector. It applies to all documents and shadow roots.
    pub selector: &'a PageSelector,
    /// Selectors of the shadow hosts around it, outermost first; `None` for any root.
    pub hosts: Option<&'a [String]>,
    /// Selectors of the iframes around it, outermost first; `None` for any frame.
    pub frame: Option<&'a [String]>,
}

/// Finds the element in the live page.
///
/// # Errors
/// `scope_not_found` if no element matches, `ambiguous_id` if several do, `element_not_visible` if
/// snapshots do not include the element, and every fault of the extension.
pub async fn select(
    context: RequestContext<'_>,
    destination: Destination,
    choice: SelectorChoice<'_>,
) -> Result<ShownElement, Fault> {
    let method = Method::Observe(ObserveParams {
        scope: Some(choice.selector.as_str().to_owned()),
        selectors: true,
        frames: true,
        ..ObserveParams::default()
    });
    let mut read: ObserveResult = context.query(destination, method).await?;
    subject::note_tab(&read.tab);
    page_pieces::parse(&mut read.frames);
    let browser_tab = destination.tab(read.tab.id);
    let tab = context
        .app
        .sessions()
        .handles
        .get_or_reassign(browser_tab, &read.tab.was);
    let element = only_match(read.frames, &choice)?;
    let id = element.uid.clone();
    Ok(ShownElement {
        id: ElementId(id.unwrap_or_else(|| choice.selector.as_str().to_owned())),
        resolved: ResolvedElement {
            tab,
            browser_tab,
            element,
        },
        session: context.session.clone(),
        seen: None,
    })
}

/// The element of these frames that the selector matches.
fn only_match(frames: Vec<FrameResult>, choice: &SelectorChoice<'_>) -> Result<Element, Fault> {
    if let Some(fault) = frames.first().and_then(|main| main.fault.clone()) {
        return Err(fault);
    }
    let matches: Vec<(String, u32)> = frames.iter().flat_map(matches_in).collect();
    let tree = stitch(frames.into_iter().map(Into::into).collect());
    let paths = FrameSelectors::new(&tree);
    let is_narrowed = choice.hosts.is_some() || choice.frame.is_some();
    let nodes = matches.iter().map(|matched| node_of(&tree, matched));
    let nodes =
        nodes.filter(|node| node.map_or(!is_narrowed, |node| is_within(choice, &paths, node)));
    let nodes: Vec<Option<&TreeNode>> = nodes.collect();
    match nodes.as_slice() {
        [Some(node)] => Ok(element(&tree, &paths, node)),
        [None] => Err(not_in_snapshots(choice)),
        [] => Err(no_match(choice)),
        several => Err(several_matches(choice, several.len())),
    }
}

/// Document and node id of each match in a frame.
fn matches_in(frame: &FrameResult) -> Vec<(String, u32)> {
    let target = frame.tree.as_deref().and_then(|tree| tree.target.as_ref());
    let nodes = target.into_iter().flatten();
    nodes.map(|node| (frame.document.clone(), *node)).collect()
}

/// The node of a match; `None` if snapshots do not include the element.
fn node_of<'t>(tree: &'t Tree, (document, node): &(String, u32)) -> Option<&'t TreeNode> {
    let mut nodes = tree.nodes.iter();
    nodes.find(|each| {
        let frame = tree.frames.get(each.frame);
        each.node.node == *node && frame.is_some_and(|frame| frame.document == *document)
    })
}

/// Whether a node is in the shadow roots and frames of the choice.
fn is_within(choice: &SelectorChoice<'_>, paths: &FrameSelectors, node: &TreeNode) -> bool {
    let hosts = node
        .node
        .path
        .as_deref()
        .map_or(&[][..], |path| &path.hosts);
    choice.hosts.is_none_or(|wanted| wanted == hosts)
        && choice
            .frame
            .is_none_or(|wanted| wanted == paths.for_frame(node.frame))
}

fn element(tree: &Tree, paths: &FrameSelectors, node: &TreeNode) -> Element {
    Element {
        node: NodeHandle::in_tree(tree, node.frame, node.node.node),
        uid: node.uid.as_ref().map(Uid::to_text),
        frame: paths.for_frame(node.frame).to_vec(),
        appearance: appearance(&node.node),
    }
}

fn no_match(choice: &SelectorChoice<'_>) -> Fault {
    let message = format!(
        "No element matches selector '{}'.",
        choice.selector.as_str()
    );
    Fault::new(Code::ScopeNotFound, message).hint(NARROW)
}

fn several_matches(choice: &SelectorChoice<'_>, count: usize) -> Fault {
    let selector = choice.selector.as_str();
    let message = format!("{count} elements match selector '{selector}'.");
    Fault::new(Code::AmbiguousId, message).hint(NARROW)
}

fn not_in_snapshots(choice: &SelectorChoice<'_>) -> Fault {
    let selector = choice.selector.as_str();
    let message = format!("The element that matches selector '{selector}' is not visible.");
    Fault::new(Code::ElementNotVisible, message)
}
