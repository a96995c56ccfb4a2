//! The connection soak: parts of a chain end, stop or are replaced in a random order, while two
//! agents send requests without a pause.
//!
//! | module | contents |
//! |---|---|
//! | `event` | what happens to a part, and in which order |
//! | `parts` | the chain whose parts end |
//! | `programs` | the programs of the chain, which can be replaced |
//! | `agents` | the two agents, and the log of their requests |
//! | `report` | the checks of a run, and its table |

pub mod agents;
pub mod event;
mod parts;
pub mod programs;
pub mod report;

use crate::connection::soak::run::agents::{Agents, Click, Request};
use crate::connection::soak::run::event::{Event, order};
use crate::connection::soak::run::parts::Parts;
use anyhow::Context;
use axlens_harness::measure::Random;
use std::io::Write;
use std::time::Duration;

/// The maximum number of snapshots between two events.
const MAX_SNAPSHOTS: usize = 12;

/// The settings of a run.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The number of events.
    pub rounds: usize,
    /// Determines the order of the events and the times between them.
    pub seed: u64,
}

/// One event.
#[derive(Debug, Clone)]
pub struct Round {
    /// What happened.
    pub event: Event,
    /// How long the successors of the parts that ended took.
    pub times: Times,
}

/// The times from the end of an event.
#[derive(Debug, Clone, Copy)]
pub struct Times {
    /// Until the extension is connected to the server again.
    pub connected: Duration,
    /// Until the first snapshot of the page.
    pub snapshot: Duration,
}

/// The results of a run.
pub struct Soak {
    /// The events, in order.
    pub rounds: Vec<Round>,
    /// Every request of the agents, in the order of their ends.
    pub requests: Vec<Request>,
    /// Every click that an agent requested.
    pub clicks: Vec<Click>,
    /// When the page was clicked, in milliseconds since 1970.
    pub clicked: Vec<f64>,
}

/// Runs the soak.
///
/// # Errors
/// If a part does not start, or the connection does not return within the harness' timeout.
pub async fn run(settings: Settings) -> anyhow::Result<Soak> {
    let mut parts = Parts::start().await?;
    let agents = Agents::start(&parts.chain.agent);
    let mut random = Random::new(settings.seed);
    let mut rounds = Vec::new();
    for (number, event) in order(settings.rounds, &mut random).into_iter().enumerate() {
        let snapshots = 1 + random.below(MAX_SNAPSHOTS);
        agents.work(snapshots).await.context("before an event")?;
        agents.enter_round(number);
        let times = parts.cause(event).await;
        let times = times.with_context(|| format!("round {number}: {event:?}"))?;
        writeln!(
            std::io::stdout(),
            "round {number}: {event:?}: connected after {} ms, snapshot after {} ms",
            times.connected.as_millis(),
            times.snapshot.as_millis()
        )?;
        rounds.push(Round { event, times });
    }
    agents.work(MAX_SNAPSHOTS).await.context("at the end")?;
    let (requests, clicks) = agents.stop().await?;
    Ok(Soak {
        rounds,
        requests,
        clicks,
        clicked: parts.clicked()?,
    })
}
