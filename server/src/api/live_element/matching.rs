//! Reads a page with the elements that a search matches.

use super::search::{ElementSearch, ElementSelector};
use crate::api::context::RequestContext;
use crate::api::extension::Destination;
use axlens_protocol::wire::{
    FrameResult, Method, NodeHandle, ObserveParams, ObserveResult, PointHit, TargetQuery,
};
use axlens_protocol::{Code, Fault};

/// The next step if nothing matches.
pub(super) const NO_MATCH: &str = "Give a selector or a text that matches exactly one element, or the uid of an element of a snapshot.";

/// Reads the page with the matches of a search.
pub(super) async fn read(
    context: RequestContext<'_>,
    destination: Destination,
    search: &ElementSearch,
    (container, hit): (Option<&NodeHandle>, Option<&PointHit>),
) -> Result<ObserveResult, Fault> {
    let (scope, text) = match &search.selector {
        ElementSelector::Css(selector) => (Some(selector.as_str().to_owned()), None),
        ElementSelector::Text(text) => (None, Some(text.clone())),
        ElementSelector::Role(_) | ElementSelector::Point(_) => (None, None),
    };
    let method = Method::Observe(ObserveParams {
        scope,
        scope_node: hit.map(|hit| hit.node.clone()),
        targets: (!search.is_role()).then(|| TargetQuery {
            text,
            within: container.map(|container| container.node),
        }),
        selectors: true,
        frames: true,
        ..ObserveParams::default()
    });
    let found = context.query(destination, method).await;
    // The extension words this fault for the scope of a snapshot.
    found.map_err(|fault: Fault| match fault.code == Code::ScopeNotFound {
        true => no_match(search),
        false => fault,
    })
}

/// The matches in a frame.
pub(super) fn matches_in(frame: &FrameResult) -> Vec<NodeHandle> {
    let Some(tree) = frame.tree.as_deref() else {
        return Vec::new();
    };
    let nodes = tree.target.iter().flatten();
    let handles = nodes.map(|node| NodeHandle {
        document: frame.document.clone(),
        world: tree.world,
        node: *node,
    });
    handles.collect()
}

/// The fault of a search without a match.
pub(super) fn no_match(search: &ElementSearch) -> Fault {
    let message = match &search.selector {
        ElementSelector::Role(_) => {
            format!("No element is {}.", search.selector.describe())
        }
        ElementSelector::Css(_) => format!("No element matches {}.", search.selector.describe()),
        ElementSelector::Text(_) => format!(
            "No visible element has exactly the {}.",
            search.selector.describe()
        ),
        ElementSelector::Point(_) => {
            format!("The element at {} was removed.", search.selector.describe())
        }
    };
    Fault::new(Code::ScopeNotFound, message).hint(NO_MATCH)
}
