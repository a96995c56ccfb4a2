//! The agents of the gateway that the user has joined. They have no token here: the gateway has
//! checked it, and [`crate::join`] limits what they may do.

use super::{Agent, Agents, NamedAgents};
use axlens_protocol::wire::QueryAgent;
use axlens_protocol::{Code, Fault};
use std::sync::Arc;

/// Maximum number of agents of a gateway. One more removes the oldest without a request in
/// progress.
const MAX_REMOTE: usize = 64;

impl Agents {
    /// The agent of a gateway, which has sent a request. Its access was checked by the gateway and
    /// limited by [`crate::join`].
    ///
    /// # Errors
    /// `queue_full` if there are too many, each of them with a request in progress.
    pub fn remote(&self, query_agent: QueryAgent) -> Result<Arc<Agent>, Fault> {
        let mut named = self.named();
        let mut agents = named.remote.iter();
        let agent = match agents.find(|agent| *agent.query_agent == query_agent) {
            Some(agent) => Arc::clone(agent),
            None => named.add_remote(query_agent)?,
        };
        drop(named);
        self.note_request(&agent);
        Ok(agent)
    }

    /// Removes all agents of the gateway: their requests get no answer from now on.
    pub fn remove_remote(&self) {
        let mut named = self.named();
        let removed = std::mem::take(&mut named.remote);
        for agent in removed {
            named.forget(agent.id());
        }
    }
}

impl NamedAgents {
    /// Adds an agent of a gateway. If there are too many, or one with the same token has other
    /// limits, the earlier one is removed.
    fn add_remote(&mut self, query_agent: QueryAgent) -> Result<Arc<Agent>, Fault> {
        let mut agents = self.remote.iter();
        let same = agents.position(|agent| agent.id() == query_agent.id);
        let is_full = same.is_none() && self.remote.len() >= MAX_REMOTE;
        let unused = || {
            // A request in progress holds its agent.
            let mut agents = self.remote.iter();
            agents.position(|agent| Arc::strong_count(agent) == 1)
        };
        let excess = match is_full {
            true => Some(unused().ok_or_else(too_many)?),
            false => None,
        };
        if let Some(index) = same.or(excess) {
            let removed = self.remote.remove(index);
            self.forget(removed.id());
        }
        let agent = Arc::new(Agent {
            query_agent: Arc::new(query_agent),
            expires: None,
            is_remote: true,
        });
        self.remote.push(Arc::clone(&agent));
        Ok(agent)
    }

    /// Removes what is stored of a removed agent.
    fn forget(&mut self, id: &str) {
        self.last_seen.remove(id);
        self.last_uses.retain(|other| other != id);
        self.removed.push(id.to_owned());
    }
}

fn too_many() -> Fault {
    let message = format!("{MAX_REMOTE} agents of the gateway have requests in progress.");
    Fault::new(Code::QueueFull, message)
}

/// The fault of an action of an agent that may only read.
pub(super) fn only_reads(name: &str) -> Fault {
    let message = format!("Agent {name:?} may only read in this browser.");
    Fault::new(Code::PermissionDenied, message).hint(
        "Leave the action to the user. To allow it, the owner of the browser runs `axlens join` with `--scope ask` or `--scope act`, and the token at the gateway has that scope too.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agent(number: usize) -> QueryAgent {
        QueryAgent {
            id: format!("{number} via gateway.example"),
            ..QueryAgent::user()
        }
    }

    #[test]
    fn an_agent_with_a_request_in_progress_is_not_removed() {
        let agents = Agents::new("token", None);
        let mut in_progress: Vec<Arc<Agent>> = (0..MAX_REMOTE)
            .map(|number| agents.remote(agent(number)).expect("within the limit"))
            .collect();
        let fault = agents.remote(agent(MAX_REMOTE)).expect_err("too many");
        assert_eq!(fault.code, Code::QueueFull);
        let ended = in_progress.swap_remove(5);
        drop(ended);
        agents.remote(agent(MAX_REMOTE)).expect("one has ended");
        for other in &in_progress {
            assert_eq!(agents.check(other), Ok(()));
        }
    }
}
