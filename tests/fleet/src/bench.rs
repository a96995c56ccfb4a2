//! What a gateway adds to the time of a request: the same request to a local server, or to a real
//! Chromium of a pool, directly, through the gateway that holds its line, and through another
//! gateway, in turn.

use crate::client::Connection;
use crate::edge::{Edge, line_headers};
use crate::fleet::{Fleet, LocalServer, metric, reachable};
use crate::service::Service;
use anyhow::{Context, ensure};
use axlens_harness::Page;
use axlens_harness::measure::{processor_time, resident};
use axlens_harness::series::Series;
use axlens_harness::site::Site;
use axlens_harness::wait::until;
use futures_util::{StreamExt, TryStreamExt, stream};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// The numbers of connected edges.
pub const STEPS: [usize; 3] = [10, 100, 1000];

/// The tenant of all edges, and the names of the real ones: a local server and a pool.
pub const TENANT: &str = "acme";
const REAL: &str = "laptop";
const POOL: &str = "pool";

/// Number of Chromiums in the pool.
pub const CHROMIUMS: usize = 5;

/// The page that the Chromiums show.
const PAGE: &str = "<title>Orders</title><h1>Orders</h1><ul><li><a href=#1>Order 4711</a></ul>
<label>Search <input></label><button>Find</button>";

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
    /// Milliseconds of snapshots in real Chromiums, of each kind.
    pub snapshots: [Series; 3],
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
    pool: LocalServer,
    agent: String,
    /// The Chromiums that show the page: of a local agent, and of the gateway's agent.
    browsers: [String; 2],
    tokens: Vec<String>,
    edges: JoinSet<()>,
}

impl Bench {
    /// A fleet with a local server and a pool.
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
        let pool = fleet.tokens.edge(TENANT, POOL)?;
        let pool = fleet.pool(0, &pool, CHROMIUMS).await?;
        for edge in [REAL, POOL] {
            reachable(&fleet.addresses(), &agent, edge).await?;
        }
        pool.browsers_ready(CHROMIUMS).await?;
        let site = Site::start().await?;
        let page = site.page(Page::html(PAGE));
        let gateway = fleet.gateways[0].address;
        let browsers = [
            with_page(pool.service.address, &pool.token()?, "/browsers", &page).await?,
            with_page(gateway, &agent, &format!("/browsers?browser={POOL}"), &page).await?,
        ];
        Ok(Bench {
            fleet,
            server,
            pool,
            agent,
            browsers,
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
        let times = in_turn(self.ways().await?, rounds).await?;
        let snapshots = in_turn(self.snapshot_ways().await?, rounds).await?;
        Ok(Step {
            edges,
            connected_in,
            times,
            snapshots,
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
        // With the real ones.
        let expected = count as u64 + 2;
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
        let target = |browser: &str| ("GET", format!("/status{browser}"));
        let [direct, through] = [target(""), target(&format!("?browser={REAL}"))];
        self.ways_to(&self.server, [(direct, ""), (through, "")])
            .await
    }

    async fn snapshot_ways(&self) -> anyhow::Result<[Way; 3]> {
        let target = || ("POST", "/observe".to_owned());
        let bodies = self.browsers.each_ref().map(|browser| {
            json!({"what": "a11y_tree", "format": "lean", "browser": browser}).to_string()
        });
        let [direct, through] = bodies.each_ref().map(|body| (target(), body.as_str()));
        self.ways_to(&self.pool, [direct, through]).await
    }

    /// The ways to a server of a request, which is another one through a gateway.
    async fn ways_to(
        &self,
        server: &LocalServer,
        [direct, through]: [Request<'_>; 2],
    ) -> anyhow::Result<[Way; 3]> {
        let gateways = self.fleet.addresses();
        let token = server.token()?;
        Ok([
            Way::open(server.service.address, &token, &direct).await?,
            Way::open(gateways[0], &self.agent, &through).await?,
            Way::open(gateways[1], &self.agent, &through).await?,
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

/// Method and path, and body.
type Request<'a> = ((&'static str, String), &'a str);

/// One way of a request to a real edge.
struct Way {
    connection: Connection,
    authorization: String,
    target: (&'static str, String),
    body: String,
}

impl Way {
    async fn open(
        address: SocketAddr,
        token: &str,
        (target, body): &Request<'_>,
    ) -> anyhow::Result<Way> {
        Ok(Way {
            connection: Connection::open(address).await?,
            authorization: format!("Bearer {token}"),
            target: target.clone(),
            body: (*body).to_owned(),
        })
    }

    async fn request(&mut self) -> anyhow::Result<Duration> {
        Ok(self.timed().await?.0)
    }

    /// Sends the request. The time, and the answer.
    async fn timed(&mut self) -> anyhow::Result<(Duration, Value)> {
        let (method, path) = &self.target;
        let headers = [("authorization", self.authorization.as_str())];
        let start = Instant::now();
        let reply = self
            .connection
            .send((method, path), &headers, self.body.clone());
        let reply = reply.await?;
        let time = start.elapsed();
        ensure!(reply.status == 200, "{}: {}", reply.status, reply.text());
        Ok((time, reply.json()))
    }
}

/// Sends `rounds` requests of each kind in turn. Their times in milliseconds.
async fn in_turn(mut ways: [Way; 3], rounds: usize) -> anyhow::Result<[Series; 3]> {
    let mut times = [Series::default(), Series::default(), Series::default()];
    for round in 0..WARM_UP + rounds {
        for (way, times) in ways.iter_mut().zip(&mut times) {
            let time = way.request().await?;
            if round >= WARM_UP {
                times.0.push(time.as_secs_f64() * 1000.0);
            }
        }
    }
    Ok(times)
}

/// Leases a Chromium by this path and opens a page in it. Its id, as this agent writes it.
async fn with_page(
    address: SocketAddr,
    token: &str,
    path: &str,
    page: &str,
) -> anyhow::Result<String> {
    let lease: Request<'_> = (("POST", path.to_owned()), r#"{"ttl": 3600}"#);
    let (_, lease) = Way::open(address, token, &lease).await?.timed().await?;
    let browser = lease["id"].as_str().context("an id")?;
    let navigate = json!({"action": "navigate", "url": page, "browser": browser}).to_string();
    let navigate: Request<'_> = (("POST", "/interact".to_owned()), &navigate);
    Way::open(address, token, &navigate).await?.timed().await?;
    Ok(browser.to_owned())
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
