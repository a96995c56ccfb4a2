//! Agents and edges that try to reach another tenant: with names that are subjects of NATS, with
//! forged ids and with forged tokens.

use super::agents::{Client, Message};
use super::log::Kind;
use super::world::{Sent, Tenant, World};
use crate::edge::{Edge, Received, head, line_headers};
use axlens_harness::measure::Random;
use axlens_harness::wait::silence;
use axlens_protocol::gateway::{EdgeMessage, Piece};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite::{Error, Message as Frame};

/// The time between two attempts of a hostile agent.
const INTERVAL: Duration = Duration::from_millis(15);

/// How long a gateway has time to end a line that breaks the protocol.
const END_TIMEOUT: Duration = Duration::from_secs(5);

/// Names of edges that no token can use. `{}` is the edge of another tenant.
const NAMES: [&str; 18] = [
    "*",
    ">",
    "*.*",
    "ax.>",
    "ax.{}",
    "{}",
    "{}.laptop",
    ".laptop",
    "laptop.",
    "lap top",
    "laptop\r\nPUB ax.beta.laptop 0",
    "laptop\0",
    "LAPTOP",
    "../{}",
    "%2e%2e",
    "ax-control.*",
    "ｌaptop",
    "",
];

/// Names that are no edge, without a browser: an agent of a tenant with one edge uses them for a
/// browser there.
const BARE_NAMES: [&str; 6] = ["*", ">", "{}", "ax.{}.laptop", "laptop.", "lap top"];

/// Tokens that are not valid. `{}` is the token of an edge, `{id}` a valid one.
const TOKENS: [&str; 8] = [
    "Bearer ",
    "Bearer axl_0000000000000000000000000000000000000000000000000000000000000000",
    "Bearer {}",
    "Bearer {id}0",
    "Bearer {id},{id}",
    "Basic {id}",
    "{id}",
    "Bearer *",
];

/// Headers with forged ids.
const HEADERS: [(&str, &str); 7] = [
    ("axlens-head", "{\"cancel\":{\"id\":1}}"),
    ("x-axlens-tenant", "beta"),
    ("x-axlens-agent", "user"),
    ("nats-reply", "ax-answer.*.1"),
    ("reply-to", "ax.beta.laptop"),
    ("x-forwarded-for", "10.0.0.1"),
    ("x-axlens-edge", "only-beta"),
];

/// Endpoints that only the user of an edge has.
const LOCAL_PATHS: [&str; 5] = [
    "/stop",
    "/gateway",
    "/agents/revoke",
    "/proof",
    "/ax.beta.laptop",
];

/// A hostile agent of a tenant.
pub struct HostileAgent {
    world: Arc<World>,
    tenant: usize,
    random: Random,
    client: Client,
}

impl HostileAgent {
    /// The agent with this number.
    pub fn new(world: &Arc<World>, number: usize) -> HostileAgent {
        HostileAgent {
            world: Arc::clone(world),
            tenant: number % world.tenants.len(),
            random: Random::new(world.seed + 2000 + number as u64),
            client: Client::new(),
        }
    }

