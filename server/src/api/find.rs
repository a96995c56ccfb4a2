//! `POST /find`: elements by what they are called and what they say. A snapshot of what matches:
//! their uids count as shown.

pub mod sought;

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::observe::{self, Looked, Remembered, Request};
use crate::api::request;
use crate::api::resolve_id;
use crate::api::tabs::TabChoice;
use crate::api::turn::turn;
use crate::sessions::key::SessionKey;
use crate::sessions::scope::Scope;
use crate::state::App;
use axlens_protocol::agent::find::{FindAnswer, FindRequest, FoundElement};
use axlens_protocol::model::ElementId;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::criteria::{Criteria, Match};
use axlens_snapshot::options::{Format, Options};
use axlens_snapshot::uid::Uid;
use sought::Search;
use std::sync::Arc;
use std::time::Duration;

/// Matches in an answer, where the request does not say.
const MATCHES: usize = 20;

/// Most matches in an answer.
const MAX_MATCHES: usize = 100;

/// Answers a request.
///
/// # Errors
/// `bad_request` where nothing is looked for; those of ids, `stale_uid` for a `within` that is
/// gone, and every fault of a snapshot.
pub async fn find(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: FindRequest,
) -> Result<FindAnswer, Fault> {
    let limit = request::limit(request.timeout_ms)?;
    let session = request::session(agent, request.session.clone())?;
    let matches = request.limit.unwrap_or(MATCHES);
    if !(1..=MAX_MATCHES).contains(&matches) {
        let message = format!("`limit` must be from 1 to {MAX_MATCHES}.");
        return Err(Fault::bad_request(message));
    }
    let search = Search::new(&request.criteria, matches)?;
    let (_turn, left) = turn(app, agent, limit).await?;
    let tab = TabChoice {
        tab: request.tab,
        browser: request.browser,
    };
    let within = request.within;
    let (search, tab) = inside(app, &session, (search, within.as_ref()), tab)?;
    let found = shown(app, (agent, &session), &search, tab, left).await?;
    if found.presented.snapshot.found.is_within_missing {
        return Err(within.map_or_else(nothing_there, |id| resolve_id::removed(&id)));
    }
    Ok(answer(&found))
}

/// The search, inside the element that is named.
fn inside(
    app: &App,
    session: &SessionKey,
    (mut search, within): (Search, Option<&ElementId>),
    tab: TabChoice,
) -> Result<(Search, TabChoice), Fault> {
    let Some(id) = within else {
        return Ok((search, tab));
    };
    let resolved = resolve_id::find(app, session, id, None, &tab)?;
    let uid = resolved.element.uid.as_deref().map(str::parse::<Uid>);
    let Some(Ok(uid)) = uid else {
        let message = format!("{} has no uid: `within` takes one that has.", id.0);
        return Err(Fault::bad_request(message));
    };
    search.criteria.within = Some(uid);
    let tab = TabChoice {
        tab: Some(resolved.tab),
        browser: None,
    };
    Ok((search, tab))
}

/// Takes and remembers the snapshot of what matches.
///
/// # Errors
/// Every fault of a snapshot.
pub async fn shown(
    app: &Arc<App>,
    (agent, session): (&Arc<Agent>, &SessionKey),
    search: &Search,
    tab: TabChoice,
    limit: Duration,
) -> Result<Remembered, Fault> {
    let taken = observe::take(app, search.request((agent, session), tab.clone(), limit)).await;
    match taken {
        // A selector that names nothing finds nothing: there is a page all the same.
        Err(fault) if fault.code == Code::ScopeNotFound => {
            let nothing = search.for_nothing();
            observe::take(app, nothing.request((agent, session), tab, limit)).await
        }
        taken => taken,
    }
}

/// Reads a page for a search, and stores nothing of it for the session. A selector that matches
/// nothing is no fault.
///
/// # Errors
/// Every fault of a snapshot.
pub async fn read_page(
    context: RequestContext<'_>,
    search: &Search,
    tab: TabChoice,
) -> Result<Looked, Fault> {
    let reader = (context.agent, context.session);
    let request = search.request(reader, tab.clone(), context.remaining());
    match observe::look(context.app, request).await {
        Err(fault) if fault.code == Code::ScopeNotFound => {
            let nothing = search.for_nothing();
            let request = nothing.request(reader, tab, context.remaining());
            observe::look(context.app, request).await
        }
        page => page,
    }
}

impl Search {
    /// The request that reads the page for it.
    pub fn request(
        &self,
        (agent, session): (&Arc<Agent>, &SessionKey),
        choice: TabChoice,
        limit: Duration,
    ) -> Request {
        let options = Options {
            format: Format::Lean,
            criteria: Some(self.criteria.clone()),
            ..Options::default()
        };
        let selector = self.selector.clone();
        Request {
            choice,
            scope: selector.map_or(Scope::Page, Scope::Selector),
            limit,
            ..Request::of((agent, session), 0, options)
        }
    }

    /// The element with a uid.
    pub fn for_uid(uid: Uid) -> Search {
        Search {
            criteria: Criteria {
                is: Some(uid),
                limit: 1,
                ..Criteria::default()
            },
            selector: None,
        }
    }

    /// The page, with nothing to look for on it.
    pub fn page() -> Search {
        Search {
            criteria: Criteria::default(),
            selector: None,
        }
    }

    /// The same page, and no element of it.
    pub fn for_nothing(&self) -> Search {
        Search {
            criteria: Criteria {
                named_by_scope: true,
                limit: self.criteria.limit,
                ..Criteria::default()
            },
            selector: None,
        }
    }
}

fn nothing_there() -> Fault {
    Fault::new(
        Code::StaleUid,
        "The element to look in is gone from the page.",
    )
}

fn answer(found: &Remembered) -> FindAnswer {
    let snapshot = &found.presented.snapshot;
    FindAnswer {
        count: snapshot.found.count,
        matches: snapshot.found.matches.iter().map(element).collect(),
        page_title: snapshot.title.clone(),
        snapshot: found.number,
        tab: found.presented.tab,
        tree: snapshot.text.to_string(),
        url: snapshot.url.clone(),
    }
}

/// A match, as it is answered.
pub fn element(found: &Match) -> FoundElement {
    FoundElement {
        disabled: found.disabled,
        name: found.name.clone(),
        role: found.role,
        uid: found.uid.as_ref().map(Uid::to_text),
    }
}
