//! Identifies agents by their tokens.

mod remote;

use axlens_local::StateDir;
use axlens_local::last_uses::LastUses;
use axlens_local::platform::FileStamp;
use axlens_local::token_proof;
use axlens_local::tokens::{
    self, AgentIdentification, NamedToken, RevokedToken, TokenFile, Tokens,
};
use axlens_protocol::model::TokenScope;
use axlens_protocol::wire::{QueryAgent, USER};
use axlens_protocol::{Code, Fault};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use subtle::ConstantTimeEq;
use tokio::sync::Notify;
use tokio::time::Instant;

/// An agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    /// The agent as the extension receives it.
    pub query_agent: Arc<QueryAgent>,
    /// When its token expires; `None` if it does not.
    pub expires: Option<SystemTime>,
    /// Whether it is an agent of a gateway.
    pub is_remote: bool,
}

impl Agent {
    /// The user's own agent: a program with the token of `endpoint.json`, or on the local socket.
    pub fn user() -> Agent {
        Agent {
            query_agent: Arc::new(QueryAgent::user()),
            expires: None,
            is_remote: false,
        }
    }

    /// Whether it is an agent of a gateway.
    pub fn is_remote(&self) -> bool {
        self.is_remote
    }

    /// Whether it is the user's own agent.
    pub fn is_user(&self) -> bool {
        self.id() == USER
    }

    /// Its id, unique for each token.
    pub fn id(&self) -> &str {
        &self.query_agent.id
    }

    /// The name that the user gave it.
    pub fn name(&self) -> &str {
        &self.query_agent.name
    }
}

/// The agent of a connection, which it has proven with its token: an extension of each request.
#[derive(Debug, Clone)]
pub struct ProvenAgent(pub Arc<Agent>);

/// All agents and their tokens.
#[derive(Debug)]
pub struct Agents {
    user: Arc<Agent>,
    /// Hash of the token of `endpoint.json`.
    user_token: String,
    file: Option<TokenFile>,
    named: Mutex<NamedAgents>,
    /// Notified when there are last uses to store.
    unsaved: Notify,
}

/// The state of the named agents.
#[derive(Debug, Default)]
struct NamedAgents {
    /// The stamp of the file when it was last read.
    stamp: Option<FileStamp>,
    /// Whether the file can't be read, for instance because a newer version wrote it.
    is_unreadable: bool,
    agents: Vec<NamedAgent>,
    /// The agents of the gateway that have sent a request, the oldest first.
    remote: Vec<Arc<Agent>>,
    /// The remains of revoked tokens.
    revoked: Vec<RevokedToken>,
    /// When each agent last sent a request, by its id.
    last_seen: HashMap<String, Instant>,
    /// The same by the minute, also of earlier servers.
    last_uses: LastUses,
    /// Ids of agents that were revoked or have expired, and whose sessions must be removed.
    removed: Vec<String>,
}

#[derive(Debug)]
struct NamedAgent {
    token: NamedToken,
    agent: Arc<Agent>,
    /// Whether its expiry was handled.
    is_expired: bool,
}

/// An agent as the user sees it.
#[derive(Debug, Clone)]
pub struct AgentState {
    /// The agent.
    pub agent: Arc<Agent>,
    /// When its token was created; `None` for the user's own agent and those of a gateway.
    pub created: Option<SystemTime>,
    /// How long ago it sent its last request, also to an earlier server, if it has sent any.
    pub last_seen: Option<Duration>,
}

impl Agents {
    /// The user's own agent with this token, and those of a file of named tokens.
    pub fn new(user_token: &str, file: Option<TokenFile>) -> Agents {
        Agents {
            user: Arc::new(Agent::user()),
            user_token: tokens::hash(user_token),
            named: Mutex::new(NamedAgents {
                last_uses: file
                    .as_ref()
                    .map(|file| LastUses::read(file.dir()))
                    .unwrap_or_default(),
                ..NamedAgents::default()
            }),
            file,
            unsaved: Notify::new(),
        }
    }

    /// The state directory, if there is one.
    pub fn dir(&self) -> Option<&StateDir> {
        self.file.as_ref().map(TokenFile::dir)
    }

