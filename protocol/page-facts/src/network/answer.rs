//! The answer of `/network`: the last requests of a tab's documents that match the request.

use crate::frame_lists::{is_after, unread_note};
use axlens_protocol::agent::network::{NetworkAnswer, NetworkEntry, NetworkRequest};
use axlens_protocol::wire::{FrameRequests, NetworkResult, RequestTiming};
use std::collections::HashSet;

/// Default maximum number of requests in an answer.
const DEFAULT_REQUESTS: usize = 50;

/// Kind of the request of a document, in its own list.
const NAVIGATION: &str = "navigation";

/// Kinds of that request in the list of the document around it.
const OF_FRAMES: [&str; 3] = ["iframe", "frame", "object"];

/// The smallest status of a failed request.
const FAILED: u16 = 400;

/// The answer, except for its tab.
pub fn answer(request: &NetworkRequest, result: &NetworkResult) -> NetworkAnswer {
    let frames = &result.frames;
    let mut notes = notes(frames);
    let since = frames.first().map_or(0.0, |main| main.since);
    let all = frames.iter().flat_map(|frame| {
        let of_frame = frame.requests.iter();
        of_frame.map(move |timing| (timing, frame))
    });
    let mut all: Vec<(&RequestTiming, &FrameRequests)> = all.collect();
    let ends = all.iter().map(|(timing, _)| end(timing));
    // The requests of a frame that was not read may be older than those of the others.
    let at = match frames.iter().any(|frame| frame.fault.is_some()) {
        true => request.after.unwrap_or(since),
        false => ends.fold(request.after.unwrap_or(since), f64::max),
    };
    let documents = documents(frames);
    all.retain(|(timing, _)| matches(request, timing) && !is_repeated(timing, &documents));
    if request.failed {
        notes.extend(without_status(&all));
        all.retain(|(timing, _)| timing.status >= FAILED);
    }
    all.sort_by(|(one, _), (other, _)| one.start.total_cmp(&other.start));
    let count = all.len();
    let omitted = count.saturating_sub(request.limit.unwrap_or(DEFAULT_REQUESTS));
    let listed = all.into_iter().skip(omitted);
    NetworkAnswer {
        at,
        count,
        notes,
        requests: listed.map(|(timing, frame)| entry(timing, frame)).collect(),
        since,
        ..NetworkAnswer::default()
    }
}

/// The URLs of the documents in child frames, which have a request of their own.
fn documents(frames: &[FrameRequests]) -> HashSet<&str> {
    let children = frames.iter().filter(|frame| frame.frame != 0);
    let own = children.flat_map(|frame| frame.requests.iter());
    let own = own.filter(|timing| timing.kind == NAVIGATION);
    own.map(|timing| &*timing.url).collect()
}

/// Whether the request of a frame's document is in the frame's own list, too, which has its status.
fn is_repeated(timing: &RequestTiming, documents: &HashSet<&str>) -> bool {
    OF_FRAMES.contains(&&*timing.kind) && documents.contains(&*timing.url)
}

fn end(timing: &RequestTiming) -> f64 {
    timing.start + timing.duration
}

fn matches(request: &NetworkRequest, timing: &RequestTiming) -> bool {
    let lower = timing.url.to_lowercase();
    let has_url = |part: &String| lower.contains(&part.to_lowercase());
    (request.kinds.is_empty() || request.kinds.contains(&timing.kind))
        && request.url.as_ref().is_none_or(has_url)
        && is_after(end(timing), request.after)
}

fn entry(timing: &RequestTiming, frame: &FrameRequests) -> NetworkEntry {
    NetworkEntry {
        bytes: (timing.bytes > 0).then_some(timing.bytes),
        cached: timing.is_cached,
        duration: timing.duration.round(),
        frame: (frame.frame != 0).then(|| frame.url.clone()),
        kind: timing.kind.clone(),
        start: timing.start.round(),
        status: (timing.status > 0).then_some(timing.status),
        url: timing.url.clone(),
    }
}

/// How many requests may have failed, which the filter leaves out.
fn without_status(all: &[(&RequestTiming, &FrameRequests)]) -> Option<String> {
    let unknown = all.iter().filter(|(timing, _)| timing.status == 0);
    let (count, requests) = match unknown.count() {
        0 => return None,
        1 => ("1".to_owned(), "request"),
        count => (count.to_string(), "requests"),
    };
    Some(format!(
        "Left out: {count} {requests} without a status (blocked, aborted, or to another site)."
    ))
}

/// What the answer can't contain.
fn notes(frames: &[FrameRequests]) -> Vec<String> {
    let mut notes = Vec::new();
    if frames.iter().any(|frame| frame.is_partial) {
        notes.push("Some requests are not known: a list of the page's was full.".to_owned());
    }
    let unread = frames.iter().filter_map(|frame| frame.fault.as_ref());
    notes.extend(unread_note("requests", unread));
    notes
}
