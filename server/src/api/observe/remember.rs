//! The fourth step: stores the ids that the session is shown, and caches the snapshot for later
//! requests.

use super::delta::{DeltaText, EarlierText, delta};
use super::plan::Plan;
use super::present::{NewText, PresentedPage};
use super::request::{ActionContext, own_ids};
use crate::sessions::Sessions;
use crate::sessions::delta_bases::{DeltaBase, DeltaKey};
use crate::sessions::handles::{BrowserTab, TabHandle};
use crate::sessions::packed_base::PackedBase;
use crate::sessions::session::{Element, SessionKnowledge, ShownSnapshot};
use crate::sessions::snapshot_cache::CachedSnapshot;
use crate::sessions::windows::{LocatedId, WindowedSnapshot};
use crate::state::App;
use crate::text::tokens;
use axlens_protocol::agent::observe::DeltaKind;
use axlens_snapshot::delta::Since;
use axlens_snapshot::options::Format;
use std::sync::Arc;

/// A snapshot whose ids are stored for the session.
#[derive(Debug)]
pub struct StoredSnapshot {
    /// The snapshot.
    pub presented: PresentedPage,
    /// Its number in the session.
    pub number: u64,
    /// The changes, if the request is for a delta.
    pub delta: Option<DeltaWithBase>,
}

impl StoredSnapshot {
    /// Whether the answer has changes, and the agent knows title and URL from the base.
    pub fn has_known_title_and_url(&self) -> bool {
        let delta = self.delta.as_ref();
        let delta = delta.filter(|delta| delta.delta.kind != DeltaKind::Full);
        let base = delta.and_then(|delta| delta.base.as_ref());
        base.is_some_and(|base| base.base.title_and_url == title_and_url(&self.presented))
    }
}

/// A delta, and its base if the server has one.
#[derive(Debug)]
pub struct DeltaWithBase {
    /// The delta.
    pub delta: DeltaText,
    /// The earlier text.
    pub base: Option<EarlierText>,
    /// The snapshot of the session's last text with these options, which may be of another document
    /// than `base`.
    last: Option<u64>,
}

impl DeltaWithBase {
    /// Whether the base is the page before actions, which the session may not have been shown.
    fn is_since_actions(&self) -> bool {
        let base = self.base.as_ref();
        base.is_some_and(|base| base.since == Since::Actions)
    }
}

/// Why a snapshot has to be taken again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retake {
    /// Other requests have changed the session since the plan, so that it does not have the
    /// elements of the unchanged page any more; or the user has reduced read access.
    WithoutCache,
    /// The changes are larger than the answer may be.
    InWindows,
}

/// Stores a snapshot.
///
/// # Errors
/// [`Retake`] if the snapshot has to be taken again.
pub fn remember(
    app: &App,
    plan: &Plan,
    mut presented: PresentedPage,
) -> Result<StoredSnapshot, Retake> {
    // Everything slow happens before the lock.
    let delta = delta_with_base(app, plan, &presented);
    if delta
        .as_ref()
        .is_some_and(|delta| is_too_large(plan, &delta.delta))
    {
        return Err(Retake::InWindows);
    }
    let is_since_actions = delta.as_ref().is_some_and(DeltaWithBase::is_since_actions);
    let (snapshot, hidden) = split_elements(plan, &presented, delta.as_ref());
    let windowed_ids = presented.next_line().map(|_| presented.ids().to_vec());
    let mut sessions = app.sessions();
    if sessions.access_reductions() != plan.access_reductions {
        return Err(Retake::WithoutCache);
    }
    let is_current =
        |delta: &DeltaWithBase| has_current_base(&mut sessions, plan, &presented, delta);
    if !delta.as_ref().is_none_or(is_current) {
        return Err(Retake::WithoutCache);
    }
    let snapshot = match knowledge_of(&mut sessions, plan, &presented, &hidden) {
        SessionKnowledge::Current => snapshot,
        // The hidden elements are not stored, so this is not the whole page.
        SessionKnowledge::Incomplete if is_since_actions => snapshot.map(without_whole),
        SessionKnowledge::Outdated => snapshot.map(without_whole),
        SessionKnowledge::Incomplete => {
            let key = delta_key(plan, &presented);
            sessions.cache.remove_delta_base(&plan.request.session, key);
            return Err(Retake::WithoutCache);
        }
    };
    let number =
        add_to_session(&mut sessions, plan, &presented, snapshot).ok_or(Retake::WithoutCache)?;
    cache_snapshot(&mut sessions, plan, &presented);
    let has_next_window =
        windowed_ids.is_none_or(|ids| cache_window(&mut sessions, plan, &presented, number, ids));
    if !is_since_actions {
        let known = delta.as_ref().and_then(|delta| delta.delta.known.as_ref());
        cache_delta_base(&mut sessions, plan, &presented, (number, known));
    }
    drop(sessions);
    if !has_next_window {
        presented.end_with_window(plan);
    }
    Ok(StoredSnapshot {
        presented,
        number,
        delta,
    })
}

