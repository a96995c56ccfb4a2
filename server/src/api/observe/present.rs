//! The third step: stitches the frames, shapes and renders the page. An unchanged page has its text
//! already.

use super::fetch::{FetchTimings, FetchedPage, FetchedTab};
use super::last_changes::LastChanges;
use super::located;
use super::plan::Plan;
use super::recent_read::RecentRead;
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

/// A page as text.
#[derive(Debug)]
pub struct PresentedPage {
    /// The tab's handle.
    pub tab: TabHandle,
    /// The tab as Chrome describes it.
    pub chrome_tab: ChromeTab,
    /// The text, and facts about the page.
    pub snapshot: Arc<Snapshot>,
    /// The ids of the text. `None` for an unchanged page, whose ids the session has.
    pub new_text: Option<NewText>,
    /// The first window, if the request is for windows, and the snapshot's number in cursors, if
    /// there can be a next window.
    pub window: Option<(Window, Option<u64>)>,
    /// The extension's name for the content of the page, if the snapshot can answer another
    /// request.
    pub name: Option<Arc<str>>,
    /// Where the engine ran.
    pub engine: EngineLocation,
    /// The elements that have changed recently.
    pub last_changes: LastChanges,
    /// The number of tools that the page offers to agents.
    pub page_tools: u32,
    /// The duration of the stages.
    pub timings: Timings,
    /// The page is empty, or no extension can read it.
    pub is_blank: bool,
    /// The read, if the request keeps it.
    pub read: Option<Arc<RecentRead>>,
}

/// The ids of a new text.
#[derive(Debug)]
pub struct NewText {
    /// The printed ids, in the order of the lines.
    pub printed: Vec<PrintedId>,
    /// The same ids with their elements.
    pub ids: Vec<LocatedId>,
    /// The map of the format `refs`.
    pub refs: Option<Map<String, Value>>,
    /// The containers (rows, list items …) of the page, if the request is for a delta.
    pub containers: Containers,
    /// The container of each line, if the request is for a delta.
    pub containers_of_lines: Vec<u32>,
}

/// The duration of the stages.
#[derive(Debug)]
pub struct Timings {
    /// The query.
    pub fetch: FetchTimings,
    /// Parsing and stitching the response. `None` for an unchanged page.
    pub stitch: Option<Duration>,
    /// Shaping and rendering. `None` for an unchanged page.
    pub shape: Option<Duration>,
}

impl PresentedPage {
    /// The first line of the next window, if there is one.
    pub fn next_line(&self) -> Option<usize> {
        let (window, _) = self.window.as_ref()?;
        window.next
    }

    /// Replaces the window by one without a next window, because the snapshot could not be stored.
    pub fn end_with_window(&mut self, plan: &Plan) {
        let text = &self.snapshot.text;
        let window = cursor::cut_off(text, plan.request.bounds);
        self.window = Some((window, None));
    }

    /// The ids of a new text.
    pub fn ids(&self) -> &[LocatedId] {
        self.new_text.as_ref().map_or(&[], |new| &new.ids)
    }

    /// The map of a new text in the format `refs`.
    pub fn refs(&self) -> Option<&Map<String, Value>> {
        self.new_text.as_ref().and_then(|new| new.refs.as_ref())
    }
}

/// Presents a page.
pub fn present(app: &App, plan: &Plan, fetched: FetchedTab) -> PresentedPage {
    let is_blank = matches!(fetched.page, FetchedPage::Blank);
    let keeps_read = plan.request.keeps_read;
    let read = keeps_read.then(|| Arc::new(RecentRead::new(plan, &fetched)));
    let mut timings = Timings {
        fetch: fetched.timings,
        stitch: None,
        shape: None,
    };
    let (snapshot, new_text, window) = match stitch(fetched.page, &fetched.chrome_tab) {
        Stitched::Unchanged(snapshot) => {
            let window = first_window(app, plan, &snapshot.text);
            (snapshot, None, window)
        }
        Stitched::Tree(tree) => {
            timings.stitch = Some(timings.fetch.received.elapsed());
            let start = Instant::now();
            let (snapshot, new_text, window) = shape_and_render(app, plan, *tree);
            timings.shape = Some(start.elapsed());
            (Arc::new(snapshot), Some(new_text), window)
        }
    };
    PresentedPage {
        tab: fetched.tab,
        chrome_tab: fetched.chrome_tab,
        snapshot,
        new_text,
        window,
        name: fetched.name,
        engine: fetched.engine,
        last_changes: fetched.last_changes,
        page_tools: fetched.page_tools,
        timings,
        is_blank,
        read,
    }
}

