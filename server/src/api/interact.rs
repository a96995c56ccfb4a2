//! `POST /interact`: does something to elements of a snapshot or to tabs, one after the other up
//! to the first fault, and says what came of each. Whether it may be done, the extension says, and
//! asks the person where need be. What is acted on is the element that the session was shown,
//! looked at anew right before; what came of it is found by comparing the page before and after.

mod act;
mod at_most_once;
mod outcome;
mod page_look;
mod refusal;
pub mod uploads;

use crate::agents::{self, Agent};
use crate::api::observe::{self, AfterActions};
use crate::api::request;
use crate::api::turn::turn;
use crate::queue::fair_queue::Turn;
use crate::sessions::handles::TabHandle;
use crate::sessions::key::SessionKey;
use crate::sessions::packed_base::PackedBase;
use crate::state::App;
use crate::stopped::Stopped;
use act::Acting;
use axlens_protocol::Fault;
use axlens_protocol::agent::interact::{
    Act, ActionResult, InteractAnswer, InteractRequest, InteractStopped, Outcome, Show,
};
use axlens_protocol::agent::observe::{DeltaKind, ObserveAnswer, ObserveRequest};
use axlens_protocol::model::action::Settled;
use axlens_protocol::model::dialogs::SeenDialog;
use axlens_snapshot::options::Include;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Most actions of one request.
const MAX_ACTIONS: usize = 100;

/// Longest key of a request, in bytes.
const MAX_KEY_LEN: usize = 100;

/// What to do where the page waits for the person.
const DIALOG_OPEN: &str = "A dialog of the page is open, and nothing can be read or done there until the user has answered it. Say in `dialogs` how such a one is to be answered.";

/// What is left for the snapshot at the end where the actions have taken all of the time.
const MIN_FOR_SNAPSHOT: Duration = Duration::from_secs(2);

/// Answers a request.
///
/// # Errors
/// Those of ids, `stale_uid`, `changed_uid`, `permission_denied`, those of an element that can't
/// take the action now, and every fault of the extension.
pub async fn interact(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: InteractRequest,
) -> Result<InteractAnswer, Stopped> {
    agents::may_act(agent)?;
    check(&request)?;
    let limit = request::limit(request.observe.timeout_ms)?;
    let session = request::session(agent, request.observe.session.clone())?;
    let deadline = Instant::now() + limit;
    let key = request.key.as_deref();
    let mut alone = at_most_once::alone(app, &session, key, limit).await?;
    if let Some(refused) = alone.as_ref().and_then(Turn::word) {
        return Err(refused);
    }
    let answer = in_turn(app, agent, (&session, &request), deadline).await;
    if let (Some(turn), Err(stopped)) = (&mut alone, &answer) {
        at_most_once::refused(turn, stopped);
    }
    answer
}

async fn in_turn(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    (session, request): (&SessionKey, &InteractRequest),
    deadline: Instant,
) -> Result<InteractAnswer, Stopped> {
    let limit = deadline.saturating_duration_since(Instant::now());
    let (_turn, limit) = turn(app, agent, limit).await?;
    let acting = Acting::new(app, agent, session, request, deadline);
    let done = run(acting, &request.actions).await;
    let left = deadline.saturating_duration_since(Instant::now());
    let left = left.max(MIN_FOR_SNAPSHOT.min(limit));
    finish(app, agent, (session, request), done, left).await
}

/// What was done.
struct Done {
    results: Vec<ActionResult>,
    fault: Option<Fault>,
    tab: Option<TabHandle>,
    /// That tab before the actions.
    before: Option<Arc<PackedBase>>,
    new_tabs: Vec<TabHandle>,
    settled: Settled,
    waited_ms: u32,
}

fn check(request: &InteractRequest) -> Result<(), Fault> {
    if request.actions.is_empty() || request.actions.len() > MAX_ACTIONS {
        let message = format!("`actions` must have from 1 to {MAX_ACTIONS} actions.");
        return Err(Fault::bad_request(message));
    }
    let key = request.key.as_deref();
    if key.is_some_and(|key| key.is_empty() || key.len() > MAX_KEY_LEN) {
        let message = format!("`key` must have from 1 to {MAX_KEY_LEN} bytes.");
        return Err(Fault::bad_request(message));
    }
    if request.observe.cursor.is_some() || request.observe.compression.is_some() {
        return Err(Fault::bad_request(
            "`snapshot` says what is shown: leave out `cursor` and `compression`.",
        ));
    }
    request.actions.iter().try_for_each(act::check)
}

