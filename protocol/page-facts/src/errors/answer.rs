//! The answer of `/errors`: the last errors of a tab's documents that match the request.

use crate::frame_lists::{is_after, unread_note};
use axlens_protocol::agent::errors::{ErrorEntry, ErrorsAnswer, ErrorsRequest};
use axlens_protocol::model::PageErrorKind;
use axlens_protocol::wire::{ErrorsResult, FrameErrors, PageError};

/// Default maximum number of errors in an answer.
const DEFAULT_ERRORS: usize = 50;

/// The answer, except for its tab.
pub fn answer(request: &ErrorsRequest, result: &ErrorsResult) -> ErrorsAnswer {
    let frames = &result.frames;
    let since = frames.first().map_or(0.0, |main| main.since);
    let all = frames.iter().flat_map(|frame| {
        let of_frame = frame.errors.iter();
        of_frame.map(move |error| (error, frame))
    });
    let mut all: Vec<(&PageError, &FrameErrors)> = all.collect();
    let known = request.after.unwrap_or(since);
    // The errors of a frame that was not read may be older than those of the others.
    let at = match frames.iter().any(|frame| frame.fault.is_some()) {
        true => known,
        false => all
            .iter()
            .map(|(error, _)| error.last)
            .fold(known, f64::max),
    };
    all.retain(|(error, _)| is_after(error.last, request.after));
    let logs = match request.kinds.is_empty() {
        true => all.iter().filter(|(error, _)| is_log(error)).count(),
        false => 0,
    };
    all.retain(|(error, _)| is_wanted(request, error));
    all.sort_by(|(one, _), (other, _)| one.last.total_cmp(&other.last));
    let count = all.len();
    let omitted = count.saturating_sub(request.limit.unwrap_or(DEFAULT_ERRORS));
    let listed = all.into_iter().skip(omitted);
    ErrorsAnswer {
        at,
        count,
        errors: listed.map(|(error, frame)| entry(error, frame)).collect(),
        is_partial: frames.iter().any(|frame| frame.is_partial),
        notes: notes(frames, logs),
        since,
        ..ErrorsAnswer::default()
    }
}

/// Exceptions and the console are not recorded in the main document.
const NO_CONSOLE: &str = "; exceptions, failed responses and console calls are not: the user can \
    turn on “Exceptions and console” for the site, in the options of Axlens, for pages that are \
    loaded from then on.";

/// That calls of the console are left out.
fn logs_note(logs: usize) -> Option<String> {
    let calls = match logs {
        0 => return None,
        1 => "1 console call".to_owned(),
        count => format!("{count} console calls"),
    };
    Some(format!(
        "{calls} without a problem left out: ask for the kind `console`."
    ))
}

/// Methods of the console that are listed without being asked for.
const LISTED_METHODS: [&str; 3] = ["error", "warn", "assert"];

fn is_wanted(request: &ErrorsRequest, error: &PageError) -> bool {
    match request.kinds.is_empty() {
        true => !is_log(error),
        false => request.kinds.contains(&error.kind),
    }
}

/// Whether it is a call of the console that reports no problem.
fn is_log(error: &PageError) -> bool {
    let method = error.method.as_deref();
    error.kind == PageErrorKind::Console
        && !method.is_some_and(|method| LISTED_METHODS.contains(&method))
}

fn entry(error: &PageError, frame: &FrameErrors) -> ErrorEntry {
    let is_repeated = error.times > 1;
    ErrorEntry {
        frame: (frame.frame != 0).then(|| frame.url.clone()),
        kind: error.kind,
        last: is_repeated.then_some(error.last.round()),
        line: error.line,
        message: error.message.clone(),
        method: error.method.clone(),
        source: error.source.clone(),
        time: (!error.is_earlier).then_some(error.time.round()),
        times: is_repeated.then_some(error.times),
        url: error.url.clone(),
    }
}

/// What the answer can't contain. `logs`: calls of the console that are left out.
fn notes(frames: &[FrameErrors], logs: usize) -> Vec<String> {
    let since = frames.iter().map(|frame| frame.since).fold(0.0, f64::max);
    let since = since.round();
    let resources = match since > 0.0 {
        true => format!(
            "Failed resources are known since {since}, earlier ones in the list of requests"
        ),
        false => "Failed resources are not known".to_owned(),
    };
    let has_console = frames.first().is_some_and(|main| main.has_console);
    let mut notes = vec![match has_console {
        true => format!("{resources}."),
        false => resources + NO_CONSOLE,
    }];
    notes.extend(logs_note(logs));
    if frames.iter().any(|frame| frame.is_partial) {
        notes.push("Some errors are not known: there were more than are kept.".to_owned());
    }
    let unread = frames.iter().filter_map(|frame| frame.fault.as_ref());
    notes.extend(unread_note("errors", unread));
    notes
}
