//! Who asks: an agent, by the token that it has shown. Knows nothing of what is asked.

use axlens_local::tokens::{self, NamedToken, RevokedToken, Stamp, TokenFile, Tokens};
use axlens_protocol::model::TokenScope;
use axlens_protocol::wire::{QueryAgent, USER};
use axlens_protocol::{Code, Fault};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use subtle::ConstantTimeEq;

/// Who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    /// As the extension is told of it.
    pub query_agent: Arc<QueryAgent>,
    /// When its token expires; none: never.
    pub expires: Option<SystemTime>,
}

impl Agent {
    /// The user's own: a program with the token of `endpoint.json`, or on the Unix socket.
    pub fn user() -> Agent {
        Agent {
            query_agent: Arc::new(QueryAgent::user()),
            expires: None,
        }
    }

    /// Another one for each token.
    pub fn id(&self) -> &str {
        &self.query_agent.id
    }

    /// As the user has named it.
    pub fn name(&self) -> &str {
        &self.query_agent.name
    }
}

/// The agents there are, by their tokens.
#[derive(Debug)]
pub struct Agents {
    user: Arc<Agent>,
    /// Hash of the token of `endpoint.json`.
    user_token: String,
    file: Option<TokenFile>,
    known: Mutex<Known>,
}

/// What is known of the named agents.
#[derive(Debug, Default)]
struct Known {
    /// That of the file as it was read last.
    stamp: Option<Stamp>,
    named: Vec<Named>,
    /// What is left of those whose tokens were taken back.
    revoked: Vec<RevokedToken>,
    /// When each agent was last heard of, by its id.
    heard: HashMap<String, Instant>,
    /// Agents that are not let in any more, whose sessions are to be forgotten.
    gone: Vec<String>,
}

#[derive(Debug)]
struct Named {
    token: NamedToken,
    agent: Arc<Agent>,
    /// That it has expired was noted.
    is_over: bool,
}

/// An agent as it is shown to the user.
#[derive(Debug, Clone)]
pub struct AgentState {
    /// Who it is.
    pub agent: Arc<Agent>,
    /// When its token was made; none for the user's own agent.
    pub created: Option<SystemTime>,
    /// How long ago it was last heard of; none where it never was.
    pub last_seen: Option<Duration>,
}

impl Agents {
    /// The user's own agent, whose token this is, and those of a file of named tokens.
    pub fn new(user_token: &str, file: Option<TokenFile>) -> Agents {
        Agents {
            user: Arc::new(Agent::user()),
            user_token: tokens::hash(user_token),
            file,
            known: Mutex::default(),
        }
    }

    /// The user's own agent, of which something is heard.
    pub fn user(&self) -> Arc<Agent> {
        self.known().hear(USER);
        Arc::clone(&self.user)
    }

    /// The agent with this token, of which something is heard.
    ///
    /// # Errors
    /// `unauthorized` for a token that is unknown, revoked or expired.
    pub fn with_token(&self, token: &str) -> Result<Arc<Agent>, Fault> {
        let hash = tokens::hash(token);
        if is_same(&hash, &self.user_token) {
            return Ok(self.user());
        }
        let mut known = self.known();
        let named = known.named.iter();
        let mut named = named.filter(|named| is_same(&hash, &named.token.sha256));
        let agent = named.next().map(|named| Arc::clone(&named.agent));
        let agent = agent.ok_or_else(|| match known.revoked_by(token) {
            Some(token) => revoked(&token.name),
            None => unknown(token),
        })?;
        check_expiry(&agent)?;
        known.hear(agent.id());
        Ok(agent)
    }

    /// Id and name of the agent that has, or had, this token, though it has expired or was revoked;
    /// none where it is unknown.
    pub fn whose(&self, token: &str) -> Option<(String, String)> {
        let hash = tokens::hash(token);
        let known = self.known();
        let mut named = known.named.iter();
        let named = named.find(|named| is_same(&hash, &named.token.sha256));
        let named = named.map(|named| (&named.token.id, &named.token.name));
        let revoked = || {
            known
                .revoked_by(token)
                .map(|token| (&token.id, &token.name))
        };
        let (id, name) = named.or_else(revoked)?;
        Some((id.clone(), name.clone()))
    }

    /// Whether an agent that was let in may still be answered.
    ///
    /// # Errors
    /// `unauthorized` where its token was revoked or has expired meanwhile.
    pub fn check(&self, agent: &Agent) -> Result<(), Fault> {
        if agent.id() == USER {
            return Ok(());
        }
        let mut known = self.known();
        let is_there = known.named.iter().any(|named| *named.agent == *agent);
        let checked = match is_there {
            true => check_expiry(agent),
            false => Err(revoked(agent.name())),
        };
        if checked.is_err() {
            // What was remembered for this request goes too.
            known.gone.push(agent.id().to_owned());
        }
        checked
    }