/// The text of a page.
pub fn text(plan: &Plan, fetched: FetchedTab) -> String {
    match stitch(fetched.page, &fetched.chrome_tab) {
        Stitched::Unchanged(snapshot) => snapshot.text.to_string(),
        Stitched::Tree(mut tree) => {
            let (_, rendered) = present::present(&mut tree, &plan.request.options);
            rendered.text
        }
    }
}

/// The tree of a page that was requested without cached snapshots.
pub fn tree(fetched: FetchedTab) -> Tree {
    match stitch(fetched.page, &fetched.chrome_tab) {
        Stitched::Unchanged(_) => Tree::default(),
        Stitched::Tree(tree) => *tree,
    }
}

/// The tree of a page, or the snapshot of an unchanged page.
enum Stitched {
    Tree(Box<Tree>),
    Unchanged(Arc<Snapshot>),
}

fn stitch(fetched: FetchedPage, chrome_tab: &ChromeTab) -> Stitched {
    match fetched {
        FetchedPage::Unchanged(snapshot) => Stitched::Unchanged(snapshot),
        FetchedPage::Blank => Stitched::Tree(Box::new(page::blank_page(chrome_tab))),
        FetchedPage::Frames(frames) => Stitched::Tree(Box::new(page::stitch_frames(frames))),
    }
}

/// The first window of a text, if the request is for windows, and the snapshot's number in cursors.
type FirstWindow = Option<(Window, Option<u64>)>;

fn first_window(app: &App, plan: &Plan, text: &str) -> FirstWindow {
    plan.request.is_windowed().then(|| {
        let number = app.sessions().next_window_number();
        let bounds = plan.request.bounds;
        let window = cursor::cut(number, text, 0, bounds, &[]);
        (window, Some(number))
    })
}

fn shape_and_render(app: &App, plan: &Plan, mut tree: Tree) -> (Snapshot, NewText, FirstWindow) {
    let options = &plan.request.options;
    let header = header(&tree);
    let frames = FrameSelectors::new(&tree);
    let containers = match plan.request.delta {
        true => Containers::mark(&mut tree.nodes),
        false => Containers::default(),
    };
    let (view, rendered) = present::present(&mut tree, options);
    let lines = rendered.lines.iter().filter(|_| plan.request.delta);
    let containers_of_lines = lines.map(|line| line.container).collect();
    let ids = located::ids(&frames, &tree, &view, &rendered);
    let refs = (options.format == Format::Refs).then(|| refs::map(&rendered, &view));
    let window = first_window(app, plan, &rendered.text);
    // The agent may never read the other windows, so a text with several is no base.
    let is_whole = window
        .as_ref()
        .is_none_or(|(window, _)| window.next.is_none());
    let has_deltas =
        always_full(options.format).is_none() && is_whole && options.criteria.is_none();
    let base = has_deltas.then(|| Arc::new(PackedBase::new(base(&rendered, &tree))));
    let parts = plan.cache_key.as_ref().map(|_| {
        let refs = refs.as_ref();
        parts::whole(&rendered.text, &ids, refs)
    });
    let main = tree.frames.into_iter().next();
    let snapshot = Snapshot {
        number: app.sessions().next_snapshot_number(),
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
    let new_text = NewText {
        printed: rendered.ids,
        ids,
        refs,
        containers,
        containers_of_lines,
    };
    (snapshot, new_text, window)
}