    /// The user's own agent, which has sent a request.
    pub fn user(&self) -> Arc<Agent> {
        self.note_request(&self.user);
        Arc::clone(&self.user)
    }

    /// Notes that an agent has sent a request.
    pub fn note_request(&self, agent: &Agent) {
        if self.named().note_request(agent.id()) {
            self.unsaved.notify_one();
        }
    }

    /// The agent with this token, which has sent a request.
    ///
    /// # Errors
    /// `unauthorized` for a token that is unknown, revoked or expired.
    pub fn with_token(&self, token: &str) -> Result<Arc<Agent>, Fault> {
        let hash = tokens::hash(token);
        if is_same(&hash, &self.user_token) {
            return Ok(self.user());
        }
        let named = self.named();
        let agents = named.agents.iter();
        let mut agents = agents.filter(|named| is_same(&hash, &named.token.sha256));
        let agent = agents.next().map(|named| Arc::clone(&named.agent));
        let agent = agent.ok_or_else(|| match named.revoked_token(token) {
            Some(token) => revoked(&token.name),
            None if named.is_unreadable && token.starts_with(tokens::PREFIX) => unreadable(),
            None => unknown(token),
        })?;
        drop(named);
        check_expiry(&agent)?;
        self.note_request(&agent);
        Ok(agent)
    }

    /// The agent with this name, as which one of the user's own programs acts, and which has sent a
    /// request.
    ///
    /// # Errors
    /// `unauthorized` if there is none, it has a token, or it has expired.
    pub fn with_name(&self, name: &str) -> Result<Arc<Agent>, Fault> {
        let named = self.named();
        let mut agents = named.agents.iter();
        let found = agents.find(|named| named.token.name == name);
        let found = found.map(|named| (Arc::clone(&named.agent), named.token.by));
        drop(named);
        match found {
            None => Err(unknown_name(name)),
            Some((_, AgentIdentification::Token)) => Err(has_token(name)),
            Some((agent, AgentIdentification::Name)) => {
                check_expiry(&agent)?;
                self.note_request(&agent);
                Ok(agent)
            }
        }
    }

    /// The hash of the token with this id ([`token_proof::id`]), also if it has expired.
    pub fn hash_by_id(&self, id: &str) -> Option<String> {
        let named = self.named();
        let mut tokens = named.agents.iter().map(|named| &named.token);
        let found = tokens.find(|token| {
            token.by == AgentIdentification::Token && is_same(&token_proof::id(&token.sha256), id)
        });
        found.map(|token| token.sha256.clone())
    }

    /// Id and name of the agent of this token, also if the token has expired or was revoked; `None`
    /// if it is unknown.
    pub fn whose(&self, token: &str) -> Option<(String, String)> {
        let hash = tokens::hash(token);
        let named = self.named();
        let mut agents = named.agents.iter();
        let valid = agents.find(|named| is_same(&hash, &named.token.sha256));
        let valid = valid.map(|named| (&named.token.id, &named.token.name));
        let revoked = || {
            named
                .revoked_token(token)
                .map(|token| (&token.id, &token.name))
        };
        let (id, name) = valid.or_else(revoked)?;
        Some((id.clone(), name.clone()))
    }

    /// Whether an agent that was admitted may still get an answer.
    ///
    /// # Errors
    /// `unauthorized` if its token was revoked or has expired since.
    pub fn check(&self, agent: &Agent) -> Result<(), Fault> {
        if agent.is_user() {
            return Ok(());
        }
        let mut named = self.named();
        let is_valid = match agent.is_remote {
            true => named.remote.iter().any(|remote| **remote == *agent),
            false => named.agents.iter().any(|named| *named.agent == *agent),
        };
        let checked = match is_valid {
            true => check_expiry(agent),
            false => Err(revoked(agent.name())),
        };
        if checked.is_err() {
            // The page content of this request must be removed too.
            named.removed.push(agent.id().to_owned());
        }
        checked
    }

    /// All agents, the user's own first.
    pub fn list(&self) -> Vec<AgentState> {
        let named = self.named();
        let state = |agent: &Arc<Agent>, created| AgentState {
            last_seen: named.last_seen(agent.id()),
            agent: Arc::clone(agent),
            created,
        };
        let created = |named: &NamedAgent| UNIX_EPOCH + Duration::from_secs(named.token.created);
        let agents = named.agents.iter();
        let agents = agents.map(|named| state(&named.agent, Some(created(named))));
        let remote = named.remote.iter().map(|agent| state(agent, None));
        [state(&self.user, None)]
            .into_iter()
            .chain(agents)
            .chain(remote)
            .collect()
    }

