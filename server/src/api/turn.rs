//! A session's turn: its requests wait for one another, so that others have theirs.

use crate::state::{App, REQUESTS};
use crate::turns::{Full, Turn};
use axlens_protocol::{Code, Fault};
use std::time::{Duration, Instant};

/// Whose turn it is where a request names no session: not the name of any.
pub const NO_SESSION: &str = "";

/// Waits for the session's turn, to be held until the request is answered. Returns it with what is
/// left of the time.
///
/// # Errors
/// `queue_full` when too many wait already; `timeout`.
pub async fn turn(app: &App, session: &str, limit: Duration) -> Result<(Turn, Duration), Fault> {
    let began = Instant::now();
    match tokio::time::timeout(limit, app.turns.next(session)).await {
        Ok(Ok(turn)) => Ok((turn, limit.saturating_sub(began.elapsed()))),
        Ok(Err(full)) => Err(no_room(full, session)),
        Err(_) => {
            let message = format!(
                "The request waited {} ms for {} before it.",
                limit.as_millis(),
                those_of(session)
            );
            Err(Fault::new(Code::Timeout, message).hint(hint()))
        }
    }
}

fn no_room(full: Full, session: &str) -> Fault {
    let message = match full {
        Full::Asker => format!(
            "{} of {} wait or are worked on already.",
            REQUESTS.each + REQUESTS.waiting_each,
            those_of(session)
        ),
        Full::All => format!("{} requests wait already.", REQUESTS.waiting),
    };
    Fault::new(Code::QueueFull, message).hint(hint())
}

fn hint() -> String {
    format!(
        "Wait for answers before you ask again: of one session's requests {} are worked on at once and {} more may wait.",
        REQUESTS.each, REQUESTS.waiting_each
    )
}

fn those_of(session: &str) -> String {
    match session {
        NO_SESSION => "the requests that name no session".to_owned(),
        session => format!("the requests of session {session:?}"),
    }
}
