//! Has a tab read, shapes and renders its tree, and remembers what was shown: `POST /observe`, and
//! what other doors make of a snapshot.

mod answer;
mod delta;
mod page;
mod request;
mod trees;
mod windows;

use crate::sessions::bases::Kept;
use crate::sessions::handles::TabHandle;
use crate::sessions::packed::PackedBase;
use crate::sessions::shown::{Element, ListKind, Showing};
use crate::state::App;
use answer::Entry;
pub use answer::{Fields, body};
use axlens_protocol::Fault;
use axlens_snapshot::options::Format;
use axlens_snapshot::window::Window;
use delta::Told;
use page::Page;
pub use request::{Request, Scope};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

/// A snapshot that was taken and remembered.
#[derive(Debug)]
pub struct Taken {
    /// The page as it was read.
    pub page: Page,
    /// Number in its session.
    pub snapshot: u64,
    part: Part,
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
pub async fn observe(app: &App, request: Request) -> Result<Fields, Fault> {
    let began = Instant::now();
    if let Some(cursor) = &request.cursor {
        return windows::go_on(app, &request, cursor).await;
    }
    let taken = take(app, &request).await?;
    let mut head = answer::fields(&request, &taken);
    if let Part::Window(window, name) = &taken.part
        && let Some(next) = window.next
    {
        let kept = windows::Kept {
            name: *name,
            snapshot: taken.snapshot,
            fields: head.clone(),
        };
        windows::keep(app, &request, &taken.page, kept);
        head.insert("cursor".to_owned(), json!(windows::written(*name, next)));
    }
    let kind = own_ids(request.options.format);
    let mut fields: Fields = answer::values(head).collect();
    fields.extend(match &taken.part {
        Part::Whole => answer::whole(app.counter, kind, &taken.page),
        Part::Delta(told) if taken.page.fresh.is_none() => {
            answer::delta_again(app.counter, kind, &taken.page.told, told)
        }
        Part::Delta(_) | Part::Window(..) => answer::part(
            app.counter,
            kind,
            &taken.page.told,
            taken.refs(),
            &taken.shown_ids(),
            taken.text(),
        ),
    });
    if request.timings {
        let timings = answer::timings(&taken.page, began.elapsed());
        fields.insert("timings".to_owned(), timings.into());
    }
    Ok(fields)
}

/// Takes a snapshot and remembers what its ids mean.
///
/// # Errors
/// Every fault of the extension, of the queue and of ids; `scope_not_found`.
pub async fn take(app: &App, request: &Request) -> Result<Taken, Fault> {
    let mut page = page::read(app, request, true).await?;
    if page.fresh.is_none() && !knows(app, request, &page) {
        page = page::read(app, request, false).await?;
    }
    let told = &page.told;
    let window = request.is_bounded().then(|| {
        let name = app.sessions().name_window();
        let window = windows::cut(app.counter, name, &told.text, 0, request.bounds, &[]);
        (window, name)
    });
    let base = page.base.as_ref().filter(|_| !request.is_bounded());
    let last = window.as_ref().and_then(|(window, _)| window.next);
    let (snapshot, old) = remember(app, request, &page, last, base);
    let part = match window {
        Some((window, name)) => Part::Window(window, name),
        None if request.delta => Part::Delta(delta::tell(
            app.counter,
            request,
            old,
            base.map(Arc::as_ref),
            &told.text,
        )),
        None => Part::Whole,
    };
    Ok(Taken {
        page,
        snapshot,
        part,
    })
}

impl Taken {
    /// The text that is answered.
    fn text(&self) -> &str {
        match &self.part {
            Part::Whole => &self.page.told.text,
            Part::Delta(told) => &told.text,
            Part::Window(window, _) => &window.text,
        }
    }

    fn refs(&self) -> Option<&Map<String, Value>> {
        self.page.fresh.as_ref()?.refs.as_ref()
    }

    /// The ids that stand in it.
    fn shown_ids(&self) -> Cow<'_, [Entry]> {
        let ids = self.page.ids();
        match &self.part {
            Part::Whole => Cow::Borrowed(ids),
            Part::Delta(told) => {
                let shown = self.page.fresh.as_ref().map(|fresh| &*fresh.shown);
                Cow::Owned(told.shown(shown.unwrap_or_default(), ids))
            }
            Part::Window(window, _) => {
                let next = window.next.unwrap_or(window.total);
                let until = ids.partition_point(|known| known.row < next);
                Cow::Borrowed(&ids[..until])
            }
        }
    }
}

/// Whether the session knows still what the uids of a page mean that it was told before: others may
/// have asked meanwhile.
fn knows(app: &App, request: &Request, page: &Page) -> bool {
    let mut sessions = app.sessions();
    let session = sessions.known(&request.session);
    session.is_some_and(|session| session.has_shown(page.tab, page.told.number))
}

/// Remembers what the ids above the row `until` mean, and the text for later deltas. Returns the
/// snapshot's number and the text before it.
fn remember(
    app: &App,
    request: &Request,
    page: &Page,
    until: Option<usize>,
    base: Option<&Arc<PackedBase>>,
) -> (u64, Option<Kept>) {
    let kind = own_ids(request.options.format);
    let mut sessions = app.sessions();
    let session = sessions.session(&request.session);
    let snapshot = match &page.fresh {
        None => session.show_again(page.tab, page.chrome.id),
        Some(fresh) => {
            let ids = fresh.ids.iter();
            let printed = ids.filter(|known| until.is_none_or(|until| known.row < until));
            let elements = printed.map(|known| known.element.clone()).collect();
            let showing = showing(page.tab, page.chrome.id, kind, elements);
            let name = page.name.clone().filter(|_| until.is_none());
            let whole = name.map(|name| (name, page.told.number));
            session.show(Showing { whole, ..showing })
        }
    };
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
        whole: None,
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