    /// Revokes the token of a named agent.
    ///
    /// # Errors
    /// `not_found` if there is none with this name; `internal` if the file can't be changed.
    pub fn revoke(&self, name: &str) -> Result<(), Fault> {
        let revoked = self.file.as_ref().map(|file| file.revoke(name));
        match revoked.unwrap_or(Ok(false)) {
            Ok(true) => Ok(()),
            Ok(false) => {
                let message = format!("There is no token with the name {name:?}.");
                Err(Fault::new(Code::NotFound, message))
            }
            Err(error) => {
                tracing::warn!("a token was not revoked: {error:#}");
                let message = "The file of named tokens can't be changed.";
                Err(Fault::new(Code::Internal, message)
                    .hint("`axlens token list` prints the reason."))
            }
        }
    }

    /// Ids of the agents that were removed since the last call.
    pub fn take_removed(&self) -> Vec<String> {
        std::mem::take(&mut self.named().removed)
    }

    /// Waits until there are last uses to store, and returns them.
    pub async fn unsaved_last_uses(&self) -> LastUses {
        self.unsaved.notified().await;
        self.last_uses()
    }

    /// When each agent sent its last request.
    pub fn last_uses(&self) -> LastUses {
        let named = self.named();
        let mut uses = named.last_uses.clone();
        let is_known = |id: &str| named.agents.iter().any(|named| named.agent.id() == id);
        uses.retain(|id| id == USER || named.is_unreadable || is_known(id));
        uses
    }

    /// The current state of the named agents.
    fn named(&self) -> MutexGuard<'_, NamedAgents> {
        // No operation under the lock can leave it inconsistent.
        let mut named = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = &self.file {
            named.reload(file);
        }
        named.note_expired();
        named
    }
}

impl NamedAgents {
    /// Returns whether the minute of the agent's last request has changed.
    fn note_request(&mut self, id: &str) -> bool {
        match self.last_seen.get_mut(id) {
            Some(last_seen) => *last_seen = Instant::now(),
            None => drop(self.last_seen.insert(id.to_owned(), Instant::now())),
        }
        self.last_uses.note(id, SystemTime::now())
    }

    fn last_seen(&self, id: &str) -> Option<Duration> {
        let now = self.last_seen.get(id).map(Instant::elapsed);
        now.or_else(|| {
            let stored = self.last_uses.of(id)?;
            Some(SystemTime::now().duration_since(stored).unwrap_or_default())
        })
    }

    /// Reads the file again if it has changed. A file that can't be trusted has no tokens.
    fn reload(&mut self, file: &TokenFile) {
        let stamp = file.stamp();
        if stamp == self.stamp {
            return;
        }
        self.stamp = stamp;
        let read = file.read_all();
        self.is_unreadable = read.is_err();
        let Tokens { tokens, revoked } = read.unwrap_or_else(|error| {
            tracing::warn!("no named agent is admitted: {error:#}");
            Tokens::default()
        });
        self.revoked = revoked;
        let agents = tokens.into_iter().map(named_agent).collect();
        let previous = std::mem::replace(&mut self.agents, agents);
        let stays = |id: &str| self.agents.iter().any(|named| named.agent.id() == id);
        let removed = previous.iter().map(|named| named.agent.id());
        let removed: Vec<String> = removed.filter(|id| !stays(id)).map(str::to_owned).collect();
        self.last_seen.retain(|id, _| !removed.contains(id));
        self.removed.extend(removed);
    }

    fn revoked_token(&self, token: &str) -> Option<&RevokedToken> {
        let mark = tokens::mark(token);
        let mut revoked = self.revoked.iter();
        revoked.find(|revoked| is_same(&mark, &revoked.mark))
    }

    fn note_expired(&mut self) {
        let expired =
            |named: &&mut NamedAgent| !named.is_expired && check_expiry(&named.agent).is_err();
        for named in self.agents.iter_mut().filter(expired) {
            named.is_expired = true;
            self.removed.push(named.agent.id().to_owned());
        }
    }
}

