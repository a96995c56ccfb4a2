//! No act is done twice: each has a name, under which the extension writes it down before the first
//! event is sent. Where an answer does not come, the extension is asked what became of it.

use crate::agents::Agent;
use crate::api::extension::{self, Target};
use crate::queue::fair_queue::Turn;
use crate::sessions::key::SessionKey;
use crate::state::App;
use crate::stopped::Stopped;
use axlens_local::secret;
use axlens_protocol::wire::{Method, OutcomeAnswer};
use axlens_protocol::{Code, Fault};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::time::Duration;

/// How long the extension is waited for to say what became of an act.
const ASKED_AFTER: Duration = Duration::from_secs(2);

/// What to do where an act may have been done.
const LOOK_FIRST: &str =
    "Take a new snapshot and see whether the action has had its effect before you do it again.";

/// The name of an act: with a key, the same for the same request.
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

/// Waits until no other request with the same key is being done, nor a person asked about it; to be
/// held until the request is answered.
///
/// # Errors
/// `timeout`, `queue_full`; nothing was sent.
pub async fn alone(
    app: &App,
    session: &SessionKey,
    key: Option<&str>,
    limit: Duration,
) -> Result<Option<Turn<Stopped>>, Fault> {
    if key.is_none() {
        return Ok(None);
    }
    let name = act_id(session, key, 0)?;
    match tokio::time::timeout(limit, app.keyed.next(&name)).await {
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

/// Where a request was not allowed, those with the same key that wait already have that answer too:
/// a person is not asked again what they have just said no to.
pub fn refused(turn: &mut Turn<Stopped>, stopped: &Stopped) {
    if stopped.code() == Code::PermissionDenied {
        turn.leave_word(stopped.clone());
    }
}

/// What became of an act.
///
/// # Errors
/// When the extension does not say.
pub async fn ask(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    target: Target,
    id: &str,
    limit: Duration,
) -> Result<OutcomeAnswer, Fault> {
    let method = Method::Outcome { id: id.to_owned() };
    extension::ask(app, agent, method, target, limit).await
}

/// What became of an act whose answer did not come: `Err` with a fault that may be retried only
/// where it is certain that nothing was sent.
///
/// # Errors
/// The fault, as it is to be answered.
pub async fn after(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    target: Target,
    id: &str,
    fault: Fault,
) -> Result<OutcomeAnswer, Fault> {
    if !is_lost(fault.code) {
        return Err(fault);
    }
    match ask(app, agent, target, id, ASKED_AFTER).await {
        Ok(OutcomeAnswer::Never {}) => Err(Fault {
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

/// Whether an answer with this fault leaves open what was done.
fn is_lost(code: Code) -> bool {
    matches!(
        code,
        Code::ExtensionDisconnected | Code::Timeout | Code::Internal | Code::VersionMismatch
    )
}
