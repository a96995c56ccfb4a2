//! `POST /observe`: has the tab read, shapes and renders its tree, and remembers what was shown.

mod answer;
mod page;
mod request;

use crate::app::App;
use crate::sessions::shown::{Element, ListKind, Showing};
use answer::Frames;
use axlens_protocol::Fault;
use axlens_protocol::query::NodeHandle;
use axlens_snapshot::options::Format;
use axlens_snapshot::render::{Rendered, Shown, refs, render};
use axlens_snapshot::shape::shape;
use axlens_snapshot::stitch::Tree;
use page::Page;
pub use request::{Request, Scope, Window};
use serde_json::{Value, json};
use std::time::Instant;

/// Answers a request.
///
/// # Errors
/// Every fault of the extension, of the queue and of ids; `scope_not_found`.
pub async fn observe(app: &App, request: Request) -> Result<Value, Fault> {
    let began = Instant::now();
    let page = page::read(app, &request).await?;
    let Some(tree) = &page.tree else {
        return Ok(blank(app, &request, &page));
    };
    let shaping = Instant::now();
    let view = shape(tree, &request.options);
    let rendered = render(&view, tree, &request.options);
    let shaped = shaping.elapsed();
    let frames = Frames::new(tree);
    let snapshot = remember(app, &request, &page, tree, &frames, &rendered);
    let mut answer = answer::whose(&request, &page, snapshot);
    let mut put = |key: &str, value: Value| answer.insert(key.to_owned(), value);
    put("url", json!(tree.main.url));
    put("pageTitle", json!(tree.main.title));
    put("rootSelector", json!(request.scope.root_selector()));
    put("nodeCount", json!(rendered.node_count));
    put("interactiveCount", json!(rendered.interactive_count));
    put("maxDepthReached", json!(rendered.max_depth_reached));
    let ids = Value::Object(answer::id_map(&view, &frames, &rendered.shown));
    // `uidMap` holds exactly the uids that are printed.
    let (uids, own) = match own_ids(request.options.format) {
        None => (ids, None),
        Some(_) => (json!({}), Some(ids)),
    };
    put("uidMap", uids);
    if let Some(own) = own {
        put("idMap", own);
    }
    put(
        "tokenEstimate",
        answer::estimate(app.counter, tree.main.query_dom_bytes, &rendered.text),
    );
    put(
        "document",
        json!(tree.frames.first().map(|frame| &frame.document)),
    );
    put("world", json!(tree.main.world));
    if let Some(hint) = &rendered.hint {
        put("hint", json!(hint));
    }
    if request.options.format == Format::Refs {
        put("refs", Value::Object(refs::map(&rendered, &view)));
    }
    if request.timings {
        put("timings", answer::timings(&page, shaped, began.elapsed()));
    }
    put("tree", json!(rendered.text));
    Ok(Value::Object(answer))
}

/// A page that holds nothing can't be read; the server knows all there is to it.
fn blank(app: &App, request: &Request, page: &Page) -> Value {
    let text = "document \"(empty)\"\n";
    let showing = Showing {
        tab: page.tab,
        chrome: page.chrome.id,
        elements: Vec::new(),
        list: None,
    };
    let snapshot = app.sessions().session(&request.session).show(showing);
    let mut answer = answer::whose(request, page, snapshot);
    let fields = [
        ("url", json!(page.chrome.url)),
        ("pageTitle", json!(page.chrome.title)),
        ("rootSelector", json!(request.scope.root_selector())),
        ("nodeCount", json!(1)),
        ("interactiveCount", json!(0)),
        ("maxDepthReached", json!(false)),
        ("uidMap", json!({})),
        ("tokenEstimate", answer::estimate(app.counter, 0, text)),
        ("tree", json!(text)),
    ];
    answer.extend(fields.map(|(key, value)| (key.to_owned(), value)));
    Value::Object(answer)
}

/// Remembers what every id of the text means. Returns the snapshot's number.
fn remember(
    app: &App,
    request: &Request,
    page: &Page,
    tree: &Tree,
    frames: &Frames,
    rendered: &Rendered,
) -> u64 {
    let kind = own_ids(request.options.format);
    let all = || {
        rendered
            .shown
            .iter()
            .map(|shown| element(tree, frames, shown))
    };
    let showing = Showing {
        tab: page.tab,
        chrome: page.chrome.id,
        // A uid that this text does not print was not shown by it.
        elements: if kind.is_none() {
            all().collect()
        } else {
            Vec::new()
        },
        list: kind.map(|kind| (kind, all().collect())),
    };
    app.sessions().session(&request.session).show(showing)
}

/// Whether a format's ids are its own.
fn own_ids(format: Format) -> Option<ListKind> {
    match format {
        Format::Refs | Format::Tabs => Some(ListKind::Refs),
        Format::Numbered => Some(ListKind::Numbers),
        Format::Outline | Format::Lean => None,
    }
}

fn element(tree: &Tree, frames: &Frames, shown: &Shown) -> Element {
    let frame = tree.frames.get(shown.frame);
    Element {
        node: NodeHandle {
            document: frame
                .map(|frame| frame.document.clone())
                .unwrap_or_default(),
            world: frame.map_or(0, |frame| frame.world),
            node: shown.node,
        },
        uid: shown.uid.as_ref().map(ToString::to_string),
        frame: frames.of(shown.frame).to_vec(),
        context: shown.context,
    }
}
