//! The context of a request: who sends it, in which session, and how long it may take.

use crate::agents::Agent;
use crate::api::extension::{self, Destination};
use crate::api::turn;
use crate::queue::fair_queue::Turn;
use crate::sessions::key::SessionKey;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::wire::Method;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

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

impl<'a> RequestContext<'a> {
    /// The context of a request that times out after `limit`.
    pub fn new(
        app: &'a Arc<App>,
        agent: &'a Arc<Agent>,
        session: &'a SessionKey,
        limit: Duration,
    ) -> RequestContext<'a> {
        RequestContext {
            app,
            agent,
            session,
            deadline: Instant::now() + limit,
        }
    }

    /// The time until the deadline, at least a millisecond.
    pub fn remaining(&self) -> Duration {
        let remaining = self.deadline.saturating_duration_since(Instant::now());
        remaining.max(MIN_STEP)
    }

    /// Whether the deadline has passed.
    pub fn is_expired(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// The same context with a later deadline, if less than `time` remains.
    pub fn with_at_least(self, time: Duration) -> RequestContext<'a> {
        RequestContext {
            deadline: self.deadline.max(Instant::now() + time),
            ..self
        }
    }

    /// Waits for the agent's turn. Hold it until the request is answered.
    ///
    /// # Errors
    /// Those of [`turn::turn`].
    pub async fn turn(&self) -> Result<Turn, Fault> {
        let (turn, _) = turn::turn(self.app, self.agent, self.remaining()).await?;
        Ok(turn)
    }

    /// Sends a query to the extension, and waits for the response until the deadline.
    ///
    /// # Errors
    /// Those of [`extension::ask`].
    pub async fn query<T: DeserializeOwned + Send + 'static>(
        &self,
        destination: Destination,
        method: Method,
    ) -> Result<T, Fault> {
        extension::ask(self.app, self.agent, method, destination, self.remaining()).await
    }

    /// As [`RequestContext::query`]. The time in which the query waits for the user does not count:
    /// it moves the deadline.
    ///
    /// # Errors
    /// Those of [`extension::ask`].
    pub async fn query_held<T: DeserializeOwned + Send + 'static>(
        &mut self,
        destination: Destination,
        method: Method,
    ) -> Result<T, Fault> {
        let (app, agent, limit) = (self.app, self.agent, self.remaining());
        let (answer, held) = extension::ask_held(app, agent, method, destination, limit).await;
        self.deadline += held;
        answer
    }
}
