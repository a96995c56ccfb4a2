//! The key of a session.

use std::sync::Arc;

/// The key of a session. Two agents can use the same name for two sessions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SessionKey {
    /// The agent's id.
    pub agent: Arc<str>,
    /// The name that the agent uses.
    pub name: Arc<str>,
}

impl SessionKey {
    /// The session with this name of the agent with this id.
    pub fn new(agent: &str, name: &str) -> SessionKey {
        SessionKey {
            agent: agent.into(),
            name: name.into(),
        }
    }

    /// The length of both strings, in bytes.
    pub fn bytes(&self) -> usize {
        self.agent.len() + self.name.len()
    }
}
