//! Has a tab read, stitches its frames and shapes them: from a request to a page as it is told. A
//! page that reads as it did, and was told in the same way before, is told again.

use super::request::{Request, Scope};
use super::{answer, own_ids, trees};
use crate::api::{extension, resolve_id, tabs};
use crate::sessions::handles::TabHandle;
use crate::sessions::packed::PackedBase;
use crate::sessions::told::{Named, ToldBy, ToldPage};
use crate::sessions::trees::KeptTree;
use crate::sessions::windows::Known;
use crate::state::App;
use axlens_protocol::agent::ElementId;
use axlens_protocol::wire::{
    ChromeTab, FrameAnswer, Method, NodeHandle, ObserveAnswer, ObserveParams, PlacesChoice,
};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::delta::{always_full, base};
use axlens_snapshot::header::header;
use axlens_snapshot::options::Format;
use axlens_snapshot::render::{PrintedId, refs, render};
use axlens_snapshot::shape::shape;
use axlens_snapshot::{FrameInput, FrameTree, Node, Options, Role, Tree, stitch};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock, Weak};
use std::time::{Duration, Instant};

/// A page as it was read.
#[derive(Debug)]
pub struct Page {
    /// The tab's handle.
    pub tab: TabHandle,
    /// The tab as Chrome knows it.
    pub chrome: ChromeTab,
    /// The page as it is told.
    pub told: Arc<ToldPage>,
    /// What its ids mean; none where it is told again, to a session that knows.
    pub fresh: Option<Fresh>,
    /// What deltas are taken against, where the format has them.
    pub base: Option<Arc<PackedBase>>,
    /// Names what was read, where that can be told again.
    pub name: Option<Arc<str>>,
    /// Where the engine ran.
    pub engine: String,
    /// What it took, stage by stage.
    pub timings: Timings,
}

/// What the ids of a page mean that has just been shaped.
#[derive(Debug, Default)]
pub struct Fresh {
    /// What has an id, in the order of the lines.
    pub shown: Vec<PrintedId>,
    /// What is known of each.
    pub ids: Vec<Known>,
    /// Seed 002's map, in its format.
    pub refs: Option<Map<String, Value>>,
}

impl Page {
    /// What is known of each id; nothing where the page is told again.
    pub fn ids(&self) -> &[Known] {
        self.fresh.as_ref().map_or(&[], |fresh| &fresh.ids)
    }
}

/// Where the time went, in milliseconds.
#[derive(Debug, Default)]
pub struct Timings {
    /// As the extension tells it: the sum of all frames for each stage, the longest `slice`, and
    /// `total`.
    pub extension: BTreeMap<String, f64>,
    /// From the question to the extension to its answer.
    pub answer: Duration,
    /// Reading and stitching the answer; none where it is told again.
    pub stitch: Option<Duration>,
    /// Shaping and rendering; none where it is told again.
    pub shape: Option<Duration>,
}

/// Reads the tab that the request means; `again`: a page that reads as it did may be told again.
///
/// # Errors
/// Every fault of the extension and of ids; `scope_not_found`.
pub async fn read(app: &App, request: &Request, again: bool) -> Result<Page, Fault> {
    let (chrome, scope_node) = target(app, request).await?;
    let by = told_by(request);
    let had = had(app, request, chrome, by.as_ref().filter(|_| again));
    let trees_had = app.sessions().trees.of(chrome);
    let ask = asked_for(request, scope_node.clone(), &had, &trees_had);
    let asked = Instant::now();
    let bytes = app.dispatch.ask(ask, chrome, request.limit).await?;
    let mut timings = Timings {
        answer: asked.elapsed(),
        ..Timings::default()
    };
    let answered = Instant::now();
    let mut read: ObserveAnswer = extension::read(app, chrome, &bytes)?;
    trees::complete(app, &mut read, &trees_had, &bytes)?;
    drop((bytes, trees_had));
    timings.extension = stage_times(&read);
    let name = by.is_some() && !read.name.is_empty();
    let name: Option<Arc<str>> = name.then(|| read.name.as_str().into());
    let (told, base, fresh) = if read.same {
        let (told, base) = told_before(had, &read.name)?;
        (told, base, None)
    } else {
        check(&read, request, scope_node.as_ref())?;
        let tree = stitched(&mut read);
        timings.stitch = Some(answered.elapsed());
        let shaping = Instant::now();
        let (told, base, fresh) = shaped(app, request, tree);
        timings.shape = Some(shaping.elapsed());
        if let (Some(by), Some(name)) = (by, &name) {
            keep(app, read.tab.id, by, name, (&told, &fresh));
        }
        (told, base, Some(fresh))
    };
    let tab = app.sessions().handles.of_tab(read.tab.id, &read.tab.was);
    Ok(Page {
        tab,
        chrome: read.tab,
        told,
        base,
        fresh,
        name,
        engine: read.engine,
        timings,
    })
}

