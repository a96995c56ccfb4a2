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
pub use remember::Remembered;
use remember::{Again, remember};
pub use request::Request;
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
        let answer = windows::next(app, &request, cursor).await?;
        subject::note_tokens(answer.token_estimate.this_response);
        return Ok(answer);
    }
    let (answer, _) = answered(app, request, began).await?;
    Ok(answer)
}

/// What a page has become by actions, and how it was before them.
pub struct AfterActions {
    /// As any request; where `delta` is set, changes are told, unless they are too large.
    pub request: ObserveRequest,
    /// Whether changes are wanted.
    pub delta: bool,
    /// Every line of the page before, in the format `lean`.
    pub before: Option<Arc<PackedBase>>,
}

/// Answers with a page after actions, and says whether the reader knows title and address already.
///
/// # Errors
/// Those of [`observe`].
pub async fn after_actions(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    after: AfterActions,
    left: Duration,
) -> Result<(ObserveAnswer, bool), Fault> {
    let began = Instant::now();
    let mut request = Request::new(agent, after.request)?;
    request.limit = left;
    request.delta = after.delta;
    // The page before is known as it is looked at, and in no other way.
    let is_like_look = request.scope == Scope::Page && request.options == page_options();
    request.before = after.before.filter(|_| is_like_look);
    answered(app, request, began).await
}

/// What a look at a whole page shows.
pub fn page_options() -> Options {
    Options {
        format: Format::Lean,
        ..Options::default()
    }
}

async fn answered(
    app: &Arc<App>,
    request: Request,
    began: Instant,
) -> Result<(ObserveAnswer, bool), Fault> {
    let answered = present_with(app, request, move |app, plan, remembered| {
        let known = remembered.is_of_same_page();
        (answer(app, plan, &remembered, began), known)
    })
    .await?;
    subject::note_tokens(answered.0.token_estimate.this_response);
    Ok(answered)
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
                Ok(remembered) => Ok(make(&state, &plan, remembered)),
                Err(again) => Err((Box::new(plan), again)),
            }
        });
        match made.await? {
            Ok(made) => return Ok(made),
            // The page is unchanged, but the session has been forgotten or shown another since. Or
            // the user has taken reading away meanwhile: the extension says whether it may go on.
            Err((unknown, Again::Anew)) => plan = unknown.anew(app),
            Err((large, Again::InWindows)) => plan = large.in_windows(app),
        }
    }
}
