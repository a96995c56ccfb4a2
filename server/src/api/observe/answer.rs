//! The last step: composes the answer from the stored snapshot.

use super::cursor::cursor;
use super::parts;
use super::plan::Plan;
use super::present::{PresentedPage, Timings};
use super::remember::{DeltaWithBase, StoredSnapshot};
use super::request::own_ids;
use crate::sessions::snapshot_cache::{SerializedParts, Snapshot};
use crate::text::tokens::{at_same_rate, savings};
use axlens_protocol::agent::SerializedJson;
use axlens_protocol::agent::observe::{DeltaKind, IdMap, ObserveAnswer, TokenEstimate};
use axlens_protocol::model::EngineLocation;
use axlens_snapshot::options::Format;
use axlens_snapshot::quote::{address, shortened};
use axlens_snapshot::window::Window;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Maximum length of a URL in a hint, in characters.
const MAX_URL_LEN: usize = 100;

/// The answer to a request that was received at `start`.
pub fn answer(plan: &Plan, stored: &StoredSnapshot, start: Instant) -> ObserveAnswer {
    let presented = &stored.presented;
    let mut answer = match &presented.window {
        Some((window, number)) => first_window(plan, stored, (window, *number)),
        None => match &stored.delta {
            Some(delta) => changes(plan, stored, delta),
            None => whole(plan, stored),
        },
    };
    let hints = [tab_hint(plan, presented), answer.hint.take()];
    let hints: Vec<String> = hints.into_iter().flatten().collect();
    answer.hint = (!hints.is_empty()).then(|| hints.join(" "));
    let has_timings = plan.request.timings;
    answer.timings = has_timings.then(|| stages(&presented.timings, start.elapsed()));
    answer
}

/// What the agent has to know about the choice of the tab, or about a tab that can't be read.
fn tab_hint(plan: &Plan, presented: &PresentedPage) -> Option<String> {
    let tab = &presented.chrome_tab;
    if plan.destination.tab_id.is_none() && !tab.active {
        return Some(format!(
            "The tab in front shows a page that agents can't read. This is tab {}, the one of its window that was used before.",
            presented.tab
        ));
    }
    presented.is_blank.then(|| {
        let url = address(&shortened(&tab.url, MAX_URL_LEN)).into_owned();
        format!("No extension can read {url}, as little as chrome:// pages: it is shown as empty, whatever it contains.")
    })
}

fn whole(plan: &Plan, stored: &StoredSnapshot) -> ObserveAnswer {
    let presented = &stored.presented;
    let snapshot = &presented.snapshot;
    let parts = snapshot
        .parts
        .clone()
        .unwrap_or_else(|| parts::whole(&snapshot.text, presented.ids(), presented.refs()));
    compose(&about(plan, stored), parts, snapshot.text.len())
}

fn changes(
    plan: &Plan,
    stored: &StoredSnapshot,
    DeltaWithBase { delta, base, .. }: &DeltaWithBase,
) -> ObserveAnswer {
    let presented = &stored.presented;
    let parts = match &presented.new_text {
        Some(new) => {
            let ids = delta.ids(base.as_ref(), &new.printed, &new.ids);
            parts::some(&delta.text, &ids, new.refs.as_ref())
        }
        None => SerializedParts {
            ids: ids_of_unchanged_page(&presented.snapshot, delta.kind),
            ..parts::whole(&delta.text, &[], None)
        },
    };
    ObserveAnswer {
        delta: Some(delta.kind),
        since: delta.since,
        ..compose(&about(plan, stored), parts, delta.text.len())
    }
}

/// The ids of an unchanged page: all ids if the session has no base, so that the delta is the whole
/// text, otherwise none.
fn ids_of_unchanged_page(snapshot: &Snapshot, kind: DeltaKind) -> SerializedJson<IdMap> {
    let all = snapshot.parts.as_ref();
    let all = all.filter(|_| kind != DeltaKind::Unchanged);
    all.map_or_else(parts::no_ids, |parts| parts.ids.clone())
}

