//! Whose a session is, and what it is called.

use std::sync::Arc;

/// Names a session: sessions of one name are different ones to different agents.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SessionKey {
    /// Id of the agent that it belongs to.
    pub agent: Arc<str>,
    /// The name that the agent has given it.
    pub name: Arc<str>,
}

impl SessionKey {
    /// The session of this name of the agent with this id.
    pub fn new(agent: &str, name: &str) -> SessionKey {
        SessionKey {
            agent: agent.into(),
            name: name.into(),
        }
    }

    /// The size of its texts, in bytes.
    pub fn bytes(&self) -> usize {
        self.agent.len() + self.name.len()
    }
}