/// What the extension is asked for.
fn asked_for(
    request: &Request,
    scope_node: Option<NodeHandle>,
    had: &[Had],
    trees_had: &[KeptTree],
) -> Method {
    let scope = match &request.scope {
        Scope::Selector(selector) => Some(selector.clone()),
        _ => None,
    };
    let names = had.iter().map(|(named, _)| named.name.to_string());
    let trees = trees_had.iter().map(|tree| tree.name.to_string());
    Method::Observe(ObserveParams {
        scope,
        scope_node,
        engine: request.engine,
        places: places(&request.options),
        selectors: request.wants_selectors(),
        frames: true,
        only: None,
        have: names.collect(),
        have_trees: trees.collect(),
    })
}

/// The page of an answer, of which the frames are taken.
fn stitched(read: &mut ObserveAnswer) -> Tree {
    if read.blank {
        return empty(&read.tab);
    }
    let frames = std::mem::take(&mut read.frames).into_iter();
    stitch(frames.map(FrameInput::from).collect())
}

/// Keeps a page to be told again. Its larger parts are written now: whoever is told again has no
/// ids to write.
fn keep(
    app: &App,
    chrome: i64,
    by: ToldBy,
    name: &Arc<str>,
    (told, fresh): (&Arc<ToldPage>, &Fresh),
) {
    let whole = || answer::written_whole(app.counter, &told.text, Some(fresh)).apart();
    told.whole.get_or_init(whole);
    let named = Named {
        name: Arc::clone(name),
        page: Arc::clone(told),
    };
    app.sessions().pages.keep(chrome, by, named);
}

/// What a page that was told before must have in common with one told now. Not for what is told in
/// windows, by ids that are of one snapshot only, or of an element that is the scope: each such
/// answer means its own.
fn told_by(request: &Request) -> Option<ToldBy> {
    let uids = own_ids(request.options.format).is_none() && !matches!(request.scope, Scope::Id(_));
    (uids && !request.is_bounded()).then(|| ToldBy {
        scope: request.scope.clone(),
        options: request.options.clone(),
        engine: request.engine,
    })
}

/// What the session was told before in this way, with what deltas are taken against.
type Had = (Named, Option<Arc<PackedBase>>);

/// Of a page that is told as a delta, that has to be at hand.
fn had(app: &App, request: &Request, chrome: Option<i64>, by: Option<&ToldBy>) -> Vec<Had> {
    let Some(by) = by else { return Vec::new() };
    let told = app.sessions().told_to(&request.session, chrome, by);
    let told = told.into_iter().map(|named| {
        let base = named.page.base.upgrade();
        (named, base)
    });
    told.filter(|(_, base)| !request.delta || base.is_some())
        .collect()
}

fn told_before(
    had: Vec<Had>,
    name: &str,
) -> Result<(Arc<ToldPage>, Option<Arc<PackedBase>>), Fault> {
    let found = had.into_iter().find(|(named, _)| *named.name == *name);
    found
        .map(|(named, base)| (named.page, base))
        .ok_or_else(|| {
            let message = "The extension names an answer that it was not asked for.";
            Fault::new(Code::Internal, message)
        })
}

/// Shapes and renders a page.
fn shaped(
    app: &App,
    request: &Request,
    mut tree: Tree,
) -> (Arc<ToldPage>, Option<Arc<PackedBase>>, Fresh) {
    let options = &request.options;
    let header = header(&tree);
    let frames = answer::Frames::new(&tree);
    let view = shape(&mut tree, options);
    let rendered = render(&view, &tree, options);
    let fresh = Fresh {
        ids: answer::entries(&frames, &tree, &view, &rendered),
        refs: (options.format == Format::Refs).then(|| refs::map(&rendered, &view)),
        ..Fresh::default()
    };
    let kept = always_full(options.format).is_none();
    let base = kept.then(|| Arc::new(PackedBase::new(base(&rendered, &tree))));
    let main = tree.frames.into_iter().next();
    let told = ToldPage {
        number: app.sessions().pages.number(),
        main: tree.main,
        document: main.map(|main| main.document),
        header,
        text: rendered.text.as_str().into(),
        node_count: rendered.node_count,
        interactive_count: rendered.interactive_count,
        max_depth_reached: rendered.max_depth_reached,
        hint: rendered.hint,
        base: base.as_ref().map_or_else(Weak::new, Arc::downgrade),
        whole: OnceLock::new(),
    };
    let shown = rendered.ids;
    (Arc::new(told), base, Fresh { shown, ..fresh })
}

