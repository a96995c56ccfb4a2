//! A gateway in this process, with its tokens.

use axlens_fleet::client::{Reply, send};
use axlens_fleet::edge::Edge;
use axlens_gateway::serve::{Config, Running, start};
use axlens_gateway::tokens::{AgentRights, GatewayTokens, Holder, NewToken};
use axlens_local::StateDir;
use axlens_protocol::model::TokenScope;
use axum::body::Bytes;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tempfile::TempDir;

/// How long a condition may take to hold.
pub const PATIENT: Duration = Duration::from_secs(10);

/// A running gateway.
pub struct World {
    pub tokens: GatewayTokens,
    pub running: Running,
    _folder: TempDir,
}

/// An address of this machine with a free port.
pub fn any_port() -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, 0))
}

/// The rights of a usual agent.
pub fn rights() -> AgentRights {
    AgentRights {
        scope: TokenScope::Act,
        edges: Vec::new(),
        per_minute: 10_000,
        at_once: 64,
    }
}

impl World {
    /// A gateway without tokens.
    pub async fn start() -> World {
        World::with(|config| config).await
    }

    /// A gateway with another configuration.
    pub async fn with(change: impl FnOnce(Config) -> Config) -> World {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().join("gateway"));
        let config = Config {
            dir: dir.clone(),
            listen: any_port(),
            tls: None,
            admin: Some(any_port()),
            max_edges: 100,
            nats: None,
        };
        World {
            tokens: GatewayTokens::of(&dir),
            running: start(change(config)).await.expect("it starts"),
            _folder: folder,
        }
    }

    pub fn address(&self) -> SocketAddr {
        self.running.address
    }

    fn add(&self, tenant: &str, name: &str, holder: Holder) -> String {
        let (tenant, name) = (tenant.to_owned(), name.to_owned());
        let new = NewToken {
            tenant,
            name,
            lasts: None,
            holder,
        };
        self.tokens.add(new).expect("added")
    }

    /// A new token of an agent.
    pub fn agent(&self, tenant: &str, name: &str) -> String {
        self.agent_with(tenant, name, rights())
    }

    /// A new token of an agent with these rights.
    pub fn agent_with(&self, tenant: &str, name: &str, rights: AgentRights) -> String {
        self.add(tenant, name, Holder::Agent(rights))
    }

    /// A new token of an edge.
    pub fn edge_token(&self, tenant: &str, name: &str) -> String {
        self.add(tenant, name, Holder::Edge {})
    }

    /// A connected edge that answers each request with what it has received.
    pub async fn edge(&self, tenant: &str, name: &str) -> Edge {
        let token = self.edge_token(tenant, name);
        let edge = Edge::connect(self.address(), &token, 1).await;
        self.wait_for_lines(1).await;
        edge
    }

    /// Revokes the token of an agent or edge.
    pub fn revoke(&self, tenant: &str, name: &str) {
        let tokens = self.tokens.read().expect("readable");
        let mut tokens = tokens.iter();
        let token = tokens.find(|token| token.tenant == tenant && token.name == name);
        let id = &token.expect("there is one").id;
        assert!(self.tokens.revoke(id).expect("writable"));
    }

    /// Sends a request of an agent.
    pub async fn send(&self, token: &str, target: (&str, &str), body: impl Into<Bytes>) -> Reply {
        let authorization = format!("Bearer {token}");
        let headers = [("authorization", authorization.as_str())];
        send(self.address(), target, &headers, body).await
    }

    /// Waits until this many edges, or more, are connected.
    pub async fn wait_for_lines(&self, count: usize) {
        self.wait_for(|lines| lines >= count).await;
    }

    /// Waits until the number of connected edges has a property.
    pub async fn wait_for(&self, holds: impl Fn(usize) -> bool) {
        let waiting = async {
            while !holds(self.lines().await) {
                tokio::task::yield_now().await;
            }
        };
        let waited = tokio::time::timeout(PATIENT, waiting).await;
        waited.expect("the number of lines has not changed");
    }

    /// Waits until an edge has connected and other gateways can reach it.
    pub async fn wait_until_shared(&self) {
        let waiting = async {
            while self.metric("axlens_gateway_lines_opened_total").await == 0 {
                tokio::task::yield_now().await;
            }
        };
        let waited = tokio::time::timeout(PATIENT, waiting).await;
        waited.expect("no line was opened");
    }

    async fn lines(&self) -> usize {
        self.metric("axlens_gateway_lines").await
    }

    async fn metric(&self, name: &str) -> usize {
        let admin = self.running.admin.expect("an address");
        let metrics = send(admin, ("GET", "/metrics"), &[], "").await.text();
        let mut lines = metrics.lines().filter_map(|line| line.split_once(' '));
        let (_, value) = lines.find(|(other, _)| *other == name).expect("a metric");
        value.parse().expect("a number")
    }
}
