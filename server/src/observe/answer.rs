//! The answer of `/observe` in JSON: seed 001's fields to the letter, and ours beside them.

use super::page::Page;
use super::request::Request;
use super::{Part, Taken};
use crate::sessions::shown::{Element, ListKind};
use crate::sessions::windows::Known;
use crate::tokens::{Counter, at_same_rate, savings};
use axlens_protocol::query::NodeHandle;
use axlens_snapshot::options::Format;
use axlens_snapshot::render::{Rendered, Shown, refs};
use axlens_snapshot::shape::View;
use axlens_snapshot::stitch::Tree;
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// What is known of an id of a text.
pub type Entry = Known;

/// What is said of the snapshot as a whole: everything but the text, its ids and the timings.
pub fn fields(request: &Request, taken: &Taken) -> Map<String, Value> {
    let (page, rendered) = (&taken.page, &taken.rendered);
    let main = &page.tree.main;
    let document = page
        .tree
        .frames
        .first()
        .map(|frame| frame.document.as_str());
    let told = match &taken.part {
        Part::Delta(told) => Some(told),
        _ => None,
    };
    let since = told.and_then(|told| told.since);
    let fields = [
        ("url", Some(json!(main.url))),
        ("pageTitle", Some(json!(main.title))),
        ("rootSelector", Some(json!(request.scope.root_selector()))),
        ("nodeCount", Some(json!(rendered.node_count))),
        ("interactiveCount", Some(json!(rendered.interactive_count))),
        ("maxDepthReached", Some(json!(rendered.max_depth_reached))),
        ("hint", rendered.hint.as_ref().map(|hint| json!(hint))),
        ("header", Some(json!(page.header))),
        ("snapshot", Some(json!(taken.snapshot))),
        ("delta", told.map(|told| json!(told.kind))),
        ("since", since.map(|since| json!(since))),
        ("session", Some(json!(request.session))),
        ("tab", Some(json!(page.tab))),
        ("document", Some(json!(document))),
        ("world", Some(json!(main.world))),
        ("engine", Some(json!(page.engine))),
    ];
    let given = fields.into_iter();
    given
        .filter_map(|(key, value)| Some((key.to_owned(), value?)))
        .collect()
}

/// The text, and seed 001's comparison: our text by a real tokenizer, and what a listing of every element would have cost at the
/// page's own rate.
pub fn text(counter: Counter, listing_bytes: u64, text: &str) -> [(String, Value); 2] {
    let tokens = counter.count(text);
    let listing = at_same_rate(listing_bytes, tokens, text.len());
    let estimate = json!({
        "thisResponse": tokens,
        "equivalentQueryDom": listing,
        "savings": savings(tokens as u64, listing),
    });
    [
        ("tokenEstimate".to_owned(), estimate),
        ("tree".to_owned(), json!(text)),
    ]
}

/// `uidMap`, which holds exactly the uids that are printed; `idMap` in its place where a format's ids are its own.
pub fn ids<'a>(
    kind: Option<ListKind>,
    known: impl Iterator<Item = &'a Entry>,
) -> Map<String, Value> {
    let map: Map<String, Value> = known
        .map(|known| (known.id.clone(), known.entry.clone()))
        .collect();
    let mut fields = Map::new();
    match kind {
        None => fields.insert("uidMap".to_owned(), Value::Object(map)),
        Some(_) => {
            fields.insert("uidMap".to_owned(), json!({}));
            fields.insert("idMap".to_owned(), Value::Object(map))
        }
    };
    fields
}

/// Seed 002's map, of the refs that are printed.
pub fn refs(request: &Request, taken: &Taken, printed: &[Entry]) -> Option<(String, Value)> {
    (request.options.format == Format::Refs).then(|| {
        let mut map = refs::map(&taken.rendered, &taken.view);
        if printed.len() < map.len() {
            let printed: HashSet<&str> = printed.iter().map(|known| known.id.as_str()).collect();
            map.retain(|id, _| printed.contains(id.as_str()));
        }
        ("refs".to_owned(), Value::Object(map))
    })
}

/// For each id that is printed the element, and how to find it in the page.
pub fn entries(frames: &Frames, tree: &Tree, view: &View, rendered: &Rendered) -> Vec<Entry> {
    let shown = rendered.shown.iter();
    shown
        .map(|shown| {
            let frame = frames.of(shown.frame);
            Known {
                row: shown.row,
                id: shown.id.clone(),
                entry: entry(view, frame, shown),
                element: element(tree, frame, shown),
            }
        })
        .collect()
}

fn entry(view: &View, frame: &[String], shown: &Shown) -> Value {
    let node = &view.nodes[shown.position].node;
    let mut entry = json!({"tag": node.tag, "role": node.role.word()});
    // Without a place selectors were not asked for.
    if let Some(path) = &node.place {
        entry["selector"] = json!(path.selector);
        if !path.hosts.is_empty() {
            entry["hosts"] = json!(path.hosts);
        }
    }
    if !frame.is_empty() {
        entry["frame"] = json!(frame);
    }
    // A snapshot's own ids stand for uids, where there is one.
    if let Some(uid) = shown.uid.as_ref().map(ToString::to_string)
        && uid != shown.id
    {
        entry["uid"] = json!(uid);
    }
    entry
}

fn element(tree: &Tree, frame: &[String], shown: &Shown) -> Element {
    let document = tree.frames.get(shown.frame);
    Element {
        node: NodeHandle {
            document: document
                .map(|document| document.document.clone())
                .unwrap_or_default(),
            world: document.map_or(0, |document| document.world),
            node: shown.node,
        },
        uid: shown.uid.as_ref().map(ToString::to_string),
        frame: frame.to_vec(),
        context: shown.context,
    }
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
    /// Those of a page, of which nothing has been taken yet.
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
    fn of(&self, frame: usize) -> &[String] {
        self.0.get(frame).map_or(&[], Vec::as_slice)
    }
}

fn rounded(milliseconds: f64) -> f64 {
    (milliseconds * 100.0).round() / 100.0
}
