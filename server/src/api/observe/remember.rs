//! The fourth step: notes what the session has been shown, and keeps the snapshot for later
//! requests. Says nothing to anybody.

use super::delta::{Delta, Earlier, delta};
use super::plan::Plan;
use super::present::{Fresh, Presented};
use super::request::own_ids;
use crate::sessions::Sessions;
use crate::sessions::delta_bases::{DeltaBase, DeltaKey};
use crate::sessions::handles::{BrowserTab, TabHandle};
use crate::sessions::shown::{Element, Known, Showing};
use crate::sessions::snapshot_cache::CachedSnapshot;
use crate::sessions::windows::{LocatedId, Windowed};
use crate::state::App;
use axlens_protocol::agent::observe::DeltaKind;
use axlens_snapshot::delta::Since;
use axlens_snapshot::options::Format;
use std::sync::Arc;

/// A snapshot that is remembered.
#[derive(Debug)]
pub struct Remembered {
    /// The snapshot.
    pub presented: Presented,
    /// Its number in its session.
    pub number: u64,
    /// What it says of the text before it with the same options, where that is wanted.
    pub delta: Option<DeltaSince>,
}

/// A delta, and the text that it is taken against; none where that is not known.
#[derive(Debug)]
pub struct DeltaSince {
    /// The delta.
    pub delta: Delta,
    /// The text.
    pub base: Option<Earlier>,
}

impl DeltaSince {
    /// Whether it says what actions have changed, to a reader who may not know the text before.
    fn is_of_actions(&self) -> bool {
        let base = self.base.as_ref();
        base.is_some_and(|base| base.since == Since::Actions)
    }
}

/// Why a snapshot is not remembered: it has to be taken once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Again {
    /// The page is unchanged, but the session no longer knows what its uids stand for, since other
    /// requests have been answered meanwhile; or the user has taken reading away since it was
    /// planned.
    Anew,
    /// Its changes are larger than the answer may be.
    InWindows,
}

/// Remembers a snapshot.
///
/// # Errors
/// Where it has to be taken once more.
pub fn remember(app: &App, plan: &Plan, mut presented: Presented) -> Result<Remembered, Again> {
    // Whatever takes long is made before anything is locked.
    let delta = delta_since(app, plan, &presented);
    if delta
        .as_ref()
        .is_some_and(|since| is_too_large(app, plan, &since.delta))
    {
        return Err(Again::InWindows);
    }
    let of_actions = delta.as_ref().is_some_and(DeltaSince::is_of_actions);
    let (showing, unsaid) = fresh(plan, &presented, delta.as_ref());
    let ids = presented.next().map(|_| presented.ids().to_vec());
    let mut sessions = app.sessions();
    if sessions.taken() != plan.taken {
        return Err(Again::Anew);
    }
    let is_last = |delta: &DeltaSince| is_last(&mut sessions, plan, &presented, delta);
    if !delta.as_ref().is_none_or(is_last) {
        return Err(Again::Anew);
    }
    let showing = match known(&mut sessions, plan, &presented, &unsaid) {
        Known::All => showing,
        // What is not said, the reader is not told that they know.
        Known::NotAll if of_actions => showing.map(|showing| Showing {
            whole: None,
            ..showing
        }),
        Known::Otherwise => showing.map(|showing| Showing {
            whole: None,
            ..showing
        }),
        Known::NotAll => {
            let key = delta_key(plan, &presented);
            sessions.cache.forget_delta_base(&plan.request.session, key);
            return Err(Again::Anew);
        }
    };
    let number = show(&mut sessions, plan, &presented, showing).ok_or(Again::Anew)?;
    keep_snapshot(&mut sessions, plan, &presented);
    let kept = ids.is_none_or(|ids| keep_window(&mut sessions, plan, &presented, number, ids));
    if !of_actions {
        keep_delta_base(&mut sessions, plan, &presented, number);
    }
    drop(sessions);
    if !kept {
        presented.end_with_window(app, plan);
    }
    Ok(Remembered {
        presented,
        number,
        delta,
    })
}

/// What has changed since the session's last text with the same options, where it asks for that.
fn delta_since(app: &App, plan: &Plan, presented: &Presented) -> Option<DeltaSince> {
    if !plan.request.delta || presented.window.is_some() {
        return None;
    }
    let key = delta_key(plan, presented);
    let last = app.sessions().cache.delta_base(&plan.request.session, key);
    let base = last.map(|base| Earlier {
        since: Since::Snapshot(base.snapshot),
        base,
    });
    let base = base.or_else(|| before_actions(plan));
    let snapshot = &presented.snapshot;
    let delta = delta(
        app.counter,
        plan.request.options.format,
        base.as_ref(),
        snapshot.base.as_deref(),
        &snapshot.text,
    );
    Some(DeltaSince { delta, base })
}

