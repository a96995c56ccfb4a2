//! Reads between the actions of a request: their checks, their tab, and their answers. A read has
//! the session and the turn of the request.

use crate::api::context::RequestContext;
use crate::api::observe::{self, SnapshotRequest};
use crate::api::request;
use crate::api::wait::{self, OldMatches};
use crate::api::{find, get};
use crate::sessions::handles::TabHandle;
use crate::sessions::ids::is_id_not_selector;
use axlens_protocol::Fault;
use axlens_protocol::agent::interact::{InteractRequest, ReadAnswer, ReadStep, Step};
use axlens_protocol::agent::observe::{ObserveRequest, ScopeChoice};
use axlens_protocol::agent::wait::{WaitFor, WaitRequest};
use std::time::Duration;
use tokio::time::Instant;

/// Checks a read before the first action is executed.
///
/// # Errors
/// `bad_request`.
pub fn check(context: RequestContext<'_>, read: &ReadStep) -> Result<(), Fault> {
    request::limit(read.timeout_ms())?;
    match read {
        ReadStep::Find(request) => find::check(request).map(drop),
        ReadStep::Get(request) => get::check(request),
        ReadStep::Wait(request)
            if request.event == WaitFor::Time && request.timeout_ms.is_none() =>
        {
            Err(Fault::bad_request(
                "`time` between actions needs a `timeoutMs`.",
            ))
        }
        ReadStep::Wait(request) => wait::check(request),
        ReadStep::Observe(request) => {
            SnapshotRequest::new(context.agent, request.clone()).map(drop)
        }
    }
}

/// The time of a request: its own timeout, and those of its reads.
///
/// # Errors
/// `bad_request` for an invalid timeout.
pub fn limit(request: &InteractRequest) -> Result<Duration, Fault> {
    let mut limit = request::limit(request.observe.timeout_ms)?;
    for step in &request.actions {
        if let Step::Read(read) = step
            && let Some(own) = read.timeout_ms()
        {
            limit += request::limit(Some(own))?;
        }
    }
    Ok(limit.min(request::MAX_LIMIT))
}

/// The matches of a wait for new elements before the first step; `None` for other reads.
pub async fn old_matches(
    context: RequestContext<'_>,
    request: &InteractRequest,
    read: &ReadStep,
) -> Option<OldMatches> {
    let ReadStep::Wait(wait) = read else {
        return None;
    };
    if !wait.new {
        return None;
    }
    let wait = WaitRequest {
        tab: wait.tab.or(request.observe.tab),
        browser: request.observe.browser.clone(),
        ..wait.clone()
    };
    // The first step may open the page. Then every match is new.
    Some(wait::old_matches(context, &wait).await.unwrap_or_default())
}

/// Executes a read. Returns also its tab. `last_tab` is the tab of the previous step.
///
/// # Errors
/// Those of its endpoint.
pub async fn read(
    context: RequestContext<'_>,
    request: &InteractRequest,
    (read, old): (&ReadStep, Option<OldMatches>),
    last_tab: Option<TabHandle>,
) -> Result<(ReadAnswer, Option<TabHandle>), Fault> {
    let context = with_own_limit(context, read.timeout_ms())?;
    let named_tab = request.observe.tab;
    let default_tab = match names_element(read) {
        // The element determines the tab.
        true => named_tab,
        false => named_tab.or(last_tab),
    };
    let browser = match default_tab == named_tab {
        true => request.observe.browser.clone(),
        false => None,
    };
    Ok(match read.clone() {
        ReadStep::Find(mut fields) => {
            (fields.tab, fields.browser) = (fields.tab.or(default_tab), browser);
            let answer = find::in_turn(context, fields).await?;
            let tab = answer.tab;
            (ReadAnswer::Find(answer), Some(tab))
        }
        ReadStep::Get(mut fields) => {
            (fields.tab, fields.browser) = (fields.tab.or(default_tab), browser);
            let answer = get::in_turn(context, fields).await?;
            let tab = answer.tab;
            (ReadAnswer::Get(answer), Some(tab))
        }
        ReadStep::Wait(mut fields) => {
            (fields.tab, fields.browser) = (fields.tab.or(default_tab), browser);
            let answer = wait::in_turn(context, &fields, old).await?;
            let tab = answer.tab;
            (ReadAnswer::Wait(answer), tab)
        }
        ReadStep::Observe(fields) => {
            let fields = ObserveRequest {
                tab: fields.tab.or(default_tab),
                browser,
                session: Some(context.session.name.to_string()),
                ..fields
            };
            let (app, agent) = (context.app, context.agent);
            let answer = observe::in_turn(app, agent, fields, context.remaining()).await?;
            let tab = answer.tab;
            (ReadAnswer::Observe(answer), Some(tab))
        }
    })
}

/// The context of a read with a timeout of its own.
fn with_own_limit(
    context: RequestContext<'_>,
    timeout_ms: Option<u64>,
) -> Result<RequestContext<'_>, Fault> {
    let Some(timeout_ms) = timeout_ms else {
        return Ok(context);
    };
    let own = Instant::now() + request::limit(Some(timeout_ms))?;
    Ok(RequestContext {
        deadline: context.deadline.min(own),
        ..context
    })
}

/// Whether a read names an element of a snapshot.
fn names_element(read: &ReadStep) -> bool {
    match read {
        ReadStep::Find(request) => request.within.is_some(),
        ReadStep::Get(request) => {
            request.uid.is_some() || request.id.is_some() || request.reference.is_some()
        }
        ReadStep::Wait(request) => request.uid.is_some() || request.within.is_some(),
        ReadStep::Observe(request) => match &request.scope {
            Some(ScopeChoice::Text(text)) => is_id_not_selector(text),
            Some(_) => true,
            None => false,
        },
    }
}
