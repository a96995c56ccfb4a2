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
use crate::blocking;
use crate::sessions::windows::{LocatedId, Windowed};
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::observe::ObserveAnswer;
use axlens_snapshot::window::{Bounds, Window};
use std::sync::Arc;

/// The window behind a cursor.
///
/// # Errors
/// `bad_request` for a cursor this session was not given, or that is forgotten.
pub async fn next(app: &Arc<App>, request: &Request, cursor: &str) -> Result<ObserveAnswer, Fault> {
    let unknown = || {
        let message = format!("The cursor {cursor:?} is not known to this session any more.");
        Fault::bad_request(message).hint("Ask without `cursor` for a new snapshot.")
    };
    let (name, line) = parse(cursor).ok_or_else(unknown)?;
    let windowed = app.sessions().cache.window(&request.session, name);
    let windowed = windowed.ok_or_else(unknown)?;
    let changed = changed(app, request, &windowed).await;
    let bounds = match request.is_bounded() {
        true => request.bounds,
        false => windowed.bounds,
    };
    let (app, session) = (Arc::clone(app), request.session.clone());
    blocking::run(windowed.text().len(), move || {
        let window = window(&app, &windowed, line, bounds, changed.as_deref());
        let ids = remember(&app, &session, &windowed, &window);
        answer(&app, &session, &windowed, &window, &ids, changed.is_some())
    })
    .await
}

/// Whether the page has become another since the first window, in words for the reader.
async fn changed(app: &Arc<App>, request: &Request, windowed: &Windowed) -> Option<String> {
    let number = windowed.number;
    match text_now(app, request, windowed).await {
        Ok(now) => (now != *windowed.text())
            .then(|| format!("the page has changed; this goes on in snapshot {number} as it was")),
        Err(_) => Some(format!(
            "the page can't be read any more; this goes on in snapshot {number} as it was"
        )),
    }
}

async fn text_now(app: &Arc<App>, request: &Request, windowed: &Windowed) -> Result<String, Fault> {
    let again = Request::again(request, windowed);
    let plan = plan(app, again).await?;
    let fetched = fetch(app, &plan).await?;
    blocking::run(fetched.size, move || present::text(&plan, fetched)).await
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
fn remember(app: &App, session: &str, windowed: &Windowed, window: &Window) -> Vec<LocatedId> {
    let rows = window.first..window.next.unwrap_or(window.total);
    let ids = windowed.ids.iter();
    let ids = ids.filter(|known| rows.contains(&known.row));
    let ids: Vec<LocatedId> = ids.cloned().collect();
    let elements = ids.iter().map(|known| known.element.clone()).collect();
    let (tab, chrome) = windowed.tab;
    let showing = showing(tab, chrome, windowed.settings.options.format, elements);
    if let Some(session) = app.sessions().known(session) {
        session.show_more(windowed.number, showing);
    }
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
        engine: &windowed.engine,
        snapshot: &windowed.snapshot,
    };
    let parts = parts::whole(app.counter, &window.text, ids, None);
    ObserveAnswer {
        changed: Some(changed),
        cursor: window.next.map(|next| cursor(windowed.name, next)),
        ..compose(&about, parts, window.text.len())
    }
}
