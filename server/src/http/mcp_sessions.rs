//! The sessions of MCP's earlier versions, each with the agent that has opened it. The protocol
//! identifies a session only by its id, so that any agent that knows the id could use or end it.
//! Here, a session of another agent is answered like one that does not exist.

use super::error::FaultResponse;
use crate::agents::Agent;
use axlens_protocol::Fault;
use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::session::{SessionId, SessionManager};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Header with a session's id.
const HEADER: &str = "mcp-session-id";

/// Maximum number of sessions of all agents. One more ends the oldest session of the agent with the
/// most sessions.
const MAX_SESSIONS: usize = 64;

/// The open sessions with their agents.
pub struct McpSessions {
    manager: Arc<LocalSessionManager>,
    /// Ids of the sessions and of their agents, the oldest first.
    owners: Mutex<Vec<(SessionId, String)>>,
}

impl McpSessions {
    /// The sessions of `manager`, which has none yet.
    pub fn new(manager: Arc<LocalSessionManager>) -> McpSessions {
        McpSessions {
            manager,
            owners: Mutex::default(),
        }
    }

    /// The id of the agent of a session.
    fn owner(&self, session: &str) -> Option<String> {
        let owners = self.owners();
        let owner = owners.iter().find(|(id, _)| **id == *session);
        owner.map(|(_, agent)| agent.clone())
    }

    /// Stores the agent of a new session, and makes room.
    async fn add(&self, session: &str, agent: &str) {
        let ended = self.ended().await;
        let excess = {
            let mut owners = self.owners();
            owners.retain(|(id, _)| !ended.contains(id));
            owners.push((session.into(), agent.to_owned()));
            let is_full = owners.len() > MAX_SESSIONS;
            is_full
                .then(|| first_of_busiest(&owners))
                .map(|first| owners.remove(first).0)
        };
        if let Some(excess) = excess {
            // It may have ended in the meantime.
            let _ = self.manager.close_session(&excess).await;
        }
    }

    /// The sessions that have ended by themselves.
    async fn ended(&self) -> Vec<SessionId> {
        let known: Vec<SessionId> = self.owners().iter().map(|(id, _)| id.clone()).collect();
        let mut ended = Vec::new();
        for id in known {
            if !self.manager.has_session(&id).await.unwrap_or(false) {
                ended.push(id);
            }
        }
        ended
    }

    fn owners(&self) -> MutexGuard<'_, Vec<(SessionId, String)>> {
        // No operation under the lock can leave it inconsistent.
        self.owners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The position of the oldest session of the agent with the most sessions.
fn first_of_busiest(sessions: &[(SessionId, String)]) -> usize {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (_, agent) in sessions {
        *counts.entry(agent).or_default() += 1;
    }
    let most = counts.values().max().copied();
    let is_busiest = |(_, agent): &(SessionId, String)| counts.get(agent.as_str()).copied() == most;
    sessions.iter().position(is_busiest).unwrap_or(0)
}

/// The middleware of `/mcp`: rejects requests with a session of another agent, and stores the agent
/// of each new session.
pub async fn own_sessions_only(
    State(sessions): State<Arc<McpSessions>>,
    Extension(agent): Extension<Arc<Agent>>,
    request: Request,
    next: Next,
) -> Response {
    let session = match session_of(request.headers()) {
        Ok(session) => session.map(str::to_owned),
        Err(fault) => return FaultResponse(fault).into_response(),
    };
    if let Some(session) = session {
        let owner = sessions.owner(&session);
        let is_own = owner.as_deref() == Some(agent.id());
        // An unknown id of another method is the protocol's matter: its later versions ignore it.
        if !is_own && (owner.is_some() || request.method() == Method::DELETE) {
            return unknown_session();
        }
        return next.run(request).await;
    }
    let response = next.run(request).await;
    if let Ok(Some(session)) = session_of(response.headers()) {
        sessions.add(session, agent.id()).await;
    }
    response
}

/// The id of a session in a request or a response.
///
/// # Errors
/// `bad_request` for more than one.
fn session_of(headers: &HeaderMap) -> Result<Option<&str>, Fault> {
    let mut ids = headers.get_all(HEADER).iter();
    let id = ids.next().and_then(|id| id.to_str().ok());
    match ids.next() {
        None => Ok(id),
        Some(_) => Err(Fault::bad_request(format!(
            "The header `{HEADER}` occurs more than once."
        ))),
    }
}

/// The response of the protocol's library to an unknown session.
fn unknown_session() -> Response {
    (StatusCode::NOT_FOUND, "Not Found: Session not found").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_agent_with_the_most_sessions_makes_room() {
        let session = |id: &str, agent: &str| (SessionId::from(id), agent.to_owned());
        let sessions = [
            session("1", "quiet"),
            session("2", "busy"),
            session("3", "busy"),
        ];
        assert_eq!(first_of_busiest(&sessions), 1);
    }
}
