//! What one edge costs: its line over TLS, idle and when it opens, and its subscription.

use crate::edge::{Edge, line_headers};
use crate::fleet::{gateway, metric};
use crate::nats;
use crate::service::{Service, free_address};
use crate::tls::{connector, server_name, write_certificate};
use anyhow::ensure;
use async_nats::Subscriber;
use axlens_harness::measure::{processor_time, resident};
use axlens_harness::wait::until;
use futures_util::{StreamExt, TryStreamExt, stream};
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::interval;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// Subscriptions that are measured.
pub const SUBSCRIPTIONS: usize = 100_000;

/// Lines that open before memory is measured: what a gateway allocates once is not counted.
const FIRST: usize = 100;

/// Number of edges that connect at the same time.
const CONNECTING: usize = 32;

/// The costs of a line over TLS.
#[derive(Debug, Clone, Copy)]
pub struct LineCost {
    /// Resident memory of the gateway for an idle line, in kilobytes.
    pub memory: f64,
    /// Processor time of the gateway for opening it, in milliseconds.
    pub opening: f64,
}

/// The memory of a subscription, in bytes.
#[derive(Debug, Clone, Copy)]
pub struct SubscriptionCost {
    /// At the server of NATS with the subscriber.
    pub own: f64,
    /// At each other server of the cluster.
    pub other: f64,
}

/// Measures lines over TLS at a gateway without others. `dir`: the folder with the tokens.
///
/// # Errors
/// If an edge can't connect.
pub async fn line(
    programs: &Path,
    dir: &Path,
    folder: &Path,
    tokens: &[String],
) -> anyhow::Result<LineCost> {
    ensure!(tokens.len() > FIRST, "there are too few tokens");
    let (certificate, key) = write_certificate(folder);
    let admin = free_address()?;
    let log = folder.join("gateway-tls.log");
    let mut gateway = gateway("gateway-tls", programs, dir, admin, &log)?.arguments([
        Path::new("--cert"),
        &certificate,
        Path::new("--key"),
        &key,
    ]);
    gateway.start().await?;
    let (first, others) = tokens.split_at(FIRST);
    let connector = connector(Some(&certificate));
    let _first = open(&gateway, admin, &connector, first, 0).await?;
    let before = (resident(gateway.id()), processor_time(gateway.id()));
    let _others = open(&gateway, admin, &connector, others, FIRST).await?;
    let after = (resident(gateway.id()), processor_time(gateway.id()));
    let count = others.len() as f64;
    Ok(LineCost {
        memory: after.0.saturating_sub(before.0) as f64 / count,
        opening: after.1.saturating_sub(before.1) as f64 / count,
    })
}

/// Opens the lines of these edges, in addition to `open`.
async fn open(
    gateway: &Service,
    admin: SocketAddr,
    connector: &TlsConnector,
    tokens: &[String],
    open: usize,
) -> anyhow::Result<Vec<Edge<TlsStream<TcpStream>>>> {
    let edges = stream::iter(tokens)
        .map(|token| join(gateway.address, connector, token))
        .buffer_unordered(CONNECTING)
        .try_collect()
        .await?;
    let expected = (open + tokens.len()) as u64;
    until("the edges are connected", || async {
        let lines = metric(admin, "axlens_gateway_lines").await?;
        Ok((lines >= expected).then_some(()))
    })
    .await?;
    Ok(edges)
}

async fn join(
    address: SocketAddr,
    connector: &TlsConnector,
    token: &str,
) -> anyhow::Result<Edge<TlsStream<TcpStream>>> {
    let stream = TcpStream::connect(address).await?;
    let stream = connector.connect(server_name(), stream).await?;
    let mut edge = Edge::over(stream, "wss", address, &line_headers(token)).await?;
    edge.greet(1).await;
    Ok(edge)
}

/// Measures subscriptions like those of edges at a new cluster of two servers.
///
/// # Errors
/// If the servers do not start.
pub async fn subscription(folder: &Path) -> anyhow::Result<SubscriptionCost> {
    let mut cluster = nats::cluster(2, folder)?;
    for server in &mut cluster {
        server.start().await?;
    }
    let [own, other] = [&cluster[0], &cluster[1]];
    let client = async_nats::connect(nats::url(own)).await?;
    let observer = async_nats::connect(nats::url(other)).await?;
    let _first = subscribe(&client, &observer, "first", 1000).await?;
    let before = [resident(own.id()), resident(other.id())];
    let _subscribers = subscribe(&client, &observer, TENANT, SUBSCRIPTIONS).await?;
    let after = [resident(own.id()), resident(other.id())];
    let each = |index: usize| {
        after[index].saturating_sub(before[index]) as f64 * 1024.0 / SUBSCRIPTIONS as f64
    };
    Ok(SubscriptionCost {
        own: each(0),
        other: each(1),
    })
}

/// A tenant with a name of usual length.
const TENANT: &str = "acme";

/// Subscribes to the edges of a tenant, and waits until the other server knows the last of them.
async fn subscribe(
    client: &async_nats::Client,
    observer: &async_nats::Client,
    tenant: &str,
    count: usize,
) -> anyhow::Result<Vec<Subscriber>> {
    let mut subscribers = Vec::with_capacity(count);
    for index in 0..count {
        let subject = format!("ax.{tenant}.edge-{index}");
        let subscribed = client.queue_subscribe(subject, "edge".to_owned());
        subscribers.push(subscribed.await?);
    }
    client.flush().await?;
    let last = format!("ax.{tenant}.edge-{}", count - 1);
    if let Some(last_subscriber) = subscribers.last_mut() {
        pass(observer, &last, last_subscriber).await?;
    }
    Ok(subscribers)
}

/// Publishes messages until one arrives.
async fn pass(
    observer: &async_nats::Client,
    subject: &str,
    subscriber: &mut Subscriber,
) -> anyhow::Result<()> {
    let mut attempts = interval(Duration::from_millis(100));
    loop {
        tokio::select! {
            message = subscriber.next() => {
                ensure!(message.is_some(), "the connection to NATS was lost");
                return Ok(());
            }
            _ = attempts.tick() => observer.publish(subject.to_owned(), "x".into()).await?,
        }
    }
}
