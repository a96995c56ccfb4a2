//! Facts that no tree holds: HTML, attributes, computed styles. A script in the document answers
//! them, without what is secret.

use super::named::NamedElement;
use super::page::PageReader;
use crate::api::extension;
use crate::api::extension::Target;
use axlens_protocol::agent::get::GetAnswer;
use axlens_protocol::wire::{
    InspectParams, InspectResult, Inspected, Method, NodeHandle, page_pieces,
};
use axlens_protocol::{Code, Fault};

/// Answers a fact of an element; HTML also of the page.
///
/// # Errors
/// `bad_request` where it needs an element and none is named; those of ids and selectors, and every
/// fault of the extension.
pub async fn answer(
    page: &PageReader<'_>,
    what: Inspected,
    named: NamedElement,
) -> Result<GetAnswer, Fault> {
    let is_html = matches!(what, Inspected::Html {});
    let (target, handle) = match named.is_page() {
        true if is_html => body(page, named).await?,
        _ => {
            let (shown, live) = named.look(page).await?;
            super::note(&shown, live.node());
            let handle = NodeHandle {
                node: live.node().node,
                ..shown.resolved.element.node
            };
            (shown.resolved.chrome.into(), handle)
        }
    };
    let is_attribute = matches!(what, Inspected::Attribute { .. });
    let method = Method::Inspect(InspectParams {
        target: handle,
        what,
    });
    let (app, agent, limit) = (
        page.context.app,
        page.context.agent,
        page.context.remaining(),
    );
    let found: InspectResult = extension::ask(app, agent, method, target, limit).await?;
    let secret_value = is_attribute && found.secret;
    Ok(GetAnswer {
        html: found.html,
        value: (is_attribute && !secret_value).then_some(found.value),
        styles: found.styles,
        secret: found.secret,
        truncated: found.truncated,
        tab: app.sessions().handles.of(target.tab(found.tab.id)),
        ..GetAnswer::default()
    })
}

/// The body of the main document.
async fn body(page: &PageReader<'_>, named: NamedElement) -> Result<(Target, NodeHandle), Fault> {
    let (target, mut read) = page.main(&named.choice.tab).await?;
    page_pieces::read(&mut read.frames);
    let main = read.frames.into_iter().next();
    let main = main.ok_or_else(|| Fault::new(Code::NotApplicable, "The page holds nothing."))?;
    if let Some(fault) = main.fault {
        return Err(fault);
    }
    let handle = NodeHandle {
        document: main.document,
        world: main.tree.map(|tree| tree.world).unwrap_or_default(),
        node: 0,
    };
    Ok((target.tab(read.tab.id).into(), handle))
}
