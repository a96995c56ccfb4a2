//! No action is executed twice: each has an id, under which the extension logs it before the first
//! event. If an answer is lost, the extension returns the outcome from its log.

use crate::api::context::RequestContext;
use crate::api::extension::{self, Target};
use crate::queue::fair_queue::Turn;
use crate::sessions::key::SessionKey;
use crate::stopped::Stopped;
use axlens_local::secret;
use axlens_protocol::wire::{Method, OutcomeResult};
use axlens_protocol::{Code, Fault};
use sha2::{Digest, Sha256};
use std::time::Duration;

/// How long to wait for the outcome from the extension's log.
const OUTCOME_TIMEOUT: Duration = Duration::from_secs(2);

/// The next step if an action may have been executed.
const LOOK_FIRST: &str =
    "Take a new snapshot and see whether the action has had its effect before you do it again.";

/// The id of an action: with a key, the same for the same request.
///
/// # Errors
/// `internal` when the system gives no random numbers.
pub fn act_id(session: &SessionKey, key: Option<&str>, position: usize) -> Result<String, Fault> {
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
/// `timeout`, `queue_full`; nothing was sent.
pub async fn alone(
    context: RequestContext<'_>,
    key: Option<&str>,
) -> Result<Option<Turn<Stopped>>, Fault> {
    if key.is_none() {
        return Ok(None);
    }
    let name = act_id(context.session, key, 0)?;
    match tokio::time::timeout(context.remaining(), context.app.keyed.next(&name)).await {
        Ok(Ok(turn)) => Ok(Some(turn)),
        Ok(Err(_)) => {
            let message = "Too many requests with the same key wait already.";
            Err(Fault::new(Code::QueueFull, message))
        }
        Err(_) => {
            let message = "Another request with the same key is still being done.";
            Err(Fault::new(Code::Timeout, message))
        }
    }
}

/// If a request was denied, waiting requests with the same key get the same answer: the user is not
/// prompted again for what they just denied.
pub fn refused(turn: &mut Turn<Stopped>, stopped: &Stopped) {
    if stopped.code() == Code::PermissionDenied {
        turn.leave_word(stopped.clone());
    }
}

/// The outcome of an action from the extension's log.
///
/// # Errors
/// The faults of the extension.
pub async fn ask(
    context: RequestContext<'_>,
    target: Target,
    id: &str,
    limit: Duration,
) -> Result<OutcomeResult, Fault> {
    let method = Method::Outcome { id: id.to_owned() };
    extension::ask(context.app, context.agent, method, target, limit).await
}

/// The outcome of an action whose answer was lost. A fault is retryable only if it is certain that
/// nothing was executed.
///
/// # Errors
/// The fault for the agent.
pub async fn after(
    context: RequestContext<'_>,
    target: Target,
    id: &str,
    fault: Fault,
) -> Result<OutcomeResult, Fault> {
    if !is_lost(fault.code) {
        return Err(fault);
    }
    match ask(context, target, id, OUTCOME_TIMEOUT).await {
        Ok(OutcomeResult::Never {}) => Err(Fault {
            retryable: true,
            ..fault
        }),
        Ok(begun) => Ok(begun),
        Err(_) => Err(Fault {
            retryable: false,
            ..fault.hint(LOOK_FIRST)
        }),
    }
}

/// Whether the outcome is unknown after this fault.
fn is_lost(code: Code) -> bool {
    matches!(
        code,
        Code::ExtensionDisconnected | Code::Timeout | Code::Internal | Code::VersionMismatch
    )
}
