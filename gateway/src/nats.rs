//! Many gateways, connected by NATS: a request reaches the gateway that holds the line of its edge.
//! Only gateways may connect to NATS. It is used without storage: a message that is lost ends its
//! request at the deadline, and no action is sent twice.
//!
//! | subject | message |
//! |---|---|
//! | `ax.TENANT.EDGE` | a request; one of the gateways with a line of the edge receives it |
//! | `ax-answer.GATEWAY.NUMBER` | the state of a request, and its answer in pieces, to the gateway that sent it |
//! | `ax-control.GATEWAY.NUMBER` | further pieces of a request's body, and its cancellation |
//! | `ax-epoch.TENANT.EDGE` | the epoch of a line that has opened |
//! | `ax-edges.TENANT` | which gateways hold lines of the tenant? |
//! | `ax-alive.GATEWAY` | a gateway is running |
//! | `ax-nobody.GATEWAY` | none is subscribed to it, so the server says at once that there is no answer |

mod directory;
mod message;
mod requester;
mod responder;

use crate::answer_memory::AnswerMemory;
use crate::exchange::{Answer, EdgeAddress, Forwarded, RouteError};
use crate::line::Line;
use crate::lines::Lines;
use anyhow::Context;
use async_nats::{Client, ConnectOptions, RequestErrorKind, Subscriber};
use axlens_local::secret;
use axum::body::Bytes;
use directory::Directory;
use requester::Requester;
use responder::Responder;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;

/// The timeout of the first connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Number of digits of a gateway's id.
const ID_DIGITS: usize = 16;

/// The connection of a gateway to the others.
#[derive(Debug)]
pub struct Nats {
    lines: Arc<Lines>,
    requester: Arc<Requester>,
    responder: Arc<Responder>,
    directory: Arc<Directory>,
    /// The tasks that handle messages. They end with the connection.
    _tasks: JoinSet<()>,
}

impl Nats {
    /// Connects to a server of NATS.
    ///
    /// # Errors
    /// If none can be reached. The error does not contain the credentials of the URL.
    pub async fn connect(
        url: &str,
        lines: Arc<Lines>,
        memory: Arc<AnswerMemory>,
    ) -> anyhow::Result<Nats> {
        let servers: Vec<&str> = url.split(',').collect();
        let connected = ConnectOptions::new()
            .name("axlens-gateway")
            .connection_timeout(CONNECT_TIMEOUT)
            .connect(servers)
            .await;
        let client: Client = connected.map_err(|error| {
            let kind = error.kind();
            anyhow::anyhow!("no server of NATS can be used: {kind}")
        })?;
        let id = secret::new()?[..ID_DIGITS].to_owned();
        let requester = Arc::new(Requester::new(client.clone(), id.clone(), memory));
        let responder = Arc::new(Responder::new(client.clone(), id.clone()));
        let directory = Arc::new(Directory::new(
            client.clone(),
            id.clone(),
            Arc::clone(&lines),
        ));
        let mut tasks = JoinSet::new();
        let answers = subscribe(&client, format!("ax-answer.{id}.*")).await?;
        tasks.spawn(Arc::clone(&requester).receive(answers));
        let controls = subscribe(&client, format!("ax-control.{id}.*")).await?;
        tasks.spawn(Arc::clone(&responder).receive(controls));
        directory.start(&mut tasks).await?;
        round_trip(&client, &id).await?;
        Ok(Nats {
            lines,
            requester,
            responder,
            directory,
            _tasks: tasks,
        })
    }

    /// Sends a request to the gateway that holds the line of its edge, which may be this one.
    ///
    /// # Errors
    /// If there is no answer.
    pub async fn send(&self, to: &EdgeAddress, request: Forwarded) -> Result<Answer, RouteError> {
        match self.lines.get(to) {
            Some(line) => line.request(request).await,
            None => self.requester.send(to, request).await,
        }
    }

    /// Makes a line reachable for other gateways until it ends, and ends older lines of its edge
    /// there.
    ///
    /// # Errors
    /// If NATS can't be used.
    pub async fn share(&self, line: &Arc<Line>) -> anyhow::Result<()> {
        let requests = self
            .responder
            .subscribe(&EdgeAddress::of(&line.token))
            .await?;
        tokio::spawn(Arc::clone(&self.responder).serve(Arc::clone(line), requests));
        self.directory.announce(line).await;
        Ok(())
    }

    /// The names of the connected edges of a tenant, at all gateways.
    pub async fn edges(&self, tenant: &str) -> BTreeSet<String> {
        self.directory.edges(tenant).await
    }
}

async fn subscribe(client: &Client, subject: String) -> anyhow::Result<Subscriber> {
    client
        .subscribe(subject)
        .await
        .context("NATS accepts no subscription")
}

/// Waits until the server of NATS has handled what this gateway has sent it before: subscriptions,
/// too. A flush only writes it to the connection.
async fn round_trip(client: &Client, id: &str) -> anyhow::Result<()> {
    let requested = client.request(format!("ax-nobody.{id}"), Bytes::new());
    match requested.await {
        Err(error) if error.kind() == RequestErrorKind::NoResponders => Ok(()),
        Err(error) => Err(error).context("NATS can't be used"),
        Ok(_) => anyhow::bail!("NATS has an answer where no gateway answers"),
    }
}

/// The subject of the requests to an edge. The names of tenants and edges have no dot and no
/// wildcard.
fn request_subject(address: &EdgeAddress) -> String {
    format!("ax.{}.{}", address.tenant(), address.edge())
}

/// The number at the end of a subject.
fn number_of(subject: &str) -> Option<u64> {
    subject.rsplit('.').next()?.parse().ok()
}
