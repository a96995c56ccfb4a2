//! What the handlers share. Knows neither endpoints nor transports.

use crate::action_results::ActionResults;
use crate::agents::Agents;
use crate::audit::Audit;
use crate::interact_error::InteractError;
use crate::queue::browser_queue::CAPACITY;
use crate::queue::dispatch::Dispatch;
use crate::queue::fair_queue::{FairQueue, Limits};
use crate::queue::page_threads::PageThreads;
use crate::sessions::Sessions;
use crate::text::tokens::Counter;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;
use tokio::sync::Notify;

/// Version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How many requests are worked on and may wait. Each has one query in the queue at a time, so that
/// there is room for all; and one agent leaves room for others.
pub const REQUESTS: Limits = Limits {
    at_once: CAPACITY,
    each: CAPACITY / 4,
    waiting: 8 * CAPACITY,
    waiting_each: 4 * CAPACITY,
};

/// Of requests with the same key, one is done at a time.
const KEYED: Limits = Limits {
    at_once: REQUESTS.at_once + REQUESTS.waiting,
    each: 1,
    waiting: REQUESTS.waiting,
    waiting_each: REQUESTS.waiting_each,
};

/// What the handlers share.
pub struct App {
    /// Who asks.
    pub agents: Arc<Agents>,
    /// Where requests and extension meet.
    pub dispatch: Arc<Dispatch>,
    /// What each session was shown.
    sessions: Mutex<Sessions>,
    /// Whose request is next.
    pub turns: Arc<FairQueue>,
    /// Which request of those with the same key is next, by the name that the key gives them.
    pub keyed: Arc<FairQueue<InteractError>>,
    /// What was answered of actions under a key.
    pub action_results: ActionResults,
    /// Work on large pages.
    pub threads: PageThreads,
    /// Where requests are written down, once a state directory is served.
    pub audit: OnceLock<Arc<Audit>>,
    /// Counts tokens.
    pub counter: Counter,
    /// When the server started.
    pub started: Instant,
    /// Somebody who may has told the server to stop.
    pub stop: Notify,
}

impl App {
    /// The state of a server that has not been asked anything yet.
    pub fn new(counter: Counter, sessions: Sessions, agents: Agents) -> Arc<App> {
        Arc::new(App {
            agents: Arc::new(agents),
            dispatch: Arc::default(),
            turns: FairQueue::new(REQUESTS),
            keyed: FairQueue::new(KEYED),
            action_results: ActionResults::default(),
            threads: PageThreads::default(),
            sessions: Mutex::new(sessions),
            audit: OnceLock::new(),
            counter,
            started: Instant::now(),
            stop: Notify::new(),
        })
    }

    /// What is remembered, locked: not to be held across an `await`. Nothing that was read before
    /// the user last took reading away is part of it, nor of an agent whose token was revoked.
    pub fn sessions(&self) -> MutexGuard<'_, Sessions> {
        // A request that failed half way leaves at worst a snapshot that was not shown.
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        sessions.follow_access(self.dispatch.access.reductions());
        for agent in self.agents.take_removed() {
            sessions.forget_agent(&agent);
        }
        sessions
    }
}
