//! Has a tab read, shapes and renders its tree, and remembers what was shown: `POST /observe`, and what other doors make of a snapshot.

mod answer;
mod delta;
mod page;
mod request;
mod windows;

use crate::app::App;
use crate::sessions::bases::Kept;
use crate::sessions::handles::TabHandle;
use crate::sessions::shown::{Element, ListKind, Showing};
use answer::Entry;
use axlens_protocol::Fault;
use axlens_snapshot::delta::Base;
use axlens_snapshot::options::Format;
use axlens_snapshot::render::{Rendered, render};
use axlens_snapshot::shape::{View, shape};
use axlens_snapshot::window::Window;
use delta::Told;
use page::Page;
pub use request::{Request, Scope};
use serde_json::{Value, json};
use std::borrow::Cow;
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
    /// What every id of the text means.
    ids: Vec<Entry>,
    part: Part,
    shaped: Duration,
}

/// How much of the text is answered.
#[derive(Debug)]
enum Part {
    /// All of it.
    Whole,
    /// What changed.
    Delta(Told),
    /// A window, and the name of the snapshot in cursors.
    Window(Window, u64),
}

/// Answers a request.
///
/// # Errors
/// Every fault of the extension, of the queue and of ids; `scope_not_found`.
pub async fn observe(app: &App, request: Request) -> Result<Value, Fault> {
    let began = Instant::now();
    if let Some(cursor) = &request.cursor {
        return windows::go_on(app, &request, cursor).await;
    }
    let taken = take(app, &request).await?;
    let mut fields = answer::fields(&request, &taken);
    if let Part::Window(window, name) = &taken.part
        && let Some(next) = window.next
    {
        let kept = windows::Kept {
            name: *name,
            snapshot: taken.snapshot,
            text: taken.rendered.text.clone(),
            fields: fields.clone(),
            ids: taken.ids.clone(),
        };
        windows::keep(app, &request, &taken.page, kept);
        fields.insert("cursor".to_owned(), json!(windows::written(*name, next)));
    }
    let ids = taken.shown_ids();
    fields.extend(answer::ids(own_ids(request.options.format), ids.iter()));
    fields.extend(answer::refs(&request, &taken, &ids));
    if request.timings {
        let timings = answer::timings(&taken.page, taken.shaped, began.elapsed());
        fields.insert("timings".to_owned(), timings);
    }
    let listing_bytes = taken.page.tree.main.query_dom_bytes;
    fields.extend(answer::text(app.counter, listing_bytes, taken.text()));
    Ok(Value::Object(fields))
}

/// Takes a snapshot and remembers what its ids mean.
///
/// # Errors
/// Every fault of the extension, of the queue and of ids; `scope_not_found`.
pub async fn take(app: &App, request: &Request) -> Result<Taken, Fault> {
    let mut page = page::read(app, request).await?;
    let shaping = Instant::now();
    let frames = answer::Frames::new(&page.tree);
    let view = shape(&mut page.tree, &request.options);
    let rendered = render(&view, &page.tree, &request.options);
    let shaped = shaping.elapsed();
    let ids = answer::entries(&frames, &page.tree, &view, &rendered);
    let window = request.is_bounded().then(|| {
        let name = app.sessions().name_window();
        (
            windows::cut(app.counter, name, &rendered.text, 0, request.bounds, &[]),
            name,
        )
    });
    let base = delta::new_base(request, &page, &rendered);
    let last = window.as_ref().and_then(|(window, _)| window.next);
    let printed = ids
        .iter()
        .filter(|known| last.is_none_or(|next| known.row < next));
    let elements = printed.map(|known| known.element.clone()).collect();
    let (snapshot, old) = remember(app, request, &page, elements, base.as_ref());
    let part = match window {
        Some((window, name)) => Part::Window(window, name),
        None if request.delta => Part::Delta(delta::tell(
            app.counter,
            request,
            old,
            base.as_deref(),
            &rendered.text,
        )),
        None => Part::Whole,
    };
    Ok(Taken {
        page,
        view,
        rendered,
        snapshot,
        ids,
        part,
        shaped,
    })
}

impl Taken {
    /// The text that is answered.
    fn text(&self) -> &str {
        match &self.part {
            Part::Whole => &self.rendered.text,
            Part::Delta(told) => &told.text,
            Part::Window(window, _) => &window.text,
        }
    }

    /// The ids that stand in it.
    fn shown_ids(&self) -> Cow<'_, [Entry]> {
        match &self.part {
            Part::Whole => Cow::Borrowed(&self.ids),
            Part::Delta(told) => Cow::Owned(told.shown(&self.rendered, &self.ids)),
            Part::Window(window, _) => {
                let next = window.next.unwrap_or(window.total);
                let until = self.ids.partition_point(|known| known.row < next);
                Cow::Borrowed(&self.ids[..until])
            }
        }
    }
}

/// Remembers what the ids mean, and the text for later deltas. Returns the snapshot's number and the text before it.
fn remember(
    app: &App,
    request: &Request,
    page: &Page,
    elements: Vec<Element>,
    base: Option<&Arc<Base>>,
) -> (u64, Option<Kept>) {
    let kind = own_ids(request.options.format);
    let showing = showing(page.tab, page.chrome.id, kind, elements);
    let mut sessions = app.sessions();
    let snapshot = sessions.session(&request.session).show(showing);
    let old = base.and_then(|base| delta::keep(&mut sessions, request, page, base, snapshot));
    (snapshot, old)
}

/// What a text shows. A uid that it does not print is not shown by it.
fn showing(tab: TabHandle, chrome: i64, kind: Option<ListKind>, elements: Vec<Element>) -> Showing {
    let (elements, list) = match kind {
        None => (elements, None),
        Some(kind) => (Vec::new(), Some((kind, elements))),
    };
    Showing {
        tab,
        chrome,
        elements,
        list,
    }
}

/// Whether a format's ids are its own.
fn own_ids(format: Format) -> Option<ListKind> {
    match format {
        Format::Refs | Format::Tabs => Some(ListKind::Refs),
        Format::Numbered => Some(ListKind::Numbers),
        Format::Outline | Format::Lean => None,
    }
}
