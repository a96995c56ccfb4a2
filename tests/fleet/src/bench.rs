//! What a gateway adds to the time of a request: the same request to a local server directly,
//! through the gateway that holds its line, and through another gateway, in turn.

use crate::client::Connection;
use crate::edge::{Edge, line_headers};
use crate::fleet::{Fleet, LocalServer, metric, reachable, status};
use crate::service::Service;
use anyhow::ensure;
use axlens_harness::measure::{processor_time, resident};
use axlens_harness::series::Series;
use axlens_harness::wait::until;
use futures_util::{StreamExt, TryStreamExt, stream};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// The numbers of connected edges.
pub const STEPS: [usize; 3] = [10, 100, 1000];

/// The tenant of all edges, and the name of the real one.
pub const TENANT: &str = "acme";
const REAL: &str = "laptop";

/// Number of edges that connect at the same time.
const CONNECTING: usize = 64;

/// Requests that are not measured, of each kind.
const WARM_UP: usize = 100;

/// The kinds of a request, in the order in which they alternate.
pub const KINDS: [&str; 3] = ["direct", "its gateway", "another gateway"];

/// The measurements with one number of edges.
#[derive(Debug, Clone)]
pub struct Step {
    /// Number of connected edges, in addition to the real one.
    pub edges: usize,
    /// Time until those that were missing were connected.
    pub connected_in: Duration,
    /// Milliseconds of the requests of each kind of [`KINDS`].
    pub times: [Series; 3],
    /// Resident memory of all gateways, in kilobytes.
    pub gateways: u64,
    /// Resident memory of all servers of NATS, in kilobytes.
    pub nats: u64,
}

/// The processor time of a request, in milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct RequestCost {
    /// At the gateways.
    pub gateways: f64,
    /// At the servers of NATS.
    pub nats: f64,
}

/// A run.
pub struct Bench {
    fleet: Fleet,
    server: LocalServer,
    agent: String,
    tokens: Vec<String>,
    edges: JoinSet<()>,
}

impl Bench {
    /// A fleet with one real edge.
    ///
    /// # Errors
    /// If it does not start.
    pub async fn start(fleet: Fleet) -> anyhow::Result<Bench> {
        let largest = STEPS[STEPS.len() - 1];
        let names = (0..largest).map(|index| format!("edge-{index}"));
        let tokens = names.map(|name| fleet.tokens.edge(TENANT, &name));
        let tokens = tokens.collect::<anyhow::Result<_>>()?;
        let agent = fleet.tokens.agent(TENANT, "bench", None)?;
        let real = fleet.tokens.edge(TENANT, REAL)?;
        let server = fleet.local_server(0, &real).await?;
        reachable(&fleet.addresses(), &agent, REAL).await?;
        Ok(Bench {
            fleet,
            server,
            agent,
            tokens,
            edges: JoinSet::new(),
        })
    }

    /// The fleet.
    pub fn fleet(&self) -> &Fleet {
        &self.fleet
    }

    /// The tokens of the simulated edges.
    pub fn tokens(&self) -> &[String] {
        &self.tokens
    }

    /// Connects edges until there are this many, then measures `rounds` requests of each kind.
    ///
    /// # Errors
    /// If a request fails.
    pub async fn step(&mut self, edges: usize, rounds: usize) -> anyhow::Result<Step> {
        let start = Instant::now();
        self.connect(edges).await?;
        let connected_in = start.elapsed();
        let mut ways = self.ways().await?;
        let mut times = [Series::default(), Series::default(), Series::default()];
        for round in 0..WARM_UP + rounds {
            for (way, times) in ways.iter_mut().zip(&mut times) {
                let time = way.request().await?;
                if round >= WARM_UP {
                    times.0.push(time.as_secs_f64() * 1000.0);
                }
            }
        }
        Ok(Step {
            edges,
            connected_in,
            times,
            gateways: memory(&self.fleet.gateways),
            nats: memory(&self.fleet.nats),
        })
    }

    async fn connect(&mut self, count: usize) -> anyhow::Result<()> {
        let addresses = self.fleet.addresses();
        let tokens = self.tokens.iter().enumerate();
        let missing = tokens.take(count).skip(self.edges.len());
        let connected: Vec<Edge> = stream::iter(missing)
            .map(|(index, token)| connect(addresses[index % addresses.len()], token))
            .buffer_unordered(CONNECTING)
            .try_collect()
            .await?;
        for edge in connected {
            self.edges.spawn(async move { edge.echo("idle").await });
        }
        let admins = &self.fleet.admins;
        let expected = count as u64 + 1;
        until("the edges are connected", || async {
            let mut lines = 0;
            for admin in admins {
                lines += metric(*admin, "axlens_gateway_lines").await?;
            }
            Ok((lines >= expected).then_some(()))
        })
        .await
    }

    async fn ways(&self) -> anyhow::Result<[Way; 3]> {
        let gateways = self.fleet.addresses();
        let through = async |gateway: SocketAddr| {
            anyhow::Ok(Way {
                connection: Connection::open(gateway).await?,
                token: self.agent.clone(),
                browser: Some(REAL),
            })
        };
        let direct = Way {
            connection: Connection::open(self.server.service.address).await?,
            token: self.server.token.clone(),
            browser: None,
        };
        Ok([
            direct,
            through(gateways[0]).await?,
            through(gateways[1]).await?,
        ])
    }

    /// The processor time of a request through its gateway, and through another one.
    ///
    /// # Errors
    /// If a request fails.
    pub async fn request_costs(&self, requests: usize) -> anyhow::Result<[RequestCost; 2]> {
        // A gateway ends connections that are idle for a long time.
        let [_, its, _] = self.ways().await?;
        let its = self.request_cost(its, requests).await?;
        let [_, _, another] = self.ways().await?;
        let another = self.request_cost(another, requests).await?;
        Ok([its, another])
    }

    async fn request_cost(&self, mut way: Way, requests: usize) -> anyhow::Result<RequestCost> {
        let spent = || [time(&self.fleet.gateways), time(&self.fleet.nats)];
        let before = spent();
        for _ in 0..requests {
            way.request().await?;
        }
        let after = spent();
        let each = |index: usize| (after[index] - before[index]) as f64 / requests as f64;
        Ok(RequestCost {
            gateways: each(0),
            nats: each(1),
        })
    }
}

/// One way of a request to the real edge.
struct Way {
    connection: Connection,
    token: String,
    browser: Option<&'static str>,
}

impl Way {
    async fn request(&mut self) -> anyhow::Result<Duration> {
        let start = Instant::now();
        let reply = status(&mut self.connection, &self.token, self.browser).await?;
        let time = start.elapsed();
        ensure!(reply.status == 200, "{}: {}", reply.status, reply.text());
        Ok(time)
    }
}

async fn connect(address: SocketAddr, token: &str) -> anyhow::Result<Edge> {
    let mut edge = Edge::open(address, &line_headers(token)).await?;
    edge.greet(1).await;
    Ok(edge)
}

/// Resident memory of services, in kilobytes.
pub fn memory(services: &[Service]) -> u64 {
    services.iter().map(|service| resident(service.id())).sum()
}

fn time(services: &[Service]) -> u64 {
    services
        .iter()
        .map(|service| processor_time(service.id()))
        .sum()
}
