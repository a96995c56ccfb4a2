//! `POST /locate`: box and selector of an element of a snapshot. The element is verified in the
//! live page: an element that was removed or has changed is a fault, never another element.

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::live_element::{self, ElementChoice, LiveElement};
use crate::api::request;
use crate::api::tabs::TabChoice;
use crate::audit::subject;
use crate::sessions::ids::ResolvedElement;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::locate::{CoveringElement, LocateAnswer, LocateRequest};
use axlens_protocol::model::CssPixels;
use axlens_protocol::wire::record_format;
use std::sync::Arc;

/// Answers a request.
///
/// # Errors
/// Those of ids, `stale_uid`, `changed_uid`, and every fault of the extension.
pub async fn locate(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: LocateRequest,
) -> Result<LocateAnswer, Fault> {
    let limit = request::limit(request.timeout_ms)?;
    let session = request::session(agent, request.session)?;
    let context = RequestContext::new(app, agent, &session, limit);
    let _turn = context.turn().await?;
    let choice = ElementChoice {
        uid: request.uid,
        id: request.id,
        snapshot: request.snapshot,
        tab: TabChoice {
            tab: request.tab,
            browser: request.browser,
        },
        seen: request.seen,
    };
    let element = live_element::resolve(context, choice)?;
    let live = live_element::verify(context, &element).await?;
    let resolved = &element.resolved;
    let (uid, node) = (resolved.element.uid.clone(), live.node());
    subject::note_element(uid, node.role.as_str(), &node.name);
    Ok(answer(resolved, &live))
}

fn answer(resolved: &ResolvedElement, live: &LiveElement) -> LocateAnswer {
    let node = live.node();
    let path = node.path.as_deref().cloned().unwrap_or_default();
    let answer = LocateAnswer {
        document: resolved.element.node.document.clone(),
        frame: resolved.element.frame.clone(),
        hosts: path.hosts,
        name: node.name.clone(),
        renamed: live.is_renamed(),
        rerendered: live.is_rerendered(),
        role: node.role,
        selector: path.selector,
        tab: resolved.tab,
        uid: resolved.element.uid.clone(),
        world: resolved.element.node.world,
        ..LocateAnswer::default()
    };
    match live.layout {
        Some(layout) => with_layout(answer, live, &layout),
        None => answer,
    }
}

/// Adds the measured layout.
fn with_layout(answer: LocateAnswer, live: &LiveElement, layout: &[f64; 6]) -> LocateAnswer {
    let place = record_format::place_from_numbers(*layout);
    LocateAnswer {
        rect: Some(place.rect.map(CssPixels::rounded)),
        covered: Some(place.covered),
        covered_by: Some(covering_element(live, place.covered_by)),
        has_size: Some(!place.empty),
        in_viewport: Some(place.in_viewport),
        transparent: Some(place.transparent),
        ..answer
    }
}

/// The element that covers it, if it is in the tree.
fn covering_element(live: &LiveElement, node: u32) -> Option<CoveringElement> {
    let covering = live.node_with_id(node)?;
    Some(CoveringElement {
        name: covering.name.clone(),
        role: covering.role,
        uid: covering.uid,
    })
}
