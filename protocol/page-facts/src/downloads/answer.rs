//! The answer of `/downloads`: the last downloads of a tab that match the request.

use crate::frame_lists::is_after;
use axlens_protocol::agent::downloads::{DownloadEntry, DownloadsAnswer, DownloadsRequest};
use axlens_protocol::model::DownloadBinding;
use axlens_protocol::wire::{Download, DownloadsResult};

/// Default maximum number of downloads in an answer.
const DEFAULT_DOWNLOADS: usize = 20;

/// The answer, except for its tab.
pub fn answer(request: &DownloadsRequest, result: &DownloadsResult) -> DownloadsAnswer {
    let known = request.after.unwrap_or(result.since);
    let starts = result.downloads.iter().map(|download| download.start);
    let at = starts.fold(known, f64::max);
    let mut all: Vec<&Download> = result.downloads.iter().collect();
    all.retain(|download| matches(request, download));
    all.sort_by(|one, other| one.start.total_cmp(&other.start));
    let count = all.len();
    let omitted = count.saturating_sub(request.limit.unwrap_or(DEFAULT_DOWNLOADS));
    let listed: Vec<&Download> = all.into_iter().skip(omitted).collect();
    DownloadsAnswer {
        at,
        count,
        notes: notes(result, &listed),
        downloads: listed.into_iter().map(entry).collect(),
        is_partial: result.is_partial,
        since: result.since,
        ..DownloadsAnswer::default()
    }
}

fn matches(request: &DownloadsRequest, download: &Download) -> bool {
    (request.states.is_empty() || request.states.contains(&download.state))
        && is_after(download.start, request.after)
}

/// A download, as answers have it.
pub fn entry(download: &Download) -> DownloadEntry {
    DownloadEntry {
        bound_by: download.bound_by,
        bytes: download.bytes,
        danger: download.danger.clone(),
        deleted: download.is_deleted,
        end: download.end.map(f64::round),
        error: download.error.clone(),
        name: download.name.clone(),
        path: download.path.clone(),
        paused: download.is_paused,
        start: download.start.round(),
        state: download.state,
        total: download.total,
        url: download.url.clone(),
    }
}

/// What the answer can't contain.
fn notes(result: &DownloadsResult, listed: &[&Download]) -> Vec<String> {
    let since = result.since.round();
    let mut notes = vec![format!(
        "Downloads with the tab's pages as referrer or origin are known since {since}; others only if they started during an agent's action or wait."
    )];
    if result.is_partial {
        notes.push("Some downloads are not known: there were more than are listed.".to_owned());
    }
    let is_shared = |download: &&&Download| download.bound_by == DownloadBinding::SharedPage;
    if listed.iter().any(|download| is_shared(&download)) {
        notes.push(
            "Other tabs with the same page may have started those marked shared_page.".into(),
        );
    }
    notes
}
