//! The second step: asks the extension and reads its answer. Knows whether the page is unchanged
//! and whether the scope was found; of the text, nothing.

use super::plan::Plan;
use super::splice;
use crate::api::extension;
use crate::api::resolve_id;
use crate::audit::subject;
use crate::queue::browser_queue::QueryRequest;
use crate::queue::dispatch::RawAnswer;
use crate::sessions::handles::TabHandle;
use crate::sessions::scope::Scope;
use crate::sessions::snapshot_cache::{CachedSnapshot, Snapshot};
use crate::sessions::trees::CachedTree;
use crate::state::App;
use axlens_protocol::model::{ElementId, EngineLocation};
use axlens_protocol::wire::{ChromeTab, FrameResult, ObserveResult, page, page_pieces};
use axlens_protocol::{Code, Fault};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Most frames of a page: Chrome gives a page no more than a thousand.
const FRAMES: usize = 2_000;

/// What the extension read.
#[derive(Debug)]
pub struct Fetched {
    /// The tab's handle.
    pub tab: TabHandle,
    /// The tab as Chrome knows it.
    pub chrome: ChromeTab,
    /// The page.
    pub page: FetchedPage,
    /// Names what was read, where it may answer another request.
    pub name: Option<Arc<str>>,
    /// Where the engine ran.
    pub engine: EngineLocation,
    /// What it took.
    pub timings: FetchTimings,
    /// How much there is to work on, in bytes.
    pub size: usize,
}

/// A page that was read.
#[derive(Debug)]
pub enum FetchedPage {
    /// It is unchanged: this snapshot answers the request.
    Unchanged(Arc<Snapshot>),
    /// A page that holds nothing and can't be read.
    Blank,
    /// Its frames, the main frame first.
    Frames(Vec<FrameResult>),
}

/// Where the time went.
#[derive(Debug)]
pub struct FetchTimings {
    /// As the extension says: the sum of all frames for each stage, the longest `slice`, and
    /// `total`, in milliseconds.
    pub extension: BTreeMap<String, f64>,
    /// From the question to the extension to its answer.
    pub answer: Duration,
    /// When the answer arrived.
    pub arrived: Instant,
}

/// Reads the tab.
///
/// # Errors
/// Every fault of the extension; `scope_not_found`; `stale_uid` for a scope that was removed.
pub async fn fetch(app: &Arc<App>, plan: &Plan) -> Result<Fetched, Fault> {
    let question = QueryRequest {
        agent: Arc::clone(&plan.request.agent.query_agent),
        method: plan.method(),
        tab: plan.target.chrome,
    };
    subject::note_browser(plan.target.browser);
    let asked = Instant::now();
    let bytes = app
        .dispatch
        .ask(plan.target.browser, question, plan.request.limit)
        .await?;
    let (answer, arrived) = (asked.elapsed(), Instant::now());
    let (read, mut size) = read(app, plan, bytes).await?;
    subject::note_tab(&read.tab);
    let name = plan.cached_by.is_some() && !read.name.is_empty();
    let name = name.then(|| read.name.as_str().into());
    let timings = FetchTimings {
        extension: page::stage_times(&read),
        answer,
        arrived,
    };
    let page = if read.same {
        let snapshot = named(&plan.snapshots, &read.name)?;
        if plan.request.delta {
            // What is compared and counted; else it is sent as it is.
            size += snapshot.text.len();
        }
        FetchedPage::Unchanged(snapshot)
    } else {
        check(&read, plan)?;
        match read.blank {
            true => FetchedPage::Blank,
            false => FetchedPage::Frames(read.frames),
        }
    };
    let tab = app
        .sessions()
        .handles
        .of_tab(plan.target.tab(read.tab.id), &read.tab.was);
    Ok(Fetched {
        tab,
        chrome: read.tab,
        page,
        name,
        engine: read.engine,
        timings,
        size,
    })
}

/// Reads an answer, with every tree whole, and caches the trees. Returns its size, in bytes.
async fn read(
    app: &Arc<App>,
    plan: &Plan,
    bytes: RawAnswer,
) -> Result<(ObserveResult, usize), Fault> {
    let agent = plan.request.agent.id();
    let (state, target, body) = (Arc::clone(app), plan.target, bytes.clone());
    let parse = move || extension::read::<ObserveResult>(&state, target, &body);
    let heard = app.threads.run(agent, bytes.len(), parse).await??;
    let mut read = heard.noted()?;
    if read.frames.len() > FRAMES {
        let message = format!("The page has more than {FRAMES} frames.");
        return Err(Fault::new(Code::ResultTooLarge, message));
    }
    let size = bytes.len() + splice::changed_bytes(&read, &plan.trees);
    let trees = plan.trees.clone();
    let splice = move || {
        let texts = splice::complete(&mut read, &trees, &bytes)?;
        page_pieces::parse(&mut read.frames);
        Ok::<_, Fault>((read, texts))
    };
    let (read, texts) = app.threads.run(agent, size, splice).await??;
    let tab = plan.target.tab(read.tab.id);
    let mut sessions = app.sessions();
    if sessions.taken() != plan.taken {
        return Ok((read, size));
    }
    for (position, text) in texts {
        let frame = &read.frames[position];
        if frame.fault.is_some() {
            continue;
        }
        let name = frame.tree_name.as_str().into();
        let tree = CachedTree { name, text };
        sessions.cache.keep_tree(tab, &frame.document, tree);
    }
    Ok((read, size))
}

fn named(snapshots: &[CachedSnapshot], name: &str) -> Result<Arc<Snapshot>, Fault> {
    let found = snapshots.iter().find(|cached| *cached.name == *name);
    found
        .map(|cached| Arc::clone(&cached.snapshot))
        .ok_or_else(|| {
            let message = "The extension names an answer that it was not asked for.";
            Fault::new(Code::Internal, message)
        })
}

fn check(read: &ObserveResult, plan: &Plan) -> Result<(), Fault> {
    if read.blank {
        return match &plan.request.scope {
            Scope::Page => Ok(()),
            Scope::Selector(selector) => Err(not_found(selector.as_str())),
            Scope::Id(id) => Err(resolve_id::removed(&ElementId(id.clone()))),
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
    match (&plan.request.scope, &plan.scope_node) {
        (Scope::Selector(selector), _) if !read.frames.iter().any(has_target) => {
            Err(not_found(selector.as_str()))
        }
        (Scope::Id(id), Some(node)) => {
            let same = |frame: &&FrameResult| {
                let world = frame.tree.as_deref().map(|tree| tree.world);
                frame.document == node.document && world == Some(node.world)
            };
            let frame = read.frames.iter().find(same);
            frame
                .filter(|frame| has_target(frame))
                .map(|_| ())
                .ok_or_else(|| resolve_id::removed(&ElementId(id.clone())))
        }
        _ => Ok(()),
    }
}

/// Whether the scope was found in a frame.
fn has_target(frame: &FrameResult) -> bool {
    let target = frame.tree.as_ref().and_then(|tree| tree.target.as_ref());
    target.is_some_and(|target| !target.is_empty())
}

fn not_found(selector: &str) -> Fault {
    Fault::new(
        Code::ScopeNotFound,
        format!("No element matches selector '{selector}'"),
    )
}