/// The changes since the session's last text with the same options, if the request is for a delta.
fn delta_with_base(app: &App, plan: &Plan, presented: &PresentedPage) -> Option<DeltaWithBase> {
    if !plan.request.delta || presented.window.is_some() {
        return None;
    }
    let key = delta_key(plan, presented);
    let last = app.sessions().cache.delta_base(&plan.request.session, key);
    let last_number = last.as_ref().map(|base| base.snapshot);
    let last = last.map(|base| EarlierText {
        since: Since::Snapshot(base.snapshot),
        base,
    });
    let snapshot = &presented.snapshot;
    let is_comparable = |text: &EarlierText| {
        let new = snapshot.base.as_ref();
        new.is_some_and(|new| text.base.base.has_same_document(new))
    };
    let context = plan.request.after_actions.as_ref();
    let before = context.and_then(page_before_actions);
    let base = match last.as_ref().is_some_and(is_comparable) {
        true => last,
        false => before.filter(is_comparable).or(last),
    };
    let delta = delta(
        &plan.request,
        base.as_ref(),
        snapshot.base.as_deref(),
        &snapshot.text,
    );
    Some(DeltaWithBase {
        delta,
        base,
        last: last_number,
    })
}

fn page_before_actions(context: &ActionContext) -> Option<EarlierText> {
    Some(EarlierText {
        since: Since::Actions,
        base: DeltaBase {
            snapshot: 0,
            base: context.before.clone()?,
            title_and_url: Default::default(),
        },
    })
}

fn is_too_large(plan: &Plan, delta: &DeltaText) -> bool {
    let bounds = plan.request.bounds;
    let exceeds = |limit: Option<usize>, size: usize| limit.is_some_and(|limit| size > limit);
    exceeds(bounds.chars, delta.text.chars().count())
        || exceeds(bounds.tokens, tokens::count(&delta.text))
}

/// Whether the base of a delta is still the session's last text. Another request may have replaced
/// it.
fn has_current_base(
    sessions: &mut Sessions,
    plan: &Plan,
    presented: &PresentedPage,
    delta: &DeltaWithBase,
) -> bool {
    let key = delta_key(plan, presented);
    let last = sessions.cache.delta_base(&plan.request.session, key);
    last.map(|base| base.snapshot) == delta.last
}

/// The session's stored data of elements that are not in the delta.
fn knowledge_of(
    sessions: &mut Sessions,
    plan: &Plan,
    presented: &PresentedPage,
    hidden: &[Element],
) -> SessionKnowledge {
    if hidden.is_empty() {
        return SessionKnowledge::Current;
    }
    let session = sessions.get(&plan.request.session);
    session.map_or(SessionKnowledge::Incomplete, |session| {
        session.knowledge_of(presented.tab, hidden)
    })
}

fn delta_key(plan: &Plan, presented: &PresentedPage) -> DeltaKey {
    DeltaKey {
        tab: presented.tab,
        scope: plan.request.scope.as_str().to_owned(),
        options: plan.request.options.clone(),
    }
}

/// A snapshot in this format with these elements. A format with its own ids shows no uids.
pub fn shown_snapshot(
    tab: TabHandle,
    browser_tab: BrowserTab,
    format: Format,
    elements: Vec<Element>,
) -> ShownSnapshot {
    let (elements, own_ids) = match own_ids(format) {
        None => (elements, None),
        Some(kind) => (Vec::new(), Some((kind, elements))),
    };
    ShownSnapshot {
        tab,
        browser_tab,
        elements,
        own_ids,
        whole: None,
    }
}

fn without_whole(snapshot: ShownSnapshot) -> ShownSnapshot {
    ShownSnapshot {
        whole: None,
        ..snapshot
    }
}

