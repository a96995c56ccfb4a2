//! The element that a selector names: exactly one, or it is a fault.

use super::{ShownElement, now};
use crate::api::context::RequestContext;
use crate::api::extension::{self, Target};
use crate::audit::subject;
use crate::page_selector::PageSelector;
use crate::sessions::ids::ResolvedElement;
use crate::sessions::shown::Element;
use axlens_protocol::model::ElementId;
use axlens_protocol::wire::{
    FrameResult, Method, NodeHandle, ObserveParams, ObserveResult, page_pieces,
};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::frame_selectors::FrameSelectors;
use axlens_snapshot::page_tree::{Tree, TreeNode};
use axlens_snapshot::stitch::stitch;
use axlens_snapshot::uid::Uid;

const NARROW: &str = "Give a selector that only the one element matches, or `hosts` or `frame` as `/locate` says them; or the uid of an element of a snapshot.";

/// An element by its selector.
#[derive(Debug, Clone)]
pub struct SelectorChoice<'a> {
    /// The selector, for the documents and all shadow roots.
    pub selector: &'a PageSelector,
    /// Selectors of the shadow hosts around it, outermost first; none: in any root.
    pub hosts: Option<&'a [String]>,
    /// Selectors of the iframes around it, outermost first; none: in any frame.
    pub frame: Option<&'a [String]>,
}

/// Finds the element, as it is now.
///
/// # Errors
/// `scope_not_found` where nothing matches, `ambiguous_id` where several do, `element_not_visible`
/// where no snapshot shows it, and every fault of the extension.
pub async fn selected(
    context: RequestContext<'_>,
    target: Target,
    choice: SelectorChoice<'_>,
) -> Result<ShownElement, Fault> {
    let RequestContext { app, agent, .. } = context;
    let method = Method::Observe(ObserveParams {
        scope: Some(choice.selector.as_str().to_owned()),
        selectors: true,
        frames: true,
        ..ObserveParams::default()
    });
    let mut read: ObserveResult =
        extension::ask(app, agent, method, target, context.remaining()).await?;
    subject::note_tab(&read.tab);
    page_pieces::read(&mut read.frames);
    let chrome = target.tab(read.tab.id);
    let tab = app.sessions().handles.of_tab(chrome, &read.tab.was);
    let element = the_one(read.frames, &choice)?;
    let id = element.uid.clone();
    Ok(ShownElement {
        id: ElementId(id.unwrap_or_else(|| choice.selector.as_str().to_owned())),
        resolved: ResolvedElement {
            tab,
            chrome,
            element,
        },
        session: context.session.clone(),
        seen: None,
    })
}

/// The one element that the selector names in these frames.
fn the_one(frames: Vec<FrameResult>, choice: &SelectorChoice<'_>) -> Result<Element, Fault> {
    if let Some(fault) = frames.first().and_then(|main| main.fault.clone()) {
        return Err(fault);
    }
    let matches: Vec<(String, u32)> = frames.iter().flat_map(matches_in).collect();
    let tree = stitch(frames.into_iter().map(Into::into).collect());
    let paths = FrameSelectors::new(&tree);
    let is_narrowed = choice.hosts.is_some() || choice.frame.is_some();
    let found = matches.iter().map(|matched| node_of(&tree, matched));
    let found = found.filter(|node| node.map_or(!is_narrowed, |node| fits(choice, &paths, node)));
    let found: Vec<Option<&TreeNode>> = found.collect();
    match found.as_slice() {
        [Some(node)] => Ok(element(&tree, &paths, node)),
        [None] => Err(unseen(choice)),
        [] => Err(none(choice)),
        several => Err(many(choice, several.len())),
    }
}

/// What the selector names in a frame: document and node.
fn matches_in(frame: &FrameResult) -> Vec<(String, u32)> {
    let target = frame.tree.as_deref().and_then(|tree| tree.target.as_ref());
    let nodes = target.into_iter().flatten();
    nodes.map(|node| (frame.document.clone(), *node)).collect()
}

fn node_of<'t>(tree: &'t Tree, (document, node): &(String, u32)) -> Option<&'t TreeNode> {
    let mut nodes = tree.nodes.iter();
    nodes.find(|each| {
        let frame = tree.frames.get(each.frame);
        each.node.node == *node && frame.is_some_and(|frame| frame.document == *document)
    })
}

fn fits(choice: &SelectorChoice<'_>, paths: &FrameSelectors, node: &TreeNode) -> bool {
    let hosts = node
        .node
        .path
        .as_deref()
        .map_or(&[][..], |path| &path.hosts);
    choice.hosts.is_none_or(|wanted| wanted == hosts)
        && choice
            .frame
            .is_none_or(|wanted| wanted == paths.of(node.frame))
}

fn element(tree: &Tree, paths: &FrameSelectors, node: &TreeNode) -> Element {
    Element {
        node: NodeHandle::in_tree(tree, node.frame, node.node.node),
        uid: node.uid.as_ref().map(Uid::to_text),
        frame: paths.of(node.frame).to_vec(),
        appearance: now(&node.node),
    }
}

fn none(choice: &SelectorChoice<'_>) -> Fault {
    let message = format!(
        "No element matches selector '{}'.",
        choice.selector.as_str()
    );
    Fault::new(Code::ScopeNotFound, message).hint(NARROW)
}

fn many(choice: &SelectorChoice<'_>, count: usize) -> Fault {
    let selector = choice.selector.as_str();
    let message = format!("{count} elements match selector '{selector}'.");
    Fault::new(Code::AmbiguousId, message).hint(NARROW)
}

fn unseen(choice: &SelectorChoice<'_>) -> Fault {
    let selector = choice.selector.as_str();
    let message = format!("What matches selector '{selector}' is not shown by the page.");
    Fault::new(Code::ElementNotVisible, message)
}
