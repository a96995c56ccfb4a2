//! Turns: the server handles a limited number of an agent's requests at once, over all of the
//! agent's sessions, so that agents do not delay one another.

use crate::agents::Agent;
use crate::queue::fair_queue::{Overload, Turn};
use crate::state::{App, REQUEST_LIMITS};
use axlens_protocol::{Code, Fault};
use std::time::{Duration, Instant};

/// Waits for the agent's turn. The caller keeps the turn until the request is answered. Returns
/// also the remaining time.
///
/// # Errors
/// `queue_full` if too many requests are waiting; `timeout`.
pub async fn turn(app: &App, agent: &Agent, limit: Duration) -> Result<(Turn, Duration), Fault> {
    let start = Instant::now();
    match tokio::time::timeout(limit, app.turns.next(agent.id())).await {
        Ok(Ok(turn)) => Ok((turn, limit.saturating_sub(start.elapsed()))),
        Ok(Err(overload)) => Err(queue_full(overload, agent)),
        Err(_) => {
            let message = format!(
                "The request waited {} ms for earlier {}.",
                limit.as_millis(),
                requests_of(agent)
            );
            Err(Fault::new(Code::Timeout, message).hint(hint()))
        }
    }
}

fn queue_full(overload: Overload, agent: &Agent) -> Fault {
    let message = match overload {
        Overload::Client => format!(
            "{} {} are waiting or in progress.",
            REQUEST_LIMITS.each + REQUEST_LIMITS.waiting_each,
            requests_of(agent)
        ),
        Overload::Total => format!("{} requests are waiting.", REQUEST_LIMITS.waiting),
    };
    Fault::new(Code::QueueFull, message).hint(hint())
}

fn hint() -> String {
    format!(
        "Wait for answers before you send more requests: of one agent's requests, {} run at once and {} more can wait.",
        REQUEST_LIMITS.each, REQUEST_LIMITS.waiting_each
    )
}

fn requests_of(agent: &Agent) -> String {
    match agent.is_user() {
        true => format!(
            "requests of the user's own programs (agent {:?})",
            agent.name()
        ),
        false => format!("requests of agent {:?}", agent.name()),
    }
}
