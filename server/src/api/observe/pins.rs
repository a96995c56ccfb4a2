//! `POST /pins`, and `POST /observe` for them: the elements that the user has pinned in a tab, with
//! uids that the session can use.

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::find::{self, search::Search};
use crate::api::request;
use crate::api::tabs::{self, TabChoice};
use crate::audit::subject;
use crate::sessions::handles::TabHandle;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::observe::pins::{Pin, PinsAnswer, PinsRequest};
use axlens_protocol::wire::{Method, PinnedNode, PinsResult};
use axlens_snapshot::criteria::Criteria;
use std::sync::Arc;

/// Its `what` in `/observe`, and its kind in the audit log.
pub const WHAT: &str = "pins";

/// Answers a request.
///
/// # Errors
/// `bad_request`, and every fault of the extension.
pub async fn pins(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: PinsRequest,
) -> Result<PinsAnswer, Fault> {
    if request.what.as_deref().is_some_and(|what| what != WHAT) {
        return Err(Fault::bad_request("`what` must be \"pins\"."));
    }
    let limit = request::limit(request.timeout_ms)?;
    let session = request::session(agent, request.session)?;
    let context = RequestContext::new(app, agent, &session, limit);
    let _turn = context.turn().await?;
    subject::note_kind(WHAT);
    let choice = TabChoice {
        tab: request.tab,
        browser: request.browser,
    };
    let destination = tabs::destination(context, &choice).await?;
    let result: PinsResult = context.query(destination, Method::Pins {}).await?;
    subject::note_tab(&result.tab);
    let tab = {
        let handles = &mut app.sessions().handles;
        handles.get_or_reassign(destination.tab(result.tab.id), &result.tab.was)
    };
    let mut pins = Vec::new();
    for pinned in result.pins {
        pins.push(pin(context, tab, pinned).await?);
    }
    Ok(PinsAnswer { pins, tab })
}

/// A pin with its element as it is now, which becomes part of the session's snapshots.
async fn pin(
    context: RequestContext<'_>,
    tab: TabHandle,
    PinnedNode {
        document,
        node,
        note,
    }: PinnedNode,
) -> Result<Pin, Fault> {
    let search = Search {
        criteria: Criteria {
            element: Some((document, node)),
            limit: 1,
            ..Criteria::default()
        },
        selector: None,
    };
    let choice = TabChoice {
        tab: Some(tab),
        browser: None,
    };
    let stored = find::take_snapshot(context, &search, choice).await?;
    let snapshot = &stored.presented.snapshot;
    let element = snapshot.found.matches.first().map(find::found_element);
    let line = match element {
        Some(_) => snapshot.text.to_string(),
        None => String::new(),
    };
    Ok(Pin {
        element,
        line,
        note,
    })
}
