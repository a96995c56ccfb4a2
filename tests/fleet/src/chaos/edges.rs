//! The simulated edges of a run: they note each action, name themselves in each answer, and open
//! another line, at any gateway, when theirs has ended.

use super::log::Label;
use super::world::World;
use crate::edge::{Edge, Received, line_headers};
use axlens_harness::measure::Random;
use axlens_harness::wait::silence;
use axlens_protocol::gateway::{MAX_PIECE, RequestHead};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use serde_json::{Value, json};
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// An edge.
pub struct SimulatedEdge {
    world: Arc<World>,
    label: Label,
    token: String,
    random: Random,
    /// Notified when the edge is killed: its connection ends without a message.
    killed: Arc<Notify>,
}

/// An answer that is sent later.
struct Planned {
    id: u64,
    body: Vec<u8>,
}

impl SimulatedEdge {
    /// The edge with this index of a tenant.
    pub fn new(world: &Arc<World>, tenant: usize, index: usize) -> SimulatedEdge {
        let owner = &world.tenants[tenant];
        let seed = world.seed + (tenant * 100 + index) as u64;
        SimulatedEdge {
            world: Arc::clone(world),
            label: owner.label(index),
            token: owner.edges[index].1.clone(),
            random: Random::new(seed),
            killed: Arc::default(),
        }
    }

    /// Notified, it ends the connection.
    pub fn killed(&self) -> Arc<Notify> {
        Arc::clone(&self.killed)
    }

    /// Opens one line after another. Never ends.
    pub async fn run(mut self) {
        loop {
            let gateways = &self.world.gateways;
            let gateway = gateways[self.random.below(gateways.len())];
            if let Ok(mut line) = Edge::open(gateway, &line_headers(&self.token)).await {
                line.greet(self.world.next_number()).await;
                self.serve(line).await;
            }
            silence(self.milliseconds(300)).await;
        }
    }

    async fn serve(&mut self, mut line: Edge) {
        let killed = Arc::clone(&self.killed);
        let mut planned = FuturesUnordered::new();
        loop {
            tokio::select! {
                received = line.receive() => match received {
                    Received::Request(head, body) => planned.push(self.plan(&head, &body)),
                    // The answer must not reach another request.
                    Received::Cancel(_) | Received::Drain => {}
                    Received::Ended => return,
                },
                Some(Planned { id, body }) = planned.next() => line.answer(id, &body).await,
                () = killed.notified() => return,
            }
        }
    }

    /// Executes a request, and plans its answer.
    fn plan(&mut self, head: &RequestHead, body: &[u8]) -> impl Future<Output = Planned> + use<> {
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        let request = body["request"].as_u64();
        if head.path.starts_with("/interact")
            && let Some(action) = request
        {
            self.world.note_execution(action, &self.label);
        }
        let padding = match self.random.below(100) {
            0 => "x".repeat(2 * MAX_PIECE),
            _ => String::new(),
        };
        let Label { tenant, edge } = &self.label;
        let answer = json!({"tenant": tenant, "edge": edge, "request": request, "x": padding});
        let planned = Planned {
            id: head.id,
            body: answer.to_string().into_bytes(),
        };
        let delay = self.delay();
        async move {
            match delay {
                Some(delay) => silence(delay).await,
                None => pending().await,
            }
            planned
        }
    }

    /// The time until an answer, `None` if there is never one.
    fn delay(&mut self) -> Option<Duration> {
        match self.random.below(100) {
            0 => None,
            1..=5 => Some(self.milliseconds(2500)),
            _ => Some(self.milliseconds(20)),
        }
    }

    fn milliseconds(&mut self, limit: usize) -> Duration {
        Duration::from_millis(self.random.below(limit) as u64)
    }
}
