//! The fourth step: notes what the session has been shown, and keeps the snapshot for later
//! requests. Says nothing to anybody.

use super::plan::Plan;
use super::present::{Fresh, Presented};
use super::request::own_ids;
use crate::sessions::Sessions;
use crate::sessions::delta_bases::{DeltaBase, DeltaKey};
use crate::sessions::handles::{BrowserTab, TabHandle};
use crate::sessions::shown::{Element, Showing};
use crate::sessions::snapshot_cache::CachedSnapshot;
use crate::sessions::windows::{LocatedId, Windowed};
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
/// stand for, since other requests have been answered meanwhile; or the user has taken reading away
/// since it was planned.
pub fn remember(app: &App, plan: &Plan, mut presented: Presented) -> Option<Remembered> {
    // Whatever takes long is made before anything is locked.
    let showing = fresh(plan, &presented);
    let ids = presented.next().map(|_| presented.ids().to_vec());
    let mut sessions = app.sessions();
    if sessions.taken() != plan.taken {
        return None;
    }
    let number = show(&mut sessions, plan, &presented, showing)?;
    keep_snapshot(&mut sessions, plan, &presented);
    let kept = ids.is_none_or(|ids| keep_window(&mut sessions, plan, &presented, number, ids));
    let previous = replace_delta_base(&mut sessions, plan, &presented, number);
    drop(sessions);
    if !kept {
        presented.end_with_window(app, plan);
    }
    Some(Remembered {
        presented,
        number,
        previous,
    })
}

/// What a text of this format shows. A uid that it does not print is not shown by it.
pub fn showing(
    tab: TabHandle,
    chrome: BrowserTab,
    format: Format,
    elements: Vec<Element>,
) -> Showing {
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

/// What is shown of a new snapshot; none where the page is unchanged.
fn fresh(plan: &Plan, presented: &Presented) -> Option<Showing> {
    let Fresh { ids, .. } = presented.fresh.as_ref()?;
    let until = presented.next();
    let printed = ids
        .iter()
        .filter(|known| until.is_none_or(|until| known.row < until));
    let elements = printed.map(|known| known.element.clone()).collect();
    let name = presented.name.clone().filter(|_| until.is_none());
    let whole = name.map(|name| (name, presented.snapshot.number));
    let (tab, chrome) = (presented.tab, plan.target.tab(presented.chrome.id));
    let showing = showing(tab, chrome, plan.request.options.format, elements);
    Some(Showing { whole, ..showing })
}

/// Returns the snapshot's number in its session.
fn show(
    sessions: &mut Sessions,
    plan: &Plan,
    presented: &Presented,
    fresh: Option<Showing>,
) -> Option<u64> {
    let key = &plan.request.session;
    if let Some(showing) = fresh {
        return Some(sessions.show(key, showing));
    }
    let session = sessions.session(key);
    let (tab, chrome) = (presented.tab, plan.target.tab(presented.chrome.id));
    let knows = session.has_shown(tab, presented.snapshot.number);
    knows.then(|| session.show_again(tab, chrome))
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
        sessions.cache.keep_snapshot(
            plan.target.tab(presented.chrome.id),
            settings.clone(),
            cached,
        );
    }
}

/// Keeps a snapshot whose first window is shown and of which there is more. False: it is too large.
fn keep_window(
    sessions: &mut Sessions,
    plan: &Plan,
    presented: &Presented,
    number: u64,
    ids: Vec<LocatedId>,
) -> bool {
    let Some((_, Some(name))) = &presented.window else {
        return true;
    };
    let windowed = Windowed {
        name: *name,
        number,
        tab: (presented.tab, plan.target.tab(presented.chrome.id)),
        settings: plan.request.settings(),
        bounds: plan.request.bounds,
        engine: presented.engine.clone(),
        snapshot: Arc::clone(&presented.snapshot),
        ids,
    };
    sessions.cache.keep_window(&plan.request.session, windowed)
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
