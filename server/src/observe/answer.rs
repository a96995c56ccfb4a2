//! The answer of `/observe` in JSON: seed 001's fields to the letter, and ours beside them.

use super::page::Page;
use super::request::Request;
use super::{Taken, own_ids};
use crate::tokens::{Counter, at_same_rate, savings};
use axlens_snapshot::header::header;
use axlens_snapshot::options::Format;
use axlens_snapshot::render::{Shown, refs};
use axlens_snapshot::shape::View;
use axlens_snapshot::stitch::Tree;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::time::Duration;

/// Everything but the text and the timings.
pub fn whole(counter: Counter, request: &Request, taken: &Taken) -> Map<String, Value> {
    let (page, rendered) = (&taken.page, &taken.rendered);
    let main = &page.tree.main;
    let document = page
        .tree
        .frames
        .first()
        .map(|frame| frame.document.as_str());
    let told = taken.told.as_ref();
    let text = told.map_or(rendered.text.as_str(), |told| told.text.as_str());
    let changed = told.map(|told| told.shown(&rendered.shown));
    let shown = changed.as_deref().unwrap_or(&rendered.shown);
    let ids = Value::Object(id_map(&taken.view, &taken.frames, shown));
    // `uidMap` holds exactly the uids that are printed.
    let (uids, own) = match own_ids(request.options.format) {
        None => (ids, None),
        Some(_) => (json!({}), Some(ids)),
    };
    let refs = (request.options.format == Format::Refs).then(|| refs::map(rendered, &taken.view));
    let fields = [
        ("url", Some(json!(main.url))),
        ("pageTitle", Some(json!(main.title))),
        ("rootSelector", Some(json!(request.scope.root_selector()))),
        ("nodeCount", Some(json!(rendered.node_count))),
        ("interactiveCount", Some(json!(rendered.interactive_count))),
        ("maxDepthReached", Some(json!(rendered.max_depth_reached))),
        ("uidMap", Some(uids)),
        ("idMap", own),
        ("refs", refs.map(Value::Object)),
        (
            "tokenEstimate",
            Some(estimate(counter, main.query_dom_bytes, text)),
        ),
        ("hint", rendered.hint.as_ref().map(|hint| json!(hint))),
        ("header", Some(json!(header(&page.tree)))),
        ("snapshot", Some(json!(taken.snapshot))),
        ("delta", told.map(|told| json!(told.kind))),
        (
            "since",
            told.and_then(|told| told.since).map(|since| json!(since)),
        ),
        ("session", Some(json!(request.session))),
        ("tab", Some(json!(page.tab))),
        ("document", Some(json!(document))),
        ("world", Some(json!(main.world))),
        ("engine", Some(json!(page.engine))),
    ];
    let given = fields
        .into_iter()
        .filter_map(|(key, value)| Some((key.to_owned(), value?)));
    given.collect()
}

/// Seed 001's comparison: our text by a real tokenizer, and what a listing of every element would have cost at the page's own rate.
fn estimate(counter: Counter, listing_bytes: u64, text: &str) -> Value {
    let tokens = counter.count(text);
    let listing = at_same_rate(listing_bytes, tokens, text.len());
    json!({
        "thisResponse": tokens,
        "equivalentQueryDom": listing,
        "savings": savings(tokens as u64, listing),
    })
}

/// Seed 001's map: for each id that is printed how to find the element in the page.
fn id_map(view: &View, frames: &Frames, shown: &[Shown]) -> Map<String, Value> {
    let entry = |shown: &Shown| {
        let node = &view.nodes[shown.position].node;
        let path = node.place.as_deref().cloned().unwrap_or_default();
        let mut entry =
            json!({"selector": path.selector, "tag": node.tag, "role": node.role.word()});
        if !path.hosts.is_empty() {
            entry["hosts"] = json!(path.hosts);
        }
        let frame = frames.of(shown.frame);
        if !frame.is_empty() {
            entry["frame"] = json!(frame);
        }
        // A snapshot's own ids stand for uids, where there is one.
        if let Some(uid) = shown.uid.as_ref().map(ToString::to_string)
            && uid != shown.id
        {
            entry["uid"] = json!(uid);
        }
        (shown.id.clone(), entry)
    };
    shown.iter().map(entry).collect()
}

/// Where the time went, in milliseconds.
pub fn timings(page: &Page, shape: Duration, request: Duration) -> Value {
    let mut times: Map<String, Value> = page
        .timings
        .extension
        .iter()
        .map(|(stage, time)| (stage.clone(), json!(rounded(*time))))
        .collect();
    // `total` is the extension's own sum; ours is the whole way.
    if let Some(total) = times.remove("total") {
        times.insert("extension".to_owned(), total);
    }
    let own = [
        ("answer", page.timings.answer),
        ("stitch", page.timings.stitch),
        ("shape", shape),
        ("total", request),
    ];
    for (stage, time) in own {
        times.insert(
            stage.to_owned(),
            json!(rounded(time.as_secs_f64() * 1000.0)),
        );
    }
    Value::Object(times)
}

/// The selectors of the iframes on the way to each frame, outermost first; inside shadow roots `host >>> iframe`.
#[derive(Debug, Default)]
pub struct Frames(Vec<Vec<String>>);

impl Frames {
    /// Those of a page.
    pub fn new(tree: &Tree) -> Frames {
        let iframes: HashMap<&[u32], String> = tree
            .nodes
            .iter()
            .filter(|each| each.node.frame_index.is_some())
            .filter_map(|each| {
                let path = each.node.place.as_ref()?;
                let steps: Vec<&str> = path
                    .hosts
                    .iter()
                    .chain([&path.selector])
                    .map(String::as_str)
                    .collect();
                Some((each.uid.as_ref()?.0.as_slice(), steps.join(" >>> ")))
            })
            .collect();
        let selector = |path: &[u32]| iframes.get(path).cloned().unwrap_or_default();
        let frames = tree.frames.iter();
        Frames(
            frames
                .map(|frame| {
                    (1..=frame.path.len())
                        .map(|length| selector(&frame.path[..length]))
                        .collect()
                })
                .collect(),
        )
    }

    /// Those of one frame; none of the main frame.
    pub fn of(&self, frame: usize) -> &[String] {
        self.0.get(frame).map_or(&[], Vec::as_slice)
    }
}

fn rounded(milliseconds: f64) -> f64 {
    (milliseconds * 100.0).round() / 100.0
}