/// Does the actions, up to the first fault.
async fn run(mut acting: Acting<'_>, actions: &[Act]) -> Done {
    let mut done = Done {
        results: Vec::new(),
        fault: None,
        tab: None,
        before: None,
        new_tabs: Vec::new(),
        settled: Settled::Quiet,
        waited_ms: 0,
    };
    for (position, act) in actions.iter().enumerate() {
        match acting.recorded(position, act).await {
            Ok(acted) => {
                done.tab = acted.tab.or(done.tab);
                done.new_tabs.extend(acted.new_tabs);
                done.settled = acted.settled;
                done.waited_ms += acted.waited_ms;
                let unknown = acted.result.outcome == Outcome::Unknown;
                done.results.push(acted.result);
                // What nobody knows the end of is nothing to go on from.
                if unknown {
                    break;
                }
            }
            Err(fault) => {
                done.fault = Some(fault);
                break;
            }
        }
    }
    done.before = done.tab.and_then(|tab| acting.before(tab));
    done
}

/// The answer, with the page as it is now.
async fn finish(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    (session, request): (&SessionKey, &InteractRequest),
    done: Done,
    left: Duration,
) -> Result<InteractAnswer, Stopped> {
    if let (Some(fault), true) = (&done.fault, done.results.is_empty()) {
        return Err(Stopped::AtOnce(fault.clone()));
    }
    let last = done.results.last();
    let closed = last.is_some_and(|last| last.outcome == Outcome::ClosedTab);
    let blocked = last.is_some_and(|last| last.evidence.dialogs.iter().any(SeenDialog::is_open));
    let shows = request.show != Show::None && !closed && !blocked;
    let page = match done.tab.filter(|_| shows) {
        Some(tab) => {
            let shown = (tab, done.before.clone());
            show(app, agent, (session, request), shown, left).await
        }
        None => Ok(None),
    };
    // What was done was done, whether or not the page can be shown.
    let (page, unseen) = match page {
        Ok(page) => (page, None),
        Err(fault) => (None, Some(fault)),
    };
    let with_map = request.observe.include.contains(&Include::Selectors);
    let fault = done.fault.clone();
    let mut answer = answer(done, page, with_map);
    if let Some(unseen) = unseen {
        answer.hint = Some(format!("The page can't be shown: {}", unseen.message));
    }
    if blocked {
        answer.hint = Some(DIALOG_OPEN.to_owned());
    }
    match fault {
        None => Ok(answer),
        Some(fault) => Err(Stopped::Later(Box::new(InteractStopped {
            fault,
            done: answer,
        }))),
    }
}

/// The page as it is answered, and whether the reader knows its title and address.
type Shown = (ObserveAnswer, bool);

async fn show(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    (session, request): (&SessionKey, &InteractRequest),
    (tab, before): (TabHandle, Option<Arc<PackedBase>>),
    left: Duration,
) -> Result<Option<Shown>, Fault> {
    let observe = ObserveRequest {
        tab: Some(tab),
        browser: None,
        session: Some(session.name.to_string()),
        ..request.observe.clone()
    };
    let after = AfterActions {
        request: observe,
        delta: request.show == Show::Delta,
        before,
    };
    let shown = observe::after_actions(app, agent, after, left).await;
    shown.map(Some)
}

fn answer(done: Done, page: Option<Shown>, with_map: bool) -> InteractAnswer {
    let mut answer = InteractAnswer {
        cursor: None,
        delta: None,
        hint: None,
        new_tabs: done.new_tabs,
        page_title: None,
        results: done.results,
        settled: done.settled,
        since: None,
        snapshot: None,
        tab: done.tab.unwrap_or_default(),
        tree: None,
        uid_map: None,
        url: None,
        waited_ms: done.waited_ms,
    };
    if let Some((page, known)) = page {
        answer.cursor = page.cursor;
        answer.delta = page.delta;
        answer.hint = page.hint;
        answer.page_title = Some(page.page_title).filter(|_| !known);
        answer.since = page.since;
        answer.snapshot = Some(page.snapshot);
        answer.tree = Some(page.tree).filter(|_| page.delta != Some(DeltaKind::Unchanged));
        answer.uid_map = with_map.then_some(page.uid_map);
        answer.url = Some(page.url).filter(|_| !known);
    }
    answer
}
