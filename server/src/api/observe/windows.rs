//! The windows after the first one. They are parts of the first request's text, even if the page
//! has changed since.

use super::answer::{About, compose};
use super::cursor::{cursor, cut, parse};
use super::fetch::fetch;
use super::parts;
use super::plan::plan;
use super::present;
use super::remember::shown_snapshot;
use super::request::SnapshotRequest;
use crate::api::tabs;
use crate::sessions::key::SessionKey;
use crate::sessions::windows::{LocatedId, WindowedSnapshot};
use crate::state::App;
use axlens_protocol::agent::observe::ObserveAnswer;
use axlens_protocol::wire::Hello;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::window::{Bounds, Window};
use std::sync::Arc;

/// The window of a cursor.
///
/// # Errors
/// `bad_request` for a cursor that the session does not have, or whose snapshot was removed;
/// `reading_paused` if the snapshot was removed because reading is paused; every fault of the
/// extension that means that the page must not be read.
pub async fn next(
    app: &Arc<App>,
    request: &SnapshotRequest,
    cursor: &str,
) -> Result<ObserveAnswer, Fault> {
    let unknown = || unknown_cursor(app, cursor);
    let (number, line) = parse(cursor).ok_or_else(unknown)?;
    let stored = || app.sessions().cache.window(&request.session, number);
    let windowed = stored().ok_or_else(unknown)?;
    let tab = (windowed.tab, windowed.browser_tab);
    let named = request.choice.browser.as_deref();
    tabs::check_browser(app, &request.session.agent, tab, named)?;
    let notice = change_notice(app, request, &windowed).await?;
    // The snapshot is missing if the user has reduced read access in the meantime.
    let windowed = stored().ok_or_else(unknown)?;
    let bounds = match request.is_bounded() {
        true => request.bounds,
        false => windowed.bounds,
    };
    let size = windowed.text().len();
    let (state, session) = (Arc::clone(app), request.session.clone());
    let make = move || {
        let window = window(&windowed, line, bounds, notice.as_deref());
        let ids = remember(&state, &session, &windowed, &window);
        ObserveAnswer {
            changed: Some(notice.is_some()),
            ..answer(&session.name, &windowed, &window, &ids)
        }
    };
    app.threads.run(request.agent.id(), size, make).await
}

fn unknown_cursor(app: &App, cursor: &str) -> Fault {
    if is_paused(app) {
        let message = "Reading is paused: the server has removed the snapshot of the cursor.";
        return Fault::new(Code::ReadingPaused, message);
    }
    let message = format!("The cursor {cursor:?} is not known to this session any more.");
    Fault::bad_request(message).hint("Ask without `cursor` for a new snapshot.")
}

/// Whether the user has paused every connected browser.
fn is_paused(app: &App) -> bool {
    let browsers = app.dispatch.browsers();
    let mut connected = browsers
        .iter()
        .filter(|browser| browser.connected)
        .peekable();
    let is_paused = |hello: &Hello| hello.paused;
    connected.peek().is_some()
        && connected.all(|browser| browser.hello.as_ref().is_some_and(is_paused))
}

/// A sentence for the agent if the page has changed since the first window.
///
/// # Errors
/// Every fault that means that the page must not be read, or may not be.
async fn change_notice(
    app: &Arc<App>,
    request: &SnapshotRequest,
    windowed: &WindowedSnapshot,
) -> Result<Option<String>, Fault> {
    let change = match current_text(app, request, windowed).await {
        Ok(text) if text == *windowed.text() => return Ok(None),
        Ok(_) => "has changed",
        Err(fault) if is_unreadable_page(fault.code) => "can't be read any more",
        Err(fault) => return Err(fault),
    };
    let number = windowed.number;
    Ok(Some(format!(
        "the page {change}; this goes on in snapshot {number} as it was"
    )))
}

/// Whether the fault means that the page is closed or does not respond, and not that the user does
/// not allow reading.
fn is_unreadable_page(code: Code) -> bool {
    use Code::{PageBlocked, ScopeNotFound, StaleUid, TabCrashed, TabDiscarded, TabNotFound};
    matches!(
        code,
        PageBlocked | ScopeNotFound | StaleUid | TabCrashed | TabDiscarded | TabNotFound
    )
}

/// The text of the page as it is now.
async fn current_text(
    app: &Arc<App>,
    request: &SnapshotRequest,
    windowed: &WindowedSnapshot,
) -> Result<String, Fault> {
    let again = SnapshotRequest::again(request.context(app), windowed);
    let plan = plan(app, again).await?;
    let fetched = fetch(app, &plan).await?;
    let size = fetched.size;
    let present = move || present::text(&plan, fetched);
    app.threads.run(request.agent.id(), size, present).await
}

fn window(
    windowed: &WindowedSnapshot,
    line: usize,
    bounds: Bounds,
    notice: Option<&str>,
) -> Window {
    let notices: Vec<String> = notice.into_iter().map(str::to_owned).collect();
    let (number, text) = (windowed.window_number, windowed.text());
    cut(number, text, line, bounds, &notices)
}

/// Stores the ids of a window for the session. Returns them.
fn remember(
    app: &App,
    session: &SessionKey,
    windowed: &WindowedSnapshot,
    window: &Window,
) -> Vec<LocatedId> {
    let rows = window.first..window.next.unwrap_or(window.total);
    let ids = windowed.ids.iter();
    let ids = ids.filter(|id| rows.contains(&id.row));
    let ids: Vec<LocatedId> = ids.cloned().collect();
    let elements = ids.iter().map(|id| id.element.clone()).collect();
    let format = windowed.settings.options.format;
    let part = shown_snapshot(windowed.tab, windowed.browser_tab, format, elements);
    let mut sessions = app.sessions();
    sessions.extend_snapshot(session, windowed.number, part);
    drop(sessions);
    ids
}

fn answer(
    session: &str,
    windowed: &WindowedSnapshot,
    window: &Window,
    ids: &[LocatedId],
) -> ObserveAnswer {
    let about = About {
        session,
        root: windowed.settings.scope.as_str(),
        format: windowed.settings.options.format,
        tab: windowed.tab,
        number: windowed.number,
        engine: windowed.engine,
        page_tools: 0,
        snapshot: &windowed.snapshot,
    };
    let parts = parts::whole(&window.text, ids, None);
    let next = window.next;
    ObserveAnswer {
        cursor: next.map(|next| cursor(windowed.window_number, next)),
        ..compose(&about, parts, window.text.len())
    }
}
