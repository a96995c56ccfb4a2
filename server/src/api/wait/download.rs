//! `POST /wait` for `download`: waits until a download of the tab has ended. The extension gets the
//! changes of the download from the browser: nothing is polled.

use super::{MAX_QUERY_WAIT, RESPONSE_TIMEOUT, milliseconds};
use crate::api::context::RequestContext;
use crate::api::extension;
use crate::api::tabs::{self, TabChoice};
use crate::audit::subject;
use crate::sessions::handles::BrowserTab;
use axlens_page_facts::downloads::{danger_text, entry, progress};
use axlens_page_facts::line_parts::file_name;
use axlens_protocol::agent::downloads::DownloadEntry;
use axlens_protocol::agent::wait::{WaitAnswer, WaitRequest};
use axlens_protocol::model::DownloadState;
use axlens_protocol::wire::{DownloadWait, DownloadsParams, DownloadsResult, Method};
use axlens_protocol::{Code, Fault};
use tokio::time::Instant;

/// Waits for a download.
///
/// # Errors
/// `not_yet` if it has not ended in time, `download_interrupted`, `downloads_disabled`, and every
/// fault of the extension.
pub(super) async fn wait(
    context: RequestContext<'_>,
    request: &WaitRequest,
    choice: &TabChoice,
) -> Result<WaitAnswer, Fault> {
    let start = Instant::now();
    let mut destination = tabs::destination(context, choice).await?;
    let mut wait = DownloadWait {
        action: destination
            .tab_id
            .and_then(|id| last_action(context, destination.tab(id))),
        ..DownloadWait::default()
    };
    loop {
        // The first answer says which tab is active, and thus the last action in it.
        wait.for_ms = match destination.tab_id {
            Some(_) => milliseconds(context.remaining().min(MAX_QUERY_WAIT)),
            None => 0,
        };
        let method = Method::Downloads(DownloadsParams {
            wait: Some(wait.clone()),
        });
        let limit = context.remaining().min(MAX_QUERY_WAIT) + RESPONSE_TIMEOUT;
        let RequestContext { app, agent, .. } = context;
        let result: DownloadsResult =
            extension::ask(app, agent, method, destination, limit).await?;
        subject::note_tab(&result.tab);
        let tab = destination.tab(result.tab.id);
        let download = result.downloads.first().map(entry);
        if let Some(download) = &download
            && download.state == DownloadState::Complete
        {
            return Ok(answer(context, request, (tab, &result), download, start));
        }
        if context.is_expired() || is_over(&result, download.as_ref()) {
            return Err(fault(result.awaited.is_some(), download.as_ref()));
        }
        if destination.tab_id.is_none() {
            wait.action = last_action(context, tab);
        }
        destination = tab.into();
        wait.download = result.awaited;
        wait.since = Some(result.since);
    }
}

/// The id of the session's last action in a tab.
fn last_action(context: RequestContext<'_>, tab: BrowserTab) -> Option<String> {
    let mut sessions = context.app.sessions();
    let handle = sessions.handles.get_or_assign(tab);
    let session = sessions.get(context.session)?;
    session.last_actions.of(handle).map(str::to_owned)
}

/// Whether no more can be expected: it was interrupted, or is no longer in the browser's list.
fn is_over(result: &DownloadsResult, download: Option<&DownloadEntry>) -> bool {
    match download {
        Some(download) => download.state == DownloadState::Interrupted,
        None => result.awaited.is_some(),
    }
}

fn answer(
    context: RequestContext<'_>,
    request: &WaitRequest,
    (tab, result): (BrowserTab, &DownloadsResult),
    download: &DownloadEntry,
    start: Instant,
) -> WaitAnswer {
    let mut sessions = context.app.sessions();
    WaitAnswer {
        event: request.event,
        download: Some(download.clone()),
        page_title: Some(result.tab.title.clone()),
        tab: Some(sessions.handles.get_or_reassign(tab, &result.tab.was)),
        url: Some(result.tab.url.clone()),
        waited_ms: milliseconds(start.elapsed()),
        ..WaitAnswer::default()
    }
}

/// How far the download is, or how it has ended. `has_started`: the browser has or had it.
fn fault(has_started: bool, download: Option<&DownloadEntry>) -> Fault {
    let Some(download) = download else {
        return match has_started {
            true => Fault::new(
                Code::DownloadInterrupted,
                "The download was removed from the browser's list.",
            ),
            false => Fault::new(
                Code::NotYet,
                "No download that can be bound to the tab has started. The browser prompts the user before it starts several downloads of a page.",
            ),
        };
    };
    let (name, progress) = (file_name(download.name.as_deref()), progress(download));
    if download.state == DownloadState::Interrupted {
        let error = download.error.as_deref().unwrap_or("unknown");
        let message = format!("The download {name} was interrupted after {progress}: {error}.");
        return Fault::new(Code::DownloadInterrupted, message);
    }
    let message = match &download.danger {
        Some(danger) => format!(
            "The download {name} is {}; {progress} so far.",
            danger_text(danger, download.state)
        ),
        None if download.paused => {
            format!("The user has paused the download {name} after {progress}.")
        }
        None => format!("The download {name} runs: {progress} so far."),
    };
    Fault::new(Code::NotYet, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn running() -> DownloadEntry {
        DownloadEntry {
            name: Some("a.csv".to_owned()),
            bytes: 3,
            total: Some(10),
            ..DownloadEntry::default()
        }
    }

    #[test]
    fn a_fault_says_how_far_the_download_is() {
        let message = |entry: &DownloadEntry| fault(true, Some(entry)).message;
        let running = running();
        let expected = "The download a.csv runs: 3 of 10 bytes so far.";
        assert_eq!(message(&running), expected);
        let held = DownloadEntry {
            danger: Some("uncommon".to_owned()),
            ..running.clone()
        };
        assert!(message(&held).contains("until the user keeps or discards it; 3 of 10"));
        let interrupted = DownloadEntry {
            state: DownloadState::Interrupted,
            error: Some("NETWORK_FAILED".to_owned()),
            ..running
        };
        let ended = fault(true, Some(&interrupted));
        assert_eq!(ended.code, Code::DownloadInterrupted);
        assert!(
            ended
                .message
                .ends_with("after 3 of 10 bytes: NETWORK_FAILED.")
        );
        assert_eq!(fault(false, None).code, Code::NotYet);
        assert_eq!(fault(true, None).code, Code::DownloadInterrupted);
    }
}
