//! Parses the fields that many requests have. The fault of an invalid field names the valid ones.

use crate::agents::Agent;
use crate::sessions::key::SessionKey;
use axlens_protocol::Fault;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// The default timeout of a request.
pub const DEFAULT_LIMIT: Duration = Duration::from_secs(15);

/// Maximum number of tokens of a page in the answer of an action or a tool, if the request does not
/// set it. Some clients write longer results to a file.
pub const DEFAULT_MAX_TOKENS: usize = 20_000;

/// Valid timeouts of a request, in milliseconds.
const TIMEOUTS_MS: std::ops::RangeInclusive<u64> = 100..=60_000;

/// Maximum length of a session's name, in bytes.
const MAX_SESSION_LEN: usize = 200;

/// Parses a JSON object. An empty body is an empty object.
///
/// # Errors
/// `bad_request` with the reason.
pub fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Fault> {
    let body = match body.trim_ascii() {
        b"" => b"{}",
        body => body,
    };
    serde_json::from_slice(body).map_err(|error| not_understood(&error))
}

/// The fault of an invalid body.
pub fn not_understood(error: &serde_json::Error) -> Fault {
    Fault::bad_request(format!("The request could not be understood: {error}."))
}

/// The longest timeout of a request.
pub const MAX_LIMIT: Duration = Duration::from_millis(*TIMEOUTS_MS.end());

/// The timeout of a request.
///
/// # Errors
/// `bad_request` outside the bounds.
pub fn limit(timeout_ms: Option<u64>) -> Result<Duration, Fault> {
    let Some(timeout_ms) = timeout_ms else {
        return Ok(DEFAULT_LIMIT);
    };
    if TIMEOUTS_MS.contains(&timeout_ms) {
        return Ok(Duration::from_millis(timeout_ms));
    }
    let (min, max) = TIMEOUTS_MS.into_inner();
    Err(Fault::bad_request(format!(
        "`timeoutMs` must be from {min} to {max} milliseconds."
    )))
}

/// The agent's session with this name, or its session `default`.
///
/// # Errors
/// `bad_request` for a name that is empty or too long.
pub fn session(agent: &Agent, name: Option<String>) -> Result<SessionKey, Fault> {
    let name = name.unwrap_or_else(|| "default".to_owned());
    if name.is_empty() || name.len() > MAX_SESSION_LEN {
        let message = format!("`session` must have from 1 to {MAX_SESSION_LEN} bytes.");
        return Err(Fault::bad_request(message));
    }
    Ok(SessionKey::new(agent.id(), &name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_have_bounds() {
        assert_eq!(limit(None), Ok(DEFAULT_LIMIT));
        assert_eq!(limit(Some(100)), Ok(Duration::from_millis(100)));
        assert!(limit(Some(99)).is_err() && limit(Some(60_001)).is_err());
    }

    #[test]
    fn session_names_have_bounds() {
        let session = |name| session(&Agent::user(), name);
        let default = session(None).expect("a session");
        assert_eq!(default, SessionKey::new("user", "default"));
        assert!(session(Some(String::new())).is_err());
        assert!(session(Some("x".repeat(201))).is_err());
    }
}
