//! `POST /observe`: a snapshot of a tab as text, which other endpoints use too. Each step of a
//! request is a file: `plan` composes the query, `fetch` receives the page, `present` renders the
//! text, `remember` stores the snapshot for the session, and `answer` composes the answer.

mod answer;
mod cursor;
mod delta;
mod fetch;
mod last_changes;
mod located;
pub mod page_tools;
mod parts;
pub mod pins;
mod plan;
mod present;
mod recent_read;
mod remember;
mod request;
mod splice;
pub mod tab_list;
mod windows;

use crate::agents::Agent;
use crate::api::request as api_request;
use crate::api::turn::turn;
use crate::audit::subject;
use crate::sessions::handles::TabHandle;
use crate::sessions::scope::Scope;
use crate::sessions::views::PageView;
use crate::state::App;
use answer::answer;
use axlens_protocol::agent::observe::{ObserveAnswer, ObserveRequest};
use axlens_protocol::wire::ChromeTab;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::Tree;
use axlens_snapshot::delta::background::Background;
use fetch::fetch;
pub use last_changes::{ChangeBetween, LastChanges, Rhythm};
use plan::{Plan, plan};
use present::present;
pub use recent_read::RecentRead;
use remember::{Retake, remember};
pub use remember::{StoredSnapshot, shown_snapshot};
pub use request::{ActionContext, SnapshotRequest};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Answers a request.
///
/// # Errors
/// Every fault of the extension, of the queue and of ids; `scope_not_found`.
pub async fn observe(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: ObserveRequest,
) -> Result<ObserveAnswer, Fault> {
    let limit = api_request::limit(request.timeout_ms)?;
    let (_turn, limit) = turn(app, agent, limit).await?;
    in_turn(app, agent, request, limit).await
}

/// Answers a request of an agent that has its turn.
///
/// # Errors
/// Those of [`observe`].
pub async fn in_turn(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: ObserveRequest,
    limit: Duration,
) -> Result<ObserveAnswer, Fault> {
    let start = Instant::now();
    let mut request = SnapshotRequest::new(agent, request)?;
    request.limit = limit;
    if let Some(cursor) = &request.cursor {
        let answer = windows::next(app, &request, cursor).await?;
        subject::note_tokens(answer.token_estimate.this_response);
        return Ok(answer);
    }
    let (answer, _) = answer_request(app, request, None, start).await?;
    Ok(answer)
}

/// The request for a page after actions, and the page before them.
pub struct AfterActions {
    /// The request. With `delta`, the answer has changes, unless these are too large.
    pub request: ObserveRequest,
    /// Whether the agent wants changes.
    pub delta: bool,
    /// The view of the answer.
    pub view: PageView,
    /// The page before the actions, in that view.
    pub context: ActionContext,
    /// The read of the page after the last action, if it was kept.
    pub read: Option<Arc<RecentRead>>,
}

/// Answers with the page after actions, for an agent that has its turn. Returns also whether the
/// agent knows title and URL already.
///
/// # Errors
/// Those of [`observe`].
pub async fn after_actions(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    after: AfterActions,
    limit: Duration,
) -> Result<(ObserveAnswer, bool), Fault> {
    let start = Instant::now();
    let request = SnapshotRequest::new(agent, after.request)?.with_view(after.view);
    let request = SnapshotRequest {
        limit,
        delta: after.delta,
        after_actions: Some(after.context),
        ..request
    };
    let scope = request.scope.clone();
    let whole_page = (scope != Scope::Page).then(|| of_whole_page(request.clone()));
    let recent = after.read;
    match (
        answer_request(app, request, recent, start).await,
        whole_page,
    ) {
        (Err(fault), Some(whole_page)) if is_scope_gone(&fault) => {
            answer_request(app, whole_page, None, start).await
        }
        (answer, _) => answer,
    }
}

/// The request for the whole page with the same options, because the scope is gone.
fn of_whole_page(request: SnapshotRequest) -> SnapshotRequest {
    let context = ActionContext {
        before: None,
        background: Background::default(),
        scope_gone: Some(request.scope.as_str().to_owned()),
    };
    let view = request.view().of_whole_page();
    SnapshotRequest {
        after_actions: Some(context),
        // The full text of a delta begins with the reason.
        delta: true,
        ..request.with_view(view)
    }
}

fn is_scope_gone(fault: &Fault) -> bool {
    [Code::ScopeNotFound, Code::StaleUid, Code::UnknownUid].contains(&fault.code)
}

async fn answer_request(
    app: &Arc<App>,
    request: SnapshotRequest,
    recent: Option<Arc<RecentRead>>,
    start: Instant,
) -> Result<(ObserveAnswer, bool), Fault> {
    let result = present_with(app, request, recent, move |plan, snapshot| {
        let is_known = snapshot.has_known_title_and_url();
        (answer(plan, &snapshot, start), is_known)
    })
    .await?;
    subject::note_tokens(result.0.token_estimate.this_response);
    Ok(result)
}

/// Takes a snapshot for another endpoint, and stores its ids for the session.
///
/// # Errors
/// Those of [`observe`].
pub async fn take_snapshot(
    app: &Arc<App>,
    request: SnapshotRequest,
) -> Result<StoredSnapshot, Fault> {
    present_with(app, request, None, |_, snapshot| snapshot).await
}

/// Reads a page for another endpoint, and stores nothing for the session.
///
/// # Errors
/// Those of [`observe`].
pub async fn read_page(app: &Arc<App>, request: SnapshotRequest) -> Result<ReadPage, Fault> {
    let plan = plan(app, request).await?;
    let fetched = fetch(app, &plan).await?;
    let (tab, size, chrome_tab) = (fetched.tab, fetched.size, fetched.chrome_tab.clone());
    let agent = plan.request.agent.id().to_owned();
    let work = move || present::tree(fetched);
    let tree = app.threads.run(&agent, size, work).await?;
    Ok(ReadPage {
        tree,
        tab,
        chrome_tab,
    })
}

/// A page that was read for another endpoint.
#[derive(Debug)]
pub struct ReadPage {
    /// The page.
    pub tree: Tree,
    /// The tab.
    pub tab: TabHandle,
    /// The tab as Chrome describes it.
    pub chrome_tab: ChromeTab,
}

/// Reads a page, unless `recent` answers the same query, presents it, stores the snapshot, and
/// applies `make` to it. The page threads do the work, so that a large page does not delay other
/// requests.
async fn present_with<T: Send + 'static>(
    app: &Arc<App>,
    request: SnapshotRequest,
    recent: Option<Arc<RecentRead>>,
    make: impl Fn(&Plan, StoredSnapshot) -> T + Copy + Send + 'static,
) -> Result<T, Fault> {
    let mut plan = plan(app, request).await?;
    loop {
        let recent = recent.as_ref().and_then(|read| read.for_plan(&plan));
        let fetched = match recent {
            Some(fetched) => fetched,
            None => fetch(app, &plan).await?,
        };
        let (state, agent) = (Arc::clone(app), Arc::clone(&plan.request.agent));
        let result = app.threads.run(agent.id(), fetched.size, move || {
            let presented = present(&state, &plan, fetched);
            match remember(&state, &plan, presented) {
                Ok(snapshot) => Ok(make(&plan, snapshot)),
                Err(retake) => Err((Box::new(plan), retake)),
            }
        });
        plan = match result.await? {
            Ok(made) => return Ok(made),
            Err((plan, Retake::WithoutCache)) => plan.without_cache(app),
            Err((plan, Retake::InWindows)) => plan.in_windows(app),
        }
    }
}
