//! `POST /observe`: a snapshot of a tab as text, which other endpoints use too. Each step of a
//! request is a file: `plan` composes the query, `fetch` receives the page, `present` renders the
//! text, `remember` stores the snapshot for the session, and `answer` composes the answer.

mod answer;
mod cursor;
mod delta;
mod fetch;
mod located;
mod parts;
mod plan;
mod present;
mod remember;
mod request;
mod splice;
mod windows;

use crate::agents::Agent;
use crate::api::request as api_request;
use crate::api::turn::turn;
use crate::audit::subject;
use crate::sessions::handles::TabHandle;
use crate::sessions::packed_base::PackedBase;
use crate::sessions::scope::Scope;
use crate::state::App;
use answer::answer;
use axlens_protocol::Fault;
use axlens_protocol::agent::observe::{ObserveAnswer, ObserveRequest};
use axlens_protocol::wire::ChromeTab;
use axlens_snapshot::options::Format;
use axlens_snapshot::{Options, Tree};
use fetch::fetch;
use plan::{Plan, plan};
use present::present;
pub use remember::StoredSnapshot;
use remember::{Retake, remember};
pub use request::SnapshotRequest;
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
    let start = Instant::now();
    let mut request = SnapshotRequest::new(agent, request)?;
    request.limit = limit;
    if let Some(cursor) = &request.cursor {
        let answer = windows::next(app, &request, cursor).await?;
        subject::note_tokens(answer.token_estimate.this_response);
        return Ok(answer);
    }
    let (answer, _) = answer_request(app, request, start).await?;
    Ok(answer)
}

/// The request for a page after actions, and the page before them.
pub struct AfterActions {
    /// The request. With `delta`, the answer has changes, unless these are too large.
    pub request: ObserveRequest,
    /// Whether the agent wants changes.
    pub delta: bool,
    /// Every line of the page before the actions, in the format `lean`.
    pub before: Option<Arc<PackedBase>>,
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
    let mut request = SnapshotRequest::new(agent, after.request)?;
    request.limit = limit;
    request.delta = after.delta;
    // `before` has these options, and can be compared with no other text.
    let has_same_options = request.scope == Scope::Page && request.options == whole_page_options();
    request.before = after.before.filter(|_| has_same_options);
    answer_request(app, request, start).await
}

/// The options for the text of a page before actions.
pub fn whole_page_options() -> Options {
    Options {
        format: Format::Lean,
        ..Options::default()
    }
}

async fn answer_request(
    app: &Arc<App>,
    request: SnapshotRequest,
    start: Instant,
) -> Result<(ObserveAnswer, bool), Fault> {
    let result = present_with(app, request, move |app, plan, snapshot| {
        let is_known = snapshot.has_known_title_and_url();
        (answer(app, plan, &snapshot, start), is_known)
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
    present_with(app, request, |_, _, snapshot| snapshot).await
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

/// Reads a page, presents it, stores the snapshot, and applies `make` to it. The page threads do
/// the work, so that a large page does not delay other requests.
async fn present_with<T: Send + 'static>(
    app: &Arc<App>,
    request: SnapshotRequest,
    make: impl Fn(&App, &Plan, StoredSnapshot) -> T + Copy + Send + 'static,
) -> Result<T, Fault> {
    let mut plan = plan(app, request).await?;
    loop {
        let fetched = fetch(app, &plan).await?;
        let (state, agent) = (Arc::clone(app), Arc::clone(&plan.request.agent));
        let result = app.threads.run(agent.id(), fetched.size, move || {
            let presented = present(&state, &plan, fetched);
            match remember(&state, &plan, presented) {
                Ok(snapshot) => Ok(make(&state, &plan, snapshot)),
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
