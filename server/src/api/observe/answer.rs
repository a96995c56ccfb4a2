//! The last step: the answer, from what is remembered. Changes nothing.

use super::cursor::cursor;
use super::parts;
use super::plan::Plan;
use super::present::{Presented, Timings};
use super::remember::{DeltaSince, Remembered};
use super::request::own_ids;
use crate::sessions::snapshot_cache::{SerializedParts, Snapshot};
use crate::state::App;
use crate::text::tokens::{at_same_rate, savings};
use axlens_protocol::agent::SerializedJson;
use axlens_protocol::agent::observe::{DeltaKind, IdMap, ObserveAnswer, TokenEstimate};
use axlens_protocol::model::EngineLocation;
use axlens_snapshot::options::Format;
use axlens_snapshot::window::Window;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The answer to a request that `began` then.
pub fn answer(app: &App, plan: &Plan, remembered: &Remembered, began: Instant) -> ObserveAnswer {
    let presented = &remembered.presented;
    let mut answer = match &presented.window {
        Some((window, name)) => first_window(app, plan, remembered, (window, *name)),
        None => match &remembered.delta {
            Some(since) => changes(app, plan, remembered, since),
            None => whole(app, plan, remembered),
        },
    };
    let timings = plan.request.timings;
    answer.timings = timings.then(|| stages(&presented.timings, began.elapsed()));
    answer
}

fn whole(app: &App, plan: &Plan, remembered: &Remembered) -> ObserveAnswer {
    let presented = &remembered.presented;
    let snapshot = &presented.snapshot;
    let refs = presented
        .fresh
        .as_ref()
        .and_then(|fresh| fresh.refs.as_ref());
    let parts = snapshot.parts.clone();
    let parts =
        parts.unwrap_or_else(|| parts::whole(app.counter, &snapshot.text, presented.ids(), refs));
    compose(&about(plan, remembered), parts, snapshot.text.len())
}

fn changes(app: &App, plan: &Plan, remembered: &Remembered, since: &DeltaSince) -> ObserveAnswer {
    let presented = &remembered.presented;
    let (snapshot, old, delta) = (&presented.snapshot, since.base.as_ref(), &since.delta);
    let parts = match &presented.fresh {
        Some(fresh) => {
            let ids = delta.ids(old, &fresh.printed, &fresh.ids);
            parts::some(app.counter, &delta.text, &ids, fresh.refs.as_ref())
        }
        None => SerializedParts {
            ids: ids_of_unchanged(snapshot, delta.kind),
            ..parts::whole(app.counter, &delta.text, &[], None)
        },
    };
    ObserveAnswer {
        delta: Some(delta.kind),
        since: delta.since,
        ..compose(&about(plan, remembered), parts, delta.text.len())
    }
}

/// Of an unchanged page all ids are said to a session that has no text to take a delta against.
fn ids_of_unchanged(snapshot: &Snapshot, kind: DeltaKind) -> SerializedJson<IdMap> {
    let all = snapshot.parts.as_ref();
    let all = all.filter(|_| kind != DeltaKind::Unchanged);
    all.map_or_else(parts::no_ids, |parts| parts.ids.clone())
}

fn first_window(
    app: &App,
    plan: &Plan,
    remembered: &Remembered,
    (window, name): (&Window, Option<u64>),
) -> ObserveAnswer {
    let presented = &remembered.presented;
    let next = window.next.unwrap_or(window.total);
    let ids = presented.ids();
    let ids = &ids[..ids.partition_point(|known| known.row < next)];
    let refs = presented
        .fresh
        .as_ref()
        .and_then(|fresh| fresh.refs.as_ref());
    let parts = parts::some(app.counter, &window.text, ids, refs);
    ObserveAnswer {
        cursor: name.zip(window.next).map(|(name, next)| cursor(name, next)),
        ..compose(&about(plan, remembered), parts, window.text.len())
    }
}

/// What an answer says of its snapshot.
pub struct About<'a> {
    /// The session.
    pub session: &'a str,
    /// The part of the page, as it was asked for.
    pub root: &'a str,
    /// The format.
    pub format: Format,
    /// The tab.
    pub tab: u32,
    /// The snapshot's number in its session.
    pub number: u64,
    /// Where the engine ran.
    pub engine: EngineLocation,
    /// The snapshot.
    pub snapshot: &'a Snapshot,
}

fn about<'a>(plan: &'a Plan, remembered: &'a Remembered) -> About<'a> {
    let Presented {
        tab,
        engine,
        snapshot,
        ..
    } = &remembered.presented;
    About {
        session: &plan.request.session.name,
        root: plan.request.scope.as_str(),
        format: plan.request.options.format,
        tab: *tab,
        number: remembered.number,
        engine: *engine,
        snapshot,
    }
}

/// An answer of these parts, whose text has so many `bytes`. `uidMap` holds exactly the uids that
/// are printed; where a format's ids are its own, `idMap` does.
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

/// Our text by a real tokenizer, and what a listing of every element would have cost at the page's
/// own rate.
fn estimate(snapshot: &Snapshot, tokens: usize, bytes: usize) -> TokenEstimate {
    let listing = at_same_rate(snapshot.query_dom_bytes, tokens, bytes);
    TokenEstimate {
        equivalent_query_dom: listing,
        savings: savings(tokens as u64, listing),
        this_response: tokens,
    }
}

/// Where the time went, in milliseconds.
fn stages(timings: &Timings, request: Duration) -> BTreeMap<String, f64> {
    let extension = timings.fetch.extension.iter();
    let mut stages: BTreeMap<String, f64> = extension
        .map(|(stage, time)| (stage.clone(), rounded(*time)))
        .collect();
    // `total` is the extension's own sum; ours is the whole way.
    if let Some(total) = stages.remove("total") {
        stages.insert("extension".to_owned(), total);
    }
    let own = [
        ("answer", Some(timings.fetch.answer)),
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
