//! What the lists of a tab's documents, such as its requests, have in common.

use crate::api::context::RequestContext;
use crate::api::tabs::{self, TabChoice};
use crate::audit::subject;
use crate::sessions::handles::TabHandle;
use axlens_protocol::Fault;
use axlens_protocol::wire::{ChromeTab, Method};
use serde::de::DeserializeOwned;

/// Times that differ by less are the same one, in milliseconds: a time does not pass through JSON
/// unchanged, and browsers report them in steps of 0.1.
const SAME_TIME_MS: f64 = 0.05;

/// Whether a time is later than the `after` of a request.
pub(super) fn is_after(time: f64, after: Option<f64>) -> bool {
    after.is_none_or(|after| time - after > SAME_TIME_MS)
}

/// Queries the extension. Returns also the handle of the tab, which `tab_of` finds in the result.
///
/// # Errors
/// Every fault of the extension.
pub(super) async fn query<T: DeserializeOwned + Send + 'static>(
    context: RequestContext<'_>,
    choice: &TabChoice,
    method: Method,
    tab_of: impl Fn(&T) -> ChromeTab,
) -> Result<(TabHandle, T), Fault> {
    let destination = tabs::destination(context, choice).await?;
    let result: T = context.query(destination, method).await?;
    let tab = tab_of(&result);
    subject::note_tab(&tab);
    let handles = &mut context.app.sessions().handles;
    let handle = handles.get_or_reassign(destination.tab(tab.id), &tab.was);
    Ok((handle, result))
}

/// Checks the `what` of `/observe`, and the number of entries.
///
/// # Errors
/// `bad_request`.
pub(super) fn check(
    what: (Option<&str>, &str),
    limit: usize,
    max_limit: usize,
) -> Result<(), Fault> {
    let (value, expected) = what;
    if value.is_some_and(|value| value != expected) {
        let message = format!("`what` must be \"{expected}\".");
        return Err(Fault::bad_request(message));
    }
    if !(1..=max_limit).contains(&limit) {
        let message = format!("`limit` must be from 1 to {max_limit}.");
        return Err(Fault::bad_request(message));
    }
    Ok(())
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
