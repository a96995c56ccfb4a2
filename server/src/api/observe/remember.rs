//! The fourth step: notes what the session has been shown, and keeps the snapshot for later
//! requests. Says nothing to anybody.

use super::plan::Plan;
use super::present::{Fresh, Presented};
use super::request::own_ids;
use crate::sessions::Sessions;
use crate::sessions::delta_bases::{DeltaBase, DeltaKey};
use crate::sessions::handles::TabHandle;
use crate::sessions::shown::{Element, Showing};
use crate::sessions::snapshot_cache::CachedSnapshot;
use crate::sessions::windows::Windowed;
use crate::state::App;
use axlens_snapshot::options::Format;
use std::sync::Arc;

/// A snapshot that is remembered.
#[derive(Debug)]
pub struct Remembered {
    /// The snapshot.
    pub presented: Presented,
    /// Its number in its session.
    pub number: u64,
    /// The text before it with the same options; none where it is not known.
    pub previous: Option<DeltaBase>,
}

/// Remembers a snapshot. None: the page is unchanged, but the session no longer knows what its uids
/// stand for, since other requests have been answered meanwhile.
pub fn remember(app: &App, plan: &Plan, presented: Presented) -> Option<Remembered> {
    let mut sessions = app.sessions();
    let number = show(&mut sessions, plan, &presented)?;
    keep_snapshot(&mut sessions, plan, &presented);
    keep_window(&mut sessions, plan, &presented, number);
    let previous = replace_delta_base(&mut sessions, plan, &presented, number);
    drop(sessions);
    Some(Remembered {
        presented,
        number,
        previous,
    })
}

/// What a text of this format shows. A uid that it does not print is not shown by it.
pub fn showing(tab: TabHandle, chrome: i64, format: Format, elements: Vec<Element>) -> Showing {
    let (elements, list) = match own_ids(format) {
        None => (elements, None),
        Some(kind) => (Vec::new(), Some((kind, elements))),
    };
    Showing {
        tab,
        chrome,
        elements,
        list,
        whole: None,
    }
}

/// Returns the snapshot's number in its session.
fn show(sessions: &mut Sessions, plan: &Plan, presented: &Presented) -> Option<u64> {
    let session = sessions.session(&plan.request.session);
    let (tab, chrome) = (presented.tab, presented.chrome.id);
    let Some(Fresh { ids, .. }) = &presented.fresh else {
        let knows = session.has_shown(tab, presented.snapshot.number);
        return knows.then(|| session.show_again(tab, chrome));
    };
    let until = presented
        .window
        .as_ref()
        .and_then(|(window, _)| window.next);
    let printed = ids
        .iter()
        .filter(|known| until.is_none_or(|until| known.row < until));
    let elements = printed.map(|known| known.element.clone()).collect();
    let name = presented.name.clone().filter(|_| until.is_none());
    let whole = name.map(|name| (name, presented.snapshot.number));
    let showing = showing(tab, chrome, plan.request.options.format, elements);
    Some(session.show(Showing { whole, ..showing }))
}

/// Keeps a new snapshot for requests of the same settings.
fn keep_snapshot(sessions: &mut Sessions, plan: &Plan, presented: &Presented) {
    let (Some(settings), Some(name)) = (&plan.cached_by, &presented.name) else {
        return;
    };
    if presented.fresh.is_some() {
        let cached = CachedSnapshot {
            name: Arc::clone(name),
            snapshot: Arc::clone(&presented.snapshot),
        };
        sessions
            .cache
            .keep_snapshot(presented.chrome.id, settings.clone(), cached);
    }
}

/// Keeps a snapshot whose first window is shown, where there is more of it.
fn keep_window(sessions: &mut Sessions, plan: &Plan, presented: &Presented, number: u64) {
    let Some((window, name)) = &presented.window else {
        return;
    };
    if window.next.is_none() {
        return;
    }
    let windowed = Windowed {
        name: *name,
        number,
        tab: (presented.tab, presented.chrome.id),
        settings: plan.request.settings(),
        bounds: plan.request.bounds,
        engine: presented.engine.clone(),
        snapshot: Arc::clone(&presented.snapshot),
        ids: presented.ids().to_vec(),
    };
    sessions.cache.keep_window(&plan.request.session, windowed);
}

/// Keeps the text for later deltas, whether or not this request wants one. Returns the one before
/// it.
fn replace_delta_base(
    sessions: &mut Sessions,
    plan: &Plan,
    presented: &Presented,
    number: u64,
) -> Option<DeltaBase> {
    let base = presented.snapshot.base.as_ref()?;
    let request = &plan.request;
    let key = DeltaKey {
        tab: presented.tab,
        scope: request.scope.as_str().to_owned(),
        options: request.options.clone(),
    };
    let cache = &mut sessions.cache;
    let previous = cache.delta_base(&request.session, key.clone());
    let base = DeltaBase {
        snapshot: number,
        base: Arc::clone(base),
    };
    cache.keep_delta_base(&request.session, key, base);
    previous
}
