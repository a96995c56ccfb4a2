//! The context of a request: who sends it, in which session, and how long it may take.

use crate::agents::Agent;
use crate::sessions::key::SessionKey;
use crate::state::App;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Minimum time for one step of a request.
const MIN_STEP: Duration = Duration::from_millis(1);

/// The context of a request.
#[derive(Clone, Copy)]
pub struct RequestContext<'a> {
    /// The server's state.
    pub app: &'a Arc<App>,
    /// The agent that sends the request.
    pub agent: &'a Arc<Agent>,
    /// The session of its uids.
    pub session: &'a SessionKey,
    /// When the request times out.
    pub deadline: Instant,
}

impl RequestContext<'_> {
    /// The time until the deadline, at least a millisecond.
    pub fn remaining(&self) -> Duration {
        let remaining = self.deadline.saturating_duration_since(Instant::now());
        remaining.max(MIN_STEP)
    }
}
