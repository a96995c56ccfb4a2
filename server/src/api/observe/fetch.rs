//! The second step: sends the query and parses the response. Determines whether the page is
//! unchanged and whether it has the scope.

use super::last_changes::LastChanges;
use super::plan::Plan;
use super::splice;
use crate::api::extension;
use crate::api::resolve_id;
use crate::api::tabs;
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

/// Maximum number of frames of a page. Chrome's own limit is about a thousand.
const MAX_FRAMES: usize = 2_000;

/// A tab that the extension has read.
#[derive(Debug, Clone)]
pub struct FetchedTab {
    /// The tab's handle.
    pub tab: TabHandle,
    /// The tab as Chrome describes it.
    pub chrome_tab: ChromeTab,
    /// The page.
    pub page: FetchedPage,
    /// The extension's name for the content of the page, if the snapshot can answer another
    /// request.
    pub name: Option<Arc<str>>,
    /// Where the engine ran.
    pub engine: EngineLocation,
    /// The elements that have changed recently.
    pub last_changes: LastChanges,
    /// The number of tools that the page offers to agents.
    pub page_tools: u32,
    /// The duration of the query.
    pub timings: FetchTimings,
    /// The amount of data to process, in bytes.
    pub size: usize,
}

/// A page that the extension has read.
#[derive(Debug, Clone)]
pub enum FetchedPage {
    /// The page is unchanged, and this snapshot answers the request.
    Unchanged(Arc<Snapshot>),
    /// The page is empty and cannot be read.
    Blank,
    /// The page's frames, the main frame first.
    Frames(Vec<FrameResult>),
}

/// The duration of a query.
#[derive(Debug, Clone)]
pub struct FetchTimings {
    /// The extension's own stages: the sum of all frames for each stage, the longest `slice`, and
    /// `total`, in milliseconds.
    pub extension: BTreeMap<String, f64>,
    /// From the query to the response.
    pub response: Duration,
    /// When the response arrived.
    pub received: Instant,
}

/// Reads the tab.
///
/// # Errors
/// Every fault of the extension; `scope_not_found`; `stale_uid` for a scope that was removed. If
/// the request names no tab, the fault of a tab that no extension can read names the tab.
pub async fn fetch(app: &Arc<App>, plan: &Plan) -> Result<FetchedTab, Fault> {
    match fetch_tab(app, plan).await {
        Err(fault) if plan.destination.tab_id.is_none() && fault.code == Code::RestrictedPage => {
            let context = plan.request.context(app);
            Err(tabs::name_tab_in_front(context, plan.destination.browser, fault).await)
        }
        fetched => fetched,
    }
}

async fn fetch_tab(app: &Arc<App>, plan: &Plan) -> Result<FetchedTab, Fault> {
    let destination = plan.destination;
    let query = QueryRequest {
        agent: Arc::clone(&plan.request.agent.query_agent),
        method: plan.method(),
        tab: destination.tab_id,
    };
    subject::note_browser(destination.browser);
    let sent = Instant::now();
    let bytes = app
        .dispatch
        .ask(destination.browser, query, plan.request.limit)
        .await?;
    let (response, received) = (sent.elapsed(), Instant::now());
    let (result, mut size) = parse(app, plan, bytes).await?;
    subject::note_tab(&result.tab);
    let has_name = plan.cache_key.is_some() && !result.name.is_empty();
    let name = has_name.then(|| result.name.as_str().into());
    let timings = FetchTimings {
        extension: page::stage_times(&result),
        response,
        received,
    };
    let page = if result.same {
        let snapshot = cached_snapshot(&plan.snapshots, &result.name)?;
        if plan.request.delta {
            // Without a delta the text is sent as it is.
            size += snapshot.text.len();
        }
        FetchedPage::Unchanged(snapshot)
    } else {
        check(&result, plan)?;
        match result.blank {
            true => FetchedPage::Blank,
            false => FetchedPage::Frames(result.frames),
        }
    };
    let browser_tab = destination.tab(result.tab.id);
    let tab = app
        .sessions()
        .handles
        .get_or_reassign(browser_tab, &result.tab.was);
    Ok(FetchedTab {
        tab,
        chrome_tab: result.tab,
        page,
        name,
        engine: result.engine,
        last_changes: LastChanges::new(&result.last_changes),
        page_tools: result.page_tools,
        timings,
        size,
    })
}

