//! What is only visible: shapes, colours, icons, and texts that look different. A script in the
//! document lists the facts; this module names them.

mod color;
mod color_word;
mod lines;
mod look;
mod shapes;
mod sizes;
mod texts;

use super::inspected;
use super::named::NamedElement;
use crate::api::context::RequestContext;
use crate::sessions::handles::TabHandle;
use axlens_protocol::Fault;
use axlens_protocol::agent::get::GetAnswer;
use axlens_protocol::wire::{
    DocumentHandle, InspectParams, InspectResult, InspectedProperty, Method, NodeHandle,
};
use axlens_snapshot::Role;
use lines::{KnownUids, LineContext, VisualLines, lines};

/// Answers with what is only visible in an element, or in the viewport of the main document.
///
/// # Errors
/// Those of ids and selectors, and every fault of the extension.
pub async fn answer(context: RequestContext<'_>, named: NamedElement) -> Result<GetAnswer, Fault> {
    let (destination, target) = inspected::target(context, named, true).await?;
    let method = Method::Inspect(InspectParams {
        target: target.clone(),
        what: InspectedProperty::Visual {},
    });
    let result: InspectResult = context.query(destination, method).await?;
    let browser_tab = destination.tab(result.tab.id);
    let tab = context.app.sessions().handles.get_or_assign(browser_tab);
    let known = known_uids(context, tab, &target);
    let line_context = LineContext {
        known: &known,
        position: result.position,
        element: (target.node != 0).then_some(target.node),
    };
    let visual = result.visual.map(|facts| lines(&facts, &line_context));
    let (text, is_cut) = match visual {
        Some(VisualLines { text, is_cut }) => (Some(text), is_cut),
        None => (None, false),
    };
    Ok(GetAnswer {
        visual: text,
        truncated: is_cut,
        secret: result.secret,
        tab,
        ..GetAnswer::default()
    })
}

/// The elements of the document that the session's snapshots have.
fn known_uids(context: RequestContext<'_>, tab: TabHandle, target: &NodeHandle) -> KnownUids {
    let document = DocumentHandle {
        document: target.document.clone(),
        world: target.world,
    };
    let mut sessions = context.app.sessions();
    let Some(session) = sessions.get(context.session) else {
        return KnownUids::new();
    };
    let known = session.uids_in(tab, &document).into_iter();
    known
        .map(|(uid, element)| {
            let role = Role::ALL.get(usize::from(element.appearance.role));
            let role = role.map_or("element", |role| role.as_str());
            (element.node, (uid, role))
        })
        .collect()
}
