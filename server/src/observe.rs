//! Has a tab read, shapes and renders its tree, and remembers what was shown: `POST /observe`, and what other doors make of a snapshot.

mod answer;
mod delta;
mod page;
mod request;

use crate::app::App;
use crate::sessions::bases::Kept;
use crate::sessions::shown::{Element, ListKind, Showing};
use answer::Frames;
use axlens_protocol::Fault;
use axlens_protocol::query::NodeHandle;
use axlens_snapshot::delta::Base;
use axlens_snapshot::options::Format;
use axlens_snapshot::render::{Rendered, Shown, render};
use axlens_snapshot::shape::{View, shape};
use axlens_snapshot::stitch::Tree;
use delta::Told;
use page::Page;
pub use request::{Request, Scope, Window};
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A snapshot that was taken and remembered.
#[derive(Debug)]
pub struct Taken {
    /// The page as it was read.
    pub page: Page,
    /// What of it is shown.
    pub view: View,
    /// The text.
    pub rendered: Rendered,
    /// Number in its session.
    pub snapshot: u64,
    frames: Frames,
    told: Option<Told>,
    shaped: Duration,
}

/// Answers a request.
///
/// # Errors
/// Every fault of the extension, of the queue and of ids; `scope_not_found`.
pub async fn observe(app: &App, request: Request) -> Result<Value, Fault> {
    let began = Instant::now();
    let mut taken = take(app, &request).await?;
    let mut answer = answer::whole(app.counter, &request, &taken);
    if request.timings {
        let timings = answer::timings(&taken.page, taken.shaped, began.elapsed());
        answer.insert("timings".to_owned(), timings);
    }
    let text = match taken.told.take() {
        Some(told) => told.text,
        None => taken.rendered.text,
    };
    answer.insert("tree".to_owned(), Value::String(text));
    Ok(Value::Object(answer))
}

/// Takes a snapshot and remembers what its ids mean.
///
/// # Errors
/// Every fault of the extension, of the queue and of ids; `scope_not_found`.
pub async fn take(app: &App, request: &Request) -> Result<Taken, Fault> {
    let page = page::read(app, request).await?;
    let shaping = Instant::now();
    let view = shape(&page.tree, &request.options);
    let rendered = render(&view, &page.tree, &request.options);
    let shaped = shaping.elapsed();
    let frames = Frames::new(&page.tree);
    let base = delta::new_base(request, &page, &rendered);
    let (snapshot, old) = remember(app, request, &page, &frames, &rendered, base.as_ref());
    let told = request
        .delta
        .then(|| delta::tell(app.counter, request, old, base.as_deref(), &rendered.text));
    Ok(Taken {
        page,
        view,
        rendered,
        snapshot,
        frames,
        told,
        shaped,
    })
}

/// Remembers what every id of the text means, and the text for later deltas. Returns the snapshot's number and the text before it.
fn remember(
    app: &App,
    request: &Request,
    page: &Page,
    frames: &Frames,
    rendered: &Rendered,
    base: Option<&Arc<Base>>,
) -> (u64, Option<Kept>) {
    let kind = own_ids(request.options.format);
    let all = || {
        let shown = rendered.shown.iter();
        shown
            .map(|shown| element(&page.tree, frames, shown))
            .collect()
    };
    let showing = Showing {
        tab: page.tab,
        chrome: page.chrome.id,
        // A uid that this text does not print was not shown by it.
        elements: if kind.is_none() { all() } else { Vec::new() },
        list: kind.map(|kind| (kind, all())),
    };
    let mut sessions = app.sessions();
    let snapshot = sessions.session(&request.session).show(showing);
    let old = base.and_then(|base| delta::keep(&mut sessions, request, page, base, snapshot));
    (snapshot, old)
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
