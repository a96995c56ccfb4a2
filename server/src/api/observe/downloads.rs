//! `POST /downloads`, and `POST /observe` for `downloads`: the downloads that a tab has started.

use super::tab_list::{self, ListFields, ListRequest, is_after};
use crate::sessions::handles::TabHandle;
use axlens_protocol::agent::downloads::{DownloadEntry, DownloadsAnswer, DownloadsRequest};
use axlens_protocol::model::DownloadBinding;
use axlens_protocol::wire::{ChromeTab, Download, DownloadsParams, DownloadsResult, Method};

impl ListRequest for DownloadsRequest {
    const WHAT: &'static str = "downloads";
    const DEFAULT_ENTRIES: usize = 20;
    const MAX_ENTRIES: usize = 100;
    type Result = DownloadsResult;
    type Answer = DownloadsAnswer;

    fn fields(&self) -> ListFields<'_> {
        ListFields {
            what: self.what.as_deref(),
            limit: self.limit,
            tab: self.tab,
            browser: self.browser.as_ref(),
            session: self.session.as_ref(),
            timeout_ms: self.timeout_ms,
        }
    }

    fn method() -> Method {
        Method::Downloads(DownloadsParams::default())
    }

    fn tab_of(result: &DownloadsResult) -> &ChromeTab {
        &result.tab
    }

    fn answer(&self, tab: TabHandle, result: DownloadsResult) -> DownloadsAnswer {
        DownloadsAnswer {
            tab,
            ..answer(self, &result)
        }
    }
}

/// The answer, except for its tab.
fn answer(request: &DownloadsRequest, result: &DownloadsResult) -> DownloadsAnswer {
    let known = request.after.unwrap_or(result.since);
    let starts = result.downloads.iter().map(|download| download.start);
    let at = starts.fold(known, f64::max);
    let mut all: Vec<&Download> = result.downloads.iter().collect();
    all.retain(|download| matches(request, download));
    all.sort_by(|one, other| one.start.total_cmp(&other.start));
    let count = all.len();
    let omitted = count.saturating_sub(tab_list::max_entries(request));
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
