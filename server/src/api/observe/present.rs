//! The third step: stitches the frames, shapes and renders the page. A page that is unchanged has
//! its text already.

use super::fetch::{FetchTimings, Fetched, FetchedPage};
use super::located;
use super::plan::Plan;
use super::{cursor, parts};
use crate::sessions::handles::TabHandle;
use crate::sessions::packed_base::PackedBase;
use crate::sessions::snapshot_cache::Snapshot;
use crate::sessions::windows::LocatedId;
use crate::state::App;
use axlens_protocol::model::EngineLocation;
use axlens_protocol::wire::{ChromeTab, page};
use axlens_snapshot::containers::Containers;
use axlens_snapshot::delta::{always_full, base};
use axlens_snapshot::frame_selectors::FrameSelectors;
use axlens_snapshot::header::header;
use axlens_snapshot::options::Format;
use axlens_snapshot::render::{PrintedId, refs};
use axlens_snapshot::window::Window;
use axlens_snapshot::{Tree, present};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A page as text, and what its ids stand for.
#[derive(Debug)]
pub struct Presented {
    /// The tab's handle.
    pub tab: TabHandle,
    /// The tab as Chrome knows it.
    pub chrome: ChromeTab,
    /// The text, and what is said with it.
    pub snapshot: Arc<Snapshot>,
    /// What its ids stand for; none where the page is unchanged: the session knows.
    pub fresh: Option<Fresh>,
    /// The first window, where the text comes in windows, and the snapshot's name in cursors, where
    /// the next can be had.
    pub window: Option<(Window, Option<u64>)>,
    /// Names what was read, where it may answer another request.
    pub name: Option<Arc<str>>,
    /// Where the engine ran.
    pub engine: EngineLocation,
    /// What it took.
    pub timings: Timings,
}

/// What the ids of a new text stand for.
#[derive(Debug)]
pub struct Fresh {
    /// As they are printed, in the order of the lines.
    pub printed: Vec<PrintedId>,
    /// The elements, in the same order.
    pub ids: Vec<LocatedId>,
    /// The map of the format `refs`.
    pub refs: Option<Map<String, Value>>,
    /// The rows, list items … of the page, and that of each line, where a delta is wanted.
    pub containers: (Containers, Vec<u32>),
}

/// Where the time went.
#[derive(Debug)]
pub struct Timings {
    /// Until the extension's answer.
    pub fetch: FetchTimings,
    /// Reading and stitching the answer; none where the page is unchanged.
    pub stitch: Option<Duration>,
    /// Shaping and rendering; none where the page is unchanged.
    pub shape: Option<Duration>,
}

impl Presented {
    /// The line with which the next window begins, where there is one.
    pub fn next(&self) -> Option<usize> {
        let (window, _) = self.window.as_ref()?;
        window.next
    }

    /// The snapshot could not be kept: behind the first window there is none, and it says so.
    pub fn end_with_window(&mut self, app: &App, plan: &Plan) {
        let text = &self.snapshot.text;
        let window = cursor::cut_off(app.counter, text, plan.request.bounds);
        self.window = Some((window, None));
    }

    /// What its ids stand for; nothing where the page is unchanged.
    pub fn ids(&self) -> &[LocatedId] {
        self.fresh.as_ref().map_or(&[], |fresh| &fresh.ids)
    }
}

/// Presents what was read.
pub fn present(app: &App, plan: &Plan, fetched: Fetched) -> Presented {
    let mut timings = Timings {
        fetch: fetched.timings,
        stitch: None,
        shape: None,
    };
    let (snapshot, fresh) = match stitched(fetched.page, &fetched.chrome) {
        Err(unchanged) => (unchanged, None),
        Ok(tree) => {
            timings.stitch = Some(timings.fetch.arrived.elapsed());
            let shaping = Instant::now();
            let (snapshot, fresh) = shaped(app, plan, tree);
            timings.shape = Some(shaping.elapsed());
            (Arc::new(snapshot), Some(fresh))
        }
    };
    let window = plan.request.is_windowed().then(|| {
        let name = app.sessions().name_window();
        let bounds = plan.request.bounds;
        let window = cursor::cut(app.counter, name, &snapshot.text, 0, bounds, &[]);
        (window, Some(name))
    });
    Presented {
        tab: fetched.tab,
        chrome: fetched.chrome,
        snapshot,
        fresh,
        window,
        name: fetched.name,
        engine: fetched.engine,
        timings,
    }
}

/// The text of what was read, and nothing else.
pub fn text(plan: &Plan, fetched: Fetched) -> String {
    match stitched(fetched.page, &fetched.chrome) {
        Err(unchanged) => unchanged.text.to_string(),
        Ok(mut tree) => {
            let (_, rendered) = present::present(&mut tree, &plan.request.options);
            rendered.text
        }
    }
}

/// The page that was read by a request that nothing that is kept can answer.
pub fn tree(fetched: Fetched) -> Tree {
    stitched(fetched.page, &fetched.chrome).unwrap_or_default()
}

/// The page of an answer, or the snapshot that answers for it.
fn stitched(fetched: FetchedPage, chrome: &ChromeTab) -> Result<Tree, Arc<Snapshot>> {
    match fetched {
        FetchedPage::Unchanged(snapshot) => Err(snapshot),
        FetchedPage::Blank => Ok(page::blank_page(chrome)),
        FetchedPage::Frames(frames) => Ok(page::stitch_frames(frames)),
    }
}

/// Shapes and renders a page.
fn shaped(app: &App, plan: &Plan, mut tree: Tree) -> (Snapshot, Fresh) {
    let options = &plan.request.options;
    let header = header(&tree);
    let frames = FrameSelectors::new(&tree);
    let containers = match plan.request.delta {
        true => Containers::mark(&mut tree.nodes),
        false => Containers::default(),
    };
    let (view, rendered) = present::present(&mut tree, options);
    let of_lines = rendered.lines.iter().map(|line| line.container);
    let of_lines = of_lines.filter(|_| plan.request.delta).collect();
    let ids = located::ids(&frames, &tree, &view, &rendered);
    let refs = (options.format == Format::Refs).then(|| refs::map(&rendered, &view));
    let has_deltas = always_full(options.format).is_none()
        && !plan.request.is_windowed()
        && options.criteria.is_none();
    let base = has_deltas.then(|| Arc::new(PackedBase::new(base(&rendered, &tree))));
    let parts = plan.cached_by.as_ref().map(|_| {
        let refs = refs.as_ref();
        parts::whole(app.counter, &rendered.text, &ids, refs)
    });
    let main = tree.frames.into_iter().next();
    let snapshot = Snapshot {
        number: app.sessions().number_snapshot(),
        url: tree.main.url,
        title: tree.main.title,
        world: tree.main.world,
        document: main.map(|main| main.document),
        query_dom_bytes: tree.main.query_dom_bytes,
        header,
        text: rendered.text.into(),
        node_count: rendered.node_count,
        interactive_count: rendered.interactive_count,
        max_depth_reached: rendered.max_depth_reached,
        hint: rendered.hint,
        found: view.found,
        base,
        parts,
    };
    let fresh = Fresh {
        printed: rendered.ids,
        ids,
        refs,
        containers: (containers, of_lines),
    };
    (snapshot, fresh)
}
