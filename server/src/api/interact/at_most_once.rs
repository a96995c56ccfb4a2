//! No action is executed twice: each has an id, under which the extension logs it before the first
//! event. If a response is lost, the extension returns the outcome from its log. With a key, the id
//! also identifies the request, so that the extension rejects another request with the same key.

use crate::api::context::RequestContext;
use crate::api::extension::Destination;
use crate::interact_error::InteractError;
use crate::queue::fair_queue::Turn;
use crate::sessions::key::SessionKey;
use axlens_local::secret;
use axlens_protocol::agent::interact::{InteractRequest, TargetedAction};
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

/// The ids of a request's actions.
pub struct ActionIds {
    /// Identifies agent, session and key; a random number for a request without a key.
    key: Sha256,
    /// Of a request with a key: hash of everything in it that determines what is executed, in
    /// hexadecimal.
    fingerprint: Option<String>,
    /// Steps of the request decide which others are executed.
    decides: bool,
}

impl ActionIds {
    /// The ids for a request. They are the same each time if the request has a key.
    ///
    /// # Errors
    /// `internal` if the request can't be serialized, or the system provides no random numbers.
    pub fn new(session: &SessionKey, request: &InteractRequest) -> Result<Self, Fault> {
        let Some(key) = request.key.as_deref() else {
            let random = secret::new();
            let random = random.map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
            return Ok(Self {
                key: Sha256::new_with_prefix(random),
                fingerprint: None,
                decides: false,
            });
        };
        Ok(Self {
            key: hash_of_key(session, key),
            fingerprint: Some(fingerprint(request)?),
            decides: request.decides(),
        })
    }

    /// The id of the action that is this step. With a key, it is `KEY-REQUEST`: `KEY` is a hash of
    /// agent, session, key and step, `REQUEST` of the whole request, and of the action if values
    /// and conditions determine it: when the request is repeated, the step can be another one.
    pub fn of(&self, step: &str, act: &TargetedAction) -> String {
        let mut hash = self.key.clone();
        hash.update(step);
        let id = secret::hex(&hash.finalize());
        match &self.fingerprint {
            Some(fingerprint) if self.decides => {
                let mut request = Sha256::new_with_prefix(fingerprint);
                request.update(serde_json::to_vec(act).unwrap_or_default());
                format!("{id}-{}", secret::hex(&request.finalize()))
            }
            Some(fingerprint) => format!("{id}-{fingerprint}"),
            None => id,
        }
    }
}

fn hash_of_key(session: &SessionKey, key: &str) -> Sha256 {
    let mut hash = Sha256::new();
    for part in [&*session.agent, &*session.name, key] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash
}

/// Deadlines and the options of the snapshot may differ when a request is repeated.
fn fingerprint(request: &InteractRequest) -> Result<String, Fault> {
    let executed = (
        &request.actions,
        &request.dialogs,
        request.activation,
        request.observe.tab,
        &request.observe.browser,
    );
    let serialized = serde_json::to_vec(&executed)
        .map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
    Ok(secret::hex(&Sha256::digest(serialized)))
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
    let Some(key) = key else {
        return Ok(None);
    };
    let name = secret::hex(&hash_of_key(context.session, key).finalize());
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