/// Parses a response, completes its trees, and caches them. Returns also the amount of data, in
/// bytes.
async fn parse(
    app: &Arc<App>,
    plan: &Plan,
    bytes: RawAnswer,
) -> Result<(ObserveResult, usize), Fault> {
    let agent = plan.request.agent.id();
    let (state, destination, body) = (Arc::clone(app), plan.destination, bytes.clone());
    let parse = move || extension::parse::<ObserveResult>(&state, destination, &body);
    let response = app.threads.run(agent, bytes.len(), parse).await??;
    let mut result = response.into_result()?;
    if result.frames.len() > MAX_FRAMES {
        let message = format!("The page has more than {MAX_FRAMES} frames.");
        return Err(Fault::new(Code::ResultTooLarge, message));
    }
    let size = bytes.len() + splice::changed_bytes(&result, &plan.trees);
    let trees = plan.trees.clone();
    let splice = move || {
        let texts = splice::complete(&mut result, &trees, &bytes)?;
        page_pieces::parse(&mut result.frames);
        Ok::<_, Fault>((result, texts))
    };
    let (result, texts) = app.threads.run(agent, size, splice).await??;
    cache_trees(app, plan, &result, texts);
    Ok((result, size))
}

/// Caches trees, unless the user has reduced read access since the plan.
fn cache_trees(app: &App, plan: &Plan, result: &ObserveResult, texts: BTreeMap<usize, Arc<str>>) {
    let tab = plan.destination.tab(result.tab.id);
    let mut sessions = app.sessions();
    if sessions.access_reductions() != plan.access_reductions {
        return;
    }
    for (position, text) in texts {
        let frame = &result.frames[position];
        if frame.fault.is_some() {
            continue;
        }
        let name = frame.tree_name.as_str().into();
        let tree = CachedTree { name, text };
        sessions.cache.store_tree(tab, &frame.document, tree);
    }
}

fn cached_snapshot(snapshots: &[CachedSnapshot], name: &str) -> Result<Arc<Snapshot>, Fault> {
    let cached = snapshots.iter().find(|cached| *cached.name == *name);
    cached
        .map(|cached| Arc::clone(&cached.snapshot))
        .ok_or_else(|| {
            let message = "The extension named a snapshot that was not in the query.";
            Fault::new(Code::Internal, message)
        })
}

/// Checks that the main frame could be read and that the page has the scope.
fn check(result: &ObserveResult, plan: &Plan) -> Result<(), Fault> {
    let scope = &plan.request.scope;
    if result.blank {
        return match scope {
            Scope::Page => Ok(()),
            Scope::Selector(selector) => Err(no_match(selector.as_str())),
            Scope::Id(id) => Err(removed(id)),
        };
    }
    let Some(main) = result.frames.first() else {
        let message = "The extension read no frame of the tab.";
        return Err(Fault::new(Code::Internal, message));
    };
    if let Some(fault) = &main.fault {
        return Err(fault.clone());
    }
    match scope {
        Scope::Page => Ok(()),
        Scope::Selector(selector) => match result.frames.iter().any(has_target) {
            true => Ok(()),
            false => Err(no_match(selector.as_str())),
        },
        Scope::Id(id) => {
            let Some(node) = &plan.scope_node else {
                return Ok(());
            };
            let is_of_node = |frame: &&FrameResult| {
                let world = frame.tree.as_deref().map(|tree| tree.world);
                frame.document == node.document && world == Some(node.world)
            };
            let frame = result.frames.iter().find(is_of_node);
            match frame.is_some_and(has_target) {
                true => Ok(()),
                false => Err(removed(id)),
            }
        }
    }
}

/// Whether a frame has the scope.
fn has_target(frame: &FrameResult) -> bool {
    let target = frame.tree.as_ref().and_then(|tree| tree.target.as_ref());
    target.is_some_and(|target| !target.is_empty())
}

fn no_match(selector: &str) -> Fault {
    let message = format!("No element matches selector '{selector}'");
    Fault::new(Code::ScopeNotFound, message)
}

fn removed(id: &str) -> Fault {
    resolve_id::element_removed(&ElementId(id.to_owned()))
}