    /// Sends one request after another until the run stops.
    pub async fn run(mut self) {
        let world = Arc::clone(&self.world);
        let mut ticks = interval(INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !world.stop.is_cancelled() {
            ticks.tick().await;
            let id = world.next_number();
            let gateway = world.gateways[self.random.below(world.gateways.len())];
            let (kind, message) = self.attempt(id, &world.tenants[self.tenant]);
            let deadline = Duration::from_secs(3);
            let sent = Sent { id, kind, deadline };
            self.client.send(&world, gateway, sent, &message).await;
        }
    }

    fn attempt(&mut self, id: u64, own: &Tenant) -> (Kind, Message) {
        let world = Arc::clone(&self.world);
        let step = 1 + self.random.below(world.tenants.len() - 1);
        let other = &world.tenants[(self.tenant + step) % world.tenants.len()];
        match self.random.below(12) {
            0..=4 => self.name(id, own, other),
            5 => self.name_in_address(own, other),
            6 => self.bare_name(id, own, other),
            7 => self.token(id, own, other),
            8 => self.forged_ids(id, own),
            9 => limited(id, own),
            10 => self.mcp(own, other),
            _ => self.local_path(own),
        }
    }

    /// An action at an edge with a hostile name.
    fn name(&mut self, id: u64, own: &Tenant, other: &Tenant) -> (Kind, Message) {
        let name = self.one_of(&NAMES).replace("{}", other.own_edge());
        let browser = format!("{name}/Chrome");
        let body = json!({"browser": browser, "request": id});
        let kind = Kind::Forbidden("the name of an edge");
        (kind, message(own, "/interact", body.to_string()))
    }

    fn name_in_address(&mut self, own: &Tenant, other: &Tenant) -> (Kind, Message) {
        let encoded = ["%2A", "%3E", "ax.%3E", "{}", "%0D%0APUB", "laptop%2E"];
        let name = self.one_of(&encoded).replace("{}", other.own_edge());
        let twice = ["", "&browser=laptop", "&%62rowser=laptop%2F"];
        let path = format!("/interact?browser={name}%2FChrome{}", self.one_of(&twice));
        let kind = Kind::Forbidden("the name of an edge in the address");
        (kind, message(own, &path, "{}".to_owned()))
    }

    fn bare_name(&mut self, id: u64, own: &Tenant, other: &Tenant) -> (Kind, Message) {
        let browser = self.one_of(&BARE_NAMES).replace("{}", other.own_edge());
        let body = json!({"browser": browser, "request": id});
        let kind = Kind::Strange {
            tenant: own.name.clone(),
            what: "the name of a browser",
        };
        (kind, message(own, "/interact", body.to_string()))
    }

    fn token(&mut self, id: u64, own: &Tenant, other: &Tenant) -> (Kind, Message) {
        let authorization = self.one_of(&TOKENS).replace("{}", &other.edges[0].1);
        let body = json!({"browser": "laptop/Chrome", "request": id});
        let message = Message {
            authorization: authorization.replace("{id}", &other.agent),
            ..message(own, "/interact", body.to_string())
        };
        (Kind::Forbidden("a forged token"), message)
    }

    /// A request to an edge of the own tenant, whose ids name others.
    fn forged_ids(&mut self, id: u64, own: &Tenant) -> (Kind, Message) {
        let agent = json!({"id": "0", "name": "user", "scope": "act"});
        let body = json!({"request": id, "id": 1, "agent": agent, "tenant": "beta",
            "browser": "laptop/Chrome", "deadlineMs": 9e15});
        let (name, value) = HEADERS[self.random.below(HEADERS.len())];
        let message = Message {
            headers: vec![(name, value.to_owned())],
            ..message(own, "/interact", body.to_string())
        };
        let kind = Kind::Strange {
            tenant: own.name.clone(),
            what: "forged ids",
        };
        (kind, message)
    }

    fn mcp(&mut self, own: &Tenant, other: &Tenant) -> (Kind, Message) {
        let name = self.one_of(&NAMES).replace("{}", other.own_edge());
        let arguments = json!({"browser": format!("{name}/Chrome")});
        let params = json!({"name": "interact", "arguments": arguments});
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        let kind = Kind::Forbidden("the name of an edge in a call of MCP");
        (kind, message(own, "/mcp", call.to_string()))
    }

    fn local_path(&mut self, own: &Tenant) -> (Kind, Message) {
        let path = self.one_of(&LOCAL_PATHS);
        let body = json!({"browser": "laptop/Chrome"});
        let kind = Kind::Forbidden("an endpoint of the user");
        (kind, message(own, path, body.to_string()))
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.random.below(all.len())]
    }
}

/// An agent that may use one edge names another one of its tenant.
fn limited(id: u64, own: &Tenant) -> (Kind, Message) {
    let browser = format!("{}/Chrome", own.own_edge());
    let body = json!({"browser": browser, "request": id});
    let message = Message {
        authorization: format!("Bearer {}", own.limited),
        ..message(own, "/interact", body.to_string())
    };
    (Kind::Forbidden("the limits of a token"), message)
}

fn message(own: &Tenant, path: &str, body: String) -> Message {
    Message {
        target: ("POST", path.to_owned()),
        headers: Vec::new(),
        authorization: format!("Bearer {}", own.agent),
        body,
    }
}

/// An edge with a valid token that sends answers to requests that it has not received, and opens
/// lines with forged tokens, until the run stops.
pub async fn rogue_edge(world: Arc<World>) {
    let mut random = Random::new(world.seed + 3000);
    while !world.stop.is_cancelled() {
        let gateway = world.gateways[random.below(world.gateways.len())];
        let forged = [
            ("the token of an agent", world.tenants[0].agent.clone()),
            ("a forged token", format!("axl_{}", "0".repeat(64))),
            ("a wildcard as token", "*".to_owned()),
        ];
        for (what, token) in forged {
            match Edge::open(gateway, &line_headers(&token)).await {
                Ok(_) => world.note_line(what, true),
                Err(Error::Http(_)) => world.note_line(what, false),
                // The gateway was killed.
                Err(_) => {}
            }
        }
        let token = &world.rogue.edges[0].1;
        if let Ok(mut line) = Edge::open(gateway, &line_headers(token)).await {
            line.greet(world.next_number()).await;
            let is_ended = forge(&mut line, &mut random).await;
            world.note_line("answers to requests that it has not received", !is_ended);
        }
        silence(Duration::from_millis(100)).await;
    }
}

/// Sends forged answers. Returns whether the line has ended.
async fn forge(line: &mut Edge, random: &mut Random) -> bool {
    let body = br#"{"tenant":"rogue","edge":"laptop","request":0}"#;
    // Requests that have ended have no effect; those of the future end the line.
    for id in [0, 1 + random.below(1000) as u64, u64::MAX] {
        line.send(&EdgeMessage::Answer(head(id, body.len()))).await;
        for frame in Piece::frames(id, body) {
            line.send_raw(Frame::binary(frame)).await;
        }
    }
    let ended = async { while !matches!(line.receive().await, Received::Ended) {} };
    timeout(END_TIMEOUT, ended).await.is_ok()
}
