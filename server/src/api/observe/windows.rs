//! Snapshots whose text comes in windows. The first window fixes the text; the others go on in it,
//! whatever the page has become.

use super::answer::{self, Fields};
use super::page::Page;
use super::request::Request;
use super::{own_ids, page, showing};
use crate::sessions::windows::Windowed;
use crate::state::App;
use crate::tokens::Counter;
use axlens_protocol::Fault;
use axlens_snapshot::window::{Bounds, Callbacks, Window, window};
use serde_json::{Map, Value, json};
use std::ops::Range;
use std::sync::Arc;

/// The window of a text that begins at a line.
pub fn cut(
    counter: Counter,
    name: u64,
    text: &str,
    first: usize,
    bounds: Bounds,
    notices: &[String],
) -> Window {
    let callbacks = Callbacks {
        count: &|text| counter.count(text),
        cursor: &|next| format!("go on with cursor \"{}\"", written(name, next)),
    };
    window(text, first, bounds, notices, &callbacks)
}

/// The cursor of the window that begins at a line.
pub fn written(name: u64, line: usize) -> String {
    format!("w{name}.{line}")
}

/// Keeps a snapshot whose first window was shown, when there is more of it.
pub fn keep(app: &App, request: &Request, page: &Page, kept: Kept) {
    let mut sessions = app.sessions();
    let windowed = Windowed {
        name: kept.name,
        snapshot: kept.snapshot,
        tab: (page.tab, page.chrome.id),
        request: request.clone(),
        page: Arc::clone(&page.told),
        ids: page.ids().to_vec(),
        fields: kept.fields,
    };
    sessions
        .session(&request.session)
        .windows
        .keep(Arc::new(windowed));
}

/// What is kept of a snapshot beside its page and request.
pub struct Kept {
    /// Its name in cursors.
    pub name: u64,
    /// Its number.
    pub snapshot: u64,
    /// What every window's answer repeats.
    pub fields: Map<String, Value>,
}

/// The window behind a cursor.
///
/// # Errors
/// `bad_request` for a cursor this session was not given, or that is forgotten.
pub async fn go_on(app: &App, request: &Request, cursor: &str) -> Result<Fields, Fault> {
    let unknown = || {
        Fault::bad_request(format!(
            "The cursor {cursor:?} is not known to this session any more."
        ))
        .hint("Ask without `cursor` for a new snapshot.")
    };
    let (name, line) = read(cursor).ok_or_else(unknown)?;
    let windowed = {
        let mut sessions = app.sessions();
        let known = sessions.known(&request.session);
        known
            .and_then(|session| session.windows.get(name))
            .ok_or_else(unknown)?
    };
    let changed = changed(app, request, &windowed).await;
    let bounds = match request.is_bounded() {
        true => request.bounds,
        false => windowed.request.bounds,
    };
    let notices: Vec<String> = changed.iter().cloned().collect();
    let shown = cut(app.counter, name, windowed.text(), line, bounds, &notices);
    let rows = shown.first..shown.next.unwrap_or(shown.total);
    remember(app, &windowed, rows.clone());
    let kind = own_ids(windowed.request.options.format);
    let ids = windowed.ids.iter();
    let ids: Vec<_> = ids
        .filter(|known| rows.contains(&known.row))
        .cloned()
        .collect();
    let mut fields: Fields = answer::values(windowed.fields.clone()).collect();
    fields.extend(answer::part(
        app.counter,
        kind,
        &windowed.page,
        None,
        &ids,
        &shown.text,
    ));
    fields.insert("changed".to_owned(), json!(changed.is_some()).into());
    if let Some(next) = shown.next {
        fields.insert("cursor".to_owned(), json!(written(name, next)).into());
    }
    Ok(fields)
}

fn read(cursor: &str) -> Option<(u64, usize)> {
    let (name, line) = cursor.strip_prefix('w')?.split_once('.')?;
    Some((name.parse().ok()?, line.parse().ok()?))
}

/// Whether the page has become another since the first window, in words for the reader.
async fn changed(app: &App, request: &Request, windowed: &Windowed) -> Option<String> {
    let snapshot = windowed.snapshot;
    let again = Request {
        tab: Some(windowed.tab.0),
        limit: request.limit,
        ..windowed.request.clone()
    };
    match page::read(app, &again, false).await {
        Ok(page) => {
            let now = &page.told.text;
            let said =
                format!("the page has changed; this goes on in snapshot {snapshot} as it was");
            (**now != *windowed.text()).then_some(said)
        }
        Err(_) => Some(format!(
            "the page can't be read any more; this goes on in snapshot {snapshot} as it was"
        )),
    }
}

fn remember(app: &App, windowed: &Windowed, rows: Range<usize>) {
    let elements = windowed
        .ids
        .iter()
        .filter(|known| rows.contains(&known.row));
    let elements = elements.map(|known| known.element.clone()).collect();
    let (tab, chrome) = windowed.tab;
    let showing = showing(
        tab,
        chrome,
        own_ids(windowed.request.options.format),
        elements,
    );
    let mut sessions = app.sessions();
    if let Some(session) = sessions.known(&windowed.request.session) {
        session.show_more(windowed.snapshot, showing);
    }
}
