//! Which gateways there are, which edges they hold, and which line of an edge is the newest. Every
//! answer is from the gateways themselves, so that nothing stored can be out of date.

use super::subscribe;
use crate::exchange::EdgeAddress;
use crate::line::Line;
use crate::lines::Lines;
use async_nats::{Client, Message, Subscriber};
use axum::body::Bytes;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::{interval, timeout};

/// The time between two messages that a gateway is running.
const ALIVE_INTERVAL: Duration = Duration::from_secs(1);

/// A gateway without such a message for this time does not count.
const ALIVE_TIMEOUT: Duration = Duration::from_secs(4);

/// How long the other gateways have time to name their edges.
const LIST_TIMEOUT: Duration = Duration::from_millis(500);

/// Maximum number of edges of a tenant that a gateway names, within the size of a message.
const MAX_NAMED: usize = 5000;

/// Knows the other gateways.
#[derive(Debug)]
pub struct Directory {
    client: Client,
    id: String,
    lines: Arc<Lines>,
    /// When each other gateway was last running.
    others: Mutex<HashMap<String, Instant>>,
}

/// The edges of a tenant that a gateway holds.
#[derive(Debug, Serialize, Deserialize)]
struct NamedEdges {
    gateway: String,
    edges: Vec<String>,
}

impl Directory {
    /// A gateway with this id.
    pub fn new(client: Client, id: String, lines: Arc<Lines>) -> Directory {
        Directory {
            client,
            id,
            lines,
            others: Mutex::default(),
        }
    }

    /// Starts the tasks that answer other gateways.
    pub async fn start(self: &Arc<Self>, tasks: &mut JoinSet<()>) -> anyhow::Result<()> {
        let epochs = subscribe(&self.client, "ax-epoch.*.*".to_owned()).await?;
        tasks.spawn(Arc::clone(self).receive_epochs(epochs));
        let questions = subscribe(&self.client, "ax-edges.*".to_owned()).await?;
        tasks.spawn(Arc::clone(self).name_edges(questions));
        let alive = subscribe(&self.client, "ax-alive.*".to_owned()).await?;
        tasks.spawn(Arc::clone(self).receive_alive(alive));
        tasks.spawn(Arc::clone(self).send_alive());
        Ok(())
    }

    /// Tells other gateways the epoch of a line: an older one has to end.
    pub async fn announce(&self, line: &Line) {
        let (tenant, edge) = (&line.token.tenant, &line.token.name);
        let subject = format!("ax-epoch.{tenant}.{edge}");
        let epoch = Bytes::from(line.epoch.to_string());
        // If it is lost, each request still reaches only one of the lines.
        let _ = self.client.publish(subject, epoch).await;
    }

    async fn receive_epochs(self: Arc<Self>, mut epochs: Subscriber) {
        while let Some(message) = epochs.next().await {
            let Some((address, epoch)) = epoch_of(&message) else {
                continue;
            };
            self.lines.end_older(&address, epoch);
            // The line of the sender is older: it has to end.
            if let Some(own) = self.lines.get(&address).filter(|own| own.epoch > epoch) {
                self.announce(&own).await;
            }
        }
    }

    /// The names of the connected edges of a tenant, at all gateways.
    pub async fn edges(&self, tenant: &str) -> BTreeSet<String> {
        let mut edges: BTreeSet<String> = self.lines.edges(tenant).into_iter().collect();
        let inbox = self.client.new_inbox();
        let Ok(mut answers) = self.client.subscribe(inbox.clone()).await else {
            return edges;
        };
        let mut others = self.running();
        let subject = format!("ax-edges.{tenant}");
        let sent = self
            .client
            .publish_with_reply(subject, inbox, Bytes::new())
            .await;
        let collected = async {
            while !others.is_empty()
                && let Some(message) = answers.next().await
            {
                if let Ok(named) = serde_json::from_slice::<NamedEdges>(&message.payload) {
                    others.remove(&named.gateway);
                    edges.extend(named.edges);
                }
            }
        };
        if sent.is_ok() {
            // The edges of a gateway that does not answer are not reachable either.
            let _ = timeout(LIST_TIMEOUT, collected).await;
        }
        edges
    }

    async fn name_edges(self: Arc<Self>, mut questions: Subscriber) {
        while let Some(message) = questions.next().await {
            let tenant = message.subject.rsplit('.').next();
            let (Some(tenant), Some(reply)) = (tenant, message.reply.clone()) else {
                continue;
            };
            let mut edges = self.lines.edges(tenant);
            edges.truncate(MAX_NAMED);
            let named = NamedEdges {
                gateway: self.id.clone(),
                edges,
            };
            let json = serde_json::to_vec(&named).unwrap_or_default();
            // If it is lost, the edges are missing in one list.
            let _ = self.client.publish(reply, json.into()).await;
        }
    }

    /// The other gateways that are running.
    fn running(&self) -> HashSet<String> {
        let mut others = self.lock();
        others.retain(|_, last| last.elapsed() < ALIVE_TIMEOUT);
        others.keys().cloned().collect()
    }

    async fn receive_alive(self: Arc<Self>, mut alive: Subscriber) {
        while let Some(message) = alive.next().await {
            let gateway = message.subject.rsplit('.').next().unwrap_or_default();
            if gateway != self.id {
                self.lock().insert(gateway.to_owned(), Instant::now());
            }
        }
    }

    async fn send_alive(self: Arc<Self>) {
        let mut ticks = interval(ALIVE_INTERVAL);
        loop {
            ticks.tick().await;
            let subject = format!("ax-alive.{}", self.id);
            // The next one follows.
            let _ = self.client.publish(subject, Bytes::new()).await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Instant>> {
        // No operation under the lock can leave it inconsistent.
        self.others.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The edge and the epoch in a message.
fn epoch_of(message: &Message) -> Option<(EdgeAddress, u64)> {
    let mut parts = message.subject.split('.').skip(1);
    let address = EdgeAddress::parse(parts.next()?, parts.next()?)?;
    let epoch = std::str::from_utf8(&message.payload).ok()?.parse().ok()?;
    Some((address, epoch))
}