/// Text is in the viewport where the element around it is, so that every element counts there.
fn places(options: &Options) -> PlacesChoice {
    match options.needs_places() {
        true if options.viewport_only => PlacesChoice::All,
        true => PlacesChoice::Uids,
        false => PlacesChoice::None,
    }
}

/// Chrome's id of the tab that is meant, and the element that is the scope, where an id names it.
async fn target(app: &App, request: &Request) -> Result<(Option<i64>, Option<NodeHandle>), Fault> {
    let Scope::Id(id) = &request.scope else {
        return Ok((
            tabs::chrome_id(app, request.tab, request.limit).await?,
            None,
        ));
    };
    let meant = resolve_id::find(
        app,
        &request.session,
        &ElementId(id.clone()),
        None,
        request.tab,
    )?;
    Ok((Some(meant.chrome), Some(meant.element.node)))
}

fn check(
    read: &ObserveAnswer,
    request: &Request,
    scope_node: Option<&NodeHandle>,
) -> Result<(), Fault> {
    if read.blank {
        return match &request.scope {
            Scope::Page => Ok(()),
            Scope::Selector(selector) => Err(not_found(selector)),
            Scope::Id(id) => Err(gone(id)),
        };
    }
    let Some(main) = read.frames.first() else {
        return Err(Fault::new(
            Code::Internal,
            "The extension read no frame of the tab.",
        ));
    };
    if let Some(fault) = &main.fault {
        return Err(fault.clone());
    }
    let found = |frame: &FrameAnswer| {
        let tree = frame.tree.as_deref();
        tree.is_some_and(|tree| {
            tree.target
                .as_ref()
                .is_some_and(|target| !target.is_empty())
        })
    };
    match (&request.scope, scope_node) {
        (Scope::Selector(selector), _) if !read.frames.iter().any(found) => {
            Err(not_found(selector))
        }
        (Scope::Id(id), Some(node)) => {
            let same = |frame: &&FrameAnswer| {
                let world = frame.tree.as_deref().map(|tree| tree.world);
                frame.document == node.document && world == Some(node.world)
            };
            let frame = read.frames.iter().find(same);
            frame
                .filter(|frame| found(frame))
                .map(|_| ())
                .ok_or_else(|| gone(id))
        }
        _ => Ok(()),
    }
}

fn not_found(selector: &str) -> Fault {
    Fault::new(
        Code::ScopeNotFound,
        format!("No element matches selector '{selector}'"),
    )
}

fn gone(id: &str) -> Fault {
    Fault::new(
        Code::StaleUid,
        format!("The element that {id} meant is gone from the page."),
    )
}

/// A page that holds nothing can't be read; all there is to it is known here.
fn empty(tab: &ChromeTab) -> Tree {
    let document = Node {
        role: Role::Document,
        name: "(empty)".to_owned(),
        ..Node::default()
    };
    let tree = FrameTree {
        url: tab.url.clone(),
        title: tab.title.clone(),
        ready: "complete".to_owned(),
        nodes: vec![document],
        ..FrameTree::default()
    };
    let url = tab.url.clone();
    stitch(vec![FrameInput {
        url,
        tree: Some(tree),
        ..FrameInput::default()
    }])
}

/// The sum of all frames for each stage; of slices, which block the page one at a time, the
/// longest.
fn stage_times(read: &ObserveAnswer) -> BTreeMap<String, f64> {
    let mut times = read.timings.clone();
    for (stage, time) in read.frames.iter().flat_map(|frame| &frame.timings) {
        let so_far = times.entry(stage.clone()).or_insert(0.0);
        *so_far = match stage.as_str() {
            "slice" | "understandSlice" => so_far.max(*time),
            _ => *so_far + time,
        };
    }
    times
}
