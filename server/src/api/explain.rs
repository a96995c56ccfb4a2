//! `POST /explain`: why an element has its role, name and states. The extension's engine says it;
//! nothing is remembered.

use crate::agents::Agent;
use crate::api::extension::{self, Target};
use crate::api::request;
use crate::api::resolve_id;
use crate::api::tabs::{self, TabChoice};
use crate::api::turn::turn;
use crate::audit::subject;
use crate::page_selector::PageSelector;
use crate::sessions::key::SessionKey;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::explain::{ExplainAnswer, ExplainRequest, ExplainedUid, Explanation};
use axlens_protocol::wire::{self, ExplainParams, Method};
use std::sync::Arc;
use std::time::Duration;

/// What is to be explained, and where.
struct Subject {
    target: Target,
    params: ExplainParams,
    uid: Option<String>,
    frame: Vec<String>,
}

/// Answers a request.
///
/// # Errors
/// Those of ids, `bad_request` for a selector that asks what a field holds, `scope_not_found` for
/// one that names nothing, and every fault of the extension.
pub async fn explain(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: ExplainRequest,
) -> Result<ExplainAnswer, Fault> {
    let limit = request::limit(request.timeout_ms)?;
    let session = request::session(agent, request.session.clone())?;
    let (_turn, limit) = turn(app, agent, limit).await?;
    let asked = subject_of(app, (agent, &session), request, limit).await?;
    let target = asked.target;
    let method = Method::Explain(asked.params);
    let answer: wire::ExplainResult<Explanation> =
        extension::ask(app, agent, method, target, limit).await?;
    let explained = answer.explanation;
    subject::note_tab(&answer.tab);
    let (role, name) = (&explained.role.value, &explained.name.value);
    subject::note_element(asked.uid.clone(), role, name);
    let tab = app
        .sessions()
        .handles
        .of_tab(target.tab(answer.tab.id), &answer.tab.was);
    // The engine knows the number in its own document alone.
    let in_page = asked.uid.map(ExplainedUid::InPage);
    Ok(ExplainAnswer {
        description: explained.description,
        document: answer.document,
        frame: asked.frame,
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

async fn subject_of(
    app: &Arc<App>,
    (agent, session): (&Arc<Agent>, &SessionKey),
    request: ExplainRequest,
    limit: Duration,
) -> Result<Subject, Fault> {
    let choice = TabChoice {
        tab: request.tab,
        browser: request.browser,
    };
    match (request.uid.or(request.id), request.selector) {
        (Some(id), None) => {
            let resolved = resolve_id::find(app, session, &id, request.snapshot, &choice)?;
            Ok(Subject {
                target: resolved.chrome.into(),
                params: ExplainParams::Node(resolved.element.node),
                uid: resolved.element.uid,
                frame: resolved.element.frame,
            })
        }
        (None, Some(selector)) if !selector.trim().is_empty() => Ok(Subject {
            params: ExplainParams::Selector {
                selector: PageSelector::new(selector)?.into_string(),
            },
            target: tabs::target(app, agent, &choice, limit).await?,
            uid: None,
            frame: Vec::new(),
        }),
        _ => Err(Fault::bad_request("Give either `uid` or `selector`.")),
    }
}
