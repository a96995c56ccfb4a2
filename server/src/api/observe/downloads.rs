//! `POST /downloads`, and `POST /observe` for `downloads`: the downloads that a tab has started.

use super::frame_lists::{self, is_after};
use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::request;
use crate::api::tabs::TabChoice;
use crate::audit::subject;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::downloads::{DownloadEntry, DownloadsAnswer, DownloadsRequest};
use axlens_protocol::model::DownloadBinding;
use axlens_protocol::wire::{Download, DownloadsParams, DownloadsResult, Method};
use std::sync::Arc;

/// Default maximum number of downloads in an answer.
const DEFAULT_DOWNLOADS: usize = 20;

/// Maximum number of downloads in an answer.
const MAX_DOWNLOADS: usize = 100;

/// Answers a request.
///
/// # Errors
/// `bad_request`, `downloads_disabled`, and every fault of the extension.
pub async fn downloads(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: DownloadsRequest,
) -> Result<DownloadsAnswer, Fault> {
    let limit = request::limit(request.timeout_ms)?;
    let session = request::session(agent, request.session.clone())?;
    check(&request)?;
    let context = RequestContext::new(app, agent, &session, limit);
    let _turn = context.turn().await?;
    in_turn(context, request).await
}

/// Checks a request.
///
/// # Errors
/// `bad_request`.
pub fn check(request: &DownloadsRequest) -> Result<(), Fault> {
    let what = (request.what.as_deref(), "downloads");
    let max = request.limit.unwrap_or(DEFAULT_DOWNLOADS);
    frame_lists::check(what, max, MAX_DOWNLOADS)
}

/// Answers a checked request whose session has its turn.
///
/// # Errors
/// `downloads_disabled`, and every fault of the extension.
pub async fn in_turn(
    context: RequestContext<'_>,
    request: DownloadsRequest,
) -> Result<DownloadsAnswer, Fault> {
    subject::note_kind("downloads");
    let choice = TabChoice {
        tab: request.tab,
        browser: request.browser.clone(),
    };
    let of_tab = |result: &DownloadsResult| result.tab.clone();
    let method = Method::Downloads(DownloadsParams::default());
    let (tab, result) = frame_lists::query(context, &choice, method, of_tab).await?;
    Ok(DownloadsAnswer {
        tab,
        ..answer(&request, &result)
    })
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