    /// All agents, the user's own first.
    pub fn list(&self) -> Vec<AgentState> {
        let known = self.known();
        let state = |agent: &Arc<Agent>, created| AgentState {
            last_seen: known.heard.get(agent.id()).map(Instant::elapsed),
            agent: Arc::clone(agent),
            created,
        };
        let created = |named: &Named| UNIX_EPOCH + Duration::from_secs(named.token.created);
        let named = known.named.iter();
        let named = named.map(|named| state(&named.agent, Some(created(named))));
        [state(&self.user, None)].into_iter().chain(named).collect()
    }

    /// Takes the token of a named agent back.
    ///
    /// # Errors
    /// `not_found` where there is none of this name; `internal` where the file can't be changed.
    pub fn revoke(&self, name: &str) -> Result<(), Fault> {
        let revoked = self.file.as_ref().map(|file| file.revoke(name));
        match revoked.unwrap_or(Ok(false)) {
            Ok(true) => Ok(()),
            Ok(false) => {
                let message = format!("There is no token of the name {name:?}.");
                Err(Fault::new(Code::NotFound, message))
            }
            Err(error) => {
                tracing::warn!("a token was not revoked: {error:#}");
                let message = "The file of named tokens can't be changed.";
                Err(Fault::new(Code::Internal, message)
                    .hint("`axlens token list` says what is wrong with it."))
            }
        }
    }

    /// Ids of the agents that have gone since this was asked last.
    pub fn take_removed(&self) -> Vec<String> {
        std::mem::take(&mut self.known().gone)
    }

    /// What is known of the named agents now.
    fn known(&self) -> MutexGuard<'_, Known> {
        // Nothing that is done under the lock can leave it half done.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = &self.file {
            known.follow(file);
        }
        known.note_expired();
        known
    }
}

impl Known {
    fn hear(&mut self, id: &str) {
        match self.heard.get_mut(id) {
            Some(heard) => *heard = Instant::now(),
            None => drop(self.heard.insert(id.to_owned(), Instant::now())),
        }
    }

    /// Reads the file again where it has changed. One that can't be trusted lets nobody in.
    fn follow(&mut self, file: &TokenFile) {
        let stamp = file.stamp();
        if stamp == self.stamp {
            return;
        }
        self.stamp = stamp;
        let Tokens { tokens, revoked } = file.read_all().unwrap_or_else(|error| {
            tracing::warn!("no named agent is let in: {error:#}");
            Tokens::default()
        });
        self.revoked = revoked;
        let was = std::mem::replace(&mut self.named, tokens.into_iter().map(named).collect());
        let stays = |id: &str| self.named.iter().any(|named| named.agent.id() == id);
        let gone = was.iter().map(|named| named.agent.id());
        let gone: Vec<String> = gone.filter(|id| !stays(id)).map(str::to_owned).collect();
        self.heard.retain(|id, _| !gone.contains(id));
        self.gone.extend(gone);
    }

    fn revoked_by(&self, token: &str) -> Option<&RevokedToken> {
        let mark = tokens::mark(token);
        let mut revoked = self.revoked.iter();
        revoked.find(|revoked| is_same(&mark, &revoked.mark))
    }

    fn note_expired(&mut self) {
        let over = |named: &&mut Named| !named.is_over && check_expiry(&named.agent).is_err();
        for named in self.named.iter_mut().filter(over) {
            named.is_over = true;
            self.gone.push(named.agent.id().to_owned());
        }
    }
}

fn named(token: NamedToken) -> Named {
    let query_agent = QueryAgent {
        id: token.id.clone(),
        name: token.name.clone(),
        scope: token.scope,
        sites: token.sites.clone(),
    };
    let agent = Agent {
        query_agent: Arc::new(query_agent),
        expires: token.expires_at(),
    };
    Named {
        token,
        agent: Arc::new(agent),
        is_over: false,
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
    Fault::new(Code::Unauthorized, message).hint(anew(name))
}

fn revoked(name: &str) -> Fault {
    let message = format!("The token of agent {name:?} was revoked.");
    Fault::new(Code::Unauthorized, message).hint(anew(name))
}

fn anew(name: &str) -> String {
    format!("Ask the user for a new one: `axlens token revoke {name}`, `axlens token add {name}`.")
}

fn unknown(token: &str) -> Fault {
    if token.starts_with(tokens::PREFIX) {
        let message =
            "The token is of no agent: it was revoked, or is one of another state directory.";
        return Fault::new(Code::Unauthorized, message)
            .hint("Ask the user for a new one; `axlens token list` shows those there are.");
    }
    let message = "The token is not the one for this endpoint, or one of an earlier start.";
    Fault::new(Code::Unauthorized, message)
}

/// Whether an agent may act at all; where it may, the browser has the last word.
///
/// # Errors
/// `permission_denied`.
pub fn may_act(agent: &Agent) -> Result<(), Fault> {
    match agent.query_agent.scope {
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
            query_agent: Arc::new(QueryAgent {
                name: "reader".to_owned(),
                scope: TokenScope::Read,
                ..QueryAgent::user()
            }),
            expires: None,
        };
        let fault = may_act(&reader).expect_err("it reads alone");
        assert_eq!(fault.code, Code::PermissionDenied);
        assert!(fault.message.contains("\"reader\""), "{fault}");
        assert!(fault.hint.contains("--scope act"), "{fault}");
    }
}
