//! `POST /observe`: a snapshot of a tab as text, and what other endpoints make of one. Each step of
//! a request is a file and a value: `plan` (what the extension is asked), `fetch` (what it read),
//! `present` (the text), `remember` (what the session was shown), `answer`.

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
use crate::sessions::handles::TabHandle;
use crate::state::App;
use answer::answer;
use axlens_protocol::Fault;
use axlens_protocol::agent::observe::{ObserveAnswer, ObserveRequest};
use axlens_protocol::wire::ChromeTab;
use axlens_snapshot::Tree;
use fetch::fetch;
use plan::{Plan, plan};
use present::present;
pub use remember::Remembered;
use remember::remember;
pub use request::{Request, role};
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
    let (_turn, left) = turn(app, agent, limit).await?;
    in_turn(app, agent, request, left).await
}

/// Answers a request of an agent that has its turn already, within what is left of its time.
///
/// # Errors
/// Those of [`observe`].
pub async fn in_turn(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: ObserveRequest,
    left: Duration,
) -> Result<ObserveAnswer, Fault> {
    let began = Instant::now();
    let mut request = Request::new(agent, request)?;
    request.limit = left;
    if let Some(cursor) = &request.cursor {
        return windows::next(app, &request, cursor).await;
    }
    let (answer, _) = answered(app, request, began).await?;
    Ok(answer)
}

/// Answers a request that another endpoint makes of its own, and says whether the reader knows
/// title and address already.
///
/// # Errors
/// Those of [`observe`].
pub async fn and_whether_known(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: ObserveRequest,
    left: Duration,
) -> Result<(ObserveAnswer, bool), Fault> {
    let began = Instant::now();
    let mut request = Request::new(agent, request)?;
    request.limit = left;
    answered(app, request, began).await
}

async fn answered(
    app: &Arc<App>,
    request: Request,
    began: Instant,
) -> Result<(ObserveAnswer, bool), Fault> {
    present_with(app, request, move |app, plan, remembered| {
        let known = remembered.is_of_same_page();
        (answer(app, plan, &remembered, began), known)
    })
    .await
}

/// Takes a snapshot that another endpoint answers with, and remembers what its ids stand for.
///
/// # Errors
/// Those of [`observe`].
pub async fn take(app: &Arc<App>, request: Request) -> Result<Remembered, Fault> {
    present_with(app, request, |_, _, remembered| remembered).await
}

/// Reads a page, and shows nothing of it to anybody.
///
/// # Errors
/// Those of [`observe`].
pub async fn look(app: &Arc<App>, request: Request) -> Result<Looked, Fault> {
    let plan = plan(app, request).await?;
    let fetched = fetch(app, &plan).await?;
    let (tab, size, chrome) = (fetched.tab, fetched.size, fetched.chrome.clone());
    let agent = plan.request.agent.id().to_owned();
    let work = move || present::tree(fetched);
    let tree = app.threads.run(&agent, size, work).await?;
    Ok(Looked { tree, tab, chrome })
}

/// A page that was read for a question about it.
#[derive(Debug)]
pub struct Looked {
    /// The page.
    pub tree: Tree,
    /// The tab.
    pub tab: TabHandle,
    /// The tab as Chrome knows it.
    pub chrome: ChromeTab,
}

/// Has a page read, presents and remembers it, and makes something of that: all of it where a large
/// page keeps no other request waiting.
async fn present_with<T: Send + 'static>(
    app: &Arc<App>,
    request: Request,
    make: impl Fn(&App, &Plan, Remembered) -> T + Copy + Send + 'static,
) -> Result<T, Fault> {
    let mut plan = plan(app, request).await?;
    loop {
        let fetched = fetch(app, &plan).await?;
        let (state, agent) = (Arc::clone(app), Arc::clone(&plan.request.agent));
        let made = app.threads.run(agent.id(), fetched.size, move || {
            let presented = present(&state, &plan, fetched);
            match remember(&state, &plan, presented) {
                Some(remembered) => Ok(make(&state, &plan, remembered)),
                None => Err(Box::new(plan)),
            }
        });
        match made.await? {
            Ok(made) => return Ok(made),
            // The page is unchanged, but the session has been forgotten or shown another since. Or
            // the user has taken reading away meanwhile: the extension says whether it may go on.
            Err(unknown) => plan = unknown.anew(app),
        }
    }
}
