//! What the handlers share. Knows neither endpoints nor transports.

use crate::dispatch::Dispatch;
use crate::sessions::Sessions;
use crate::tokens::Counter;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What the handlers share.
pub struct App {
    /// Where requests and extension meet.
    pub dispatch: Arc<Dispatch>,
    /// What each session was shown.
    sessions: Mutex<Sessions>,
    /// Counts tokens.
    pub counter: Counter,
    /// When the server started.
    pub started: Instant,
}

impl App {
    /// The state of a server that has not been asked anything yet.
    pub fn new(counter: Counter, sessions: Sessions) -> Arc<App> {
        Arc::new(App {
            dispatch: Arc::default(),
            sessions: Mutex::new(sessions),
            counter,
            started: Instant::now(),
        })
    }

    /// What is remembered, locked: not to be held across an `await`.
    pub fn sessions(&self) -> MutexGuard<'_, Sessions> {
        // A request that failed half way leaves at worst a snapshot that was not shown.
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
