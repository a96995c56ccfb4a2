//! What the lists of a tab have in common: its requests, errors and downloads.

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::request;
use crate::api::tabs::{self, TabChoice};
use crate::audit::subject;
use crate::sessions::handles::TabHandle;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::wire::{ChromeTab, Method};
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// Times that differ by less are the same one, in milliseconds: a time does not pass through JSON
/// unchanged, and browsers report them in steps of 0.1.
const SAME_TIME_MS: f64 = 0.05;

/// A request for a list of a tab.
pub trait ListRequest: Sized {
    /// Its `what` in `/observe`, and its kind in the audit log.
    const WHAT: &'static str;
    /// Default maximum number of entries in an answer.
    const DEFAULT_ENTRIES: usize;
    /// Maximum number of entries in an answer.
    const MAX_ENTRIES: usize;
    /// The result of the extension.
    type Result: DeserializeOwned + Send + 'static;
    /// The answer for the agent.
    type Answer;

    /// The fields that every list has.
    fn fields(&self) -> ListFields<'_>;
    /// The query for the extension.
    fn method() -> Method;
    /// The tab of a result.
    fn tab_of(result: &Self::Result) -> &ChromeTab;
    /// The answer from a result.
    fn answer(&self, tab: TabHandle, result: Self::Result) -> Self::Answer;
}

/// The fields that the requests for all lists have.
pub struct ListFields<'a> {
    /// The `what` of the request.
    pub what: Option<&'a str>,
    /// Maximum number of entries in the answer.
    pub limit: Option<usize>,
    /// The tab.
    pub tab: Option<TabHandle>,
    /// The browser.
    pub browser: Option<&'a String>,
    /// The name of the session.
    pub session: Option<&'a String>,
    /// The timeout, in milliseconds.
    pub timeout_ms: Option<u64>,
}

/// Answers a request.
///
/// # Errors
/// `bad_request`, and every fault of the extension.
pub async fn list<R: ListRequest>(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: R,
) -> Result<R::Answer, Fault> {
    let fields = request.fields();
    let limit = request::limit(fields.timeout_ms)?;
    let session = request::session(agent, fields.session.cloned())?;
    check(&request)?;
    let context = RequestContext::new(app, agent, &session, limit);
    let _turn = context.turn().await?;
    in_turn(context, &request).await
}

/// Checks a request.
///
/// # Errors
/// `bad_request`.
pub fn check<R: ListRequest>(request: &R) -> Result<(), Fault> {
    let fields = request.fields();
    if fields.what.is_some_and(|what| what != R::WHAT) {
        let message = format!("`what` must be \"{}\".", R::WHAT);
        return Err(Fault::bad_request(message));
    }
    if !(1..=R::MAX_ENTRIES).contains(&max_entries(request)) {
        let message = format!("`limit` must be from 1 to {}.", R::MAX_ENTRIES);
        return Err(Fault::bad_request(message));
    }
    Ok(())
}

/// Maximum number of entries in the answer to a request.
pub(super) fn max_entries<R: ListRequest>(request: &R) -> usize {
    request.fields().limit.unwrap_or(R::DEFAULT_ENTRIES)
}

/// Answers a checked request whose session has its turn.
///
/// # Errors
/// Every fault of the extension.
pub async fn in_turn<R: ListRequest>(
    context: RequestContext<'_>,
    request: &R,
) -> Result<R::Answer, Fault> {
    subject::note_kind(R::WHAT);
    let ListFields { tab, browser, .. } = request.fields();
    let choice = TabChoice {
        tab,
        browser: browser.cloned(),
    };
    let destination = tabs::destination(context, &choice).await?;
    let result: R::Result = context.query(destination, R::method()).await?;
    let tab = R::tab_of(&result);
    subject::note_tab(tab);
    let handle = {
        let handles = &mut context.app.sessions().handles;
        handles.get_or_reassign(destination.tab(tab.id), &tab.was)
    };
    Ok(request.answer(handle, result))
}

/// Whether a time is later than the `after` of a request.
pub(super) fn is_after(time: f64, after: Option<f64>) -> bool {
    after.is_none_or(|after| time - after > SAME_TIME_MS)
}

/// That the list of some frames is not known, with the first reason.
pub(super) fn unread_note<'a>(
    what: &str,
    faults: impl Iterator<Item = &'a Fault>,
) -> Option<String> {
    let unread: Vec<&Fault> = faults.collect();
    let first = unread.first()?;
    let (count, frames) = match unread.len() {
        1 => ("1".to_owned(), "frame"),
        count => (count.to_string(), "frames"),
    };
    let reason = &first.message;
    Some(format!(
        "The {what} of {count} {frames} are not known: {reason}"
    ))
}
