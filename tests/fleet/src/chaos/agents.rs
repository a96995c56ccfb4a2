//! The agents of a run. No agent repeats a request.

use super::log::{Kind, Label, Outcome};
use super::world::{AGENT, REAL, Sent, Tenant, World};
use crate::client::{Connection, Reply};
use axlens_harness::measure::Random;
use axlens_harness::wait::silence;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// How long an agent waits after the deadline before it reports that there is no answer.
const GRACE: Duration = Duration::from_secs(5);

/// A request on the wire.
pub struct Message {
    /// Method and path.
    pub target: (&'static str, String),
    /// Headers in addition to the token and the deadline.
    pub headers: Vec<(&'static str, String)>,
    /// The value of the header `authorization`.
    pub authorization: String,
    /// The body.
    pub body: String,
}

/// The connections of an agent to the gateways.
pub struct Client {
    connections: HashMap<SocketAddr, Connection>,
}

impl Client {
    /// A client without a connection.
    pub fn new() -> Client {
        Client {
            connections: HashMap::new(),
        }
    }

    /// Sends a request, once, and notes how it ends.
    pub async fn send(&mut self, world: &World, to: SocketAddr, sent: Sent, message: &Message) {
        let start = Instant::now();
        let outcome = match self.reply(to, sent.deadline, message).await {
            Ok(reply) => match fault(&reply) {
                Some(fault) => fault,
                None => answer(sent.id, &reply),
            },
            Err(outcome) => outcome,
        };
        world.note(sent.ended(outcome, start.elapsed()));
    }

    /// Sends a request, once.
    ///
    /// # Errors
    /// How it has ended, if it has no reply.
    pub async fn reply(
        &mut self,
        to: SocketAddr,
        deadline: Duration,
        message: &Message,
    ) -> Result<Reply, Outcome> {
        let exchange = self.exchange(to, deadline, message);
        let reply = timeout(deadline + GRACE, exchange).await;
        reply.unwrap_or_else(|_| {
            self.connections.remove(&to);
            Err(Outcome::Nothing)
        })
    }

    async fn exchange(
        &mut self,
        to: SocketAddr,
        deadline: Duration,
        message: &Message,
    ) -> Result<Reply, Outcome> {
        let mut connection = match self.connections.remove(&to) {
            Some(connection) if connection.is_open() => connection,
            Some(_) | None => match Connection::open(to).await {
                Ok(connection) => connection,
                Err(_) => return Err(Outcome::NoConnection),
            },
        };
        let deadline = deadline.as_millis().to_string();
        let mut headers = vec![
            ("authorization", message.authorization.as_str()),
            ("x-axlens-deadline-ms", deadline.as_str()),
        ];
        headers.extend(
            message
                .headers
                .iter()
                .map(|(name, value)| (*name, value.as_str())),
        );
        let (method, path) = &message.target;
        let reply = connection.send((method, path), &headers, message.body.clone());
        match reply.await {
            Ok(reply) => {
                self.connections.insert(to, connection);
                Ok(reply)
            }
            Err(_) => Err(Outcome::Disconnected),
        }
    }
}

/// Codes of faults that say nothing of an action, unless they are `retryable`: then it was not
/// executed.
const UNKNOWN: [&str; 3] = ["extension_disconnected", "internal", "timeout"];

/// The fault that a reply has.
pub fn fault(reply: &Reply) -> Option<Outcome> {
    let answer: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
    let code = answer["error"].as_str()?;
    let hint = answer["hint"].as_str().unwrap_or_default();
    let is_unknown = UNKNOWN.contains(&code) || hint.contains("may have been executed");
    Some(Outcome::Fault {
        code: code.to_owned(),
        is_unknown: is_unknown && answer["retryable"] == false,
    })
}

/// The answer of an edge.
fn answer(id: u64, reply: &Reply) -> Outcome {
    let answer: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
    let text = |name: &str| answer[name].as_str().unwrap_or_default().to_owned();
    match answer["agents"][0]["name"].as_str() {
        // The answer of the local server does not name it, but the agent that it answers.
        Some(agent) => Outcome::Answer {
            from: real_edge(agent),
            request: id,
        },
        None => Outcome::Answer {
            from: Label {
                tenant: text("tenant"),
                edge: text("edge"),
            },
            request: answer["request"].as_u64().unwrap_or_default(),
        },
    }
}

fn real_edge(agent: &str) -> Label {
    let is_own = agent.starts_with(&format!("{AGENT} via "));
    let [tenant, edge] = if is_own { REAL } else { [agent, ""] };
    Label {
        tenant: tenant.to_owned(),
        edge: edge.to_owned(),
    }
}

/// An agent that reads and acts at the edges of its tenant.
pub struct Agent {
    world: Arc<World>,
    /// The index of its tenant; the real one if there is none with it.
    tenant: usize,
    random: Random,
    client: Client,
}

impl Agent {
    /// The agent with this number.
    pub fn new(world: &Arc<World>, number: usize) -> Agent {
        Agent {
            world: Arc::clone(world),
            tenant: number % (world.tenants.len() + 1),
            random: Random::new(world.seed + 1000 + number as u64),
            client: Client::new(),
        }
    }

    /// Sends one request after another until the run stops.
    pub async fn run(mut self) {
        while !self.world.stop.is_cancelled() {
            self.request().await;
            let pause = 20 + self.random.below(60);
            silence(Duration::from_millis(pause as u64)).await;
        }
    }

    async fn request(&mut self) {
        let world = Arc::clone(&self.world);
        let gateway = world.gateways[self.random.below(world.gateways.len())];
        let id = world.next_number();
        let deadline = Duration::from_millis(500 + self.random.below(4500) as u64);
        let (kind, message) = match world.tenants.get(self.tenant) {
            Some(tenant) => self.simulated(id, tenant),
            None => status(&world.real),
        };
        let sent = Sent { id, kind, deadline };
        self.client.send(&world, gateway, sent, &message).await;
    }

    /// A read or an action at a simulated edge.
    fn simulated(&mut self, id: u64, tenant: &Tenant) -> (Kind, Message) {
        let edge = tenant.label(self.random.below(tenant.edges.len()));
        // In several pieces.
        let padding = match self.random.below(100) {
            0 => "x".repeat(700_000),
            _ => String::new(),
        };
        let browser = format!("{}/Chrome", edge.edge);
        let is_action = self.random.below(2) == 0;
        let mut body = json!({"browser": browser, "request": id});
        let (kind, path) = match is_action {
            true => {
                body["x"] = json!(padding);
                (Kind::Action(edge), "/interact")
            }
            false => (Kind::Read(edge), "/observe"),
        };
        let message = Message {
            target: ("POST", path.to_owned()),
            headers: Vec::new(),
            authorization: format!("Bearer {}", tenant.agent),
            body: body.to_string(),
        };
        (kind, message)
    }
}

/// A read at the local server.
fn status(tenant: &Tenant) -> (Kind, Message) {
    let message = Message {
        target: ("GET", "/status".to_owned()),
        headers: Vec::new(),
        authorization: format!("Bearer {}", tenant.agent),
        body: String::new(),
    };
    (Kind::Read(tenant.label(0)), message)
}
