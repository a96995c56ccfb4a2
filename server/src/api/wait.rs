//! `POST /wait`: waits until a condition of the page holds, or the request times out. The page is
//! read again only after the extension has reported a change.

mod condition;
mod download;

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::extension::{self, Destination};
use crate::api::find;
use crate::api::observe::ReadPage;
use crate::api::request;
use crate::api::resolve_id;
use crate::api::tabs::{self, TabChoice};
use crate::audit::subject;
use crate::sessions::handles::TabHandle;
use crate::state::App;
use axlens_protocol::agent::find::{ElementCriteria, FoundElement};
use axlens_protocol::agent::interact::ElementReference;
use axlens_protocol::agent::wait::{WaitAnswer, WaitFor, WaitRequest};
use axlens_protocol::wire::{ChangesParams, ChangesResult, Method};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::criteria::SearchResult;
use condition::Condition;
pub use condition::{OldMatches, check};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// Maximum wait of one query, so that a query to a terminated worker is soon repeated.
const MAX_QUERY_WAIT: Duration = Duration::from_secs(20);

/// How long a response may take in addition to the wait of its query.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(3);

/// A page without changes for this long is quiet.
const QUIET_TIME: Duration = Duration::from_millis(500);

/// Maximum number of consecutive reads that may fail while the page navigates.
const MAX_FAILED_READS: usize = 3;

/// The pause after a read, as a multiple of its duration: a page that changes all the time is not
/// read all the time.
const PAUSE_FACTOR: u32 = 3;

/// Answers a request.
///
/// # Errors
/// `not_yet` if the condition does not hold in time; `bad_request` for an invalid condition; those
/// of ids, and every fault of the extension.
pub async fn wait(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: WaitRequest,
) -> Result<WaitAnswer, Fault> {
    let limit = request::limit(request.timeout_ms)?;
    let session = request::session(agent, request.session.clone())?;
    let context = RequestContext::new(app, agent, &session, limit);
    // Also checks the request, so that an invalid one waits for no turn.
    let (condition, _) = condition_of(context, &request)?;
    let _turn = match condition {
        Condition::Time => None,
        Condition::Download
        | Condition::Element(..)
        | Condition::Bound(..)
        | Condition::Url(_)
        | Condition::Load
        | Condition::Quiet => Some(context.turn().await?),
    };
    in_turn(context, &request, None).await
}

/// Answers a request of an agent that has its turn, in the session of the context. `old` are the
/// matches that do not count if the request is for new ones; default: those at the first read.
///
/// # Errors
/// Those of [`wait`].
pub async fn in_turn(
    context: RequestContext<'_>,
    request: &WaitRequest,
    old: Option<OldMatches>,
) -> Result<WaitAnswer, Fault> {
    let (condition, tab) = condition_of(context, request)?;
    let start = Instant::now();
    if let Condition::Time = condition {
        tokio::time::sleep_until(context.deadline).await;
        return Ok(WaitAnswer {
            event: request.event,
            waited_ms: milliseconds(start.elapsed()),
            ..WaitAnswer::default()
        });
    }
    if let Condition::Download = condition {
        return download::wait(context, request, &tab).await;
    }
    let mut waiter = ConditionWaiter {
        is_for_new: request.new,
        old,
        ..ConditionWaiter::new(context, condition, tab).await?
    };
    let result = waiter.run().await?;
    waiter.answer(request, result, start).await
}

/// Waits until a tab has an element that the selector of an action matches.
///
/// # Errors
/// `not_yet`, `bad_request` for a point, and those of ids and of the extension.
pub async fn for_element(
    context: RequestContext<'_>,
    target: &ElementReference,
    tab: TabHandle,
    limit: Duration,
) -> Result<(), Fault> {
    let request = WaitRequest {
        criteria: ElementCriteria {
            selector: target.selector.clone(),
            ..ElementCriteria::default()
        },
        within: target.within.clone(),
        tab: Some(tab),
        ..WaitRequest::default()
    };
    let deadline = context.deadline.min(Instant::now() + limit);
    let context = RequestContext {
        deadline,
        ..context
    };
    let (condition, tab) = condition_of(context, &request)?;
    let mut waiter = ConditionWaiter::new(context, condition, tab).await?;
    waiter.run().await.map(drop)
}

