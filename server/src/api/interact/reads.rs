//! Reads between the actions of a request: their checks, their tab, and their answers. A read has
//! the session and the turn of the request.

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::interact::ask_user;
use crate::api::observe::{self, SnapshotRequest, tab_list};
use crate::api::request;
use crate::api::wait::{self, OldMatches};
use crate::api::{find, get, screenshot};
use crate::sessions::handles::TabHandle;
use crate::sessions::ids::is_id_not_selector;
use axlens_protocol::Fault;
use axlens_protocol::agent::interact::{ControlStep, InteractRequest, ReadAnswer, ReadStep, Step};
use axlens_protocol::agent::observe::ScopeChoice;
use axlens_protocol::agent::wait::{WaitFor, WaitRequest};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// Checks a read before the first action is executed.
///
/// # Errors
/// `bad_request`.
pub fn check(agent: &Arc<Agent>, read: &ReadStep) -> Result<(), Fault> {
    own_limit(read)?;
    if read.has_place() {
        let message = format!(
            "`{}` takes no `session` and no `browser`: the request has one for all its steps.",
            read.as_str()
        );
        return Err(Fault::bad_request(message));
    }
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
        ReadStep::Screenshot(request) => screenshot::check(request).map(drop),
        ReadStep::Network(request) => tab_list::check(request),
        ReadStep::Errors(request) => tab_list::check(request),
        ReadStep::Downloads(request) => tab_list::check(request),
        ReadStep::AskUser(request) => ask_user::check(request),
        ReadStep::Observe(request) => SnapshotRequest::new(agent, request.clone()).map(drop),
    }
}

/// The time of a request: its own timeout, those of its reads, and how long its actions hold the
/// pointer. A request with rounds has all the time that there is, unless it has its own timeout.
///
/// # Errors
/// `bad_request` for an invalid timeout.
pub fn limit(request: &InteractRequest) -> Result<Duration, Fault> {
    let own = request.observe.timeout_ms;
    let limit = request::limit(own)? + time_of(&request.actions)?;
    let is_long = own.is_none() && has_rounds(&request.actions);
    Ok(match is_long {
        true => request::MAX_LIMIT,
        false => limit.min(request::MAX_LIMIT),
    })
}

/// The time that steps need besides that of the request.
fn time_of(steps: &[Step]) -> Result<Duration, Fault> {
    let mut time = Duration::ZERO;
    for step in steps {
        time += match step {
            Step::Read(read) => own_limit(read)?.unwrap_or_default(),
            Step::Action(act) => act.action.hold(),
            Step::Control(control) => {
                let inner = control.lists().into_iter().map(time_of);
                let own = control.wait().and_then(|wait| wait.timeout_ms);
                let own = own.map(|own| request::limit(Some(own))).transpose()?;
                inner.sum::<Result<Duration, Fault>>()? + own.unwrap_or_default()
            }
        };
    }
    Ok(time)
}

fn has_rounds(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Control(control) => {
            let inner = || control.lists().into_iter().any(has_rounds);
            let is_loop = matches!(**control, ControlStep::For(_) | ControlStep::Collect(_));
            is_loop || inner()
        }
        Step::Action(_) | Step::Read(_) => false,
    })
}

/// The tab and the browser of a read that names none.
fn default_place(
    request: &InteractRequest,
    read: &ReadStep,
    last_tab: Option<TabHandle>,
) -> (Option<TabHandle>, Option<String>) {
    let named_tab = request.observe.tab;
    let tab = match names_element(read) {
        // The element determines the tab.
        true => named_tab,
        false => named_tab.or(last_tab),
    };
    let browser = request.observe.browser.clone();
    (tab, browser.filter(|_| tab == named_tab))
}

/// The time that a read needs besides that of the request.
fn own_limit(read: &ReadStep) -> Result<Option<Duration>, Fault> {
    match read {
        ReadStep::Screenshot(request) if request.full => screenshot::limit(request).map(Some),
        ReadStep::Screenshot(_)
        | ReadStep::Find(_)
        | ReadStep::Get(_)
        | ReadStep::Wait(_)
        | ReadStep::Observe(_)
        | ReadStep::Network(_)
        | ReadStep::Errors(_)
        | ReadStep::Downloads(_)
        | ReadStep::AskUser(_) => {
            let own = read.timeout_ms();
            own.map(|own| request::limit(Some(own))).transpose()
        }
    }
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

/// Executes a read. Returns also its tab. `last_tab` is the tab of the previous step. Long because
/// each kind of read has types of its own.
///
/// # Errors
/// Those of its endpoint.
pub async fn read(
    context: RequestContext<'_>,
    request: &InteractRequest,
    (read, old): (&ReadStep, Option<OldMatches>),
    last_tab: Option<TabHandle>,
) -> Result<(ReadAnswer, Option<TabHandle>), Fault> {
    let context = match own_limit(read)? {
        Some(own) => RequestContext {
            deadline: context.deadline.min(Instant::now() + own),
            ..context
        },
        None => context,
    };
    let (default_tab, browser) = default_place(request, read, last_tab);
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
        ReadStep::Observe(mut fields) => {
            (fields.tab, fields.browser) = (fields.tab.or(default_tab), browser);
            fields.session = Some(context.session.name.to_string());
            let (app, agent) = (context.app, context.agent);
            let answer = observe::in_turn(app, agent, fields, context.remaining()).await?;
            let tab = answer.tab;
            (ReadAnswer::Observe(answer), Some(tab))
        }
        ReadStep::Screenshot(mut fields) => {
            (fields.tab, fields.browser) = (fields.tab.or(default_tab), browser);
            let answer = screenshot::in_turn(context, fields).await?;
            let tab = answer.tab;
            (ReadAnswer::Screenshot(Box::new(answer)), Some(tab))
        }
        ReadStep::Network(mut fields) => {
            (fields.tab, fields.browser) = (fields.tab.or(default_tab), browser);
            let answer = tab_list::in_turn(context, &fields).await?;
            let tab = answer.tab;
            (ReadAnswer::Network(answer), Some(tab))
        }
        ReadStep::Errors(mut fields) => {
            (fields.tab, fields.browser) = (fields.tab.or(default_tab), browser);
            let answer = tab_list::in_turn(context, &fields).await?;
            let tab = answer.tab;
            (ReadAnswer::Errors(answer), Some(tab))
        }
        ReadStep::Downloads(mut fields) => {
            (fields.tab, fields.browser) = (fields.tab.or(default_tab), browser);
            let answer = tab_list::in_turn(context, &fields).await?;
            let tab = answer.tab;
            (ReadAnswer::Downloads(answer), Some(tab))
        }
        ReadStep::AskUser(_) if request.dry_run => {
            let message = "`ask_user` is no part of a dry run: leave it out.";
            return Err(Fault::bad_request(message));
        }
        ReadStep::AskUser(mut fields) => {
            (fields.tab, fields.browser) = (fields.tab.or(default_tab), browser);
            let answer = ask_user::ask(context, fields).await?;
            let tab = answer.tab;
            (ReadAnswer::AskUser(answer), Some(tab))
        }
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
        ReadStep::Screenshot(request) => request.uid.is_some() || request.id.is_some(),
        ReadStep::Observe(request) => match &request.scope {
            Some(ScopeChoice::Text(text)) => is_id_not_selector(text),
            Some(_) => true,
            None => false,
        },
        ReadStep::AskUser(request) => match &request.until {
            Some(until) => until.uid.is_some() || until.within.is_some(),
            None => false,
        },
        ReadStep::Network(_) | ReadStep::Errors(_) | ReadStep::Downloads(_) => false,
    }
}