fn named_agent(token: NamedToken) -> NamedAgent {
    let query_agent = QueryAgent {
        id: token.id.clone(),
        name: token.name.clone(),
        scope: token.scope,
        sites: token.sites.clone(),
    };
    let agent = Agent {
        query_agent: Arc::new(query_agent),
        expires: token.expires_at(),
        is_remote: false,
    };
    NamedAgent {
        token,
        agent: Arc::new(agent),
        is_expired: false,
    }
}

fn is_same(hash: &str, other: &str) -> bool {
    hash.as_bytes().ct_eq(other.as_bytes()).into()
}

fn check_expiry(agent: &Agent) -> Result<(), Fault> {
    match agent.expires {
        Some(expires) if expires <= SystemTime::now() => Err(expired(agent.name(), expires)),
        _ => Ok(()),
    }
}

fn expired(name: &str, when: SystemTime) -> Fault {
    let when = humantime::format_rfc3339_seconds(when);
    let message = format!("The token of agent {name:?} expired at {when}.");
    Fault::new(Code::Unauthorized, message).hint(new_token_hint(name))
}

fn revoked(name: &str) -> Fault {
    let message = format!("The token of agent {name:?} was revoked.");
    Fault::new(Code::Unauthorized, message).hint(new_token_hint(name))
}

fn unknown_name(name: &str) -> Fault {
    let message = format!("There is no agent {name:?}, or it was revoked.");
    Fault::new(Code::Unauthorized, message).hint(
        "Ask the user to run `axlens mcp-config` for this client again; `axlens token list` shows all agents.",
    )
}

fn has_token(name: &str) -> Fault {
    let message = format!("The agent {name:?} identifies itself by its token, not by its name.");
    Fault::new(Code::Unauthorized, message)
        .hint("Ask the user for another name: `axlens mcp-config CLIENT --agent NAME`.")
}

fn new_token_hint(name: &str) -> String {
    format!(
        "Ask the user for a new one: `axlens token revoke {name}`, then `axlens token add {name}`, or `axlens mcp-config` for a client that starts `axlens mcp`."
    )
}

fn unreadable() -> Fault {
    let message = "The server can't read its file of tokens, so that it knows no named agent.";
    Fault::new(Code::Unauthorized, message)
        .hint("Ask the user to run `axlens doctor`, which prints the reason and the next step.")
}

fn unknown(token: &str) -> Fault {
    if token.starts_with(tokens::PREFIX) {
        let message =
            "The token belongs to no agent: it was revoked, or is from another state directory.";
        return Fault::new(Code::Unauthorized, message)
            .hint("Ask the user for a new one; `axlens token list` shows all tokens.");
    }
    let message =
        "The token is not valid for this endpoint, or is from an earlier start of the server.";
    Fault::new(Code::Unauthorized, message)
}

/// Whether an agent's token allows actions. The browser checks the policy too.
///
/// # Errors
/// `permission_denied`.
pub fn may_act(agent: &Agent) -> Result<(), Fault> {
    match agent.query_agent.scope {
        TokenScope::Act | TokenScope::Ask => Ok(()),
        TokenScope::Read if agent.is_remote() => Err(remote::only_reads(agent.name())),
        TokenScope::Read => Err(only_reads(agent.name())),
    }
}

fn only_reads(name: &str) -> Fault {
    let message = format!("The token of agent {name:?} allows only reading.");
    Fault::new(Code::PermissionDenied, message).hint(
        "Ask the user for a token that allows acting: `axlens token revoke NAME`, then `axlens token add NAME --scope act`.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_for_reading_does_not_allow_actions() {
        assert_eq!(may_act(&Agent::user()), Ok(()));
        let reader = Agent {
            query_agent: Arc::new(QueryAgent {
                name: "reader".to_owned(),
                scope: TokenScope::Read,
                ..QueryAgent::user()
            }),
            expires: None,
            is_remote: false,
        };
        let fault = may_act(&reader).expect_err("it only reads");
        assert_eq!(fault.code, Code::PermissionDenied);
        assert!(fault.message.contains("\"reader\""), "{fault}");
        assert!(fault.hint.contains("--scope act"), "{fault}");
    }
}
