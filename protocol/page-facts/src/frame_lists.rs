//! What the answers about a tab's documents have in common.

use axlens_protocol::Fault;

/// Times that differ by less are the same one, in milliseconds: a time does not pass through JSON
/// unchanged, and browsers report them in steps of 0.1.
const SAME_TIME_MS: f64 = 0.05;

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
