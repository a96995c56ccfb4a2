//! Facts that snapshots do not include: HTML, attributes, computed styles. A script in the document
//! reads them, and omits secrets.

use super::named::NamedElement;
use super::page;
use crate::api::context::RequestContext;
use crate::api::extension::Destination;
use axlens_protocol::agent::get::GetAnswer;
use axlens_protocol::wire::{
    InspectParams, InspectResult, InspectedProperty, Method, NodeHandle, page_pieces,
};
use axlens_protocol::{Code, Fault};

/// Answers with a fact about an element; HTML can also be the whole page.
///
/// # Errors
/// `bad_request` if the fact needs an element and the request names none; those of ids and
/// selectors, and every fault of the extension.
pub async fn answer(
    context: RequestContext<'_>,
    what: InspectedProperty,
    named: NamedElement,
) -> Result<GetAnswer, Fault> {
    let is_html = matches!(what, InspectedProperty::Html {});
    let (destination, handle) = target(context, named, is_html).await?;
    let is_attribute = matches!(what, InspectedProperty::Attribute { .. });
    let method = Method::Inspect(InspectParams {
        target: handle,
        what,
    });
    let result: InspectResult = context.query(destination, method).await?;
    let browser_tab = destination.tab(result.tab.id);
    Ok(GetAnswer {
        html: result.html,
        value: (is_attribute && !result.secret).then_some(result.value),
        styles: result.styles,
        secret: result.secret,
        truncated: result.truncated,
        tab: context.app.sessions().handles.get_or_assign(browser_tab),
        ..GetAnswer::default()
    })
}

/// The element to inspect: the one that the request names, or the body of the main document if the
/// fact can be about a page.
///
/// # Errors
/// As [`answer`].
pub async fn target(
    context: RequestContext<'_>,
    named: NamedElement,
    can_be_page: bool,
) -> Result<(Destination, NodeHandle), Fault> {
    if named.is_page() && can_be_page {
        return body(context, named).await;
    }
    let (element, live) = named.verify(context).await?;
    super::note(&element, live.node());
    let handle = NodeHandle {
        node: live.node().node,
        ..element.resolved.element.node
    };
    Ok((element.resolved.browser_tab.into(), handle))
}

/// The body of the main document.
async fn body(
    context: RequestContext<'_>,
    named: NamedElement,
) -> Result<(Destination, NodeHandle), Fault> {
    let (destination, mut read) = page::read_main(context, &named.choice.tab).await?;
    page_pieces::parse(&mut read.frames);
    let main = read.frames.into_iter().next();
    let main = main.ok_or_else(|| Fault::new(Code::NotApplicable, "The page is empty."))?;
    if let Some(fault) = main.fault {
        return Err(fault);
    }
    let handle = NodeHandle {
        document: main.document,
        world: main.tree.map(|tree| tree.world).unwrap_or_default(),
        node: 0,
    };
    Ok((destination.tab(read.tab.id).into(), handle))
}
