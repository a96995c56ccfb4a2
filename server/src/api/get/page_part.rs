//! The part of a page that a request names.

use super::named::NamedElement;
use crate::api::context::RequestContext;
use crate::api::find::{self, search::Search};
use crate::api::live_element::{LiveElement, ShownElement};
use crate::api::observe::ReadPage;
use crate::api::resolve_id;
use crate::api::tabs::TabChoice;
use crate::sessions::handles::TabHandle;
use axlens_protocol::Fault;
use axlens_protocol::model::ElementId;
use axlens_protocol::wire::{Method, NodeHandle, ObserveParams, ObserveResult, page_pieces};
use axlens_snapshot::TreeNode;
use axlens_snapshot::page_tree::subtree;
use axlens_snapshot::stitch::stitch;
use axlens_snapshot::text::text_of;
use std::ops::Range;

/// A page, and the part of it that the request names.
pub(super) struct PagePart {
    pub page: ReadPage,
    /// The nodes of the part.
    pub range: Range<usize>,
    /// The id of the element, as the agent wrote it; `None` for the whole page.
    pub id: Option<ElementId>,
}

/// The nodes that a request names.
pub(super) enum NamedNodes {
    /// A part of the page, as in snapshots.
    Part(Box<PagePart>),
    /// An element that snapshots do not include.
    Unlisted {
        nodes: Vec<TreeNode>,
        tab: TabHandle,
    },
}

impl NamedNodes {
    /// The nodes, in depth-first order.
    pub fn nodes(&self) -> &[TreeNode] {
        match self {
            NamedNodes::Part(part) => &part.page.tree.nodes[part.range.clone()],
            NamedNodes::Unlisted { nodes, .. } => nodes,
        }
    }

    /// Whether it is the whole page.
    pub fn is_page(&self) -> bool {
        matches!(self, NamedNodes::Part(part) if part.id.is_none())
    }

    pub fn tab(&self) -> TabHandle {
        match self {
            NamedNodes::Part(part) => part.page.tab,
            NamedNodes::Unlisted { tab, .. } => *tab,
        }
    }
}

/// Reads the element, or the page.
///
/// # Errors
/// Those of ids, `stale_uid`, `changed_uid`, and every fault of the extension.
pub(super) async fn content(
    context: RequestContext<'_>,
    named: NamedElement,
) -> Result<NamedNodes, Fault> {
    if named.is_page() {
        let page = whole_page(context, named.choice.tab).await?;
        return Ok(NamedNodes::Part(Box::new(page)));
    }
    let (element, live) = named.verify(context).await?;
    match part_of(context, &element, &live).await? {
        Some(part) => Ok(NamedNodes::Part(Box::new(part))),
        None => Ok(NamedNodes::Unlisted {
            nodes: unlisted_nodes(context, &element, &live).await?,
            tab: element.resolved.tab,
        }),
    }
}

/// The nodes in an element that snapshots do not include, with those of its frames.
async fn unlisted_nodes(
    context: RequestContext<'_>,
    element: &ShownElement,
    live: &LiveElement,
) -> Result<Vec<TreeNode>, Fault> {
    let node = NodeHandle {
        node: live.node().node,
        ..element.resolved.element.node.clone()
    };
    let method = Method::Observe(ObserveParams {
        scope_node: Some(node),
        frames: true,
        ..ObserveParams::default()
    });
    let destination = element.resolved.browser_tab.into();
    let mut read: ObserveResult = context.query(destination, method).await?;
    page_pieces::parse(&mut read.frames);
    let tree = stitch(read.frames.into_iter().map(Into::into).collect());
    let contents = tree.nodes.into_iter().filter(|each| each.node.in_scope);
    let contents: Vec<TreeNode> = contents.collect();
    // Inside a control, or hidden from assistive technology, only the element itself has a name.
    let has_text = !text_of(contents.iter().map(|each| &each.node)).is_empty();
    Ok(match has_text {
        true => contents,
        false => vec![TreeNode {
            node: live.node().clone(),
            ..TreeNode::default()
        }],
    })
}

/// Reads the page, and verifies the element that the request names.
pub(super) async fn read(
    context: RequestContext<'_>,
    named: NamedElement,
) -> Result<PagePart, Fault> {
    if named.is_page() {
        return whole_page(context, named.choice.tab).await;
    }
    let (element, live) = named.verify(context).await?;
    let part = part_of(context, &element, &live).await?;
    part.ok_or_else(|| resolve_id::element_removed(&element.id))
}

async fn whole_page(context: RequestContext<'_>, tab: TabChoice) -> Result<PagePart, Fault> {
    let page = find::read_page(context, &Search::page(), tab).await?;
    Ok(PagePart {
        range: 0..page.tree.nodes.len(),
        page,
        id: None,
    })
}

/// Reads the page, and finds the verified element in it; `None` if snapshots do not include it.
async fn part_of(
    context: RequestContext<'_>,
    element: &ShownElement,
    live: &LiveElement,
) -> Result<Option<PagePart>, Fault> {
    let tab = tab_choice(element.resolved.tab);
    let page = find::read_page(context, &Search::page(), tab).await?;
    let node = NodeHandle {
        node: live.node().node,
        ..element.resolved.element.node.clone()
    };
    Ok(node.position_in(&page.tree).map(|index| PagePart {
        range: subtree(&page.tree.nodes, index),
        page,
        id: Some(element.id.clone()),
    }))
}

pub(super) fn tab_choice(tab: TabHandle) -> TabChoice {
    TabChoice {
        tab: Some(tab),
        browser: None,
    }
}
