//! Who may use the gateway: tokens in requests, and the back-off for wrong ones.

pub mod guesses;
pub mod quota;

use crate::tokens::{AgentRights, GatewayToken, GatewayTokens};
use axlens_local::platform::FileStamp;
use axlens_local::tokens;
use axlens_protocol::{Code, Fault};
use axlens_server::http::credentials::bearer;
use axum::http::HeaderMap;
use axum::http::header::ORIGIN;
use guesses::Guesses;
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// The time between two checks whether the tokens of lines and of requests in progress are valid,
/// and whether the last request has ended.
pub const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// The valid tokens.
#[derive(Debug)]
pub struct Access {
    file: GatewayTokens,
    tokens: Mutex<TokenTable>,
    guesses: Guesses,
}

#[derive(Debug, Default)]
struct TokenTable {
    /// The stamp of the file when it was last read.
    stamp: Option<FileStamp>,
    /// By hash.
    tokens: HashMap<String, Arc<GatewayToken>>,
    /// The names of the edges of each tenant.
    edges: HashMap<String, HashSet<String>>,
}

/// An agent, identified by its token.
#[derive(Debug, Clone)]
pub struct Agent {
    /// Its token.
    pub token: Arc<GatewayToken>,
    /// What it may do.
    pub rights: AgentRights,
}

impl Agent {
    /// Whether it may use an edge of its tenant with this name.
    pub fn can_use(&self, edge: &str) -> bool {
        let edges = &self.rights.edges;
        edges.is_empty() || edges.iter().any(|allowed| allowed == edge)
    }
}

impl TokenTable {
    fn replace(&mut self, tokens: Vec<GatewayToken>) {
        self.edges.clear();
        for token in tokens.iter().filter(|token| token.rights().is_none()) {
            let edges = self.edges.entry(token.tenant.clone()).or_default();
            edges.insert(token.name.clone());
        }
        let by_hash = |token: GatewayToken| (token.sha256.clone(), Arc::new(token));
        self.tokens = tokens.into_iter().map(by_hash).collect();
    }
}

impl Access {
    /// The tokens in a file.
    pub fn new(file: GatewayTokens) -> Access {
        Access {
            file,
            tokens: Mutex::default(),
            guesses: Guesses::default(),
        }
    }

    /// The agent that has sent a request.
    ///
    /// # Errors
    /// `forbidden` for a web page, `unauthorized` without the token of an agent, `queue_full` after
    /// too many wrong tokens from one address.
    pub fn agent(&self, peer: IpAddr, headers: &HeaderMap) -> Result<Agent, Fault> {
        let token = self.token(peer, headers)?;
        match token.rights().cloned() {
            Some(rights) => Ok(Agent { token, rights }),
            None => Err(self.wrong(peer, "The token is that of an edge, not of an agent.")),
        }
    }

    /// The edge that opens a line.
    ///
    /// # Errors
    /// As [`Access::agent`].
    pub fn edge(&self, peer: IpAddr, headers: &HeaderMap) -> Result<Arc<GatewayToken>, Fault> {
        let token = self.token(peer, headers)?;
        match token.rights() {
            None => Ok(token),
            Some(_) => Err(self.wrong(peer, "The token is that of an agent, not of an edge.")),
        }
    }

    /// Whether a token that was admitted is still valid.
    pub fn is_valid(&self, token: &GatewayToken) -> bool {
        let tokens = self.current();
        let stored = tokens.tokens.get(&token.sha256);
        stored.is_some_and(|stored| **stored == *token) && !token.is_expired(SystemTime::now())
    }

    /// Whether the tenant has an edge with this name.
    pub fn has_edge(&self, tenant: &str, name: &str) -> bool {
        let tokens = self.current();
        let edges = tokens.edges.get(tenant);
        edges.is_some_and(|edges| edges.contains(name))
    }

    /// The names of the edges that an agent can use, in their order.
    pub fn edges_of(&self, agent: &Agent) -> Vec<String> {
        let tokens = self.current();
        let edges = tokens.edges.get(&agent.token.tenant).into_iter().flatten();
        let mut edges: Vec<String> = edges.filter(|edge| agent.can_use(edge)).cloned().collect();
        edges.sort_unstable();
        edges
    }

    fn token(&self, peer: IpAddr, headers: &HeaderMap) -> Result<Arc<GatewayToken>, Fault> {
        if headers.contains_key(ORIGIN) {
            let message = "The request comes from a web page.";
            return Err(Fault::new(Code::Forbidden, message)
                .hint("Send requests from a program, without the header Origin."));
        }
        let Some(text) = bearer(headers) else {
            return Err(self.wrong(peer, "The request has no token."));
        };
        let hash = tokens::hash(text);
        let token = self.current().tokens.get(&hash).cloned();
        match token.filter(|token| !token.is_expired(SystemTime::now())) {
            Some(token) => Ok(token),
            None => Err(self.wrong(peer, "The token is unknown, revoked or expired.")),
        }
    }

    /// Notes a wrong token. A valid one is admitted at any time: other clients may have the same
    /// address.
    fn wrong(&self, peer: IpAddr, message: &str) -> Fault {
        match self.guesses.note(peer, Instant::now()) {
            None => Fault::new(Code::Unauthorized, message).hint(
                "Ask the administrator of the gateway for a token; `axlens-gateway token` manages them.",
            ),
            Some(wait) => {
                let seconds = wait.as_secs().max(1);
                Fault::new(Code::QueueFull, "Too many requests had no valid token.")
                    .hint(format!("Wait {seconds} s, then send a valid token."))
            }
        }
    }

    /// The tokens of the file as it is now. A file that can't be trusted has none.
    fn current(&self) -> MutexGuard<'_, TokenTable> {
        // No operation under the lock can leave it inconsistent.
        let mut table = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        let stamp = self.file.stamp();
        if stamp != table.stamp {
            let read = self.file.read();
            // After an error, such as too many open files, the next request reads it again.
            table.stamp = stamp.filter(|_| read.is_ok());
            table.replace(read.unwrap_or_else(|error| {
                tracing::error!("no token is valid: {error:#}");
                Vec::new()
            }));
        }
        table
    }
}