/// The elements that match the condition of a request now.
///
/// # Errors
/// Those of ids, and every fault of the extension.
pub async fn old_matches(
    context: RequestContext<'_>,
    request: &WaitRequest,
) -> Result<OldMatches, Fault> {
    let (condition, tab) = condition_of(context, request)?;
    let page = find::read_page(context, condition.search(), tab).await?;
    Ok(condition.old_matches(&page))
}

/// The tab of a request: that of its element, or the one that is active now.
///
/// # Errors
/// `bad_request` for an invalid condition; those of ids, and every fault of the extension.
pub async fn tab_of(
    context: RequestContext<'_>,
    request: &WaitRequest,
) -> Result<TabHandle, Fault> {
    let (condition, tab) = condition_of(context, request)?;
    if let Some(tab) = tab.tab {
        return Ok(tab);
    }
    let mut waiter = ConditionWaiter::new(context, condition, tab).await?;
    waiter.wait_for_change(Duration::ZERO).await?;
    let tab = waiter.tab.tab;
    tab.ok_or_else(tabs::no_listed_tab_in_front)
}

/// The condition of a request, and its tab.
fn condition_of(
    context: RequestContext<'_>,
    request: &WaitRequest,
) -> Result<(Condition, TabChoice), Fault> {
    let tab = TabChoice {
        tab: request.tab,
        browser: request.browser.clone(),
    };
    let Some(id) = request.uid.as_ref().or(request.within.as_ref()) else {
        return Ok((Condition::new(request, None)?, tab));
    };
    let resolved = resolve_id::find(context.app, context.session, id, None, &tab)?;
    let tab = TabChoice {
        tab: Some(resolved.tab),
        browser: None,
    };
    Ok((Condition::new(request, Some((id, resolved)))?, tab))
}

/// The state of a wait.
struct ConditionWaiter<'a> {
    context: RequestContext<'a>,
    condition: Condition,
    tab: TabChoice,
    destination: Destination,
    /// The last change that the extension has reported, by its name.
    seen: Option<String>,
    /// Number of consecutive reads that failed.
    failed_reads: usize,
    /// Only new matches count.
    is_for_new: bool,
    /// The matches that are not new; `None` before the first read.
    old: Option<OldMatches>,
}

/// The page that meets the condition.
struct WaitResult {
    page: ReadPage,
    found: SearchResult,
}

