//! `POST /explain`: why an element has its role, name and states. The extension's engine computes
//! the explanation; the server stores nothing of it.

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::extension::Destination;
use crate::api::request;
use crate::api::resolve_id;
use crate::api::tabs::{self, TabChoice};
use crate::audit::subject;
use crate::page_selector::PageSelector;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::explain::{ExplainAnswer, ExplainRequest, ExplainedUid, Explanation};
use axlens_protocol::wire::{self, ExplainParams, Method};
use std::sync::Arc;

/// The element to explain.
struct ExplainTarget {
    /// Where the query is sent.
    destination: Destination,
    params: ExplainParams,
    uid: Option<String>,
    frame: Vec<String>,
}

/// Answers a request.
///
/// # Errors
/// Those of ids, `bad_request` for a selector that tests the value of a field, `scope_not_found`
/// for one that matches nothing, and every fault of the extension.
pub async fn explain(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: ExplainRequest,
) -> Result<ExplainAnswer, Fault> {
    let limit = request::limit(request.timeout_ms)?;
    let session = request::session(agent, request.session.clone())?;
    let context = RequestContext::new(app, agent, &session, limit);
    let _turn = context.turn().await?;
    let ExplainTarget {
        destination,
        params,
        uid,
        frame,
    } = resolve(context, request).await?;
    let method = Method::Explain(params);
    let answer: wire::ExplainResult<Explanation> = context.query(destination, method).await?;
    let explained = answer.explanation;
    subject::note_tab(&answer.tab);
    let (role, name) = (&explained.role.value, &explained.name.value);
    subject::note_element(uid.clone(), role, name);
    let tab = app
        .sessions()
        .handles
        .get_or_reassign(destination.tab(answer.tab.id), &answer.tab.was);
    // The engine knows only the uid within the document.
    let in_page = uid.map(ExplainedUid::InPage);
    Ok(ExplainAnswer {
        description: explained.description,
        document: answer.document,
        frame,
        hosts: explained.hosts,
        in_tree: explained.in_tree,
        name: explained.name,
        role: explained.role,
        selector: explained.selector,
        states: explained.states,
        tab,
        tag: explained.tag,
        uid: in_page.or(explained.uid.map(ExplainedUid::InDocument)),
        value: explained.value,
        why: explained.why,
        world: answer.world,
    })
}

async fn resolve(
    context: RequestContext<'_>,
    request: ExplainRequest,
) -> Result<ExplainTarget, Fault> {
    let app = context.app;
    let choice = TabChoice {
        tab: request.tab,
        browser: request.browser,
    };
    match (request.uid.or(request.id), request.selector) {
        (Some(id), None) => {
            let session = context.session;
            let resolved = resolve_id::find(app, session, &id, request.snapshot, &choice)?;
            Ok(ExplainTarget {
                destination: resolved.browser_tab.into(),
                params: ExplainParams::Node(resolved.element.node),
                uid: resolved.element.uid,
                frame: resolved.element.frame,
            })
        }
        (None, Some(selector)) if !selector.trim().is_empty() => Ok(ExplainTarget {
            params: ExplainParams::Selector {
                selector: PageSelector::new(selector)?.into_string(),
            },
            destination: tabs::destination(context, &choice).await?,
            uid: None,
            frame: Vec::new(),
        }),
        _ => Err(Fault::bad_request("Give either `uid` or `selector`.")),
    }
}
