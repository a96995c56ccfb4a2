//! The list of agents for `GET /status`, and for `GET /agents` of the extension's pages.

use crate::agents::{Agent, AgentState};
use crate::state::App;
use axlens_protocol::agent::status::AgentStatus;
use axlens_protocol::model::ListedAgent;
use axlens_protocol::wire::AgentsAnswer;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// All agents.
pub fn list(app: &App) -> AgentsAnswer {
    let agents = app.agents.list().into_iter();
    AgentsAnswer {
        agents: agents.map(|state| listed(app, state)).collect(),
        gateway: app.join.status(),
    }
}

/// The agents that an agent may see: the agent `user` sees all, another only itself.
pub fn visible_to(app: &App, agent: &Agent) -> Vec<AgentStatus> {
    let agents = list(app).agents.into_iter();
    let is_visible = |other: &ListedAgent| agent.is_user() || other.id == agent.id();
    agents.filter(is_visible).map(status).collect()
}

fn listed(app: &App, state: AgentState) -> ListedAgent {
    let agent = &state.agent.query_agent;
    ListedAgent {
        id: agent.id.clone(),
        name: agent.name.clone(),
        scope: agent.scope,
        sites: agent.sites.clone(),
        created: state.created.map(since_1970),
        expires: state.agent.expires.map(since_1970),
        last_seen_ms: state.last_seen.map(milliseconds),
        sessions: app.sessions().count_of_agent(&agent.id),
    }
}

fn status(listed: ListedAgent) -> AgentStatus {
    AgentStatus {
        expires: listed.expires,
        last_seen_ms: listed.last_seen_ms,
        name: listed.name,
        scope: listed.scope,
        sessions: listed.sessions,
        sites: listed.sites,
    }
}

fn since_1970(time: SystemTime) -> u64 {
    milliseconds(time.duration_since(UNIX_EPOCH).unwrap_or_default())
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