impl<'a> ConditionWaiter<'a> {
    /// A wait in a tab, for any match.
    ///
    /// # Errors
    /// Those of tabs.
    async fn new(
        context: RequestContext<'a>,
        condition: Condition,
        tab: TabChoice,
    ) -> Result<ConditionWaiter<'a>, Fault> {
        let destination = tabs::destination(context, &tab).await?;
        Ok(ConditionWaiter {
            context,
            condition,
            tab,
            destination,
            seen: None,
            failed_reads: 0,
            is_for_new: false,
            old: None,
        })
    }

    /// Waits until the condition is met.
    ///
    /// # Errors
    /// `not_yet`, and every fault of the extension that is not temporary.
    async fn run(&mut self) -> Result<WaitResult, Fault> {
        // The extension reports all changes after this query.
        self.wait_for_change(Duration::ZERO).await?;
        if let Condition::Quiet = self.condition {
            self.wait_until_quiet().await?;
        }
        loop {
            let start = Instant::now();
            let is_last = self.context.is_expired();
            if let Some(page) = self.read().await? {
                if self.is_for_new && self.old.is_none() {
                    self.old = Some(self.condition.old_matches(&page));
                }
                let (holds, found) = self.condition.evaluate(&page, self.old.as_mut());
                if holds {
                    return Ok(WaitResult { page, found });
                }
                if is_last {
                    return Err(self.condition.not_yet(&page, &found));
                }
                let pause = start.elapsed() * PAUSE_FACTOR;
                let next_read = (Instant::now() + pause).min(self.context.deadline);
                while !self.wait_for_change(self.context.remaining()).await?
                    && !self.context.is_expired()
                {}
                tokio::time::sleep_until(next_read).await;
            }
        }
    }

    /// # Errors
    /// `not_yet` if the page changes until the request times out.
    async fn wait_until_quiet(&mut self) -> Result<(), Fault> {
        while self.wait_for_change(QUIET_TIME).await? {
            if self.context.is_expired() {
                return Err(Fault::new(Code::NotYet, "The page is still changing."));
            }
        }
        Ok(())
    }

    /// Reads the page. `None` if it can't be read at the moment, for example because it navigates.
    async fn read(&mut self) -> Result<Option<ReadPage>, Fault> {
        let context = self.context.with_at_least(RESPONSE_TIMEOUT);
        let page = find::read_page(context, self.condition.search(), self.tab.clone()).await;
        match page {
            Ok(page) => {
                self.failed_reads = 0;
                Ok(Some(page))
            }
            Err(fault) if self.failed_reads < MAX_FAILED_READS && is_temporary(&fault) => {
                self.failed_reads += 1;
                Ok(None)
            }
            Err(fault) => Err(fault),
        }
    }

    /// Waits for a change since the previous query. Returns whether there was one.
    async fn wait_for_change(&mut self, limit: Duration) -> Result<bool, Fault> {
        let wait = limit.min(MAX_QUERY_WAIT);
        let method = Method::Changes(ChangesParams {
            seen: self.seen.take(),
            for_ms: milliseconds(wait),
        });
        let RequestContext { app, agent, .. } = self.context;
        let limit = wait + RESPONSE_TIMEOUT;
        match extension::ask(app, agent, method, self.destination, limit).await {
            Ok(changes) => Ok(self.note(changes)),
            // The next read shows whether the page can be read.
            Err(fault) if is_temporary(&fault) => Ok(true),
            Err(fault) => Err(fault),
        }
    }

    /// Returns whether the page has changed. From now on the wait is for this tab, even if the user
    /// activates another one.
    fn note(&mut self, changes: ChangesResult) -> bool {
        subject::note_tab(&changes.tab);
        let tab = self.destination.tab(changes.tab.id);
        let mut sessions = self.context.app.sessions();
        self.tab = TabChoice {
            tab: Some(sessions.handles.get_or_reassign(tab, &changes.tab.was)),
            browser: None,
        };
        self.destination = tab.into();
        self.seen = Some(changes.seen);
        changes.changed
    }

    async fn answer(
        &self,
        request: &WaitRequest,
        result: WaitResult,
        start: Instant,
    ) -> Result<WaitAnswer, Fault> {
        let found = match request.event {
            WaitFor::Appears | WaitFor::Enabled | WaitFor::Text => self.element(&result).await?,
            WaitFor::Vanishes
            | WaitFor::TextGone
            | WaitFor::Url
            | WaitFor::Load
            | WaitFor::Quiet
            | WaitFor::Download
            | WaitFor::Time => None,
        };
        Ok(WaitAnswer {
            event: request.event,
            download: None,
            found,
            page_title: Some(result.page.tree.main.title),
            tab: Some(result.page.tab),
            url: Some(result.page.chrome_tab.url),
            waited_ms: milliseconds(start.elapsed()),
        })
    }

    /// The element of the answer. Its uid, and no other, becomes part of the session's snapshots.
    async fn element(&self, result: &WaitResult) -> Result<Option<FoundElement>, Fault> {
        if self.is_for_new && result.found.matches.iter().all(|found| found.uid.is_none()) {
            // A search without a uid finds the old matches too.
            return Ok(result.found.matches.first().map(find::found_element));
        }
        let search = self.condition.search_for_match(&result.found);
        let context = self.context.with_at_least(RESPONSE_TIMEOUT);
        let stored = find::take_snapshot(context, &search, self.tab.clone()).await?;
        let found = &stored.presented.snapshot.found;
        // The page may have removed the element since it was found.
        let first = found.matches.first().or(result.found.matches.first());
        Ok(first.map(find::found_element))
    }
}

/// Whether a fault may have its cause in a navigation of the page.
fn is_temporary(fault: &Fault) -> bool {
    matches!(
        fault.code,
        Code::Timeout | Code::StaleUid | Code::RestrictedPage | Code::Internal
    )
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
