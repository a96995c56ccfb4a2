//! Kills a random part every two seconds, and starts it again.

use super::world::World;
use crate::fleet::{Fleet, LocalServer};
use anyhow::Context;
use axlens_harness::measure::Random;
use axlens_harness::process::signal;
use axlens_harness::wait::silence;
use rustix::process::Signal;
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
    /// A Chromium of the pool.
    Chromium,
    /// The pool, whose Chromiums end with it.
    Pool,
}

impl Part {
    /// The parts, and how often each is chosen: a Chromium, and all the more a pool, needs most of
    /// the processors' time to start again.
    const WEIGHTS: [(Part, usize); 6] = [
        (Part::Gateway, 5),
        (Part::Nats, 5),
        (Part::Edge, 5),
        (Part::LocalServer, 5),
        (Part::Chromium, 3),
        (Part::Pool, 1),
    ];

    fn random(random: &mut Random) -> Part {
        let all = Part::WEIGHTS.map(|(part, weight)| std::iter::repeat_n(part, weight));
        let all: Vec<Part> = all.into_iter().flatten().collect();
        all[random.below(all.len())]
    }

    /// What is killed, in a report.
    pub fn as_str(self) -> &'static str {
        match self {
            Part::Gateway => "gateways",
            Part::Nats => "servers of NATS",
            Part::Edge => "connections of edges",
            Part::LocalServer => "`axlens serve`",
            Part::Chromium => "Chromiums",
            Part::Pool => "`axlens pool`",
        }
    }
}

/// Everything that can be killed.
pub struct Killer {
    /// The processes.
    pub fleet: Fleet,
    /// The local server.
    pub server: LocalServer,
    /// The pool.
    pub pool: LocalServer,
    /// How simulated edges are killed.
    pub edges: Vec<Arc<Notify>>,
    /// How often each part was killed.
    pub kills: BTreeMap<Part, usize>,
    random: Random,
}

impl Killer {
    /// Everything is running.
    pub fn new(
        fleet: Fleet,
        [server, pool]: [LocalServer; 2],
        edges: Vec<Arc<Notify>>,
        seed: u64,
    ) -> Killer {
        Killer {
            fleet,
            server,
            pool,
            edges,
            kills: BTreeMap::new(),
            random: Random::new(seed),
        }
    }

    /// Kills one part, sometimes two, again and again for this time.
    ///
    /// # Errors
    /// If a part can't be killed or started again.
    pub async fn run(&mut self, world: &World, time: Duration) -> anyhow::Result<()> {
        let start = Instant::now();
        let mut ticks = interval(INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticks.tick().await;
        while start.elapsed() < time && !world.stop.is_cancelled() {
            ticks.tick().await;
            let count = if self.random.below(4) == 0 { 2 } else { 1 };
            for _ in 0..count {
                self.kill()?;
            }
            let down = self.random.below(MAX_DOWN_MS);
            silence(Duration::from_millis(down as u64)).await;
            self.start_all().await?;
        }
        Ok(())
    }

    fn kill(&mut self) -> anyhow::Result<()> {
        let part = Part::random(&mut self.random);
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
            Part::Chromium => self.kill_chromium()?,
            Part::Pool => self.pool.service.kill(),
        }
        Ok(())
    }

    /// None may run while the pool starts.
    fn kill_chromium(&mut self) -> anyhow::Result<()> {
        let all = self.pool.chromiums();
        if all.is_empty() {
            return Ok(());
        }
        signal(all[self.random.below(all.len())], Signal::KILL)
    }

    /// Starts what does not run.
    ///
    /// # Errors
    /// If a part can't be started.
    pub async fn start_all(&mut self) -> anyhow::Result<()> {
        let Fleet { nats, gateways, .. } = &mut self.fleet;
        let services = nats.iter_mut().chain(gateways);
        let servers = [&mut self.server.service, &mut self.pool.service];
        for service in services.chain(servers) {
            if !service.runs() {
                let name = service.name.clone();
                service.start().await.context(name)?;
            }
        }
        Ok(())
    }
}