fn first_window(
    plan: &Plan,
    stored: &StoredSnapshot,
    (window, number): (&Window, Option<u64>),
) -> ObserveAnswer {
    let presented = &stored.presented;
    let next = window.next.unwrap_or(window.total);
    let ids = presented.ids();
    let ids = &ids[..ids.partition_point(|id| id.row < next)];
    let parts = parts::some(&window.text, ids, presented.refs());
    let next = number.zip(window.next);
    ObserveAnswer {
        cursor: next.map(|(number, next)| cursor(number, next)),
        ..compose(&about(plan, stored), parts, window.text.len())
    }
}

/// The facts about a snapshot in an answer.
pub struct About<'a> {
    /// The session.
    pub session: &'a str,
    /// The part of the page, as in the request.
    pub root: &'a str,
    /// The format.
    pub format: Format,
    /// The tab.
    pub tab: u32,
    /// The snapshot's number in its session.
    pub number: u64,
    /// Where the engine ran.
    pub engine: EngineLocation,
    /// The number of tools that the page offers to agents.
    pub page_tools: u32,
    /// The snapshot.
    pub snapshot: &'a Snapshot,
}

fn about<'a>(plan: &'a Plan, stored: &'a StoredSnapshot) -> About<'a> {
    let PresentedPage {
        tab,
        engine,
        page_tools,
        snapshot,
        ..
    } = &stored.presented;
    About {
        session: &plan.request.session.name,
        root: plan.request.scope.as_str(),
        format: plan.request.options.format,
        tab: *tab,
        number: stored.number,
        engine: *engine,
        page_tools: *page_tools,
        snapshot,
    }
}

/// An answer with these parts, whose text has this number of `bytes`. `uidMap` has exactly the
/// printed uids; for a format with its own ids, `idMap` has the printed ids.
pub fn compose(about: &About, parts: SerializedParts, bytes: usize) -> ObserveAnswer {
    let snapshot = about.snapshot;
    let (uid_map, id_map) = match own_ids(about.format) {
        None => (parts.ids, None),
        Some(_) => (parts::no_ids(), Some(parts.ids)),
    };
    ObserveAnswer {
        changed: None,
        cursor: None,
        delta: None,
        document: snapshot.document.clone(),
        engine: about.engine,
        header: (&snapshot.header).into(),
        hint: snapshot.hint.clone(),
        id_map,
        interactive_count: snapshot.interactive_count,
        max_depth_reached: snapshot.max_depth_reached,
        node_count: snapshot.node_count,
        page_tools: about.page_tools,
        page_title: snapshot.title.clone(),
        refs: parts.refs,
        root_selector: about.root.to_owned(),
        session: about.session.to_owned(),
        since: None,
        snapshot: about.number,
        tab: about.tab,
        timings: None,
        token_estimate: estimate(snapshot, parts.tokens, bytes),
        tree: parts.tree,
        uid_map,
        url: snapshot.url.clone(),
        world: snapshot.world,
    }
}

/// The tokens of the text, and an estimate for a listing of every element at the same rate of
/// tokens per byte.
fn estimate(snapshot: &Snapshot, tokens: usize, bytes: usize) -> TokenEstimate {
    let listing = at_same_rate(snapshot.query_dom_bytes, tokens, bytes);
    TokenEstimate {
        equivalent_query_dom: listing,
        savings: savings(tokens as u64, listing),
        this_response: tokens,
    }
}

/// The duration of each stage, in milliseconds.
fn stages(timings: &Timings, request: Duration) -> BTreeMap<String, f64> {
    let extension = timings.fetch.extension.iter();
    let mut stages: BTreeMap<String, f64> = extension
        .map(|(stage, time)| (stage.clone(), rounded(*time)))
        .collect();
    // The extension's `total` covers only its own stages.
    if let Some(total) = stages.remove("total") {
        stages.insert("extension".to_owned(), total);
    }
    let own = [
        ("answer", Some(timings.fetch.response)),
        ("stitch", timings.stitch),
        ("shape", timings.shape),
        ("total", Some(request)),
    ];
    for (stage, time) in own {
        if let Some(time) = time {
            stages.insert(stage.to_owned(), rounded(time.as_secs_f64() * 1000.0));
        }
    }
    stages
}

fn rounded(milliseconds: f64) -> f64 {
    (milliseconds * 100.0).round() / 100.0
}
