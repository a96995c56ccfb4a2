//! Reads what agents send: strictly, and saying in a fault what would have been right. Shared by
//! the endpoints that take JSON.

use crate::agents::Agent;
use crate::sessions::key::SessionKey;
use axlens_protocol::Fault;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// How long a request may take, where it does not say.
pub const DEFAULT_LIMIT: Duration = Duration::from_secs(15);

/// Shortest and longest time a request may ask for, in milliseconds.
const LIMITS: std::ops::RangeInclusive<u64> = 100..=60_000;

/// Longest name of a session, in bytes.
const MAX_SESSION_LEN: usize = 200;

/// Reads a JSON object; nothing at all is an empty one.
///
/// # Errors
/// `bad_request` that says what is wrong with it.
pub fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Fault> {
    let body = match body.trim_ascii() {
        b"" => b"{}",
        body => body,
    };
    serde_json::from_slice(body).map_err(|error| not_understood(&error))
}

/// The fault of a body that does not say what it should.
pub fn not_understood(error: &serde_json::Error) -> Fault {
    Fault::bad_request(format!("The request could not be understood: {error}."))
}

/// How long the request may take.
///
/// # Errors
/// `bad_request` outside the bounds.
pub fn limit(timeout_ms: Option<u64>) -> Result<Duration, Fault> {
    let Some(given) = timeout_ms else {
        return Ok(DEFAULT_LIMIT);
    };
    if LIMITS.contains(&given) {
        return Ok(Duration::from_millis(given));
    }
    let (least, most) = LIMITS.into_inner();
    Err(Fault::bad_request(format!(
        "`timeoutMs` must be from {least} to {most}."
    )))
}

/// The agent's session of this name; `default` where none is given.
///
/// # Errors
/// `bad_request` for one that is empty or long.
pub fn session(agent: &Agent, given: Option<String>) -> Result<SessionKey, Fault> {
    let name = given.unwrap_or_else(|| "default".to_owned());
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
    fn limits_have_bounds() {
        assert_eq!(limit(None), Ok(DEFAULT_LIMIT));
        assert_eq!(limit(Some(100)), Ok(Duration::from_millis(100)));
        assert!(limit(Some(99)).is_err() && limit(Some(60_001)).is_err());
    }

    #[test]
    fn sessions_have_names() {
        let session = |given| session(&Agent::user(), given);
        let default = session(None).expect("it has a name");
        assert_eq!(default, SessionKey::new("user", "default"));
        assert!(session(Some(String::new())).is_err());
        assert!(session(Some("x".repeat(201))).is_err());
    }
}
