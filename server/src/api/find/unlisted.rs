//! Elements that a selector names and snapshots have no line for, such as shapes.

use crate::api::context::RequestContext;
use crate::api::live_element::{self, ElementSearch, SearchFields};
use crate::api::tabs::{self, TabChoice};
use axlens_protocol::Fault;
use axlens_protocol::agent::find::{ElementCriteria, FindAnswer};
use axlens_protocol::model::ElementId;

/// The search for a selector alone, as actions have it. `None` if the request has other criteria,
/// which only lines have.
///
/// # Errors
/// `bad_request` for an invalid selector.
pub fn element_search(
    criteria: &ElementCriteria,
    within: Option<&ElementId>,
) -> Result<Option<ElementSearch>, Fault> {
    let only_selector = ElementCriteria {
        selector: criteria.selector.clone(),
        exact: criteria.exact,
        ..ElementCriteria::default()
    };
    if *criteria != only_selector || criteria.selector.is_none() {
        return Ok(None);
    }
    ElementSearch::new(SearchFields {
        selector: criteria.selector.clone(),
        within: within.cloned(),
        ..SearchFields::default()
    })
}

/// The document and the node id of the element at a point.
///
/// # Errors
/// `scope_not_found` if there is none, and every fault of the extension.
pub async fn element_at(
    context: RequestContext<'_>,
    search: &ElementSearch,
    tab: &TabChoice,
) -> Result<(String, u32), Fault> {
    let destination = tabs::destination(context, tab).await?;
    let found = live_element::select(context, destination, search).await?;
    let node = found.resolved.element.node;
    Ok((node.document, node.node))
}

/// The answer to a search without lines, with a remark if elements match.
///
/// # Errors
/// Every fault of the extension.
pub async fn with_remark(
    context: RequestContext<'_>,
    answer: FindAnswer,
    search: &ElementSearch,
    tab: TabChoice,
) -> Result<FindAnswer, Fault> {
    let count = match search.is_point() {
        true => 1,
        false => {
            let destination = tabs::destination(context, &tab).await?;
            live_element::count(context, destination, search).await?
        }
    };
    let remark = match count {
        0 => return Ok(answer),
        1 => "it has no line in snapshots; use the selector itself or at=X,Y".to_owned(),
        _ => "they have no lines in snapshots; use the selector itself with nth, or at=X,Y"
            .to_owned(),
    };
    Ok(FindAnswer {
        count,
        tree: format!("...({remark})\n"),
        ..answer
    })
}
