//! An agent's turn: its requests, of whatever sessions, wait for one another, so that others have
//! theirs.

use crate::agents::Agent;
use crate::queue::fair_queue::{Overload, Turn};
use crate::state::{App, REQUESTS};
use axlens_protocol::{Code, Fault};
use std::time::{Duration, Instant};

/// Waits for the agent's turn, to be held until the request is answered. Returns it with what is
/// left of the time.
///
/// # Errors
/// `queue_full` when too many wait already; `timeout`.
pub async fn turn(app: &App, agent: &Agent, limit: Duration) -> Result<(Turn, Duration), Fault> {
    let began = Instant::now();
    match tokio::time::timeout(limit, app.turns.next(agent.id())).await {
        Ok(Ok(turn)) => Ok((turn, limit.saturating_sub(began.elapsed()))),
        Ok(Err(overload)) => Err(no_room(overload, agent)),
        Err(_) => {
            let message = format!(
                "The request waited {} ms for {} before it.",
                limit.as_millis(),
                those_of(agent)
            );
            Err(Fault::new(Code::Timeout, message).hint(hint()))
        }
    }
}

fn no_room(overload: Overload, agent: &Agent) -> Fault {
    let message = match overload {
        Overload::Client => format!(
            "{} of {} wait or are worked on already.",
            REQUESTS.each + REQUESTS.waiting_each,
            those_of(agent)
        ),
        Overload::Total => format!("{} requests wait already.", REQUESTS.waiting),
    };
    Fault::new(Code::QueueFull, message).hint(hint())
}

fn hint() -> String {
    format!(
        "Wait for answers before you ask again: of one agent's requests {} are worked on at once and {} more may wait.",
        REQUESTS.each, REQUESTS.waiting_each
    )
}

fn those_of(agent: &Agent) -> String {
    format!("the requests of agent {:?}", agent.name())
}
