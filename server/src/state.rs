//! The state that all handlers share.

use crate::action_results::ActionResults;
use crate::agents::Agents;
use crate::audit::AuditLog;
use crate::interact_error::InteractError;
use crate::join::state::Join;
use crate::pdf::reader::PdfReader;
use crate::queue::browser_queue::CAPACITY;
use crate::queue::browsers::BrowserKey;
use crate::queue::dispatch::Dispatch;
use crate::queue::fair_queue::{FairQueue, FairQueueLimits};
use crate::queue::page_threads::PageThreads;
use crate::secrets::SecretStore;
use crate::sessions::Sessions;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;
use tokio::sync::Notify;

/// Version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Limits of requests. Each has at most one query in the queue at a time, so the queue has room for
/// all, and one agent leaves room for others.
pub const REQUEST_LIMITS: FairQueueLimits = FairQueueLimits {
    at_once: CAPACITY,
    each: CAPACITY / 4,
    waiting: 8 * CAPACITY,
    waiting_each: 4 * CAPACITY,
};

/// Limits of requests with a key: one at a time for each key.
const KEYED_REQUEST_LIMITS: FairQueueLimits = FairQueueLimits {
    at_once: REQUEST_LIMITS.at_once + REQUEST_LIMITS.waiting,
    each: 1,
    waiting: REQUEST_LIMITS.waiting,
    waiting_each: REQUEST_LIMITS.waiting_each,
};

/// The state that all handlers share.
pub struct App {
    /// The agents and their tokens.
    pub agents: Arc<Agents>,
    /// Sends queries to browsers.
    pub dispatch: Arc<Dispatch>,
    /// The page content of each session.
    sessions: Mutex<Sessions>,
    /// Schedules requests by agent.
    pub turns: Arc<FairQueue>,
    /// Schedules requests with a key, by that key.
    pub keyed: Arc<FairQueue<InteractError>>,
    /// The results of actions with a key.
    pub action_results: ActionResults,
    /// Runs work on large pages.
    pub threads: PageThreads,
    /// Reads PDF files.
    pub pdf: PdfReader,
    /// The audit log, if the server has a state directory.
    pub audit: OnceLock<Arc<AuditLog>>,
    /// The user's secrets that agents use by name.
    pub secrets: SecretStore,
    /// The connection to a gateway.
    pub join: Join,
    /// When the server started.
    pub started: Instant,
    /// Notified by a request to stop the server.
    pub stop: Notify,
}

impl App {
    /// The state of a server without requests.
    pub fn new(sessions: Sessions, agents: Agents) -> Arc<App> {
        Arc::new(App {
            secrets: SecretStore::of(&agents),
            agents: Arc::new(agents),
            dispatch: Arc::default(),
            turns: FairQueue::new(REQUEST_LIMITS),
            keyed: FairQueue::new(KEYED_REQUEST_LIMITS),
            action_results: ActionResults::default(),
            threads: PageThreads::default(),
            sessions: Mutex::new(sessions),
            pdf: PdfReader::default(),
            audit: OnceLock::new(),
            join: Join::default(),
            started: Instant::now(),
            stop: Notify::new(),
        })
    }

    /// Removes the tabs and uids of browsers that the server does not know any more.
    pub fn forget_removed_browsers(&self) {
        let browsers = self.dispatch.browsers();
        let known: Vec<BrowserKey> = browsers.iter().map(|browser| browser.key).collect();
        self.sessions().retain_browsers(&known);
    }

    /// The page content of all sessions, locked. Do not keep the lock across an `await`. It
    /// contains nothing that was read before the user last reduced access, and nothing of revoked
    /// agents.
    pub fn sessions(&self) -> MutexGuard<'_, Sessions> {
        // A request that panics leaves at worst a snapshot that no agent has received.
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        sessions.apply_access_reductions(self.dispatch.access.reductions());
        for agent in self.agents.take_removed() {
            sessions.remove_agent(&agent);
        }
        sessions
    }
}
