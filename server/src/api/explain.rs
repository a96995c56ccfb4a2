//! `POST /explain`: why an element has its role, name and states. The extension's engine says it;
//! nothing is remembered.

use crate::api::extension;
use crate::api::request;
use crate::api::resolve_id;
use crate::api::tabs;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::explain::{ExplainAnswer, ExplainRequest, ExplainedUid, Explanation};
use axlens_protocol::wire::{self, ExplainParams, Method};
use std::sync::Arc;

/// What is to be explained, and where.
struct Target {
    chrome: Option<i64>,
    params: ExplainParams,
    uid: Option<String>,
    frame: Vec<String>,
}

/// Answers a request.
///
/// # Errors
/// Those of ids, `scope_not_found` for a selector that names nothing, and every fault of the
/// extension.
pub async fn explain(app: &Arc<App>, request: ExplainRequest) -> Result<ExplainAnswer, Fault> {
    let limit = request::limit(request.timeout_ms)?;
    let target = target(app, request).await?;
    let method = Method::Explain(target.params);
    let answer: wire::ExplainAnswer<Explanation> =
        extension::ask(app, method, target.chrome, limit).await?;
    let explained = answer.explanation;
    let tab = app
        .sessions()
        .handles
        .of_tab(answer.tab.id, &answer.tab.was);
    // The engine knows the number in its own document alone.
    let in_page = target.uid.map(ExplainedUid::InPage);
    Ok(ExplainAnswer {
        description: explained.description,
        document: answer.document,
        frame: target.frame,
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

async fn target(app: &Arc<App>, request: ExplainRequest) -> Result<Target, Fault> {
    let session = request::session(request.session)?;
    match (request.uid.or(request.id), request.selector) {
        (Some(id), None) => {
            let resolved = resolve_id::find(app, &session, &id, request.snapshot, request.tab)?;
            Ok(Target {
                chrome: Some(resolved.chrome),
                params: ExplainParams::Node(resolved.element.node),
                uid: resolved.element.uid,
                frame: resolved.element.frame,
            })
        }
        (None, Some(selector)) if !selector.trim().is_empty() => {
            let limit = request::limit(request.timeout_ms)?;
            Ok(Target {
                chrome: tabs::chrome_id(app, request.tab, limit).await?,
                params: ExplainParams::Selector { selector },
                uid: None,
                frame: Vec::new(),
            })
        }
        _ => Err(Fault::bad_request("Give either `uid` or `selector`.")),
    }
}
