//! `POST /find`: elements by name and text. The answer is a snapshot of the matches, whose uids the
//! session can use.

pub mod search;
mod unlisted;

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::live_element::ElementSearch;
use crate::api::observe::{self, ReadPage, SnapshotRequest, StoredSnapshot};
use crate::api::request;
use crate::api::resolve_id;
use crate::api::tabs::TabChoice;
use crate::sessions::ids::ResolvedElement;
use crate::sessions::scope::Scope;
use crate::state::App;
use axlens_protocol::agent::find::{FindAnswer, FindRequest, FoundElement};
use axlens_protocol::model::ElementId;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::criteria::{Criteria, Match};
use axlens_snapshot::options::{Format, Options};
use axlens_snapshot::uid::Uid;
use search::Search;
use std::sync::Arc;

/// Default maximum number of matches in an answer.
const DEFAULT_MATCHES: usize = 20;

/// Maximum number of matches in an answer.
const MAX_MATCHES: usize = 100;

/// Answers a request.
///
/// # Errors
/// `bad_request` for an invalid search; those of ids, `stale_uid` for a `within` that was removed,
/// and every fault of a snapshot.
pub async fn find(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: FindRequest,
) -> Result<FindAnswer, Fault> {
    let limit = request::limit(request.timeout_ms)?;
    let session = request::session(agent, request.session.clone())?;
    check(&request)?;
    let context = RequestContext::new(app, agent, &session, limit);
    let _turn = context.turn().await?;
    in_turn(context, request).await
}

/// Checks a request, and returns its search, and that of its selector if it has only one.
///
/// # Errors
/// `bad_request`.
pub fn check(request: &FindRequest) -> Result<(Search, Option<ElementSearch>), Fault> {
    let matches = request.limit.unwrap_or(DEFAULT_MATCHES);
    if !(1..=MAX_MATCHES).contains(&matches) {
        let message = format!("`limit` must be from 1 to {MAX_MATCHES}.");
        return Err(Fault::bad_request(message));
    }
    let selected = unlisted::element_search(&request.criteria, request.within.as_ref())?;
    let search = match &selected {
        Some(selected) if selected.is_point() => Search::with_limit(matches),
        _ => Search::new(&request.criteria, matches)?,
    };
    Ok((search, selected))
}

/// Answers a request of an agent that has its turn, in the session of the context.
///
/// # Errors
/// Those of [`find`].
pub async fn in_turn(
    context: RequestContext<'_>,
    request: FindRequest,
) -> Result<FindAnswer, Fault> {
    let (mut search, selected) = check(&request)?;
    let tab = TabChoice {
        tab: request.tab,
        browser: request.browser,
    };
    if let Some(at_point) = selected.as_ref().filter(|selected| selected.is_point()) {
        search.criteria.element = Some(unlisted::element_at(context, at_point, &tab).await?);
    }
    let (search, tab) = match &request.within {
        Some(id) => search_within(context, search, id, &tab)?,
        None => (search, tab),
    };
    let stored = take_snapshot(context, &search, tab.clone()).await?;
    if stored.presented.snapshot.found.is_within_missing {
        return Err(request
            .within
            .map_or_else(removed_root, |id| resolve_id::element_removed(&id)));
    }
    let answer = answer(&stored);
    match selected {
        Some(selected) if answer.count == 0 => {
            unlisted::with_remark(context, answer, &selected, tab).await
        }
        _ => Ok(answer),
    }
}

/// The search inside an element, and the element's tab.
fn search_within(
    context: RequestContext<'_>,
    mut search: Search,
    id: &ElementId,
    tab: &TabChoice,
) -> Result<(Search, TabChoice), Fault> {
    let resolved = resolve_id::find(context.app, context.session, id, None, tab)?;
    search.criteria.within = Some(uid_for_within(id, &resolved)?);
    let tab = TabChoice {
        tab: Some(resolved.tab),
        browser: None,
    };
    Ok((search, tab))
}

/// The uid of the element to search in.
///
/// # Errors
/// `bad_request` if it has none.
pub fn uid_for_within(id: &ElementId, resolved: &ResolvedElement) -> Result<Uid, Fault> {
    let uid = resolved.element.uid.as_deref().map(str::parse::<Uid>);
    match uid {
        Some(Ok(uid)) => Ok(uid),
        Some(Err(_)) | None => {
            let message = format!("The element {} has no uid, which `within` requires.", id.0);
            Err(Fault::bad_request(message))
        }
    }
}

/// Takes a snapshot of the matches, and stores its ids for the session.
///
/// # Errors
/// Every fault of a snapshot.
pub async fn take_snapshot(
    context: RequestContext<'_>,
    search: &Search,
    tab: TabChoice,
) -> Result<StoredSnapshot, Fault> {
    let request = search.request(context, tab.clone());
    match observe::take_snapshot(context.app, request).await {
        // A selector without a match is no fault: the answer is an empty snapshot of the page.
        Err(fault) if fault.code == Code::ScopeNotFound => {
            let request = search.for_nothing().request(context, tab);
            observe::take_snapshot(context.app, request).await
        }
        result => result,
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
) -> Result<ReadPage, Fault> {
    let request = search.request(context, tab.clone());
    match observe::read_page(context.app, request).await {
        Err(fault) if fault.code == Code::ScopeNotFound => {
            let request = search.for_nothing().request(context, tab);
            observe::read_page(context.app, request).await
        }
        page => page,
    }
}

impl Search {
    /// The request for a snapshot of the matches.
    pub fn request(&self, context: RequestContext<'_>, choice: TabChoice) -> SnapshotRequest {
        let options = Options {
            format: Format::Lean,
            criteria: Some(self.criteria.clone()),
            ..Options::default()
        };
        let selector = self.selector.clone();
        SnapshotRequest {
            choice,
            scope: selector.map_or(Scope::Page, Scope::Selector),
            ..SnapshotRequest::of_tab(context, 0, options)
        }
    }

    /// A search for the element with a uid.
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

    /// A search for an element that is not known yet.
    fn with_limit(limit: usize) -> Search {
        Search {
            criteria: Criteria {
                limit,
                ..Criteria::default()
            },
            selector: None,
        }
    }

    /// A search that reads the page and has no criteria.
    pub fn page() -> Search {
        Search {
            criteria: Criteria::default(),
            selector: None,
        }
    }

    /// A search that matches no element of the page.
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

fn removed_root() -> Fault {
    Fault::new(
        Code::StaleUid,
        "The element to search in is no longer in the page.",
    )
}

fn answer(stored: &StoredSnapshot) -> FindAnswer {
    let snapshot = &stored.presented.snapshot;
    FindAnswer {
        count: snapshot.found.count,
        matches: snapshot.found.matches.iter().map(found_element).collect(),
        page_title: snapshot.title.clone(),
        snapshot: stored.number,
        tab: stored.presented.tab,
        tree: snapshot.text.to_string(),
        url: snapshot.url.clone(),
    }
}

/// A match in an answer.
pub fn found_element(found: &Match) -> FoundElement {
    FoundElement {
        disabled: found.disabled,
        hint: (!found.hint.is_empty()).then(|| found.hint.clone()),
        name: found.name.clone(),
        role: found.role,
        text: (!found.text.is_empty()).then(|| found.text.clone()),
        uid: found.uid.as_ref().map(Uid::to_text),
    }
}