/// The page as it was before the reader's actions.
fn before_actions(plan: &Plan) -> Option<Earlier> {
    let base = plan.request.before.clone()?;
    Some(Earlier {
        since: Since::Actions,
        base: DeltaBase {
            snapshot: 0,
            base,
            said: Default::default(),
        },
    })
}

fn is_too_large(app: &App, plan: &Plan, delta: &Delta) -> bool {
    let bounds = plan.request.bounds;
    let is_over = |limit: Option<usize>, size: usize| limit.is_some_and(|limit| size > limit);
    is_over(bounds.chars, delta.text.chars().count())
        || is_over(bounds.tokens, app.counter.count(&delta.text))
}

/// Whether the text that a delta is taken against is still the session's last: another request of
/// it may have been answered meanwhile.
fn is_last(
    sessions: &mut Sessions,
    plan: &Plan,
    presented: &Presented,
    delta: &DeltaSince,
) -> bool {
    let key = delta_key(plan, presented);
    let last = sessions.cache.delta_base(&plan.request.session, key);
    let last = last.map(|base| Since::Snapshot(base.snapshot));
    let base = delta.base.as_ref().map(|base| base.since);
    last == base.filter(|since| *since != Since::Actions)
}

/// Whether the session knows what a text has and its delta does not say.
fn known(sessions: &mut Sessions, plan: &Plan, presented: &Presented, unsaid: &[Element]) -> Known {
    if unsaid.is_empty() {
        return Known::All;
    }
    let session = sessions.known(&plan.request.session);
    session.map_or(Known::NotAll, |session| {
        session.knows(presented.tab, unsaid)
    })
}

fn delta_key(plan: &Plan, presented: &Presented) -> DeltaKey {
    DeltaKey {
        tab: presented.tab,
        scope: plan.request.scope.as_str().to_owned(),
        options: plan.request.options.clone(),
    }
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

/// What is shown of a new snapshot, and what its text has and is not shown: of that the session
/// knows what it was shown before. No showing where the page is unchanged.
fn fresh(
    plan: &Plan,
    presented: &Presented,
    delta: Option<&DeltaSince>,
) -> (Option<Showing>, Vec<Element>) {
    let Some(Fresh {
        ids, containers, ..
    }) = presented.fresh.as_ref()
    else {
        return (None, Vec::new());
    };
    let shown = delta.and_then(|since| since.delta.shown(&containers.0, &containers.1));
    let is_shown = |known: &&LocatedId| shown.as_ref().is_none_or(|shown| shown[known.row]);
    let until = presented.next();
    let printed = ids
        .iter()
        .filter(|known| until.is_none_or(|until| known.row < until));
    let (shown, unsaid): (Vec<&LocatedId>, Vec<&LocatedId>) = printed.partition(is_shown);
    let unsaid = elements_of(unsaid);
    let elements = elements_of(shown);
    let name = presented.name.clone().filter(|_| until.is_none());
    let whole = name.map(|name| (name, presented.snapshot.number));
    let (tab, chrome) = (presented.tab, plan.target.tab(presented.chrome.id));
    let showing = showing(tab, chrome, plan.request.options.format, elements);
    (Some(Showing { whole, ..showing }), unsaid)
}

fn elements_of(ids: Vec<&LocatedId>) -> Vec<Element> {
    ids.into_iter().map(|known| known.element.clone()).collect()
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
        engine: presented.engine,
        snapshot: Arc::clone(&presented.snapshot),
        ids,
    };
    sessions.cache.keep_window(&plan.request.session, windowed)
}

/// What an answer says of the page beside its text.
fn said(presented: &Presented) -> [String; 2] {
    let snapshot = &presented.snapshot;
    [snapshot.title.clone(), snapshot.url.clone()]
}

impl Remembered {
    /// Whether it is told as changes of a text beside which the same title and address were said.
    pub fn is_of_same_page(&self) -> bool {
        let since = self.delta.as_ref();
        let since = since.filter(|since| since.delta.kind != DeltaKind::Full);
        let base = since.and_then(|since| since.base.as_ref());
        base.is_some_and(|base| base.base.said == said(&self.presented))
    }
}

/// Keeps the text for later deltas, whether or not this request wants one.
fn keep_delta_base(sessions: &mut Sessions, plan: &Plan, presented: &Presented, number: u64) {
    if let Some(base) = presented.snapshot.base.as_ref() {
        let base = DeltaBase {
            snapshot: number,
            base: Arc::clone(base),
            said: said(presented),
        };
        let key = delta_key(plan, presented);
        sessions
            .cache
            .keep_delta_base(&plan.request.session, key, base);
    }
}
