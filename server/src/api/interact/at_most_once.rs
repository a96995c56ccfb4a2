//! No action is executed twice: each has an id, under which the extension logs it before the first
//! event. If a response is lost, the extension returns the outcome from its log.

use crate::api::context::RequestContext;
use crate::api::extension::Destination;
use crate::interact_error::InteractError;
use crate::queue::fair_queue::Turn;
use crate::sessions::key::SessionKey;
use axlens_local::secret;
use axlens_protocol::wire::{Method, OutcomeResult};
use axlens_protocol::{Code, Fault};
use sha2::{Digest, Sha256};
use std::time::Duration;
use tokio::time::Instant;

/// How long to wait for the outcome from the extension's log.
const OUTCOME_TIMEOUT: Duration = Duration::from_secs(2);

/// The next step if an action may have been executed.
const SNAPSHOT_FIRST: &str =
    "Take a new snapshot and check whether the action had its effect before you repeat it.";

/// The id of an action. With a key, a repeated request has the same ids.
///
/// # Errors
/// `internal` if the system provides no random numbers.
pub fn action_id(
    session: &SessionKey,
    key: Option<&str>,
    position: usize,
) -> Result<String, Fault> {
    let Some(key) = key else {
        return secret::new().map_err(|error| Fault::new(Code::Internal, error.to_string()));
    };
    let mut hash = Sha256::new();
    for part in [&*session.agent, &*session.name, key] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.update((position as u64).to_be_bytes());
    Ok(secret::hex(&hash.finalize()))
}

/// Waits until no other request with the same key is in progress. Hold the turn until the request
/// is answered.
///
/// # Errors
/// `timeout` or `queue_full`; in both cases no action was executed.
pub async fn key_turn(
    context: RequestContext<'_>,
    key: Option<&str>,
) -> Result<Option<Turn<InteractError>>, Fault> {
    if key.is_none() {
        return Ok(None);
    }
    let name = action_id(context.session, key, 0)?;
    match tokio::time::timeout(context.remaining(), context.app.keyed.next(&name)).await {
        Ok(Ok(turn)) => Ok(Some(turn)),
        Ok(Err(_)) => {
            let message = "Too many requests with the same key are waiting.";
            Err(Fault::new(Code::QueueFull, message))
        }
        Err(_) => {
            let message = "Another request with the same key is still in progress.";
            Err(Fault::new(Code::Timeout, message))
        }
    }
}

/// If a request was denied, waiting requests with the same key get the same answer, so that the
/// user is not prompted again for the same action.
pub fn share_denial(turn: &mut Turn<InteractError>, stopped: &InteractError) {
    if stopped.code() == Code::PermissionDenied {
        turn.hand_over(stopped.clone());
    }
}

/// The outcome of an action from the extension's log.
///
/// # Errors
/// The faults of the extension.
pub async fn logged_outcome(
    context: RequestContext<'_>,
    destination: Destination,
    id: &str,
) -> Result<OutcomeResult, Fault> {
    let method = Method::Outcome { id: id.to_owned() };
    context.query(destination, method).await
}

/// The outcome of an action whose response was lost. A fault is retryable only if it is certain
/// that nothing was executed.
///
/// # Errors
/// The fault for the agent.
pub async fn outcome_after_fault(
    context: RequestContext<'_>,
    destination: Destination,
    id: &str,
    fault: Fault,
) -> Result<OutcomeResult, Fault> {
    if !is_outcome_unknown(fault.code) {
        return Err(fault);
    }
    // The request may have timed out, so this query has a deadline of its own.
    let context = RequestContext {
        deadline: Instant::now() + OUTCOME_TIMEOUT,
        ..context
    };
    match logged_outcome(context, destination, id).await {
        Ok(OutcomeResult::Never {}) => Err(Fault {
            retryable: true,
            ..fault
        }),
        Ok(begun @ OutcomeResult::Begun { .. }) => Ok(begun),
        Err(_) => Err(Fault {
            retryable: false,
            ..fault.hint(SNAPSHOT_FIRST)
        }),
    }
}

/// Whether the outcome is unknown after this fault.
fn is_outcome_unknown(code: Code) -> bool {
    matches!(
        code,
        Code::ExtensionDisconnected | Code::Timeout | Code::Internal | Code::VersionMismatch
    )
}
