//! Kills a random part every two seconds, and starts it again.

use super::world::World;
use crate::fleet::{Fleet, LocalServer};
use anyhow::Context;
use axlens_harness::measure::Random;
use axlens_harness::wait::silence;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval};

/// The time between two kills.
const INTERVAL: Duration = Duration::from_secs(2);

/// The maximum time until a part is started again, in milliseconds.
const MAX_DOWN_MS: usize = 1500;

/// A kind of part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A gateway.
    Gateway,
    /// A server of NATS.
    Nats,
    /// The connection of a simulated edge.
    Edge,
    /// The local server.
    LocalServer,
}

impl Part {
    const ALL: [Part; 4] = [Part::Gateway, Part::Nats, Part::Edge, Part::LocalServer];

    /// What is killed, in a report.
    pub fn as_str(self) -> &'static str {
        match self {
            Part::Gateway => "gateways",
            Part::Nats => "servers of NATS",
            Part::Edge => "connections of edges",
            Part::LocalServer => "`axlens serve`",
        }
    }
}

/// Everything that can be killed.
pub struct Killer {
    /// The processes.
    pub fleet: Fleet,
    /// The local server.
    pub server: LocalServer,
    /// How simulated edges are killed.
    pub edges: Vec<Arc<Notify>>,
    /// How often each part was killed.
    pub kills: BTreeMap<Part, usize>,
    random: Random,
}

impl Killer {
    /// Everything is running.
    pub fn new(fleet: Fleet, server: LocalServer, edges: Vec<Arc<Notify>>, seed: u64) -> Killer {
        Killer {
            fleet,
            server,
            edges,
            kills: BTreeMap::new(),
            random: Random::new(seed),
        }
    }

    /// Kills one part, sometimes two, again and again for this time.
    ///
    /// # Errors
    /// If a part can't be started again.
    pub async fn run(&mut self, world: &World, time: Duration) -> anyhow::Result<()> {
        let start = Instant::now();
        let mut ticks = interval(INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticks.tick().await;
        while start.elapsed() < time && !world.stop.is_cancelled() {
            ticks.tick().await;
            let count = if self.random.below(4) == 0 { 2 } else { 1 };
            for _ in 0..count {
                self.kill();
            }
            let down = self.random.below(MAX_DOWN_MS);
            silence(Duration::from_millis(down as u64)).await;
            self.start_all().await?;
        }
        Ok(())
    }

    fn kill(&mut self) {
        let part = Part::ALL[self.random.below(Part::ALL.len())];
        *self.kills.entry(part).or_default() += 1;
        match part {
            Part::Gateway => {
                let index = self.random.below(self.fleet.gateways.len());
                self.fleet.gateways[index].kill();
            }
            Part::Nats => {
                let index = self.random.below(self.fleet.nats.len());
                self.fleet.nats[index].kill();
            }
            Part::Edge => {
                let index = self.random.below(self.edges.len());
                self.edges[index].notify_one();
            }
            Part::LocalServer => self.server.service.kill(),
        }
    }

    /// Starts what does not run.
    ///
    /// # Errors
    /// If a part can't be started.
    pub async fn start_all(&mut self) -> anyhow::Result<()> {
        let Fleet { nats, gateways, .. } = &mut self.fleet;
        let services = nats.iter_mut().chain(gateways);
        for service in services.chain([&mut self.server.service]) {
            if !service.runs() {
                let name = service.name.clone();
                service.start().await.context(name)?;
            }
        }
        Ok(())
    }
}
