//! Who asks: an agent, by the token that it has shown. Knows nothing of what is asked.

use axlens_protocol::wire::{AskingAgent, TokenScope};
use axlens_protocol::{Code, Fault};
use std::sync::Arc;
use std::time::SystemTime;
use subtle::ConstantTimeEq;

/// Who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    /// As the extension is told of it.
    pub asking: Arc<AskingAgent>,
    /// When its token expires; none: never.
    pub expires: Option<SystemTime>,
}

impl Agent {
    /// The user's own: a program with the token of `endpoint.json`, or on the Unix socket.
    pub fn user() -> Agent {
        Agent {
            asking: Arc::new(AskingAgent::user()),
            expires: None,
        }
    }

    /// Another one for each token.
    pub fn id(&self) -> &str {
        &self.asking.id
    }

    /// As the user has named it.
    pub fn name(&self) -> &str {
        &self.asking.name
    }
}

/// The agents there are, by their tokens.
#[derive(Debug)]
pub struct Agents {
    user: Arc<Agent>,
    user_token: UserToken,
}

/// The token of `endpoint.json`.
struct UserToken(String);

impl std::fmt::Debug for UserToken {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("UserToken")
    }
}

impl Agents {
    /// The user's own agent, whose token this is.
    pub fn new(user_token: String) -> Agents {
        Agents {
            user: Arc::new(Agent::user()),
            user_token: UserToken(user_token),
        }
    }

    /// The user's own agent.
    pub fn user(&self) -> Arc<Agent> {
        Arc::clone(&self.user)
    }

    /// The agent with this token.
    ///
    /// # Errors
    /// `unauthorized`.
    pub fn with_token(&self, token: &str) -> Result<Arc<Agent>, Fault> {
        let expected = self.user_token.0.as_bytes();
        match token.as_bytes().ct_eq(expected).into() {
            true => Ok(self.user()),
            false => Err(Fault::new(
                Code::Unauthorized,
                "The token is not the one for this endpoint, or one of an earlier start.",
            )),
        }
    }
}

/// Whether an agent may act at all; where it may, the browser has the last word.
///
/// # Errors
/// `permission_denied`.
pub fn may_act(agent: &Agent) -> Result<(), Fault> {
    match agent.asking.scope {
        TokenScope::Act => Ok(()),
        TokenScope::Read => Err(only_reads(agent.name())),
    }
}

fn only_reads(name: &str) -> Fault {
    let message = format!("The token of agent {name:?} allows reading alone.");
    Fault::new(Code::PermissionDenied, message).hint(
        "Ask the user for a token that allows acting: `axlens token revoke NAME`, then `axlens token add NAME --scope act`.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_for_reading_does_not_act() {
        assert_eq!(may_act(&Agent::user()), Ok(()));
        let reader = Agent {
            asking: Arc::new(AskingAgent {
                name: "reader".to_owned(),
                scope: TokenScope::Read,
                ..AskingAgent::user()
            }),
            expires: None,
        };
        let fault = may_act(&reader).expect_err("it reads alone");
        assert_eq!(fault.code, Code::PermissionDenied);
        assert!(fault.message.contains("\"reader\""), "{fault}");
        assert!(fault.hint.contains("--scope act"), "{fault}");
    }
}
