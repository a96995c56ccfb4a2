//! The windows behind the first: they go on in the text that the first one fixed, whatever the page
//! has become.

use super::answer::{About, compose};
use super::cursor::{cursor, cut, parse};
use super::fetch::fetch;
use super::parts;
use super::plan::plan;
use super::present;
use super::remember::showing;
use super::request::Request;
use crate::api::tabs;
use crate::sessions::key::SessionKey;
use crate::sessions::windows::{LocatedId, Windowed};
use crate::state::App;
use axlens_protocol::agent::observe::ObserveAnswer;
use axlens_protocol::wire::Hello;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::window::{Bounds, Window};
use std::sync::Arc;

/// Whether the user has paused every browser that is connected.
fn is_paused(app: &App) -> bool {
    let browsers = app.dispatch.browsers();
    let mut connected = browsers
        .iter()
        .filter(|browser| browser.connected)
        .peekable();
    let pauses = |hello: &Hello| hello.paused;
    connected.peek().is_some()
        && connected.all(|browser| browser.hello.as_ref().is_some_and(pauses))
}

/// The window behind a cursor.
///
/// # Errors
/// `bad_request` for a cursor this session was not given, or that is forgotten; `reading_paused`
/// where that is why.
pub async fn next(app: &Arc<App>, request: &Request, cursor: &str) -> Result<ObserveAnswer, Fault> {
    let unknown = || {
        if is_paused(app) {
            let message = "Reading is paused: what was kept for the cursor is forgotten.";
            return Fault::new(Code::ReadingPaused, message);
        }
        let message = format!("The cursor {cursor:?} is not known to this session any more.");
        Fault::bad_request(message).hint("Ask without `cursor` for a new snapshot.")
    };
    let (name, line) = parse(cursor).ok_or_else(unknown)?;
    let known = || app.sessions().cache.window(&request.session, name);
    let windowed = known().ok_or_else(unknown)?;
    tabs::check_browser(app, windowed.tab, request.choice.browser.as_deref())?;
    let changed = changed(app, request, &windowed).await?;
    // It is forgotten where the user has taken reading away meanwhile.
    let windowed = known().ok_or_else(unknown)?;
    let bounds = match request.is_bounded() {
        true => request.bounds,
        false => windowed.bounds,
    };
    let size = windowed.text().len();
    let (state, session) = (Arc::clone(app), request.session.clone());
    let make = move || {
        let window = window(&state, &windowed, line, bounds, changed.as_deref());
        let ids = remember(&state, &session, &windowed, &window);
        answer(
            &state,
            &session.name,
            &windowed,
            &window,
            &ids,
            changed.is_some(),
        )
    };
    app.threads.run(request.agent.id(), size, make).await
}

/// Whether the page has become another since the first window, in words for the reader.
///
/// # Errors
/// Where the page may not be read any more, or nobody can say whether it may.
async fn changed(
    app: &Arc<App>,
    request: &Request,
    windowed: &Windowed,
) -> Result<Option<String>, Fault> {
    let number = windowed.number;
    let why = match text_now(app, request, windowed).await {
        Ok(now) if now == *windowed.text() => return Ok(None),
        Ok(_) => "has changed",
        Err(fault) if is_about_page(fault.code) => "can't be read any more",
        Err(fault) => return Err(fault),
    };
    Ok(Some(format!(
        "the page {why}; this goes on in snapshot {number} as it was"
    )))
}

/// The extension looked, and says that the page has gone or does not answer: the user has not
/// withheld it.
fn is_about_page(code: Code) -> bool {
    use Code::{PageBlocked, ScopeNotFound, StaleUid, TabCrashed, TabDiscarded, TabNotFound};
    matches!(
        code,
        PageBlocked | ScopeNotFound | StaleUid | TabCrashed | TabDiscarded | TabNotFound
    )
}

async fn text_now(app: &Arc<App>, request: &Request, windowed: &Windowed) -> Result<String, Fault> {
    let again = Request::again(request, windowed);
    let plan = plan(app, again).await?;
    let fetched = fetch(app, &plan).await?;
    let size = fetched.size;
    let present = move || present::text(&plan, fetched);
    app.threads.run(request.agent.id(), size, present).await
}

fn window(
    app: &App,
    windowed: &Windowed,
    line: usize,
    bounds: Bounds,
    notice: Option<&str>,
) -> Window {
    let notices: Vec<String> = notice.into_iter().map(str::to_owned).collect();
    let text = windowed.text();
    cut(app.counter, windowed.name, text, line, bounds, &notices)
}

/// Notes what the session is shown with a window. Returns its ids.
fn remember(
    app: &App,
    session: &SessionKey,
    windowed: &Windowed,
    window: &Window,
) -> Vec<LocatedId> {
    let rows = window.first..window.next.unwrap_or(window.total);
    let ids = windowed.ids.iter();
    let ids = ids.filter(|known| rows.contains(&known.row));
    let ids: Vec<LocatedId> = ids.cloned().collect();
    let elements = ids.iter().map(|known| known.element.clone()).collect();
    let (tab, chrome) = windowed.tab;
    let showing = showing(tab, chrome, windowed.settings.options.format, elements);
    let mut sessions = app.sessions();
    sessions.show_more(session, windowed.number, showing);
    drop(sessions);
    ids
}

fn answer(
    app: &App,
    session: &str,
    windowed: &Windowed,
    window: &Window,
    ids: &[LocatedId],
    changed: bool,
) -> ObserveAnswer {
    let about = About {
        session,
        root: windowed.settings.scope.as_str(),
        format: windowed.settings.options.format,
        tab: windowed.tab.0,
        number: windowed.number,
        engine: windowed.engine,
        snapshot: &windowed.snapshot,
    };
    let parts = parts::whole(app.counter, &window.text, ids, None);
    ObserveAnswer {
        changed: Some(changed),
        cursor: window.next.map(|next| cursor(windowed.name, next)),
        ..compose(&about, parts, window.text.len())
    }
}