/// The elements of a new text that the answer shows, and those that it does not show because the
/// agent knows them from an earlier answer. `None` and no elements for an unchanged page.
fn split_elements(
    plan: &Plan,
    presented: &PresentedPage,
    delta: Option<&DeltaWithBase>,
) -> (Option<ShownSnapshot>, Vec<Element>) {
    let Some(NewText {
        ids,
        containers,
        containers_of_lines,
        ..
    }) = presented.new_text.as_ref()
    else {
        return (None, Vec::new());
    };
    let lines = delta.and_then(|delta| delta.delta.visible_lines(containers, containers_of_lines));
    let is_visible = |id: &&LocatedId| lines.as_ref().is_none_or(|lines| lines[id.row]);
    let end = presented.next_line();
    let printed = ids.iter().filter(|id| end.is_none_or(|end| id.row < end));
    let (visible, mut hidden): (Vec<&LocatedId>, Vec<&LocatedId>) = printed.partition(is_visible);
    // The session need not have the elements of background changes, which no answer has reported.
    let left_out = delta.map_or(&[][..], |delta| &delta.delta.left_out);
    hidden.retain(|id| !left_out.contains(&id.row));
    let is_whole = end.is_none() && left_out.is_empty();
    let name = presented.name.clone().filter(|_| is_whole);
    let whole = name.map(|name| (name, presented.snapshot.number));
    let browser_tab = plan.destination.tab(presented.chrome_tab.id);
    let format = plan.request.options.format;
    let snapshot = shown_snapshot(presented.tab, browser_tab, format, elements_of(visible));
    (
        Some(ShownSnapshot { whole, ..snapshot }),
        elements_of(hidden),
    )
}

fn elements_of(ids: Vec<&LocatedId>) -> Vec<Element> {
    ids.into_iter().map(|id| id.element.clone()).collect()
}

/// Returns the snapshot's number in its session. `None` if the session does not have the elements
/// of an unchanged page.
fn add_to_session(
    sessions: &mut Sessions,
    plan: &Plan,
    presented: &PresentedPage,
    snapshot: Option<ShownSnapshot>,
) -> Option<u64> {
    let key = &plan.request.session;
    if let Some(view) = plan.request.last_view() {
        let session = sessions.get_or_create(key);
        session.views.store(presented.tab, view);
    }
    if let Some(snapshot) = snapshot {
        return Some(sessions.add_snapshot(key, snapshot));
    }
    let session = sessions.get_or_create(key);
    let browser_tab = plan.destination.tab(presented.chrome_tab.id);
    let is_stored = session.has_whole_snapshot(presented.tab, presented.snapshot.number);
    is_stored.then(|| session.repeat_snapshot(presented.tab, browser_tab))
}

/// Caches a new snapshot for requests with the same settings.
fn cache_snapshot(sessions: &mut Sessions, plan: &Plan, presented: &PresentedPage) {
    let (Some(settings), Some(name)) = (&plan.cache_key, &presented.name) else {
        return;
    };
    if presented.new_text.is_some() {
        let cached = CachedSnapshot {
            name: Arc::clone(name),
            snapshot: Arc::clone(&presented.snapshot),
        };
        let tab = plan.destination.tab(presented.chrome_tab.id);
        sessions.cache.store_snapshot(tab, settings.clone(), cached);
    }
}

/// Caches a snapshot for its next windows. Returns `false` if it is too large.
fn cache_window(
    sessions: &mut Sessions,
    plan: &Plan,
    presented: &PresentedPage,
    number: u64,
    ids: Vec<LocatedId>,
) -> bool {
    let Some((_, Some(window_number))) = &presented.window else {
        return true;
    };
    let windowed = WindowedSnapshot {
        window_number: *window_number,
        number,
        tab: presented.tab,
        browser_tab: plan.destination.tab(presented.chrome_tab.id),
        settings: plan.request.settings(),
        bounds: plan.request.bounds,
        engine: presented.engine,
        snapshot: Arc::clone(&presented.snapshot),
        ids,
    };
    sessions.cache.store_window(&plan.request.session, windowed)
}

/// Caches the text for later deltas, also if this request is not for a delta. `known` is the text
/// as the agent knows it, if that is another one.
fn cache_delta_base(
    sessions: &mut Sessions,
    plan: &Plan,
    presented: &PresentedPage,
    (number, known): (u64, Option<&Arc<PackedBase>>),
) {
    if let Some(base) = known.or(presented.snapshot.base.as_ref()) {
        let base = DeltaBase {
            snapshot: number,
            base: Arc::clone(base),
            title_and_url: title_and_url(presented),
        };
        let key = delta_key(plan, presented);
        sessions
            .cache
            .store_delta_base(&plan.request.session, key, base);
    }
}

fn title_and_url(presented: &PresentedPage) -> [String; 2] {
    let snapshot = &presented.snapshot;
    [snapshot.title.clone(), snapshot.url.clone()]
}
